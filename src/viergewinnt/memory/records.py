"""Rows as JSON objects and CSV records, the same fields in both; reading one checks it.

A position may be written in any form and orientation; columns are meant as it is written. Rows are
always written in canonical orientation.
"""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast, get_args

from viergewinnt.engines.choice import Score, ScoreKind
from viergewinnt.engines.memory import Perspective, Row
from viergewinnt.errors import VierGewinntError
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["FIELDS", "RECORD_VERSION", "BadRecord", "csv_record", "json_record", "read_csv_record",
           "read_json_record"]  # fmt: skip

RECORD_VERSION = 1
FIELDS = ("position", "ply", "engine", "evaluation", "side", "depth", "playouts", "column", "score",
          "score_kind", "columns", "at")  # fmt: skip
KINDS, SIDES = get_args(ScoreKind), get_args(Perspective)
START = "-"
MAX_TEXT, MAX_DEPTH, MAX_PLAYOUTS = 1000, 42, (1 << 63) - 1


class BadRecord(Exception):  # noqa: N818 - it never leaves this package
    """Why a record cannot be a row."""


def json_record(row: Row, position: Position | None = None) -> dict[str, Any]:
    """The fields of a row; in the orientation of a position, canonical without one."""
    seen = Position.from_key(row.key) if position is None else position
    columns = row.columns_for(seen)
    return {
        "version": RECORD_VERSION,
        "position": seen.text,
        "ply": seen.ply,
        "engine": row.engine,
        "evaluation": row.evaluation,
        "side": row.side,
        "depth": row.depth,
        "playouts": row.playouts,
        "column": row.column_for(seen),
        "score": float(row.score.value),
        "score_kind": row.score.kind,
        "columns": None
        if columns is None
        else {
            str(column): {"score": float(score.value), "score_kind": score.kind}
            for column, score in columns.items()
        },
        "at": _written(row.at),
    }


def csv_record(row: Row) -> list[str]:
    """The fields of a row as texts, an empty one for what it has not."""
    fields = json_record(row)
    if row.columns is not None:
        fields["columns"] = " ".join(
            f"{column}:{score.kind}:{float(score.value)!r}" for column, score in row.columns.items()
        )
    return ["" if fields[name] is None else str(fields[name]) for name in FIELDS]


def read_json_record(line: str) -> Row:
    """The row of a line, or `BadRecord`."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"{line.strip()!r:.60} is no JSON") from None
    if not isinstance(fields, dict):
        raise BadRecord(f"{line.strip()!r:.60} is no JSON object")
    if fields.pop("version", RECORD_VERSION) != RECORD_VERSION:
        raise BadRecord(f"the version is not {RECORD_VERSION}, the only one that is known here")
    if unknown := sorted(fields.keys() - set(FIELDS)):
        raise BadRecord(f"{unknown[0]!r:.40} is no field; there are {', '.join(FIELDS)}")
    columns = fields.get("columns")
    if columns is not None:
        if not isinstance(columns, dict) or not all(
            isinstance(score, dict) and score.keys() == {"score", "score_kind"}
            for score in columns.values()
        ):
            raise BadRecord("columns is not an object of {score, score_kind} by column")
        fields["columns"] = [
            (_whole(column), score["score_kind"], score["score"])
            for column, score in columns.items()
        ]
    return _row(fields)


def read_csv_record(names: Sequence[str], texts: Sequence[str]) -> Row:
    """The row of a record whose fields are named by the first line of the file, or `BadRecord`."""
    if len(texts) != len(names):
        raise BadRecord(f"it has {len(texts)} fields and not {len(names)}")
    fields: dict[str, Any] = {name: text or None for name, text in zip(names, texts, strict=True)}
    for name in ("ply", "depth", "playouts", "column"):
        if fields.get(name) is not None:
            fields[name] = _whole(fields[name])
    if fields.get("score") is not None:
        fields["score"] = _number(fields["score"])
    if fields.get("columns") is not None:
        parts = [part.split(":") for part in fields["columns"].split()]
        if any(len(part) != 3 for part in parts):
            raise BadRecord(f"columns is {fields['columns']!r:.60}; its form is 1:share:0.5 2:…")
        fields["columns"] = [
            (_whole(column), kind, _number(value)) for column, kind, value in parts
        ]
    return _row(fields)


def _row(fields: Mapping[str, Any]) -> Row:
    position = _position(fields.get("position"))
    if fields.get("ply", position.ply) not in (position.ply, None):
        raise BadRecord(f"ply is {fields['ply']!r:.20}, but the position has {position.ply} stones")
    mirrored = position.key != position.canonical_key
    columns = fields.get("columns")
    if columns is not None:
        read = {_column(column, position): _score(value, kind) for column, kind, value in columns}
        if len(read) != len(columns):
            raise BadRecord("columns names a column twice")
        columns = {8 - column if mirrored else column: read[column] for column in read}
    column = _column(fields.get("column"), position)
    side = fields.get("side")
    if side is not None and side not in SIDES:
        raise BadRecord(f"side is {side!r:.20}; allowed are none, {', '.join(SIDES)}")
    return Row(
        key=position.canonical_key,
        engine=_text("engine", fields.get("engine")),
        evaluation=_text("evaluation", fields.get("evaluation")),
        depth=_optional("depth", fields.get("depth"), MAX_DEPTH),
        playouts=_optional("playouts", fields.get("playouts"), MAX_PLAYOUTS),
        column=8 - column if mirrored else column,
        score=_score(fields.get("score"), fields.get("score_kind")),
        columns=None if columns is None else dict(sorted(columns.items())),
        side=side,
        at=_time(fields.get("at")),
    )


def _position(text: object) -> Position:
    if not isinstance(text, str):
        raise BadRecord("position is missing or no text")
    try:
        position = Position.parse("" if text == START else text)
    except VierGewinntError as error:
        raise BadRecord(str(error)) from None
    if position.is_over:
        raise BadRecord(f"the game is over in {text!r:.60}: there is no best column")
    return position


def _column(column: object, position: Position) -> int:
    if type(column) is not int or column not in position.legal_moves:
        allowed = ", ".join(map(str, position.legal_moves))
        raise BadRecord(f"column {column!r:.20} cannot be played; open are {allowed}")
    return column


def _score(value: object, kind: object) -> Score:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadRecord(f"score is {value!r:.20}; it must be a number")
    if kind not in KINDS:
        raise BadRecord(f"score_kind is {kind!r:.20}; allowed are {', '.join(KINDS)}")
    return Score(float(value), cast("ScoreKind", kind))


def _text(name: str, text: object) -> str:
    if not isinstance(text, str) or not text.isprintable() or not 1 <= len(text) <= MAX_TEXT:
        raise BadRecord(f"{name} is {text!r:.20}; it must be a text of 1 to {MAX_TEXT} characters")
    return text


def _optional(name: str, value: object, largest: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= largest:
        raise BadRecord(f"{name} is {value!r:.20}; allowed are 0 to {largest}, or none")
    return value


def _whole(text: str) -> int | str:
    """The number of a text; what is none is refused later, as what it stands for."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def _number(text: str) -> float | str:
    try:
        return float(text) if text.isascii() and "_" not in text else text
    except ValueError:
        return text


def _written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _time(text: object) -> datetime:
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        if at is not None and at.tzinfo is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise BadRecord(f"at is {text!r:.40}; its form is 2026-01-31T12:00:00.000000Z")
