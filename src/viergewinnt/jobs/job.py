"""A job: one function over many independent chunks, and what identifies it."""

from __future__ import annotations

import hashlib
import json
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from viergewinnt.errors import JobError, OptionError

__all__ = ["JSON", "Failure", "Job", "Work", "chunk_failed", "work_chunk", "worker_died"]

JSON: TypeAlias = "str | int | float | bool | list[JSON] | dict[str, JSON] | None"
Work: TypeAlias = Callable[[Mapping[str, JSON], int], bytes]

MAX_CHUNKS = MAX_PAYLOAD = (1 << 32) - 1  # both are 32-bit numbers in a checkpoint
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Job:
    """A long map over the chunks 0 to `chunks` - 1.

    `work(parameters, index)` gives the result of one chunk. It is a function of a module, so that
    other processes find it, and its answer depends on nothing but its arguments: a chunk may be
    done again after a fault, and on another machine. Name, parameters and number of chunks identify
    the job; a checkpoint of any other job is refused. `weights` says how much of `unit` each chunk
    counts for in the progress display; without them every chunk counts for one.
    """

    name: str
    parameters: Mapping[str, JSON]
    chunks: int
    work: Work
    unit: str = "chunks"
    weights: Sequence[float] | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise OptionError(
                f"{self.name!r} is no name for a job; allowed are up to 64 of letters, digits,"
                " '.', '_' and '-', beginning with a letter or digit",
                code="bad_option",
            )
        if not 0 <= self.chunks <= MAX_CHUNKS:
            raise OptionError(
                f"a job has 0 to {MAX_CHUNKS} chunks, not {self.chunks}", code="bad_option"
            )
        if self.weights is not None and len(self.weights) != self.chunks:
            raise OptionError(
                f"{len(self.weights)} weights for {self.chunks} chunks: each chunk needs one",
                code="bad_option",
            )
        name = getattr(self.work, "__qualname__", None)
        if not isinstance(name, str) or not name.isidentifier():
            raise OptionError(
                f"{self.work!r} cannot be found by other processes; the work of a job must be a"
                " function of a module",
                code="bad_option",
            )
        # What is read back from a checkpoint is what the work gets: the same on every machine.
        object.__setattr__(self, "parameters", json.loads(_canonical(self.parameters)))

    @property
    def identity(self) -> bytes:
        """Name, parameters and chunks as JSON with sorted keys and no spaces, in UTF-8."""
        return canonical_identity(self.name, self.parameters, self.chunks)

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that stand for the identity."""
        return hashlib.sha256(self.identity).hexdigest()[:16]


def canonical_identity(name: JSON, parameters: object, chunks: JSON) -> bytes:
    """The form in which jobs are compared, and the header of a checkpoint."""
    return _canonical({"chunks": chunks, "name": name, "parameters": parameters}).encode()


def _canonical(value: object) -> str:
    try:
        text = json.dumps(
            value, allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
        )
        text.encode()
    except (TypeError, ValueError) as fault:
        raise OptionError(
            f"the parameters of a job must be JSON: {fault}", code="bad_option"
        ) from fault
    return text


@dataclass(frozen=True)
class Failure:
    """Why a chunk has no result, in words that cross processes and machines."""

    reason: str
    traceback: str


def work_chunk(work: Work, parameters: Mapping[str, JSON], index: int) -> bytes | Failure:
    """The result of one chunk, wherever it runs; a fault of the work is a result too."""
    try:
        payload: object = work(parameters, index)  # by others, perhaps without checked types
    except (Exception, SystemExit) as fault:
        return Failure(f"{type(fault).__name__}: {fault}", traceback.format_exc())
    if not isinstance(payload, bytes):
        return Failure(f"the work returned {type(payload).__name__}, not bytes", "")
    if len(payload) > MAX_PAYLOAD:
        return Failure(f"{len(payload)} bytes are too many, {MAX_PAYLOAD} are allowed", "")
    return payload


def chunk_failed(job: Job, index: int, failure: Failure) -> JobError:
    message = f"chunk {index} of the job {job.name!r} failed: {failure.reason}"
    error = JobError(
        message, code="chunk_failed", job=job.name, chunk=index, traceback=failure.traceback
    )
    if failure.traceback:
        error.add_note(failure.traceback)
    return error


def worker_died(job: Job, index: int, times: int) -> JobError:
    message = (
        f"chunk {index} of the job {job.name!r} was given up: {times} workers died over it, for"
        " want of memory perhaps"
    )
    return JobError(message, code="worker_died", job=job.name, chunk=index, times=times)
