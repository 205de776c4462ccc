"""`arena` as its users start it."""

import csv
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.interruption import interrupted
from tests.cli.test_program import run
from viergewinnt.arena import Tournament

FOUR = ("alphabeta:depth=2", "mcts:simulations=20", "random")
SMALL = ("--games", "8", "--seed", "1", "--workers", "1")


def test_tables_on_standard_output_and_progress_beside() -> None:
    done = run("arena", *FOUR, *SMALL, "--anchor", "random")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "24 games, 4 openings of 6 stones, seed 1"
    for title in ("Ratings (Elo, 95 % interval)", "Score against each", "Pairings (99 % interval"):
        assert title in done.stdout
    rated = next(line.split() for line in lines if " random " in line)
    assert "1500" in rated
    assert "24 of 24 games" in done.stderr
    assert "Moves beside perfect play" not in done.stdout


def test_a_narrow_terminal_loses_no_figures() -> None:
    done = run("arena", *FOUR, *SMALL)
    assert max(map(len, done.stdout.splitlines())) <= 160
    for spec in FOUR:
        assert spec in done.stdout
    narrower = subprocess.run(
        [sys.executable, "-m", "viergewinnt", "arena", *FOUR, *SMALL],
        env=os.environ | {"COLUMNS": "30", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "\u2026" not in narrower
    for word in (FOUR[0][:16], "random", "ms/move", "drawn", "opponent"):
        assert word in narrower


def test_json_csv_and_plot(tmp_path: Path) -> None:
    table, drawing = tmp_path / "games.csv", tmp_path / "ratings.svg"
    done = run(
        "arena", *FOUR, *SMALL, "--json", "--csv", str(table), "--plot", str(drawing), "--gauntlet"
    )
    told = json.loads(done.stdout)
    assert (done.returncode, told["version"], told["seed"]) == (0, 1, 1)
    tournament = Tournament.from_json(done.stdout)
    assert [pair.engine for pair in tournament.pairs] == [FOUR[0]] * 2
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["moves"] for row in rows] == [row.moves for row in tournament.rows]
    assert drawing.read_text() == tournament.svg()


def test_without_a_seed_it_names_the_one_it_drew() -> None:
    told = json.loads(run("arena", "random", "mcts:simulations=5", "--games", "4", "--json").stdout)
    again = run(
        "arena", "random", "mcts:simulations=5", "--games", "4", "--json", "--seed",
        str(told["seed"]),
    )  # fmt: skip
    assert json.loads(again.stdout)["games"] == told["games"]


def test_after_ctrl_c_it_goes_on_as_it_says(tmp_path: Path) -> None:
    command = ("arena", "alphabeta:depth=5", "random", "--games", "400", "--judge")
    said = interrupted(*command, "--opening-ply", "10", "--workers", "2", state=tmp_path)
    go_on = shlex.split(said.splitlines()[-1].removeprefix("go on with: "))
    again = subprocess.run(
        [sys.executable, "-m", *go_on, "--json"],
        env=os.environ | {"VIERGEWINNT_STATE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert "of them finished before" in again.stderr
    assert str(json.loads(again.stdout)["seed"]) == go_on[-1]
    assert not list(tmp_path.glob("jobs/*"))


def test_wrong_use_is_refused_at_once(tmp_path: Path) -> None:
    for arguments, message in (
        (("alphabeta",), "there are 1 engines"),
        (("alphabeta", "deepthought"), "there is no engine 'deepthought'"),
        (("alphabeta", "random", "--time", "1"), "say timed"),
        (("alphabeta", "random", "--games", "5"), "games is 5"),
        (("alphabeta", "random", "--opening-ply", "13"), "opening_ply is 13"),
        (("alphabeta", "random", "--csv", str(tmp_path)), "is no place for a file"),
    ):
        done = run("arena", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert "games/s" not in done.stderr


def test_timed_games_keep_to_the_time() -> None:
    started = time.monotonic()
    done = run(
        "arena", "mcts:simulations=1000000000", "random", "--games", "2", "--timed", "--time",
        "0.01",
    )  # fmt: skip
    assert done.returncode == 0
    assert time.monotonic() - started < 20
