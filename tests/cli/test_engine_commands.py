"""`choose`, `engines`, `scenarios` and `critical` as their users start them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cli.interruption import interrupted
from tests.cli.test_program import run
from viergewinnt.engines import engine_names
from viergewinnt.engines.scenarios import dump_scenarios, load_scenarios, parse_scenarios


def test_choose_tells_everything_about_one_position() -> None:
    done = run("choose", "121212", "--engine", "montecarlo:seed=1,playouts=50")
    assert (done.returncode, done.stderr) == (0, "")
    assert "X to move: montecarlo:playouts=50,seed=1 plays column 1" in done.stdout
    assert "    1*    100.0 %  50 wins, 0 draws, 0 losses  proven win" in done.stdout
    assert "score 1 (share), 350 playouts" in done.stdout


def test_choose_as_json_is_one_line_with_a_version() -> None:
    done = run("choose", "3747", "--engine", "alphabeta:seed=1", "--json")
    answer = json.loads(done.stdout)
    assert answer["version"] == 1
    assert answer["position"] == "3747"
    assert answer["engine"] == "alphabeta:seed=1"
    assert answer["column"] in (2, 5)
    assert (answer["score"], answer["score_kind"]) == (18, "exact")
    assert answer["proven"]["2"] == "win"
    assert {"columns", "depth", "nodes", "playouts", "elapsed_ms", "source", "line"} <= set(answer)


def test_choose_filters_lines_and_reports_bad_ones() -> None:
    done = run("choose", "--engine", "alphabeta:depth=3,seed=1", stdin="121212\n\n99\n3747\n")
    assert done.returncode == 2
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["121212", "1"],
        ["3747", done.stdout.split()[5]],
    ]
    assert "error: line 3:" in done.stderr


def test_choose_heeds_its_limits() -> None:
    done = run("choose", "-", "--engine", "perfect", "--depth", "2", "--json")
    assert json.loads(done.stdout)["depth"] == 2
    timed = run("choose", "-", "--engine", "mcts:simulations=1000000000", "--time", "0.2", "--json")
    assert 100 < json.loads(timed.stdout)["elapsed_ms"] < 1000


def test_engines_lists_all_and_their_options() -> None:
    listed = run("engines").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(engine_names())
    one = run("engines", "preset-b").stdout
    assert "  jitter=49\n" in one
    as_json = json.loads(run("engines", "--json").stdout)
    assert [engine["name"] for engine in as_json["engines"]] == list(engine_names())


def test_scenarios_passed_end_with_0() -> None:
    done = run("scenarios", "--engine", "alphabeta:seed=1", "--engine", "random:seed=1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "(1) 14 of 14 passed" in done.stdout
    assert "no sight claimed: reported, not judged" in done.stdout


def test_a_judged_failure_ends_with_1() -> None:
    """Given no time at all, an engine does not see what its depth promises."""
    done = run("scenarios", "--engine", "minimax:depth=5,seed=1", "--time", "0.000001", "--json")
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)["reports"]
    assert any(board["judged"] and not board["passed"] for board in report["boards"])


def test_scenarios_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(dump_scenarios(load_scenarios()[:2]), encoding="utf-8")
    done = run("scenarios", "--file", str(path), "--engine", "alphabeta:seed=1", "--language", "de")
    assert done.returncode == 0
    assert "2 von 2 bestanden" in done.stdout
    path.write_text('{"version": 1, "scenarios": [{}]}', encoding="utf-8")
    wrong = run("scenarios", "--file", str(path))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "entry 1: the field 'id' is missing [entry_field]" in wrong.stderr


def test_the_five_questions_about_a_position() -> None:
    done = run("scenarios", "--position", "3747", "--json")
    answers = json.loads(done.stdout)["answers"]
    assert [answer["yes"] for answer in answers] == [False, True, True, False, False]
    assert answers[1]["columns"] == [2, 5]
    german = run("scenarios", "--position", "3747", "--language", "de").stdout
    assert "2 Im übernächsten Zug gewinnen: ja – Spalte 2, 5" in german


def test_a_database_that_fails_is_told_and_the_move_is_made(tmp_path: Path) -> None:
    broken = tmp_path / "positions.db"
    broken.write_text("these are words, and no database of any kind\n" * 100)
    command = [sys.executable, "-m", "viergewinnt", "choose", "3747", "--json"]
    done = subprocess.run(
        [*command, "--engine", "alphabeta:memory=database"],
        env={**os.environ, "VIERGEWINNT_POSITIONS_DATABASE": str(broken)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["column"] in (2, 5)) == (0, True)
    assert "[database_damaged]" in answer["warnings"][0]
    assert done.stderr == f"warning: {answer['warnings'][0]}\n"


def test_critical_positions_are_saved_and_can_be_run(tmp_path: Path) -> None:
    out = tmp_path / "critical.json"
    done = run(
        *("critical", "alphabeta:depth=4", "random", "--tries", "60", "--seed", "7"),
        *("--stones", "20-30", "--out", str(out), "--workers", "1"),
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert "of 60 positions, seed 7" in done.stderr
    scenarios = parse_scenarios(out.read_text(encoding="utf-8"))
    assert all(scenario.task == "keep" for scenario in scenarios)
    run_again = run("scenarios", "--file", str(out), "--engine", "perfect")
    assert run_again.returncode == 0


def test_an_interrupted_search_for_critical_positions_goes_on(tmp_path: Path) -> None:
    state = {**os.environ, "VIERGEWINNT_STATE_DIR": str(tmp_path)}
    command = ["critical", "alphabeta:depth=4", "random"]
    command += ["--tries", "400", "--stones", "14-20", "--workers", "2"]
    said = interrupted(*command, state=tmp_path)
    seed = said.split()[-1]
    again = subprocess.run(
        [sys.executable, "-m", "viergewinnt", *command, "--seed", seed],
        env=state,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert "of them finished before" in again.stderr
    assert parse_scenarios(again.stdout)
    assert not list(tmp_path.glob("jobs/*"))


def test_no_critical_position_is_the_answer_no() -> None:
    same = "alphabeta:depth=2,ties=middle"
    done = run("critical", same, same, "--tries", "5", "--seed", "1", "--workers", "1")
    assert (done.returncode, done.stdout) == (1, "")
