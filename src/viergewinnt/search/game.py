"""What a two-player game must offer to be searched.

A *state* is one position of a game for two players with full information, without chance, in which
one player's win is the other's loss. States are immutable: `play` returns a new one.
"""

from __future__ import annotations

from typing import Literal, Protocol, Self, TypeAlias, TypeVar

__all__ = ["Move", "Side", "State", "StateT", "opponent"]

Side: TypeAlias = Literal["first", "second"]
"""`first` is the side that makes the first move of the game."""

Move: TypeAlias = int
"""A move is a number from 1; what it stands for (a column, a cell) is for the game to say."""


def opponent(side: Side) -> Side:
    """Return the other side."""
    return "second" if side == "first" else "first"


class State(Protocol):
    """One position of a game, complete with whose turn it is.

    Two promises make tables and depths simple. Equal keys mean the same position up to the names of
    the sides. And the number of moves made can be read off a position, so that all ways to it are
    equally long.
    """

    @property
    def ply(self) -> int:
        """Moves made so far."""

    @property
    def to_move(self) -> Side:
        """The side whose turn it is, or would be if the game were not over."""

    @property
    def winner(self) -> Side | None:
        """The side that has won."""

    @property
    def is_over(self) -> bool:
        """Whether there is a winner or no move is left."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves allowed, in ascending order; none when the game is over."""

    @property
    def plies_left(self) -> int:
        """A bound that the rest of the game cannot exceed, in plies."""

    @property
    def keys(self) -> tuple[int, ...]:
        """Exact keys of this position and then of its other symmetric images, in a fixed order.

        They are relative to the side to move, and kept up to date move by move.
        """

    def play(self, move: Move) -> Self:
        """Return the position after `move`; raise `IllegalMove` when it is not allowed."""

    def image(self, symmetry: int) -> Self:
        """Return the symmetric image whose key is `keys[symmetry]`."""

    def image_of_move(self, move: Move, symmetry: int) -> Move:
        """Return what `move` is called in `image(symmetry)`."""

    def move_of_image(self, move: Move, symmetry: int) -> Move:
        """Return what a move of `image(symmetry)` is called here."""


StateT = TypeVar("StateT", bound=State)


def canonical_symmetry(state: State) -> int:
    """Return the symmetry to the image with the smallest key: the same image for all images."""
    keys = state.keys
    return min(range(len(keys)), key=keys.__getitem__)
