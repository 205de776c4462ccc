"""`python -m benchmarks`: measures everything and writes the tables into the README."""

from __future__ import annotations

import argparse

from benchmarks.book import measure_book, measure_book_by_stones
from benchmarks.engines import measure_depth_search, measure_playouts, measure_tree_search
from benchmarks.positions import measure_positions
from benchmarks.rules import measure_rules
from benchmarks.solver import measure_paths, measure_solver, measure_start, measure_threads
from benchmarks.table import machine, write_into_readme


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", action="store_true", help="the empty board too: minutes")
    measures = [
        measure_rules,
        measure_solver,
        measure_paths,
        measure_threads,
        measure_book,
        measure_book_by_stones,
        measure_playouts,
        measure_depth_search,
        measure_tree_search,
        measure_positions,
    ]
    if parser.parse_args().start:
        measures.append(measure_start)
    tables = []
    for measure in measures:
        tables.append(measure())
        print(tables[-1].markdown(), end="\n\n", flush=True)
    print(machine())
    write_into_readme(tables)


if __name__ == "__main__":
    main()
