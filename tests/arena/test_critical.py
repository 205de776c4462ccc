"""Critical positions: found again from the seed, and each proven."""

from pathlib import Path
from typing import Any

import pytest

import viergewinnt as vg
from viergewinnt.arena import CriticalSearch, find_critical
from viergewinnt.engines.scenarios import dump_scenarios, parse_scenarios, run_scenarios

PAIR = ("alphabeta:depth=4", "montecarlo:playouts=10")


def search(seed: int, **options: Any) -> CriticalSearch:
    defaults: dict[str, Any] = {"engines": PAIR, "tries": 100}
    return CriticalSearch(seed=seed, **(defaults | options))


def test_every_position_is_proven_to_tell_the_engines_apart() -> None:
    found = find_critical(search(1), workers=1)
    assert found
    solver = vg.Solver()
    for scenario in found:
        analysis = solver.analyse(scenario.position)
        kept = analysis.evaluation.outcome
        columns = [c for c, its in analysis.columns.items() if its.outcome == kept]
        assert scenario.right == tuple(columns)
        assert len(columns) < len(analysis.columns)
        assert f"a {kept} for the side to move" in scenario.note
        assert all(spec in scenario.note for spec in PAIR)
    keys = {scenario.position.canonical_key for scenario in found}
    assert len(keys) == len(found)
    assert [scenario.id for scenario in found][:2] == ["critical-1", "critical-2"]


def test_the_file_can_be_put_to_any_engine() -> None:
    scenarios = parse_scenarios(dump_scenarios(find_critical(search(1), workers=1)))
    perfect = run_scenarios(vg.engine("perfect"), scenarios)
    assert perfect.passed == len(scenarios) > 0
    chance = run_scenarios(vg.engine("random:seed=1"), scenarios)
    assert chance.passed < len(scenarios)


def test_the_result_depends_on_the_seed_alone(tmp_path: Path) -> None:
    one = find_critical(search(2), workers=1)
    two = find_critical(search(2), workers=2, checkpoint=tmp_path / "critical.ckpt")
    again = find_critical(search(2), workers=1, checkpoint=tmp_path / "critical.ckpt")
    assert one == two == again
    assert find_critical(search(3), workers=1) != one


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tries": 0}, "tries is 0"),
        ({"least_stones": 9, "most_stones": 8}, "stones are 9 to 8"),
        ({"most_stones": 42}, "allowed is any range within 0 to 41"),
        ({"engines": ("alphabeta", "deepthought")}, "there is no engine"),
        ({"engines": ("alphabeta:memory=database", "random")}, "search without memory=database"),
        ({"nodes": 0}, "nodes is 0"),
    ],
)
def test_what_cannot_be_searched_is_refused_before_any_work(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(vg.OptionError, match=message):
        search(1, **options)
