"""`viergewinnt positions`: the position database."""

from __future__ import annotations

import json
import secrets
import sys
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from rich.console import Console

from viergewinnt.cli.board import print_board, sign_of
from viergewinnt.cli.migrate import migrate_and_print
from viergewinnt.cli.options import AsJson
from viergewinnt.cli.positions_files import export_command, import_command
from viergewinnt.cli.positions_options import FORMAT_VERSION, DatabaseUrl, MaxRows, open_database
from viergewinnt.cli.solve import START
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.engines.memory import Row, Wanted
    from viergewinnt.memory.seeding import Seeding
    from viergewinnt.memory.statistics import EngineCount

__all__ = ["positions_app"]

UNKNOWN, INTERRUPTED = 1, 130

positions_app = typer.Typer(no_args_is_help=True, help="Positions that engines have evaluated.")
positions_app.command("export")(export_command)
positions_app.command("import")(import_command)

EngineSpec: TypeAlias = Annotated[str, typer.Option(metavar="SPEC", help="Who evaluates them.")]


@positions_app.command("seed")
def seed_command(
    amount: Annotated[int, typer.Option(metavar="N", help="Random positions to draw.")],
    stones: Annotated[int, typer.Option(metavar="K", help="Stones of each, 0 to 41.")],
    engine: EngineSpec,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", min=0, max=2**63 - 1, help="Draws the same positions again."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes; by default one for each core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS|local", help="A Dask cluster to work on.")
    ] = None,
    database: DatabaseUrl = None,
    max_rows: MaxRows = None,
    as_json: AsJson = False,
) -> None:
    """Let an engine evaluate random positions, and keep what it finds.

    Positions that are known already, mirrored or not, are skipped. Ctrl-C keeps what is finished;
    the same command with the same seed goes on with the rest.
    """
    from viergewinnt.memory.seeding import Seeding, seed_positions

    seeding = Seeding(secrets.randbits(32) if seed is None else seed)
    with open_database(database, max_rows) as opened:
        try:
            seed_positions(
                opened,
                amount=amount,
                stones=stones,
                engine=engine,
                seeding=seeding,
                workers=workers,
                cluster=cluster,
            )
        except KeyboardInterrupt:
            _print_seeding(seeding, as_json)
            print(
                f"interrupted: {seeding.planned - seeding.new:,} positions are left; the same"
                f" command with --seed {seeding.seed} goes on with them",
                file=sys.stderr,
            )
            raise typer.Exit(INTERRUPTED) from None
    _print_seeding(seeding, as_json)


def _print_seeding(seeding: Seeding, as_json: bool) -> None:
    if as_json:
        answer = {
            "version": FORMAT_VERSION,
            "seed": seeding.seed,
            "tries": seeding.tries,
            "new": seeding.new,
            "skipped": seeding.skipped,
            "exhausted": seeding.exhausted,
        }
        print(json.dumps(answer))
        return
    print(f"{seeding.tries:,} tries: {seeding.new:,} new, {seeding.skipped:,} skipped")
    if seeding.exhausted:
        print("no unseen position with so many stones is left")


@positions_app.command("stats")
def stats_command(
    database: DatabaseUrl = None, max_rows: MaxRows = None, as_json: AsJson = False
) -> None:
    """Count the known positions by phase of the game and by engine."""
    from viergewinnt.memory.statistics import count_rows, size_bytes

    with open_database(database, max_rows) as opened:
        counts, size = count_rows(opened.database), size_bytes(opened.database)
        name, cap = opened.database.name, opened.max_rows
    rows = sum(count.rows for count in counts)
    if as_json:
        answer = {
            "version": FORMAT_VERSION,
            "database": name,
            "rows": rows,
            "max_rows": cap,
            "bytes": size,
            "phases": _phases(counts),
            "engines": [
                {
                    "engine": count.engine,
                    "evaluation": count.evaluation,
                    "side": count.side,
                    "rows": count.rows,
                    "phases": _phases([count]),
                }
                for count in counts
            ],
        }
        print(json.dumps(answer))
        return
    print(f"{name}: {rows:,} rows of at most {cap:,}, {size / 1e6:,.1f} MB")
    if counts:
        _print_counts(counts)


def _phases(counts: Sequence[EngineCount]) -> list[dict[str, int]]:
    from viergewinnt.memory.statistics import PHASES

    return [
        {
            "from": phase[0],
            "to": phase[1],
            "rows": sum(count.phases[phase] for count in counts),
        }
        for phase in PHASES
    ]


def _print_counts(counts: Sequence[EngineCount]) -> None:
    phases = _phases(counts)
    names = [f"{phase['from']}-{phase['to']}" for phase in phases]
    print()
    print("".join(f"{name:>9}" for name in [*names, "all"]), " stones")
    for count in counts:
        numbers = [*count.phases.values(), count.rows]
        side = "" if count.side is None else f", seen from {count.side}"
        print("".join(f"{number:>9,}" for number in numbers), f" {count.engine}{side}")
    if len(counts) > 1:
        numbers = [phase["rows"] for phase in phases]
        print("".join(f"{number:>9,}" for number in [*numbers, sum(numbers)]), " all engines")


@positions_app.command("lookup")
def lookup_command(
    text: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position text; - is the start.")
    ],
    engine: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Say which row this engine would use.")
    ] = None,
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Print everything that is known of a position, with its picture.

    Its mirror image counts as the same position; columns are those of the position as given. The
    exit code is 1 when nothing is known.
    """
    position = Position.parse("" if text == START else text)
    wanted = _wanted(engine, position)
    with open_database(database, None) as opened:
        rows = sorted(opened.rows(position), key=lambda row: (row.engine, row.side or ""))
        used = None if wanted is None else opened.lookup(position, wanted)
    if wanted is not None and used is not None and not wanted.accepts(used):
        used = None
    if as_json:
        _print_rows_as_json(text, position, rows, wanted, used)
    else:
        print_board(Console(highlight=False), position)
        print(f"{sign_of(position.to_move)} to move, {position.ply} stones")
        for row in rows:
            _print_row(position, row)
        if not rows:
            print("nothing is known of this position")
        elif wanted is not None:
            who = "no row" if used is None else f"the row of {used.engine}"
            print(f"\n{engine} would use {who}")
    if not rows:
        raise typer.Exit(UNKNOWN)


def _wanted(spec: str | None, position: Position) -> Wanted | None:
    if spec is None or position.is_over:
        return None
    from viergewinnt.memory.seeding import wanted_by

    return wanted_by(spec, position)


def _print_rows_as_json(
    text: str, position: Position, rows: list[Row], wanted: Wanted | None, used: Row | None
) -> None:
    from viergewinnt.memory.records import json_record

    found = []
    for row in rows:
        record = json_record(row, position)
        del record["version"], record["position"], record["ply"]
        found.append(record if wanted is None else {**record, "used": row == used})
    answer = {"version": FORMAT_VERSION, "position": text, "ply": position.ply, "rows": found}
    print(json.dumps(answer))


def _print_row(position: Position, row: Row) -> None:
    facts = [str(row.score.kind)]
    facts += [f"depth {row.depth}"] if row.depth is not None else []
    facts += [f"{row.playouts:,} playouts"] if row.playouts is not None else []
    facts += [f"seen from {row.side}"] if row.side is not None else []
    at = row.at.isoformat(sep=" ", timespec="seconds")
    print()
    print(f"column {row.column_for(position)}: {row.score} ({', '.join(facts)})")
    print(f"  engine      {row.engine}")
    print(f"  evaluation  {row.evaluation}")
    columns = row.columns_for(position)
    if columns:
        print("  columns     " + ", ".join(f"{c}: {columns[c]}" for c in sorted(columns)))
    print(f"  computed    {at}")


@positions_app.command("migrate")
def migrate_command(database: DatabaseUrl = None, as_json: AsJson = False) -> None:
    """Make the tables of a database, or bring them to the version that this program needs.

    Only the user's own database does so by itself.
    """
    from viergewinnt.memory.connection import Database
    from viergewinnt.memory.settings import Settings

    migrate_and_print(Database(Settings.read(database=database).database), as_json)
