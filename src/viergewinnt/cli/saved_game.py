"""Saved games: one JSON object, or only the digits played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viergewinnt.errors import GameFileError, VierGewinntError
from viergewinnt.rules.game import Game
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from viergewinnt.errors import ErrorCode

__all__ = ["SavedGame", "path_named"]

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
        try:
            is_there = path.exists()
        except OSError as error:
            raise _refusal(path, f"cannot be written: {error}", "game_file_unusable") from None
        if is_there:
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
        texts = {name: content[name] for name in TEXTS if content.get(name) is not None}
        for name, text in texts.items():
            if not isinstance(text, str):
                raise _refusal(path, f"has a {name} that is no text")
        game = Game(texts.get("moves", ""), start=Position.parse(texts.get("start", "")))
        ply = game.ply
        for digit in texts.get("redo", ""):
            game.play(int(digit))
        game.jump(ply)
        return cls(game, texts.get("first"), texts.get("second"))


def path_named(name: str) -> Path:
    """The path that a person typed; `~` is a home directory."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise _refusal(Path(name), f"cannot be found: {error}", "game_file_unusable") from None


def _refusal(path: Path, why: str, code: ErrorCode = "game_file_form") -> GameFileError:
    return GameFileError(f"{str(path)[-200:]!r} {why}", code=code, path=str(path))
