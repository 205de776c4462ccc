"""How far a job is: a bar on a terminal, lines of text elsewhere, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

__all__ = ["BarProgress", "LineProgress", "NoProgress", "Pace", "Progress", "progress_on"]

LINES_EVERY_S = 5.0


class Progress(Protocol):
    """What is told how far a job is. Amounts are in the unit of the job."""

    def start(self, title: str, unit: str, total: float, done: float) -> None:
        """A run begins, with so much finished in earlier runs."""

    def advance(self, amount: float) -> None:
        """A chunk is finished."""

    def stop(self) -> None:
        """The run is over, finished or not."""


@dataclass
class Pace:
    """Amounts and times of one run; only what this run did counts for its rate."""

    total: float
    resumed: float
    started_s: float
    done: float = 0  # by this run

    @property
    def fraction(self) -> float:
        """How much of the whole job is finished, 0 to 1."""
        return (self.resumed + self.done) / self.total if self.total else 1.0

    def rate(self, now_s: float) -> float | None:
        """Units a second, or None while nothing can be said."""
        elapsed_s = now_s - self.started_s
        return self.done / elapsed_s if self.done and elapsed_s > 0 else None

    def remaining_s(self, now_s: float) -> float | None:
        """Seconds to go at this rate, or None while nothing can be said."""
        left = self.total - self.resumed - self.done
        rate = self.rate(now_s)
        return None if rate is None else max(left, 0.0) / rate

    def amounts(self, unit: str) -> str:
        """As in `120 of 1,000 chunks`."""
        return f"{self.resumed + self.done:,.0f} of {self.total:,.0f} {unit}"

    def outlook(self, unit: str, now_s: float) -> str:
        """As in `3.5 chunks/s, 0:04:11 left`."""
        rate, remaining_s = self.rate(now_s), self.remaining_s(now_s)
        if rate is None or remaining_s is None:
            return "no rate yet"
        return f"{_in_words(rate)} {unit}/s, {_clock(remaining_s)} left"


class NoProgress:
    """Says nothing."""

    def start(self, title: str, unit: str, total: float, done: float) -> None: ...

    def advance(self, amount: float) -> None: ...

    def stop(self) -> None: ...


class LineProgress:
    """A line of text every few seconds, for logs."""

    def __init__(
        self,
        file: TextIO | None = None,
        *,
        every_s: float = LINES_EVERY_S,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """Writes to standard error unless told where."""
        self._file = file
        self._every_s = every_s
        self._clock = clock
        self._wall_clock = wall_clock

    def start(self, title: str, unit: str, total: float, done: float) -> None:
        """Says what is to be done, and what has been."""
        self._title, self._unit = title, unit
        self._pace = Pace(total, done, self._clock())
        resumed = f", {done:,.0f} of them finished before" if done else ""
        self._print(f"{total:,.0f} {unit}{resumed}")

    def advance(self, amount: float) -> None:
        """Prints a line if the last one is some seconds old."""
        self._pace.done += amount
        if self._clock() - self._printed_s >= self._every_s:
            self._print(self._state())

    def stop(self) -> None:
        """Prints where it stands."""
        self._print(self._state())

    def _state(self) -> str:
        pace = self._pace
        outlook = pace.outlook(self._unit, self._clock())
        return f"{pace.fraction:.1%}, {pace.amounts(self._unit)}, {outlook}"

    def _print(self, text: str) -> None:
        self._printed_s = self._clock()
        at = time.strftime("%H:%M:%S", time.localtime(self._wall_clock()))
        print(f"{at} {self._title}: {text}", file=self._file or sys.stderr, flush=True)


class BarProgress:
    """A bar with rate and remaining time, for a terminal."""

    def __init__(self, file: TextIO | None = None) -> None:
        """Draws on standard error unless told where."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[state]}"),
            console=Console(file=file or sys.stderr, highlight=False),
        )

    def start(self, title: str, unit: str, total: float, done: float) -> None:
        """Shows the bar, with what was finished before."""
        self._unit = unit
        self._pace = Pace(total, done, time.monotonic())
        self._task = self._bar.add_task(title, total=1.0, **self._state())
        self._bar.start()

    def advance(self, amount: float) -> None:
        """Moves the bar."""
        self._pace.done += amount
        self._bar.update(self._task, **self._state())

    def stop(self) -> None:
        """Leaves the bar as it is."""
        self._bar.stop()

    def _state(self) -> dict[str, Any]:
        pace = self._pace
        state = f"{pace.amounts(self._unit)}, {pace.outlook(self._unit, time.monotonic())}"
        return {"completed": pace.fraction, "state": state}


def progress_on(file: TextIO | None = None) -> Progress:
    """A bar if the file, standard error by default, is a terminal, and lines otherwise."""
    return BarProgress(file) if (file or sys.stderr).isatty() else LineProgress(file)


def _in_words(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
