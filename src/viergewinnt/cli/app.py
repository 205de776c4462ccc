"""The program: its commands, and how it ends."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated, NoReturn

import typer

from viergewinnt._version import __version__
from viergewinnt.cli.analyse import analyse_command
from viergewinnt.cli.arena import arena_command
from viergewinnt.cli.book import book_app
from viergewinnt.cli.choose import choose_command
from viergewinnt.cli.critical import critical_command
from viergewinnt.cli.engines import engines_command
from viergewinnt.cli.games import games_app
from viergewinnt.cli.perft import perft_command
from viergewinnt.cli.play import play_command
from viergewinnt.cli.positions import positions_app
from viergewinnt.cli.scenarios import scenarios_command
from viergewinnt.cli.serve import serve_command
from viergewinnt.cli.solve import solve_command
from viergewinnt.errors import JobError, VierGewinntError

__all__ = ["main"]

WRONG_USE, FAULT = 2, 3
# What no other use of the command would have avoided.
FAULTS = {
    "book_unwritable",
    "checkpoint_full",
    "database_damaged",
    "database_failed",
    "database_full",
    "database_locked",
    "database_read_only",
    "database_unreachable",
    "disk_full",
}

app = typer.Typer(
    name="viergewinnt",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play_command)
app.command("solve")(solve_command)
app.command("analyse")(analyse_command)
app.command("choose")(choose_command)
app.command("engines")(engines_command)
app.command("scenarios")(scenarios_command)
app.command("arena")(arena_command)
app.command("critical")(critical_command)
app.command("perft")(perft_command)
app.add_typer(book_app)
app.command("serve")(serve_command)
app.add_typer(games_app, name="games")
app.add_typer(positions_app, name="positions")


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"viergewinnt {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Connect Four: play it, solve it, let engines choose, count it."""


def main() -> NoReturn:
    """Runs the command that the arguments name, and ends the process."""
    try:
        app()
    except VierGewinntError as error:
        print(f"error: {error} [{error.code}]", file=sys.stderr)
        # Nobody used the program wrongly when work fails, a worker dies or a disk is full.
        sys.exit(FAULT if isinstance(error, JobError) or error.code in FAULTS else WRONG_USE)
    except MemoryError:
        print("error: there is not enough memory for this", file=sys.stderr)
        sys.exit(FAULT)
    except Exception:
        traceback.print_exc()
        print("error: this is a fault of viergewinnt, please report it", file=sys.stderr)
        sys.exit(FAULT)
    sys.exit(0)
