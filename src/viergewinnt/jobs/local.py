"""Chunks done on this machine: in this process, or by several."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from viergewinnt.jobs.job import work_chunk, worker_died

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from viergewinnt.jobs.job import JSON, Failure, Job, Work

__all__ = ["interrupts_blocked", "interrupts_ignored", "run_here", "run_processes"]

QUEUED = 2  # chunks a worker holds: the one it does, and the next, so that it never waits
MAX_DEATHS = 3  # of workers over one chunk
PATIENCE_S = 1.0  # for a worker without work to end


def run_here(job: Job, indices: Sequence[int]) -> Iterator[tuple[int, bytes | Failure]]:
    """Does the chunks one after the other in this process."""
    for index in indices:
        yield index, work_chunk(job.work, job.parameters, index)


@dataclass
class _Worker:
    process: SpawnProcess
    connection: Connection
    chunks: deque[int] = field(default_factory=deque)  # the first one is being done


def run_processes(
    job: Job, indices: Sequence[int], workers: int
) -> Iterator[tuple[int, bytes | Failure]]:
    """Does the chunks in so many processes; results come as they are finished.

    A worker that dies is replaced and its chunks are handed out again. A chunk over which several
    have died is given up, and with it the job.
    """
    waiting = deque(indices)
    deaths: Counter[int] = Counter()
    team: list[_Worker] = []

    def hand_out(worker: _Worker) -> None:
        while waiting and len(worker.chunks) < QUEUED:
            worker.chunks.append(waiting.popleft())
            with contextlib.suppress(OSError):  # it has died; its end of file comes next
                worker.connection.send(worker.chunks[-1])

    def bury(worker: _Worker) -> None:
        team.remove(worker)
        worker.connection.close()
        worker.process.join()
        waiting.extendleft(reversed(worker.chunks))
        if worker.chunks:
            index = worker.chunks[0]
            deaths[index] += 1
            if deaths[index] == MAX_DEATHS:
                raise worker_died(job, index, MAX_DEATHS)

    try:
        while True:
            while waiting and len(team) < workers:
                team.append(_hire(job))
                hand_out(team[-1])
            busy = {worker.connection: worker for worker in team if worker.chunks}
            if not busy:
                return
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]  # what was put in comes back
                try:
                    index, outcome = worker.connection.recv()
                except (EOFError, OSError):
                    bury(worker)
                    continue
                worker.chunks.popleft()
                hand_out(worker)
                yield index, outcome
    finally:
        _dismiss(team)


def _hire(job: Job) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_serve,
        args=(theirs, job.work, job.parameters),
        name=f"{job.name} worker",
        daemon=True,
    )
    with interrupts_blocked():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _dismiss(team: Sequence[_Worker]) -> None:
    """Ends all workers: those without work leave by themselves, the others are not waited for."""
    for worker in team:
        worker.connection.close()
        if worker.chunks:
            worker.process.kill()
    for worker in team:
        worker.process.join(PATIENCE_S)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Holds Ctrl-C back for a moment; threads and processes started meanwhile never see it.

    A terminal sends Ctrl-C to all processes of a command. Only the one that drives the job heeds
    it, and it ends the others.
    """
    resource_tracker.ensure_running()  # starting it later would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Lets a tidying up that takes a moment come to its end."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Ctrl-C never comes here
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(connection: Connection, work: Work, parameters: Mapping[str, JSON]) -> None:
    """The life of a worker: does what it is handed until the driver hangs up."""
    threading.Thread(target=_leave_with_driver, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            index = connection.recv()
            connection.send((index, work_chunk(work, parameters, index)))


def _leave_with_driver() -> None:
    """Ends this process when the driver is gone, even in the middle of a chunk."""
    driver = multiprocessing.parent_process()
    if driver is not None:
        wait([driver.sentinel])
        os._exit(1)
