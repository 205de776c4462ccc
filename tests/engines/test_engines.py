"""What is particular to each engine and preset."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import viergewinnt as vg
from viergewinnt.engines import PRESETS, Tally, engine_names, kind_of
from viergewinnt.engines.scale import Scale, StoneValue
from viergewinnt.engines.tactics import safe_columns, threatened_columns, winning_columns
from viergewinnt.search import AlphaBeta, ConnectPosition, Minimax, WindowEvaluation


def plain(position: vg.Position) -> ConnectPosition:
    return ConnectPosition.from_grid(["".join(row) for row in position.grid()], position.to_move)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "preset-e-minimax", "preset-e-alphabeta"])
def test_scores_are_those_of_the_readable_reference(
    name: str, seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    for _ in range(count(10, 300)):
        position = vg.random_position(rng.randint(0, 38), rng=rng)
        depth = rng.randint(1, 3)
        choice = vg.engine(name, depth=depth).choose(position)
        search = (AlphaBeta if "alpha" in name else Minimax)(depth, WindowEvaluation())
        expected = search.choose(plain(position))
        assert choice.column in expected.best
        assert set(choice.columns) == set(expected.values)
        for column, value in expected.values.items():
            score = choice.columns[column]
            if value.decided:
                assert score.kind == "exact"
                assert (score.value > 0) == (value.outcome == "win")
            else:
                assert score.value == pytest.approx(value.estimate)


def test_decided_scores_are_exact_on_the_scale_of_the_solver(
    seed: int, count: Callable[[int, int], int]
) -> None:
    rng, solver, exact = random.Random(seed), vg.Solver(), 0
    for _ in range(count(100, 3000)):
        position = vg.random_position(rng.randint(20, 41), rng=rng)
        choice = vg.engine("alphabeta:depth=8", seed=1).choose(position)
        for column, score in choice.columns.items():
            if score.kind == "exact":
                exact += 1
                after = position.play(column)
                if after.winner is not None:
                    assert choice.proven[column] == "win"
                elif not after.is_over:
                    assert score.value == -solver.score(after)
        if choice.score_kind == "exact":
            assert choice.score == solver.score(position)
    assert exact > 50


def test_the_line_of_a_decided_game_ends_it() -> None:
    choice = vg.engine("alphabeta:depth=5,seed=1").choose("3747")
    game = vg.Game(choice.line, start=vg.Position.parse("3747"))
    assert game.position.winner == "first"
    assert choice.score == 18


def test_equal_columns_are_mixed_by_seed_or_taken_near_the_middle() -> None:
    start = vg.Position()
    columns = {
        vg.engine("alphabeta:evaluation=none,depth=2", seed=seed).choose(start).column
        for seed in range(60)
    }
    assert columns == set(range(1, 8))
    for _ in range(3):
        assert vg.engine("alphabeta:evaluation=none,depth=2,ties=middle").choose(start).column == 4


def test_without_a_seed_chance_is_fresh() -> None:
    engine = vg.engine("random")
    assert len({engine.choose("").column for _ in range(100)}) == 7
    seeded = vg.engine("random:seed=5")
    assert len({seeded.choose("").column for _ in range(20)}) == 1


def test_random_is_uniform(seed: int) -> None:
    found = Counter(vg.engine("random", seed=seed + i).choose("1111112222").column
                    for i in range(3000))  # fmt: skip
    assert set(found) == {2, 3, 4, 5, 6, 7}
    # Six columns, 500 each; the chance of a count beyond six deviations is under 1e-7.
    assert all(abs(number - 500) < 6 * (3000 * 5 / 36) ** 0.5 for number in found.values())


def test_the_table_of_playouts_shows_a_winning_column_full() -> None:
    choice = vg.engine("montecarlo:playouts=50,seed=1").choose("121212")
    assert choice.column == 1
    assert choice.tallies[1] == Tally(50, 0, 0)
    assert choice.tallies[1].share() == choice.score == 1
    assert choice.proven == {1: "win"}
    assert choice.playouts == sum(tally.playouts for tally in choice.tallies.values()) == 350


def test_montecarlo_stops_an_immediate_win_by_rule_only() -> None:
    """With one playout for each column chance would look elsewhere before long."""
    threatened = vg.Position.parse("12121")
    by_rule = {
        vg.engine("montecarlo:playouts=1", seed=seed).choose(threatened).column
        for seed in range(40)
    }
    assert by_rule == {1}
    loose = {
        vg.engine("montecarlo:playouts=1,stop_first=false", seed=seed).choose(threatened).column
        for seed in range(40)
    }
    assert len(loose) > 1
    assert vg.engine("montecarlo:stop_first=false").sight == 1


def test_more_threads_change_nothing() -> None:
    for name in ("montecarlo:playouts=300", "alphabeta:evaluation=montecarlo,depth=3,playouts=64"):
        one, two = (vg.engine(name, seed=3, threads=threads).choose("4453") for threads in (1, 2))
        assert (one.column, one.columns) == (two.column, two.columns)


def test_mcts_proves_and_reuses() -> None:
    won = vg.engine("mcts:simulations=2000,seed=1").choose("3747")
    assert won.column in (2, 5)
    assert won.proven[won.column] == "win"
    assert won.score == 1
    engine = vg.engine("mcts:simulations=2000,seed=1,reuse=true")
    first = engine.choose("44")
    after = vg.Position.parse("44").play(first.column)
    reply = after.play(after.legal_moves[3])
    again = engine.choose(reply)
    fresh = vg.engine("mcts:simulations=2000,seed=1").choose(reply)
    assert again.nodes > fresh.nodes  # the tree of the first choice is still there
    engine.reset()
    assert engine.choose(reply).nodes == fresh.nodes


def test_the_perfect_engine_is_the_solver(seed: int, count: Callable[[int, int], int]) -> None:
    rng, solver = random.Random(seed), vg.Solver()
    engine = vg.engine("perfect:ties=random")
    for _ in range(count(20, 300)):
        position = vg.random_position(rng.randint(16, 41), rng=rng)
        choice, analysis = engine.choose(position), solver.analyse(position)
        assert choice.column in analysis.best
        assert choice.score == analysis.evaluation.score
        assert {c: s.value for c, s in choice.columns.items()} == {
            c: its.score for c, its in analysis.columns.items()
        }
        end = vg.Game(choice.line, start=position).position
        assert end.is_over
        assert len(choice.line) == analysis.evaluation.plies


def test_the_perfect_engine_answers_in_time_with_what_it_sees() -> None:
    engine = vg.engine("perfect")
    started = time.perf_counter()
    choice = engine.choose("4", vg.Limit(time_s=0.2))
    assert time.perf_counter() - started < 0.7
    assert choice.score_kind == "exact" or choice.depth is not None
    two = engine.choose("4", vg.Limit(depth=2))
    assert (two.depth, two.score_kind) == (2, "points")


def test_a_stop_from_the_very_start_is_heeded() -> None:
    for name in ("perfect", "minimax:depth=12", "mcts:simulations=1000000000,memory_mb=64"):
        engine = vg.engine(name)
        call = threading.Thread(target=lambda engine=engine: engine.choose("4"))
        call.start()
        while call.is_alive():
            engine.stop()
            time.sleep(0.001)
        call.join()


# --------------------------------------------------------------------------------------- presets


def test_each_preset_has_its_system_and_settings() -> None:
    assert set(PRESETS) <= set(engine_names())
    for name, preset in PRESETS.items():
        engine = vg.engine(name)
        assert (engine.name, engine.spec) == (name, name)
        assert engine.sight == preset.options["depth"]
        assert kind_of(name).summary.startswith(f"system {name[7].upper()}: ")


def test_preset_a_scores_wins_less_losses() -> None:
    choice = vg.engine("preset-a:depth=2,playouts=40,seed=1").choose("4453")
    assert choice.score_kind == "points"
    for score in choice.columns.values():
        assert score.kind == "exact" or (score.value == int(score.value) and abs(score.value) <= 40)


def test_preset_b_scores_in_its_points_and_mixes_near_equal_columns() -> None:
    won = vg.engine("preset-b:seed=1").choose("3747")
    assert won.score == 20_000 + 50 * (42 - 7)
    lost = vg.engine("preset-b:seed=1").choose("31415")
    assert lost.score == -(20_000 + 50 * (42 - 7))
    open_game = vg.Position.parse("4453")
    options: dict[str, Any] = {"evaluation": "montecarlo", "depth": 1, "playouts": 20_000}
    free = {
        vg.engine("preset-b", jitter=2000, **options, seed=seed).choose(open_game).column
        for seed in range(30)
    }
    strict = {
        vg.engine("preset-b", jitter=0, **options, seed=seed).choose(open_game).column
        for seed in range(5)
    }
    assert len(free) > len(strict)


def test_jitter_never_passes_over_a_shorter_win_or_a_longer_life() -> None:
    """±49 moves two columns at most 98 apart, and two plies are worth 100."""
    near, far = StoneValue(1_000_000 - 9, 0.0), StoneValue(1_000_000 - 11, 0.0)
    assert Scale.in_points(near) - Scale.in_points(far) > 2 * 49
    assert Scale.in_points(far) > 10_000 + 2 * 49


def test_preset_d_stops_first_even_when_all_is_lost() -> None:
    doubled = vg.Position.parse("31415")  # 2 and 6 both win for the other side
    assert set(threatened_columns(doubled)) == {2, 6}
    assert safe_columns(doubled) == ()
    for seed in range(10):
        assert vg.engine("preset-d", seed=seed, playouts=5).choose(doubled).column in (2, 6)
    free = {vg.engine("alphabeta:depth=4", seed=seed).choose(doubled).column for seed in range(30)}
    assert free - {2, 6}


def test_tactics_agree_with_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        position = vg.random_position(rng.randint(5, 40), rng=rng)
        wins = set(winning_columns(position))
        assert wins == {c for c in position.legal_moves if position.play(c).winner}
        for column in threatened_columns(position):
            assert any(
                column in winning_columns(position.play(other))
                for other in position.legal_moves
                if other != column
            )


@pytest.mark.parametrize("form", ["share", "signed", "points", "plain"])
def test_scores_lead_back_to_the_values_they_show(form: str, seed: int) -> None:
    rng, scale = random.Random(seed), Scale(form, 200)
    for _ in range(200):
        position = vg.random_position(rng.randint(0, 38), rng=rng)
        own = rng.random() < 0.5
        plies = rng.randrange(1 if own else 2, 43 - position.ply, 2)
        decided = (1 if own else -1) * (1_000_000 - position.ply - plies)
        for value in (StoneValue(decided, 0.0), StoneValue(0, rng.uniform(-1, 1))):
            back = scale.value(scale.score(value, searched_out=False), position, 0.0)
            assert back.decided == value.decided
            assert back.estimate == pytest.approx(value.estimate, abs=1e-7)
