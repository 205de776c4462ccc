"""What every engine must do, as functions that take a way to make engines.

`make(seed=3)` gives a fresh engine with that seed, `make()` one without. Each check raises
`AssertionError` when the engine does not do what `viergewinnt.engines.Engine` says.
"""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import viergewinnt as vg
from viergewinnt.engines import Engine, Limit, Score

CLEARLY_LATE_S = 1.0
FULL_BOARD = "XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX X"  # a draw
GRACE_S = 0.5  # for a machine that is busy with other things


class Make(Protocol):
    """Makes engines of one kind."""

    def __call__(self, *, seed: int | None = None) -> Engine: ...


def some_positions(seed: int, number: int) -> list[vg.Position]:
    """Undecided positions, late enough for every engine to be quick."""
    rng = random.Random(seed)
    found: list[vg.Position] = []
    while len(found) < number:
        position = vg.random_position(rng.randint(18, 41), rng=rng)
        if not position.is_over:
            found.append(position)
    return found


def same(first: vg.Choice, second: vg.Choice) -> bool:
    """Whether two choices are equal but for the time taken and the effort, which tables change."""
    return _answer(first) == _answer(second)


def _answer(choice: vg.Choice) -> vg.Choice:
    return replace(choice, elapsed_s=0.0, nodes=0)


def turned(choice: vg.Choice) -> vg.Choice:
    """The same choice in the mirror image of its position."""
    return replace(
        choice,
        column=8 - choice.column,
        columns={8 - column: score for column, score in choice.columns.items()},
        tallies={8 - column: tally for column, tally in choice.tallies.items()},
        proven={8 - column: outcome for column, outcome in choice.proven.items()},
        line="".join(str(8 - int(digit)) for digit in choice.line),
    )


def check_columns_are_legal(make: Make, seed: int) -> None:
    """The column is open, and so is everything else that names one."""
    engine = make(seed=seed)
    for position in some_positions(seed, 20):
        before = position.text
        choice = engine.choose(position)
        assert choice.column in position.legal_moves
        for named in (choice.columns, choice.tallies, choice.proven):
            assert set(named) <= set(position.legal_moves)
        vg.Game(choice.line, start=position)  # refuses a line that cannot be played
        assert choice.line[:1] in ("", str(choice.column))
        assert position.text == before


def check_choices_are_complete(make: Make, seed: int) -> None:
    """Every field holds what it says."""
    engine = make(seed=seed)
    for position in some_positions(seed, 10):
        choice = engine.choose(position)
        assert choice.engine == engine.spec
        assert choice.elapsed_s > 0
        assert choice.source in ("search", "book", "database")
        assert choice.nodes >= 0
        assert choice.playouts >= 0
        assert choice.depth is None or 1 <= choice.depth <= 42
        for score in (Score(choice.score, choice.score_kind), *choice.columns.values()):
            assert score.kind in ("exact", "share", "points")
            if score.kind == "share":
                assert 0 <= score.value <= 1
            if score.kind == "exact":
                assert score.value == int(score.value)
                assert -21 <= score.value <= 21
        assert set(choice.proven.values()) <= {"win", "draw", "loss"}
        if choice.score_kind == "exact" and choice.column in choice.columns:
            assert choice.columns[choice.column] == Score(choice.score, "exact")
            outcome = "draw" if choice.score == 0 else "win" if choice.score > 0 else "loss"
            assert choice.proven[choice.column] == outcome
        assert choice.to_json()["column"] == choice.column


def check_choices_repeat(make: Make, seed: int) -> None:
    """The same seed and position give the same choice, whatever was asked before."""
    worn, positions = make(seed=seed), some_positions(seed, 8)
    first = [worn.choose(position) for position in positions]
    for position, choice in zip(positions, first, strict=True):
        assert same(worn.choose(position), choice)
        assert same(make(seed=seed).choose(position), choice)


def check_node_limits_repeat(make: Make, seed: int) -> None:
    """The same is true under limits other than time."""
    for limit in (Limit(nodes=200), Limit(depth=2), Limit(playouts=50)):
        for position in some_positions(seed, 3):
            first = make(seed=seed).choose(position, limit)
            assert same(make(seed=seed).choose(position, limit), first)


def check_mirror_images_get_mirrored_choices(make: Make, seed: int) -> None:
    """A position and its mirror image are the same to an engine."""
    for position in some_positions(seed, 8):
        if position != position.mirrored():
            mirrored = make(seed=seed).choose(position.mirrored())
            assert same(turned(mirrored), make(seed=seed).choose(position))


def check_limits_cap(make: Make, seed: int) -> None:
    """No limit is exceeded; one that is generous changes nothing."""
    position = some_positions(seed, 1)[0]
    assert (make(seed=seed).choose(position, Limit(depth=1)).depth or 1) <= 1
    assert make(seed=seed).choose(position, Limit(playouts=50)).playouts <= 50
    assert make(seed=seed).choose(position, Limit(nodes=100)).nodes <= 100
    free = make(seed=seed).choose(position)
    generous = Limit(depth=42, playouts=10**12)
    assert make(seed=seed).choose(position, generous).column in position.legal_moves
    assert free.column in position.legal_moves


def check_time_is_kept(make: Make, seed: int) -> None:
    """A time limit holds from the empty board on, where every engine would like to take long."""
    for time_s in (0.01, 0.1):
        started = time.perf_counter()
        choice = make(seed=seed).choose(vg.Position(), Limit(time_s=time_s))
        assert time.perf_counter() - started < time_s + GRACE_S
        assert 1 <= choice.column <= 7


def check_stop_gives_the_best_so_far(make: Make, seed: int) -> None:
    """Stopping from another thread ends the call soon, with a legal column."""
    engine = make(seed=seed)
    engine.stop()  # nothing is under way: this must not spoil the next call
    answers: list[vg.Choice] = []
    call = threading.Thread(target=lambda: answers.append(engine.choose(vg.Position())))
    call.start()
    time.sleep(0.05)
    stopped = time.perf_counter()
    while call.is_alive() and time.perf_counter() - stopped < 10:
        engine.stop()
        call.join(0.02)
    late_s = time.perf_counter() - stopped
    assert late_s < CLEARLY_LATE_S
    assert answers
    assert answers[0].column in range(1, 8)
    assert engine.choose("444444333333222").column in range(1, 8)


def check_finished_games_are_refused(make: Make, seed: int) -> None:
    """After the end there is nothing to choose, and the engine is as it was."""
    engine = make(seed=seed)
    for over in ("1212121", FULL_BOARD):
        code = ""
        try:
            engine.choose(over)
        except vg.FinishedPosition as error:
            code = error.code
        assert code == "game_over"
    assert engine.choose("121212").column in range(1, 8)


def check_specs_round_trip(make: Make, seed: int) -> None:
    """The SPEC makes the same engine again."""
    engine = make(seed=seed)
    again = vg.engine(engine.spec)
    assert again.spec == engine.spec
    assert again.sight == engine.sight
    assert engine.spec.partition(":")[0] == engine.name
    position = some_positions(seed, 1)[0]
    assert same(again.choose(position), engine.choose(position))


def check_one_call_at_a_time(make: Make, seed: int) -> None:
    """A second thread is refused clearly, never answered wrongly."""
    engine = make(seed=seed)
    refused: list[str] = []
    wrong: list[object] = []

    def ask() -> None:
        for position in some_positions(seed, 5):
            try:
                choice = engine.choose(position)
            except vg.EngineBusy as error:
                refused.append(error.code)
            else:
                if choice.column not in position.legal_moves:
                    wrong.append(choice)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert set(refused) <= {"engine_busy"}


def check_sight_is_kept(make: Make, seed: int) -> None:
    """Wins at once are taken and, with a sight of two, those of the other side are stopped."""
    engine = make(seed=seed)
    sight = engine.sight
    if sight is None:
        return
    for position in some_positions(seed, 20):
        wins = [c for c in position.legal_moves if position.play(c).winner is not None]
        column = engine.choose(position).column
        if wins:
            assert column in wins
        elif sight >= 2:
            safe = [c for c in position.legal_moves if not _wins_next(position.play(c))]
            assert column in (safe or position.legal_moves)


def _wins_next(position: vg.Position) -> bool:
    return any(position.play(column).winner is not None for column in position.legal_moves)


CHECKS: list[Callable[[Make, int], None]] = [
    check_columns_are_legal,
    check_choices_are_complete,
    check_choices_repeat,
    check_node_limits_repeat,
    check_mirror_images_get_mirrored_choices,
    check_limits_cap,
    check_time_is_kept,
    check_stop_gives_the_best_so_far,
    check_finished_games_are_refused,
    check_specs_round_trip,
    check_one_call_at_a_time,
    check_sight_is_kept,
]
