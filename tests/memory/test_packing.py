"""Scores of columns come back to the last bit, in few bytes where that is possible."""

import math

from hypothesis import given
from hypothesis import strategies as st

from viergewinnt.engines.choice import Score
from viergewinnt.memory.packing import pack_columns, unpack_columns

kinds = st.sampled_from(("exact", "share", "points"))
values = st.one_of(
    st.floats(allow_nan=False),
    st.integers(-300, 300).map(float),
    st.builds(lambda wins, more: wins / (2 * (wins + more)), st.integers(1, 400), st.integers(0)),
)
columns = st.dictionaries(st.integers(1, 7), st.builds(Score, values, kinds))


@given(columns)
def test_what_was_packed_comes_back(scores: dict[int, Score]) -> None:
    found = unpack_columns(pack_columns(scores))
    assert found == scores
    assert all(
        math.copysign(1, found[column].value) == math.copysign(1, scores[column].value)
        for column in scores
    )


def test_exact_scores_and_shares_of_playouts_take_few_bytes() -> None:
    exact = {column: Score(column - 4.0, "exact") for column in range(1, 8)}
    assert len(pack_columns(exact)) == 10
    shares = {column: Score((123 + column) / 400, "share") for column in range(1, 8)}
    assert len(pack_columns(shares)) == 19
    anything = {column: Score(math.sqrt(column), "points") for column in range(1, 8)}
    assert len(pack_columns(anything)) == 59
