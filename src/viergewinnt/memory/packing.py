"""Scores of columns in a few bytes, exactly.

    u16      two bits a column, column 1 lowest: 0 no score, 1 exact, 2 share, 3 points
    u8       form: 1 whole numbers, 2 fractions, 3 doubles
    form 1   i8 for each score
    form 2   u16 denominator, then i16 numerator for each score
    form 3   f64 for each score

Numbers are little-endian. The smallest form that gives every score back to the last bit is taken.
Shares of playouts are fractions with a small denominator, and so need two bytes instead of eight.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import TYPE_CHECKING

from viergewinnt.engines.choice import Score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from viergewinnt.engines.choice import ScoreKind

__all__ = ["pack_columns", "unpack_columns"]

KINDS: tuple[ScoreKind, ...] = ("exact", "share", "points")
COLUMNS = range(1, 8)
WHOLE, FRACTIONS, DOUBLES = 1, 2, 3
HEAD = struct.Struct("<HB")
LARGEST_DENOMINATOR, LARGEST_NUMERATOR = (1 << 16) - 1, (1 << 15) - 1


def pack_columns(columns: Mapping[int, Score]) -> bytes:
    """The bytes that `unpack_columns` reads."""
    mask, values = 0, []
    for column in sorted(columns):
        score = columns[column]
        mask |= (KINDS.index(score.kind) + 1) << 2 * (column - 1)
        values.append(float(score.value))
    form, numbers = _packed(values)
    return HEAD.pack(mask, form) + numbers


def unpack_columns(data: bytes) -> dict[int, Score]:
    """The scores that were packed."""
    mask, form = HEAD.unpack_from(data)
    kinds = {column: mask >> 2 * (column - 1) & 3 for column in COLUMNS}
    found = [column for column in COLUMNS if kinds[column]]
    values = _unpacked(form, data[HEAD.size :], len(found))
    return {
        column: Score(value, KINDS[kinds[column] - 1])
        for column, value in zip(found, values, strict=True)
    }


def _packed(values: Sequence[float]) -> tuple[int, bytes]:
    count = len(values)
    denominator = _denominator(values)
    if denominator is not None:
        numerators = [round(value * denominator) for value in values]
        exact = all(
            numerator / denominator == value
            for numerator, value in zip(numerators, values, strict=True)
        )
        if exact and denominator == 1 and all(abs(number) <= 127 for number in numerators):
            return WHOLE, struct.pack(f"<{count}b", *numerators)
        if exact and all(abs(number) <= LARGEST_NUMERATOR for number in numerators):
            return FRACTIONS, struct.pack(f"<H{count}h", denominator, *numerators)
    return DOUBLES, struct.pack(f"<{count}d", *values)


def _denominator(values: Sequence[float]) -> int | None:
    """A common denominator that may do; None when there is none of two bytes."""
    common = 1
    for value in values:
        if not abs(value) <= LARGEST_NUMERATOR or (value == 0 and math.copysign(1, value) < 0):
            return None
        if round(value * common) / common != value:
            fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
            common = math.lcm(common, fraction.denominator)
            if common > LARGEST_DENOMINATOR:
                return None
    return common


def _unpacked(form: int, data: bytes, count: int) -> Sequence[float]:
    if form == WHOLE:
        return [float(value) for value in struct.unpack(f"<{count}b", data)]
    if form == FRACTIONS:
        denominator, *numerators = struct.unpack(f"<H{count}h", data)
        return [numerator / denominator for numerator in numerators]
    if form == DOUBLES:
        return struct.unpack(f"<{count}d", data)
    raise ValueError(f"column scores of unknown form {form}")
