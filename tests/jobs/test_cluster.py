"""Jobs on a Dask cluster; workers that die there."""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import viergewinnt as vg
from tests.jobs import works
from tests.jobs.conftest import Drivers
from tests.jobs.test_interruption import finish
from viergewinnt.jobs import NoProgress, cluster, read_checkpoint, run_job
from viergewinnt.jobs.job import Failure

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


def cluster_elsewhere() -> Any:
    """A cluster that a run did not start, with its scheduler at a TCP address."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )


@on_dask
def test_a_cluster_is_reached_by_address_and_stays_afterwards() -> None:
    job = works.digests(60)
    with cluster_elsewhere() as there:
        for _ in range(2):
            results = run_job(job, cluster=there.scheduler_address, progress=False)
            assert results == works.expected(job)
        assert len(there.workers) == 2


class Closing(NoProgress):
    """Closes the cluster as soon as a chunk is finished."""

    def __init__(self, there: Any) -> None:
        self._there = there

    def advance(self, amount: float) -> None:
        self._there.close()


@on_dask
def test_a_scheduler_that_goes_away_ends_the_job_and_finished_chunks_are_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    job = works.logged_digests(tmp_path / "log")
    checkpoint = tmp_path / "it.job"
    with cluster_elsewhere() as there, pytest.raises(vg.JobError) as refusal:
        run_job(
            job,
            checkpoint=checkpoint,
            cluster=there.scheduler_address,
            progress=Closing(there),
        )
    assert refusal.value.code == "cluster_lost"
    assert capfd.readouterr() == ("", "")
    assert read_checkpoint(checkpoint).payloads
    results = run_job(job, checkpoint=checkpoint, workers=2, progress=False)
    assert results == works.expected(job)


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


def test_a_worker_with_another_version_does_nothing() -> None:
    outcome = cluster._work_chunk("0.0.0", works.digest, {"salt": ""}, 1)
    assert isinstance(outcome, Failure)
    assert outcome.reason == f"a worker has viergewinnt {vg.__version__}, the driver has 0.0.0"


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(vg.JobError, match=r"pip install 'viergewinnt\[cluster\]'") as refusal:
        run_job(works.digests(3), cluster="local", progress=False)
    assert refusal.value.code == "cluster_missing"
