"""What was acknowledged outlives any end of the process, and nothing is done twice."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.client import FAST, Json, ServerProcess, Table
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.server.schema import GAMES

TABLES = 6


def with_tables(url: str) -> str:
    database = Database(url, GAMES)
    migrate(database)
    database.close()
    return url


class Clients:
    """Threads that play against the computer until the server is gone."""

    def __init__(self, address: str, games: dict[str, "Known"], seed: int) -> None:
        self.threads = [
            threading.Thread(target=self._play, args=(address, known, Random(seed + index)))
            for index, known in enumerate(games.values())
        ]
        for thread in self.threads:
            thread.start()

    def join(self) -> None:
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()

    @staticmethod
    def _play(address: str, known: "Known", chance: Random) -> None:
        with httpx.Client(base_url=address, timeout=30) as client:
            table = Table(client, known.id, known.secret)
            try:
                while True:
                    state = table.state()
                    known.see(state)
                    if state["outcome"] is not None:
                        known.see(table.do("undo", to=0))
                    elif state["thinking"]:
                        time.sleep(0.002)
                    elif state["waiting"]:
                        known.see(table.do("resume", version=state["version"]))
                    else:
                        column = chance.choice(state["legal_moves"])
                        known.see(table.do("moves", column=column, version=state["version"]))
            except httpx.HTTPError:
                return  # the server is gone


class Known:
    """The newest acknowledged state of a game."""

    def __init__(self, table: Table) -> None:
        assert table.secret is not None
        self.id, self.secret = table.id, table.secret
        self.state = table.state()
        self.acknowledged = 0

    def see(self, state: Json) -> None:
        assert state["version"] >= self.state["version"]
        self.acknowledged += state["version"] > self.state["version"]
        self.state = state

    def check(self, state: Json) -> None:
        """Nothing acknowledged is gone; what came after it is at most what was under way."""
        assert state["version"] >= self.state["version"]
        # Under way were one wish of the client and the computer's answers to it.
        assert state["version"] <= self.state["version"] + 2
        if state["version"] == self.state["version"]:
            assert {**state, "you": None} == {**self.state, "you": None}
        plies = [stone["ply"] for stone in state["stones"]]
        assert plies == list(range(1, len(plies) + 1))
        kinds = [stone["decided_by"] for stone in state["stones"]]
        assert kinds == [("person", "computer")[index % 2] for index in range(len(kinds))]


def test_a_killed_server_loses_nothing_and_doubles_nothing(
    games_url: str,
    tmp_path: Path,
    seed: int,
    count: Callable[[int, int], int],
    record: Callable[..., None],
) -> None:
    chance = Random(seed)
    games: dict[str, Known] = {}
    rounds, acknowledged = count(10, 200), 0
    for number in range(rounds):
        server = ServerProcess(games_url, tmp_path, VIERGEWINNT_GAMES_PER_HOUR="100000")
        try:
            with httpx.Client(base_url=server.address, timeout=30) as client:
                for known in games.values():
                    table = Table(client, known.id, known.secret)
                    known.check(table.state())
                    known.state = table.state()
                while len(games) < TABLES:
                    engine = FAST if len(games) % 2 else "mcts:simulations=4000"
                    table = Table.new(client, "human", "computer")
                    table.do("players/second", "PATCH", engine=engine)
                    games[table.id] = Known(table)
            clients = Clients(server.address, games, seed + 100 * number)
            time.sleep(chance.uniform(0.1, 0.8))
        finally:
            server.stop()
        clients.join()
    acknowledged = sum(known.acknowledged for known in games.values())
    server = ServerProcess(games_url, tmp_path)
    try:
        with httpx.Client(base_url=server.address, timeout=30) as client:
            for known in games.values():
                table = Table(client, known.id, known.secret)
                known.check(table.state())
                table.wait()  # every computer's move that was under way is made
    finally:
        assert server.stop(15) == 0
    assert acknowledged > rounds
    record(rounds=rounds, acknowledged_changes=acknowledged, lost=0, doubled=0)


@pytest.mark.needs("postgresql")
def test_another_process_finishes_the_work_of_a_killed_one(
    new_postgresql: Callable[[], str], tmp_path: Path
) -> None:
    url = with_tables(new_postgresql())
    slow = {"VIERGEWINNT_ENGINE_TIME_S": "2"}
    one = ServerProcess(url, tmp_path, **slow)
    other: ServerProcess | None = None
    try:
        with httpx.Client(base_url=one.address, timeout=30) as client:
            table = Table.new(client, "human", "computer")
            table.do("players/second", "PATCH", engine="perfect")
            table.do("moves", column=1)
            time.sleep(0.7)  # the first process has taken the move
        other = ServerProcess(url, tmp_path, **slow)
        one.stop()
        with httpx.Client(base_url=other.address, timeout=30) as client:
            state = Table(client, table.id, table.secret).wait(within_s=15)
        assert [stone["decided_by"] for stone in state["stones"]] == ["person", "computer"]
    finally:
        for server in (one, other):
            if server is not None and server.process.poll() is None:
                server.stop()


@pytest.mark.needs("postgresql")
def test_events_reach_the_listeners_of_other_processes(
    new_postgresql: Callable[[], str], tmp_path: Path
) -> None:
    url = with_tables(new_postgresql())
    servers = [ServerProcess(url, tmp_path) for _ in range(2)]
    try:
        with (
            httpx.Client(base_url=servers[0].address, timeout=30) as here,
            httpx.Client(base_url=servers[1].address, timeout=30) as there,
        ):
            table = Table.new(here, "human", "human")
            with there.stream("GET", f"{table.url}/events") as stream:
                lines = stream.iter_lines()
                assert next(line for line in lines if line.startswith("id:")) == "id: 1"
                table.do("moves", column=4)
                assert next(line for line in lines if line.startswith("id:")) == "id: 2"
    finally:
        for server in servers:
            server.stop(15)
