"""Several processes write at once, and one of them is killed; nothing is lost or doubled."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from sqlalchemy import func, select, text

import viergewinnt as vg
from tests.conftest import Record
from tests.memory.rows import random_row
from viergewinnt.engines.memory import DictMemory, Row
from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.schema import positions

# Its rows come from a seed, so that the test knows them without being told.
WRITER = """
import random, sys
import viergewinnt as vg
from tests.memory.test_processes import rows_of_writer
from viergewinnt.memory import PositionDatabase
url, seed, number, count = sys.argv[1], *map(int, sys.argv[2:])
with PositionDatabase.open(url) as store:
    print("ready", flush=True)
    for place, row in enumerate(rows_of_writer(seed, number, count)):
        store.store(row)
        print(place, flush=True)
"""


def rows_of_writer(seed: int, number: int, count: int) -> list[Row]:
    """Rows of positions that all writers share, in an order and of an effort of its own."""
    shared = random.Random(seed)
    known = [vg.random_position(shared.randint(0, 41), rng=shared) for _ in range(count // 2)]
    own = random.Random(seed * 31 + number)
    return [random_row(own, own.choice(known), engines=2) for _ in range(count)]


def start_writer(url: str, seed: int, number: int, count: int) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", WRITER, url, *map(str, (seed, number, count))]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def check_counts(store: PositionDatabase) -> None:
    counted = store.database.read(
        lambda connection: connection.execute(select(func.count()).select_from(positions)).scalar()
    )
    assert store.row_count() == counted
    if store.database.is_sqlite:
        check = text("PRAGMA integrity_check")
        assert store.database.read(lambda c: c.execute(check).scalar()) == "ok"


def effort(row: Row) -> tuple[int, int]:
    return row.depth or 0, row.playouts or 0


def test_concurrent_writers_neither_lose_nor_double_rows(
    ready_url: str, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    writers, each = 4, count(150, 3000)
    processes = [start_writer(ready_url, seed, number, each) for number in range(writers)]
    for process in processes:
        process.communicate(timeout=600)
        assert process.returncode == 0
    rows = [row for number in range(writers) for row in rows_of_writer(seed, number, each)]
    best: dict[tuple[int, str, str | None], tuple[int, int]] = {}
    for row in rows:
        place = (row.key, row.engine, row.side)
        best[place] = max(best.get(place, (0, 0)), effort(row))
    with PositionDatabase.open(ready_url) as store:
        found = {(row.key, row.engine, row.side): row for row in store.all_rows()}
        check_counts(store)
        assert store.row_count() == len(found) == len(DictMemory(rows))
    assert {place: effort(row) for place, row in found.items()} == best
    assert all(row in rows for row in found.values())
    record(writers=writers, rows=len(rows), kept=len(found))


def test_a_writer_that_is_killed_loses_no_acknowledged_row(
    ready_url: str, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    acknowledged_in_all = 0
    for kill in range(count(3, 50)):
        process = start_writer(ready_url, seed + kill, 0, 5000)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        # The first kill may come before anything is acknowledged, the others may not.
        lines = [process.stdout.readline()] if kill else []
        time.sleep(rng.uniform(0.02, 0.3))
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.read().splitlines(keepends=True)
        process.stdout.close()
        process.wait()
        acknowledged = sum(line.endswith("\n") for line in lines)
        rows = rows_of_writer(seed + kill, 0, 5000)[:acknowledged]
        with PositionDatabase.open(ready_url) as store:
            for row in rows:
                same = [
                    known
                    for known in store.rows(vg.Position.from_key(row.key))
                    if (known.engine, known.side) == (row.engine, row.side)
                ]
                assert len(same) == 1
                assert effort(same[0]) >= effort(row)
            check_counts(store)
        acknowledged_in_all += acknowledged
    assert acknowledged_in_all
    record(acknowledged=acknowledged_in_all)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_uses_connections_of_its_own(ready_url: str, seed: int) -> None:
    rng = random.Random(seed)
    mine, its = random_row(rng), random_row(rng)
    with PositionDatabase.open(ready_url) as store:
        store.store(mine)
        child = os.fork()
        if child == 0:
            done = store.store(its) and store.rows(vg.Position.from_key(mine.key)) == [mine]
            os._exit(0 if done else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert store.rows(vg.Position.from_key(its.key)) == [its]
        assert not store.store(mine)
