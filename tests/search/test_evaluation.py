"""Leaf evaluations: playouts in their three readings, windows, the cache."""

import random
from typing import Literal, get_args

import pytest

from viergewinnt.errors import OptionError
from viergewinnt.search import (
    Board,
    CachedEvaluation,
    ConnectPosition,
    NoEvaluation,
    PlayoutEvaluation,
    Reading,
    Side,
    TicTacToe,
    WindowEvaluation,
    WindowWeights,
    random_state,
)

READINGS: tuple[Reading, ...] = get_args(Reading)
SIDES: tuple[Side, ...] = ("first", "second")


def one_move_left() -> ConnectPosition:
    """Only column 3 is open, one cell of it; nobody can win there."""
    grid = ("OO.O", "XXOX", "OOXO", "XXOX")
    return ConnectPosition.from_grid(grid, "first", Board(4, 4, 4))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("draw_share", [0.0, 0.25, 0.5, 1.0])
def test_draws_count_as_told(reading: Reading, draw_share: float) -> None:
    state = one_move_left()
    assert state.play(3).is_draw
    evaluation = PlayoutEvaluation(7, reading, draw_share)
    for side in SIDES:
        assert evaluation.share(state, side) == draw_share
        assert evaluation.estimate(state, side) == evaluation.draw == 2 * draw_share - 1


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("draw_share", [0.0, 0.5])
def test_shares_of_both_sides_add_to_one_only_when_a_draw_counts_half(
    reading: Reading, draw_share: float, seed: int
) -> None:
    rng = random.Random(seed)
    evaluation = PlayoutEvaluation(40, reading, draw_share, seed)
    sums = []
    for _ in range(10):
        state = random_state(ConnectPosition.start(Board(4, 4)), rng.randrange(6), rng)
        sums.append(evaluation.share(state, "first") + evaluation.share(state, "second"))
    if evaluation.antisymmetric:
        assert sums == pytest.approx([1.0] * 10)
    else:
        assert min(sums) < 1 - 1e-9
        assert max(sums) <= 1 + 1e-9


def test_readings_agree_where_every_reply_wins() -> None:
    state = TicTacToe()
    for move in (2, 1, 4, 3, 6, 5, 8):
        state = state.play(move)
    assert {state.play(move).winner for move in state.legal_moves} == {"second"}
    for reading in READINGS:
        assert PlayoutEvaluation(3, reading).share(state, "second") == 1.0
        assert PlayoutEvaluation(3, reading).share(state, "first") == 0.0


def test_best_is_the_reply_of_the_side_to_move_and_mean_counts_all_replies() -> None:
    # First wins in column 4; after any other move second wins in column 4 or 7 next, or may not.
    state = ConnectPosition.from_moves("172737")
    best = PlayoutEvaluation(50, "best", seed=3)
    mean = PlayoutEvaluation(50, "mean", seed=3)
    assert best.share(state, "first") == 1.0
    assert best.share(state, "second") == 0.0
    assert 1 / 7 < mean.share(state, "first") < 1.0
    assert mean.share(state, "second") == pytest.approx(1 - mean.share(state, "first"))


@pytest.mark.parametrize("reading", READINGS)
def test_playouts_depend_on_seed_and_position_only(reading: Reading, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        state = random_state(ConnectPosition.start(), rng.randrange(12), rng)
        evaluation = PlayoutEvaluation(25, reading, seed=seed)
        share = evaluation.share(state, state.to_move)
        assert PlayoutEvaluation(25, reading, seed=seed).share(state, state.to_move) == share
        mirrored = state.mirrored()
        assert evaluation.share(mirrored, mirrored.to_move) == share
    start = ConnectPosition.start()
    shares = {PlayoutEvaluation(25, reading, seed=n).share(start, "first") for n in range(20)}
    assert len(shares) > 1


@pytest.mark.parametrize(
    "evaluation",
    [NoEvaluation(), PlayoutEvaluation(9), PlayoutEvaluation(9, "best"), WindowEvaluation()],
    ids=["none", "share", "best", "windows"],
)
def test_evaluations_say_truly_whether_they_are_antisymmetric(
    evaluation: NoEvaluation | PlayoutEvaluation | WindowEvaluation, seed: int
) -> None:
    rng = random.Random(seed)
    opposite = []
    for _ in range(20):
        state = random_state(ConnectPosition.start(), rng.randrange(1, 30), rng)
        first, second = (evaluation.estimate(state, side) for side in SIDES)
        opposite.append(first == pytest.approx(-second))
    assert all(opposite) == evaluation.antisymmetric


def windows_from_scratch(grid: tuple[str, ...], sign: Literal["X", "O"]) -> float:
    """The points of 7x6 counted on the printed rows."""
    lines = []
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 6 and 0 <= column + 3 * right < 7:
                    cells = ((row + i * down, column + i * right) for i in range(4))
                    lines.append("".join(sorted(grid[r][c] for r, c in cells)))
    other = "O" if sign == "X" else "X"
    points = {sign * 4: 15, "." + sign * 3: 3, ".." + sign * 2: 1, "." + other * 3: -2}
    return sum(points.get(line, 0) for line in lines) + 3.5 * [row[3] for row in grid].count(sign)


def test_window_points_are_those_counted_on_the_picture(seed: int) -> None:
    rng = random.Random(seed)
    evaluation = WindowEvaluation()
    assert len(ConnectPosition.start().board.windows) == 69
    seen = set()
    for _ in range(60):
        state = random_state(ConnectPosition.start(), rng.randrange(35), rng)
        points = evaluation.estimate(state, "first")
        assert points == windows_from_scratch(state.grid(), "X")
        assert evaluation.estimate(state, "second") == windows_from_scratch(state.grid(), "O")
        assert evaluation.estimate(state.mirrored(), "first") == points
        seen.add(points)
    assert len(seen) > 10


def test_window_weights_are_those_given() -> None:
    grid = (".......",) * 4 + ("OOO....", "XXX.X..")
    state = ConnectPosition.from_grid(grid, "second")
    none = {"complete": 0, "one_missing": 0, "two_missing": 0, "other_one_missing": 0, "middle": 0}

    def points(side: Side, **weights: float) -> float:
        return WindowEvaluation(WindowWeights(**{**none, **weights})).estimate(state, side)

    assert points("first", one_missing=1) == 2  # columns 1-4 and 2-5 of the bottom row
    assert points("first", other_one_missing=-1) == -1  # columns 1-4 of row 2
    assert points("second", one_missing=1) == 1
    assert points("first", middle=1) == 0
    assert (
        WindowEvaluation(WindowWeights(**{**none, "middle": 2})).estimate(
            ConnectPosition.from_moves("4444"), "first"
        )
        == 4
    )


def test_even_boards_have_no_middle_column() -> None:
    only_middle = WindowEvaluation(WindowWeights(0, 0, 0, 0, 1))
    state = ConnectPosition.from_moves("2", Board(4, 4))
    assert only_middle.estimate(state, "first") == 0


class Counting(WindowEvaluation):
    """Counts how often it is asked."""

    asked = 0

    def estimate(self, state: ConnectPosition, side: Side) -> float:
        type(self).asked += 1
        return super().estimate(state, side)


def test_cache_keeps_sides_apart_and_images_together(seed: int) -> None:
    rng = random.Random(seed)
    Counting.asked = 0
    cached = CachedEvaluation(Counting())
    plain = WindowEvaluation()
    states = [random_state(ConnectPosition.start(), rng.randrange(2, 12), rng) for _ in range(30)]
    for state in (*states, *(state.mirrored() for state in states)):
        for side in SIDES:
            assert cached.estimate(state, side) == plain.estimate(state, side)
    assert Counting.asked == len(cached) == 2 * len({min(state.keys) for state in states})


def test_cache_of_an_antisymmetric_evaluation_keeps_one_estimate_for_both_sides() -> None:
    cached = CachedEvaluation(PlayoutEvaluation(20, seed=1))
    state = ConnectPosition.from_moves("44")
    assert cached.estimate(state, "first") == -cached.estimate(state, "second")
    assert len(cached) == 1
    assert cached.antisymmetric
    assert cached.draw == 0.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"playouts": 0}, "playouts is 0"),
        ({"reading": "median"}, "'median'"),
        ({"draw_share": 1.5}, "draw_share is 1.5"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PlayoutEvaluation(**options)  # type: ignore[arg-type]
