"""Running a job: the same results wherever its chunks are done, and however often it is stopped."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from viergewinnt.errors import OptionError
from viergewinnt.jobs.checkpoint import Checkpoint
from viergewinnt.jobs.cluster import refuse_address, run_cluster
from viergewinnt.jobs.job import Failure, chunk_failed
from viergewinnt.jobs.local import run_here, run_processes
from viergewinnt.jobs.progress import NoProgress, Progress, progress_on

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from viergewinnt.jobs.job import Job

__all__ = ["run_job"]

MAX_WORKERS = 4096


def run_job(
    job: Job,
    *,
    checkpoint: Path | str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: bool | Progress = True,
    order: Iterable[int] | None = None,
    take: Callable[[int, bytes], object] | None = None,
) -> Sequence[bytes]:
    """Does all chunks of a job; their results in the order of the chunks.

    Runs on so many processes of this machine, by default one for each core; one worker is this
    process itself. With `cluster` it runs on Dask workers: `local` starts them here, at least two,
    and an address such as tcp://127.0.0.1:8786 names a scheduler.

    Finished chunks are kept in the file `checkpoint`, and a later call with the same job and file
    does only the others. Ctrl-C raises `KeyboardInterrupt` once the workers are gone and the file
    is on the disk. A chunk that fails, or over which three workers die, ends the job with
    `JobError`.

    Progress is shown on standard error. Chunks are handed out in the given order, which names each
    of them once. `take` is called with the index and the result of every chunk that this call
    finishes, in this thread and once the checkpoint has it; what it raises ends the job.
    """
    count = _worker_count(workers)
    if cluster is not None:
        refuse_address(cluster)
    plan = _plan(job, order)
    display: Progress = NoProgress()
    if progress is not False:
        display = progress_on() if progress is True else progress
    with contextlib.ExitStack() as parts:
        payloads: dict[int, bytes] = {}
        keep: Checkpoint | None = None
        if checkpoint is not None:
            keep = parts.enter_context(Checkpoint(checkpoint, job))
            payloads.update(keep.payloads)
        plan = [index for index in plan if index not in payloads]
        total = sum(job.weights) if job.weights is not None else job.chunks
        display.start(job.name, job.unit, total, total - sum(_weight(job, index) for index in plan))
        parts.callback(display.stop)
        for index, outcome in parts.enter_context(
            contextlib.closing(_outcomes(job, plan, cluster, count))
        ):
            if isinstance(outcome, Failure):
                raise chunk_failed(job, index, outcome)
            if keep is not None:
                keep.append(index, outcome)
            payloads[index] = outcome
            if take is not None:
                take(index, outcome)
            display.advance(_weight(job, index))
    return [payloads[index] for index in range(job.chunks)]


def _outcomes(
    job: Job, plan: Sequence[int], cluster: str | None, workers: int
) -> Generator[tuple[int, bytes | Failure], None, None]:
    if not plan:
        return
    if cluster is not None:
        yield from run_cluster(job, plan, cluster, workers)
    elif workers == 1:
        yield from run_here(job, plan)
    else:
        yield from run_processes(job, plan, workers)


def _worker_count(workers: int | None) -> int:
    if workers is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    if not 1 <= workers <= MAX_WORKERS:
        raise OptionError(
            f"workers is {workers}; allowed are 1 to {MAX_WORKERS}", code="bad_option"
        )
    return workers


def _plan(job: Job, order: Iterable[int] | None) -> list[int]:
    plan = list(range(job.chunks)) if order is None else list(order)
    if order is not None and (len(plan) != job.chunks or set(plan) != set(range(job.chunks))):
        raise OptionError(
            f"the order has {len(plan)} entries; it must name each of the chunks 0 to"
            f" {job.chunks - 1} once",
            code="bad_option",
        )
    return plan


def _weight(job: Job, index: int) -> float:
    return 1 if job.weights is None else job.weights[index]
