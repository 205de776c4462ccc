"""Requests made up from the description of the API: every answer is one that it describes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Client, Table, server_in_process
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.server.schema import GAMES

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    url = str(tmp_path / "games.db")
    database = Database(url, GAMES)
    migrate(database)
    database.close()
    with server_in_process(
        url, requests_per_s=1e6, request_burst=10**6, engine_time_s=0.05, games_per_hour=10**6
    ) as client:
        yield client


def test_made_up_requests_are_answered_as_described(
    client: Client, count: Callable[[int, int], int]
) -> None:
    schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json")
    table = Table.new(client, "human", "computer", start="112233")
    operations = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.path.endswith("/events"):  # it has no end
            continue
        operations += 1

        @hypothesis.given(case=operation.as_strategy())
        @hypothesis.settings(
            max_examples=count(10, 1000),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],
        )
        def ask(case: "schemathesis.Case[Any]") -> None:
            if case.path_parameters and len(case.path_parameters.get("id", "")) % 2:
                case.path_parameters["id"] = table.id
                case.headers["Authorization"] = f"Bearer {table.secret}"
            case.call_and_validate(checks=CHECKS)

        ask()
    assert operations > 25
