"""The position database does what engines expect of every memory."""

from collections.abc import Callable

import pytest

from tests.engines.memory_conformance import CHECKS
from viergewinnt.engines.memory import Memory
from viergewinnt.memory import PositionDatabase


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_position_database_conforms(
    store: PositionDatabase, check: Callable[[Memory, int], None], seed: int
) -> None:
    check(store, seed)
