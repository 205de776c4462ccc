"""Exhaustive search to the end of the game, against published results and the generic search."""

import random
from collections.abc import Callable

import pytest

from viergewinnt.errors import IllegalMove, OptionError
from viergewinnt.search import (
    STANDARD,
    AlphaBeta,
    Board,
    ConnectPosition,
    ConnectSolver,
    Value,
    random_state,
)


# The results of J. Tromp, checked again by C. Steininger's solver.
@pytest.mark.parametrize(
    ("columns", "rows", "outcome"), [(4, 4, 0), (5, 4, 0), (4, 5, 0), (6, 4, -1)]
)
def test_small_boards_have_their_published_outcome(columns: int, rows: int, outcome: int) -> None:
    board = Board(columns, rows)
    assert ConnectSolver(board).outcome(ConnectPosition.start(board)) == outcome


def score_of(value: Value, board: Board) -> int:
    """Translate a value of a search to the end into a score."""
    if value.end_ply is None:
        return 0
    score = (board.cells + 2 - value.end_ply) // 2
    return score if value.outcome == "win" else -score


@pytest.mark.parametrize(
    ("board", "plies"),
    [
        (Board(4, 4), 3),
        (Board(5, 4, 3), 6),
        (Board(5, 5), 13),
        (Board(3, 6, 3), 4),
        (Board(6, 5, 5), 17),
        (STANDARD, 30),
    ],
    ids=str,
)
def test_scores_are_those_of_alpha_beta_to_the_end(
    board: Board, plies: int, seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    solver = ConnectSolver(board)
    for _ in range(count(5, 100)):
        state = random_state(ConnectPosition.start(board), plies, rng)
        expected = AlphaBeta[ConnectPosition](None).choose(state)
        score = score_of(expected.value, board)
        assert solver.score(state) == score, str(state)
        assert solver.outcome(state) == (score > 0) - (score < 0)
        for move, outcome in solver.outcomes(state).items():
            if move in expected.values:
                value = expected.values[move].decided
                assert outcome == (value > 0) - (value < 0), f"column {move}\n{state}"
        assert solver.score(state.mirrored()) == score


def test_a_solver_that_knows_outcomes_still_finds_scores(seed: int) -> None:
    rng = random.Random(seed)
    used = ConnectSolver(Board(5, 4))
    for _ in range(30):
        state = random_state(ConnectPosition.start(Board(5, 4)), 6, rng)
        outcome = used.outcome(state)
        score = used.score(state)
        assert score == ConnectSolver(Board(5, 4)).score(state)
        assert outcome == (score > 0) - (score < 0)


def test_scores_count_the_stones_left_of_the_winner() -> None:
    solver = ConnectSolver()
    # First wins with its 4th stone of 21: 18 are left, that one included.
    assert solver.score(ConnectPosition.from_moves("121212")) == 18
    assert solver.score(ConnectPosition.from_moves("1212121")) == -18
    drawn = ConnectPosition.from_grid(("OXOX",) * 2 + ("XOXO",) * 2, "first", Board(4, 4))
    assert drawn.is_draw
    assert ConnectSolver(Board(4, 4)).score(drawn) == 0


def test_refusals() -> None:
    with pytest.raises(OptionError, match="columns=5"):
        ConnectSolver().score(ConnectPosition.start(Board(5, 4)))
    with pytest.raises(IllegalMove, match="the game is over"):
        ConnectSolver().outcomes(ConnectPosition.from_moves("1212121"))
