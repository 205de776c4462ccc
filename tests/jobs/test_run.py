"""Running a job: results, order, faults of the work and of workers."""

from pathlib import Path

import pytest

import viergewinnt as vg
from tests.jobs import works
from viergewinnt.jobs import Job, NoProgress, run_job

WORKERS = [1, 2]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_are_the_same_for_any_number_of_workers(workers: int) -> None:
    job = works.digests(301)
    assert run_job(job, workers=workers, progress=False) == works.expected(job)


def test_a_job_without_chunks_is_done_at_once() -> None:
    assert run_job(works.digests(0), progress=False) == []


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("raise", "ValueError: no luck"),
        ("return", "the work returned str, not bytes"),
        ("exit", "SystemExit: 3"),
    ],
)
def test_a_chunk_that_fails_is_named_and_the_finished_ones_are_kept(
    fault: str, reason: str, workers: int, tmp_path: Path
) -> None:
    job = works.faulty_digests(fault, tmp_path / "marks", times=1)
    checkpoint = tmp_path / "it.job"
    with pytest.raises(vg.JobError, match=reason) as refusal:
        run_job(job, checkpoint=checkpoint, workers=workers, progress=False)
    assert (refusal.value.code, refusal.value.data["chunk"]) == ("chunk_failed", 5)
    kept = set(kept_in(checkpoint))
    assert kept == {0, 1, 2, 3, 4} if workers == 1 else kept and 5 not in kept
    again = run_job(job, checkpoint=checkpoint, workers=workers, progress=False)
    assert again == works.expected(job)


def kept_in(path: Path) -> dict[int, bytes]:
    from viergewinnt.jobs import read_checkpoint

    return dict(read_checkpoint(path).payloads)


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    job = works.faulty_digests("die", tmp_path / "marks", times=2)
    assert run_job(job, workers=2, progress=False) == works.expected(job)


def test_a_chunk_that_kills_its_workers_is_given_up_by_name(tmp_path: Path) -> None:
    job = works.faulty_digests("die", tmp_path / "marks")
    checkpoint = tmp_path / "it.job"
    with pytest.raises(vg.JobError, match="chunk 5 of the job 'faulty' was given up") as refusal:
        run_job(job, checkpoint=checkpoint, workers=2, progress=False)
    assert (refusal.value.code, refusal.value.data["chunk"]) == ("worker_died", 5)
    assert len(list((tmp_path / "marks").iterdir())) == 3
    assert kept_in(checkpoint)


def test_chunks_are_handed_out_in_the_order_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    job = works.logged_digests(log, chunks=10, seconds=0)
    order = [7, 3, 9, 0, 1, 2, 4, 5, 6, 8]
    assert run_job(job, workers=1, order=order, progress=False) == works.expected(job)
    assert [int(line.split()[0]) for line in log.read_text().splitlines()] == order


@pytest.mark.parametrize("workers", WORKERS)
def test_each_result_is_handed_over_once_the_checkpoint_has_it(
    tmp_path: Path, workers: int
) -> None:
    job, checkpoint = works.digests(30), tmp_path / "it.job"
    taken: dict[int, bytes] = {}

    def take(index: int, result: bytes) -> None:
        assert index in kept_in(checkpoint)
        assert index not in taken
        taken[index] = result
        if len(taken) == 10:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        run_job(job, checkpoint=checkpoint, workers=workers, progress=False, take=take)
    assert len(taken) == 10
    results = run_job(job, checkpoint=checkpoint, workers=workers, progress=False, take=take)
    assert results == works.expected(job)
    assert taken == dict(enumerate(results))


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 2, 3], [0, 1, 1], [0, 1, 3]])
def test_an_order_that_does_not_name_each_chunk_once_is_refused(order: list[int]) -> None:
    with pytest.raises(vg.OptionError, match="must name each of the chunks 0 to 2 once"):
        run_job(works.digests(3), order=order, progress=False)


@pytest.mark.parametrize("workers", [0, -1, 4097])
def test_a_number_of_workers_out_of_range_is_refused(workers: int) -> None:
    with pytest.raises(vg.OptionError, match=f"workers is {workers}; allowed are 1 to 4096"):
        run_job(works.digests(3), workers=workers, progress=False)


@pytest.mark.parametrize("cluster", ["", "Local", "127.0.0.1:8786", "http://127.0.0.1:8786"])
def test_what_is_no_cluster_is_refused(cluster: str) -> None:
    with pytest.raises(vg.OptionError, match="allowed are local and the address"):
        run_job(works.digests(3), cluster=cluster, progress=False)


class Counted(NoProgress):
    """Adds up what it is told."""

    def __init__(self) -> None:
        self.began: tuple[str, str, float, float] | None = None
        self.done = 0.0
        self.stopped = 0

    def start(self, title: str, unit: str, total: float, done: float) -> None:
        self.began = (title, unit, total, done)

    def advance(self, amount: float) -> None:
        self.done += amount

    def stop(self) -> None:
        self.stopped += 1


def test_progress_is_told_in_the_unit_of_the_job(tmp_path: Path) -> None:
    checkpoint = tmp_path / "it.job"
    marks = tmp_path / "marks"
    plain = works.faulty_digests("raise", marks, at=3, times=1)
    weights = [10.0 * index for index in range(20)]
    job = Job(plain.name, plain.parameters, 20, plain.work, unit="positions", weights=weights)
    first, second = Counted(), Counted()
    with pytest.raises(vg.JobError):
        run_job(job, checkpoint=checkpoint, workers=1, progress=first)
    run_job(job, checkpoint=checkpoint, workers=1, progress=second)
    assert (first.began, first.done) == (("faulty", "positions", 1900, 0), 30)
    assert (second.began, second.done) == (("faulty", "positions", 1900, 30), 1870)
    assert (first.stopped, second.stopped) == (1, 1)
