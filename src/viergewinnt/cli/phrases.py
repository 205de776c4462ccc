"""What the terminal game says, in English and German, and the words it understands."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt.errors import IllegalMove, OptionError
from viergewinnt.solver.evaluation import Evaluation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.engines.choice import Choice
    from viergewinnt.errors import VierGewinntError
    from viergewinnt.rules.position import Position

__all__ = ["COMMANDS", "LANGUAGES", "Command", "Language", "Phrases", "language_of"]

Language: TypeAlias = Literal["en", "de"]
Command: TypeAlias = Literal[
    "undo", "redo", "tip", "values", "save", "load", "new", "swap", "level", "help", "quit"
]
LANGUAGES: tuple[Language, ...] = ("en", "de")

COMMANDS: Mapping[Command, tuple[str, ...]] = {
    "undo": ("u", "undo", "zurück"),
    "redo": ("r", "redo", "vor"),
    "tip": ("t", "tip", "hint", "tipp"),
    "values": ("v", "values", "werte"),
    "save": ("s", "save", "speichern"),
    "load": ("o", "load", "open", "laden"),
    "new": ("n", "new", "neu"),
    "swap": ("x", "swap", "tauschen"),
    "level": ("l", "level", "stufe"),
    "help": ("h", "?", "", "help", "hilfe"),
    "quit": ("q", "quit", "exit", "ende"),
}

_EN = {
    "help": (
        "1-7 plays a column; u takes your last stone back; r plays it again; t gives a tip;"
        " v shows the value of each column; l 5 sets the level; x swaps the sides; n starts a new"
        " game; s FILE saves; o FILE opens; h shows this; q leaves."
    ),
    "bye": "Good-bye.",
    "wins": "{sign} wins.",
    "draw": "A draw.",
    "plays": "{sign} plays {column}.",
    "over": "u, n or q",
    "tip": "{column} is best: {value}.",
    "tip_guess": "{column} looks best.",
    "saved": "Saved as {path}.",
    "loaded": "Opened {path}.",
    "player": "{sign} = {player}",
    "human": "you",
    "no_file": "Name a file: {word} game.json.",
    "no_level": "Name a level: l 1 to l 10, or an engine.",
    "unknown": "I do not understand {answer}.",
    "value_win": "wins in {plies}",
    "value_loss": "loses in {plies}",
    "value_draw": "draws",
    "thinking": "thinking …",
    "key_undo": "Undo",
    "key_redo": "Redo",
    "key_tip": "Tip",
    "key_values": "Values",
    "key_new": "New",
    "key_swap": "Swap",
    "key_higher": "Level +",
    "key_lower": "Level -",
    "key_save": "Save",
    "key_load": "Open",
    "key_help": "Help",
    "key_quit": "Quit",
}
_DE = {
    "help": (
        "1-7 wirft in eine Spalte; u nimmt deinen letzten Stein zurück; r spielt ihn wieder; t gibt"
        " einen Tipp; v zeigt den Wert jeder Spalte; l 5 stellt die Stufe; x tauscht die Seiten;"
        " n beginnt neu; s DATEI speichert; o DATEI öffnet; h zeigt dies; q beendet."
    ),
    "bye": "Auf Wiedersehen.",
    "wins": "{sign} gewinnt.",
    "draw": "Unentschieden.",
    "plays": "{sign} spielt {column}.",
    "over": "u, n oder q",
    "tip": "{column} ist am besten: {value}.",
    "tip_guess": "{column} sieht am besten aus.",
    "saved": "Gespeichert als {path}.",
    "loaded": "{path} geöffnet.",
    "player": "{sign} = {player}",
    "human": "du",
    "no_file": "Nenne eine Datei: {word} spiel.json.",
    "no_level": "Nenne eine Stufe: l 1 bis l 10, oder ein Programm.",
    "unknown": "{answer} verstehe ich nicht.",
    "value_win": "gewinnt in {plies}",
    "value_loss": "verliert in {plies}",
    "value_draw": "remis",
    "thinking": "denkt nach …",
    "key_undo": "Zurück",
    "key_redo": "Vor",
    "key_tip": "Tipp",
    "key_values": "Werte",
    "key_new": "Neu",
    "key_swap": "Tauschen",
    "key_higher": "Stufe +",
    "key_lower": "Stufe -",
    "key_save": "Speichern",
    "key_load": "Öffnen",
    "key_help": "Hilfe",
    "key_quit": "Ende",
}
_REFUSALS_DE = {
    "column_full": "Spalte {column} ist voll.",
    "no_such_column": "Es gibt keine Spalte {column}: nur 1 bis 7.",
    "game_over": "Das Spiel ist aus.",
    "nothing_to_undo": "Es gibt keinen Stein zurückzunehmen.",
    "nothing_to_redo": "Es wurde kein Stein zurückgenommen.",
}
_TABLES: Mapping[Language, Mapping[str, str]] = {"en": _EN, "de": _DE}


def language_of(asked: str | None) -> Language:
    """The language asked for or, without one, that of the environment."""
    if asked is None:
        names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return "de" if next(filter(None, names), "").startswith("de") else "en"
    for language in LANGUAGES:
        if asked == language:
            return language
    raise OptionError(
        f"language is {asked!r:.40}; allowed are {', '.join(LANGUAGES)}", code="bad_option"
    )


class Phrases:
    """The phrases of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._table = _TABLES[language]

    def __call__(self, phrase: str, **facts: object) -> str:
        """A phrase with its facts filled in."""
        return self._table[phrase].format(**facts)

    def refusal(self, error: VierGewinntError) -> str:
        """Why something cannot be, without the position, which is on the screen already."""
        if self._language == "de" and error.code in _REFUSALS_DE:
            return _REFUSALS_DE[error.code].format(**error.data)
        reason = str(error)
        if isinstance(error, IllegalMove):
            reason = reason.partition(": ")[2]
        return f"{reason[:1].upper()}{reason[1:]}."

    def values(self, choice: Choice, position: Position) -> dict[int, str]:
        """What each column is worth to the side to move, in a few words."""
        return {
            column: str(score)
            if score.kind != "exact"
            else self._outcome(Evaluation.of(int(score.value), position))
            for column, score in choice.columns.items()
        }

    def _outcome(self, evaluation: Evaluation) -> str:
        return self(f"value_{evaluation.outcome}", plies=evaluation.plies)
