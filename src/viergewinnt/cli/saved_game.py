"""Saved games: one JSON object, or only the digits played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viergewinnt.errors import GameFileError, VierGewinntError
from viergewinnt.rules.game import Game
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from pathlib import Path

    from viergewinnt.errors import ErrorCode

__all__ = ["SavedGame"]

FORMAT, VERSION = "viergewinnt-game", 1
MAX_BYTES = 100_000
TEXTS = ("start", "moves", "redo", "first", "second")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its players; None where the file names none."""

    game: Game
    first: str | None
    second: str | None

    def write(self, path: Path) -> None:
        """Writes the file. One that is there already is replaced only if it is a saved game."""
        if path.exists():
            SavedGame.read(path)
        content = {
            "format": FORMAT,
            "version": VERSION,
            "start": self.game.start.text,
            "moves": self.game.moves,
            "redo": self.game.redo_moves,
            "first": self.first,
            "second": self.second,
        }
        try:
            path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise _refusal(path, f"cannot be written: {error}", "game_file_unusable") from None

    @classmethod
    def read(cls, path: Path) -> SavedGame:
        """Reads a file of either form."""
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
            text = data.decode("utf-8").strip()
        except (OSError, ValueError) as error:
            raise _refusal(path, f"cannot be read: {error}", "game_file_unusable") from None
        if len(data) > MAX_BYTES:
            raise _refusal(path, "is too long for a saved game")
        try:
            if not text.startswith("{"):
                return cls(Game(text), None, None)
            return cls._of(path, json.loads(text))
        except (ValueError, RecursionError, VierGewinntError) as error:
            if isinstance(error, GameFileError):
                raise
            raise _refusal(path, f"is no saved game: {error}") from None

    @classmethod
    def _of(cls, path: Path, content: dict[str, Any]) -> SavedGame:
        if content.get("format") != FORMAT or content.get("version") != VERSION:
            raise _refusal(path, f"is no {FORMAT} of version {VERSION}")
        for name in TEXTS:
            if not isinstance(content.get(name) or "", str):
                raise _refusal(path, f"has a {name} that is no text")
        game = Game(content.get("moves", ""), start=Position.parse(content.get("start", "")))
        ply = game.ply
        for digit in content.get("redo", ""):
            game.play(int(digit))
        game.jump(ply)
        return cls(game, content.get("first"), content.get("second"))


def _refusal(path: Path, why: str, code: ErrorCode = "game_file_form") -> GameFileError:
    return GameFileError(f"{str(path)[-200:]!r} {why}", code=code, path=str(path))
