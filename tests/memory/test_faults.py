"""Each fault of a database has a code of its own and leaves what was there as it was."""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, exc, text

import viergewinnt as vg
from tests.memory.rows import random_row
from viergewinnt.memory import PositionDatabase, connection, open_memory
from viergewinnt.memory.connection import Database
from viergewinnt.memory.faults import named_faults
from viergewinnt.memory.migration import migrate

PASSWORD = "not-to-be-shown"  # noqa: S105


def code_of(attempt: Callable[[], object]) -> str:
    with pytest.raises(vg.StoreError) as refusal:
        attempt()
    assert PASSWORD not in str(refusal.value)
    assert PASSWORD not in repr(refusal.value.data)
    return refusal.value.code


def test_a_server_that_does_not_answer_is_unreachable() -> None:
    url = f"postgresql://someone:{PASSWORD}@127.0.0.1:1/positions"
    assert code_of(lambda: open_memory(url)) == "database_unreachable"
    assert code_of(lambda: migrate(Database(url))) == "database_unreachable"


@pytest.mark.needs("postgresql")
def test_a_wrong_password_or_name_is_unreachable(new_postgresql: Callable[[], str]) -> None:
    url = new_postgresql()
    assert code_of(lambda: open_memory(url + "_of_another_name")) == "database_unreachable"


def test_a_folder_that_is_missing_is_unreachable(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "positions.db"
    assert code_of(lambda: migrate(Database(str(path)))) == "database_unreachable"


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "positions.db"
    path.write_text("these are words, and no database of any kind\n" * 100)
    before = path.read_bytes()
    assert code_of(lambda: open_memory(str(path))) == "database_damaged"
    assert path.read_bytes() == before


def test_a_lock_that_is_held_too_long_is_said(
    ready_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = random_row(random.Random(1))
    monkeypatch.setattr(connection, "WAIT_S", 0.2)
    with PositionDatabase.open(ready_url) as store, PositionDatabase.open(ready_url) as other:

        def while_locked(locked: Any) -> str:
            if not other.database.is_sqlite:
                locked.execute(text("LOCK TABLE positions IN ACCESS EXCLUSIVE MODE"))
            return code_of(lambda: store.store(row))

        assert other.database.write(while_locked) == "database_locked"
        assert store.store(row)


def test_a_full_disk_is_said_and_nothing_half_written_stays(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    url = str(tmp_path / "positions.db")
    migrate(Database(url))
    with PositionDatabase.open(url) as store:
        # SQLite then answers as it does when the disk has no room.
        event.listen(
            store.database._engine,
            "connect",
            lambda raw, _: raw.execute("PRAGMA max_page_count = 60"),
        )
        rows = [random_row(rng) for _ in range(5000)]
        assert code_of(lambda: store.store_all(rows)) == "disk_full"
        assert store.row_count() == 0
        assert store.store(rows[0])


def test_a_database_that_may_only_be_read_is_said(ready_url: str) -> None:
    row = random_row(random.Random(1))
    with PositionDatabase.open(ready_url) as store:
        if store.database.is_sqlite:
            event.listen(
                store.database._engine,
                "connect",
                lambda raw, _: raw.execute("PRAGMA query_only = ON"),
            )
            assert code_of(lambda: store.store(row)) == "database_read_only"
            return
    read_only = f"{ready_url}?options=-c%20default_transaction_read_only%3Don"
    with PositionDatabase.open(read_only) as store:
        assert code_of(lambda: store.store(row)) == "database_read_only"
        assert store.rows(vg.Position.from_key(row.key)) == []


@pytest.mark.parametrize(
    ("original", "code"),
    [
        (psycopg.errors.DiskFull(), "disk_full"),
        (psycopg.errors.DeadlockDetected(), "database_locked"),
        (psycopg.errors.SerializationFailure(), "database_locked"),
        (psycopg.errors.AdminShutdown(), "database_unreachable"),
        (psycopg.errors.TooManyConnections(), "database_unreachable"),
        (psycopg.errors.InsufficientPrivilege(), "database_read_only"),
        (psycopg.errors.DataCorrupted(), "database_damaged"),
        (psycopg.errors.UndefinedTable(), "schema_missing"),
        (psycopg.errors.DivisionByZero(), "database_failed"),
    ],
)
def test_what_a_server_refuses_has_a_code(original: psycopg.Error, code: str) -> None:
    def attempt() -> None:
        with named_faults("it"):
            raise exc.DBAPIError("statement", None, original)

    assert code_of(attempt) == code


def test_postgresql_without_its_driver_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(vg.StoreError, match=r"pip install 'viergewinnt\[postgresql\]'") as refusal:
        open_memory(f"postgresql://someone:{PASSWORD}@127.0.0.1:1/positions")
    assert refusal.value.code == "driver_missing"
    assert PASSWORD not in str(refusal.value)


@pytest.mark.parametrize(
    "url",
    [
        f"mysql://someone:{PASSWORD}@localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        f"://{PASSWORD}",
        f"postgresql://someone:{PASSWORD}@localhost:port/x",
    ],
)
def test_other_databases_are_refused_without_repeating_the_url(url: str) -> None:
    with pytest.raises(vg.OptionError, match="allowed are the path of an SQLite file") as refusal:
        open_memory(url)
    assert PASSWORD not in str(refusal.value)


@pytest.mark.parametrize("cap", ["0", "-3", "many", "1" * 16])
def test_a_row_cap_that_is_none_is_refused(cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERGEWINNT_POSITIONS_MAX_ROWS", cap)
    with pytest.raises(vg.OptionError, match="allowed are 1 to"):
        open_memory()


@pytest.mark.needs("postgresql")
def test_connections_that_the_server_dropped_are_made_anew(
    new_postgresql: Callable[[], str],
) -> None:
    url = new_postgresql()
    migrate(Database(url))
    row = random_row(random.Random(1))
    position = vg.Position.from_key(row.key)
    drop = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with PositionDatabase.open(url) as store, PositionDatabase.open(url) as other:
        assert store.rows(position) == []
        other.database.read(lambda opened: opened.execute(drop).all())
        assert store.store(row)
        other.database.read(lambda opened: opened.execute(drop).all())
        assert store.rows(position) == [row]
        other.database.read(lambda opened: opened.execute(drop).all())
        assert not store.store(row)
