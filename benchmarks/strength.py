"""`python -m benchmarks.strength`: rates levels and presets, and writes tables into the docs."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.table import Table, machine, write_between
from viergewinnt.arena import arena
from viergewinnt.engines import LEVELS, PRESETS

if TYPE_CHECKING:
    from viergewinnt.arena import MoveTime, Standing

__all__ = ["rate_all", "rate_neighbours"]

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "strength.md"
SEED = 20260101
ANCHOR = "level-1"
OPENING_PLY = 6


def rate_all(games: int, workers: int | None) -> Table:
    """Every level and preset against every other one."""
    played = arena(
        [*LEVELS, *PRESETS],
        games=games,
        opening_ply=OPENING_PLY,
        seed=SEED,
        anchor=ANCHOR,
        workers=workers,
        progress=True,
    )
    times = {time.engine: time for time in played.times}
    return Table(
        "Ratings",
        ("engine", "rating", "95 % interval", "score", "games", "ms a move", "at most"),
        [_rating_row(standing, times[standing.engine]) for standing in played.standings],
        f"All against all, {games} games a pairing: {games // 2} openings of {OPENING_PLY} stones,"
        f" each with both colours, seed {SEED}. {ANCHOR} stands at 1500.",
    )


def _rating_row(standing: Standing, time: MoveTime) -> tuple[str, ...]:
    low, high = (
        "–" if bound is None else f"{bound:.0f}" for bound in (standing.low, standing.high)
    )
    return (
        f"`{standing.engine}`",
        f"{standing.rating:.0f}",
        f"{low} to {high}",
        f"{100 * standing.score:.1f} %",
        str(standing.games),
        f"{1000 * time.mean_s:.1f}",
        f"{1000 * time.longest_s:.0f}",
    )


def rate_neighbours(games: int, workers: int | None) -> Table:
    """Each level against the one below."""
    rows = []
    for weaker, stronger in pairwise(LEVELS):
        score = arena(
            [stronger, weaker],
            games=games,
            opening_ply=OPENING_PLY,
            seed=SEED,
            times=False,
            workers=workers,
        ).pair(stronger, weaker)
        counts = (score.wins, score.draws, score.losses)
        rows.append(
            (
                f"`{stronger}`",
                f"`{weaker}`",
                *map(str, counts),
                f"{100 * score.score:.1f} %",
                f"{100 * score.low:.1f} to {100 * score.high:.1f} %",
            )
        )
        print(*rows[-1], flush=True)
    return Table(
        "Each level against the one below",
        ("level", "against", "wins", "draws", "losses", "score", "99 % interval"),
        rows,
        f"{games} games a pairing: {games // 2} openings of {OPENING_PLY} stones, each with both"
        f" colours, seed {SEED}. A draw counts half.",
    )


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="a pairing, all against all")
    parser.add_argument("--neighbour-games", type=int, default=800, help="a pairing of levels")
    parser.add_argument("--workers", type=int, default=None, help="processes; else all cores")
    chosen = parser.parse_args()
    tables = [
        rate_neighbours(chosen.neighbour_games, chosen.workers),
        rate_all(chosen.games, chosen.workers),
    ]
    text = "\n\n".join(table.markdown() for table in tables)
    print(text)
    write_between(PAGE, "strength", f"{text}\n\nMachine: {machine()}.")


if __name__ == "__main__":
    main()
