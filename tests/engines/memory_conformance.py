"""What every memory must do, as functions that take a fresh, empty one."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import viergewinnt as vg
from viergewinnt.engines import Memory, Row, Score, Wanted

AT = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
WANTED = Wanted("alphabeta:depth=4", "search/windows", depth=4)


def row_of(position: vg.Position, column: int, *, depth: int = 4, engine: str = "") -> Row:
    """A row as the engine that wants `WANTED` would keep it."""
    columns = {c: Score(float(c), "points") for c in position.legal_moves}
    choice = vg.Choice(column, float(column), "points", columns=columns, depth=depth)
    wanted = replace(WANTED, engine=engine or WANTED.engine)
    return Row.of(position, choice, wanted, at=AT)


def check_a_row_comes_back_as_it_was(memory: Memory, seed: int) -> None:
    """Every field is kept, the time to the microsecond."""
    position = vg.Position.parse("4453")
    assert memory.lookup(position, WANTED) is None
    row = row_of(position, 3)
    assert memory.store(row) is True
    assert memory.lookup(position, WANTED) == row
    exact = Row(position.canonical_key, "perfect", "perfect", None, None, 4, Score(-2, "exact"),
                None, None, AT)  # fmt: skip
    assert memory.store(exact) is True
    assert memory.lookup(position, Wanted("perfect", "perfect")) == exact


def check_mirror_and_swapped_letters_are_one_position(memory: Memory, seed: int) -> None:
    """The column comes back on the right side, whichever image is asked about."""
    rng = random.Random(seed)
    for _ in range(20):
        position = vg.random_position(rng.randint(3, 30), rng=rng)
        column = rng.choice(position.legal_moves)
        memory.store(row_of(position, column))
        for asked, right in ((position, column), (position.mirrored(), 8 - column)):
            swapped = vg.Position.parse(asked.text.translate(str.maketrans("XO", "OX")))
            for image in (asked, swapped):
                row = memory.lookup(image, WANTED)
                assert row is not None
                wanted = {right, 8 - right} if image == image.mirrored() else {right}
                assert row.column_for(image) in wanted
                assert set(row.columns_for(image) or ()) == set(image.legal_moves)


def check_other_settings_are_shown_but_not_accepted(memory: Memory, seed: int) -> None:
    """Too little depth, another evaluation and another side are never believed."""
    position = vg.Position.parse("4453")
    for row in (
        row_of(position, 1, depth=3),
        replace(row_of(position, 2, depth=9, engine="a"), evaluation="search/none"),
        replace(row_of(position, 3, depth=9, engine="b"), side="to_move"),
    ):
        memory.store(row)
    shown = memory.lookup(position, WANTED)
    assert shown is not None
    assert not WANTED.accepts(shown)
    good = row_of(position, 5, engine="c")
    memory.store(good)
    assert memory.lookup(position, WANTED) == good


def check_only_more_effort_replaces(memory: Memory, seed: int) -> None:
    """One row for each key, engine and side; it gives way only to a deeper one."""
    position = vg.Position.parse("4453")
    assert memory.store(row_of(position, 1, depth=4)) is True
    assert memory.store(row_of(position, 2, depth=4)) is False
    assert memory.store(row_of(position, 3, depth=2)) is False
    later = replace(row_of(position, 4, depth=6), at=AT + timedelta(days=1))
    assert memory.store(later) is True
    assert memory.lookup(position, WANTED) == later


def check_preload_gives_what_the_tree_may_use(memory: Memory, seed: int) -> None:
    """Positions up to the ply, evaluated as wanted, of any depth, the deepest for each key."""
    near, far = vg.Position.parse("44"), vg.Position.parse("445362")
    memory.store(row_of(near, 3, depth=2, engine="a"))
    memory.store(row_of(near, 4, depth=3, engine="b"))
    memory.store(row_of(far, 4))
    memory.store(replace(row_of(vg.Position(), 4), evaluation="search/none"))
    loaded = memory.preload(2, WANTED)
    assert [(row.key, row.depth) for row in loaded] == [(near.canonical_key, 3)]
    assert {row.key for row in memory.preload(41, WANTED)} == {
        near.canonical_key,
        far.canonical_key,
    }


def check_threads_lose_nothing(memory: Memory, seed: int) -> None:
    """Several writers at once neither lose nor double a row."""
    rng = random.Random(seed)
    positions = [vg.random_position(rng.randint(4, 20), rng=rng) for _ in range(40)]

    def write() -> None:
        for position in positions:
            memory.store(row_of(position, position.legal_moves[0]))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [row.key for row in memory.preload(41, WANTED)]
    assert len(keys) == len(set(keys))
    assert set(keys) == {position.canonical_key for position in positions}


CHECKS: list[Callable[[Memory, int], None]] = [
    check_a_row_comes_back_as_it_was,
    check_mirror_and_swapped_letters_are_one_position,
    check_other_settings_are_shown_but_not_accepted,
    check_only_more_effort_replaces,
    check_preload_gives_what_the_tree_may_use,
    check_threads_lose_nothing,
]
