"""The position database keeps what the reference memory keeps, on SQLite and on PostgreSQL."""

import dataclasses
import random
import threading
from collections.abc import Callable

import pytest

import viergewinnt as vg
from tests.conftest import Record
from tests.memory.rows import random_row, random_undecided, wanted_like
from viergewinnt.engines.choice import Score
from viergewinnt.engines.memory import DictMemory, Row, Wanted
from viergewinnt.memory import PositionDatabase


def test_random_rows_are_kept_replaced_and_found_as_by_the_reference(
    store: PositionDatabase, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    reference = DictMemory()
    positions = [random_undecided(rng, rng.randint(0, 41)) for _ in range(20)]
    rows = [random_row(rng, rng.choice(positions)) for _ in range(count(400, 5000))]
    for row in rows:
        assert store.store(row) == reference.store(row)
    for row in rows:
        position = vg.Position.from_key(row.key)
        for wanted in (wanted_like(row), dataclasses.replace(wanted_like(row), side="other")):
            assert store.lookup(position, wanted) == reference.lookup(position, wanted)
    for ply in (0, 10, 41):
        for row in rows[:20]:
            expected = {
                found.key: dataclasses.replace(found, columns=None)
                for found in reference.preload(ply, wanted_like(row))
            }
            assert {found.key: found for found in store.preload(ply, wanted_like(row))} == expected
    assert store.row_count() == len(reference) == len(list(store.all_rows()))
    record(rows=len(rows), kept=len(reference))


def test_many_rows_at_once_are_kept_as_one_by_one(store: PositionDatabase, seed: int) -> None:
    rng = random.Random(seed)
    positions = [random_undecided(rng, rng.randint(0, 41)) for _ in range(900)]
    rows = [random_row(rng, rng.choice(positions), engines=2) for _ in range(2500)]
    stored = store.store_all(rows)
    reference = DictMemory(rows)
    assert stored.new == store.row_count() == len(reference)
    assert stored.new + stored.replaced + stored.kept == len(rows)
    for row in store.all_rows():
        found = reference.lookup(vg.Position.from_key(row.key), wanted_like(row))
        assert found is not None
        assert (found.depth or 0, found.playouts or 0) >= (row.depth or 0, row.playouts or 0)
    again = store.store_all(rows)
    assert (again.new, again.replaced) == (0, 0)


def test_a_row_comes_back_to_the_last_bit(store: PositionDatabase, seed: int) -> None:
    rng = random.Random(seed)
    rows = {row.key: row for row in (random_row(rng) for _ in range(300))}
    store.store_all(rows.values())
    assert {row.key: row for row in store.all_rows()} == rows


def with_letters_swapped(position: vg.Position) -> vg.Position:
    """The same stones with X for O and O for X, the same side to move by its new letter."""
    swapped = str(position).translate(str.maketrans("XO", "OX"))
    return vg.Position.parse(swapped, to_move="O" if position.to_move == "first" else "X")


@pytest.mark.parametrize("text", ["4453", "4435", "1", "44444122", "1122335"])
def test_a_hit_is_right_for_the_mirror_and_for_swapped_letters(
    store: PositionDatabase, text: str
) -> None:
    position = vg.Position.parse(text)
    column = position.legal_moves[0]
    canonical = position.key == position.canonical_key
    row = dataclasses.replace(
        random_row(random.Random(1), position),
        column=column if canonical else 8 - column,
        columns={1: Score(0.25, "share"), 2: Score(1, "exact")},
    )
    assert store.store(row)
    mirrored = position.mirrored()
    for seen, right in (
        (position, column),
        (with_letters_swapped(position), column),
        (mirrored, 8 - column),
        (with_letters_swapped(mirrored), 8 - column),
    ):
        found = store.lookup(seen, wanted_like(row))
        assert found is not None
        assert found.column_for(seen) == right or position == mirrored
        as_stored = seen.key == seen.canonical_key
        assert found.columns_for(seen) == (
            {1: Score(0.25, "share"), 2: Score(1, "exact")}
            if as_stored
            else {6: Score(1, "exact"), 7: Score(0.25, "share")}
        )


def test_the_same_stones_seen_by_the_other_side_are_another_position(
    store: PositionDatabase,
) -> None:
    stones = "......./......./......./......./......./..XO... "
    position, other = vg.Position.parse(stones + "X"), vg.Position.parse(stones + "O")
    store.store(random_row(random.Random(1), position))
    assert store.rows(position)
    assert store.rows(other) == []


def test_a_row_of_other_settings_or_too_little_is_shown_and_not_believed(
    store: PositionDatabase, seed: int
) -> None:
    rng = random.Random(seed)
    row = dataclasses.replace(random_row(rng), depth=5, playouts=None, side=None)
    store.store(row)
    position = vg.Position.from_key(row.key)
    exact = wanted_like(row)
    for wanted, believed in (
        (exact, True),
        (dataclasses.replace(exact, engine="another"), True),
        (dataclasses.replace(exact, depth=4), True),
        (dataclasses.replace(exact, depth=6), False),
        (dataclasses.replace(exact, evaluation="another"), False),
        (dataclasses.replace(exact, side="to_move"), False),
        (dataclasses.replace(exact, playouts=1), False),
    ):
        found = store.lookup(position, wanted)
        assert found == row
        assert wanted.accepts(found) is believed
        same = store.rows_at(position.ply, wanted)
        assert [row.key for row in same if wanted.accepts(row)] == [row.key] * believed
        assert not store.rows_at((position.ply + 1) % 42, wanted)


def test_a_weaker_row_never_replaces_a_better_one(store: PositionDatabase) -> None:
    first = dataclasses.replace(random_row(random.Random(1)), depth=5, playouts=None)
    deeper, shallower = (
        dataclasses.replace(first, depth=depth, score=Score(depth, "points")) for depth in (6, 4)
    )
    position = vg.Position.from_key(first.key)
    assert store.store(first)
    assert not store.store(first)
    assert not store.store(shallower)
    assert store.rows(position) == [first]
    assert store.store(deeper)
    assert store.rows(position) == [deeper]


def test_at_the_row_cap_nothing_new_comes_in_and_better_rows_still_do(ready_url: str) -> None:
    rng = random.Random(1)
    rows = [
        dataclasses.replace(random_row(rng, random_undecided(rng, stones)), depth=3, playouts=None)
        for stones in (5, 10, 15, 20)
    ]
    with PositionDatabase.open(ready_url, max_rows=3) as store:
        assert [store.store(row) for row in rows] == [True, True, True, False]
        assert store.row_count() == 3
        assert store.store(dataclasses.replace(rows[0], depth=4))
        with pytest.raises(vg.StoreError) as refusal:
            store.store_all([dataclasses.replace(rows[1], depth=4), rows[3]])
        assert refusal.value.code == "database_full"
        assert "may hold 3 rows" in str(refusal.value)
        # All or nothing: the better row of that transaction is not there either.
        assert store.rows(vg.Position.from_key(rows[1].key)) == [rows[1]]
    with PositionDatabase.open(ready_url, max_rows=4) as store:
        assert store.store(rows[3])


def test_threads_share_a_database(store: PositionDatabase, seed: int) -> None:
    rng = random.Random(seed)
    rows = [random_row(rng) for _ in range(200)]
    faults: list[BaseException] = []

    def work(own: list[Row]) -> None:
        try:
            for row in own:
                store.store(row)
                assert store.lookup(vg.Position.from_key(row.key), wanted_like(row)) is not None
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(rows[first::3],)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert store.row_count() == len(list(store.all_rows())) == len(DictMemory(rows))


def test_a_reader_sees_what_another_has_just_written(ready_url: str) -> None:
    row = random_row(random.Random(1))
    position = vg.Position.from_key(row.key)
    with PositionDatabase.open(ready_url) as one, PositionDatabase.open(ready_url) as other:
        assert other.rows(position) == []
        one.store(row)
        assert other.rows(position) == [row]
        assert other.lookup(position, Wanted("x", "y")) == row
