"""`viergewinnt book`: build an opening book, say what is in one, verify it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from viergewinnt.book import DEFAULT_BOOK, Book
from viergewinnt.cli.options import AsJson, Cluster, TableMb, Threads, Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from viergewinnt.book.verify import Difference

__all__ = ["book_app"]

FORMAT_VERSION = 1
THE_ANSWER_IS_NO = 1
INTERRUPTED = 130
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
    keep.parent.mkdir(parents=True, exist_ok=True)
    if adopt:
        adopted = adopt_checkpoints(job, keep, adopt)
        print(f"{adopted.taken} chunks taken over, {adopted.missing} to do", file=sys.stderr)
    try:
        chunks = run_job(job, checkpoint=keep, workers=workers, cluster=cluster)
    except KeyboardInterrupt:
        _say_how_to_go_on(keep)
        raise typer.Exit(INTERRUPTED) from None
    data = assemble(
        plies, chunks, lambda stones: print(f"positions of {stones} stones", file=sys.stderr)
    )
    _write(output, data)
    print(f"{output}: {len(data):,} bytes; the checkpoint {keep} can go", file=sys.stderr)


def _say_how_to_go_on(keep: Path) -> None:
    command = shlex.join(["viergewinnt", *sys.argv[1:]])
    print(f"\nstopped; finished work is in {keep}\ngo on with: {command}", file=sys.stderr)


def _write(path: Path, data: bytes) -> None:
    """The whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


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
    every: Annotated[bool, typer.Option("--all", help="Search all positions: hours.")] = False,
    stones: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Only positions of so many stones; may be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random positions.")] = 0,
    threads: Threads = 1,
    table_mb: TableMb = 512,
    as_json: AsJson = False,
) -> None:
    """Search positions of a book again, without it, and compare.

    Positions of fewer than 8 stones take up to half a minute each, so a sample has at most 10 of
    each of these unless they are asked for by --stones. The exit code is 1 when a score differs.
    """
    from viergewinnt.book.verify import sample_keys, verify

    book = Book(file or DEFAULT_BOOK)
    different: list[Difference] = []
    searched = {}
    for number in sorted(stones or book.sections, reverse=True):
        count = None if every else sample if stones or number >= 8 else min(sample, 10)
        keys = sample_keys(number, count, seed)
        display = _display(f"{number} stones", len(keys))
        different += verify(book, keys, threads=threads, table_mb=table_mb, progress=display)
        searched[number] = len(keys)
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


def _print_differences(searched: int, different: list[Difference]) -> None:
    print(f"{searched:,} positions searched, {len(different):,} differ")
    for found in different[:SHOWN]:
        said = "nothing" if found.in_book is None else found.in_book
        print(f"{found.position.text}  book {said}, search {found.searched}")
    if len(different) > SHOWN:
        print(f"and {len(different) - SHOWN:,} more")


def _display(title: str, total: int) -> Callable[[int, int], object]:
    """A progress display of the jobs, told how many are done rather than one after the other."""
    from viergewinnt.jobs import progress_on

    display = progress_on()
    display.start(title, "positions", total, 0)
    told = 0

    def tell(done: int, of: int) -> None:
        nonlocal told
        if done == told:
            return
        display.advance(done - told)
        told = done
        if done == of:
            display.stop()

    return tell
