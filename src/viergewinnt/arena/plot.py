"""Ratings and their intervals as a drawing in SVG."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.arena.standings import Standing

__all__ = ["draw_ratings"]

LINE = 26  # pixels for each engine
TOP, BOTTOM, RIGHT = 40, 44, 60
CHARACTER = 7.2  # width of a letter, more or less
LONGEST_NAME = 48
CHART = 460
GRID_LINES = 6
INK, FAINT, MARK = "#1b1b1b", "#d5d5d5", "#1d4e89"


def draw_ratings(standings: Sequence[Standing]) -> str:
    """A line for each engine, the best on top: a dot at its rating, a bar over its interval.

    An engine that won or lost everything has a hollow dot and no bar.
    """
    names = [_shortened(standing.engine) for standing in standings]
    left = 24 + max(map(len, names)) * CHARACTER
    width, height = left + CHART + RIGHT, TOP + LINE * len(standings) + BOTTOM
    least, most, step = _range(standings)

    def across(rating: float) -> float:
        return left + CHART * (rating - least) / (most - least)

    base = TOP + LINE * len(standings)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}"'
            f' width="{width:.0f}" role="img" aria-label="Ratings of {len(standings)} engines"'
            ' font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{width:.0f}" height="{height}" fill="#ffffff"/>',
        _text(left, 22, "start", "Ratings in Elo points with 95 % intervals"),
    ]
    for number in range(round((most - least) / step) + 1):
        rating = least + number * step
        parts.append(_path(FAINT, (across(rating), TOP - 6), (across(rating), base)))
        parts.append(_text(across(rating), base + 18, "middle", f"{rating:.0f}"))
    for place, (standing, name) in enumerate(zip(standings, names, strict=True)):
        y = TOP + LINE * (place + 0.5)
        dot = f'cx="{across(standing.rating):.1f}" cy="{y:.1f}" r="4.5" stroke="{MARK}"'
        parts.append(_text(left - 12, y + 4, "end", name))
        parts.append(_text(left + CHART + 10, y + 4, "start", f"{standing.rating:.0f}"))
        if standing.low is None or standing.high is None:
            parts.append(f'<circle {dot} fill="none" stroke-width="2"/>')
            continue
        low, high = across(standing.low), across(standing.high)
        parts.append(_path(MARK, (low, y), (high, y)))
        parts += [_path(MARK, (end, y - 5), (end, y + 5)) for end in (low, high)]
        parts.append(f'<circle {dot} fill="{MARK}"/>')
    return "\n".join([*parts, "</svg>\n"])


def _path(colour: str, *points: tuple[float, float]) -> str:
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{INK}">{escape(text)}</text>'


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _range(standings: Sequence[Standing]) -> tuple[float, float, float]:
    """The ends of the axis and the step of its marks: 1, 2 or 5 times a power of ten."""
    ratings = [
        its
        for standing in standings
        for its in (standing.rating, standing.low, standing.high)
        if its is not None
    ]
    span = max(max(ratings) - min(ratings), 1.0)
    power = 10 ** math.floor(math.log10(span / GRID_LINES))
    step = next(power * times for times in (1, 2, 5, 10) if power * times * GRID_LINES >= span)
    least = math.floor(min(ratings) / step) * step
    return least, max(math.ceil(max(ratings) / step) * step, least + step), step
