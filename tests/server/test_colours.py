"""The measure of colours against published values, and which pairs are refused."""

from collections.abc import Callable
from random import Random

import pytest

from viergewinnt import OptionError
from viergewinnt.server.colours import (
    LEAST_DIFFERENCE,
    PAIRS,
    check_pair,
    ciede2000,
    difference,
    read_colour,
)

# Pairs of CIELAB and their difference as published by Sharma, Wu and Dalal (2005), table 1.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), PUBLISHED)
def test_the_measure_gives_the_published_differences(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_the_ready_pairs_stay_apart_with_a_margin(pair: tuple[str, str]) -> None:
    check_pair(*pair)
    assert difference(*pair)[0] > 1.25 * LEAST_DIFFERENCE


@pytest.mark.parametrize(
    ("pair", "eyes"),
    [
        (("#d32f2f", "#d32f2f"), "people with"),
        (("#d32f2f", "#388e3c"), "people with deuteranopia"),  # plain red and green
        (("#d32f2f", "#d43030"), "people with"),
        (("#00a0a0", "#0080ff"), "people with"),
    ],
)
def test_a_pair_that_cannot_be_told_apart_is_refused_with_the_reason(
    pair: tuple[str, str], eyes: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        check_pair(*pair)
    assert refusal.value.code == "colours_too_close"
    assert eyes in str(refusal.value) or "anybody" in str(refusal.value)
    assert refusal.value.data["least"] == LEAST_DIFFERENCE


def test_the_difference_knows_no_order_and_is_nought_for_one_colour(
    count: Callable[[int, int], int], seed: int
) -> None:
    chance = Random(seed)
    for _ in range(count(100, 10_000)):
        one, other = (f"#{chance.randrange(1 << 24):06x}" for _ in range(2))
        assert difference(one, other)[0] == pytest.approx(difference(other, one)[0])
        assert difference(one, one)[0] == 0


@pytest.mark.parametrize("text", ["", "red", "#fff", "#12345g", "#1234567", " #123456", None, 7])
def test_what_is_no_colour_is_refused(text: object) -> None:
    with pytest.raises(OptionError) as refusal:
        read_colour(text)
    assert refusal.value.code == "bad_colour"


def test_colours_are_kept_in_lower_case() -> None:
    assert read_colour("#FDD835") == "#fdd835"
