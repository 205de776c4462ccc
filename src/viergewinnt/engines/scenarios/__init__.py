"""Scenario boards: what engines should see, put to them against every reply."""

from viergewinnt.engines.scenarios.board import Scenario, Sign, Task, load_scenarios
from viergewinnt.engines.scenarios.file import dump_scenarios, parse_scenarios, read_scenarios
from viergewinnt.engines.scenarios.question import (
    QUESTIONS,
    Answer,
    Question,
    Reason,
    answer,
    answers,
    right_columns,
)
from viergewinnt.engines.scenarios.runner import (
    BoardResult,
    Report,
    Step,
    run_board,
    run_scenarios,
)
from viergewinnt.engines.scenarios.transcript import (
    LANGUAGES,
    Language,
    answers_text,
    picture_of,
    summary,
    title_of,
    transcript,
)

__all__ = [
    "LANGUAGES",
    "QUESTIONS",
    "Answer",
    "BoardResult",
    "Language",
    "Question",
    "Reason",
    "Report",
    "Scenario",
    "Sign",
    "Step",
    "Task",
    "answer",
    "answers",
    "answers_text",
    "dump_scenarios",
    "load_scenarios",
    "parse_scenarios",
    "picture_of",
    "read_scenarios",
    "right_columns",
    "run_board",
    "run_scenarios",
    "summary",
    "title_of",
    "transcript",
]
