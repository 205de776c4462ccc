"""Garbage, floods, floods of garbage, and what everybody is told."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.server.client import Client, ServerProcess, Table, server_in_process, serving
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.server import process
from viergewinnt.server.limits import Buckets, client_of
from viergewinnt.server.requests_log import SECURITY_HEADERS
from viergewinnt.server.schema import GAMES
from viergewinnt.server.settings import ServerSettings


@pytest.fixture
def url(tmp_path: Path) -> str:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}", GAMES)
    migrate(database)
    database.close()
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def client(url: str) -> Iterator[Client]:
    with server_in_process(url) as client:
        yield client


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "invalid_request"),
        (b"{", 422, "invalid_request"),
        (b"\xff\xfe", 422, "invalid_request"),
        (b"[]", 422, "invalid_request"),
        (b'{"column": 4}', 422, "invalid_request"),
        (b'{"column": 4, "version": "1"}', 422, "invalid_request"),
        (b'{"column": 0, "version": 1}', 422, "invalid_request"),
        (b'{"column": 8, "version": 1}', 422, "invalid_request"),
        (b'{"column": 4.5, "version": 1}', 422, "invalid_request"),
        (b'{"column": 4, "version": 1, "more": 1}', 422, "invalid_request"),
        (b'{"column": 4, "version": 1e400}', 422, "invalid_request"),
        (b"[" * 30_000, 400, "bad_request"),
        (b" " * 70_000, 413, "body_too_large"),
    ],
)
def test_garbage_is_refused_and_changes_nothing(
    client: Client, body: bytes, status: int, code: str
) -> None:
    table = Table.new(client, "human", "human")
    headers = {**table.headers, "content-type": "application/json"}
    answer = client.post(f"{table.url}/moves", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert table.state()["version"] == 1


def test_a_long_body_in_parts_is_refused(client: Client) -> None:
    parts = (b" " * 1000 for _ in range(100))
    answer = client.post("/api/games", content=parts)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/../../etc/passwd",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/%00",
        "/api/games/" + "x" * 2000,
        "/api/games/a'--",
        "/nothing",
    ],
)
def test_strange_addresses_find_nothing(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert "passwd" not in answer.text


def test_every_answer_carries_headers_of_security_and_an_id(client: Client) -> None:
    for path in ("/healthz", "/nothing", "/docs", "/metrics"):
        answer = client.get(path, headers={"x-request-id": "mine-1"})
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["x-request-id"] == "mine-1"
    assert client.get("/healthz", headers={"x-request-id": "a b"}).headers["x-request-id"] != "a b"
    assert "access-control-allow-origin" not in client.get("/healthz").headers


def test_one_address_is_slowed_down_and_told_when_to_come_back(url: str) -> None:
    with server_in_process(url, request_burst=5, requests_per_s=0.5) as client:
        answers = [client.get("/api/games/none") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [404] * 5 + [429]
        assert answers[-1].json()["code"] == "too_many_requests"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 3
        assert client.get("/healthz").status_code == 200
    with server_in_process(url, games_per_hour=2) as client:
        made = [client.post("/api/games", json={}).status_code for _ in range(3)]
        assert made == [201, 201, 429]


def test_tokens_come_back_with_time() -> None:
    now = 0.0
    buckets = Buckets(per_s=2, burst=3, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    now = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("9.9.9.9", "1.1.1.1", "9.9.9.9"),
        ("10.0.0.1", "1.1.1.1, 2.2.2.2", "2.2.2.2"),
        ("10.0.0.1", "1.1.1.1, 10.0.0.2", "1.1.1.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_only_trusted_proxies_name_the_client(peer: str, forwarded: str, expected: str) -> None:
    scope = {"client": (peer, 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    assert client_of(scope, ("10.0.0.1", "10.0.0.2")) == expected


def test_full_queues_of_engines_say_when_to_come_back(url: str) -> None:
    with server_in_process(url, engine_threads=1, engine_queue=0) as client:
        pool = client.app.state.service.pool
        pool._under_way.add(object())
        answer = client.get("/api/analysis")
        pool._under_way.clear()
        assert (answer.status_code, answer.json()["code"]) == (503, "engines_busy")
        assert int(answer.headers["retry-after"]) >= 1


def test_a_fault_of_ours_is_told_without_its_words(url: str) -> None:
    from viergewinnt.server.app import create_app

    app = create_app(ServerSettings.read(environ={}, database=url))

    @app.get("/fault")
    async def fault() -> None:
        raise RuntimeError("inner words")

    with serving(app) as client:
        answer = client.get("/fault")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "inner words" not in answer.text


# ---------------------------------------------------------------------------- a real process


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(url, tmp_path, VIERGEWINNT_BODY_TIME_S="0.5")
    yield started
    if started.process.poll() is None:
        started.stop()


def connect(server: ServerProcess) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", int(server.address.rsplit(":", 1)[1])))
    connection.settimeout(20)
    return connection


def test_a_body_that_does_not_come_ends_in_408(server: ServerProcess) -> None:
    with connect(server) as connection:
        connection.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 50\r\n\r\n{"
        )
        assert connection.recv(4096).startswith(b"HTTP/1.1 408")


def test_headers_that_do_not_come_end_the_connection(server: ServerProcess) -> None:
    with connect(server) as connection:
        started = time.monotonic()
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert connection.recv(4096) == b""
        assert time.monotonic() - started < process.HEADER_S + 5


def test_no_secret_is_logged(server: ServerProcess) -> None:
    import httpx

    with httpx.Client(base_url=server.address) as client:
        table = Table.new(client, "human", "human")
        code = table.do("invitations", side="second")["code"]
        secret = client.post("/api/seats", json={"code": code}).json()["secret"]
        table.by(secret).state()
        client.get(table.url, headers={"Authorization": "Bearer wrong-secret"})
    assert server.stop(15) == 0
    text = json.dumps(server.lines())
    assert "/api/games/{id}" in text
    for hidden in (code, secret, table.secret, *table.seats.values(), "wrong-secret", table.id):
        assert str(hidden) not in text


def test_settings_are_checked() -> None:
    for environ, given, code in (
        ({"VIERGEWINNT_PROT": "1"}, {}, "unknown_option"),
        ({}, {"port": 70_000}, "bad_option"),
        ({}, {"engine_threads": 0}, "bad_option"),
    ):
        with pytest.raises(vg.OptionError) as refusal:
            ServerSettings.read(environ=environ, **given)
        assert refusal.value.code == code
