"""The checkpoint of a job: one writer, whole records, and chunks from other machines."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from viergewinnt.errors import CheckpointError
from viergewinnt.jobs.contents import (
    conflict,
    header_bytes,
    named_faults,
    parse_checkpoint,
    read_checkpoint,
    record_bytes,
    refuse_foreign,
    warn_of_damage,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

    from viergewinnt.jobs.job import Job

__all__ = ["Adopted", "Checkpoint", "adopt", "default_checkpoint"]

FSYNC_INTERVAL_S = 1.0
# Of file systems without hard links, as on memory sticks.
NO_LINKS = {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP}


def default_checkpoint(job: Job) -> Path:
    """Where a job is kept unless said otherwise: in the user's directory for states.

    The variable `VIERGEWINNT_STATE_DIR` names another directory.
    """
    import platformdirs

    named = os.environ.get("VIERGEWINNT_STATE_DIR")
    folder = Path(named) if named else platformdirs.user_state_path("viergewinnt", appauthor=False)
    return folder / "jobs" / f"{job.name}-{job.digest}.job"


class Checkpoint:
    """The checkpoint of a job, open for this process alone.

    Opening makes the file if there is none, and cuts off what a fault left behind. A context
    manager; what was appended stays, however the process ends.
    """

    def __init__(self, path: Path | str, job: Job) -> None:
        """Refuses the checkpoint of another job, and one that another process has open."""
        self.path = path = Path(path)
        self._payloads: dict[int, bytes] = {}
        self._fd = -1
        self._end = 0  # of the last good record
        with named_faults(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._fd = _open_locked(path, job)
        try:
            self._recover(job)
        except BaseException:
            os.close(self._fd)
            raise
        self._synced_at = time.monotonic()

    @property
    def payloads(self) -> Mapping[int, bytes]:
        """The results of the finished chunks."""
        return self._payloads

    def append(self, index: int, payload: bytes) -> None:
        """Adds a finished chunk; when that fails, the file is as it was before."""
        with named_faults(self.path):
            try:
                _write(self._fd, record_bytes(index, payload))
            except BaseException:  # Ctrl-C too
                with contextlib.suppress(OSError):
                    os.ftruncate(self._fd, self._end)
                    os.lseek(self._fd, self._end, os.SEEK_SET)
                raise
            self._end = os.lseek(self._fd, 0, os.SEEK_CUR)
            self._payloads[index] = payload
            if time.monotonic() - self._synced_at >= FSYNC_INTERVAL_S:
                self.sync()

    def sync(self) -> None:
        """Brings what was appended to the disk, so that it outlives a power cut as well."""
        with named_faults(self.path):
            os.fsync(self._fd)
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Syncs, and lets others open the file."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with named_faults(self.path):
                try:
                    os.fsync(fd)
                finally:
                    os.close(fd)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _recover(self, job: Job) -> None:
        with named_faults(self.path):
            contents = parse_checkpoint(self.path, _read_all(self._fd))
            refuse_foreign(self.path, contents, job)
            self._payloads = dict(contents.payloads)
            warn_of_damage(self.path, contents)
            if contents.damaged_bytes:
                old = self._fd
                self._fd = _make(self.path, job, contents.payloads, replace=True)
                os.close(old)
            elif contents.tail_bytes:
                os.ftruncate(self._fd, contents.good_bytes)
            self._end = os.lseek(self._fd, 0, os.SEEK_END)


@dataclass(frozen=True)
class Adopted:
    """What `adopt` took over."""

    taken: int  # chunks that were new
    known: int  # chunks that were finished here as well, with the same result
    missing: int  # chunks that are still to be done


def adopt(job: Job, checkpoint: Path | str, sources: Iterable[Path | str]) -> Adopted:
    """Takes the finished chunks of other checkpoints of the same job into one.

    All sources are read and compared before anything is written. A chunk with two different results
    is refused: one of the machines that did it is at fault.
    """
    found: dict[int, tuple[Path, bytes]] = {}
    with Checkpoint(checkpoint, job) as target:
        known = 0
        for source in map(Path, sources):
            contents = read_checkpoint(source)
            refuse_foreign(source, contents, job)
            warn_of_damage(source, contents)
            for index, payload in contents.payloads.items():
                where, other = found.get(index) or (target.path, target.payloads.get(index))
                if other is None:
                    found[index] = (source, payload)
                elif other != payload:
                    raise conflict(index, where, source)
                else:
                    known += 1
        for index in sorted(found):
            target.append(index, found[index][1])
        return Adopted(len(found), known, job.chunks - len(target.payloads))


# -------------------------------------------------------------------------------------- the file


def _open_locked(path: Path, job: Job) -> int:
    """The file at the path, made if need be, open and locked."""
    while True:
        try:
            fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            with contextlib.suppress(FileExistsError):
                return _make(path, job, {}, replace=False)
            continue
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            same = os.path.samestat(os.fstat(fd), path.stat())
        except BlockingIOError:
            os.close(fd)
            raise CheckpointError(
                f"{path} is in use by another process; let that one finish, or name another"
                " checkpoint",
                code="checkpoint_locked",
                path=str(path),
            ) from None
        except FileNotFoundError:
            same = False
        if same:
            return fd
        os.close(fd)  # it was replaced in the meantime


def _make(path: Path, job: Job, payloads: Mapping[int, bytes], *, replace: bool) -> int:
    """Puts a complete file at the path in one step, already locked; the open file.

    Unless it may replace a file there, it raises `FileExistsError`.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    fd = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _write(fd, header_bytes(job.identity))
        for index, payload in payloads.items():
            _write(fd, record_bytes(index, payload))
        os.fsync(fd)
        if replace:
            temporary.replace(path)
        else:
            _place(temporary, path)
        _sync_folder(path.parent)
    except BaseException:
        os.close(fd)
        temporary.unlink(missing_ok=True)
        raise
    return fd


def _place(temporary: Path, path: Path) -> None:
    """Gives the file its name unless another process was faster."""
    try:
        os.link(temporary, path)
    except OSError as fault:
        if fault.errno not in NO_LINKS:
            raise
        temporary.replace(path)
    else:
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _read_all(fd: int) -> bytes:
    with open(os.dup(fd), "rb") as file:  # noqa: PTH123 - a descriptor, not a path
        file.seek(0)
        return file.read()


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
