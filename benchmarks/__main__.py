"""`python -m benchmarks [NAME ...]`: measures, and writes the tables into the pages."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from benchmarks.arena import measure_arena
from benchmarks.book import measure_book, measure_book_by_stones
from benchmarks.engines import measure_depth_search, measure_playouts, measure_tree_search
from benchmarks.jobs import measure_processes
from benchmarks.positions import measure_positions
from benchmarks.rules import measure_rules
from benchmarks.solver import measure_paths, measure_solver, measure_start, measure_threads
from benchmarks.table import machine, write_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.table import Table

MEASURES: dict[str, Callable[[], Table]] = {
    "rules": measure_rules,
    "solver": measure_solver,
    "paths": measure_paths,
    "threads": measure_threads,
    "book": measure_book,
    "book-by-stones": measure_book_by_stones,
    "processes": measure_processes,
    "playouts": measure_playouts,
    "depth-search": measure_depth_search,
    "tree-search": measure_tree_search,
    "positions": measure_positions,
    "arena": measure_arena,
    "start": measure_start,
}
ONLY_WHEN_NAMED = {"start"}


def main() -> None:
    """Measures, prints and writes, a table after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--start", action="store_true", help="the empty board too: minutes")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in MEASURES:
            parser.error(f"there is no {name!r}; there are {', '.join(MEASURES)}")
    names = arguments.names or [name for name in MEASURES if name not in ONLY_WHEN_NAMED]
    if arguments.start and "start" not in names:
        names.append("start")
    print(machine(), flush=True)
    for name in names:
        table = MEASURES[name]()
        print(f"\n{table.markdown()}", flush=True)
        write_table(name, table)


if __name__ == "__main__":
    main()
