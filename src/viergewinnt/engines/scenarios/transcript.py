"""What happened on the scenario boards, as text in English or German."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt.rules.notation import format_picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from viergewinnt.engines.scenarios.board import Scenario, Sign, Task
    from viergewinnt.engines.scenarios.question import Answer
    from viergewinnt.engines.scenarios.runner import BoardResult, Report
    from viergewinnt.rules.position import Position

__all__ = [
    "LANGUAGES",
    "Language",
    "answers_text",
    "picture_of",
    "summary",
    "title_of",
    "transcript",
]

Language: TypeAlias = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("en", "de")

_TITLES: Mapping[Language, Mapping[tuple[Task, int | None], str]] = {
    "en": {
        ("win", 1): "Win now",
        ("win", 3): "Win in the move after next",
        ("win", 5): "Win two moves later still",
        ("stop", 2): "Stop an immediate win",
        ("stop", 4): "Stop a win in the move after next",
        ("only winning move", None): "Find the only move that wins at all",
        ("keep", None): "Keep the value of the position",
    },
    "de": {
        ("win", 1): "Jetzt gewinnen",
        ("win", 3): "Im übernächsten Zug gewinnen",
        ("win", 5): "Noch zwei Züge später gewinnen",
        ("stop", 2): "Einen sofortigen Gewinn verhindern",
        ("stop", 4): "Einen Gewinn im übernächsten Zug verhindern",
        ("only winning move", None): "Den einzigen Zug finden, der überhaupt gewinnt",
        ("keep", None): "Den Wert der Stellung halten",
    },
}
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "heading": "Scenarios for {engine}",
        "sight": "sight {sight} stones",
        "no sight": "no sight claimed: reported, not judged",
        "win": "Win within {sight} stones",
        "stop": "Stop a win within {sight} stones",
        "to move": "{sign} to move",
        "engine": "tested engine",
        "opponent": "opponent",
        "step": "ply {ply}: {who} ({sign}) plays column {column}",
        "passed": "passed",
        "failed": "FAILED",
        "lines": "lines of play: {lines}, {ms:.1f} ms",
        "total": "{passed} of {asked} passed, {ms:.1f} ms",
        "not asked": "not asked, beyond its sight: {ids}",
        "board": "board",
        "task": "task",
        "yes": "yes",
        "no": "no",
        "columns": "column {columns}",
        "forced": "{columns}; ends {line}: won with the stone of ply {ply}",
        "held": "{columns}; otherwise {line}: lost with the stone of ply {ply}",
        "no win": "no win can be forced so soon",
        "no danger": "nothing has to be stopped",
        "no defence": "it cannot be stopped: {line}: lost with the stone of ply {ply}",
    },
    "de": {
        "heading": "Szenarien für {engine}",
        "sight": "Sichtweite {sight} Steine",
        "no sight": "keine Sichtweite angegeben: berichtet, nicht bewertet",
        "win": "Mit höchstens {sight} Steinen gewinnen",
        "stop": "Einen Gewinn mit höchstens {sight} Steinen verhindern",
        "to move": "{sign} ist am Zug",
        "engine": "geprüfte Engine",
        "opponent": "Gegner",
        "step": "Stein {ply}: {who} ({sign}) spielt Spalte {column}",
        "passed": "bestanden",
        "failed": "NICHT BESTANDEN",
        "lines": "Spielverläufe: {lines}, {ms:.1f} ms",
        "total": "{passed} von {asked} bestanden, {ms:.1f} ms",
        "not asked": "nicht gefragt, jenseits ihrer Sichtweite: {ids}",
        "board": "Brett",
        "task": "Aufgabe",
        "yes": "ja",
        "no": "nein",
        "columns": "Spalte {columns}",
        "forced": "{columns}; Ende {line}: gewonnen mit Stein {ply}",
        "held": "{columns}; sonst {line}: verloren mit Stein {ply}",
        "no win": "so bald lässt sich kein Gewinn erzwingen",
        "no danger": "es gibt nichts zu verhindern",
        "no defence": "nicht zu verhindern: {line}: verloren mit Stein {ply}",
    },
}


def title_of(task: Task, sight: int | None, language: Language = "en") -> str:
    """What a board asks for, in words."""
    title = _TITLES[language].get((task, sight))
    return title if title is not None else _WORDS[language][task].format(sight=sight)


def picture_of(position: Position, began: Sign) -> str:
    """A board with column numbers, in the letters of its scenario."""
    rows = position.grid()
    if began == "O":
        swap = str.maketrans("XO", "OX")
        rows = tuple(tuple(sign.translate(swap) for sign in row) for row in rows)
    return format_picture(rows)


def transcript(report: Report, language: Language = "en") -> str:
    """Everything about one engine: each board, who played what, and the result."""
    words = _WORDS[language]
    heading = words["heading"].format(engine=report.engine)
    sight = words["no sight" if report.sight is None else "sight"].format(sight=report.sight)
    blocks = [f"{heading} ({sight})"]
    blocks += ["\n".join(_board_lines(result, language)) for result in report.results]
    if report.not_asked:
        ids = ", ".join(scenario.id for scenario in report.not_asked)
        blocks.append(words["not asked"].format(ids=ids))
    blocks.append(_total(report, language))
    return "\n\n".join(blocks)


def _total(report: Report, language: Language) -> str:
    return _WORDS[language]["total"].format(
        passed=report.passed, asked=len(report.results), ms=1000 * report.elapsed_s
    )


def _board_lines(result: BoardResult, language: Language) -> Iterator[str]:
    words, scenario = _WORDS[language], result.scenario
    position = scenario.position
    to_move = words["to move"].format(sign=scenario.to_move)
    yield f"{scenario.id}: {title_of(scenario.task, scenario.sight, language)} – {to_move}"
    yield picture_of(position, scenario.began)
    other: Sign = "O" if scenario.to_move == "X" else "X"
    for step in result.steps:
        sign = scenario.to_move if step.by == "engine" else other
        yield words["step"].format(ply=step.ply, who=words[step.by], sign=sign, column=step.column)
        position = position.play(step.column)
        yield picture_of(position, scenario.began)
    verdict = words["passed" if result.passed else "failed"]
    details = words["lines"].format(lines=result.lines, ms=1000 * result.elapsed_s)
    yield f"{scenario.id}: {verdict} ({details})"


def summary(reports: Sequence[Report], language: Language = "en") -> str:
    """A table: boards down, engines across; `-` where a board was not asked."""
    words = _WORDS[language]
    scenarios: dict[str, Scenario] = {}
    for report in reports:
        for scenario in report.scenarios:
            scenarios.setdefault(scenario.id, scenario)
    lines = [f"({number}) {report.engine}" for number, report in enumerate(reports, start=1)]
    titles = {i: title_of(s.task, s.sight, language) for i, s in scenarios.items()}
    first = max([len(words["board"]), *map(len, scenarios)])
    second = max([len(words["task"]), *map(len, titles.values())])
    heads = "  ".join(f"({number})" for number in range(1, len(reports) + 1))
    lines.append(f"{words['board']:<{first}}  {words['task']:<{second}}  {heads}".rstrip())
    cells = [{result.scenario.id: result for result in report.results} for report in reports]
    for board, title in titles.items():
        marks = "  ".join(
            f"{_mark(found.get(board), words):<{len(str(number)) + 2}}"
            for number, found in enumerate(cells, start=1)
        )
        lines.append(f"{board:<{first}}  {title:<{second}}  {marks}".rstrip())
    for number, report in enumerate(reports, start=1):
        lines.append(f"({number}) {_total(report, language)}")
    return "\n".join(lines)


def _mark(result: BoardResult | None, words: Mapping[str, str]) -> str:
    if result is None:
        return "-"
    return words["yes" if result.passed else "no"]


def answers_text(position: Position, answers: Sequence[Answer], language: Language = "en") -> str:
    """The five questions about a position, each with its proven answer."""
    words = _WORDS[language]
    lines = [picture_of(position, "X")]
    sign = "X" if position.to_move == "first" else "O"
    lines.append(words["to move"].format(sign=sign))
    for number, found in enumerate(answers, start=1):
        columns = words["columns"].format(columns=", ".join(map(str, found.columns)))
        how = words[found.reason].format(columns=columns, line=found.line, ply=found.end_ply)
        title = title_of(found.question.task, found.question.sight, language)
        lines.append(f"{number} {title}: {words['yes' if found.yes else 'no']} – {how}")
    return "\n".join(lines)
