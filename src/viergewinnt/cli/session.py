"""A game at the table: who plays, what has been played, and what the players may ask for."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from viergewinnt.cli.saved_game import SavedGame
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.levels import LEVELS
from viergewinnt.engines.limit import Limit
from viergewinnt.errors import HistoryError, OptionError
from viergewinnt.rules.game import Game

if TYPE_CHECKING:
    from pathlib import Path

    from viergewinnt.engines.choice import Choice
    from viergewinnt.engines.engine import Engine
    from viergewinnt.rules.position import Position, Side

__all__ = ["HUMAN", "Session"]

HUMAN = "human"
PATIENCE = Limit(time_s=10)  # what a person waits for; no engine's own settings take as long
ADVICE = Limit(time_s=3)


class Session:
    """One game after another between two players, each a person or an engine by SPEC."""

    def __init__(self, first: str, second: str) -> None:
        self.game = Game()
        self._players: dict[Side, str] = {"first": first, "second": second}
        self._engines: dict[Side, Engine | None] = {}
        self._adviser: Engine | None = None
        self._stopped = threading.Event()
        self._seat()

    def _seat(self) -> None:
        self._engines = {
            side: None if spec == HUMAN else engine_of(spec) for side, spec in self._players.items()
        }

    @property
    def position(self) -> Position:
        return self.game.position

    def player(self, side: Side) -> str:
        """`human` or the SPEC of the engine."""
        return self._players[side]

    @property
    def has_person(self) -> bool:
        return HUMAN in self._players.values()

    @property
    def is_for_person(self) -> bool:
        """Whether a person is to say what happens next."""
        return self.position.is_over or self._engines[self.position.to_move] is None

    # -------------------------------------------------------------------------------- stones

    def play(self, column: int) -> None:
        """A person's stone."""
        self.game.play(column)

    def let_play(self, pace_s: float = 0.0) -> Choice:
        """The stone of the engine that is to move, and not sooner than after `pace_s` seconds."""
        engine = self._engines[self.position.to_move]
        assert engine is not None  # noqa: S101 - the caller has asked is_for_person
        started = time.perf_counter()
        choice = engine.choose(self.position, PATIENCE)
        self._stopped.wait(max(0.0, pace_s - (time.perf_counter() - started)))
        self.game.play(choice.column)
        return choice

    def stop(self) -> None:
        """Ends what an engine is thinking about in another thread, and its pace: for leaving."""
        self._stopped.set()
        for engine in (*self._engines.values(), self._adviser):
            if engine is not None:
                engine.stop()

    def undo(self) -> None:
        """Back to the last time a person was to move; what an engine began with stays."""
        ply = self.game.ply
        self.game.undo()
        while self.game.moves and self._engines[self.position.to_move] is not None:
            self.game.undo()
        if self.has_person and self._engines[self.position.to_move] is not None:
            self.game.jump(ply)
            raise HistoryError("there is no stone to take back", code="nothing_to_undo")

    def redo(self) -> None:
        """Forward to the next time a person is to move, as far as the game had come."""
        self.game.redo()
        while self.game.redo_moves and self._engines[self.position.to_move] is not None:
            self.game.redo()

    def advice(self) -> Choice:
        """The best column and what every column is worth; proven where three seconds are enough."""
        if self._adviser is None:
            self._adviser = engine_of("perfect")
        return self._adviser.choose(self.position, ADVICE)

    # ------------------------------------------------------------------------------- players

    def restart(self) -> None:
        """A new game from the same start."""
        self.game = Game(start=self.game.start)
        for engine in self._engines.values():
            if engine is not None:
                engine.reset()

    def swap(self) -> None:
        """The players change sides; the stones stay."""
        first, second = self._players["first"], self._players["second"]
        self._players = {"first": second, "second": first}
        self._seat()

    def change_engine(self, level: str) -> str:
        """Puts another engine in the place of every engine: a level's number or a SPEC."""
        spec = f"level-{level}" if level.isascii() and level.isdigit() else level
        if spec.startswith("level-") and spec.partition(":")[0] not in LEVELS:
            raise OptionError(
                f"level is {level!r:.40}; allowed are 1 to {len(LEVELS)}", code="bad_option"
            )
        if all(player == HUMAN for player in self._players.values()):
            raise OptionError("no engine plays here", code="bad_option")
        spec = engine_of(spec).spec
        self._players = {
            side: player if player == HUMAN else spec for side, player in self._players.items()
        }
        self._seat()
        return spec

    def save(self, path: Path) -> None:
        """Writes the game, what was taken back, and the players."""
        SavedGame(self.game.copy(), self._players["first"], self._players["second"]).write(path)

    def load(self, path: Path) -> None:
        """Goes on with a saved game and its players; without any in the file they stay."""
        saved = SavedGame.read(path)
        players: dict[Side, str] = {
            "first": saved.first or self._players["first"],
            "second": saved.second or self._players["second"],
        }
        before, self._players = self._players, players
        try:
            self._seat()
        except OptionError:
            self._players = before
            raise
        self.game = saved.game
