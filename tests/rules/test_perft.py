"""Counts by ply against the published ones."""

import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import viergewinnt as vg

# Distinct positions, finished ones included: John Tromp, OEIS A212693. Sequences: all games of
# exactly so many stones, counted by several move generators.
PUBLISHED = json.loads((Path(__file__).parent / "published_counts.json").read_text())


def test_the_counts_agree_with_the_published_ones(count: Callable[[int, int], int]) -> None:
    depth = count(10, 13)
    counted = list(vg.perft(depth))
    assert [c.ply for c in counted] == list(range(depth + 1))
    assert [c.positions for c in counted] == PUBLISHED["positions"][: depth + 1]
    sequences = PUBLISHED["sequences"]
    assert [c.sequences for c in counted][: len(sequences)] == sequences[: depth + 1]


@pytest.mark.parametrize("depth", [-1, 43])
def test_a_depth_off_the_board_is_refused(depth: int) -> None:
    with pytest.raises(vg.OptionError, match="0 to 42"):
        vg.perft(depth)


def test_ctrl_c_interrupts_the_count() -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(vg.perft(20))
    timer.join()
