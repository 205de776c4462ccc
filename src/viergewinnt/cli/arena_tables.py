"""A tournament as tables in the terminal."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

if TYPE_CHECKING:
    from viergewinnt.arena import PairScore, Standing, Tournament

__all__ = ["print_tournament"]

WIDE = 160  # characters, where no terminal says how many there is room for
LEAST_NAME = 16  # of an engine; the rest of a long one goes below


def print_tournament(tournament: Tournament) -> None:
    """Standings, cross-table, pairings and, where there are judged moves, their quality."""
    width = shutil.get_terminal_size((WIDE, 0)).columns
    console = Console(highlight=False, width=width)
    plan = tournament.schedule
    console.print(
        f"{len(tournament.rows)} games, {len(plan.openings)} openings of"
        f" {len(plan.openings[0])} stones, seed {plan.seed}"
    )
    tables = [_standings(tournament), _pairs(tournament)]
    if len(tournament.engines) > 2 and not plan.gauntlet:
        tables.insert(1, _crosstable(tournament))
    if tournament.quality:
        tables.append(_quality(tournament))
    for table in tables:
        console.print()
        Console(highlight=False, width=max(width, _least_width(table, console))).print(table)


def _least_width(table: Table, console: Console) -> int:
    """Where a terminal has less it breaks the lines itself, but no figure and no name is lost."""
    width = Measurement.get(console, console.options.update(max_width=10 * WIDE), table).maximum
    for column in table.columns:
        if not column.no_wrap:
            longest = max(len(str(cell)) for cell in (column.header, *column.cells))
            column.min_width = min(longest, LEAST_NAME)
            width -= longest - column.min_width
    return width


def _table(title: str, *columns: str, left: int) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, title_style="bold")
    for place, name in enumerate(columns):
        folded = name in ("engine", "opponent")
        table.add_column(
            name,
            justify="left" if place < left else "right",
            overflow="fold" if folded else "ellipsis",
            no_wrap=not folded,
        )
    return table


def _standings(tournament: Tournament) -> Table:
    table = _table(
        "Ratings (Elo, 95 % interval)",
        "#", "engine", "rating", "from", "to", "score", "won", "drawn", "lost", "ms/move",
        left=2,
    )  # fmt: skip
    times = {its.engine: f"{its.mean_s * 1000:.2f}" for its in tournament.times}
    for place, its in enumerate(tournament.standings, start=1):
        table.add_row(
            str(place),
            its.engine,
            f"{its.rating:.0f}",
            *_bounds(its),
            f"{its.score:.1%}",
            *map(str, (its.wins, its.draws, its.losses)),
            times.get(its.engine, ""),
        )
    return table


def _bounds(standing: Standing) -> tuple[str, ...]:
    return tuple("-" if end is None else f"{end:.0f}" for end in (standing.low, standing.high))


def _crosstable(tournament: Tournament) -> Table:
    ranked = [standing.engine for standing in tournament.standings]
    table = _table(
        "Score against each", "#", "engine", *map(str, range(1, len(ranked) + 1)), left=2
    )
    for place, engine in enumerate(ranked, start=1):
        scores = [
            "" if other == engine else f"{tournament.pair(engine, other).score:.1%}"
            for other in ranked
        ]
        table.add_row(str(place), engine, *scores)
    return table


def _pairs(tournament: Tournament) -> Table:
    table = _table(
        "Pairings (99 % interval of the score)",
        "engine", "opponent", "score", "from", "to", "won", "drawn", "lost",
        left=2,
    )  # fmt: skip
    for pair in tournament.pairs:
        better: PairScore = pair if pair.score >= 0.5 else pair.turned()
        table.add_row(
            better.engine,
            better.opponent,
            *(f"{share:.1%}" for share in (better.score, better.low, better.high)),
            *map(str, (better.wins, better.draws, better.losses)),
        )
    return table


def _quality(tournament: Tournament) -> Table:
    table = _table(
        "Moves beside perfect play",
        "engine", "stones", "moves", "keep value", "of risky", "best",
        left=2,
    )  # fmt: skip
    for phase in tournament.quality:
        table.add_row(
            phase.engine,
            f"{phase.first_ply}-{phase.last_ply}",
            str(phase.moves),
            *map(_percent, (phase.kept_rate, phase.risky_kept_rate, phase.best_rate)),
        )
    return table


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.1%}"
