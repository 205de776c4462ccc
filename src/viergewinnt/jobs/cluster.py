"""Chunks done on a Dask cluster: one of this machine's own, or any by address."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import time
import uuid
from typing import TYPE_CHECKING

from viergewinnt._version import __version__
from viergewinnt.errors import JobError, OptionError
from viergewinnt.jobs.job import Failure, work_chunk, worker_died
from viergewinnt.jobs.local import MAX_DEATHS, QUEUED, interrupts_blocked, interrupts_ignored

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from distributed import Client, Future, LocalCluster

    from viergewinnt.jobs.job import JSON, Job, Work

__all__ = ["refuse_address", "run_cluster"]

LOCAL = "local"
SCHEMES = ("tcp://", "tls://", "ws://", "wss://", "ucx://")
CONNECT_TIMEOUT_S = 10
CLOSE_TIMEOUT_S = 2
COUNT_THREADS_EVERY_S = 2.0


def refuse_address(address: str) -> None:
    """Raises unless the text is `local` or the address of a scheduler."""
    if address != LOCAL and not address.startswith(SCHEMES):
        raise OptionError(
            f"{address!r} is no cluster; allowed are local and the address of a Dask scheduler, as"
            " in tcp://127.0.0.1:8786",
            code="bad_option",
        )


def run_cluster(
    job: Job, indices: Sequence[int], address: str, workers: int
) -> Iterator[tuple[int, bytes | Failure]]:
    """Does the chunks on a cluster; results come as they are finished.

    The scheduler gives the chunks of a worker that dies to others. Only a few chunks for each
    worker are handed in at a time, and a result is let go as soon as it is here.
    """
    try:
        import distributed
    except ImportError as fault:
        raise JobError(
            "a cluster needs Dask, which is not installed here; install it with: python -m pip"
            " install 'viergewinnt[cluster]'",
            code="cluster_missing",
        ) from fault

    with _connected(address, workers) as client:
        slots = _Slots(client, address)
        # A run has keys of its own, so that it never meets what is left of another one.
        prefix = f"{job.name}-{job.digest}-{uuid.uuid4().hex[:8]}"
        waiting = iter(indices)
        running: dict[Future, int] = {}
        finished = distributed.as_completed(loop=client.loop)
        try:
            while True:
                while len(running) < slots.count():
                    index = next(waiting, None)
                    if index is None:
                        break
                    future = client.submit(
                        _work_chunk,
                        __version__,
                        job.work,
                        job.parameters,
                        index,
                        key=f"{prefix}-{index}",
                        pure=False,
                    )
                    running[future] = index
                    finished.add(future)
                if not running:
                    return
                future = next(finished)
                index = running.pop(future)
                outcome = _outcome(job, index, future)
                future.release()
                yield index, outcome
        finally:
            if running:
                with contextlib.suppress(Exception):  # a scheduler that is gone has nothing to drop
                    client.cancel(list(running), force=True)


class _Slots:
    """How many chunks may be handed in at a time; workers may come and go."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._count = 0
        self._counted_s = float("-inf")
        if not self._threads():
            print(f"no worker is at {address} yet; waiting for one", file=sys.stderr)

    def count(self) -> int:
        now_s = time.monotonic()
        if now_s - self._counted_s >= COUNT_THREADS_EVERY_S:
            self._count = QUEUED * max(1, self._threads())
            self._counted_s = now_s
        return self._count

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except Exception as fault:
            raise JobError(
                f"the scheduler at {self._address} does not answer any more: {fault}",
                code="cluster_lost",
                address=self._address,
            ) from fault


def _work_chunk(
    version: str, work: Work, parameters: Mapping[str, JSON], index: int
) -> bytes | Failure:
    """What a worker does, provided that it has the program of the driver."""
    if version != __version__:
        return Failure(f"a worker has viergewinnt {__version__}, the driver has {version}", "")
    return work_chunk(work, parameters, index)


def _outcome(job: Job, index: int, future: Future) -> bytes | Failure:
    import distributed

    try:
        outcome: bytes | Failure = future.result()
    except distributed.scheduler.KilledWorker as fault:
        raise worker_died(job, index, MAX_DEATHS) from fault
    except Exception as fault:  # the work itself raises nothing: this is the cluster's own
        raise JobError(
            f"the cluster could not do chunk {index} of the job {job.name!r}:"
            f" {type(fault).__name__}: {fault}",
            code="cluster_lost",
            job=job.name,
            chunk=index,
        ) from fault
    return outcome


@contextlib.contextmanager
def _connected(address: str, workers: int) -> Iterator[Client]:
    import dask
    from distributed import Client, LocalCluster

    # A worker that dies is counted against the chunks it held, as in a pool of processes.
    settings = {"distributed.scheduler.allowed-failures": MAX_DEATHS - 1}
    with contextlib.ExitStack() as parts:
        parts.enter_context(_quiet())
        if address == LOCAL:
            parts.enter_context(dask.config.set(settings))
            with interrupts_blocked():
                cluster = LocalCluster(
                    n_workers=max(2, workers),
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    memory_limit=None,
                    dashboard_address="127.0.0.1:0",  # no fixed port, nothing open to others
                    silence_logs=logging.CRITICAL,  # those of the workers
                )
                parts.callback(_end_cluster, cluster)
            target = cluster.scheduler_address
        else:
            target = address
        try:
            with interrupts_blocked():
                client = Client(target, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
                parts.callback(_end_client, client)
        except OSError as fault:
            raise JobError(
                f"no Dask scheduler answers at {address} within {CONNECT_TIMEOUT_S} s; start one"
                " with dask scheduler, or correct the address",
                code="cluster_unreachable",
                address=address,
            ) from fault
        yield client


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask from reporting what becomes of workers and connections; our errors say it."""
    loggers = ("distributed", "distributed.client")
    handlers = [handler for name in loggers for handler in logging.getLogger(name).handlers]
    for handler in handlers:
        handler.addFilter(_nothing)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_nothing)


def _nothing(record: logging.LogRecord) -> bool:  # noqa: ARG001 - the form of a filter
    return False


def _end_client(client: Client) -> None:
    with interrupts_ignored():
        client.close(timeout=CLOSE_TIMEOUT_S)


def _end_cluster(cluster: LocalCluster) -> None:
    """Ends a cluster of our own without waiting for chunks that are being done."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        if nanny.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(nanny.pid, signal.SIGKILL)
    with interrupts_ignored(), contextlib.suppress(TimeoutError):
        cluster.close(timeout=CLOSE_TIMEOUT_S)
