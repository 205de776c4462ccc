"""`viergewinnt games`: the game database."""

from __future__ import annotations

from typing import Annotated

import typer

from viergewinnt.cli.migrate import migrate_and_print
from viergewinnt.cli.options import AsJson

__all__ = ["games_app"]

games_app = typer.Typer(no_args_is_help=True, help="Games that a server keeps.")


@games_app.callback()
def _games() -> None:
    """Games that a server keeps."""


@games_app.command("migrate")
def migrate_command(
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A URL or an SQLite file; by default your own."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make the tables of a game database, or bring them to the version that this program needs.

    Only the user's own database does so by itself.
    """
    from viergewinnt.memory.connection import Database
    from viergewinnt.server.schema import GAMES
    from viergewinnt.server.settings import ServerSettings

    migrate_and_print(Database(ServerSettings.read(database=database).database, GAMES), as_json)
