"""Which databases are made and changed by themselves, and which only when told."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

import viergewinnt as vg
from viergewinnt.memory import PositionDatabase, migration, open_memory, schema
from viergewinnt.memory.connection import Database
from viergewinnt.memory.kind import POSITIONS


def set_revision(url: str, revision: str) -> None:
    database = Database(url)
    statement = text(f"UPDATE {POSITIONS.version_table} SET version_num = :revision")  # noqa: S608
    database.write(lambda connection: connection.execute(statement, {"revision": revision}))
    database.close()


def test_the_steps_lead_to_the_tables_that_the_program_uses(store: PositionDatabase) -> None:
    def differences(connection: object) -> list[object]:
        options = {"version_table": POSITIONS.version_table}
        context = MigrationContext.configure(connection, opts=options)  # type: ignore[arg-type]
        return list(compare_metadata(context, schema.metadata))

    assert store.database.read(differences) == []


def test_the_known_versions_are_those_of_the_steps() -> None:
    folder = ScriptDirectory(str(Path(migration.__file__).parent / "migrations"))
    steps = [step.revision for step in folder.walk_revisions()]
    assert steps[::-1] == list(schema.REVISIONS)


def test_the_users_own_database_makes_itself() -> None:
    with open_memory() as store:
        assert store.database.path is not None
        assert store.database.path.name == "positions.db"
        assert store.row_count() == 0
    with open_memory() as store:
        assert store.row_count() == 0


def test_a_database_named_by_url_is_not_touched_until_told(database_url: str) -> None:
    with pytest.raises(vg.StoreError) as refusal:
        open_memory(database_url)
    assert refusal.value.code == "schema_missing"
    assert "viergewinnt positions migrate --database" in str(refusal.value)
    database = Database(database_url)
    assert database.path is None or not database.path.exists()
    assert migration.migrate(database) == (None, schema.REVISION)
    assert migration.migrate(database) == (schema.REVISION, schema.REVISION)
    database.close()
    open_memory(database_url).close()


def test_the_setting_names_a_database_too(ready_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIERGEWINNT_POSITIONS_DATABASE", ready_url)
    monkeypatch.setenv("VIERGEWINNT_POSITIONS_MAX_ROWS", "7")
    with open_memory() as store:
        assert (store.row_count(), store.max_rows) == (0, 7)
        assert not store.database.is_default


def test_a_database_of_a_newer_program_is_refused_and_left_alone(ready_url: str) -> None:
    set_revision(ready_url, "9999")
    for attempt in (open_memory, lambda url: migration.migrate(Database(url))):
        with pytest.raises(vg.StoreError) as refusal:
            attempt(ready_url)
        assert refusal.value.code == "schema_newer"
        assert "9999" in str(refusal.value)


def test_a_database_of_an_older_program_says_how_to_go_on(ready_url: str) -> None:
    database = Database(ready_url, replace(POSITIONS, revisions=(*schema.REVISIONS, "0002")))
    with pytest.raises(vg.StoreError) as refusal:
        migration.check_schema(database)
    database.close()
    assert refusal.value.code == "schema_older"
    assert "positions migrate" in str(refusal.value)


def open_at_once(count: int, url: str | None, action: str) -> list[str]:
    code = (
        "import sys; from viergewinnt.memory import open_memory;"
        " from viergewinnt.memory.connection import Database;"
        " from viergewinnt.memory.migration import migrate;"
        f" url = {url!r}; sys.stdin.readline(); {action}"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(count)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return [process.communicate(timeout=60)[1] for process in processes]


def test_several_programs_may_make_the_tables_at_once(database_url: str) -> None:
    assert open_at_once(4, database_url, "migrate(Database(url))") == [""] * 4
    with open_memory(database_url) as store:
        assert store.row_count() == 0


def test_several_programs_may_open_the_users_own_database_for_the_first_time_at_once() -> None:
    assert open_at_once(4, None, "open_memory()") == [""] * 4
    with open_memory() as store:
        assert store.row_count() == 0


def test_a_postgresql_url_of_either_form_is_taken(
    request: pytest.FixtureRequest,
    require_tool: Callable[[str], None],
    new_postgresql: Callable[[], str],
) -> None:
    require_tool("postgresql")
    url = new_postgresql()
    for scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        database = Database(url.replace("postgresql", scheme, 1))
        assert database.name.startswith("postgresql+psycopg://vier:***@127.0.0.1:")
        migration.migrate(database)
        migration.check_schema(database)
        database.close()
