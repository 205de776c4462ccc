"""A client of the server in this process, and of one in a process of its own."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from viergewinnt.server.app import create_app
from viergewinnt.server.process import Protocol, Server
from viergewinnt.server.settings import ServerSettings

FAST = "alphabeta:depth=3,evaluation=windows"
Json = dict[str, Any]


class Client(httpx.Client):
    """A client, and the application that it talks to."""

    app: FastAPI


@contextlib.contextmanager
def serving(app: FastAPI) -> Iterator[Client]:
    """Serve an application on a free port, in a thread of this process."""
    config = uvicorn.Config(
        app,
        port=0,
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # as in `serve`: nothing is wrapped around the application
    )
    listening = threading.Event()
    server = Server(config, listening.set)
    with socket.create_server(("127.0.0.1", 0), backlog=128) as bound:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([bound])))
        thread.start()
        assert listening.wait(30)
        address = f"http://127.0.0.1:{bound.getsockname()[1]}"
        try:
            with Client(base_url=address, timeout=30) as client:
                client.app = app
                yield client
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()


@contextlib.contextmanager
def server_in_process(url: str, **settings: Any) -> Iterator[Client]:
    """Give a client of an application of its own."""
    given = {"request_burst": 100_000, "games_per_hour": 100_000, **settings}
    with serving(create_app(ServerSettings.read(environ={}, database=url, **given))) as client:
        yield client


class Table:
    """One game, seen by somebody with a secret."""

    def __init__(self, client: httpx.Client, game_id: str, secret: str | None = None) -> None:
        self.client, self.id, self.secret = client, game_id, secret
        self.url = f"/api/games/{game_id}"

    @classmethod
    def new(cls, client: httpx.Client, first: str, second: str, **fields: Any) -> "Table":
        """Make a game of these kinds and keep the owner's secret."""
        players = {
            "first": {"kind": first, "engine": FAST},
            "second": {"kind": second, "engine": FAST},
        }
        made = client.post("/api/games", json={"players": players, "pace_ms": 0, **fields})
        assert made.status_code == 201, made.text
        table = cls(client, made.json()["id"], made.json()["owner_secret"])
        table.seats = made.json()["seat_secrets"]
        return table

    seats: dict[str, str] = {}  # noqa: RUF012

    def by(self, secret: str | None) -> "Table":
        """Give the same game as seen by somebody else."""
        return Table(self.client, self.id, secret)

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}

    def state(self) -> Json:
        answer = self.client.get(self.url, headers=self.headers)
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def send(self, action: str, method: str = "POST", **fields: Any) -> httpx.Response:
        """Ask for a change at the version that the game has now, if none is named."""
        if "version" not in fields and action != "invitations":
            fields["version"] = self.state()["version"]
        url = f"{self.url}/{action}" if action else self.url
        return self.client.request(method, url, json=fields, headers=self.headers)

    def do(self, action: str, method: str = "POST", **fields: Any) -> Json:
        """Like `send`, for what must succeed."""
        answer = self.send(action, method, **fields)
        assert answer.status_code in (200, 201), answer.text
        told: Json = answer.json()
        return told

    def refused(self, action: str, method: str = "POST", **fields: Any) -> tuple[int, str]:
        """Give status and code of a refusal."""
        answer = self.send(action, method, **fields)
        assert answer.headers["content-type"] == "application/problem+json"
        return answer.status_code, answer.json()["code"]

    def wait(self, wanted: str = "thinking", *, within_s: float = 30) -> Json:
        """Wait until the game is no longer `wanted`."""
        deadline = time.monotonic() + within_s
        while (state := self.state())[wanted]:
            assert time.monotonic() < deadline, state
            time.sleep(0.005)
        return state


class ServerProcess:
    """`viergewinnt serve` on a free port."""

    def __init__(self, url: str, folder: Path, **environment: str) -> None:
        self.log = (folder / f"log-{time.monotonic_ns()}").open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "viergewinnt", "serve", "--port", "0", "--database", url],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "VIERGEWINNT_REQUEST_BURST": "1000000", **environment},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http://127.0.0.1:"):
            self.stop()
            raise AssertionError(Path(self.log.name).read_text())

    def stop(self, signal_number: int = signal.SIGKILL) -> int:
        """End it, and give its exit code."""
        self.process.send_signal(signal_number)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        return code

    def lines(self) -> list[Json]:
        """Give what it logged."""
        return [json.loads(line) for line in Path(self.log.name).read_text().splitlines()]
