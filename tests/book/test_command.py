"""`viergewinnt book` as its users start it; builds are in test_build.py."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import viergewinnt as vg
from viergewinnt import _native
from viergewinnt.book import DEFAULT_BOOK, Book

PROGRAM = [sys.executable, "-m", "viergewinnt", "book"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A well-formed book of which one section, that of 8 stones, has nothing in it."""
    path = tmp_path_factory.mktemp("wrong") / "wrong.book"
    path.write_bytes(_native.encode_book({8: bytes(_native.book_places(8))}))
    return path


def test_a_good_sample_ends_with_0_and_a_wrong_one_with_1(wrong: Path) -> None:
    arguments = ["verify", "--stones", "8", "--sample", "2", "--table-mb", "64"]
    good = run(*arguments)
    assert (good.returncode, good.stdout) == (0, "2 positions searched, 0 differ\n"), good.stderr
    bad = run(*arguments, "--stones", "8", "--json", str(wrong))
    assert bad.returncode == 1, bad.stderr
    answer = json.loads(bad.stdout)
    assert answer["searched"] == {"8": 2}
    for found in answer["differences"]:
        position = vg.Position.parse(found["position"])
        assert (found["in_book"], found["searched"]) == (None, Book(DEFAULT_BOOK).lookup(position))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify", "--sample", "-1"], "the sample is -1"),
        (["verify", "--sample", "0"], "the sample is 0"),
        (["verify", "--stones", "9"], "has no positions of 9 stones; it has those of 0, 1, 2"),
        (["verify", "--stones", "99"], "has no positions of 99 stones"),
        (["verify", "--threads", "0"], "threads is 0"),
        (["verify", "--table-mb", "0"], "table_mb is 0"),
        (["verify", "--all", "--stones", "8", "--workers", "0"], "workers is 0"),
        (["info", os.devnull], "it is no file"),
        (["build", "--output", "/"], "/ cannot be written: Is a directory"),
        (["build", "--output", f"{os.devnull}/x"], "/dev/null/x cannot be written"),
        (["build", "--output", "x.book", "--checkpoint", f"{os.devnull}/x"], "as a checkpoint"),
        (["build", "--output", "x.book", "--plies", "13"], "plies is 13"),
    ],
)
def test_wrong_use_ends_with_2_before_any_work(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_build_says_nothing_that_is_no_progress(tmp_path: Path) -> None:
    """Workers end quietly too, with a solver and a book in their hands."""
    options = ["--plies", "2", "--using", "default", "--workers", "2"]
    paths = ["--output", str(tmp_path / "it.book"), "--checkpoint", str(tmp_path / "it.job")]
    done = run("build", *options, *paths)
    assert done.returncode == 0
    assert all(
        " book: " in line or "positions of" in line or "it.book" in line
        for line in done.stderr.splitlines()
    ), done.stderr


def test_verifying_all_is_interrupted_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Path
) -> None:
    monkeypatch.setenv("VIERGEWINNT_STATE_DIR", str(tmp_path))
    command = [*PROGRAM, "verify", "--all", str(wrong), "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        kept = tmp_path / "jobs"
        end_s = time.monotonic() + 60
        while not any(path.stat().st_size > 500 for path in kept.glob("*.job")):
            assert time.monotonic() < end_s
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "go on with: viergewinnt book verify --all" in said
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "finished before" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def test_verifying_all_of_a_small_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERGEWINNT_STATE_DIR", str(tmp_path))
    done = run("verify", "--all", "--stones", "0", "--workers", "1")
    assert (done.returncode, done.stdout) == (0, "1 positions searched, 0 differ\n"), done.stderr
    assert list((tmp_path / "jobs").iterdir()) == []


def test_an_interrupted_sample_leaves_a_terminal_as_it_was() -> None:
    controller, terminal = pty.openpty()
    command = [*PROGRAM, "verify", "--stones", "8", "--sample", "5000"]
    process = subprocess.Popen(command, stderr=terminal, stdin=terminal, stdout=terminal)
    os.close(terminal)
    said = b""
    try:
        while b"of 5,000 positions" not in said:
            said += os.read(controller, 65536)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(controller, 65536)
            except OSError:  # the last one who had it is gone
                break
            if not more:
                break
            said += more
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.wait()
        os.close(controller)
    hidden, shown = b"\x1b[?25l", b"\x1b[?25h"
    assert said.count(hidden) == said.count(shown) == 1
