"""Random playouts against exact enumeration of random play."""

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from viergewinnt.errors import IllegalMove, OptionError
from viergewinnt.search import (
    AlphaBeta,
    ConnectPosition,
    MonteCarlo,
    PlayoutEvaluation,
    Reading,
    Tally,
    TicTacToe,
    play_out,
    random_state,
)

FALSE_ALARM = 1e-7  # for a whole test; several tests together stay below 1e-6
NOTHING = (Fraction(0), Fraction(0), Fraction(0))


def exact(state: ConnectPosition) -> tuple[Fraction, Fraction, Fraction]:
    """The probabilities of win, draw and loss of `first` when both sides play at random."""
    if state.is_over:
        return (
            Fraction(state.winner == "first"),
            Fraction(state.winner is None),
            Fraction(state.winner == "second"),
        )
    moves = state.legal_moves
    parts = [exact(state.play(move)) for move in moves]
    win, draw, loss = (sum(column, Fraction(0)) / len(moves) for column in zip(*parts, strict=True))
    return win, draw, loss


def tolerance(samples: int, comparisons: int) -> float:
    """Hoeffding: one share strays further with a probability of 2 exp(-2 samples t^2)."""
    return math.sqrt(math.log(2 * comparisons / FALSE_ALARM) / (2 * samples))


def late_positions(seed: int, number: int) -> list[ConnectPosition]:
    rng = random.Random(seed)
    return [
        random_state(ConnectPosition.start(), rng.randrange(34, 38), rng) for _ in range(number)
    ]


def test_tallies_match_exact_enumeration_of_random_play(
    seed: int, count: Callable[[int, int], int]
) -> None:
    playouts = 3000
    positions = late_positions(seed, count(8, 100))
    allowed = tolerance(playouts, comparisons=len(positions) * 7 * 3)
    for state in positions:
        result = MonteCarlo(playouts, rng=random.Random(seed)).choose(state)
        assert result.playouts == playouts * len(state.legal_moves)
        for move, its_tally in result.tallies.items():
            expected = exact(state.play(move))
            if state.to_move == "second":
                expected = expected[::-1]
            found = (its_tally.wins, its_tally.draws, its_tally.losses)
            assert sum(found) == playouts
            for number, probability in zip(found, expected, strict=True):
                assert abs(number / playouts - probability) <= allowed, f"column {move}\n{state}"


@pytest.mark.parametrize("reading", ["share", "mean"])
@pytest.mark.parametrize("draw_share", [0.0, 0.5])
def test_playout_shares_match_exact_enumeration(
    reading: Reading, draw_share: float, seed: int
) -> None:
    # Random play mixes the replies evenly, so the mean over them is the share of the position.
    playouts = 2000
    positions = late_positions(seed, 5)
    allowed = tolerance(playouts, comparisons=len(positions) * 4)
    evaluation = PlayoutEvaluation(playouts, reading, draw_share, seed)
    for state in positions:
        win, draw, loss = exact(state)
        for side, wins in (("first", win), ("second", loss)):
            expected = wins + Fraction(draw_share) * draw
            found = evaluation.share(state, "first" if side == "first" else "second")
            assert abs(found - expected) <= allowed, f"{side}\n{state}"


def test_best_reading_matches_the_best_reply(seed: int) -> None:
    playouts = 2000
    positions = late_positions(seed, 5)
    allowed = tolerance(playouts, comparisons=len(positions) * 7)
    evaluation = PlayoutEvaluation(playouts, "best", seed=seed)
    for state in positions:
        mine = 0 if state.to_move == "first" else 2
        replies = [exact(state.play(move)) for move in state.legal_moves]
        expected = max(reply[mine] + reply[1] / 2 for reply in replies)
        # All replies within the tolerance means that their maximum is, too.
        assert abs(evaluation.share(state, state.to_move) - expected) <= allowed, str(state)


def test_column_that_wins_at_once_shows_all_playouts() -> None:
    state = ConnectPosition.from_moves("172737")
    result = MonteCarlo(120, rng=random.Random(1)).choose(state)
    assert result.tallies[4] == Tally(120, 0, 0)
    assert (result.move, result.best, result.share) == (4, (4,), 1.0)
    assert all(its_tally.playouts == 120 for its_tally in result.tallies.values())


def test_win_at_once_goes_before_another_move_with_all_playouts() -> None:
    # Cell 7 completes a line; with luck all five playouts of another cell are wins, too.
    state = TicTacToe()
    for move in (5, 1, 3, 2):
        state = state.play(move)
    results = [MonteCarlo(5, rng=random.Random(seed)).choose(state) for seed in range(50)]
    assert {result.move for result in results} == {7}
    assert any(
        its_tally == Tally(5, 0, 0)
        for result in results
        for move, its_tally in result.tallies.items()
        if move != 7
    )


def test_same_seed_same_result_and_other_seeds_differ(seed: int) -> None:
    state = ConnectPosition.from_moves("4453")
    first, again = (MonteCarlo(30, rng=random.Random(seed)).choose(state) for _ in range(2))
    assert first == again
    tables = {
        tuple(MonteCarlo(30, rng=random.Random(n)).choose(state).tallies.values())
        for n in range(10)
    }
    assert len(tables) == 10


def test_best_is_the_highest_share_with_draws_half(seed: int) -> None:
    result = MonteCarlo(50, rng=random.Random(seed)).choose(ConnectPosition.start())
    shares = {move: t.share() for move, t in result.tallies.items()}
    top = max(shares.values())
    assert result.best == tuple(move for move, share in shares.items() if share == top)
    assert result.move in result.best
    assert Tally(3, 4, 1).share() == 5 / 8
    assert Tally(3, 4, 1).share(0) == 3 / 8
    assert Tally(3, 4, 1).for_other_side() == Tally(1, 4, 3)


def test_playout_ends_the_game(seed: int) -> None:
    rng = random.Random(seed)
    winners = {play_out(ConnectPosition.start(), rng) for _ in range(100)}
    assert winners >= {"first", "second"}


def test_plays_tic_tac_toe_well_enough_to_take_the_middle() -> None:
    result = MonteCarlo(400, rng=random.Random(7)).choose(TicTacToe())
    assert result.move == 5
    assert result.move in AlphaBeta[TicTacToe](None).choose(TicTacToe()).best


def test_random_state_has_the_stones_asked_for_and_no_winner(seed: int) -> None:
    rng = random.Random(seed)
    for plies in (0, 1, 7, 20, 35):
        state = random_state(ConnectPosition.start(), plies, rng)
        assert state.ply == plies
        assert state.winner is None
    with pytest.raises(OptionError, match="plies is 42"):
        random_state(ConnectPosition.start(), 42, rng)


def test_finished_game_and_no_playouts_are_refused() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        MonteCarlo(5).choose(ConnectPosition.from_moves("1212121"))
    with pytest.raises(OptionError, match="playouts is 0"):
        MonteCarlo(0)
