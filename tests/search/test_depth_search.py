"""Minimax and alpha-beta: the same values, and what a depth means."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import get_args

import pytest

from viergewinnt.errors import IllegalMove, OptionError
from viergewinnt.search import (
    STANDARD,
    AlphaBeta,
    Board,
    CachedEvaluation,
    ConnectPosition,
    Evaluation,
    Minimax,
    NoEvaluation,
    PlayoutEvaluation,
    TableUse,
    TicTacToe,
    Value,
    WindowEvaluation,
    random_state,
)

TABLES: tuple[TableUse, ...] = get_args(TableUse)

ConnectEvaluation = Evaluation[ConnectPosition]
EVALUATIONS: dict[str, Callable[[], ConnectEvaluation]] = {
    "none": NoEvaluation,
    "windows": WindowEvaluation,
    "playouts": lambda: CachedEvaluation(PlayoutEvaluation(2, seed=5)),
    "lopsided": lambda: CachedEvaluation(PlayoutEvaluation(2, "mean", draw_share=0, seed=5)),
}


@pytest.mark.parametrize("evaluation", EVALUATIONS)
@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize("board", [Board(4, 4), Board(5, 4, 3), STANDARD], ids=str)
def test_alpha_beta_finds_the_values_of_minimax(
    board: Board, depth: int, evaluation: str, seed: int, count: Callable[[int, int], int]
) -> None:
    if board == STANDARD and depth == 5 and evaluation != "none":
        depth = 3  # evaluating 16,807 leaves takes too long in plain Python
    rng = random.Random(seed)
    estimates = EVALUATIONS[evaluation]()
    for _ in range(count(2, 20)):
        plies = rng.randrange(board.cells * 2 // 3)
        state = random_state(ConnectPosition.start(board), plies, rng)
        expected = Minimax(depth, estimates).choose(state)
        for table in TABLES:
            found = AlphaBeta(depth, estimates, table=table).choose(state)
            assert found.values == expected.values, f"{table}\n{state}"
            assert (found.move, found.value, found.best) == (
                expected.move,
                expected.value,
                expected.best,
            )
            brief = AlphaBeta(depth, estimates, table=table, all_values=False).choose(state)
            assert (brief.value, brief.best) == (expected.value, expected.best), f"{table}\n{state}"
            assert brief.values == dict.fromkeys(expected.best, expected.value)


@pytest.mark.parametrize("table", TABLES)
def test_order_of_moves_does_not_change_the_values(table: TableUse, seed: int) -> None:
    rng = random.Random(seed)

    def shuffled(state: ConnectPosition) -> list[int]:
        return rng.sample(state.legal_moves, len(state.legal_moves))

    for _ in range(5):
        state = random_state(ConnectPosition.start(), rng.randrange(30), rng)
        expected = Minimax[ConnectPosition](4).choose(state)
        found = AlphaBeta[ConnectPosition](4, table=table, order=shuffled).choose(state)
        assert found.values == expected.values


@pytest.mark.parametrize("table", TABLES)
def test_tables_hold_for_a_game_with_eight_symmetries(table: TableUse, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        state = random_state(TicTacToe(), rng.randrange(2, 6), rng)
        for depth in range(1, 6):
            evaluation = PlayoutEvaluation(3, draw_share=0, seed=1)
            expected = Minimax(depth, evaluation).choose(state)
            found = AlphaBeta(depth, evaluation, table=table).choose(state)
            assert found.values == expected.values


def test_values_of_the_mirror_image_are_mirrored(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        state = random_state(ConnectPosition.start(), rng.randrange(1, 30), rng)
        here = AlphaBeta(3, PlayoutEvaluation(2, seed=9)).choose(state)
        there = AlphaBeta(3, PlayoutEvaluation(2, seed=9)).choose(state.mirrored())
        assert there.values == {8 - move: value for move, value in here.values.items()}


def test_every_leaf_is_estimated_from_the_root_side() -> None:
    evaluation = WindowEvaluation()
    state = ConnectPosition.start().play(4)
    children = {move: state.play(move) for move in state.legal_moves}
    at_depth_1 = {m: Value.estimated(evaluation.estimate(c, "second")) for m, c in children.items()}
    at_depth_2 = {
        move: Value.estimated(
            min(evaluation.estimate(child.play(reply), "second") for reply in child.legal_moves)
        )
        for move, child in children.items()
    }
    for depth, expected in ((1, at_depth_1), (2, at_depth_2)):
        assert Minimax(depth, evaluation).choose(state).values == expected
        assert AlphaBeta(depth, evaluation).choose(state).values == expected
    # With an antisymmetric evaluation the side would not matter, and this would prove nothing.
    assert any(
        evaluation.estimate(child, "first") != -evaluation.estimate(child, "second")
        for child in children.values()
    )


def test_minimax_visits_every_line_once() -> None:
    result = Minimax[ConnectPosition](depth=4).choose(ConnectPosition.start())
    assert result.nodes == 7 + 7**2 + 7**3 + 7**4
    assert result.depth == 4


def test_pruning_and_each_kind_of_table_save_nodes() -> None:
    state = ConnectPosition.start()
    visited = [Minimax[ConnectPosition](5).choose(state).nodes]
    visited += [AlphaBeta[ConnectPosition](5, table=table).choose(state).nodes for table in TABLES]
    assert visited == sorted(visited, reverse=True)
    assert len(set(visited)) == 4


@pytest.mark.parametrize("engine", [Minimax, AlphaBeta])
def test_win_at_once_is_taken_before_anything_else(
    engine: type[Minimax[ConnectPosition]] | type[AlphaBeta[ConnectPosition]],
) -> None:
    # Column 4 wins at once; the other side threatens column 7.
    state = ConnectPosition.from_moves("172737")
    result = engine(5).choose(state)
    assert result.best == (4,)
    assert result.values == {4: Value.won_at(7)}
    assert result.nodes == 7


def test_sight_ends_with_the_depth() -> None:
    # Both sides of the open pair in columns 3 and 4 win with the third stone.
    state = ConnectPosition.from_moves("3747")
    for depth in (1, 2):
        assert AlphaBeta[ConnectPosition](depth).choose(state).value == Value.estimated(0.0)
    seen = AlphaBeta[ConnectPosition](3).choose(state)
    assert seen.best == (2, 5)
    assert seen.value == Value.won_at(7)
    assert (seen.value.outcome, seen.value.end_ply) == ("win", 7)
    # The other side sees it a stone later, when it is its turn.
    before = ConnectPosition.from_moves("374")
    assert AlphaBeta[ConnectPosition](3).choose(before).best == tuple(range(1, 8))
    assert AlphaBeta[ConnectPosition](4).choose(before).best == (2, 5)


def test_finished_games_outrank_estimates_and_count_by_their_length() -> None:
    ranked = [
        Value.lost_at(2),
        Value.lost_at(4),
        Value.estimated(-1e12),
        Value.estimated(0.0),
        Value.estimated(1e12),
        Value.won_at(5),
        Value.won_at(3),
    ]
    assert all(worse < better for worse, better in pairwise(ranked))
    assert [-value for value in reversed(ranked)] == [
        Value.lost_at(3),
        Value.lost_at(5),
        Value.estimated(-1e12),
        Value.estimated(0.0),
        Value.estimated(1e12),
        Value.won_at(4),
        Value.won_at(2),
    ]
    assert Value.estimated(3.0).outcome is None
    assert Value.lost_at(4).end_ply == 4


def test_hopeless_side_holds_out_as_long_as_it_can() -> None:
    # The first player threatens at both ends of its three.
    state = ConnectPosition.from_moves("37475")
    result = Minimax[ConnectPosition](4).choose(state)
    assert result.value == Value.lost_at(7)
    # With the double threat still two stones away, stopping one end is the longest defence.
    longer = ConnectPosition.from_moves("374")
    values = Minimax[ConnectPosition](6).choose(longer).values
    assert values[1] == Value.lost_at(7)
    assert values[2] > values[1]


def test_estimates_never_outweigh_a_win(seed: int) -> None:
    class Boundless:
        """Believes in every unfinished game without limit."""

        antisymmetric = False
        draw = 0.0

        def estimate(self, state: ConnectPosition, side: str) -> float:
            return 1e300

    state = ConnectPosition.from_moves("3747")
    for search in (Minimax(3, Boundless()), AlphaBeta(3, Boundless())):
        assert search.choose(state).best == (2, 5)


@pytest.mark.parametrize("engine", [Minimax, AlphaBeta])
def test_equal_moves_are_chosen_by_chance_or_the_lowest(
    engine: type[Minimax[ConnectPosition]] | type[AlphaBeta[ConnectPosition]], seed: int
) -> None:
    state = ConnectPosition.start()
    assert [engine(1).choose(state).move for _ in range(3)] == [1, 1, 1]
    moves = [engine(1, rng=random.Random(seed + n)).choose(state).move for n in range(200)]
    assert moves == [engine(1, rng=random.Random(seed + n)).choose(state).move for n in range(200)]
    # A column is missing from 200 fair choices with a probability of 7 * (6/7)^200 < 1e-12.
    assert set(moves) == set(range(1, 8))


@pytest.mark.parametrize("engine", [Minimax, AlphaBeta])
def test_finished_game_and_senseless_depth_are_refused(
    engine: type[Minimax[ConnectPosition]] | type[AlphaBeta[ConnectPosition]],
) -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        engine(3).choose(ConnectPosition.from_moves("1212121"))
    with pytest.raises(OptionError, match="depth is 0"):
        engine(0)


def test_default_depth_of_minimax_is_five() -> None:
    assert Minimax[ConnectPosition]().depth == 5
