"""Building books: the same bytes wherever and however often interrupted, also without Python."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.jobs.test_cluster import Assassin
from viergewinnt import _native
from viergewinnt.book import DEFAULT_BOOK, Book
from viergewinnt.book.build import assemble, book_job, plies_of_book, solve_chunk
from viergewinnt.jobs import Job, read_checkpoint, run_job

PROGRAM = [sys.executable, "-m", "viergewinnt"]
ROOT = Path(__file__).resolve().parent.parent.parent
RUNNER = ROOT / "build" / "core-release" / "tools" / "book_chunks"
PLIES = 6


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Build the book of 6 stones with one process."""
    folder = tmp_path_factory.mktemp("small")
    done = build(folder, "--workers", "1")
    assert done.returncode == 0, done.stderr
    return (folder / "new.book").read_bytes()


def arguments(folder: Path, *more: str) -> list[str]:
    base = ["book", "build", "--plies", str(PLIES), "--using", "default"]
    files = ["--output", str(folder / "new.book"), "--checkpoint", str(folder / "it.job")]
    return [*PROGRAM, *base, *files, *more]


def build(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments(folder, *more), capture_output=True, text=True, timeout=120)


def test_a_book_has_its_longest_positions_and_those_of_up_to_8_stones() -> None:
    assert plies_of_book(3) == [0, 1, 2, 3]
    assert plies_of_book(8) == list(range(9))
    assert plies_of_book(12) == [*range(9), 12]
    for plies in (-1, 13):
        with pytest.raises(vg.OptionError, match="0 to 12"):
            plies_of_book(plies)


def test_a_small_book_says_what_the_default_one_says(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    path.write_bytes(small)
    book, default = Book(path), Book(DEFAULT_BOOK)
    assert book.sections == {n: c for n, c in default.sections.items() if n <= PLIES}
    for stones in book.sections:
        for chunk in range(_native.book_chunks(stones)):
            for key in _native.book_members(stones, chunk):
                position = vg.Position.from_key(key)
                assert book.lookup(position) == default.lookup(position) is not None


def test_two_processes_build_the_same_bytes(small: bytes, tmp_path: Path) -> None:
    assert build(tmp_path, "--workers", "2").returncode == 0
    assert (tmp_path / "new.book").read_bytes() == small
    assert {path.name for path in tmp_path.iterdir()} == {"new.book", "it.job"}


def slow_chunk(parameters: dict[str, object], chunk: int) -> bytes:
    """A chunk that leaves time to kill somebody."""
    time.sleep(0.01)
    with Path(str(parameters["log"])).open("a") as log:
        log.write(f"{chunk} {os.getpid()}\n")
    return solve_chunk(parameters, chunk)  # type: ignore[arg-type]


@pytest.mark.needs("distributed")
def test_a_cluster_with_a_worker_killed_half_way_builds_the_same_bytes(
    small: bytes, tmp_path: Path
) -> None:
    real, log = book_job(PLIES, "default"), tmp_path / "log"
    job = Job(
        name=real.name,
        parameters={**real.parameters, "log": str(log)},
        chunks=real.chunks,
        work=slow_chunk,  # type: ignore[arg-type]
    )
    assassin = Assassin(log, after=real.chunks // 2)
    chunks = run_job(job, workers=2, cluster="local", progress=assassin)
    assert assassin.victim is not None
    assert assemble(PLIES, chunks) == small


@pytest.mark.needs("distributed")
def test_the_command_builds_the_same_bytes_on_a_cluster(small: bytes, tmp_path: Path) -> None:
    done = build(tmp_path, "--workers", "2", "--cluster", "local")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new.book").read_bytes() == small


def interrupted_build(blow: signal.Signals, folder: Path, checkpoint: Path) -> tuple[int, str]:
    with subprocess.Popen(
        arguments(folder, "--workers", "2"), stderr=subprocess.PIPE, text=True
    ) as process:
        give_up_s = time.monotonic() + 60
        while not (checkpoint.exists() and checkpoint.stat().st_size > 1000):
            assert time.monotonic() < give_up_s
            time.sleep(0.002)
        process.send_signal(blow)
        _, said = process.communicate(timeout=30)
    (folder / "new.book").unlink(missing_ok=True)
    return process.returncode, said


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_build_goes_on_to_the_same_bytes(
    blow: signal.Signals, small: bytes, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "it.job"
    for _ in range(10):  # on a busy machine the blow may come when everything is done
        checkpoint.unlink(missing_ok=True)
        code, said = interrupted_build(blow, tmp_path, checkpoint)
        finished = len(read_checkpoint(checkpoint).payloads)
        if finished < _native.book_chunks(PLIES):
            break
    assert 0 < finished < _native.book_chunks(PLIES)
    if blow == signal.SIGINT:
        assert code == 130
        assert "go on with: viergewinnt book build" in said
    done = build(tmp_path, "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert f"{finished:,} of them finished before" in done.stderr
    assert (tmp_path / "new.book").read_bytes() == small


def test_a_bad_book_to_build_with_is_refused_before_anything_begins(tmp_path: Path) -> None:
    bad = tmp_path / "bad.book"
    bad.write_bytes(b"nothing")
    done = build(tmp_path, "--using", str(bad))
    assert done.returncode == 2
    assert "[not_a_book]" in done.stderr
    assert not (tmp_path / "it.job").exists()


def run_chunks(*more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([RUNNER, *more], capture_output=True, text=True, timeout=120)


@pytest.mark.needs("book_chunks")
def test_chunks_done_without_python_go_into_the_same_book(tmp_path: Path) -> None:
    """Two parts by the program of the core, the rest here; 12 stones, the first shapes only."""
    job = book_job(12)
    part = tmp_path / "elsewhere.job"
    first, last = job.chunks * 3999 // 4000, job.chunks
    options = ["--plies", "12", "--checkpoint", str(part), "--table-mb", "64"]
    done = run_chunks(*options, "--threads", "2", "--part", "4000/4000")
    assert done.returncode == 0, done.stderr
    contents = read_checkpoint(part)
    assert sorted(contents.payloads) == list(range(first, last))
    for chunk, payload in contents.payloads.items():
        assert payload == solve_chunk(job.parameters, chunk)

    again = run_chunks(*options, "--part", "4000/4000")
    assert f"{last - first} of {job.chunks} chunks are done, 0 to do" in again.stdout
    foreign = run_chunks("--plies", "11", "--checkpoint", str(part))
    assert foreign.returncode == 3
    assert "not a checkpoint of the job" in foreign.stderr
    assert read_checkpoint(part).payloads == contents.payloads

    data = bytearray(part.read_bytes())
    at = data.index(contents.payloads[first])
    data[at] ^= 1
    part.write_bytes(data)
    mended = run_chunks(*options, "--threads", "1", "--part", "4000/4000")
    assert f"{last - first - 1} of {job.chunks} chunks are done, 1 to do" in mended.stdout
    assert read_checkpoint(part).payloads == contents.payloads

    stopped = run_chunks("--plies", "8", "--checkpoint", str(tmp_path / "8.job"), "--time-s", "0.1")
    assert (stopped.returncode, "run the same command to go on" in stopped.stdout) == (1, True)


@pytest.mark.needs("book_chunks")
def test_a_checkpoint_from_elsewhere_is_adopted(tmp_path: Path, small: bytes) -> None:
    """What the program did is believed: with all chunks there, nothing is left to search."""
    done = build(tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "it.job").rename(tmp_path / "elsewhere.job")
    done = build(tmp_path, "--adopt", str(tmp_path / "elsewhere.job"))
    assert done.returncode == 0, done.stderr
    assert f"{_native.book_chunks(PLIES)} chunks taken over, 0 to do" in done.stderr
    assert (tmp_path / "new.book").read_bytes() == small
    foreign = run_chunks("--plies", "12", "--checkpoint", str(tmp_path / "it.job"))
    assert foreign.returncode == 3


@pytest.mark.parametrize(
    "wrong", [["--plies", "13"], ["--part", "3/2"], ["--bogus", "1"], ["--plies"], []]
)
@pytest.mark.needs("book_chunks")
def test_the_chunk_runner_says_what_it_wants(wrong: list[str]) -> None:
    done = run_chunks("--checkpoint", os.devnull, *wrong)
    assert done.returncode == 2
    assert done.stderr.startswith("book_chunks: ")
