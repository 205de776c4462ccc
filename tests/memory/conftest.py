"""A ready position database of each kind."""

from collections.abc import Iterator

import pytest

from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate


@pytest.fixture
def ready_url(database_url: str) -> str:
    """Give the URL of an empty position database."""
    database = Database(database_url)
    migrate(database)
    database.close()
    return database_url


@pytest.fixture
def store(ready_url: str) -> Iterator[PositionDatabase]:
    """Give an empty position database."""
    with PositionDatabase.open(ready_url) as database:
        yield database
