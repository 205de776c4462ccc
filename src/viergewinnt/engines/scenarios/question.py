"""The five questions about any position, answered by proof: win now, later, or stop a win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt import _native
from viergewinnt.engines.scale import StoneValue
from viergewinnt.errors import finished_position
from viergewinnt.rules.setup import COLUMNS, ROWS

if TYPE_CHECKING:
    from viergewinnt.engines.scenarios.board import Task
    from viergewinnt.rules.position import Position

__all__ = ["QUESTIONS", "Answer", "Question", "Reason", "answer", "answers", "right_columns"]

Reason: TypeAlias = Literal["forced", "held", "no win", "no danger", "no defence"]


@dataclass(frozen=True, slots=True)
class Question:
    """What the side to move can do within a number of stones, its own next one included."""

    task: Task
    sight: int


QUESTIONS = (
    Question("win", 1),
    Question("win", 3),
    Question("win", 5),
    Question("stop", 2),
    Question("stop", 4),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """A proven answer."""

    question: Question
    yes: bool
    """Whether the win can be forced, or whether there is a danger that can be met."""
    reason: Reason
    columns: tuple[int, ...]
    """The columns that do it."""
    line: str
    """How it would end under best play: the win or, from a column that does not stop it, the loss;
    empty where neither comes within the sight."""
    end_ply: int | None
    """The stones on the board at that end."""


def answers(position: Position) -> tuple[Answer, ...]:
    """The five questions about an undecided position, each with its answer."""
    return tuple(answer(position, question) for question in QUESTIONS)


def answer(position: Position, question: Question) -> Answer:
    """The proven answer to one question; raises `FinishedPosition` after the end."""
    if position.is_over:
        raise finished_position(position.text)
    values = _values(position, question.sight)
    if question.task == "win":
        return _about_winning(position, question, values)
    return _about_stopping(position, question, values)


def right_columns(position: Position, task: Task, sight: int | None) -> tuple[int, ...]:
    """The columns that are right answers to a task; none when it cannot be done.

    A win is forced within the sight against every reply. A stop keeps the other side from forcing
    one; where every column does there is nothing to stop, and none is right. Without a sight the
    right column is the only one that wins at all, or keeps the value that some columns give away.
    """
    if sight is not None:
        found = answer(position, Question(task, sight))
        return found.columns if found.yes else ()
    from viergewinnt.solver import Solver

    analysis = Solver().analyse(position)
    outcome = analysis.evaluation.outcome
    keeping = tuple(c for c, its in analysis.columns.items() if its.outcome == outcome)
    if task == "keep":
        return keeping if len(keeping) < len(analysis.columns) else ()
    return keeping if outcome == "win" and len(keeping) == 1 else ()


def _search(position: Position, sight: int) -> _native.DepthResult:
    search = _native.DepthSearch(_native.LeafEvaluation.none())
    return search.search(position, min(sight, COLUMNS * ROWS - position.ply))


def _values(position: Position, sight: int) -> dict[int, StoneValue]:
    """What each column leads to within the sight, wins at once not hiding the other columns."""
    values = {}
    for column in position.legal_moves:
        after = position.play(column)
        if after.winner is not None:
            values[column] = StoneValue(1_000_000 - after.ply, 0.0)
        elif after.is_over or sight == 1:
            values[column] = StoneValue(0, 0.0)
        else:
            decided, _ = _search(after, sight - 1).value
            values[column] = StoneValue(-decided, 0.0)
    return values


def _line(position: Position, column: int, sight: int) -> str:
    after = position.play(column)
    if after.is_over or sight == 1:
        return str(column)
    return str(column) + "".join(map(str, _search(after, sight - 1).line))


def _about_winning(position: Position, question: Question, values: dict[int, StoneValue]) -> Answer:
    columns = tuple(column for column, value in values.items() if value.decided > 0)
    if not columns:
        return Answer(question, False, "no win", (), "", None)
    soonest = max(columns, key=lambda column: values[column].decided)
    end_ply = values[soonest].end_ply
    line = _line(position, soonest, question.sight)
    return Answer(question, True, "forced", columns, line, end_ply)


def _about_stopping(
    position: Position, question: Question, values: dict[int, StoneValue]
) -> Answer:
    holding = tuple(column for column, value in values.items() if value.decided >= 0)
    losing = [column for column in values if column not in holding]
    if not losing:
        return Answer(question, False, "no danger", holding, "", None)
    end_ply = min(values[column].end_ply for column in losing)
    soonest = next(column for column in losing if values[column].end_ply == end_ply)
    line = _line(position, soonest, question.sight)
    return Answer(
        question, bool(holding), "held" if holding else "no defence", holding, line, end_ply
    )
