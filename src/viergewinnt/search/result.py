"""What a search reports, and how it picks one of several equal moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt.errors import IllegalMove, OptionError

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from viergewinnt.search.game import Move, State
    from viergewinnt.search.value import Value

__all__ = ["SearchResult"]


@dataclass(frozen=True)
class SearchResult:
    """The outcome of one search to a fixed depth, seen from the side to move."""

    move: Move
    """The move picked among `best`."""
    value: Value
    values: Mapping[Move, Value]
    """The exact values of the moves; moves known only to be worse than the best may be missing."""
    best: tuple[Move, ...]
    """All moves of the highest value, in ascending order."""
    depth: int
    """Moves seen ahead, the first move of the side to move included."""
    nodes: int
    """Positions reached by a move, the one searched from not counted."""


def require_moves(state: State) -> tuple[Move, ...]:
    """Return the legal moves; raise `IllegalMove` when the game is over."""
    moves = state.legal_moves
    if not moves:
        raise IllegalMove("there is no move to choose: the game is over", code="game_over")
    return moves


def require_at_least_one(option: str, value: int) -> None:
    """Raise `OptionError` when a number that counts something is less than 1."""
    if value < 1:
        message = f"{option} is {value}: it must be at least 1"
        raise OptionError(message, code="bad_option", option=option, value=value)


def pick(moves: Sequence[Move], rng: random.Random | None) -> Move:
    """Return one of `moves` by chance, or the lowest when there is no source of chance."""
    return min(moves) if rng is None else rng.choice(moves)


def result_of(
    values: Mapping[Move, Value], *, depth: int, nodes: int, rng: random.Random | None
) -> SearchResult:
    """Put together the result of a search that found these values."""
    value = max(values.values())
    best = tuple(sorted(move for move, its_value in values.items() if its_value == value))
    return SearchResult(pick(best, rng), value, dict(values), best, depth, nodes)


def winning_moves(state: State) -> tuple[Move, ...]:
    """Return the moves that win at once."""
    return tuple(move for move in state.legal_moves if state.play(move).winner == state.to_move)
