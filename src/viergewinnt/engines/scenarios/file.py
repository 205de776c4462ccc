"""Own scenarios in files: JSON of a documented form, checked before anything is believed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from viergewinnt.engines.scenarios.board import Scenario
from viergewinnt.engines.scenarios.question import right_columns
from viergewinnt.errors import ErrorCode, ScenarioError, VierGewinntError
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from viergewinnt.engines.scenarios.board import Task

__all__ = ["FILE_VERSION", "MAX_SIGHT", "dump_scenarios", "parse_scenarios", "read_scenarios"]

FILE_VERSION = 1
MAX_SIGHT = 8  # every reply is played: each two stones more cost 49 times as much
MAX_SCENARIOS = 10_000
_FIELDS = {"id", "position", "task", "sight", "right", "note"}
_NEEDED = ("id", "position", "task", "sight")
_TASKS = ("win", "stop", "only winning move", "keep")


def read_scenarios(path: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file; raises `ScenarioError`, which names the entry and the field."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _bad("file_form", f"{path} cannot be read: {error}") from None
    return parse_scenarios(text)


def parse_scenarios(text: str) -> tuple[Scenario, ...]:
    """The scenarios of a file's text; answers left out are found, those given are proven."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad("file_form", f"this is no JSON: {error}") from None
    if not isinstance(read, dict) or not isinstance(read.get("scenarios"), list):
        raise _bad(
            "file_form", 'a file of scenarios is {"version": 1, "scenarios": [{…}, …]}, not this'
        )
    if read.get("version") != FILE_VERSION or read["version"] is True:
        raise _bad(
            "file_version",
            f"the file has version {read.get('version')!r:.30}; this program reads {FILE_VERSION}",
        )
    entries = read["scenarios"]
    if not 1 <= len(entries) <= MAX_SCENARIOS:
        raise _bad(
            "file_form", f"the file has {len(entries)} scenarios; allowed are 1 to {MAX_SCENARIOS}"
        )
    seen: dict[str, int] = {}
    scenarios = []
    for place, entry in enumerate(entries, start=1):
        scenario = _scenario(entry, place)
        if scenario.id in seen:
            raise _bad(
                "duplicate_id",
                f"entries {seen[scenario.id]} and {place} are both called {scenario.id!r}",
                entry=place,
            )
        seen[scenario.id] = place
        scenarios.append(scenario)
    return tuple(scenarios)


def dump_scenarios(scenarios: Iterable[Scenario]) -> str:
    """The text of a file with these scenarios."""
    entries = [
        {
            "id": scenario.id,
            "position": scenario.position.text,
            "task": scenario.task,
            "sight": scenario.sight,
            "right": list(scenario.right),
            **({"note": scenario.note} if scenario.note else {}),
        }
        for scenario in scenarios
    ]
    return json.dumps({"version": FILE_VERSION, "scenarios": entries}, indent=1) + "\n"


def _bad(code: ErrorCode, message: str, **data: object) -> ScenarioError:
    return ScenarioError(message, code=code, **data)


def _scenario(entry: object, place: int) -> Scenario:
    if not isinstance(entry, dict):
        raise _bad("entry_field", f"entry {place} is {entry!r:.60}; it must be {{…}}", entry=place)
    fields = cast("Mapping[str, Any]", entry)
    for name in fields:
        if name not in _FIELDS:
            raise _field(place, name, f"is unknown; an entry has {', '.join(sorted(_FIELDS))}")
    for name in _NEEDED:
        if name not in fields:
            raise _field(place, name, "is missing")
    name, note = fields["id"], fields.get("note", "")
    if not isinstance(name, str) or not 1 <= len(name) <= 100 or not name.isprintable():
        raise _field(place, "id", "must be a text of 1 to 100 printable characters")
    if not isinstance(note, str) or len(note) > 1000:
        raise _field(place, "note", "must be a text of at most 1000 characters")
    if fields["task"] not in _TASKS:
        raise _field(place, "task", f"must be one of {', '.join(map(repr, _TASKS))}")
    task: Task = fields["task"]
    sight = _sight(fields["sight"], task, place)
    position = _position(fields["position"], place)
    right = right_columns(position, task, sight)
    if not right:
        raise _bad(
            "wrong_answer",
            f"entry {place} ({name}): no column is a right answer: {_why(task, sight)}",
            entry=place,
        )
    given = fields.get("right")
    if given is not None and sorted(_columns(given, place)) != list(right):
        raise _bad(
            "wrong_answer",
            f"entry {place} ({name}): right is {given}, proven are {list(right)}",
            entry=place,
            right=right,
        )
    return Scenario.of(name, position, task, sight, right, note)


def _field(place: int, name: str, fault: str) -> ScenarioError:
    return _bad(
        "entry_field", f"entry {place}: the field {name!r:.40} {fault}", entry=place, field=name
    )


def _sight(sight: object, task: Task, place: int) -> int | None:
    if task in ("only winning move", "keep"):
        if sight is not None:
            raise _field(place, "sight", f"must be null for {task!r}")
        return None
    parity = 1 if task == "win" else 0
    whole = isinstance(sight, int) and not isinstance(sight, bool)
    if not whole or not 1 <= cast("int", sight) <= MAX_SIGHT or cast("int", sight) % 2 != parity:
        allowed = [n for n in range(1, MAX_SIGHT + 1) if n % 2 == parity]
        raise _field(place, "sight", f"is {sight!r:.30}; allowed for {task!r} are {allowed}")
    return cast("int", sight)


def _position(text: object, place: int) -> Position:
    try:
        if not isinstance(text, str):
            raise _field(place, "position", "must be a position text")
        position = Position.parse(text)
    except VierGewinntError as error:
        if isinstance(error, ScenarioError):
            raise
        message = f"entry {place}: {error}"
        raise _bad("entry_position", message, entry=place, reason=error.code) from None
    if position.is_over:
        raise _bad("entry_position", f"entry {place}: the game is over", entry=place)
    return position


def _columns(given: object, place: int) -> list[int]:
    if not isinstance(given, list) or not all(
        isinstance(column, int) and not isinstance(column, bool) for column in given
    ):
        raise _field(place, "right", "must be a list of columns")
    return given


def _why(task: Task, sight: int | None) -> str:
    if task == "win":
        return f"no win can be forced within {sight} stones"
    if task == "stop":
        return f"within {sight} stones there is nothing to stop, or it cannot be stopped"
    if task == "keep":
        return "every column keeps the value of the position"
    return "there is not exactly one column that wins"
