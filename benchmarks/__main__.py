"""`python -m benchmarks`: measures everything and writes the tables into the README."""

from __future__ import annotations

from benchmarks.rules import measure_rules
from benchmarks.table import machine, write_into_readme


def main() -> None:
    """Measures, prints and writes."""
    tables = [measure_rules()]
    for table in tables:
        print(table.markdown(), end="\n\n")
    print(machine())
    write_into_readme(tables)


if __name__ == "__main__":
    main()
