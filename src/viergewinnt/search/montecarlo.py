"""Games played out at random, and an engine that does nothing else."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt.errors import OptionError
from viergewinnt.search.result import pick, require_at_least_one, require_moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.search.game import Move, Side, State, StateT

__all__ = ["MonteCarlo", "MonteCarloResult", "Tally", "play_out", "random_state", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a number of playouts ended for one side."""

    wins: int
    draws: int
    losses: int

    @property
    def playouts(self) -> int:
        """The number of playouts."""
        return self.wins + self.draws + self.losses

    def share(self, draw_share: float = 0.5) -> float:
        """Return the share of wins, a draw counted as `draw_share` of one."""
        return (self.wins + draw_share * self.draws) / self.playouts

    def for_other_side(self) -> Tally:
        """Return the same playouts as the other side counts them."""
        return Tally(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class MonteCarloResult:
    """The playouts of every legal move, seen from the side to move."""

    move: Move
    """The move picked among `best`."""
    tallies: Mapping[Move, Tally]
    best: tuple[Move, ...]
    """The moves of the highest share of wins, draws counted half."""
    playouts: int
    """Playouts in all, those not needed after a winning move included."""

    @property
    def share(self) -> float:
        """The share of the move picked."""
        return self.tallies[self.move].share()


def play_out(state: State, rng: random.Random) -> Side | None:
    """Play uniformly random moves to the end; return the winner, None for a draw."""
    while not state.is_over:
        state = state.play(rng.choice(state.legal_moves))
    return state.winner


def random_state(start: StateT, plies: int, rng: random.Random) -> StateT:
    """Return an undecided state `plies` random moves after `start`, as likely as random play is.

    Games that end before are thrown away whole. Raises `OptionError` when there is no such state,
    or when it is so rare that ten thousand games do not show one.
    """
    tries = 10_000 if 0 <= plies < start.plies_left else 0
    for _ in range(tries):
        state = start
        while state.ply < start.ply + plies and not state.is_over:
            state = state.play(rng.choice(state.legal_moves))
        if state.ply == start.ply + plies and not state.is_over:
            return state
    message = f"plies is {plies}: no random game is still undecided after so many"
    raise OptionError(message, code="bad_option", option="plies", value=plies)


def tally(state: State, side: Side, playouts: int, rng: random.Random) -> Tally:
    """Play out `state` so many times and count from `side`."""
    if state.is_over:
        # All playouts of a finished game are that game.
        winners = [state.winner] * playouts
    else:
        winners = [play_out(state, rng) for _ in range(playouts)]
    wins = winners.count(side)
    draws = winners.count(None)
    return Tally(wins, draws, playouts - wins - draws)


class MonteCarlo:
    """Plays the move whose random playouts end best; a move that wins at once goes first."""

    def __init__(self, playouts: int = 200, *, rng: random.Random | None = None) -> None:
        """Play out each move `playouts` times; without `rng` every run is different.

        Equal moves are chosen at random, too.
        """
        require_at_least_one("playouts", playouts)
        self.playouts = playouts
        self._rng = random.Random() if rng is None else rng

    def choose(self, state: State) -> MonteCarloResult:
        """Play out every legal move; raise `IllegalMove` when the game is over."""
        moves = require_moves(state)
        side = state.to_move
        children = {move: state.play(move) for move in moves}
        tallies = {
            move: tally(child, side, self.playouts, self._rng) for move, child in children.items()
        }
        wins = tuple(move for move, child in children.items() if child.winner == side)
        top = max(its_tally.share() for its_tally in tallies.values())
        best = wins or tuple(move for move in moves if tallies[move].share() == top)
        return MonteCarloResult(pick(best, self._rng), tallies, best, self.playouts * len(moves))
