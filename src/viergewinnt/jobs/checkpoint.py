"""The file that keeps the finished chunks of a job.

    8 bytes  VIERJOB1
    u32      length of the header
    ...      header: {"chunks":N,"name":"…","parameters":{…}}, keys sorted, no spaces, UTF-8
    u32      CRC-32 of the header
    then for every finished chunk, in any order
    u32      index
    u32      length of the payload
    ...      payload
    u32      CRC-32 of index, length and payload

Numbers are little-endian, the CRC is that of zlib and PNG. The file only ever grows at its end.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import struct
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from viergewinnt.errors import CheckpointError
from viergewinnt.jobs.job import canonical_identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import TracebackType

    from viergewinnt.jobs.job import JSON, Job

__all__ = ["Adopted", "Checkpoint", "Contents", "adopt", "default_checkpoint", "read_checkpoint"]

MAGIC = b"VIERJOB1"
NUMBER = struct.Struct("<I")
RECORD = struct.Struct("<II")
FSYNC_INTERVAL_S = 1.0
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NO_LINKS = {
    errno.EPERM,
    errno.ENOSYS,
    errno.EOPNOTSUPP,
}  # file systems of memory sticks and the like


@dataclass(frozen=True)
class Contents:
    """What a checkpoint file says and every finished chunk in it that can be believed."""

    name: str
    parameters: Mapping[str, JSON]
    chunks: int
    payloads: Mapping[int, bytes]
    damaged_bytes: int  # between good records
    good_bytes: int  # up to the end of the last good record
    tail_bytes: int  # behind it

    @property
    def identity(self) -> bytes:
        """The identity of the job, comparable with `Job.identity`."""
        return canonical_identity(self.name, self.parameters, self.chunks)


def default_checkpoint(job: Job) -> Path:
    """Where a job is kept unless said otherwise: in the user's directory for states.

    The variable `VIERGEWINNT_STATE_DIR` names another directory.
    """
    import platformdirs

    named = os.environ.get("VIERGEWINNT_STATE_DIR")
    folder = Path(named) if named else platformdirs.user_state_path("viergewinnt", appauthor=False)
    return folder / "jobs" / f"{job.name}-{job.digest}.job"


def read_checkpoint(path: Path | str) -> Contents:
    """Reads a checkpoint, which may be in use, and changes nothing."""
    path = Path(path)
    with _named_faults(path):
        return _parse(path, path.read_bytes())


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
        with _named_faults(path):
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
        with _named_faults(self.path):
            try:
                _write(self._fd, _record(index, payload))
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._fd, self._end)
                raise
            self._end = os.lseek(self._fd, 0, os.SEEK_CUR)
            self._payloads[index] = payload
            if time.monotonic() - self._synced_at >= FSYNC_INTERVAL_S:
                self.sync()

    def sync(self) -> None:
        """Brings what was appended to the disk, so that it outlives a power cut as well."""
        with _named_faults(self.path):
            os.fsync(self._fd)
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Syncs, and lets others open the file."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with _named_faults(self.path):
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
        with _named_faults(self.path):
            contents = _parse(self.path, _read_all(self._fd))
            _refuse_foreign(self.path, contents, job)
            self._payloads = dict(contents.payloads)
            _warn_of_damage(self.path, contents)
            if contents.damaged_bytes:
                old = self._fd
                self._fd = _rewrite(self.path, job, contents.payloads)
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
            _refuse_foreign(source, contents, job)
            _warn_of_damage(source, contents)
            for index, payload in contents.payloads.items():
                where, other = found.get(index) or (target.path, target.payloads.get(index))
                if other is None:
                    found[index] = (source, payload)
                elif other != payload:
                    raise _conflict(index, where, source)
                else:
                    known += 1
        for index in sorted(found):
            target.append(index, found[index][1])
        return Adopted(len(found), known, job.chunks - len(target.payloads))


# ------------------------------------------------------------------------------------- the bytes


def _header(identity: bytes) -> bytes:
    size, crc = NUMBER.pack(len(identity)), NUMBER.pack(zlib.crc32(identity))
    return MAGIC + size + identity + crc


def _record(index: int, payload: bytes) -> bytes:
    body = RECORD.pack(index, len(payload)) + payload
    return body + NUMBER.pack(zlib.crc32(body))


def _parse(path: Path, data: bytes) -> Contents:
    name, parameters, chunks, start = _parse_header(path, data)
    payloads: dict[int, bytes] = {}
    offset = start
    damaged = 0
    for begin, end, index, payload in _records(data, start, chunks):
        if payloads.setdefault(index, payload) != payload:
            raise _conflict(index, path, path)
        damaged += begin - offset
        offset = end
    return Contents(name, parameters, chunks, payloads, damaged, offset, len(data) - offset)


def _parse_header(path: Path, data: bytes) -> tuple[str, dict[str, JSON], int, int]:
    if not data.startswith(MAGIC):
        raise _damaged(path, f"it does not begin with {MAGIC.decode()}")
    begin = len(MAGIC) + NUMBER.size
    size = NUMBER.unpack_from(data, len(MAGIC))[0] if len(data) >= begin else 0
    if len(data) < begin + size + NUMBER.size:
        raise _damaged(path, "its header is cut short")
    header = data[begin : begin + size]
    if zlib.crc32(header) != NUMBER.unpack_from(data, begin + size)[0]:
        raise _damaged(path, "the checksum of its header is wrong")
    try:
        match json.loads(header):
            case {"chunks": int(chunks), "name": str(name), "parameters": dict(parameters)}:
                return name, parameters, chunks, begin + size + NUMBER.size
    except ValueError:
        pass
    raise _damaged(path, "its header does not describe a job")


def _records(data: bytes, start: int, chunks: int) -> Iterator[tuple[int, int, int, bytes]]:
    """Begin, end, index and payload of every record that verifies.

    A damaged record is passed over when a good one follows where its length says; otherwise what
    comes behind it cannot be told from its remains, and is not believed.
    """
    offset = start
    while offset + RECORD.size <= len(data):
        record = _record_at(data, offset, chunks)
        if record is None:
            offset += RECORD.size + RECORD.unpack_from(data, offset)[1] + NUMBER.size
            if _record_at(data, offset, chunks) is None:
                return
            continue
        end, index, payload = record
        yield offset, end, index, payload
        offset = end


def _record_at(data: bytes, offset: int, chunks: int) -> tuple[int, int, bytes] | None:
    begin = offset + RECORD.size
    if begin > len(data):
        return None
    index, size = RECORD.unpack_from(data, offset)
    end = begin + size + NUMBER.size
    if index >= chunks or end > len(data):
        return None
    body = memoryview(data)[offset : begin + size]
    if zlib.crc32(body) != NUMBER.unpack_from(data, begin + size)[0]:
        return None
    return end, index, data[begin : begin + size]


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


def _rewrite(path: Path, job: Job, payloads: Mapping[int, bytes]) -> int:
    return _make(path, job, payloads, replace=True)


def _make(path: Path, job: Job, payloads: Mapping[int, bytes], *, replace: bool) -> int:
    """Puts a complete file at the path in one step, already locked; the open file.

    Unless it may replace a file there, it raises `FileExistsError`.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    fd = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _write(fd, _header(job.identity))
        for index, payload in payloads.items():
            _write(fd, _record(index, payload))
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


# ---------------------------------------------------------------------------------------- faults


def _warn_of_damage(path: Path, contents: Contents) -> None:
    lost = contents.damaged_bytes + contents.tail_bytes
    if lost:
        what = "1 byte" if lost == 1 else f"{lost} bytes"
        print(
            f"warning: {what} of {path} belong to no whole record and are dropped", file=sys.stderr
        )


def _refuse_foreign(path: Path, contents: Contents, job: Job) -> None:
    if contents.identity == job.identity:
        return
    theirs, ours = contents.identity.decode(), job.identity.decode()
    raise CheckpointError(
        f"{path} is the checkpoint of another job, {theirs}; this one is {ours}. Name another"
        " checkpoint, or remove that file if its work is no longer wanted",
        code="checkpoint_foreign",
        path=str(path),
        found=theirs,
        expected=ours,
    )


def _damaged(path: Path, reason: str) -> CheckpointError:
    message = f"{path} is no checkpoint: {reason}; name another file, or remove this one"
    return CheckpointError(message, code="checkpoint_damaged", path=str(path), reason=reason)


def _conflict(index: int, one: Path, other: Path) -> CheckpointError:
    where = f"{one} and {other}" if one != other else str(one)
    message = f"chunk {index} has two different results in {where}: one of them is wrong"
    paths = (str(one), str(other))
    return CheckpointError(message, code="checkpoint_conflict", chunk=index, paths=paths)


@contextlib.contextmanager
def _named_faults(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        _raise_named(path, fault)


def _raise_named(path: Path, fault: OSError) -> NoReturn:
    reason = fault.strerror or str(fault)
    if fault.errno in NO_ROOM:
        raise CheckpointError(
            f"no room for {path}: {reason}. The chunks finished so far are in it; make room, or"
            " move the file to another disk, and start again to go on from there",
            code="checkpoint_full",
            path=str(path),
        ) from fault
    raise CheckpointError(
        f"cannot use {path} as a checkpoint: {reason}", code="checkpoint_unusable", path=str(path)
    ) from fault
