"""Every engine of the registry does what engines do, and the suite notices one that does not."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import viergewinnt as vg
from tests.engines.conformance import CHECKS, Make
from viergewinnt.engines import Engine, Limit, Row, engine_names

# What makes an engine quick enough to be asked many times; all else as it comes.
QUICK: dict[str, dict[str, Any]] = {
    "minimax": {"depth": 4},
    "mcts": {"simulations": 300, "memory_mb": 16},
    "preset-a": {"depth": 3, "playouts": 20},
    "preset-b": {"depth": 3, "playouts": 20},
    "preset-c": {"depth": 3, "playouts": 10},
    "preset-d": {"depth": 3, "playouts": 10},
    "preset-e-minimax": {"depth": 4},
    "perfect": {"table_mb": 8},
    "level-10": {"table_mb": 8},
}
SPECS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, QUICK.get(name, {})) for name in engine_names()},
    "mean of random games": (
        "alphabeta",
        {"evaluation": "montecarlo", "reading": "mean", "depth": 3, "playouts": 10},
    ),
    "nothing but the end": ("alphabeta", {"evaluation": "none", "ties": "middle", "depth": 6}),
    "table under minimax": ("minimax", {"memory": "table", "depth": 4}),
    "mcts that reuses nothing": ("mcts", {"simulations": 50, "playouts": 4, "memory_mb": 16}),
    "no stopping": ("montecarlo", {"stop_first": False, "playouts": 50}),
}


def maker(name: str) -> Make:
    spec, options = SPECS[name]

    def make(*, seed: int | None = None) -> Engine:
        return vg.engine(spec, **options, seed=seed)

    return make


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", SPECS)
def test_engine_conforms(name: str, check: Callable[[Make, int], None], seed: int) -> None:
    check(maker(name), seed)


class Misbehaving:
    """An engine with one fault, over one without."""

    def __init__(self, fault: str, seed: int | None) -> None:
        self._fault = fault
        self._engine = vg.engine("alphabeta", depth=3, seed=seed)
        self._calls = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    name = property(lambda self: self._engine.name)
    sight = property(lambda self: self._engine.sight)

    @property
    def spec(self) -> str:
        return "alphabeta:depth=4" if self._fault == "spec of another" else self._engine.spec

    def stop(self) -> None:
        if self._fault == "stop spoils the next call" and not self._calls:
            self._fault = "spoilt"
        self._engine.stop()

    def reset(self) -> None:
        self._engine.reset()

    def row(self, position: vg.Position, choice: vg.Choice, *, at: object) -> Row | None:
        return None

    def choose(self, position: vg.Position | str, limit: Limit | None = None) -> vg.Choice:
        position = vg.Position.parse(position)
        self._calls += 1
        if self._fault == "answers after the end" and position.is_over:
            return vg.Choice(4, 0.0, "points", elapsed_s=1.0, engine=self.spec)
        choice = self._engine.choose(position, limit)
        return self._spoil(position, choice)

    def _spoil(self, position: vg.Position, choice: vg.Choice) -> vg.Choice:
        open_columns = position.legal_moves
        if self._fault == "illegal column":
            return replace(choice, column=8)
        if self._fault == "impure":
            return replace(choice, score=choice.score + self._calls)
        if self._fault == "knows left from right":
            return replace(choice, column=open_columns[0], line="", proven={}, columns={})
        if self._fault == "forgets who it is":
            return replace(choice, engine="")
        if self._fault == "late":
            time.sleep(0.7)
        if self._fault == "spoilt":
            time.sleep(1.2)
        if self._fault == "share above one":
            return replace(choice, score=1.5, score_kind="share")
        if self._fault == "blind":
            column = _ANY.choose(position).column
            return replace(choice, column=column, line="")
        if self._fault == "impossible line":
            return replace(choice, line=str(choice.column) * 9)
        if self._fault == "deeper than allowed":
            return replace(choice, depth=3)
        return choice


_ANY = vg.engine("random")
FAULTS = {
    "illegal column": "check_columns_are_legal",
    "impossible line": "check_columns_are_legal",
    "forgets who it is": "check_choices_are_complete",
    "share above one": "check_choices_are_complete",
    "impure": "check_choices_repeat",
    "knows left from right": "check_mirror_images_get_mirrored_choices",
    "deeper than allowed": "check_limits_cap",
    "late": "check_time_is_kept",
    "spoilt": "check_stop_gives_the_best_so_far",
    "answers after the end": "check_finished_games_are_refused",
    "spec of another": "check_specs_round_trip",
    "blind": "check_sight_is_kept",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_suite_catches_an_engine_with_a_fault(fault: str, seed: int) -> None:
    check = next(check for check in CHECKS if check.__name__ == FAULTS[fault])

    def make(*, seed: int | None = None) -> Engine:
        return Misbehaving(fault, seed)

    with pytest.raises((AssertionError, vg.IllegalMove)):
        check(make, seed)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_same_engine_without_a_fault_passes(
    check: Callable[[Make, int], None], seed: int
) -> None:
    def make(*, seed: int | None = None) -> Engine:
        return Misbehaving("none", seed)

    check(make, seed)
