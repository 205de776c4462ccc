"""The file of finished chunks: its bytes, damage of every kind, and a full disk."""

import json
import multiprocessing
import os
import random
import resource
import struct
import subprocess
import traceback
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.conftest import Record
from tests.jobs import works
from viergewinnt.jobs import Checkpoint, Job, adopt, default_checkpoint, read_checkpoint, run_job

JOB = works.digests(12)
RESULTS = works.expected(JOB)


def crc(data: bytes) -> bytes:
    return struct.pack("<I", zlib.crc32(data))


def header_of(job: Job) -> bytes:
    fields = {"chunks": job.chunks, "name": job.name, "parameters": dict(job.parameters)}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    return b"VIERJOB1" + struct.pack("<I", len(text)) + text + crc(text)


def record_of(index: int, payload: bytes) -> bytes:
    body = struct.pack("<II", index, len(payload)) + payload
    return body + crc(body)


def bytes_of(job: Job, indices: list[int]) -> bytes:
    """The file as the documentation describes it, written without the code under test."""
    results = works.expected(job)
    return header_of(job) + b"".join(record_of(index, results[index]) for index in indices)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_the_file_has_the_documented_bytes(tmp_path: Path) -> None:
    path = tmp_path / "it.job"
    order = [*range(1, 12), 0]
    run_job(JOB, checkpoint=path, workers=1, order=order, progress=False)
    assert path.read_bytes() == bytes_of(JOB, order)
    assert [one.name for one in tmp_path.iterdir()] == ["it.job"]


def test_a_file_of_another_program_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "log"
    job = works.logged_digests(log, chunks=12, seconds=0)
    path = write(tmp_path / "it.job", bytes_of(job, [7, 2, 11]))
    assert run_job(job, checkpoint=path, workers=1, progress=False) == works.expected(job)
    assert sorted(works.times_done(log).elements()) == [0, 1, 3, 4, 5, 6, 8, 9, 10]


def test_a_file_cut_off_anywhere_keeps_its_whole_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = [4, 3, 8, 1, 6]
    whole = bytes_of(JOB, order)
    start = len(header_of(JOB))
    ends = [len(bytes_of(JOB, order[:n])) for n in range(len(order) + 1)]
    for size in range(len(whole) + 1):
        path = write(tmp_path / "it.job", whole[:size])
        if size < start:
            with pytest.raises(vg.CheckpointError, match="is no checkpoint") as refusal:
                Checkpoint(path, JOB)
            assert refusal.value.code == "checkpoint_damaged"
            assert path.read_bytes() == whole[:size]
            continue
        kept = sum(end <= size for end in ends) - 1
        with Checkpoint(path, JOB) as checkpoint:
            assert list(checkpoint.payloads) == order[:kept]
            assert path.read_bytes() == whole[: ends[kept]]
            checkpoint.append(0, RESULTS[0])
        assert path.read_bytes() == whole[: ends[kept]] + record_of(0, RESULTS[0])
        warning = capsys.readouterr().err
        assert (warning == "") == (size == ends[kept])
        if warning:
            assert f" {size - ends[kept]} byte" in warning
            assert str(path) in warning


def test_no_flipped_bit_is_believed(
    tmp_path: Path, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    order = [4, 3, 8, 1, 6, 7]
    whole = bytes_of(JOB, order)
    chance = random.Random(seed)
    every = range(8 * len(whole))
    bits = every if count(0, 1) else chance.sample(every, 600)
    believed = refused = 0
    for bit in bits:
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        path = write(tmp_path / "it.job", bytes(data))
        try:
            with Checkpoint(path, JOB) as checkpoint:
                payloads = dict(checkpoint.payloads)
        except vg.CheckpointError as error:
            assert bit // 8 < len(header_of(JOB))
            assert error.code == "checkpoint_damaged"  # noqa: PT017
            assert path.read_bytes() == data
            refused += 1
            continue
        assert bit // 8 >= len(header_of(JOB))
        assert len(payloads) < len(order)
        assert all(payload == RESULTS[index] for index, payload in payloads.items())
        assert path.read_bytes() == bytes_of(JOB, list(payloads))
        believed += 1
    assert refused
    assert believed
    record(bits=len(bits), wrong_chunks=0)


def test_records_behind_a_damaged_one_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = [1, 2, 3, 5]
    data = bytearray(bytes_of(JOB, order))
    data[len(bytes_of(JOB, [1])) + 20] ^= 0x10  # in the payload of chunk 2
    path = write(tmp_path / "it.job", bytes(data))
    assert list(read_checkpoint(path).payloads) == [1, 3, 5]
    with Checkpoint(path, JOB) as checkpoint:
        assert list(checkpoint.payloads) == [1, 3, 5]
        with pytest.raises(vg.CheckpointError):  # the file that took its place is locked as well
            Checkpoint(path, JOB)
        checkpoint.append(2, RESULTS[2])
    assert path.read_bytes() == bytes_of(JOB, [1, 3, 5, 2])
    lost = len(record_of(2, RESULTS[2]))
    assert f"warning: {lost} bytes of {path} belong to no whole record" in capsys.readouterr().err


@pytest.mark.parametrize(
    "data",
    [b"", b"VIER", b"not a checkpoint at all", b"VIERJOB2" + b"\0" * 40, b"\x89PNG\r\n\x1a\n"],
)
def test_what_is_no_checkpoint_is_refused_and_left_alone(data: bytes, tmp_path: Path) -> None:
    path = write(tmp_path / "it.job", data)
    with pytest.raises(vg.CheckpointError, match="is no checkpoint") as refusal:
        run_job(JOB, checkpoint=path, workers=1, progress=False)
    assert refusal.value.code == "checkpoint_damaged"
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "other",
    [works.digests(13), works.digests(12, salt="x"), Job("digest", {"salt": ""}, 12, works.digest)],
    ids=["chunks", "parameters", "name"],
)
def test_the_checkpoint_of_another_job_is_refused_and_left_alone(
    other: Job, tmp_path: Path
) -> None:
    data = bytes_of(other, [1, 2])
    path = write(tmp_path / "it.job", data)
    with pytest.raises(vg.CheckpointError, match="is the checkpoint of another job") as refusal:
        run_job(JOB, checkpoint=path, workers=1, progress=False)
    assert refusal.value.code == "checkpoint_foreign"
    assert other.identity.decode() in str(refusal.value)
    assert path.read_bytes() == data


def test_a_checkpoint_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.job"
    with Checkpoint(path, JOB):
        with pytest.raises(vg.CheckpointError, match="in use by another process") as refusal:
            Checkpoint(path, JOB)
        assert refusal.value.code == "checkpoint_locked"
    Checkpoint(path, JOB).close()


def test_a_checkpoint_that_cannot_be_made_is_refused_by_name(tmp_path: Path) -> None:
    write(tmp_path / "file", b"")
    with pytest.raises(vg.CheckpointError, match=r"cannot use .*it\.job as a checkpoint") as no:
        run_job(JOB, checkpoint=tmp_path / "file" / "it.job", workers=1, progress=False)
    assert no.value.code == "checkpoint_unusable"


# ------------------------------------------------------------------------------------- full disks


def with_room_limited(test: Callable[[Callable[[int], None], Path], None], folder: Path) -> None:
    """Does it in a process of its own, whose files may be held below so many bytes.

    In this one the limit would meet whatever else it writes: its output may be a file as well.
    """
    process = multiprocessing.get_context("spawn").Process(target=_limited, args=(test, folder))
    process.start()
    process.join()
    report = folder / "failed"
    assert process.exitcode == 0, report.read_text() if report.exists() else process.exitcode


def _limited(test: Callable[[Callable[[int], None], Path], None], folder: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = folder / "room"
    room.mkdir()
    try:
        test(lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard)), room)
    except BaseException:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        (folder / "failed").write_text(traceback.format_exc())
        raise SystemExit(1) from None


def test_every_size_at_which_room_ends_leaves_a_whole_file(tmp_path: Path) -> None:
    with_room_limited(every_size_leaves_a_whole_file, tmp_path)


def every_size_leaves_a_whole_file(size_limit: Callable[[int], None], tmp_path: Path) -> None:
    whole = bytes_of(JOB, list(range(12)))
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    for size in range(len(header_of(JOB)), len(whole)):
        path = tmp_path / "it.job"
        path.unlink(missing_ok=True)
        size_limit(size)
        with pytest.raises(vg.CheckpointError, match="make room") as refusal:
            run_job(JOB, checkpoint=path, workers=1, progress=False)
        size_limit(unlimited)
        assert refusal.value.code == "checkpoint_full"
        kept = list(read_checkpoint(path).payloads)
        assert path.read_bytes() == bytes_of(JOB, kept) == whole[: path.stat().st_size]
        assert path.stat().st_size + len(record_of(0, RESULTS[len(kept)])) > size
    assert run_job(JOB, checkpoint=path, workers=1, progress=False) == RESULTS
    assert path.read_bytes() == whole


def test_after_a_full_disk_the_same_run_may_go_on(tmp_path: Path) -> None:
    with_room_limited(the_same_run_goes_on, tmp_path)


def the_same_run_goes_on(size_limit: Callable[[int], None], tmp_path: Path) -> None:
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    path = tmp_path / "it.job"
    with Checkpoint(path, JOB) as checkpoint:
        checkpoint.append(1, RESULTS[1])
        size_limit(path.stat().st_size + 30)
        with pytest.raises(vg.CheckpointError, match="make room"):
            checkpoint.append(2, RESULTS[2])
        size_limit(unlimited)
        assert list(checkpoint.payloads) == [1]
        checkpoint.append(3, RESULTS[3])
    assert path.read_bytes() == bytes_of(JOB, [1, 3])


def test_no_room_for_a_new_file_leaves_none(tmp_path: Path) -> None:
    with_room_limited(no_room_leaves_none, tmp_path)


def no_room_leaves_none(size_limit: Callable[[int], None], tmp_path: Path) -> None:
    size_limit(20)
    with pytest.raises(vg.CheckpointError, match="make room"):
        run_job(JOB, checkpoint=tmp_path / "it.job", workers=1, progress=False)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_is_gone_on_with_when_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "none", str(disk)]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root may make a small disk")
    job = works.digests(3000)
    try:
        with pytest.raises(vg.CheckpointError, match="No space left on device") as refusal:
            run_job(job, checkpoint=disk / "it.job", workers=2, progress=False)
        assert refusal.value.code == "checkpoint_full"
        kept = dict(read_checkpoint(disk / "it.job").payloads)
        subprocess.run(["mount", "-o", "remount,size=1m", str(disk)], check=True)
        assert read_checkpoint(disk / "it.job").payloads == kept
        assert len(kept) > 100
        assert run_job(job, checkpoint=disk / "it.job", workers=2, progress=False) == (
            works.expected(job)
        )
    finally:
        subprocess.run(["umount", str(disk)], check=True)


# ----------------------------------------------------------------------- carrying from elsewhere


def test_chunks_done_elsewhere_are_taken_over(tmp_path: Path) -> None:
    here = write(tmp_path / "here.job", bytes_of(JOB, [0, 1, 2]))
    one = write(tmp_path / "one.job", bytes_of(JOB, [2, 3, 4]))
    other = write(tmp_path / "other.job", bytes_of(JOB, [4, 11, 5]) + b"half a rec")
    adopted = adopt(JOB, here, [one, other])
    assert (adopted.taken, adopted.known, adopted.missing) == (4, 2, 5)
    assert here.read_bytes() == bytes_of(JOB, [0, 1, 2, 3, 4, 5, 11])
    assert other.read_bytes().endswith(b"half a rec")
    assert adopt(JOB, tmp_path / "new.job", [here]).taken == 7


def test_two_results_for_one_chunk_are_refused_and_nothing_is_taken(tmp_path: Path) -> None:
    before = bytes_of(JOB, [0, 1])
    here = write(tmp_path / "here.job", before)
    good = write(tmp_path / "good.job", bytes_of(JOB, [5]))
    for index in (1, 5):
        bad = write(tmp_path / "bad.job", header_of(JOB) + record_of(index, b"wrong"))
        with pytest.raises(vg.CheckpointError, match=f"chunk {index} has two different") as refusal:
            adopt(JOB, here, [good, bad])
        assert refusal.value.code == "checkpoint_conflict"
        assert str(bad) in str(refusal.value)
        assert here.read_bytes() == before


def test_a_checkpoint_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    twice = bytes_of(JOB, [1, 2, 1])
    assert list(read_checkpoint(write(tmp_path / "it.job", twice)).payloads) == [1, 2]
    path = write(tmp_path / "it.job", bytes_of(JOB, [1]) + record_of(1, b"wrong"))
    with pytest.raises(vg.CheckpointError, match="chunk 1 has two different results"):
        Checkpoint(path, JOB)


def test_chunks_of_another_job_are_not_taken_over(tmp_path: Path) -> None:
    other = write(tmp_path / "other.job", bytes_of(works.digests(13), [5]))
    here = write(tmp_path / "here.job", bytes_of(JOB, [0]))
    with pytest.raises(vg.CheckpointError, match="another job"):
        adopt(JOB, here, [other])
    assert here.read_bytes() == bytes_of(JOB, [0])


# ------------------------------------------------------------------------------------ the default


def test_the_default_place_is_told_apart_by_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIERGEWINNT_STATE_DIR", str(tmp_path / "mine"))
    path = default_checkpoint(JOB)
    assert path == tmp_path / "mine" / "jobs" / f"digests-{JOB.digest}.job"
    assert default_checkpoint(works.digests(13)) != path
    assert not path.parent.exists()
    run_job(JOB, checkpoint=path, workers=1, progress=False)
    assert path.exists()
    monkeypatch.delenv("VIERGEWINNT_STATE_DIR")
    assert default_checkpoint(JOB).is_relative_to(tmp_path) or os.name != "posix"
