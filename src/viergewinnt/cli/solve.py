"""`viergewinnt solve`: exact scores, as a line filter or for positions given as arguments."""

from __future__ import annotations

import json
import sys
import time
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from viergewinnt.cli.options import AsJson, BookName, TableMb, Threads, book_named
from viergewinnt.errors import VierGewinntError
from viergewinnt.rules.position import Position
from viergewinnt.solver import Evaluation, Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["FORMAT_VERSION", "START", "answer_each", "solve_command", "text_of"]

FORMAT_VERSION = 1
SOME_REFUSED = 2
START = "-"


def solve_command(
    positions: Annotated[
        list[str] | None,
        typer.Argument(metavar="POSITION", help="Position texts; - is the start."),
    ] = None,
    book: BookName = "default",
    threads: Threads = 1,
    table_mb: TableMb = 64,
    as_json: AsJson = False,
) -> None:
    """Print the exact score of each position, for the side to move.

    Without POSITION it reads one position a line from standard input and answers each at once, in
    order. An answer is the position as given, its score, the nodes searched and the microseconds
    taken. Empty lines are passed over. A line that is no undecided position is reported with its
    number and skipped, and the exit code at the end is 2.
    """
    solver = Solver(threads=threads, table_mb=table_mb, book=book_named(book))
    answer_each(positions, lambda text: _answer(solver, text, as_json))


def answer_each(positions: Sequence[str] | None, answer: Callable[[str], object]) -> None:
    """Answers the positions given or, without any, those of standard input as they come.

    What is no undecided position is reported with its number, and ends the command with 2 after
    all others have been answered.
    """
    if not positions and sys.stdin.isatty():
        print("One position a line; - is the start. Ctrl-D ends.", file=sys.stderr)
    texts = _lines(sys.stdin) if not positions else enumerate(positions, start=1)
    refused = 0
    for number, text in texts:
        try:
            answer(text)
        except VierGewinntError as error:
            refused += 1
            where = "line" if not positions else "position"
            print(f"error: {where} {number}: {error} [{error.code}]", file=sys.stderr)
    if refused:
        raise typer.Exit(SOME_REFUSED)


def _lines(file: Iterable[str]) -> Iterator[tuple[int, str]]:
    if isinstance(file, TextIOWrapper):
        file.reconfigure(errors="backslashreplace")  # what is no text is refused as a position
    for number, line in enumerate(file, start=1):
        # Some editors begin a file with a mark of its encoding.
        if text := line.removeprefix("\ufeff").strip():
            yield number, text


def text_of(argument: str) -> str:
    """The position text that is meant: in filters and arguments the start may be written -."""
    text = argument.strip()
    return "" if text == START else text


def _answer(solver: Solver, argument: str, as_json: bool) -> None:
    text = text_of(argument)
    position = Position.parse(text)
    nodes_before, started_ns = solver.nodes, time.perf_counter_ns()
    score = solver.score(position)
    elapsed_ns = time.perf_counter_ns() - started_ns
    nodes = solver.nodes - nodes_before
    if as_json:
        evaluation = Evaluation.of(score, position)
        answer = {
            "version": FORMAT_VERSION,
            "position": text,
            "score": score,
            "outcome": evaluation.outcome,
            "plies": evaluation.plies,
            "nodes": nodes,
            "elapsed_ms": elapsed_ns / 1e6,
            "source": solver.source,
        }
        print(json.dumps(answer), flush=True)
    else:
        shown = position.text if "\n" in text else text or START  # a picture fills no line
        print(shown, score, nodes, elapsed_ns // 1000, flush=True)
