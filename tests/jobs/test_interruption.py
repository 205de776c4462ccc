"""Drivers as processes of their own: interrupted, killed, and started twice."""

import hashlib
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import Record
from tests.jobs import works
from tests.jobs.conftest import Drivers
from viergewinnt.jobs import read_checkpoint

CHUNKS = 40


def wait_for(reached: Callable[[], bool], timeout_s: float = 20) -> None:
    limit = time.monotonic() + timeout_s
    while not reached():
        assert time.monotonic() < limit, "it took too long"
        time.sleep(0.005)


def done_in(folder: Path) -> Counter[int]:
    log = folder / "log"
    return works.times_done(log) if log.exists() else Counter()


def kept_in(folder: Path) -> set[int]:
    checkpoint = folder / "it.job"
    return set(read_checkpoint(checkpoint).payloads) if checkpoint.exists() else set()


def workers_in(folder: Path) -> set[int]:
    return {int(line.split()[1]) for line in (folder / "log").read_text().splitlines()}


def has_done(folder: Path, chunks: int) -> bool:
    return len(done_in(folder)) >= chunks


def has_no_worker(folder: Path) -> bool:
    return not any(map(is_alive, workers_in(folder)))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def answer(folder: Path, *, chunks: int = CHUNKS) -> str:
    job = works.logged_digests(folder / "log", chunks=chunks)
    return hashlib.sha256(b"".join(works.expected(job))).hexdigest()


def finish(driver: subprocess.Popen[str], folder: Path) -> None:
    printed, faults = driver.communicate(timeout=60)
    assert (driver.returncode, faults) == (0, "")
    assert printed.strip() == answer(folder)


class Ledger:
    """What was finished at some moment, to be neither lost nor done twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.kept = kept_in(folder)
        self.done = done_in(folder)

    def check(self) -> None:
        done = done_in(self._folder)
        assert self.kept <= kept_in(self._folder) <= set(done)
        assert all(done[index] == self.done[index] for index in self.kept), "done twice"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_a_later_run_does_only_the_rest(
    workers: str,
    seed: int,
    count: Callable[[int, int], int],
    record: Record,
    drivers: Drivers,
    tmp_path: Path,
) -> None:
    chance = random.Random(seed)
    trials = count(2, 100)
    for trial in range(trials):
        folder = tmp_path / str(trial)
        folder.mkdir()
        for _ in range(3):
            ledger = Ledger(folder)
            driver = drivers.start(folder, "--workers", workers)
            time.sleep(chance.uniform(0, 0.6))
            os.killpg(driver.pid, signal.SIGINT)
            _, faults = driver.communicate(timeout=20)
            if driver.returncode == 0:
                break
            assert (driver.returncode, faults) == (130, "")
            ledger.check()
        ledger = Ledger(folder)
        finish(drivers.start(folder, "--workers", workers), folder)
        ledger.check()
    record(trials=trials, lost=0)


def test_ctrl_c_does_not_wait_for_long_chunks(drivers: Drivers, tmp_path: Path) -> None:
    driver = drivers.start(tmp_path, "--seconds", "60")
    time.sleep(0.7)
    started = time.monotonic()
    os.killpg(driver.pid, signal.SIGINT)
    _, faults = driver.communicate(timeout=20)
    assert time.monotonic() - started < 2
    assert (driver.returncode, faults) == (130, "")


def test_a_killed_driver_leaves_no_lock_no_worker_and_no_half_chunk(
    seed: int, count: Callable[[int, int], int], record: Record, drivers: Drivers, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    trials = count(2, 100)
    for trial in range(trials):
        folder = tmp_path / str(trial)
        folder.mkdir()
        for _ in range(2):
            ledger = Ledger(folder)
            goal = min(len(ledger.done) + chance.randint(1, 12), CHUNKS - 1)
            driver = drivers.start(folder)
            wait_for(partial(has_done, folder, goal))
            driver.kill()
            driver.wait()
            wait_for(partial(has_no_worker, folder), 5)
            ledger.check()
        ledger = Ledger(folder)
        assert ledger.kept
        finish(drivers.start(folder), folder)
        ledger.check()
    record(trials=trials, lost=0)


def test_a_driver_killed_in_the_middle_of_long_chunks_takes_its_workers_along(
    drivers: Drivers, tmp_path: Path
) -> None:
    driver = drivers.start(tmp_path, "--seconds", "60")
    children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children")
    if not children.exists():
        pytest.skip("this system does not list the children of a process")
    wait_for(lambda: len(children.read_text().split()) >= 3)  # two workers and a helper of Python's
    time.sleep(0.5)
    workers = [int(pid) for pid in children.read_text().split()]
    driver.kill()
    driver.wait()
    wait_for(lambda: not any(map(is_alive, workers)), 5)


def test_a_second_driver_is_refused_and_disturbs_nothing(drivers: Drivers, tmp_path: Path) -> None:
    first = drivers.start(tmp_path, "--seconds", "0.05")
    wait_for(lambda: bool(kept_in(tmp_path)))
    second = drivers.start(tmp_path, "--seconds", "0.05")
    _, faults = second.communicate(timeout=20)
    assert (second.returncode, faults) == (2, "checkpoint_locked\n")
    finish(first, tmp_path)
    assert set(done_in(tmp_path).values()) == {1}
