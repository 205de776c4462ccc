"""Random positions have what was asked for, come back with their seed, and are fairly drawn."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Literal

import pytest

import viergewinnt as vg

KINDS: tuple[Literal["games", "positions"], ...] = ("games", "positions")


@pytest.mark.parametrize("over", KINDS)
@pytest.mark.parametrize("stones", range(43))
def test_they_have_exactly_the_stones_asked_for_and_no_winner(
    stones: int, over: Literal["games", "positions"], seed: int
) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        position = vg.random_position(stones, over=over, rng=rng)
        assert position.ply == stones
        assert position.winner is None
        assert position.digits is not None


@pytest.mark.parametrize("over", KINDS)
def test_a_seed_repeats_the_position(over: Literal["games", "positions"]) -> None:
    drawn = [vg.random_position(20, over=over, seed=seed) for seed in range(20)]
    assert drawn == [vg.random_position(20, over=over, seed=seed) for seed in range(20)]
    assert len(set(drawn)) == 20


def test_without_a_seed_they_differ() -> None:
    assert len({vg.random_position(20) for _ in range(20)}) == 20


def test_a_seed_means_the_same_on_every_machine() -> None:
    games, positions = (vg.random_position(12, over=over, seed=1).key for over in KINDS)
    assert (games, positions) == (9210832109826, 9758169891723)


@pytest.mark.parametrize("arguments", [{"stones": -1}, {"stones": 43}, {"stones": 3, "over": "x"}])
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(vg.OptionError, match="allowed are") as refusal:
        vg.random_position(**arguments)  # type: ignore[arg-type]
    assert refusal.value.code == "bad_option"


def test_rng_and_seed_exclude_each_other() -> None:
    with pytest.raises(vg.OptionError, match="not both"):
        vg.random_position(3, rng=random.Random(1), seed=1)


def two_stone_probabilities(over: str) -> dict[vg.Position, float]:
    """By definition: all games of two stones alike, or all positions of two stones alike."""
    games = [vg.Position.parse(f"{a}{b}") for a in range(1, 8) for b in range(1, 8)]
    drawn = games if over == "games" else list(set(games))
    return {position: drawn.count(position) / len(drawn) for position in drawn}


@pytest.mark.parametrize("over", KINDS)
def test_they_are_drawn_with_the_promised_probabilities(
    over: Literal["games", "positions"], seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    draws = count(20_000, 1_000_000)
    seen = Counter(vg.random_position(2, over=over, rng=rng) for _ in range(draws))
    probabilities = two_stone_probabilities(over)
    assert set(seen) == set(probabilities)
    for position, probability in probabilities.items():
        spread = (draws * probability * (1 - probability)) ** 0.5
        # Six standard deviations in 49 cells: a false alarm once in ten million runs.
        assert abs(seen[position] - draws * probability) < 6 * spread
