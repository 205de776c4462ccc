"""The solver as its users start it: a filter that streams, and the table of one position."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

import viergewinnt as vg
from tests.solver.test_facts import facts
from tests.solver.test_solver import unreachable_positions

PROGRAM = [sys.executable, "-m", "viergewinnt"]
ENVIRONMENT = os.environ | {"NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"}
WON = "1212121"
LATE = [digits for digits, _, _ in facts() if len(digits) >= 26][::400]
PICTURE = str(vg.Position.parse("121212"))


def run(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.run(
        [*PROGRAM, *arguments], input=data, capture_output=True, timeout=60, env=ENVIRONMENT
    )
    out, err = (stream.decode() for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def start(*arguments: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT
    )


@pytest.mark.parametrize("threads", ["1", "2"])
def test_answers_come_in_the_order_of_the_lines_and_agree_with_the_facts(threads: str) -> None:
    done = run("solve", "--threads", threads, "--table-mb", "8", stdin="\n".join(LATE))
    assert (done.returncode, done.stderr) == (0, "")
    scores = {digits: score for digits, score, _ in facts()}
    lines = [line.split(" ") for line in done.stdout.splitlines()]
    assert [(digits, int(score)) for digits, score, _, _ in lines] == [(d, scores[d]) for d in LATE]
    assert all(int(nodes) >= 0 and int(microseconds) >= 0 for _, _, nodes, microseconds in lines)
    assert len(LATE) > 20


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_answer_comes_before_the_next_line_is_sent(form: list[str]) -> None:
    with start("solve", *form) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        guard = threading.Timer(30, process.kill)
        guard.start()
        for digits in LATE[:5]:
            process.stdin.write(f"{digits}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            found = json.loads(answer)["position"] if form else answer.split()[0]
            assert found == digits
        process.stdin.close()
        assert process.wait(10) == 0
        guard.cancel()


def test_a_bad_line_is_reported_by_its_number_and_skipped() -> None:
    done = run("solve", stdin=f"121212\n\n9\n{WON}\n444444333333222\nhello\n")
    assert done.returncode == 2
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["121212", "18"],
        ["444444333333222", "-13"],
    ]
    errors = done.stderr.splitlines()
    assert [error.split(":")[1] for error in errors] == [" line 3", " line 4", " line 6"]
    assert errors[0].endswith("[no_such_column]")
    assert errors[1].endswith("[game_over]")
    assert errors[2].endswith("[unknown_sign]")


def test_a_bad_argument_is_reported_by_its_place_and_skipped() -> None:
    done = run("solve", "9", "121212")
    assert (done.returncode, done.stdout.split()[:2]) == (2, ["121212", "18"])
    assert done.stderr.startswith("error: position 1: ")


@pytest.mark.parametrize(
    ("data", "positions", "refused"),
    [
        (b"121212\r\n\r\n  121212\t\r\n", ["121212"] * 2, 0),
        (b"\xef\xbb\xbf121212\n", ["121212"], 0),
        (b"121212", ["121212"], 0),
        (b"", [], 0),
        (b"\n \n", [], 0),
        (b"\xff\xfe\n121212\n", ["121212"], 1),
        (b"12\x0012\n121212\n", ["121212"], 1),
        ("\uff11\uff12\n\u0664\n\U0001f534\n121212\n".encode(), ["121212"], 3),
        (b"1" * 100_000 + b"\n121212\n", ["121212"], 1),
    ],
)
def test_lines_as_other_programs_write_them(
    data: bytes, positions: list[str], refused: int
) -> None:
    done = run("solve", stdin=data)
    assert done.returncode == (2 if refused else 0)
    assert [line.split()[0] for line in done.stdout.splitlines()] == positions
    assert len(done.stderr.splitlines()) == refused
    assert all(len(line) < 400 and line.isprintable() for line in done.stderr.splitlines())


def test_json_lines_carry_the_version_and_the_meaning_of_the_score() -> None:
    done = run("solve", "--json", "121212", "547125662261271266215743771576315353334")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert {name: first[name] for name in ("version", "position", "score", "outcome", "plies")} == {
        "version": 1,
        "position": "121212",
        "score": 18,
        "outcome": "win",
        "plies": 1,
    }
    assert set(first) == {
        "version", "position", "score", "outcome", "plies", "nodes", "elapsed_ms", "source",
    }  # fmt: skip
    assert (second["score"], second["outcome"], second["plies"]) == (0, "draw", 3)


def test_positions_without_digits_and_pictures_take_one_line_each() -> None:
    rows = next(unreachable_positions(random.Random(1))).text
    done = run("solve", rows, PICTURE)
    lines = [line.rsplit(" ", 3) for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == [rows, vg.Position.parse("121212").text]
    assert lines[1][1] == "18"


def test_the_start_is_printed_as_a_dash_and_in_json_as_an_empty_text() -> None:
    done = run("solve", "--threads", "2", "--table-mb", "512", "-")
    assert done.stdout.split()[:2] == ["-", "1"]
    done = run("solve", "--threads", "2", "--table-mb", "512", "--json", "")
    assert (json.loads(done.stdout)["position"], json.loads(done.stdout)["score"]) == ("", 1)


def test_ctrl_c_ends_a_search_of_the_program_without_a_traceback() -> None:
    with start("solve", "4", "--book", "none", "--table-mb", "8") as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_a_reader_that_leaves_ends_the_filter_quietly() -> None:
    with start("solve", *LATE * 20) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(30) != 3
        assert process.stderr.read() == ""


def test_a_person_at_a_terminal_is_told_what_to_type() -> None:
    import pty

    controller, terminal = pty.openpty()
    with (
        closing(os.fdopen(controller, "wb", buffering=0)) as keyboard,
        subprocess.Popen(
            [*PROGRAM, "solve"],
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        ) as process,
    ):
        os.close(terminal)
        keyboard.write(b"121212\n\x04")
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out.split()[:2]) == (0, ["121212", "18"])
    assert err == "One position a line; - is the start. Ctrl-D ends.\n"


def test_analyse_prints_the_board_and_every_column() -> None:
    done = run("analyse", "121212")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "\n".join(lines[:7]) == PICTURE
    assert lines[7] == "X to move: win in 1 ply"
    rows = lines[lines.index("column  score  value") + 1 :][:7]
    assert [row.split()[0] for row in rows] == ["1*", "2", "3", "4", "5", "6", "7"]
    assert rows[0].split()[1:] == ["+18", "win", "in", "1", "ply"]
    assert "best play: 1" in lines


def test_analyse_in_json_agrees_with_the_library() -> None:
    digits = LATE[3]
    found = json.loads(run("analyse", digits, "--json").stdout)
    analysis = vg.Solver().analyse(digits)
    assert (found["version"], found["position"], found["source"]) == (1, digits, analysis.source)
    assert {int(c): value["score"] for c, value in found["columns"].items()} == {
        c: value.score for c, value in analysis.columns.items()
    }
    assert found["best"] == list(analysis.best)
    assert len(found["line"]) == found["plies"] == analysis.evaluation.plies


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "--threads", "0", "121212"], "threads is 0; allowed are 1 to 1024 [bad_option]"),
        (["solve", "--table-mb", "0", "121212"], "table_mb is 0; allowed are 1 to"),
        (["solve", "--threads", "two", "121212"], "Invalid value for '--threads'"),
        (["analyse"], "Missing argument 'POSITION'"),
        (["analyse", "xyz"], "'x' at place 1 of 'xyz' is not a column"),
        (["analyse", WON], "[game_over]"),
        (["analyse", "4", "5"], "unexpected extra argument"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_allowed(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
