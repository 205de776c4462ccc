"""Openings: all of a ply, each once, fair, and drawn without repetition."""

import random
from collections.abc import Callable

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt import _native
from viergewinnt.arena import draw_openings
from viergewinnt.arena.openings import moves_to, openings


def positions_at(ply: int) -> set[int]:
    """Canonical keys of all undecided positions, by playing every move from the start."""
    level = {vg.Position().canonical_key: vg.Position()}
    for _ in range(ply):
        after = [place.play(c) for place in level.values() for c in place.legal_moves]
        level = {place.canonical_key: place for place in after if not place.is_over}
    return {key for key, place in level.items() if not wins_at_once(place)}


def wins_at_once(position: vg.Position) -> bool:
    return any(position.play(c).winner is not None for c in position.legal_moves)


def all_openings(ply: int) -> list[vg.Position]:
    own, every = openings(ply)
    pairs = zip(own.tolist(), every.tolist(), strict=True)
    return [_native.from_bitboards(vg.Position, *pair) for pair in pairs]


def test_they_are_all_fair_positions_of_the_ply_each_once(
    count: Callable[[int, int], int],
) -> None:
    for ply in range(count(7, 9)):
        found = [position.canonical_key for position in all_openings(ply)]
        assert len(found) == len(set(found))
        assert set(found) == positions_at(ply)


def test_those_of_twelve_stones_are_as_many_as_the_opening_book_has() -> None:
    own, _ = openings(12)
    assert len(own) == 4_200_899


def test_a_draw_has_no_repetition_no_mirror_image_and_nothing_decided(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    draws = count(20, 400)
    for _ in range(draws):
        ply = rng.randint(3, 9)
        drawn = draw_openings(ply, 100, rng.getrandbits(32))
        positions = [vg.Position.parse(opening) for opening in drawn]
        assert len({position.canonical_key for position in positions}) == 100
        assert {position.ply for position in positions} == {ply}
        assert not any(position.is_over or wins_at_once(position) for position in positions)
    record(draws=draws)


def test_a_draw_depends_on_the_seed_alone() -> None:
    assert draw_openings(6, 50, 1) == draw_openings(6, 50, 1) != draw_openings(6, 50, 2)
    assert sorted(draw_openings(1, 4, 9)) == ["1", "2", "3", "4"]
    assert draw_openings(0, 1, 5) == ("",)


def test_digits_lead_to_the_position(seed: int, count: Callable[[int, int], int]) -> None:
    rng = random.Random(seed)
    for _ in range(count(200, 20_000)):
        position = vg.random_position(rng.randint(0, 20), rng=rng)
        if not position.is_over:
            assert vg.Position.parse(moves_to(position)) == position


def test_a_position_that_no_play_reaches_has_no_digits() -> None:
    with pytest.raises(vg.OptionError, match="no order of moves"):
        moves_to(vg.Position.parse("......./......./......./......./X....../O...... X"))


@pytest.mark.parametrize(
    ("ply", "count_", "message"),
    [
        (13, 1, "opening_ply is 13; allowed are 0 to 12"),
        (-1, 1, "opening_ply is -1"),
        (0, 2, "4 games a pairing need 2 openings, .* at ply 0 there are 1"),
        (4, 569, "at ply 4 there are 568"),
    ],
)
def test_what_cannot_be_drawn_is_refused(ply: int, count_: int, message: str) -> None:
    with pytest.raises(vg.OptionError, match=message):
        draw_openings(ply, count_, 1)
