"""`viergewinnt positions` as its users start it."""

import csv
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.memory.rows import random_row
from viergewinnt.memory import PositionDatabase

SEED = ["seed", "--amount", "40", "--stones", "6", "--engine", "alphabeta:depth=2"]
SEED += ["--workers", "1", "--seed", "7"]


def run(
    *arguments: str, stdin: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "viergewinnt", "positions", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"} | (environment or {}),
    )


def answer_of(*arguments: str) -> dict[str, object]:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["version"] == 1
    return answer  # type: ignore[no-any-return]


def test_seeding_says_what_was_new_and_what_was_skipped() -> None:
    first = answer_of(*SEED)
    assert first["new"] == first["tries"] - first["skipped"]  # type: ignore[operator]
    assert (first["seed"], first["tries"], first["exhausted"]) == (7, 40, False)
    again = run(*SEED)
    assert (again.returncode, again.stdout) == (0, "40 tries: 0 new, 40 skipped\n")
    everything = run("seed", "--amount", "999", "--stones", "1", "--engine", "alphabeta:depth=2")
    assert "no unseen position with so many stones is left" in everything.stdout


def test_statistics_count_by_phase_and_engine() -> None:
    rng = random.Random(1)
    with PositionDatabase.open() as store:
        rows = [random_row(rng, vg.random_position(stones, rng=rng)) for stones in range(42)]
        store.store_all(rows)
    answer = answer_of("stats")
    assert (answer["rows"], answer["max_rows"]) == (42, 10_000_000)
    assert answer["phases"] == [{"from": f, "to": f + 5, "rows": 6} for f in range(0, 42, 6)]
    assert sum(engine["rows"] for engine in answer["engines"]) == 42  # type: ignore[attr-defined]
    table = run("stats").stdout
    assert "42 rows of at most 10,000,000" in table
    assert table.splitlines()[-1].split() == [*"6666666", "42", "all", "engines"]


@pytest.mark.parametrize("position", ["44533", "44355", "-"])
def test_a_lookup_shows_the_picture_and_every_row(position: str) -> None:
    found = vg.Position.parse("" if position == "-" else position)
    with PositionDatabase.open() as store:
        for seed in range(20):
            store.store(random_row(random.Random(seed), found))
        rows = store.rows(found)
    done = run("lookup", position)
    assert done.returncode == 0
    assert str(found) in done.stdout
    assert done.stdout.count("  evaluation  ") == len(rows) > 3
    answer = answer_of("lookup", position)
    columns = [row["column"] for row in answer["rows"]]  # type: ignore[attr-defined]
    assert sorted(columns) == sorted(row.column_for(found) for row in rows)


def test_a_lookup_says_which_row_an_engine_would_use() -> None:
    run(*SEED, "--stones", "1", "--amount", "200")
    for depth, used in (("1", True), ("2", True), ("3", False)):
        spec = f"alphabeta:depth={depth}"
        answer = answer_of("lookup", "4", "--engine", spec)
        assert [row["used"] for row in answer["rows"]] == [used]  # type: ignore[attr-defined]
        said = run("lookup", "4", "--engine", spec).stdout
        assert f"{spec} would use {'the row of' if used else 'no row'}" in said


def test_an_unknown_position_ends_with_1() -> None:
    done = run("lookup", "4453")
    assert done.returncode == 1
    assert "nothing is known of this position" in done.stdout
    assert json.loads(run("lookup", "4453", "--json").stdout)["rows"] == []


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_a_database_goes_to_another_by_a_file(tmp_path: Path, name: str) -> None:
    run(*SEED)
    path, other = tmp_path / name, str(tmp_path / "other.db")
    exported = run("export", "--output", str(path))
    assert (exported.returncode, exported.stdout) == (0, "")
    assert [file.name for file in tmp_path.iterdir() if name in file.name] == [name]
    assert run("migrate", "--database", other).returncode == 0
    taken = json.loads(run("import", str(path), "--database", other, "--json").stdout)
    assert (taken["new"], taken["replaced"], taken["kept"], taken["bad"]) == (
        int(exported.stderr.split()[0]), 0, 0, [],
    )  # fmt: skip
    shown = ["export", "--format", name.rpartition(".")[2]]
    assert run(*shown, "--database", other).stdout == path.read_text() == run(*shown).stdout


def test_standard_input_is_imported_and_bad_lines_are_named() -> None:
    run(*SEED)
    lines = run("export").stdout.splitlines()
    text = "\n".join([lines[0], "nonsense", *lines[1:], "{}", ""])
    refused = run("import", "-", stdin=text)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "line 2: 'nonsense' is no JSON" in refused.stderr
    assert f"line {len(lines) + 2}: position is missing" in refused.stderr
    assert "nothing was imported" in refused.stderr
    taken = run("import", "-", "--skip-bad", stdin=text)
    assert taken.returncode == 0
    assert f"0 new, 0 better than what was known, {len(lines)} known already" in taken.stdout
    assert "line 2: 'nonsense' is no JSON" in taken.stderr


def test_the_rows_of_an_engine_are_exported_by_any_of_its_specs() -> None:
    run(*SEED)
    run(*SEED, "--engine", "alphabeta:depth=1", "--stones", "7")
    everything = list(csv.DictReader(run("export", "--format", "csv").stdout.splitlines()))
    some = run("export", "--format", "csv", "--engine", "alphabeta:depth=1").stdout
    found = list(csv.DictReader(some.splitlines()))
    assert found == [row for row in everything if row["ply"] == "7"]
    by_name = run("export", "--format", "csv", "--engine", found[0]["engine"]).stdout
    assert by_name == some


def test_a_database_is_named_by_option_or_setting(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.db")
    missing = run("stats", "--database", path)
    assert missing.returncode == 2
    assert f"viergewinnt positions migrate --database sqlite:///{path}" in missing.stderr
    assert not Path(path).exists()
    made = run("migrate", environment={"VIERGEWINNT_POSITIONS_DATABASE": path})
    assert "version none to 0001" in made.stdout
    assert "already" in run("migrate", "--database", path).stdout
    done = run("stats", environment={"VIERGEWINNT_POSITIONS_DATABASE": path})
    assert done.stdout.startswith(f"sqlite:///{path}: 0 rows")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["seed", "--amount", "0", "--stones", "1", "--engine", "alphabeta"], 2, "amount is 0"),
        (["seed", "--amount", "1", "--stones", "1", "--engine", "random"], 2, "could be kept"),
        (["seed", "--amount", "1", "--stones", "1", "--engine", "minimax", "--workers", "0"], 2,
         "workers is 0"),
        (["lookup", "88"], 2, "there is no column 8"),
        (["import", "missing.csv"], 2, "missing.csv: No such file"),
        (["export", "-o", "/missing/rows.csv"], 2, "No such file"),
        (["stats", "--database", "mysql://localhost/x"], 2, "allowed are the path"),
        (["stats", "--max-rows", "0"], 2, "the row cap is 0"),
        (["stats", "--database", "postgresql://127.0.0.1:1/x"], 3, "[database_unreachable]"),
    ],
)  # fmt: skip
def test_wrong_use_and_faults_have_their_exit_codes(
    arguments: list[str], status: int, message: str
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["seed", "stats", "lookup", "export", "import", "migrate"])
def test_help_says_how_to_use_each_command(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"positions {command}" in done.stdout
