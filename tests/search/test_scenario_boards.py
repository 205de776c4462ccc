"""The right answers of the scenario boards, proven again by exhaustive search."""

import pytest

from viergewinnt.engines.scenarios import Scenario, load_scenarios
from viergewinnt.search import (
    AlphaBeta,
    ConnectPosition,
    ConnectSolver,
    Minimax,
    Value,
    forced_wins,
    forces_win,
    lasting_moves,
)

SCENARIOS = {scenario.id: scenario for scenario in load_scenarios()}
WIN = [s for s in load_scenarios() if s.task == "win"]
STOP = [s for s in load_scenarios() if s.task == "stop"]
PERFECT = [s for s in load_scenarios() if s.sight is None]


def position_of(scenario: Scenario) -> ConnectPosition:
    other = "O" if scenario.began == "X" else "X"
    rows = [row.translate(str.maketrans(scenario.began + other, "XO")) for row in scenario.rows]
    return ConnectPosition.from_grid(
        rows, "first" if scenario.to_move == scenario.began else "second"
    )


def sight_of(scenario: Scenario) -> int:
    assert scenario.sight is not None
    return scenario.sight


def test_all_boards_are_there_and_every_board_has_a_proof() -> None:
    assert " ".join(SCENARIOS) == "A1 A2 A4 A5 B1 B2 B3 B4 B5 C1 D1 D2 D3 D4 D5"
    assert len(WIN) + len(STOP) + len(PERFECT) == len(SCENARIOS)
    assert {scenario.sight for scenario in WIN} == {1, 3, 5}
    assert {scenario.sight for scenario in STOP} == {2, 4}


@pytest.mark.parametrize("scenario", load_scenarios(), ids=lambda scenario: scenario.id)
def test_boards_are_possible_and_the_right_side_is_to_move(scenario: Scenario) -> None:
    position = position_of(scenario)
    stones = "".join(scenario.rows)
    other = "O" if scenario.began == "X" else "X"
    surplus = stones.count(scenario.began) - stones.count(other)
    assert surplus == (0 if scenario.to_move == scenario.began else 1)
    assert not position.is_over
    assert set(scenario.right) <= set(position.legal_moves)


@pytest.mark.parametrize("mirrored", [False, True], ids=["as drawn", "mirrored"])
@pytest.mark.parametrize("scenario", WIN, ids=lambda scenario: scenario.id)
def test_win_is_carried_out_within_the_sight_against_every_reply(
    scenario: Scenario, mirrored: bool
) -> None:
    position = position_of(scenario).image(int(mirrored))
    right = tuple(sorted(position_of(scenario).image_of_move(m, mirrored) for m in scenario.right))
    sight = sight_of(scenario)
    assert forced_wins(position, sight) == right
    # The sight is no larger than it has to be.
    assert forced_wins(position, sight - 1) == ()
    for search in (AlphaBeta[ConnectPosition], Minimax[ConnectPosition]):
        result = search(sight).choose(position)
        assert result.best == right
        assert result.value == Value.won_at(position.ply + sight)
        if sight > 1:
            assert search(sight - 1).choose(position).value.outcome is None


@pytest.mark.parametrize("mirrored", [False, True], ids=["as drawn", "mirrored"])
@pytest.mark.parametrize("scenario", STOP, ids=lambda scenario: scenario.id)
def test_loss_does_not_come_within_the_sight(scenario: Scenario, mirrored: bool) -> None:
    position = position_of(scenario).image(int(mirrored))
    right = tuple(sorted(position_of(scenario).image_of_move(m, mirrored) for m in scenario.right))
    sight = sight_of(scenario)
    assert lasting_moves(position, sight) == right
    # With a smaller sight the danger is not seen.
    assert lasting_moves(position, sight - 1) == position.legal_moves
    for search in (AlphaBeta[ConnectPosition], Minimax[ConnectPosition]):
        result = search(sight).choose(position)
        assert result.best == right
        assert result.value.outcome is None
        others = set(position.legal_moves) - set(right)
        assert {result.values[m] for m in others} == {Value.lost_at(position.ply + sight)}


@pytest.mark.parametrize("scenario", PERFECT, ids=lambda scenario: scenario.id)
def test_only_winning_move_to_the_end_of_the_game(scenario: Scenario) -> None:
    position = position_of(scenario)
    outcomes = ConnectSolver().outcomes(position)
    assert tuple(move for move, outcome in outcomes.items() if outcome > 0) == scenario.right
    # As its note says, the win cannot be forced within five plies.
    assert not forces_win(position, 5)
    # The same from the plain rules alone, with no knowledge of Connect Four in the search.
    plain = AlphaBeta[ConnectPosition](None, all_values=False).choose(position)
    assert plain.best == scenario.right
    assert plain.value.outcome == "win"


def test_note_on_the_best_defence_of_the_last_board() -> None:
    scenario = SCENARIOS["D5"]
    assert lasting_moves(position_of(scenario), 4) == (1, 2, 3, 4, 5, 6)


def test_sight_counts_the_first_stone() -> None:
    position = ConnectPosition.from_moves("3747")
    assert forced_wins(position, 3) == (2, 5)
    assert not forces_win(position, 2)
    assert not forces_win(position, 0)
    won = ConnectPosition.from_moves("1212121")
    assert forced_wins(won, 5) == lasting_moves(won, 5) == ()
