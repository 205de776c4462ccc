"""Makes `facts.txt` again: `python -m tests.solver.make_facts`. Takes half an hour on one core.

Positions are drawn by this package, values come from BitBully alone, whose database of all
positions of up to 12 stones answers the early ones.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import viergewinnt as vg

if TYPE_CHECKING:
    from collections.abc import Iterator

FACTS = Path(__file__).parent / "facts.txt"
SEED = 20261119
EARLY = {0: 1, 1: 7, 2: 49, 3: 100, 4: 100, 5: 100, 6: 100, 7: 100}
PER_KIND = 295
KINDS: tuple[Literal["games", "positions"], ...] = ("games", "positions")


def draw_positions(rng: random.Random) -> Iterator[vg.Position]:
    """Undecided positions without repetition: some of 0-7 stones, of both kinds of 8-41 stones."""
    for stones in range(42):
        seen: set[vg.Position] = set()
        for kind in KINDS:
            wanted = len(seen) + PER_KIND if stones >= 8 else EARLY[stones]
            while len(seen) < wanted:
                position = vg.random_position(stones, over=kind, rng=rng)
                if position not in seen:
                    seen.add(position)
                    yield position


def fact(position: vg.Position, solver: Any) -> str:
    """One line: digits (`-` for none), score, and the score of each column (`.` for a full one)."""
    from bitbully import Board

    digits = position.digits
    assert digits is not None
    board = Board([int(column) - 1 for column in digits])
    columns = {column + 1: score for column, score in solver.score_all_moves(board).items()}
    assert tuple(sorted(columns)) == position.legal_moves
    texts = [str(columns.get(column, ".")) for column in range(1, 8)]
    return f"{digits or '-'} {max(columns.values())} {' '.join(texts)}"


def main() -> None:
    """Asks BitBully about every position; goes on where an interrupted run stopped."""
    from bitbully import BitBully

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=FACTS)
    output = parser.parse_args().output
    done = output.read_text().splitlines() if output.exists() else []
    solver, started = BitBully(opening_book="12-ply-dist"), time.perf_counter()
    with output.open("a") as file:
        for number, position in enumerate(draw_positions(random.Random(SEED))):
            if number < len(done):
                continue
            print(fact(position, solver), file=file, flush=True)
            if number % 500 == 0:
                elapsed_s = time.perf_counter() - started
                print(f"{number} positions, {elapsed_s:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
