"""The program as its users start it: what it prints where, and its exit codes."""

import json
import os
import subprocess
import sys

import pytest

import viergewinnt as vg


def run(*arguments: str, stdin: str = "", path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "viergewinnt", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ
        | {"NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
        | ({"PYTHONPATH": path} if path else {}),
    )


def test_the_version_goes_to_standard_output() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"viergewinnt {vg.__version__}\n", "")


@pytest.mark.parametrize("command", [[], ["play"], ["perft"]])
def test_help_says_how_to_use_each_command(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert "Usage: viergewinnt" in done.stdout.replace("python -m ", "")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "43"], "depth is 43; allowed are 0 to 42 [bad_option]"),
        (["perft", "many"], "Invalid value for 'DEPTH'"),
        (["perft"], "Missing argument 'DEPTH'"),
        (["dance"], "No such command 'dance'"),
        (["play", "--second", "deepthought"], "there are minimax, alphabeta"),
        (["play", "--second", "alphabeta:depth=43"], "whole numbers from 1 to 42 [bad_option]"),
        (["play", "--second", "alphabeta:speed=3"], "it has evaluation, depth"),
        (["play", "--second", "level-11"], "there are minimax, alphabeta"),
        (["play", "--pace", "-1"], "pace is -1.0; allowed are seconds from 0"),
        (["play", "--language", "fr"], "allowed are en, de"),
        (["play", "--load", "nowhere.json"], "cannot be read"),
        (["choose", "4453", "--engine", "alphabeta:speed=3"], "[unknown_option]"),
        (["choose", "1212121"], "the game is over"),
        (["choose", "4453", "--time", "0"], "time_s is 0"),
        (["engines", "deepthought"], "[unknown_engine]"),
        (["scenarios", "--engine", "deepthought"], "[unknown_engine]"),
        (["scenarios", "--file", "nowhere.json"], "nowhere.json cannot be read"),
        (["scenarios", "--language", "fr"], "allowed are en, de"),
        (["scenarios", "--position", "4453", "--engine", "random"], "leave --engine and --file"),
        (["critical", "alphabeta", "deepthought"], "[unknown_engine]"),
        (["critical", "alphabeta", "random", "--stones", "many"], "it has the form 12-30"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_allowed(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_perft_prints_a_table_or_json() -> None:
    table = run("perft", "4").stdout.splitlines()
    assert table[0].split() == ["ply", "sequences", "positions"]
    assert table[-1].split() == ["4", "2,401", "1,120"]
    counts = json.loads(run("perft", "4", "--json").stdout)
    assert counts[4] == {"ply": 4, "sequences": 2401, "positions": 1120}


def test_two_people_play_to_a_win() -> None:
    done = run("play", "--second", "human", stdin="1\n2\n1\n2\n1\n2\n1\nq\n")
    assert done.returncode == 0
    assert "X wins." in done.stdout
    assert done.stderr == ""


def test_a_person_plays_and_takes_back_against_the_computer() -> None:
    done = run("play", "--second", "alphabeta:depth=2", stdin="4\n4\nu\nr\nu\nu\nu\nq\n")
    assert done.returncode == 0
    assert done.stdout.count("O plays") == 2
    assert "There is no stone to take back." in done.stdout


def test_the_computer_stops_a_win_that_it_sees() -> None:
    done = run("play", "--second", "alphabeta:depth=2", stdin="4\n4\n4\nq\n")
    assert done.stdout.rstrip().count("O plays 4.") >= 1 or "X wins." not in done.stdout
    assert "X wins." not in done.stdout


def test_two_computers_play_to_the_end_by_themselves() -> None:
    spec = "alphabeta:depth=2"
    done = run("play", "--first", spec, "--second", spec)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] in {"X wins.", "O wins.", "A draw."}


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("9", "There is no column 9: columns are 1 to 7."),
        ("0", "There is no column 0"),
        ("44", "I do not understand '44'."),
        ("\u0664", "I do not understand"),
        ("", "1-7 plays a column"),
        ("h", "1-7 plays a column"),
        ("r", "No stone was taken back."),
    ],
)
def test_other_answers_are_explained_and_change_nothing(answer: str, reply: str) -> None:
    done = run("play", "--second", "human", stdin=f"{answer}\nq\n")
    assert done.returncode == 0
    assert reply in done.stdout
    assert "O:" not in done.stdout


def test_a_full_column_is_refused_in_a_few_words() -> None:
    done = run("play", "--second", "human", stdin="4\n" * 7 + "q\n")
    assert "Column 4 is full." in done.stdout


def test_a_new_game_begins_with_an_empty_board() -> None:
    done = run("play", "--second", "human", stdin="1\n2\n1\n2\n1\n2\n1\nn\nq\n")
    after_the_win = done.stdout.partition("X wins.")[2]
    assert "X" not in after_the_win.partition("1 2 3 4 5 6 7")[0]


@pytest.mark.parametrize(
    ("encoding", "answer"),
    [("utf-8:strict", b"\xff\xfe"), ("ascii:strict", "zurück".encode()), ("latin-1", b"\xfc")],
)
def test_signs_that_cannot_be_read_or_shown_end_no_game(encoding: str, answer: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "viergewinnt", "play", "--second", "human", "--language", "de"],
        input=b"4\n" + answer + b"\nq\n",
        capture_output=True,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"O:") == 2


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    done = run("play", stdin="")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Good-bye.\n")
