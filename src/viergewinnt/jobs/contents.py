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
import json
import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from viergewinnt.errors import CheckpointError
from viergewinnt.jobs.job import canonical_identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from viergewinnt.jobs.job import JSON, Job

__all__ = [
    "Contents",
    "conflict",
    "header_bytes",
    "named_faults",
    "parse_checkpoint",
    "read_checkpoint",
    "record_bytes",
    "refuse_foreign",
    "warn_of_damage",
]

MAGIC = b"VIERJOB1"
NUMBER = struct.Struct("<I")
RECORD = struct.Struct("<II")
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


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


def read_checkpoint(path: Path | str) -> Contents:
    """Reads a checkpoint, which may be in use, and changes nothing."""
    path = Path(path)
    with named_faults(path):
        return parse_checkpoint(path, path.read_bytes())


def header_bytes(identity: bytes) -> bytes:
    size, crc = NUMBER.pack(len(identity)), NUMBER.pack(zlib.crc32(identity))
    return MAGIC + size + identity + crc


def record_bytes(index: int, payload: bytes) -> bytes:
    body = RECORD.pack(index, len(payload)) + payload
    return body + NUMBER.pack(zlib.crc32(body))


def parse_checkpoint(path: Path, data: bytes) -> Contents:
    name, parameters, chunks, start = _parse_header(path, data)
    payloads: dict[int, bytes] = {}
    offset = start
    damaged = 0
    for begin, end, index, payload in _records(data, start, chunks):
        if payloads.setdefault(index, payload) != payload:
            raise conflict(index, path, path)
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


# ---------------------------------------------------------------------------------------- faults


def warn_of_damage(path: Path, contents: Contents) -> None:
    lost = contents.damaged_bytes + contents.tail_bytes
    if lost:
        what = "1 byte" if lost == 1 else f"{lost} bytes"
        print(
            f"warning: {what} of {path} belong to no whole record and are dropped", file=sys.stderr
        )


def refuse_foreign(path: Path, contents: Contents, job: Job) -> None:
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


def conflict(index: int, one: Path, other: Path) -> CheckpointError:
    where = f"{one} and {other}" if one != other else str(one)
    message = f"chunk {index} has two different results in {where}: one of them is wrong"
    paths = (str(one), str(other))
    return CheckpointError(message, code="checkpoint_conflict", chunk=index, paths=paths)


@contextlib.contextmanager
def named_faults(path: Path) -> Iterator[None]:
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
