"""What the levels promise to the people who play against them."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt.engines import LEVELS
from viergewinnt.engines.spec import format_spec
from viergewinnt.search import ConnectPosition
from viergewinnt.search.proof import forces_win, lasting_moves

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(LEVELS)
FALLIBLE = NAMES[:-1]
TRAP = 4  # stones: mine, the double threat, my stop of one of them, the win by the other
WITHOUT_TRAPS_FROM = 5
GENEROUS_S = 3.0  # ten times what is promised, for machines busy with other things


def plain(position: vg.Position) -> ConnectPosition:
    return ConnectPosition.from_grid(["".join(row) for row in position.grid()], position.to_move)


def positions(rng: random.Random, least: int = 4, most: int = 36) -> Iterator[vg.Position]:
    """Undecided positions, each as it comes up in random play."""
    while True:
        position = vg.random_position(rng.randint(least, most), rng=rng)
        if not position.is_over:
            yield position


def wins(position: vg.Position) -> set[int]:
    return {c for c in position.legal_moves if position.play(c).winner is not None}


def stops(position: vg.Position) -> set[int]:
    """The columns after which the other side cannot win at once."""
    return {c for c in position.legal_moves if not wins(position.play(c))}


@pytest.mark.parametrize("name", NAMES[1:])
def test_above_level_1_a_win_in_one_is_never_missed(
    name: str, seed: int, count: Callable[[int, int], int]
) -> None:
    asked, engine = 0, vg.engine(name)
    for position in positions(random.Random(seed)):
        if winning := wins(position):
            assert engine.choose(position).column in winning, position.text
            asked += 1
            if asked == count(150, 5000):
                return


@pytest.mark.parametrize("name", NAMES[2:])
def test_above_level_2_an_immediate_win_is_always_stopped(
    name: str, seed: int, count: Callable[[int, int], int]
) -> None:
    asked, engine = 0, vg.engine(name)
    for position in positions(random.Random(seed)):
        stopping = stops(position)
        if not wins(position) and 0 < len(stopping) < len(position.legal_moves):
            assert engine.choose(position).column in stopping, position.text
            asked += 1
            if asked == count(150, 5000):
                return


@pytest.mark.parametrize("name", NAMES[WITHOUT_TRAPS_FROM - 1 :])
def test_from_level_5_on_no_level_falls_for_a_double_threat(
    name: str, seed: int, count: Callable[[int, int], int]
) -> None:
    asked, engine = 0, vg.engine(name)
    for position in positions(random.Random(seed), 4, 30):
        board = plain(position)
        if wins(position) or forces_win(board, 3):
            continue
        lasting = lasting_moves(board, TRAP)
        if 0 < len(lasting) < len(position.legal_moves):
            assert engine.choose(position).column in lasting, position.text
            asked += 1
            if asked == count(25, 500):
                return


def test_level_4_falls_for_some_double_threats_and_level_2_misses_some_wins(seed: int) -> None:
    """What a level is not sure of it does overlook: else it would be another level."""
    missed = dict.fromkeys(("level-1", "level-2", "level-4"), 0)
    for position in islice(positions(random.Random(seed), 6, 30), 5000):
        if all(missed.values()):
            break
        chosen = {name: vg.engine(name).choose(position).column for name in missed}
        if wins(position):
            missed["level-1"] += chosen["level-1"] not in wins(position)
        elif stopping := stops(position):
            missed["level-2"] += chosen["level-2"] not in stopping
            board = plain(position)
            if chosen["level-4"] in stopping and not forces_win(board, 3):
                lasting = lasting_moves(board, TRAP)
                missed["level-4"] += bool(lasting) and chosen["level-4"] not in lasting
    assert all(missed.values()), missed


def test_level_10_keeps_the_value_always(seed: int, count: Callable[[int, int], int]) -> None:
    rng, solver, level = random.Random(seed), vg.Solver(table_mb=16), vg.engine("level-10")
    # In the book, in its gap from 9 to 11 stones, at its end, and behind it.
    for least, most in ((0, 8), (9, 11), (12, 13), (14, 40)):
        for position in islice(positions(rng, least, most), count(30, 1000)):
            best = solver.analyse(position).best
            assert level.choose(position).column in best, position.text


def test_level_10_takes_any_of_equally_good_columns() -> None:
    level, solver = vg.engine("level-10:table_mb=8"), vg.Solver(table_mb=8)
    for stones in (5, 9, 10, 11, 12, 13, 24):
        for position in positions(random.Random(stones), stones, stones):
            best = solver.analyse(position).best
            if len(best) == 3:
                break
        assert {level.choose(position).column for _ in range(60)} == set(best), position.text


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_makes_the_same_misjudgement(name: str, seed: int) -> None:
    """Whatever was asked before, and mirrored for the mirror image."""
    found = positions(random.Random(seed), 16)
    asked = [next(found) for _ in range(10)]
    worn = vg.engine(name, seed=seed)
    for position in asked:
        worn.choose(position)
    for position in asked:
        column = vg.engine(name, seed=seed).choose(position).column
        assert worn.choose(position).column == column
        if position != position.mirrored():
            assert worn.choose(position.mirrored()).column == 8 - column


@pytest.mark.parametrize("name", FALLIBLE)
def test_hardly_any_two_games_are_the_same(name: str) -> None:
    level, other = vg.engine(name), vg.engine("alphabeta:ties=middle")
    games = set()
    for _ in range(100):
        game = vg.Game()
        while not game.position.is_over:
            mover = level if game.ply % 2 else other
            game.play(mover.choose(game.position).column)
        games.add(game.moves)
    assert len(games) >= 95


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_is_quick(name: str, seed: int) -> None:
    level, found = vg.engine(name), positions(random.Random(seed), 13)
    level.choose(next(found))
    for _ in range(20):
        started = time.perf_counter()
        level.choose(next(found))
        assert time.perf_counter() - started < GENEROUS_S
    for stones in range(13):
        position = vg.random_position(stones, over="positions", seed=seed)
        started = time.perf_counter()
        level.choose(position)
        assert time.perf_counter() - started < GENEROUS_S


# ---------------------------------------------------------------------------------- strength


def openings(rng: random.Random, number: int, stones: int = 8) -> list[vg.Position]:
    """Distinct undecided positions that nobody wins at once."""
    found: dict[int, vg.Position] = {}
    while len(found) < number:
        position = vg.random_position(stones, over="positions", rng=rng)
        if not wins(position):
            found.setdefault(position.canonical_key, position)
    return list(found.values())


def share(first: str, second: str, starts: list[vg.Position]) -> list[float]:
    """What the first engine scores in each of two games from every start, a draw being a half."""
    one, other = vg.engine(first), vg.engine(second)
    shares = []
    for start in starts:
        for mine in ("first", "second"):
            position = start
            while not position.is_over:
                mover = one if position.to_move == mine else other
                position = position.play(mover.choose(position).column)
            shares.append(0.5 if position.winner is None else float(position.winner == mine))
    return shares


def least_mean(shares: list[float]) -> float:
    """The lower end of the 99 % interval of the mean, by the normal approximation."""
    mean = sum(shares) / len(shares)
    variance = sum((one - mean) ** 2 for one in shares) / (len(shares) - 1)
    return float(mean - 2.576 * (variance / len(shares)) ** 0.5)


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(NAMES)))
def test_each_level_beats_the_one_below(
    weaker: str, stronger: str, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    starts = openings(random.Random(seed), count(60, 400), 12 if stronger == NAMES[-1] else 8)
    shares = share(stronger, weaker, starts)
    mean = sum(shares) / len(shares)
    record(stronger=stronger, weaker=weaker, games=len(shares), share=round(mean, 4))
    assert mean >= count(51, 60) / 100  # of few games only the sign is sure
    if len(starts) >= 400:
        assert least_mean(shares) > 0.5


def test_level_1_loses_to_one_who_sees_only_one_stone_of_each_side(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    starts = openings(random.Random(seed), count(60, 400), 6)
    shares = share("alphabeta:depth=2,evaluation=none", "level-1", starts)
    record(games=len(shares), share=round(sum(shares) / len(shares), 4))
    assert least_mean(shares) > 0.5


def test_the_page_shows_how_each_level_is_made() -> None:
    page = (ROOT / "docs/concepts/levels.md").read_text()
    for name, preset in LEVELS.items():
        spec = format_spec(preset.engine, preset.options)
        assert f"| `{name}` | `{spec}` |" in page
