"""Whether two colours of stones can be told apart, also by colour-blind eyes.

The measure is the colour difference CIEDE2000 (CIE 142-2001) between the two as a screen shows
them, and as they appear to eyes without red, green or blue receptors in the simulation of Machado,
Oliveira and Fernandes (2009, severity 1). The least of the four differences counts.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LEAST_DIFFERENCE", "PAIRS", "check_pair", "ciede2000", "difference", "read_colour"]

LEAST_DIFFERENCE = 20.0
"""From here on two stones are plainly different at a glance; 2 is what a trained eye just sees."""

PAIRS: Mapping[str, tuple[str, str]] = {
    "red-yellow": ("#d32f2f", "#fdd835"),
    "yellow-blue": ("#fdd835", "#1e5bc6"),
    "yellow-black": ("#fdd835", "#212121"),
    "green-red": ("#8fd694", "#a3122a"),
}
"""The pairs that stand ready; the first one is the default."""

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

# Linear sRGB to linear sRGB as it appears: Machado et al., table 1, severity 1.
SIMULATIONS: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear sRGB to XYZ, and the white of it: IEC 61966-2-1, D65.
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Vector = (0.95047, 1.0, 1.08883)
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def read_colour(text: object) -> str:
    """The colour in lower case; `OptionError` unless it is `#` and six hexadecimal digits."""
    colour = text.lower() if isinstance(text, str) else ""
    if not _COLOUR.fullmatch(colour):
        raise OptionError(
            f"{text!r:.60} is no colour; a colour is # and six hexadecimal digits, as in #d32f2f",
            code="bad_colour",
            colour=f"{text!r:.60}",
        )
    return colour


def difference(first: str, second: str) -> tuple[float, str]:
    """The least CIEDE2000 between two colours, and to which eyes: `normal` or a simulated kind."""
    one, other = _linear(first), _linear(second)
    found = [(ciede2000(_lab(one), _lab(other)), "normal")]
    for kind, matrix in SIMULATIONS.items():
        seen = (_lab(_times(matrix, colour)) for colour in (one, other))
        found.append((ciede2000(*seen), kind))
    return min(found)


def check_pair(first: str, second: str) -> None:
    """Refuses two colours that cannot be told apart, and says to whom."""
    least, eyes = difference(first, second)
    if least < LEAST_DIFFERENCE:
        whose = "anybody" if eyes == "normal" else f"people with {eyes}"
        raise OptionError(
            f"{first} and {second} cannot be told apart well enough by {whose}: their difference"
            f" (CIEDE2000) is {least:.1f}, and at least {LEAST_DIFFERENCE:g} is needed",
            code="colours_too_close",
            colours=(first, second),
            difference=round(least, 1),
            least=LEAST_DIFFERENCE,
            eyes=eyes,
        )


def _linear(colour: str) -> Vector:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _from_gamma(red), _from_gamma(green), _from_gamma(blue)


def _from_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Vector) -> Vector:
    """The product, cut off at what a screen can show."""
    x, y, z = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, vector, strict=True)))) for row in matrix
    )
    return x, y, z


def _lab(linear: Vector) -> Vector:
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in TO_XYZ]
    x, y, z = (_lab_part(part / white) for part, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_part(part: float) -> float:
    return math.cbrt(part) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29


def ciede2000(one: Vector, other: Vector) -> float:
    """The colour difference between two points of CIELAB, in the names of the standard."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn, h_mean = _hues(h1, h2, grey=c1 * c2 == 0)
    delta_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    r_c = 2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
    r_t = -math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2)))) * r_c
    l_part, c_part, h_part = (l2 - l1) / s_l, (c2 - c1) / s_c, delta_h / s_h
    return math.sqrt(l_part**2 + c_part**2 + h_part**2 + r_t * c_part * h_part)


def _hues(h1: float, h2: float, *, grey: bool) -> tuple[float, float]:
    """The difference and the mean of two hues, in degrees; a grey has no hue of its own."""
    if grey:
        return 0.0, h1 + h2
    turn, mean = h2 - h1, (h1 + h2) / 2
    if turn > 180:
        return turn - 360, mean + (180 if mean < 180 else -180)
    if turn < -180:
        return turn + 360, mean + (180 if mean < 180 else -180)
    return turn, mean
