"""The position database as engines see it: when a row is used, and when it is only shown."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import viergewinnt as vg
from tests.engines.memory_conformance import AT, CHECKS, WANTED, row_of
from viergewinnt.engines import DictMemory, Memory, ReadOnly, Row
from viergewinnt.engines.depth import DepthEngine
from viergewinnt.engines.memory import Wanted
from viergewinnt.errors import ErrorCode

SPEC = "alphabeta:depth=4,memory=database"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_memory_of_a_process_conforms(check: Callable[[Memory, int], None], seed: int) -> None:
    check(DictMemory(), seed)


class Forgetful(DictMemory):
    """A memory that takes every row for a new one: the suite must notice."""

    def store(self, row: Row) -> bool:
        super().store(row)
        return True


def test_the_suite_catches_a_memory_with_a_fault(seed: int) -> None:
    check = next(c for c in CHECKS if c.__name__ == "check_only_more_effort_replaces")
    with pytest.raises(AssertionError):
        check(Forgetful(), seed)


def test_a_computed_move_is_kept_and_believed_for_every_image(seed: int) -> None:
    rng, memory = random.Random(seed), DictMemory()
    engine = vg.engine(SPEC, database=memory, seed=seed)
    for _ in range(20):
        position = vg.random_position(rng.randint(0, 30), rng=rng)
        choice = engine.choose(position)
        assert choice.source in ("search", "database")
        swapped = vg.Position.parse(position.text.translate(str.maketrans("XO", "OX")))
        for image in (position, position.mirrored(), swapped, swapped.mirrored()):
            known = vg.engine(SPEC, database=memory, seed=seed + 1).choose(image)
            assert known.source == "database"
            assert (known.score, known.depth) == (choice.score, choice.depth)
            own = choice.column if image in (position, swapped) else 8 - choice.column
            assert known.column in {own, 8 - own if image == image.mirrored() else own}
            assert known.columns == (
                choice.columns
                if image.key == position.key
                else {8 - column: score for column, score in choice.columns.items()}
            )


@pytest.mark.parametrize(
    "other",
    [
        "alphabeta:depth=3",
        "alphabeta:depth=4,middle=3",
        "alphabeta:depth=4,evaluation=none",
        "alphabeta:depth=4,evaluation=montecarlo,playouts=5",
        "montecarlo:playouts=10",
        "mcts:simulations=20,memory_mb=8",
    ],
)
def test_rows_of_other_settings_are_shown_and_not_used(other: str, seed: int) -> None:
    memory = DictMemory()
    position = vg.random_position(20, seed=seed)
    vg.engine(other, memory="database", database=memory, seed=seed).choose(position)
    assert len(memory) == 1
    engine = vg.engine(SPEC, database=memory, seed=seed)
    assert isinstance(engine, DepthEngine)
    assert engine.known(position) is not None
    alone = vg.engine("alphabeta:depth=4", seed=seed).choose(position)
    found = engine.choose(position)
    assert found.source == "search"
    assert (found.column, found.score) == (alone.column, alone.score)


@pytest.mark.parametrize(
    ("deep", "asks"),
    [
        ("alphabeta:depth=4", "minimax:depth=3,memory=database"),
        ("minimax:depth=3", "alphabeta:depth=2,memory=database"),
        ("montecarlo:playouts=30", "montecarlo:playouts=20,memory=database"),
        ("perfect", "perfect:memory=database"),
    ],
)
def test_rows_that_match_and_suffice_are_used_by_any_engine(
    deep: str, asks: str, seed: int
) -> None:
    memory = DictMemory()
    position = vg.random_position(22, seed=seed)
    first = vg.engine(deep, memory="database", database=memory, seed=seed).choose(position)
    second = vg.engine(asks, database=memory, seed=seed).choose(position)
    assert (second.source, second.column) == ("database", first.column)
    assert second.score == first.score


def test_a_row_from_near_the_end_suffices_when_nothing_is_left_beyond_it(seed: int) -> None:
    memory = DictMemory()
    position = vg.random_position(39, seed=seed)
    vg.engine(SPEC, database=memory, seed=seed).choose(position)
    again = vg.engine("alphabeta:depth=9,memory=database", database=memory).choose(position)
    assert again.source == "database"


def test_a_lower_limit_asks_for_less(seed: int) -> None:
    memory = DictMemory()
    position = vg.random_position(12, seed=seed)
    vg.engine("alphabeta:depth=2,memory=database", database=memory, seed=seed).choose(position)
    engine = vg.engine("alphabeta:depth=4,memory=database", database=memory, seed=seed)
    assert engine.choose(position, vg.Limit(depth=2)).source == "database"
    assert engine.choose(position).source == "search"
    assert engine.choose(position).source == "database"


def test_rows_inside_the_tree_come_from_the_preloaded_copy() -> None:
    """A false row below the root shows where it is used: at matching settings, depth and side."""
    root = vg.Position.parse("4453")
    spec = "alphabeta:depth=3,evaluation=none,memory=database"
    plain = vg.engine(spec, database=DictMemory(), seed=1)
    assert isinstance(plain, DepthEngine)
    wanted = plain.wanted(root)
    below = root.play(2)
    lost = Row.of(
        below,
        vg.Choice(1, -18.0, "exact", depth=2),
        replace(wanted, depth=2),
        at=datetime.now(UTC),
    )
    for row, used in (
        (lost, True),
        (replace(lost, depth=1), False),
        (replace(lost, evaluation="search/windows"), False),
        (replace(lost, side="other"), False),
    ):
        engine = vg.engine(spec, database=DictMemory([row]), seed=1)
        assert (2 in engine.choose(root).proven) is used
        far = vg.engine(f"{spec},known_until=4", database=DictMemory([row]), seed=1)
        assert 2 not in far.choose(root).proven


def test_a_row_of_an_evaluation_with_sides_is_only_used_for_its_own_side(seed: int) -> None:
    memory = DictMemory()
    engine = vg.engine(SPEC, database=memory, seed=seed)
    position = vg.random_position(10, seed=seed)
    engine.choose(position)
    row = memory.preload(42, engine.wanted(position))[0]  # type: ignore[attr-defined]
    assert row.side == "to_move"
    assert vg.engine("alphabeta:evaluation=none").wanted(position).side is None  # type: ignore[attr-defined]


def test_a_read_only_memory_is_asked_and_never_written() -> None:
    position = vg.Position.parse("4453")
    memory = DictMemory([row_of(position, 3)])
    shut = ReadOnly(memory)
    assert shut.store(row_of(vg.Position(), 4)) is False
    assert len(memory) == 1
    assert shut.lookup(position, WANTED) == memory.lookup(position, WANTED)
    assert shut.preload(42, WANTED) == memory.preload(42, WANTED)


def test_the_row_of_a_choice_can_be_asked_for_without_a_memory() -> None:
    position = vg.Position.parse("4453")
    engine = vg.engine("alphabeta:depth=2,seed=1")
    row = engine.row(position, engine.choose(position), at=AT)
    assert row is not None
    assert (row.key, row.depth, row.at) == (position.canonical_key, 2, AT)
    chance = vg.engine("random:seed=1")
    assert chance.row(position, chance.choose(position), at=AT) is None


class Failing(DictMemory):
    """A memory of which one part, or all, fails as a database does."""

    def __init__(self, part: str, code: ErrorCode = "database_locked") -> None:
        super().__init__()
        self._part, self._code = part, code

    def _fail(self, part: str) -> None:
        if self._part in (part, "all"):
            raise vg.StoreError(f"{part} failed", code=self._code)

    def lookup(self, position: vg.Position, wanted: Wanted) -> Row | None:
        self._fail("lookup")
        return super().lookup(position, wanted)

    def store(self, row: Row) -> bool:
        self._fail("store")
        return super().store(row)

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        self._fail("preload")
        return super().preload(max_ply, wanted)


@pytest.mark.parametrize("part", ["lookup", "store", "preload", "all"])
@pytest.mark.parametrize("spec", ["alphabeta:depth=4", "mcts:simulations=50", "montecarlo"])
def test_a_memory_that_fails_costs_no_move(part: str, spec: str, seed: int) -> None:
    position = vg.Position.parse("44532")
    parts = ["lookup", "preload", "store"] if part == "all" else [part]
    if not spec.startswith("alphabeta") and "preload" in parts:
        parts.remove("preload")  # only a depth search asks for that
    sound = vg.engine(spec, memory="database", database=DictMemory(), seed=seed).choose(position)
    failing = vg.engine(spec, memory="database", database=Failing(part), seed=seed)
    for _ in range(2 if "store" in parts else 1):
        choice = failing.choose(position)
        assert choice.warnings == tuple(f"{name} failed [database_locked]" for name in parts)
        assert replace(choice, warnings=(), elapsed_s=0) == replace(sound, elapsed_s=0)
        assert choice.to_json()["warnings"] == list(choice.warnings)


def test_what_failed_to_be_read_is_read_when_it_can_be(seed: int) -> None:
    memory = Failing("preload")
    engine = vg.engine(SPEC, database=memory, seed=seed)
    assert engine.choose("4453").warnings
    memory._part = "nothing"
    assert not engine.choose("4454").warnings
    assert isinstance(engine, DepthEngine)
    assert engine._rows_are_read


@pytest.mark.parametrize("code", ["driver_missing", "schema_missing", "schema_newer"])
def test_a_memory_that_was_never_made_ready_is_refused(code: ErrorCode) -> None:
    with pytest.raises(vg.StoreError) as refusal:
        vg.engine(SPEC, database=Failing("lookup", code)).choose("4453")
    assert refusal.value.code == code


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("depth", [5, 9])
def test_a_search_that_proves_its_answer_early_is_not_repeated(
    algorithm: str, depth: int, seed: int
) -> None:
    """Whatever ended it early: a limit of depth, or that all columns were decided."""
    cases = (("33445", None), ("33445", vg.Limit(depth=2)), ("3344", vg.Limit(depth=3)))
    for text, limit in cases:
        position = vg.Position.parse(
            text
        )  # the side to move loses with two stones, wins with three
        memory = DictMemory()
        spec = f"{algorithm}:depth={depth},memory=database"
        first = vg.engine(spec, database=memory, seed=seed).choose(position, limit)
        again = vg.engine(spec, database=memory, seed=seed).choose(position)
        assert (again.source, again.score) == ("database", first.score)


def test_a_search_that_was_stopped_undecided_is_repeated(seed: int) -> None:
    memory = DictMemory()
    engine = vg.engine(SPEC, database=memory, seed=seed)
    assert engine.choose("4453", vg.Limit(depth=3)).depth == 3
    assert engine.choose("4453").source == "search"
