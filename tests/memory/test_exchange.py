"""Rows leave as files and come back to the last bit; what is no row is named by its line."""

import csv
import io
import json
import random
from collections.abc import Callable

import pytest

import viergewinnt as vg
from tests.memory.rows import random_row
from viergewinnt.engines.memory import Row
from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.exchange import FileFormat, export_rows, import_rows

FORMATS: tuple[FileFormat, ...] = ("csv", "jsonl")


def text_of(rows: list[Row], file_format: FileFormat) -> str:
    file = io.StringIO(newline="")
    assert export_rows(rows, file, file_format) == len(rows)
    return file.getvalue()


def some_rows(seed: int, count: int) -> list[Row]:
    rng = random.Random(seed)
    return list({row.key: row for row in (random_row(rng) for _ in range(count))}.values())


@pytest.fixture
def default_store() -> PositionDatabase:
    """Give the user's own database, which here is an empty one of this test."""
    return PositionDatabase.open()


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_round_trip_loses_nothing(
    store: PositionDatabase,
    default_store: PositionDatabase,
    file_format: FileFormat,
    seed: int,
    count: Callable[[int, int], int],
) -> None:
    rows = some_rows(seed, count(300, 20_000))
    store.store_all(rows)
    text = text_of(list(store.all_rows()), file_format)
    imported = import_rows(default_store, io.StringIO(text, newline=""), file_format)
    assert (imported.stored.new, imported.bad) == (len(rows), ())
    assert list(default_store.all_rows()) == list(store.all_rows())
    assert text_of(list(default_store.all_rows()), file_format) == text
    again = import_rows(default_store, io.StringIO(text, newline=""), file_format)
    assert (again.stored.new, again.stored.replaced, again.stored.kept) == (0, 0, len(rows))
    default_store.close()


def test_a_position_may_be_written_in_any_form_and_orientation(
    default_store: PositionDatabase,
) -> None:
    record = {
        "engine": "x", "evaluation": "y", "column": 7, "score": 1, "score_kind": "share",
        "columns": {"7": {"score": 0.5, "score_kind": "share"}}, "at": "2026-01-31T13:00:00+01:00",
    }  # fmt: skip
    position = vg.Position.parse("4453")
    for text in ("4453", position.text, position.mirrored().text, str(position)):
        column = 1 if text == position.mirrored().text else 7
        columns = {str(column): record["columns"]["7"]}  # type: ignore[index]
        line = json.dumps(record | {"position": text, "column": column, "columns": columns})
        imported = import_rows(default_store, io.StringIO(line), "jsonl")
        assert imported.stored.new + imported.stored.kept == 1
        [row] = default_store.rows(position)
        assert row.column_for(position) == 7
        assert list(row.columns_for(position) or ()) == [7]
        assert row.at.isoformat() == "2026-01-31T12:00:00+00:00"
    default_store.close()


GOOD = {
    "version": 1, "position": "4453", "ply": 4, "engine": "x", "evaluation": "y", "side": None,
    "depth": 5, "playouts": None, "column": 4, "score": 0.5, "score_kind": "share",
    "columns": {"4": {"score": 0.5, "score_kind": "share"}}, "at": "2026-01-31T12:00:00Z",
}  # fmt: skip
BAD: dict[str, list[object]] = {
    "position": [None, 5, "99", "1212121", "xyz"],
    "ply": [5, "4"],
    "engine": [None, "", 5, "a\nb", "x" * 1001],
    "evaluation": [None, ""],
    "side": ["first", 1],
    "depth": [-1, 43, 2.5, "5", True],
    "playouts": [-1, 1 << 63],
    "column": [None, 0, 8, "4", 4.0, True],
    "score": [None, "much", float("inf"), float("nan"), True],
    "score_kind": [None, "wins"],
    "columns": [5, {"4": 1}, {"9": {"score": 1, "score_kind": "share"}}, {"4": {"score": 1}}],
    "at": [None, 5, "yesterday", "2026-01-31T12:00:00", "2026-13-31T12:00:00Z"],
    "version": [2, None],
    "more": [1],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in BAD.items() for value in values]
)
def test_a_field_that_cannot_be_is_refused_with_its_line(
    default_store: PositionDatabase, field: str, value: object
) -> None:
    lines = [json.dumps(GOOD), "", json.dumps(GOOD | {field: value}), "no JSON", "[1]"]
    file = io.StringIO("\n".join(lines))
    with pytest.raises(vg.StoreError) as refusal:
        import_rows(default_store, file, "jsonl")
    assert refusal.value.code == "bad_import"
    assert "line 3: " in str(refusal.value)
    assert "2 other lines" in str(refusal.value)
    assert default_store.row_count() == 0
    file.seek(0)
    imported = import_rows(default_store, file, "jsonl", skip_bad=True)
    assert [line.number for line in imported.bad] == [3, 4, 5]
    assert imported.stored.new == default_store.row_count() == 1
    default_store.close()


@pytest.mark.parametrize(
    "change",
    [
        ("share", "shame"),
        ("4:share:0.5", "4:share"),
        ("4:share:0.5", "4:share:0.5 4:share:0.5"),
        ("4:share:0.5", "4:share:nan"),
        (",5,", ",-5,"),
        (",5,", ",\u0665,"),
        ("4453", "44444444"),
        ("Z", "Z,more"),
    ],
)
def test_a_csv_field_that_cannot_be_is_refused_with_its_line(
    default_store: PositionDatabase, change: tuple[str, str]
) -> None:
    row = import_one(default_store, json.dumps(GOOD))
    header, good = text_of([row], "csv").splitlines()
    good = good.replace(vg.Position.from_key(row.key).text, "4453")
    bad = good.replace(*change)
    assert bad != good
    file = io.StringIO("\n".join([header, good, bad, good]), newline="")
    imported = import_rows(default_store, file, "csv", skip_bad=True)
    assert [line.number for line in imported.bad] == [3]
    assert imported.stored.kept == 2
    default_store.close()


def import_one(store: PositionDatabase, line: str) -> Row:
    import_rows(store, io.StringIO(line), "jsonl")
    [row] = store.all_rows()
    return row


def test_a_csv_file_names_its_fields_in_any_order(default_store: PositionDatabase) -> None:
    row = import_one(default_store, json.dumps(GOOD))
    fields = next(csv.DictReader(io.StringIO(text_of([row], "csv"))))
    del fields["ply"], fields["side"]
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, sorted(fields))
    writer.writeheader()
    writer.writerow(fields)
    assert import_rows(default_store, file_from(file.getvalue()), "csv").stored.kept == 1
    for header in ("position,column", "position,position", "these,are,words"):
        with pytest.raises(vg.StoreError, match="the first line must name the fields"):
            import_rows(default_store, file_from(f"{header}\n"), "csv", skip_bad=True)
    default_store.close()


def file_from(text: str) -> io.StringIO:
    return io.StringIO(text, newline="")


def test_a_file_beyond_the_row_cap_is_refused_whole(seed: int) -> None:
    rows = some_rows(seed, 30)
    with PositionDatabase.open(max_rows=len(rows) - 1) as store:
        with pytest.raises(vg.StoreError) as refusal:
            import_rows(store, io.StringIO(text_of(rows, "jsonl")), "jsonl")
        assert refusal.value.code == "database_full"
        assert store.row_count() == 0


def test_the_rows_of_one_engine_can_be_exported(store: PositionDatabase, seed: int) -> None:
    rows = some_rows(seed, 100)
    store.store_all(rows)
    for engine in store.engines():
        found = list(store.all_rows(engine=engine))
        assert {row.key for row in found} == {row.key for row in rows if row.engine == engine}
    assert list(store.all_rows(engine="none of them")) == []
