"""The game in the terminal by lines: a board, a prompt, an answer."""

from __future__ import annotations

import shutil
import sys
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.console import Console

from viergewinnt.cli.board import print_board, sign_of
from viergewinnt.cli.phrases import COMMANDS
from viergewinnt.cli.saved_game import path_named
from viergewinnt.cli.session import HUMAN
from viergewinnt.errors import VierGewinntError

if TYPE_CHECKING:
    from collections.abc import Callable

    from viergewinnt.cli.phrases import Command, Phrases
    from viergewinnt.cli.session import Session
    from viergewinnt.rules.position import Side

__all__ = ["Terminal"]

LEAST_WIDTH = 13  # of the board
SIDES: tuple[Side, ...] = ("first", "second")


class Terminal:
    """Shows a session and carries out what a person types, a line at a time."""

    def __init__(self, session: Session, phrases: Phrases, *, pace_s: float = 0.0) -> None:
        self._session = session
        self._phrases = phrases
        self._pace_s = pace_s
        self._console = Console(highlight=False)
        with suppress(ImportError):
            import readline  # noqa: F401 - lines can then be edited and called back

    def run(self) -> None:
        """Plays until the person leaves or, without a person, to the end."""
        if self._session.has_person:
            self._say(self._phrases("help"))
        self._show_players()
        self._show()
        while self._session.has_person or not self._session.position.is_over:
            if not self._session.is_for_person:
                self._let_play()
            elif not self._ask():
                return

    def _say(self, text: str) -> None:
        """Prints a text: as it is into a pipe, on a terminal no wider than that is just now."""
        if sys.stdout.isatty():
            width = max(LEAST_WIDTH, shutil.get_terminal_size().columns)
            text = textwrap.fill(text, width)
        print(text, flush=True)

    def _let_play(self) -> None:
        sign = sign_of(self._session.position.to_move)
        column = self._session.let_play(self._pace_s).column
        self._say(self._phrases("plays", sign=sign, column=column))
        self._show()

    def _ask(self) -> bool:
        """Carries out one line of the person's; False when that was to leave."""
        position = self._session.position
        asked = self._phrases("over") if position.is_over else sign_of(position.to_move)
        answer = input(f"{asked}: ").strip()
        if not sys.stdin.isatty():
            print(answer)  # a terminal has shown it already
        if len(answer) == 1 and answer in "0123456789":
            self._try(lambda: self._play(int(answer)))
            return True
        word, _, rest = answer.partition(" ")
        command = next((c for c, words in COMMANDS.items() if word.lower() in words), None)
        if command == "quit":
            return False
        if command is None:
            unknown = self._phrases("unknown", answer=repr(answer[:20]))
            self._say(f"{unknown} {self._phrases('help')}")
        else:
            self._try(lambda: self._obey(command, word, rest.strip()))
        return True

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except VierGewinntError as error:
            self._say(self._phrases.refusal(error))

    def _play(self, column: int) -> None:
        self._session.play(column)
        self._show()

    def _obey(self, command: Command, word: str, rest: str) -> None:
        session, phrases = self._session, self._phrases
        match command:
            case "help":
                self._say(phrases("help"))
            case "tip" | "values":
                self._advise(command)
            case "save" | "load" if not rest:
                self._say(phrases("no_file", word=word))
            case "save":
                session.save(path_named(rest))
                self._say(phrases("saved", path=rest))
            case "level" if not rest:
                self._say(phrases("no_level"))
                self._show_players()
            case "level":
                session.change_engine(rest)
                self._show_players()
            case "load":
                session.load(path_named(rest))
                self._say(phrases("loaded", path=rest))
                self._show_players()
                self._show()
            case "swap":
                session.swap()
                self._show_players()
                self._show()
            case _:
                {"undo": session.undo, "redo": session.redo, "new": session.restart}[command]()
                self._show()

    def _advise(self, command: Command) -> None:
        choice = self._session.advice()
        values = self._phrases.values(choice, self._session.position)
        if command == "values":
            for column, value in values.items():
                self._say(f"{column}  {value}")
        elif choice.score_kind == "exact":
            self._say(self._phrases("tip", column=choice.column, value=values[choice.column]))
        else:
            self._say(self._phrases("tip_guess", column=choice.column))

    def _show_players(self) -> None:
        for side in SIDES:
            player = self._session.player(side)
            shown = self._phrases("human") if player == HUMAN else player
            self._say(self._phrases("player", sign=sign_of(side), player=shown))

    def _show(self) -> None:
        position = self._session.position
        print_board(self._console, position)
        if position.winner is not None:
            self._say(self._phrases("wins", sign=sign_of(position.winner)))
        elif position.is_draw:
            self._say(self._phrases("draw"))
