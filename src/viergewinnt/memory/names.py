"""The numbers of engines and evaluations, which never change once given."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from viergewinnt.memory.schema import EITHER, engines, evaluations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Table

    from viergewinnt.engines.memory import Perspective, Row

__all__ = ["Names"]


class Names:
    """What is known of both tables. Threads may share one; at worst a row is read twice."""

    def __init__(self) -> None:
        self._engines: dict[int, tuple[str, Perspective | None]] = {}
        self._engine_ids: dict[tuple[str, Perspective | None], int] = {}
        self._evaluations: dict[int, str] = {}
        self._evaluation_ids: dict[str, int] = {}

    def with_names_of(self, connection: Connection, rows: Iterable[Row]) -> Names:
        """These names and those of the rows, numbers being given to new ones.

        New numbers hold only once the transaction is through, so they come in an object of their
        own, to be taken over then.
        """
        rows = list(rows)
        new_engines = {(row.engine, row.side) for row in rows} - self._engine_ids.keys()
        new_evaluations = {row.evaluation for row in rows} - self._evaluation_ids.keys()
        if not new_engines and not new_evaluations:
            return self
        for spec, side in sorted(new_engines, key=str):
            _insert_if_new(connection, engines, {"spec": spec, "side": side or EITHER})
        for text in sorted(new_evaluations):
            _insert_if_new(connection, evaluations, {"text": text})
        names = Names()
        names.load(connection)
        return names

    def load(self, connection: Connection) -> None:
        """Reads both tables, which are short."""
        for number, spec, side in connection.execute(select(engines)):
            self._engines[number] = engine = (spec, _side(side))
            self._engine_ids[engine] = number
        for number, text in connection.execute(select(evaluations)):
            self._evaluations[number] = text
            self._evaluation_ids[text] = number

    def engine(self, connection: Connection, number: int) -> tuple[str, Perspective | None]:
        """The SPEC and side of a number."""
        if number not in self._engines:
            self.load(connection)
        return self._engines[number]

    def evaluation(self, connection: Connection, number: int) -> str:
        """The text of a number."""
        if number not in self._evaluations:
            self.load(connection)
        return self._evaluations[number]

    def engine_id(self, row: Row) -> int:
        """The number of the engine of a row that was added."""
        return self._engine_ids[row.engine, row.side]

    def evaluation_id(self, row: Row) -> int:
        """The number of the evaluation of a row that was added."""
        return self._evaluation_ids[row.evaluation]

    def evaluation_id_of(self, text: str) -> int | None:
        """The number of an evaluation, if any row ever had it."""
        return self._evaluation_ids.get(text)

    def specs(self) -> set[str]:
        """The SPECs of all engines."""
        return {spec for spec, _ in self._engine_ids}

    def engine_ids(self, spec: str) -> list[int]:
        """The numbers of an engine, one for each side."""
        return [number for number, (known, _) in self._engines.items() if known == spec]

    def engine_ids_of_side(self, side: Perspective | None) -> list[int]:
        """The numbers of all engines of a side."""
        return [number for number, (_, known) in self._engines.items() if known == side]


def _insert_if_new(connection: Connection, table: Table, values: dict[str, str]) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), values)


def _side(text: str) -> Perspective | None:
    return None if text == EITHER else cast("Perspective", text)
