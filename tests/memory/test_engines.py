"""Engines read and fill the database that the composition root opens for them."""

import datetime

import pytest

import viergewinnt as vg
from viergewinnt.composition import engine
from viergewinnt.memory import PositionDatabase

SPEC = "alphabeta:depth=3,memory=database"


def test_an_engine_keeps_what_it_finds_and_uses_it_again(store: PositionDatabase) -> None:
    position = vg.Position.parse("44532")
    found = engine(SPEC, database=store, seed=1).choose(position)
    assert (found.source, store.row_count()) == ("search", 1)
    again = engine(SPEC, database=store, seed=2).choose(position)
    assert (again.source, again.column, again.score) == ("database", found.column, found.score)
    assert again.columns == found.columns
    mirrored = engine(SPEC, database=store).choose(position.mirrored())
    assert (mirrored.source, mirrored.column) == ("database", 8 - found.column)
    assert mirrored.columns == {8 - column: score for column, score in found.columns.items()}
    swapped = str(position).translate(str.maketrans("XO", "OX"))
    other = vg.Position.parse(swapped, to_move="X" if position.to_move == "second" else "O")
    assert engine(SPEC, database=store).choose(other).column == found.column
    assert store.row_count() == 1


@pytest.mark.parametrize(
    "spec", ["alphabeta:depth=4", "alphabeta:depth=3,four=16", "alphabeta:depth=3,evaluation=none"]
)
def test_a_row_of_other_settings_or_too_little_depth_is_not_used(
    store: PositionDatabase, spec: str
) -> None:
    position = vg.Position.parse("44532")
    engine(SPEC, database=store).choose(position)
    found = engine(f"{spec},memory=database", database=store).choose(position)
    assert found.source == "search"


def test_without_being_told_engines_use_the_users_own_database() -> None:
    position = vg.Position.parse("4453")
    found = engine(SPEC).choose(position)
    with PositionDatabase.open() as store:
        [row] = store.rows(position)
        assert row.column_for(position) == found.column
        assert datetime.datetime.now(datetime.UTC) - row.at < datetime.timedelta(minutes=5)
    assert engine(SPEC).choose(position).source == "database"
