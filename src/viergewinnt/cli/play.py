"""`viergewinnt play`: a game in the terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from viergewinnt.cli.phrases import Phrases, language_of
from viergewinnt.cli.session import HUMAN, Session
from viergewinnt.cli.terminal import Terminal
from viergewinnt.errors import OptionError

__all__ = ["play_command"]

OPPONENT = "level-4"
MAX_PACE_S = 3600.0
INTERRUPTED = 130


def play_command(
    first: Annotated[
        str, typer.Option(metavar="human|SPEC", help="Who plays X and begins.")
    ] = HUMAN,
    second: Annotated[str, typer.Option(metavar="human|SPEC", help="Who plays O.")] = OPPONENT,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game and its players.")
    ] = None,
    pace_s: Annotated[
        float,
        typer.Option("--pace", metavar="S", help="Seconds a computer's stone takes at least."),
    ] = 0.0,
    language: Annotated[
        str | None, typer.Option(metavar="en|de", help="Language; else that of the environment.")
    ] = None,
    full_screen: Annotated[
        bool, typer.Option("--full-screen", help="With mouse and keys; needs the extra tui.")
    ] = False,
) -> None:
    """Play in the terminal: against the computer, against each other, or watch.

    A computer is a level from level-1 to level-10 or any other engine, as a name or with options,
    like alphabeta:depth=6; `viergewinnt engines` lists them. It takes ten seconds a move at most.
    """
    if not 0 <= pace_s <= MAX_PACE_S:
        raise OptionError(
            f"pace is {pace_s}; allowed are seconds from 0 to {MAX_PACE_S:g}", code="bad_option"
        )
    phrases = Phrases(language_of(language))
    session = Session(first, second)
    if load is not None:
        session.load(load)
    if full_screen:
        _run_full_screen(session, phrases, pace_s)
        return
    _replace_unreadable_signs()
    try:
        Terminal(session, phrases, pace_s=pace_s).run()
    except EOFError:
        print(f"\n{phrases('bye')}")
    except KeyboardInterrupt:
        print(f"\n{phrases('bye')}")
        raise typer.Exit(INTERRUPTED) from None


def _run_full_screen(session: Session, phrases: Phrases, pace_s: float) -> None:
    try:
        from viergewinnt.cli.full_screen import FullScreen
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise OptionError(
            "full-screen needs Textual: pip install 'viergewinnt[tui]'", code="bad_option"
        ) from None
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise OptionError(
            "full-screen needs a terminal; without --full-screen the game reads line after line",
            code="bad_option",
        )
    FullScreen(session, phrases, pace_s=pace_s).run()


def _replace_unreadable_signs() -> None:
    """Signs that cannot be read or shown are replaced, so that they end no game."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
