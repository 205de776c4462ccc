"""`viergewinnt positions export` and `import`: rows out to a file and in from one."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, TextIO, TypeAlias

import typer

from viergewinnt.cli.options import AsJson
from viergewinnt.cli.positions_options import FORMAT_VERSION, DatabaseUrl, MaxRows, open_database
from viergewinnt.errors import OptionError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from viergewinnt.memory import PositionDatabase
    from viergewinnt.memory.exchange import FileFormat

__all__ = ["export_command", "import_command"]

STANDARD_INPUT = "-"
MAX_SHOWN = 20  # bad lines


class _Format(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"


Format: TypeAlias = Annotated[
    _Format | None,
    typer.Option("--format", help="By default CSV for names that end in .csv, else JSON Lines."),
]


def export_command(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Not standard output.")
    ] = None,
    file_format: Format = None,
    engine: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Only the rows of this engine.")
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Write all rows as JSON Lines or CSV, by stones, key, engine and side.

    A file appears whole or not at all.
    """
    from viergewinnt.memory.exchange import export_rows

    chosen = _format_of(file_format, "" if output is None else output.name)
    with open_database(database, None) as opened:
        rows = opened.all_rows(engine=_engine_of_rows(opened, engine))
        with _written_whole(output) as file:
            count = export_rows(rows, file, chosen)
    print(f"{count:,} rows", file=sys.stderr)


def import_command(
    source: Annotated[str, typer.Argument(metavar="FILE", help="- is standard input.")],
    file_format: Format = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out the lines that are no rows.")
    ] = False,
    database: DatabaseUrl = None,
    max_rows: MaxRows = None,
    as_json: AsJson = False,
) -> None:
    """Take over rows that were exported: all of them, or none when something is wrong.

    A row that is known with as much depth or playouts stays as it is. Lines that are no rows are
    reported with their numbers; without --skip-bad nothing is then taken over.
    """
    from viergewinnt.memory.exchange import import_rows

    chosen = _format_of(file_format, source)
    with _readable_twice(source) as file, open_database(database, max_rows) as opened:
        try:
            imported = import_rows(opened, file, chosen, skip_bad=skip_bad)
        except StoreError as error:
            lines = error.data.get("lines", ())
            if isinstance(lines, tuple) and len(lines) > 1:
                _report(lines)
            raise
    stored, bad = imported.stored, imported.bad
    _report([(line.number, line.reason) for line in bad])
    if as_json:
        answer = {
            "version": FORMAT_VERSION,
            "new": stored.new,
            "replaced": stored.replaced,
            "kept": stored.kept,
            "bad": [{"line": line.number, "reason": line.reason} for line in bad],
        }
        print(json.dumps(answer))
    else:
        print(
            f"{stored.new:,} new, {stored.replaced:,} better than what was known,"
            f" {stored.kept:,} known already"
        )


def _report(lines: Sequence[tuple[int, str]]) -> None:
    for number, reason in lines[:MAX_SHOWN]:
        print(f"line {number}: {reason}", file=sys.stderr)
    if len(lines) > MAX_SHOWN:
        print(f"and {len(lines) - MAX_SHOWN:,} more lines", file=sys.stderr)


def _format_of(said: _Format | None, name: str) -> FileFormat:
    if said is None:
        return "csv" if name.lower().endswith(".csv") else "jsonl"
    return "csv" if said is _Format.CSV else "jsonl"


def _engine_of_rows(database: PositionDatabase, spec: str | None) -> str | None:
    """How rows name an engine: as they stand in the database, or any SPEC of it."""
    if spec is None or spec in database.engines():
        return spec
    from viergewinnt.memory.seeding import wanted_by
    from viergewinnt.rules.position import Position

    return wanted_by(spec, Position()).engine


@contextlib.contextmanager
def _written_whole(path: Path | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with _file_faults(str(path)):
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _readable_twice(source: str) -> Iterator[TextIO]:
    """The text of a file; what is not UTF-8 is shown escaped, and so refused as a row."""
    with contextlib.ExitStack() as parts, _file_faults(source):
        raw: IO[bytes]
        if source == STANDARD_INPUT:
            raw = parts.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(sys.stdin.buffer, raw)
            raw.seek(0)
        else:
            raw = parts.enter_context(Path(source).open("rb"))
            if not raw.seekable():
                raise OptionError(
                    f"{source} can be read only once; give it as standard input, with -",
                    code="bad_option",
                )
        yield TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="")


@contextlib.contextmanager
def _file_faults(name: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OptionError(f"{name}: {fault.strerror or fault}", code="bad_option") from fault
