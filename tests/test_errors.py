"""One tree of errors, stable codes, and facts that survive another process."""

import pickle
from typing import get_args

import pytest

import viergewinnt as vg
from viergewinnt import errors

CLASSES = [getattr(errors, name) for name in errors.__all__ if name != "ErrorCode"]


@pytest.mark.parametrize("error", CLASSES)
def test_every_error_hangs_on_the_one_tree(error: type[Exception]) -> None:
    assert issubclass(error, vg.VierGewinntError)
    assert error is vg.VierGewinntError or issubclass(error, ValueError | RuntimeError)
    assert getattr(vg, error.__name__) is error


def test_codes_are_unique_and_sorted_by_kind() -> None:
    codes = get_args(errors.ErrorCode)
    assert len(codes) == len(set(codes))


def test_an_error_keeps_its_facts_through_pickling() -> None:
    with pytest.raises(vg.IllegalMove) as refusal:
        vg.Position().play(9)
    error = refusal.value
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(twin), str(twin), twin.code, twin.data) == (
        vg.IllegalMove,
        str(error),
        "no_such_column",
        {"column": 9, "position": vg.Position().text},
    )
