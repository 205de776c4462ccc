"""What a run says about itself."""

import io
import re

import pytest

from tests.jobs import works
from viergewinnt.jobs import BarProgress, LineProgress, progress_on, run_job


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_lines_come_every_few_seconds_and_count_only_what_this_run_did() -> None:
    clock, file = Clock(), io.StringIO()
    progress = LineProgress(file, every_s=5, clock=clock, wall_clock=lambda: 0.0)
    progress.start("book", "positions", 10_000, 4_000)
    for _ in range(30):
        clock.now_s += 1
        progress.advance(100)
    progress.stop()
    lines = [line.partition(" ")[2] for line in file.getvalue().splitlines()]
    assert lines[0] == "book: 10,000 positions, 4,000 of them finished before"
    assert lines[1] == "book: 45.0%, 4,500 of 10,000 positions, 100 positions/s, 0:00:55 left"
    assert lines[-1] == "book: 70.0%, 7,000 of 10,000 positions, 100 positions/s, 0:00:30 left"
    assert len(lines) == 1 + 6 + 1
    assert all(re.match(r"\d\d:\d\d:\d\d ", line) for line in file.getvalue().splitlines())


def test_nothing_is_divided_by_zero() -> None:
    clock, file = Clock(), io.StringIO()
    progress = LineProgress(file, clock=clock)
    progress.start("empty", "chunks", 0, 0)
    progress.stop()
    progress.start("instant", "chunks", 1, 0)
    progress.advance(1)
    progress.stop()
    assert "100.0%, 0 of 0 chunks, no rate yet" in file.getvalue()
    assert "100.0%, 1 of 1 chunks, no rate yet" in file.getvalue()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_and_a_file_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    terminal = Terminal()
    bar = progress_on(terminal)
    assert isinstance(bar, BarProgress)
    run_job(works.digests(50), workers=1, progress=bar)
    assert "100%" in terminal.getvalue()
    assert "50 of 50 chunks" in terminal.getvalue()
    assert isinstance(progress_on(io.StringIO()), LineProgress)


def test_progress_goes_to_standard_error_and_quiet_is_quiet(
    capfd: pytest.CaptureFixture[str],
) -> None:
    run_job(works.digests(5), workers=1)
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "digests: 100.0%, 5 of 5 chunks" in printed.err
    run_job(works.digests(5), workers=1, progress=False)
    assert capfd.readouterr() == ("", "")
