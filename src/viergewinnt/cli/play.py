"""`viergewinnt play`: a game in the terminal, by lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from viergewinnt.cli.board import print_board, sign_of
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.engine import Engine
from viergewinnt.engines.limit import Limit
from viergewinnt.errors import IllegalMove, VierGewinntError
from viergewinnt.rules.game import Game

if TYPE_CHECKING:
    from viergewinnt.rules.position import Side

__all__ = ["play_command"]

PATIENCE = Limit(time_s=10)  # what a person waits for; no engine's own settings take as long
HELP = (
    "1-7 plays a column; u takes your last stone back; r plays it again; n starts a new game;"
    " h shows this; q leaves."
)

Player = Engine | None  # None: a person


def play_command(
    first: Annotated[
        str, typer.Option(metavar="human|SPEC", help="Who plays X and begins.")
    ] = "human",
    second: Annotated[str, typer.Option(metavar="human|SPEC", help="Who plays O.")] = "alphabeta",
) -> None:
    """Play in the terminal: against the computer, against each other, or watch.

    A computer is any engine, as a name or with options, like alphabeta:depth=6; `viergewinnt
    engines` lists them. It takes ten seconds a move at most.
    """
    players: dict[Side, Player] = {"first": _player(first), "second": _player(second)}
    try:
        _Table(players).run()
    except (EOFError, KeyboardInterrupt):
        print("\nGood-bye.")


def _player(spec: str) -> Player:
    return None if spec == "human" else engine_of(spec)


class _Table:
    """One game after another between the same players."""

    def __init__(self, players: dict[Side, Player]) -> None:
        self._players = players
        self._game = Game()
        self._console = Console(highlight=False)

    def run(self) -> None:
        """Plays until the person leaves or, without a person, to the end."""
        if any(player is None for player in self._players.values()):
            print(HELP)
        self._show()
        while not (self._game.position.is_over and not self._has_person()):
            player = self._players[self._game.position.to_move]
            if player is None or self._game.position.is_over:
                if not self._ask():
                    return
            else:
                self._let_play(player)

    def _has_person(self) -> bool:
        return None in self._players.values()

    def _let_play(self, player: Engine) -> None:
        sign = sign_of(self._game.position.to_move)
        column = player.choose(self._game.position, PATIENCE).column
        self._game.play(column)
        print(f"{sign} plays {column}.")
        self._show()

    def _ask(self) -> bool:
        """Carries out one line of the person's; False when that was to leave."""
        position = self._game.position
        prompt = "u, n or q: " if position.is_over else f"{sign_of(position.to_move)}: "
        answer = input(prompt).strip().lower()
        if not sys.stdin.isatty():
            print(answer)  # a terminal has shown it already
        if answer == "q":
            return False
        try:
            self._obey(answer)
        except VierGewinntError as error:
            print(_sentence(error))
        return True

    def _obey(self, answer: str) -> None:
        if answer in ("h", "?", "help", ""):
            print(HELP)
            return
        if answer == "u":
            self._undo()
        elif answer == "r":
            self._redo()
        elif answer == "n":
            self._game = Game()
            for player in self._players.values():
                if player is not None:
                    player.reset()
        elif len(answer) == 1 and answer in "0123456789":
            self._game.play(int(answer))
        else:
            print(f"I do not understand {answer[:20]!r}. {HELP}")
            return
        self._show()

    def _undo(self) -> None:
        """Back to the last time a person was to move."""
        self._game.undo()
        while self._game.moves and self._players[self._game.position.to_move] is not None:
            self._game.undo()

    def _redo(self) -> None:
        self._game.redo()
        while self._game.redo_moves and self._players[self._game.position.to_move] is not None:
            self._game.redo()

    def _show(self) -> None:
        position = self._game.position
        print_board(self._console, position)
        if position.winner is not None:
            print(f"{sign_of(position.winner)} wins.")
        elif position.is_draw:
            print("A draw.")


def _sentence(error: VierGewinntError) -> str:
    """The refusal without the position, which is on the screen already."""
    reason = str(error)
    if isinstance(error, IllegalMove):
        reason = reason.partition(": ")[2]
    return f"{reason[:1].upper()}{reason[1:]}."
