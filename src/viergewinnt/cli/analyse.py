"""`viergewinnt analyse`: the exact values of all columns of a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from viergewinnt.cli.board import print_board, sign_of
from viergewinnt.cli.options import AsJson, BookName, TableMb, Threads, book_named
from viergewinnt.cli.solve import FORMAT_VERSION, text_of
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from viergewinnt.solver import Analysis, Evaluation

__all__ = ["analyse_command"]


def analyse_command(
    text: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position text; - is the start.")
    ],
    book: BookName = "default",
    threads: Threads = 1,
    table_mb: TableMb = 64,
    as_json: AsJson = False,
) -> None:
    """Print what each column of a position is worth to the side to move."""
    solver = Solver(threads=threads, table_mb=table_mb, book=book_named(book))
    text = text_of(text)
    analysis = solver.analyse(text)
    line = solver.line(analysis.position)
    if as_json:
        print(json.dumps(_json(text, analysis, line)))
    else:
        _print_table(analysis, line)


def _json(text: str, analysis: Analysis, line: str) -> dict[str, object]:
    return {
        "version": FORMAT_VERSION,
        "position": text,
        **_values(analysis.evaluation),
        "columns": {str(column): _values(found) for column, found in analysis.columns.items()},
        "best": list(analysis.best),
        "line": line,
        "nodes": analysis.nodes,
        "elapsed_ms": analysis.elapsed_s * 1000,
        "source": analysis.source,
    }


def _values(evaluation: Evaluation) -> dict[str, object]:
    return {
        "score": evaluation.score,
        "outcome": evaluation.outcome,
        "plies": evaluation.plies,
    }


def _print_table(analysis: Analysis, line: str) -> None:
    print_board(Console(highlight=False), analysis.position)
    print(f"{sign_of(analysis.position.to_move)} to move: {_in_words(analysis.evaluation)}")
    print()
    print("column  score  value")
    for column, found in analysis.columns.items():
        mark = "*" if column in analysis.best else " "
        print(f"{column:>5}{mark} {_signed(found.score):>6}  {_in_words(found)}")
    print()
    print(f"best play: {line}")
    print(f"{analysis.nodes:,} nodes, {analysis.elapsed_s * 1000:.1f} ms, {analysis.source}")


def _signed(score: int) -> str:
    return f"{score:+d}" if score else "0"


def _in_words(evaluation: Evaluation) -> str:
    plies = "1 ply" if evaluation.plies == 1 else f"{evaluation.plies} plies"
    return f"{evaluation.outcome} in {plies}"
