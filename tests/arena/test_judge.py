"""Moves judged: counted by hand on known games, and the same as asking the solver each time."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt.arena import GameRow, PhaseQuality, judge_moves
from viergewinnt.jobs import NoProgress, read_checkpoint


def row(opening: str, moves: str, number: int = 1) -> GameRow:
    position = vg.Position.parse(moves)
    return GameRow(number, "one", "two", opening, moves, position.winner)


def judged(*rows: GameRow, checkpoint: Path | None = None) -> dict[tuple[str, int], PhaseQuality]:
    found = judge_moves(rows, ("one", "two"), workers=1, checkpoint=checkpoint)
    return {(its.engine, its.first_ply): its for its in found}


# From docs/reference/commands.md: three stones before the end, a draw with 4, lost with others.
LATE = "547125662261271266215743771576315353334"


def test_a_game_of_three_forced_stones_is_counted_by_hand() -> None:
    found = judged(row(LATE, LATE + "444"))
    # Stone 39 is by the second player; only column 4 is open from there on.
    assert found["two", 36] == PhaseQuality("two", 36, 41, 2, 2, 2, 0, 0)
    assert found["one", 36] == PhaseQuality("one", 36, 41, 1, 1, 1, 0, 0)
    assert found["two", 36].kept_rate == found["two", 36].best_rate == 1
    assert found["two", 36].risky_kept_rate is None


def test_a_missed_win_is_told_from_a_late_one() -> None:
    """After 121212 either side wins at once, the first player in 1, the second in 2."""
    at_once = judged(row("121212", "1212121"))
    assert at_once["one", 6] == PhaseQuality("one", 6, 11, 1, 1, 1, 1, 1)
    missed = judged(row("121212", "12121272"))
    assert missed["one", 6] == PhaseQuality("one", 6, 11, 1, 0, 0, 1, 0)
    assert missed["two", 6] == PhaseQuality("two", 6, 11, 1, 1, 1, 1, 1)
    # Three in a row with both ends open: after 7 the first player still wins, one stone later; then
    # only 5 and 1 hold what is won, since the other side threatens to win in 1.
    late = judged(row("223344", "223344715"))
    assert late["one", 6] == PhaseQuality("one", 6, 11, 2, 2, 1, 1, 1)


def test_mirrored_positions_are_judged_alike_and_solved_once(tmp_path: Path) -> None:
    moves = "4444441212131"
    image = "".join(str(8 - int(digit)) for digit in moves)
    once = judged(row(moves[:9], moves), checkpoint=tmp_path / "one")
    both = judged(row(moves[:9], moves), row(image[:9], image, 2), checkpoint=tmp_path / "two")
    for key, its in once.items():
        assert (both[key].moves, both[key].best) == (2 * its.moves, 2 * its.best)
    solved = [read_checkpoint(tmp_path / name).payloads for name in ("one", "two")]
    assert solved[0] == solved[1]


class Counting(NoProgress):
    """Counts the chunks that are done."""

    def __init__(self) -> None:
        self.chunks = 0

    def advance(self, amount: float) -> None:
        self.chunks += 1


def test_what_has_been_solved_is_not_solved_again(tmp_path: Path) -> None:
    game = row(LATE, LATE + "444")
    for expected in (1, 0):
        progress = Counting()
        judge_moves(
            [game], ("one", "two"), workers=1, checkpoint=tmp_path / "it", progress=progress
        )
        assert progress.chunks == expected


def test_it_agrees_with_the_solver_asked_move_by_move(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    rows = []
    for number in range(count(10, 300)):
        game = vg.Game()
        while not game.position.is_over:
            game.play(rng.choice(game.position.legal_moves))
        if len(game.moves) > 20:
            rows.append(row(game.moves[:18], game.moves, number + 1))
    assert rows
    solver = vg.Solver()
    tally = {(engine, phase): [0] * 5 for engine in ("one", "two") for phase in range(0, 42, 6)}
    for one in rows:
        for position, column in one.choices():
            analysis = solver.analyse(position)
            outcomes = {c: its.outcome for c, its in analysis.columns.items()}
            value = analysis.evaluation.outcome
            kept = outcomes[column] == value
            risky = any(outcome != value for outcome in outcomes.values())
            counts = tally["one" if position.ply % 2 == 0 else "two", position.ply // 6 * 6]
            for place, true in enumerate(
                (True, kept, column in analysis.best, risky, risky and kept)
            ):
                counts[place] += true
    found = judged(*rows)
    for (engine, phase), counts in tally.items():
        if counts[0]:
            assert found[engine, phase] == PhaseQuality(engine, phase, phase + 5, *counts)
        else:
            assert (engine, phase) not in found
    record(games=len(rows), moves=sum(its.moves for its in found.values()))


def test_the_perfect_engine_keeps_every_value_and_chance_does_not() -> None:
    played = vg.arena(
        ("perfect:ties=random", "random"),
        games=10,
        opening_ply=10,
        seed=1,
        workers=1,
        judge=True,
        times=False,
    )
    for its in played.quality:
        if its.engine == "perfect:ties=random":
            assert its.kept_rate == its.best_rate == 1
    chance = [its for its in played.quality if its.engine == "random"]
    assert sum(its.kept for its in chance) < sum(its.moves for its in chance)
    first = chance[0]
    assert first.risky_kept_rate is not None
    assert first.risky_kept_rate == pytest.approx(first.risky_kept / first.risky)
