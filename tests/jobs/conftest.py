"""Drivers of jobs as processes of their own."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


class Drivers:
    """Starts drivers, each in a session of its own, as a terminal does, and leaves none behind."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[str]] = []

    def start(self, folder: Path, *options: str) -> subprocess.Popen[str]:
        driver = subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.driver", str(folder), *options],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._started.append(driver)
        assert driver.stdout is not None
        assert driver.stdout.readline() == "ready\n"
        return driver

    def end(self) -> None:
        for driver in self._started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(driver.pid, signal.SIGKILL)
            driver.communicate()


@pytest.fixture
def drivers() -> Iterator[Drivers]:
    drivers = Drivers()
    yield drivers
    drivers.end()
