"""SPECs, keywords and their faults: one model serves them all."""

import json
from typing import Any

import pytest

import viergewinnt as vg
from viergewinnt.engines import describe, engine_names, kind_of


def test_keywords_and_text_make_the_same_engine() -> None:
    by_keywords = vg.engine(
        "alphabeta", evaluation="montecarlo", reading="share", depth=6, playouts=100, seed=1
    )
    by_text = vg.engine(" alphabeta:depth=6, playouts=100,seed=1,evaluation=montecarlo ")
    some_of_each = vg.engine("alphabeta:evaluation=montecarlo,depth=6", playouts=100, seed="1")
    expected = "alphabeta:evaluation=montecarlo,depth=6,playouts=100,seed=1"
    assert {by_keywords.spec, by_text.spec, some_of_each.spec} == {expected}


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("alphabeta:depth=5", "alphabeta"),
        ("minimax:four=15.0,three=3.5", "minimax:three=3.5"),
        ("mcts:reuse=true,exploration=2.0", "mcts:exploration=2,reuse=true"),
        ("montecarlo:stop_first=false", "montecarlo:stop_first=false"),
        ("preset-b:playouts=100", "preset-b:playouts=100"),
        ("preset-b:jitter=49", "preset-b"),
    ],
)
def test_specs_print_canonically(spec: str, canonical: str) -> None:
    assert vg.engine(spec).spec == canonical
    assert vg.engine(canonical).spec == canonical


@pytest.mark.parametrize(
    ("spec", "options", "code", "message"),
    [
        ("deepthought", {}, "unknown_engine", "there are minimax, alphabeta, montecarlo"),
        ("alphabeta:dept=3", {}, "unknown_option", "it has evaluation, depth"),
        ("alphabeta", {"speed": 3}, "unknown_option", "'speed'"),
        ("alphabeta:depth=0", {}, "bad_option", "whole numbers from 1 to 42"),
        ("alphabeta:depth=x", {}, "bad_option", "whole numbers from 1 to 42"),
        ("alphabeta:depth=3.0", {}, "bad_option", "whole numbers from 1 to 42"),
        ("alphabeta", {"depth": True}, "bad_option", "depth is True"),
        ("alphabeta", {"depth": None}, "bad_option", "depth is None"),
        ("alphabeta", {"depth": [3]}, "bad_option", "depth is [3]"),
        ("alphabeta:depth=\u0663", {}, "bad_option", "whole numbers"),
        ("alphabeta:middle=nan", {}, "bad_option", "numbers from -1e+06 to 1e+06"),
        ("alphabeta:middle=1_0", {}, "bad_option", "numbers from -1e+06 to 1e+06"),
        ("alphabeta:depth=1_0", {}, "bad_option", "whole numbers from 1 to 42"),
        ("alphabeta:middle=inf", {}, "bad_option", "numbers from"),
        ("alphabeta", {"middle": "1" * 400}, "bad_option", "numbers from"),
        ("alphabeta:evaluation=neural", {}, "bad_option", "montecarlo, windows, none"),
        ("mcts:reuse=yes", {}, "bad_option", "true, false"),
        ("mcts", {"reuse": 1}, "bad_option", "true, false"),
        ("alphabeta:playouts=3", {}, "option_without_use", "belongs to evaluation=montecarlo"),
        ("alphabeta:known_until=3", {}, "option_without_use", "belongs to memory=database"),
        ("alphabeta:depth", {}, "bad_spec", "option=value"),
        ("alphabeta:depth=", {}, "bad_spec", "option=value"),
        ("alphabeta:", {}, "bad_spec", "NAME:option=value"),
        ("", {}, "bad_spec", "NAME:option=value"),
        ("alphabeta:depth=3,depth=4", {}, "bad_spec", "given twice"),
        ("alphabeta:depth=3", {"depth": 4}, "bad_spec", "depth is given both"),
        ("a" * 2000, {}, "bad_spec", "at most 1000 characters"),
        (None, {}, "bad_spec", "it must be a text"),
        ("random:memory=none", {}, "unknown_option", "it has seed"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(
    spec: Any, options: dict[str, Any], code: str, message: str
) -> None:
    with pytest.raises(vg.OptionError) as refusal:
        vg.engine(spec, **options)
    assert refusal.value.code == code
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 600


@pytest.mark.parametrize("name", engine_names())
def test_every_option_is_described_and_its_default_is_allowed(name: str) -> None:
    described = describe(name)
    assert described.summary
    assert json.loads(json.dumps(described.to_json()))["name"] == name
    for option in described.options:
        assert option.meaning
        if option.default is None:
            continue
        needed: dict[str, Any] = dict([option.only_with.split("=")]) if option.only_with else {}
        if needed.get("memory") != "database":
            assert vg.engine(name, **(needed | {option.name: option.default})).name == name
    assert kind_of(name).options.of(name, {}, kind_of(name).defaults)


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_s": 0},
        {"time_s": float("nan")},
        {"time_s": "1"},
        {"depth": 0},
        {"nodes": 1.5},
        {"playouts": True},
        {"nodes": -1},
    ],
)
def test_a_limit_is_more_than_nothing(wrong: dict[str, Any]) -> None:
    with pytest.raises(vg.OptionError, match=next(iter(wrong))):
        vg.Limit(**wrong)


def test_a_limit_only_ever_lowers() -> None:
    assert vg.Limit(depth=9).cap_depth(5) == 5
    assert vg.Limit(depth=3).cap_depth(5) == 3
    assert vg.Limit().cap_playouts(7) == 7
    assert vg.engine("alphabeta:depth=2").choose("4453", vg.Limit(depth=9)).depth == 2


def test_an_engine_without_a_database_says_what_is_missing() -> None:
    from viergewinnt.engines import build_engine

    engine = build_engine("alphabeta:memory=database")
    with pytest.raises(vg.OptionError, match="needs a position database"):
        engine.choose("4453")
