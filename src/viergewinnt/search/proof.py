"""Proofs within a number of stones, by looking at every reply.

The sight of a proof is counted in stones like the depth of a search: the first move of the side to
move is the first stone seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viergewinnt.search.game import Move, State, StateT

__all__ = ["forced_wins", "forces_win", "lasting_moves"]


def forces_win(state: State, sight: int) -> bool:
    """Say whether the side to move wins within `sight` stones against every reply."""
    return sight >= 1 and any(
        _is_won_by_last_mover(state.play(move), sight - 1) for move in state.legal_moves
    )


def forced_wins(state: StateT, sight: int) -> tuple[Move, ...]:
    """Return the moves after which the win is carried out within the sight against every reply."""
    return tuple(
        move
        for move in state.legal_moves
        if sight >= 1 and _is_won_by_last_mover(state.play(move), sight - 1)
    )


def lasting_moves(state: StateT, sight: int) -> tuple[Move, ...]:
    """Return the moves after which the other side cannot force a win within the sight.

    The other side may still win later, or by a mistake.
    """
    return tuple(move for move in state.legal_moves if not forces_win(state.play(move), sight - 1))


def _is_won_by_last_mover(state: State, sight: int) -> bool:
    """Say whether the side that has just moved has won, or will within `sight` more stones."""
    if state.winner is not None:
        return True
    if state.is_over or sight < 2:
        return False
    for reply in state.legal_moves:
        answered = state.play(reply)
        if answered.winner is not None or not forces_win(answered, sight - 1):
            return False
    return True
