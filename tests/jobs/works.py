"""Jobs that tests run: small, deterministic, and with faults where asked for."""

import hashlib
import os
import signal
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from viergewinnt.jobs import JSON, Job


def digest(parameters: Mapping[str, JSON], index: int) -> bytes:
    """A result that only this chunk has, of a length that varies."""
    return hashlib.sha256(f"{parameters['salt']}/{index}".encode()).digest() * (index % 4)


def logged(parameters: Mapping[str, JSON], index: int) -> bytes:
    """Like `digest`, but takes time and notes each time it is done in the file `log`."""
    time.sleep(float(str(parameters["seconds"])))
    log = os.open(str(parameters["log"]), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(log, f"{index} {os.getpid()}\n".encode())
    os.close(log)
    return digest(parameters, index)


def faulty(parameters: Mapping[str, JSON], index: int) -> bytes:
    """Fails at the chunk `at` in the way `fault`, the first `times` times."""
    if index == parameters["at"]:
        marks = Path(str(parameters["marks"]))
        done = len(list(marks.iterdir()))
        if done < int(str(parameters["times"])):
            (marks / str(done)).touch()
            match parameters["fault"]:
                case "raise":
                    raise ValueError("no luck")
                case "return":
                    return "text"  # type: ignore[return-value]  # the fault that is tested
                case "exit":
                    raise SystemExit(3)
                case "die":
                    os.kill(os.getpid(), signal.SIGKILL)
    return digest(parameters, index)


def digests(chunks: int = 40, *, salt: str = "") -> Job:
    return Job("digests", {"salt": salt}, chunks, digest)


def logged_digests(log: Path, *, chunks: int = 40, seconds: float = 0.02) -> Job:
    return Job("logged", {"log": str(log), "salt": "", "seconds": seconds}, chunks, logged)


def faulty_digests(fault: str, marks: Path, *, at: int = 5, times: int = 1_000) -> Job:
    marks.mkdir()
    parameters: dict[str, JSON] = {
        "at": at, "fault": fault, "marks": str(marks), "salt": "", "times": times
    }  # fmt: skip
    return Job("faulty", parameters, 20, faulty)


def expected(job: Job) -> list[bytes]:
    """The results of any of these jobs when nothing goes wrong."""
    return [digest(job.parameters, index) for index in range(job.chunks)]


def times_done(log: Path) -> Counter[int]:
    """How often each chunk was done."""
    return Counter(int(line.split()[0]) for line in log.read_text().splitlines())
