"""`viergewinnt scenarios`: what engines see."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from viergewinnt.cli.options import AsJson, TimeS
from viergewinnt.cli.solve import FORMAT_VERSION, text_of
from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.limit import Limit
from viergewinnt.engines.scenarios import (
    LANGUAGES,
    answers,
    answers_text,
    load_scenarios,
    read_scenarios,
    run_scenarios,
    summary,
    transcript,
)
from viergewinnt.errors import OptionError
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from viergewinnt.engines.scenarios import Answer, BoardResult, Language, Report

__all__ = ["scenarios_command"]

SOME_FAILED = 1
DEFAULT_ENGINES = ("minimax", "alphabeta", "montecarlo", "perfect")


def scenarios_command(
    engine: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="Whom to ask; may be given several times."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Ask the five questions about this position instead."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="F", help="Own scenarios instead of the built-in ones.")
    ] = None,
    language: Annotated[str, typer.Option(metavar="de|en", help="Language of texts.")] = "en",
    every: Annotated[
        bool, typer.Option("--all", help="Ask boards beyond an engine's sight too, unjudged.")
    ] = False,
    time_s: TimeS = None,
    as_json: AsJson = False,
) -> None:
    """Put the scenario boards to engines, against every reply.

    An engine is asked what its sight covers; engines that claim none are asked everything, and only
    reported. The exit code is 1 when a board that an engine's sight covers was not passed.
    """
    spoken = next((known for known in LANGUAGES if known == language), None)
    if spoken is None:
        raise OptionError(
            f"language is {language!r}; allowed are {', '.join(LANGUAGES)}", code="bad_option"
        )
    if position is not None:
        if engine or file is not None:
            raise OptionError(
                "the questions about a position are answered by proof: leave --engine and --file"
                " out",
                code="bad_option",
            )
        _answer(position, spoken, as_json)
        return
    limit = Limit(time_s=time_s)
    boards = load_scenarios() if file is None else read_scenarios(file)
    engines = [engine_of(spec) for spec in engine or DEFAULT_ENGINES]
    reports = []
    for each in engines:
        report = run_scenarios(each, boards, limit, beyond_sight=every)
        reports.append(report)
        if not as_json:
            print(transcript(report, spoken), end="\n\n", flush=True)
    if as_json:
        print(json.dumps({"version": FORMAT_VERSION, "reports": [_json(r) for r in reports]}))
    else:
        print(summary(reports, spoken))
    sys.stdout.flush()
    if any(report.failures for report in reports):
        raise typer.Exit(SOME_FAILED)


def _answer(text: str, language: Language, as_json: bool) -> None:
    position = Position.parse(text_of(text))
    found = answers(position)
    if as_json:
        entries = [_answer_json(one) for one in found]
        print(json.dumps({"version": FORMAT_VERSION, "position": text, "answers": entries}))
    else:
        print(answers_text(position, found, language))


def _answer_json(found: Answer) -> dict[str, Any]:
    return {
        "task": found.question.task,
        "sight": found.question.sight,
        "yes": found.yes,
        "reason": found.reason,
        "columns": list(found.columns),
        "line": found.line,
        "end_ply": found.end_ply,
    }


def _json(report: Report) -> dict[str, Any]:
    return {
        "engine": report.engine,
        "sight": report.sight,
        "passed": report.passed,
        "asked": len(report.results),
        "not_asked": [scenario.id for scenario in report.not_asked],
        "elapsed_ms": report.elapsed_s * 1000,
        "boards": [_board_json(result) for result in report.results],
    }


def _board_json(result: BoardResult) -> dict[str, Any]:
    scenario = result.scenario
    return {
        "id": scenario.id,
        "position": scenario.position.text,
        "task": scenario.task,
        "sight": scenario.sight,
        "right": list(scenario.right),
        "judged": result.judged,
        "passed": result.passed,
        "steps": [{"ply": step.ply, "by": step.by, "column": step.column} for step in result.steps],
        "lines": result.lines,
        "choices": result.choices,
        "elapsed_ms": result.elapsed_s * 1000,
    }
