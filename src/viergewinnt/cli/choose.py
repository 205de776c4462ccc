"""`viergewinnt choose`: what an engine plays, and why."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from viergewinnt.cli.board import print_board, sign_of
from viergewinnt.cli.options import AsJson, TimeS
from viergewinnt.cli.solve import FORMAT_VERSION, START, answer_each, text_of
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.engine import BaseEngine
from viergewinnt.engines.limit import Limit
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from viergewinnt.engines.choice import Choice
    from viergewinnt.engines.engine import Engine

__all__ = ["choose_command"]


def choose_command(
    positions: Annotated[
        list[str] | None,
        typer.Argument(metavar="POSITION", help="Position texts; - is the start."),
    ] = None,
    engine: Annotated[
        str, typer.Option(metavar="SPEC", help="Who chooses; `viergewinnt engines` lists them.")
    ] = "alphabeta",
    time_s: TimeS = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="Stones ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Positions searched.")] = None,
    playouts: Annotated[int | None, typer.Option(metavar="N", help="Random games in all.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let an engine choose a column.

    One POSITION is answered in full. Several, or those read from standard input, one a line, are
    answered in a line each: the position as given, the column, the score, its kind. Lines that are
    no undecided position are reported with their number and skipped; the exit code is then 2. With
    --json every answer is one line of JSON.
    """
    limit = Limit(time_s=time_s, depth=depth, nodes=nodes, playouts=playouts)
    chooser = engine_of(engine)
    if positions and len(positions) == 1:
        _answer_one(chooser, positions[0], limit, as_json)
        return
    answer_each(positions, lambda text: _answer_line(chooser, text, limit, as_json))


def _answer_line(engine: Engine, argument: str, limit: Limit, as_json: bool) -> None:
    text = text_of(argument)
    position = Position.parse(text)
    choice = _choice_of(engine, position, limit)
    if as_json:
        _print_json(text, choice)
        return
    shown = position.text if "\n" in text else text or START
    print(shown, choice.column, f"{choice.score:g}", choice.score_kind, flush=True)


def _choice_of(engine: Engine, position: Position, limit: Limit) -> Choice:
    """The choice; what failed beside it is said on standard error."""
    choice = engine.choose(position, limit)
    for warning in choice.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    return choice


def _print_json(text: str, choice: Choice) -> None:
    answer = {"version": FORMAT_VERSION, "position": text, **choice.to_json()}
    print(json.dumps(answer), flush=True)


def _answer_one(engine: Engine, text: str, limit: Limit, as_json: bool) -> None:
    position = Position.parse(text_of(text))
    known = engine.known(position, limit) if isinstance(engine, BaseEngine) else None
    choice = _choice_of(engine, position, limit)
    if as_json:
        _print_json(text_of(text), choice)
        return
    print_board(Console(highlight=False), position)
    print(f"{sign_of(position.to_move)} to move: {choice.engine} plays column {choice.column}")
    if choice.columns:
        print()
        print("column  score")
        for column, score in choice.columns.items():
            mark = "*" if column == choice.column else " "
            print(f"{column:>5}{mark}  {_words(choice, column, str(score))}".rstrip())
    print()
    if choice.line:
        print(f"expected play: {choice.line}")
    print(", ".join(_effort(choice)))
    if known is not None and choice.source != "database":
        row = f"column {known.column_for(position)}, score {known.score}"
        print(f"known but not used: {row} ({known.score.kind}), by {known.engine}")


def _words(choice: Choice, column: int, score: str) -> str:
    parts = [f"{score:>9}"]
    if column in choice.tallies:
        tally = choice.tallies[column]
        parts.append(f"{tally.wins} wins, {tally.draws} draws, {tally.losses} losses")
    if column in choice.proven:
        parts.append(f"proven {choice.proven[column]}")
    return "  ".join(parts)


def _effort(choice: Choice) -> list[str]:
    parts = [f"score {choice.score:g} ({choice.score_kind})"]
    if choice.depth is not None:
        parts.append(f"depth {choice.depth}")
    if choice.nodes:
        parts.append(f"{choice.nodes:,} nodes")
    if choice.playouts:
        parts.append(f"{choice.playouts:,} playouts")
    return [*parts, f"{choice.elapsed_s * 1000:.1f} ms", choice.source]
