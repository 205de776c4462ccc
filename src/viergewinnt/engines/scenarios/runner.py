"""Puts scenario boards to an engine, against every reply."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.limit import Limit
    from viergewinnt.engines.scenarios.board import Scenario
    from viergewinnt.rules.position import Position

__all__ = ["BoardResult", "Player", "Report", "Step", "run_board", "run_scenarios"]

Player: TypeAlias = Literal["engine", "opponent"]


@dataclass(frozen=True, slots=True)
class Step:
    """One stone of a line."""

    ply: int
    """The stones on the board with this one."""
    by: Player
    column: int


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What an engine made of one board."""

    scenario: Scenario
    judged: bool
    """Whether the board counts against the engine: its declared sight covers it."""
    passed: bool
    steps: tuple[Step, ...]
    """The line in which it failed or, when it passed, one that the other side held out longest."""
    lines: int
    """Lines of play that were tried to their end."""
    choices: int
    elapsed_s: float
    """Time of the engine alone."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an engine made of all boards that it was asked."""

    engine: str
    sight: int | None
    scenarios: tuple[Scenario, ...]
    results: tuple[BoardResult, ...]

    @property
    def not_asked(self) -> tuple[Scenario, ...]:
        """The boards that ask for more than the engine's sight."""
        asked = {result.scenario.id for result in self.results}
        return tuple(scenario for scenario in self.scenarios if scenario.id not in asked)

    @property
    def passed(self) -> int:
        """Boards passed."""
        return sum(result.passed for result in self.results)

    @property
    def elapsed_s(self) -> float:
        """Time of the engine over all boards."""
        return sum(result.elapsed_s for result in self.results)

    @property
    def failures(self) -> tuple[BoardResult, ...]:
        """Judged boards that were not passed."""
        return tuple(result for result in self.results if result.judged and not result.passed)


def run_scenarios(
    engine: Engine,
    scenarios: Iterable[Scenario],
    limit: Limit | None = None,
    *,
    beyond_sight: bool = False,
) -> Report:
    """Asks the engine every board that its sight covers; without a sight every board, unjudged.

    With `beyond_sight` boards that ask for more are put to it as well, unjudged.
    """
    boards = tuple(scenarios)
    results = tuple(
        run_board(engine, scenario, limit)
        for scenario in boards
        if beyond_sight or scenario.is_covered_by(engine.sight) is not False
    )
    return Report(engine.spec, engine.sight, boards, results)


def run_board(engine: Engine, scenario: Scenario, limit: Limit | None = None) -> BoardResult:
    """Plays one board out: the engine for the side to move, every reply of the other side.

    A win counts only when it is carried out within the sight in every line, a stop only if the loss
    comes in none; without a sight the first column decides, which must be the right one.
    """
    trial = _Trial(engine, limit)
    engine.reset()
    position = scenario.position
    if scenario.sight is None:
        column = trial.choose(position)
        steps: tuple[Step, ...] = (Step(position.ply + 1, "engine", column),)
        passed, trial.lines = column in scenario.right, 1
    else:
        trial.tested = position.to_move
        passed, steps = trial.play(position, scenario.sight, must_win=scenario.task == "win")
    return BoardResult(
        scenario,
        bool(scenario.is_covered_by(engine.sight)),
        passed,
        steps,
        trial.lines,
        trial.choices,
        trial.elapsed_s,
    )


class _Trial:
    """One board in the making."""

    def __init__(self, engine: Engine, limit: Limit | None) -> None:
        self._engine = engine
        self._limit = limit
        self.tested = ""
        self.lines = self.choices = 0
        self.elapsed_s = 0.0

    def choose(self, position: Position) -> int:
        started = time.perf_counter()
        column = self._engine.choose(position, self._limit).column
        self.elapsed_s += time.perf_counter() - started
        self.choices += 1
        return column

    def play(
        self, position: Position, sight: int, *, must_win: bool
    ) -> tuple[bool, tuple[Step, ...]]:
        """Whether all lines from here end well, and the line to show."""
        if position.is_over or sight == 0:
            self.lines += 1
            won = position.winner == self.tested
            lost = position.winner is not None and not won
            return (won if must_win else not lost), ()
        shown: tuple[Step, ...] = ()
        for column, by in self._stones(position):
            after = position.play(column)
            passed, rest = self.play(after, sight - 1, must_win=must_win)
            steps = (Step(after.ply, by, column), *rest)
            if not passed:
                return False, steps
            if len(steps) > len(shown):
                shown = steps
        return True, shown

    def _stones(self, position: Position) -> Iterator[tuple[int, Player]]:
        if position.to_move == self.tested:
            yield self.choose(position), "engine"
        else:
            for column in position.legal_moves:
                yield column, "opponent"
