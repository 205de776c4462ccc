"""The drawing of the ratings: well-formed, complete, and in order."""

from xml.etree import ElementTree as ET

from viergewinnt.arena import Standing
from viergewinnt.arena.plot import draw_ratings

SVG = "{http://www.w3.org/2000/svg}"


def standing(
    engine: str, rating: float, low: float | None = None, high: float | None = None
) -> Standing:
    return Standing(engine=engine, rating=rating, low=low, high=high, wins=1, draws=2, losses=3)


def parsed(*standings: Standing) -> ET.Element:
    return ET.fromstring(draw_ratings(standings))  # noqa: S314 - our own text


def test_better_engines_stand_further_right_and_higher_up() -> None:
    drawing = parsed(
        standing("best", 1700, 1650, 1750), standing("middle", 1500, 1400, 1600),
        standing("last", 1300),
    )  # fmt: skip
    dots = [
        (float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in drawing.iter(f"{SVG}circle")
    ]
    assert [x for x, _ in dots] == sorted((x for x, _ in dots), reverse=True)
    assert [y for _, y in dots] == sorted(y for _, y in dots)
    left = dots[0][0] - dots[1][0]
    assert abs(left - (dots[1][0] - dots[2][0])) < 0.2  # the scale is straight
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"best", "middle", "last", "1700", "1500", "1300"} <= set(texts)


def test_everything_lies_inside_the_picture() -> None:
    for drawing in (
        parsed(standing("a", 1500, 1500, 1500), standing("b", 1500, 1500, 1500)),
        parsed(standing("a" * 200, 2400.7, 2300, 2500.1), standing("b", 3.2)),
        parsed(standing("x", 1500.4, 1500.1, 1500.6), standing("y", 1499.6)),
    ):
        _, _, width, height = map(float, drawing.attrib["viewBox"].split())
        for dot in drawing.iter(f"{SVG}circle"):
            assert 0 < float(dot.attrib["cx"]) < width
            assert 0 < float(dot.attrib["cy"]) < height
        for path in drawing.iter(f"{SVG}path"):
            for point in path.attrib["d"].removeprefix("M").split("L"):
                x, y = map(float, point.split())
                assert 0 < x < width
                assert 0 < y < height


def test_who_has_no_interval_has_a_hollow_dot_and_no_bar() -> None:
    bars = [len(list(parsed(one).iter(f"{SVG}path"))) for one in BOTH]
    fills = [next(parsed(one).iter(f"{SVG}circle")).attrib["fill"] for one in BOTH]
    assert bars[0] > bars[1]
    assert fills[0] != fills[1] == "none"


BOTH = (standing("a", 1500, 1490, 1510), standing("a", 1500))


def test_names_are_quoted_and_long_ones_cut() -> None:
    drawing = parsed(standing("a<b&c", 1600), standing("n" * 100, 1400))
    texts = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert "a<b&c" in texts
    assert "n" * 47 + "…" in texts
