"""Rows out to a file and in from one, as JSON Lines or CSV."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from viergewinnt.errors import StoreError
from viergewinnt.memory.records import (
    FIELDS,
    BadRecord,
    csv_record,
    json_record,
    read_csv_record,
    read_json_record,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from viergewinnt.engines.memory import Row
    from viergewinnt.memory.store import PositionDatabase, Stored

__all__ = ["BadLine", "FileFormat", "Imported", "export_rows", "import_rows"]

FileFormat: TypeAlias = Literal["csv", "jsonl"]
REQUIRED = frozenset(FIELDS) - {"ply", "side", "depth", "playouts", "columns"}


@dataclass(frozen=True)
class BadLine:
    """A line that is no row, counted from 1, and why."""

    number: int
    reason: str


@dataclass(frozen=True)
class Imported:
    """What became of a file."""

    stored: Stored
    bad: tuple[BadLine, ...]


def export_rows(rows: Iterable[Row], file: TextIO, file_format: FileFormat) -> int:
    """Writes rows and returns how many; a CSV file begins with the names of the fields."""
    count = 0
    if file_format == "jsonl":
        for row in rows:
            file.write(json.dumps(json_record(row)) + "\n")
            count += 1
        return count
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in rows:
        writer.writerow(csv_record(row))
        count += 1
    return count


def import_rows(
    database: PositionDatabase, file: TextIO, file_format: FileFormat, *, skip_bad: bool = False
) -> Imported:
    """Takes over the rows of a file that can be read twice, in one transaction.

    The whole file is checked before anything is written. Bad lines are left out with `skip_bad`;
    without it `StoreError` names them, and nothing is taken over.
    """
    bad: list[BadLine] = []
    for _ in _rows(file, file_format, bad.append):
        pass
    if bad and not skip_bad:
        raise _bad_import(bad)

    def again() -> Iterator[Row]:
        file.seek(0)
        return _rows(file, file_format, lambda _: None)

    return Imported(database.store_stream(again), tuple(bad))


def _rows(
    file: TextIO, file_format: FileFormat, refuse: Callable[[BadLine], object]
) -> Iterator[Row]:
    read = _csv_rows if file_format == "csv" else _json_rows
    return read(file, refuse)


def _json_rows(file: TextIO, refuse: Callable[[BadLine], object]) -> Iterator[Row]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            try:
                yield read_json_record(line)
            except BadRecord as reason:
                refuse(BadLine(number, str(reason)))


def _csv_rows(file: TextIO, refuse: Callable[[BadLine], object]) -> Iterator[Row]:
    reader = csv.reader(file, strict=True)
    names: list[str] | None = None
    while True:
        try:
            texts = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            refuse(BadLine(reader.line_num, f"it is no CSV: {fault}"))
            continue
        if not texts:
            continue
        if names is None:
            names = texts
            if faults := _bad_names(names):
                raise _bad_import([BadLine(reader.line_num, faults)])
            continue
        try:
            yield read_csv_record(names, texts)
        except BadRecord as reason:
            refuse(BadLine(reader.line_num, str(reason)))


def _bad_names(names: list[str]) -> str:
    if len(set(names)) == len(names) and set(FIELDS) >= set(names) >= REQUIRED:
        return ""
    return f"the first line must name the fields, which are {', '.join(FIELDS)}"


def _bad_import(bad: list[BadLine]) -> StoreError:
    first = bad[0]
    others = f", and {len(bad) - 1} other lines are no rows either" if len(bad) > 1 else ""
    return StoreError(
        f"nothing was imported: line {first.number}: {first.reason}{others}",
        code="bad_import",
        lines=tuple((line.number, line.reason) for line in bad),
    )
