"""A table of figures, and its place in the README."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Table", "machine", "write_between", "write_table"]

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "reference" / "figures.md"
README = ROOT / "README.md"


@dataclass(frozen=True)
class Table:
    """Rows of figures under a title; `note` says what was measured and how."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str

    def markdown(self) -> str:
        lines = [f"### {self.title}", "", _row(self.header), _row(("---",) * len(self.header))]
        lines += [_row(row) for row in self.rows]
        return "\n".join([*lines, "", self.note])


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()},"
        f" Python {platform.python_version()}, {compiler.stdout.partition(chr(10))[0]},"
        f" commit {commit.stdout.strip() or 'unknown'}"
    )


def write_table(name: str, table: Table) -> None:
    """Puts a table where the pages have marks for it: all in the figures, some in the README."""
    body = f"{table.markdown()}\n\nMeasured on {machine()}."
    assert write_between(FIGURES, f"bench:{name}", body), f"{FIGURES} has no place for {name}"
    write_between(README, f"bench:{name}", body)


def write_between(page: Path, mark: str, body: str) -> bool:
    """Puts a text between two marks of a page, if it has them."""
    begin, end = f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"
    before, found, rest = page.read_text().partition(begin)
    if not found:
        return False
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n{body}\n{end}{after}")
    return True
