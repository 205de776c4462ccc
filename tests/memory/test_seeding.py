"""Seeding evaluates what is unknown, once, the same on any number of workers."""

import os
import signal
import subprocess
import sys
import time

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt.engines.memory import Row
from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.seeding import Seeding, seed_positions, wanted_by

FAST = "alphabeta:depth=2"


def seed_some(store: PositionDatabase, seed: int, **options: object) -> Seeding:
    seeding = Seeding(seed)
    given = {"amount": 60, "stones": 10, "engine": FAST, "workers": 1} | options
    seed_positions(store, seeding=seeding, progress=False, **given)  # type: ignore[arg-type]
    return seeding


def without_times(store: PositionDatabase) -> list[tuple[object, ...]]:
    return [
        (row.key, row.engine, row.evaluation, row.depth, row.playouts, row.column, row.score,
         row.columns, row.side)
        for row in store.all_rows()
    ]  # fmt: skip


def test_every_try_is_new_or_skipped_and_what_is_new_is_kept(
    store: PositionDatabase, seed: int
) -> None:
    first = seed_some(store, seed)
    assert (first.tries, first.planned, first.exhausted) == (60, first.new, False)
    assert store.row_count() == first.new == 60 - first.skipped
    assert first.new > 50
    rows = list(store.all_rows())
    assert all(vg.Position.from_key(row.key).ply == 10 for row in rows)
    again = seed_some(store, seed)
    assert (again.new, again.skipped) == (0, 60)
    assert list(store.all_rows()) == rows


def test_rows_are_what_the_engine_says_and_are_believed(store: PositionDatabase, seed: int) -> None:
    from viergewinnt.composition import engine

    seed_some(store, seed, amount=20)
    twin = engine(FAST, seed=seed)
    rows = list(store.all_rows())
    assert rows
    for row in rows:
        position = vg.Position.from_key(row.key)
        assert wanted_by(FAST, position).accepts(row)
        choice = twin.choose(position)
        assert (row.column, row.score.value) == (choice.column, choice.score)


@pytest.mark.parametrize(
    "spec",
    ["minimax:depth=2,evaluation=montecarlo,playouts=20", "montecarlo:playouts=20", "mcts"],
)
@pytest.mark.parametrize("stones", [0, 7, 33, 41])
def test_what_was_seeded_is_known_afterwards(
    store: PositionDatabase, seed: int, spec: str, stones: int
) -> None:
    first = seed_some(store, seed, amount=10, stones=stones, engine=spec)
    assert first.new
    assert seed_some(store, seed, amount=10, stones=stones, engine=spec).new == 0


def test_weaker_rows_are_replaced_and_stronger_ones_are_known(
    store: PositionDatabase, seed: int
) -> None:
    seed_some(store, seed, engine="alphabeta:depth=1", amount=20)
    deeper = seed_some(store, seed, engine="alphabeta:depth=3", amount=20)
    assert deeper.new == 20 - deeper.skipped > 15
    assert seed_some(store, seed, engine="alphabeta:depth=2", amount=20).new == 0


@pytest.mark.parametrize("stones", [0, 1, 2, 3])
def test_it_stops_when_no_unseen_position_is_left(
    store: PositionDatabase, seed: int, stones: int
) -> None:
    # All positions with so many stones, up to mirror images, found here in the slow way.
    level = {vg.Position()}
    for _ in range(stones):
        level = {position.play(column) for position in level for column in position.legal_moves}
    everything = {position.canonical_key for position in level}
    seeding = seed_some(store, seed, amount=5000, stones=stones)
    assert seeding.exhausted
    assert seeding.new == len(everything) == store.row_count()
    assert seeding.tries < 5000
    assert {row.key for row in store.all_rows()} == everything
    again = seed_some(store, seed + 1, amount=5000, stones=stones)
    assert (again.tries, again.new, again.exhausted) == (0, 0, True)


@pytest.mark.parametrize(
    "spec", [FAST, "alphabeta:depth=2,evaluation=montecarlo,playouts=30", "mcts:simulations=50"]
)
def test_the_rows_are_the_same_on_any_number_of_workers(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, seed: int, spec: str
) -> None:
    found = []
    for workers in (1, 3):
        monkeypatch.setenv("VIERGEWINNT_DATA_DIR", f"{tmp_path}/{workers}")
        with PositionDatabase.open() as store:
            seed_some(store, seed, amount=40, engine=spec, workers=workers)
            found.append(without_times(store))
    assert found[0] == found[1]
    assert len(found[0]) > 30


def test_a_cluster_gives_the_same_rows(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    found = []
    for cluster in (None, "local"):
        monkeypatch.setenv("VIERGEWINNT_DATA_DIR", f"{tmp_path}/{cluster}")
        with PositionDatabase.open() as store:
            seed_some(store, seed, cluster=cluster, workers=2 if cluster else 1)
            found.append(without_times(store))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"amount": 0}, "amount is 0; allowed are 1 to 10000000"),
        ({"stones": 42}, "stones is 42; allowed are 0 to 41"),
        ({"stones": -1}, "stones is -1; allowed are 0 to 41"),
        ({"engine": "random"}, "finds nothing out that could be kept"),
        ({"engine": "alphabeta:memory=database"}, "seed without memory=database"),
        ({"engine": "oracle"}, "there is no engine 'oracle'"),
    ],
)
def test_wrong_use_is_refused_before_anything_is_done(
    store: PositionDatabase, options: dict[str, object], message: str
) -> None:
    with pytest.raises(vg.OptionError, match=message):
        seed_some(store, 1, **options)
    assert store.row_count() == 0


def start_seeding(url: str, seed: int, amount: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "viergewinnt", "positions", "seed", "--database", url]
    command += ["--amount", str(amount), "--stones", "12", "--engine", "alphabeta:depth=7"]
    command += ["--seed", str(seed), "--workers", "2"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_rows(store: PositionDatabase, count: int) -> None:
    deadline = time.monotonic() + 60
    while store.row_count() < count:
        assert time.monotonic() < deadline, "nothing was seeded"
        time.sleep(0.02)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_keeps_what_is_finished_and_goes_on(
    ready_url: str, seed: int, blow: signal.Signals, record: Record
) -> None:
    amount = 250
    with PositionDatabase.open(ready_url) as store:
        process = start_seeding(ready_url, seed, amount)
        wait_for_rows(store, 20)
        os.kill(process.pid, blow)
        _, said = process.communicate(timeout=60)
        before = {row.key: row for row in store.all_rows()}
        if blow == signal.SIGINT:
            assert process.returncode == 130
            assert f"with --seed {seed} goes on" in said
        assert 20 <= len(before) < amount
        again = start_seeding(ready_url, seed, amount)
        answer, said = again.communicate(timeout=300)
        assert again.returncode == 0, said
        after: dict[int, Row] = {row.key: row for row in store.all_rows()}
        assert f"{len(after) - len(before)} new" in answer
        assert all(after[key] == row for key, row in before.items())
        assert len(after) == store.row_count()
    record(before=len(before), after=len(after))


def test_the_count_of_seeded_rows_is_capped(ready_url: str, seed: int) -> None:
    with PositionDatabase.open(ready_url, max_rows=10) as store:
        with pytest.raises(vg.StoreError) as refusal:
            seed_some(store, seed)
        assert refusal.value.code == "database_full"
        assert store.row_count() <= 10
