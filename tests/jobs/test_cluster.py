"""Jobs on a Dask cluster; workers that die there."""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.jobs import works
from tests.jobs.conftest import Drivers
from tests.jobs.test_interruption import finish
from viergewinnt.jobs import NoProgress, cluster, read_checkpoint, run_job

on_dask = pytest.mark.needs("distributed")


class Assassin(NoProgress):
    """Kills one worker when so many chunks are finished."""

    def __init__(self, log: Path, after: int) -> None:
        self._log = log
        self._left = after
        self.victim: int | None = None

    def advance(self, amount: float) -> None:
        self._left -= 1
        if self._left == 0:
            self.victim = int(self._log.read_text().splitlines()[0].split()[1])
            os.kill(self.victim, signal.SIGKILL)


@on_dask
def test_a_cluster_of_two_with_one_killed_half_way_gives_the_same_bytes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    job = works.logged_digests(log)
    assassin = Assassin(log, after=20)
    results = run_job(
        job, checkpoint=tmp_path / "it.job", workers=2, cluster="local", progress=assassin
    )
    assert assassin.victim is not None
    assert results == works.expected(job)
    assert dict(read_checkpoint(tmp_path / "it.job").payloads) == dict(enumerate(results))
    assert len({line.split()[1] for line in log.read_text().splitlines()}) >= 2


@on_dask
def test_a_cluster_is_reached_by_address_and_stays_afterwards() -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
    ) as there:
        job = works.digests(60)
        for _ in range(2):
            assert run_job(job, cluster=there.scheduler_address, progress=False) == works.expected(
                job
            )
        assert len(there.workers) == 2


@on_dask
def test_faults_of_chunks_on_a_cluster_are_named(tmp_path: Path) -> None:
    job = works.faulty_digests("raise", tmp_path / "marks")
    with pytest.raises(
        vg.JobError, match="chunk 5 of the job 'faulty' failed: ValueError: no luck"
    ):
        run_job(job, workers=2, cluster="local", progress=False)


@on_dask
def test_a_chunk_that_kills_workers_of_a_cluster_is_given_up(tmp_path: Path) -> None:
    job = works.faulty_digests("die", tmp_path / "marks")
    with pytest.raises(vg.JobError, match="3 workers died over it") as refusal:
        run_job(job, workers=2, cluster="local", progress=False)
    assert refusal.value.code == "worker_died"
    assert len(list((tmp_path / "marks").iterdir())) == 3


@on_dask
def test_ctrl_c_ends_a_cluster_of_ones_own_at_once(drivers: Drivers, tmp_path: Path) -> None:
    driver = drivers.start(tmp_path, "--cluster", "local", "--seconds", "0.05")
    log = tmp_path / "log"
    while not (log.exists() and len(log.read_text().splitlines()) > 8):
        assert driver.poll() is None
        time.sleep(0.01)
    started = time.monotonic()
    os.killpg(driver.pid, signal.SIGINT)
    _, faults = driver.communicate(timeout=30)
    assert (driver.returncode, faults) == (130, "")
    assert time.monotonic() - started < 4
    kept = read_checkpoint(tmp_path / "it.job").payloads
    before = works.times_done(log)
    finish(drivers.start(tmp_path, "--seconds", "0.05"), tmp_path)
    assert all(works.times_done(log)[index] == before[index] for index in kept)


@on_dask
def test_ctrl_c_at_any_moment_ends_a_cluster_of_ones_own_without_a_word(
    seed: int, count: Callable[[int, int], int], drivers: Drivers, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    for trial in range(count(1, 100)):
        folder = tmp_path / str(trial)
        folder.mkdir()
        driver = drivers.start(folder, "--cluster", "local", "--seconds", "60")
        time.sleep(chance.uniform(0, 2))
        started = time.monotonic()
        os.killpg(driver.pid, signal.SIGINT)
        _, faults = driver.communicate(timeout=30)
        assert (driver.returncode, faults) == (130, "")
        assert time.monotonic() - started < 4


@on_dask
def test_an_address_where_nobody_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT_S", 0.5)
    with pytest.raises(vg.JobError, match="no Dask scheduler answers at tcp:") as no:
        run_job(works.digests(3), cluster="tcp://127.0.0.1:9", progress=False)
    assert no.value.code == "cluster_unreachable"


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(vg.JobError, match=r"pip install 'viergewinnt\[cluster\]'") as refusal:
        run_job(works.digests(3), cluster="local", progress=False)
    assert refusal.value.code == "cluster_missing"
