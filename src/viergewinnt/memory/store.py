"""The position database: evaluated positions, kept for good."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Self

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from viergewinnt.engines.choice import Score
from viergewinnt.engines.memory import Row, best_row
from viergewinnt.errors import StoreError
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import prepare
from viergewinnt.memory.names import Names
from viergewinnt.memory.packing import pack_columns, unpack_columns
from viergewinnt.memory.schema import KEY_BITS, positions, totals
from viergewinnt.memory.settings import Settings
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from sqlalchemy import ColumnElement, Connection, Select, Update

    from viergewinnt.engines.memory import Wanted

__all__ = ["PositionDatabase", "Stored", "open_memory"]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
AT_ONCE = 1000  # rows of one statement

_COLUMNS = positions.c
_EFFORT = (func.coalesce(_COLUMNS.depth, 0), func.coalesce(_COLUMNS.playouts, 0))
_LOOKUP = select(positions).where(_COLUMNS.place == bindparam("place"))
_COUNT_NEW = (
    update(totals)
    .values(row_count=totals.c.row_count + bindparam("new"))
    .where(totals.c.row_count + bindparam("new") <= bindparam("max_rows"))
)


def _replace_if_better() -> Update:
    new = {column.name: bindparam(f"new_{column.name}", type_=column.type) for column in _COLUMNS}
    depth, playouts = func.coalesce(new["depth"], 0), func.coalesce(new["playouts"], 0)
    known_depth, known_playouts = _EFFORT
    keys = {column.name for column in positions.primary_key}
    return (
        update(positions)
        .where(*(_COLUMNS[name] == new[name] for name in sorted(keys)))
        .where((depth > known_depth) | ((depth == known_depth) & (playouts > known_playouts)))
        .values({name: value for name, value in new.items() if name not in keys})
    )


_REPLACE_IF_BETTER = _replace_if_better()


@dataclass(frozen=True)
class Stored:
    """What became of many rows: the kept ones were known with at least as much effort."""

    new: int
    replaced: int
    kept: int


class _NoRoom(Exception):  # noqa: N818 - not an error: it ends a transaction
    """The row cap is reached."""


class PositionDatabase:
    """A `Memory` in SQLite or PostgreSQL; all threads and processes may use it at once.

    There is one row for each canonical key, engine and side. A row gives way only to one of greater
    depth or, at equal depth, of more playouts. At `max_rows` nothing new is taken in, while better
    rows still replace those that are there. Nothing is ever removed.
    """

    def __init__(self, database: Database, *, max_rows: int) -> None:
        """A database whose tables are ready; `open` makes sure of that."""
        self.database = database
        self.max_rows = max_rows
        self._names = Names()
        dialect = sqlite if database.is_sqlite else postgresql
        insert = dialect.insert(positions).on_conflict_do_nothing()
        self._insert = insert.execution_options(preserve_rowcount=True)

    @classmethod
    def open(cls, url: str | None = None, *, max_rows: int | None = None) -> Self:
        """Opens what is named here or, without that, by the settings.

        The user's own database is made and brought up to date. Any other must be ready;
        `StoreError` says what to do.
        """
        settings = Settings.read(database=url, max_rows=max_rows)
        database = Database(settings.database)
        prepare(database)
        return cls(database, max_rows=settings.max_rows)

    def close(self) -> None:
        """Closes all connections."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------- reading

    def lookup(self, position: Position, wanted: Wanted) -> Row | None:
        """See `Memory`."""
        return best_row(self.rows(position), wanted)

    def rows(self, position: Position) -> list[Row]:
        """All rows of a position, whoever evaluated it."""
        parameters = {"place": _place(position.ply, position.canonical_key)}

        def look(connection: Connection) -> list[Row]:
            found = connection.execute(_LOOKUP, parameters).all()
            return [self._row(connection, values) for values in found]

        return self.database.read(look)

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        """See `Memory`. The scores of columns are left out."""
        return self._best_rows(_COLUMNS.place < _place(max_ply + 1), wanted)

    def rows_at(self, ply: int, wanted: Wanted) -> Sequence[Row]:
        """Like `preload`, for positions with exactly so many stones."""
        where = _COLUMNS.place.between(_place(ply), _place(ply + 1) - 1)
        return self._best_rows(where, wanted)

    def _best_rows(self, where: ColumnElement[bool], wanted: Wanted) -> list[Row]:
        def load(connection: Connection) -> list[Row]:
            self._names.load(connection)
            evaluation_id = self._names.evaluation_id_of(wanted.evaluation)
            engine_ids = self._names.engine_ids_of_side(wanted.side)
            without = [column for column in _COLUMNS if column is not _COLUMNS.columns]
            # The best row of a key comes last, and so it is the one that stays.
            query = (
                select(*without)
                .where(where, _COLUMNS.evaluation_id == evaluation_id)
                .where(_COLUMNS.engine_id.in_(engine_ids))
                .order_by(*_EFFORT, _COLUMNS.at_us.desc())
            )
            best = {values.place: values for values in connection.execute(query)}
            return [self._row(connection, values) for values in best.values()]

        return self.database.read(load)

    def all_rows(self, *, engine: str | None = None) -> Iterator[Row]:
        """Every row, or those of one engine, as they stood when the reading began.

        They come by stones, key, engine and side, which does not depend on who wrote first.
        """
        query: Select[Any] = select(positions)
        with self.database.stream() as connection:
            self._names.load(connection)
            if engine is not None:
                query = query.where(_COLUMNS.engine_id.in_(self._names.engine_ids(engine)))
            group: list[Row] = []
            query = query.order_by(_COLUMNS.place)
            for values in connection.execute(query):
                row = self._row(connection, values)
                if group and group[0].key != row.key:
                    yield from sorted(group, key=_order)
                    group.clear()
                group.append(row)
            yield from sorted(group, key=_order)

    def engines(self) -> set[str]:
        """Every engine that has rows, as they name it."""
        self.database.read(self._names.load)
        return self._names.specs()

    def row_count(self) -> int:
        """How many rows there are."""
        return int(self.database.read(lambda c: c.execute(select(totals.c.row_count)).scalar_one()))

    # ------------------------------------------------------------------------------------- writing

    def store(self, row: Row) -> bool:
        """See `Memory`. False as well when the row is new and the row cap is reached."""
        try:
            stored = self.store_all([row])
        except StoreError as error:
            if error.code != "database_full":
                raise
            return False
        return stored.kept == 0

    def store_all(self, rows: Iterable[Row]) -> Stored:
        """Keeps many rows in one transaction: all of them, or none when it raises.

        Rows beyond the row cap are refused as `database_full`.
        """
        ordered = sorted(rows, key=_order)
        return self.store_stream(lambda: ordered)

    def store_stream(self, rows: Callable[[], Iterable[Row]]) -> Stored:
        """Like `store_all` for rows that are too many to hold; they may be asked for twice.

        They should come in the order of `all_rows`: two writers of many rows then never wait for
        each other.
        """
        try:
            stored, names = self.database.write(lambda connection: self._store(connection, rows()))
        except _NoRoom:
            raise _full(self.database.name, self.max_rows) from None
        except StoreError:
            self._names = Names()  # perhaps the tables were made anew, with other numbers
            raise
        self._names = names
        return stored

    def _store(self, connection: Connection, rows: Iterable[Row]) -> tuple[Stored, Names]:
        names = self._names
        total = new = replaced = 0
        remaining = iter(rows)
        while some := list(islice(remaining, AT_ONCE)):
            names = names.with_names_of(connection, some)
            values = [_values(row, names) for row in some]
            added = connection.execute(self._insert, values).rowcount
            if added < len(values):
                better = [{f"new_{name}": value for name, value in one.items()} for one in values]
                replaced += connection.execute(_REPLACE_IF_BETTER, better).rowcount
            new += added
            total += len(values)
        if new:
            # Last, because it locks the one row that all writers need until the end.
            limit = {"new": new, "max_rows": self.max_rows}
            if connection.execute(_COUNT_NEW, limit).rowcount != 1:
                raise _NoRoom
        return Stored(new, replaced, total - new - replaced), names

    # ------------------------------------------------------------------------------------ rows, SQL

    def _row(self, connection: Connection, values: Any) -> Row:
        engine, side = self._names.engine(connection, values.engine_id)
        columns = getattr(values, "columns", None)
        return Row(
            key=values.place & ((1 << KEY_BITS) - 1),
            engine=engine,
            evaluation=self._names.evaluation(connection, values.evaluation_id),
            depth=values.depth,
            playouts=values.playouts,
            column=values.best_column,
            score=Score(values.score, values.score_kind),
            columns=None if columns is None else unpack_columns(columns),
            side=side,
            at=EPOCH + values.at_us * MICROSECOND,
        )


def open_memory(url: str | None = None) -> PositionDatabase:
    """The position database that is named here or by the settings, ready for use."""
    return PositionDatabase.open(url)


def _place(ply: int, key: int = 0) -> int:
    return ply << KEY_BITS | key


def _values(row: Row, names: Names) -> dict[str, object]:
    return {
        "place": _place(Position.from_key(row.key).ply, row.key),
        "engine_id": names.engine_id(row),
        "evaluation_id": names.evaluation_id(row),
        "depth": row.depth,
        "playouts": row.playouts,
        "best_column": row.column,
        "score": float(row.score.value),
        "score_kind": row.score.kind,
        "columns": None if row.columns is None else pack_columns(row.columns),
        "at_us": (row.at - EPOCH) // MICROSECOND,
    }


def _order(row: Row) -> tuple[int, int, str, str]:
    """Where a row comes among all others."""
    return Position.from_key(row.key).ply, row.key, row.engine, row.side or ""


def _full(database: str, max_rows: int) -> StoreError:
    return StoreError(
        f"the position database {database} is full: it may hold {max_rows:,} rows, and no more new"
        " ones are taken in; raise VIERGEWINNT_POSITIONS_MAX_ROWS to go on",
        code="database_full",
        database=database,
        max_rows=max_rows,
    )
