"""A ready game database of each kind."""

from collections.abc import Iterator

import pytest

from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.server.schema import GAMES
from viergewinnt.server.store import GameStore


@pytest.fixture
def games_url(database_url: str) -> str:
    """Give the URL of an empty game database."""
    database = Database(database_url, GAMES)
    migrate(database)
    database.close()
    return database_url


@pytest.fixture
def store(games_url: str) -> Iterator[GameStore]:
    """Give an empty store."""
    opened = GameStore.open(games_url)
    yield opened
    opened.close()
