"""`viergewinnt book`: build an opening book, say what is in one, verify it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viergewinnt.book import DEFAULT_BOOK, Book
from viergewinnt.cli.interruption import told_how_to_go_on
from viergewinnt.cli.options import AsJson, Cluster, TableMb, Threads, Workers
from viergewinnt.errors import BookError, OptionError
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from viergewinnt.book.verify import Difference

__all__ = ["book_app"]

FORMAT_VERSION = 1
THE_ANSWER_IS_NO = 1
SHOWN = 20

book_app = typer.Typer(name="book", no_args_is_help=True, help="Opening books: build and verify.")

BookFile = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="A book; without it the default one.")
]


@book_app.command("build")
def build_command(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The new book.")],
    plies: Annotated[
        int, typer.Option(metavar="N", help="Stones of the longest positions, 0 to 12.")
    ] = 12,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where finished work is kept; by default in the user's state."
        ),
    ] = None,
    adopt: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Take over what another checkpoint has; may be repeated."
        ),
    ] = None,
    using: Annotated[
        str | None,
        typer.Option(
            metavar="default|FILE", help="Let searches end in another book: minutes, not hours."
        ),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Build an opening book: all positions of N stones and of up to 8.

    Every finished chunk is kept. Whatever ends the command, the same command goes on from there.
    The file is the same, byte for byte, wherever and with however many workers it is built.
    """
    from viergewinnt.book.build import assemble, book_job
    from viergewinnt.jobs import adopt as adopt_checkpoints
    from viergewinnt.jobs import default_checkpoint, run_job

    job = book_job(plies, using)
    keep = checkpoint or default_checkpoint(job)
    _refuse_output(output)
    if adopt:
        adopted = adopt_checkpoints(job, keep, adopt)
        print(f"{adopted.taken} chunks taken over, {adopted.missing} to do", file=sys.stderr)
    with told_how_to_go_on(keep):
        chunks = run_job(job, checkpoint=keep, workers=workers, cluster=cluster)
    data = assemble(
        plies, chunks, lambda stones: print(f"positions of {stones} stones", file=sys.stderr)
    )
    _write(output, data, keep)
    print(f"{output}: {len(data):,} bytes; the checkpoint {keep} can go", file=sys.stderr)


def _refuse_output(path: Path) -> None:
    """Raises unless a file can be written there: that is better known before hours of work."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        path.parent.mkdir(parents=True, exist_ok=True)
        part = _part_of(path)
        part.touch()
        part.unlink()
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise OptionError(f"{path} cannot be written: {reason}", code="bad_option") from fault


def _part_of(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _write(path: Path, data: bytes, keep: Path) -> None:
    """The whole file or none."""
    part = _part_of(path)
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as fault:
        part.unlink(missing_ok=True)
        raise BookError(
            f"{path} cannot be written: {fault.strerror or fault}; finished work is in {keep}, so"
            " the same command soon comes to this point again",
            code="book_unwritable",
            path=str(path),
        ) from fault


@book_app.command("info")
def info_command(file: BookFile = None, as_json: AsJson = False) -> None:
    """Say what is in a book; opening it checks all of it."""
    book = Book(file or DEFAULT_BOOK)
    checksum = f"{book.checksum:08x}"
    if as_json:
        sections = [{"stones": n, "positions": count} for n, count in book.sections.items()]
        answer = {
            "version": FORMAT_VERSION,
            "file": str(book.path),
            "bytes": book.size,
            "crc32": checksum,
            "sections": sections,
        }
        print(json.dumps(answer))
        return
    print(f"{book.path.name}: {book.size:,} bytes, CRC-32 {checksum}\n\nstones    positions")
    for stones, count in book.sections.items():
        print(f"{stones:>6} {count:>12,}")


@book_app.command("verify")
def verify_command(
    file: BookFile = None,
    sample: Annotated[
        int, typer.Option(metavar="N", help="Random positions searched for each number of stones.")
    ] = 1000,
    every: Annotated[
        bool, typer.Option("--all", help="Search all positions: days; goes on where it stopped.")
    ] = False,
    stones: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Only positions of so many stones; may be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random positions.")] = 0,
    threads: Threads = 1,
    table_mb: TableMb = 512,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Search positions of a book again, without it, and compare.

    Positions of fewer than 8 stones take up to half a minute each, so a sample has at most 10 of
    each of these unless they are asked for by --stones. The exit code is 1 when a score differs.
    A sample is searched with --threads and --table-mb, all positions with --workers or --cluster.
    """
    book = Book(file or DEFAULT_BOOK)
    for number in stones or ():
        if number not in book.sections:
            raise OptionError(
                f"{book.path} has no positions of {number} stones; it has those of"
                f" {', '.join(map(str, book.sections))}",
                code="bad_option",
            )
    numbers = sorted(set(stones or book.sections), reverse=True)
    if every:
        searched = {number: book.sections[number] for number in numbers}
        different = _verify_all(book, numbers, workers, cluster)
    else:
        counts = {n: sample if stones or n >= 8 else min(sample, 10) for n in numbers}
        solver = Solver(threads=threads, table_mb=table_mb, book=None)
        searched, different = _verify_sample(book, counts, seed, solver)
    if as_json:
        answer = {
            "version": FORMAT_VERSION,
            "file": str(book.path),
            "seed": seed,
            "searched": searched,
            "differences": [
                {"position": d.position.text, "in_book": d.in_book, "searched": d.searched}
                for d in different
            ],
        }
        print(json.dumps(answer))
    else:
        _print_differences(sum(searched.values()), different)
    if different:
        raise typer.Exit(THE_ANSWER_IS_NO)


def _verify_sample(
    book: Book, counts: Mapping[int, int], seed: int, solver: Solver
) -> tuple[dict[int, int], list[Difference]]:
    from viergewinnt.book.verify import sample_keys, verify

    searched: dict[int, int] = {}
    different: list[Difference] = []
    for stones, count in counts.items():
        keys = sample_keys(stones, count, seed)
        with _display(f"{stones} stones", len(keys)) as tell:
            different += verify(book, keys, solver, progress=tell)
        searched[stones] = len(keys)
    return searched, different


def _verify_all(
    book: Book, numbers: Sequence[int], workers: int | None, cluster: str | None
) -> list[Difference]:
    from viergewinnt.book.verify import differences_in, verify_job
    from viergewinnt.jobs import default_checkpoint, run_job

    different: list[Difference] = []
    jobs = [verify_job(book, stones) for stones in numbers]
    for job in jobs:
        keep = default_checkpoint(job)
        with told_how_to_go_on(keep):
            chunks = run_job(job, checkpoint=keep, workers=workers, cluster=cluster)
        different += differences_in(chunks)
    for job in jobs:
        default_checkpoint(job).unlink()  # whoever verifies again means it
    return different


def _print_differences(searched: int, different: list[Difference]) -> None:
    print(f"{searched:,} positions searched, {len(different):,} differ")
    for found in different[:SHOWN]:
        said = "nothing" if found.in_book is None else found.in_book
        print(f"{found.position.text}  book {said}, search {found.searched}")
    if len(different) > SHOWN:
        print(f"and {len(different) - SHOWN:,} more")


@contextlib.contextmanager
def _display(title: str, total: int) -> Iterator[Callable[[int, int], object]]:
    """A progress display of the jobs, told how many are done rather than one after the other."""
    from viergewinnt.jobs import progress_on

    display = progress_on()
    told = 0

    def tell(done: int, _total: int) -> None:
        nonlocal told
        if done != told:
            display.advance(done - told)
            told = done

    try:
        display.start(title, "positions", total, 0)
        yield tell
    finally:
        display.stop()
