"""The signs that stand for stones in texts, pictures and grids.

Two families never mix: `X` and `O` with `.` or `-` for an empty cell, and the robot's `h` and `r`
with `0` for an empty cell. `0` is also another way to print `O`, but only where an `X` shows that
it must be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["EMPTY", "FIRST", "HUMAN_ROBOT", "KNOWN_SIGNS", "SECOND", "Family", "family_of"]

FIRST, SECOND, EMPTY = "X", "O", "."


@dataclass(frozen=True, slots=True)
class Family:
    """How signs are read. `stones` names both sides; on equal counts `on_equal` is to move."""

    stones: tuple[str, str]
    on_equal: str
    meaning: Mapping[str, str]  # sign as printed -> one of `stones`, or EMPTY


_LETTERS = Family(("X", "O"), "X", {"X": "X", "O": "O", ".": EMPTY, "-": EMPTY})
_LETTERS_WITH_ZERO = Family(("X", "O"), "X", {"X": "X", "0": "O", ".": EMPTY, "-": EMPTY})
# On equal counts the robot began, for it is only asked when it is its turn.
HUMAN_ROBOT = Family(("h", "r"), "r", {"h": "h", "r": "r", "0": EMPTY})

KNOWN_SIGNS = frozenset("XO.-0hr")


def family_of(signs: Collection[str], quoted: str) -> Family:
    """The family that these known signs belong to, refused when they mix."""
    used = frozenset(signs)
    has_letters = not used.isdisjoint("XO")
    has_robot = not used.isdisjoint("hr")
    if has_letters and has_robot:
        raise _mixed("X or O and h or r both occur; use one pair for the stones", quoted)
    if has_robot or used == {"0"}:
        if not used.isdisjoint(".-"):
            raise _mixed("with h and r an empty cell is written 0, not . or -", quoted)
        return HUMAN_ROBOT
    if "0" not in used:
        return _LETTERS
    if "X" in used and "O" not in used:
        return _LETTERS_WITH_ZERO
    reason = "O and 0 both occur" if "O" in used else "0 stands for O only where an X occurs"
    raise _mixed(f"{reason}; write the stones X and O, and empty cells .", quoted)


def _mixed(reason: str, quoted: str) -> NotationError:
    return NotationError(
        f"cannot tell stones from empty cells in {quoted}: {reason}", code="mixed_signs"
    )
