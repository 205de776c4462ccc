"""Scenario boards put to engines, the five questions, transcripts and own files."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import viergewinnt as vg
from viergewinnt.engines import Row, engine_names
from viergewinnt.engines.scenarios import (
    QUESTIONS,
    Scenario,
    answers,
    answers_text,
    dump_scenarios,
    load_scenarios,
    parse_scenarios,
    right_columns,
    run_board,
    run_scenarios,
    summary,
    title_of,
    transcript,
)
from viergewinnt.search import ConnectPosition, forced_wins, lasting_moves

BOARDS = {scenario.id: scenario for scenario in load_scenarios()}
DEPTH = [
    "minimax",
    "alphabeta",
    "alphabeta:evaluation=none,ties=middle",
    "minimax:evaluation=none,memory=table",
    "alphabeta:evaluation=montecarlo,playouts=20,reading=mean,depth=4",
    "alphabeta:depth=3",
    "montecarlo",
    "montecarlo:playouts=1",
    "montecarlo:stop_first=false,playouts=10",
    *(name for name in engine_names() if name.startswith("preset-")),
]


@pytest.mark.parametrize("spec", DEPTH)
def test_an_engine_passes_all_that_its_sight_covers(
    spec: str, seed: int, count: Callable[[int, int], int], record: Any
) -> None:
    rng = random.Random(seed)
    seeds = [rng.getrandbits(60) for _ in range(count(1 if spec == "preset-c" else 3, 100))]
    for each in seeds:
        report = run_scenarios(vg.engine(spec, seed=each), load_scenarios())
        assert report.failures == ()
        assert report.passed == len(report.results) > 0
        assert all(result.judged for result in report.results)
    record(engine=spec, seeds=len(seeds), boards=len(report.results), failures=0)


def test_the_perfect_engine_passes_every_board(
    seed: int, count: Callable[[int, int], int], record: Any
) -> None:
    rng = random.Random(seed)
    boards = load_scenarios()
    engine = vg.engine("perfect:ties=random")
    report = run_scenarios(engine, boards)
    assert (report.passed, report.failures) == (len(boards), ())
    assert "D3" in {result.scenario.id for result in report.results}
    late = [board for board in boards if board.position.ply >= 14]
    for _ in range(count(2, 100)):
        engine = vg.engine("perfect:ties=random", seed=rng.getrandbits(60))
        assert run_scenarios(engine, late).passed == len(late)
    record(boards=len(boards), failures=0)


@pytest.mark.parametrize("spec", ["mcts:simulations=500,memory_mb=16", "random"])
def test_engines_without_a_sight_are_asked_everything_and_not_judged(spec: str, seed: int) -> None:
    report = run_scenarios(vg.engine(spec, seed=seed), load_scenarios())
    assert len(report.results) == len(BOARDS)
    assert report.failures == ()
    assert not any(result.judged for result in report.results)


def test_boards_beyond_the_sight_are_asked_only_on_request() -> None:
    engine = vg.engine("alphabeta:depth=2,seed=1")
    report = run_scenarios(engine, load_scenarios())
    beyond = ("A2", "A5", "B2", "B3", "B5", "D2", "D3", "D5")
    assert tuple(board.id for board in report.not_asked) == beyond
    every = run_scenarios(engine, load_scenarios(), beyond_sight=True)
    assert every.not_asked == ()
    assert every.failures == ()
    assert {r.scenario.id for r in every.results if r.judged} == {
        result.scenario.id for result in report.results
    }


class Scripted:
    """Plays what a function says, and claims to see everything."""

    name = spec = "scripted"
    sight = 42

    def __init__(self, column_of: Callable[[vg.Position], int]) -> None:
        self._column_of = column_of

    def choose(self, position: vg.Position | str, limit: vg.Limit | None = None) -> vg.Choice:
        return vg.Choice(self._column_of(vg.Position.parse(position)), 0.0, "points")

    def stop(self) -> None: ...

    def reset(self) -> None: ...

    def row(self, position: vg.Position, choice: vg.Choice, *, at: object) -> Row | None: ...


def test_a_right_first_column_is_not_enough() -> None:
    """The win must be carried out, not begun and forgotten."""
    board = BOARDS["A2"]
    start = board.position

    def begins_well(position: vg.Position) -> int:
        if position == start:
            return board.right[0]
        wins = [c for c in position.legal_moves if position.play(c).winner is not None]
        return next(c for c in position.legal_moves if c not in wins)

    result = run_board(Scripted(begins_well), board)
    assert not result.passed
    assert result.judged
    assert [step.by for step in result.steps] == ["engine", "opponent", "engine"]


def test_a_win_must_come_in_every_line() -> None:
    """The win is carried out against all replies but one, the last that is tried."""
    board = BOARDS["A2"]
    perfect = vg.engine("alphabeta:depth=5,seed=1")
    start, after = board.position, board.position.play(board.right[0])
    spared = after.play(after.legal_moves[-1])

    def mostly_well(position: vg.Position) -> int:
        if position == start:
            return board.right[0]
        right = perfect.choose(position).column
        if position != spared:
            return right
        return next(
            c for c in position.legal_moves if c != right and position.play(c).winner is None
        )

    result = run_board(Scripted(mostly_well), board)
    assert not result.passed
    assert result.lines == len(after.legal_moves)


@pytest.mark.parametrize("board", ["A4", "B4", "D4"])
def test_a_stop_fails_when_the_loss_comes(board: str) -> None:
    scenario = BOARDS[board]

    def looks_away(position: vg.Position) -> int:
        return next(c for c in position.legal_moves if c not in scenario.right)

    result = run_board(Scripted(looks_away), scenario)
    assert not result.passed
    last = result.steps[-1]
    assert (last.by, last.ply) == ("opponent", scenario.position.ply + 2)


def test_the_loss_may_come_later_in_a_stop_over_four_stones() -> None:
    scenario = BOARDS["D5"]
    result = run_board(Scripted(lambda position: 7 if 7 in position.legal_moves else 1), scenario)
    assert not result.passed
    assert len(result.steps) == 4


def test_replies_are_all_tried() -> None:
    report = run_scenarios(vg.engine("alphabeta:seed=1"), [BOARDS["B3"], BOARDS["A5"]])
    won, stopped = report.results
    assert won.lines >= 7
    assert won.choices > won.lines / 7
    assert len(won.steps) == 5
    assert stopped.lines >= 40
    assert report.elapsed_s > 0


# ------------------------------------------------------------------------------- five questions


def plain(position: vg.Position) -> ConnectPosition:
    return ConnectPosition.from_grid(["".join(row) for row in position.grid()], position.to_move)


def test_the_five_questions_agree_with_plain_proofs(
    seed: int, count: Callable[[int, int], int], record: Any
) -> None:
    rng, asked = random.Random(seed), 0
    for _ in range(count(30, 1000)):
        position = vg.random_position(rng.randint(4, 40), rng=rng)
        for found in answers(position):
            sight, state = found.question.sight, plain(position)
            if found.question.task == "win":
                right = forced_wins(state, sight)
                assert found.yes == bool(right)
            else:
                right = lasting_moves(state, sight)
                assert found.yes == (0 < len(right) < len(position.legal_moves))
            assert found.columns == right
            asked += 1
            if found.line:
                end = vg.Game(found.line, start=position).position
                assert (end.ply, end.winner is not None) == (found.end_ply, True)
                won = end.winner == position.to_move
                assert won == (found.question.task == "win")
            else:
                assert found.end_ply is None
    record(questions=asked, disagreements=0)


def test_the_boards_answer_their_own_question() -> None:
    for scenario in load_scenarios():
        assert right_columns(scenario.position, scenario.task, scenario.sight) == scenario.right
        if scenario.sight is not None:
            found = [a for a in answers(scenario.position) if a.question.sight == scenario.sight]
            assert found[0].yes


def test_questions_about_a_finished_game_are_refused() -> None:
    with pytest.raises(vg.FinishedPosition):
        answers(vg.Position.parse("1212121"))


# ----------------------------------------------------------------------------------- transcripts

ENGLISH = """\
Scenarios for alphabeta:seed=1 (sight 5 stones)

A4: Stop an immediate win – O to move
. . . . . . .
. . . . . . .
. . . . . . .
X . . . . . .
X . . . . . .
X O O . . . .
1 2 3 4 5 6 7
ply 6: tested engine (O) plays column 1
. . . . . . .
. . . . . . .
O . . . . . .
X . . . . . .
X . . . . . .
X O O . . . .
1 2 3 4 5 6 7
ply 7: opponent (X) plays column 1
. . . . . . .
X . . . . . .
O . . . . . .
X . . . . . .
X . . . . . .
X O O . . . .
1 2 3 4 5 6 7
A4: passed (lines of play: 7, TIME)

1 of 1 passed, TIME"""


def without_times(text: str) -> str:
    return re.sub(r"[0-9.]+ ms", "TIME", text)


def test_a_transcript_says_who_played_what_and_when() -> None:
    report = run_scenarios(vg.engine("alphabeta:seed=1"), [BOARDS["A4"]])
    assert without_times(transcript(report)) == ENGLISH


def test_a_transcript_in_german() -> None:
    report = run_scenarios(vg.engine("alphabeta:depth=2,seed=1"), load_scenarios())
    text = transcript(report, "de")
    assert text.startswith("Szenarien für alphabeta:depth=2,seed=1 (Sichtweite 2 Steine)")
    assert "A4: Einen sofortigen Gewinn verhindern – O ist am Zug" in text
    assert "Stein 6: geprüfte Engine (O) spielt Spalte 1" in text
    assert "7 von 7 bestanden" in text
    assert "nicht gefragt, jenseits ihrer Sichtweite: A2, A5, B2" in text


def test_a_board_keeps_the_letters_of_its_scenario() -> None:
    """In C1 `O` began; `X` is still `X` in the picture."""
    report = run_scenarios(vg.engine("alphabeta:seed=1"), [BOARDS["C1"]])
    rows = "\n".join(" ".join(row) for row in BOARDS["C1"].rows)
    assert rows in transcript(report)
    assert "tested engine (X) plays column 7" in transcript(report)


def test_a_failure_is_shown_with_the_line_that_refutes() -> None:
    report = run_scenarios(Scripted(lambda position: position.legal_moves[-1]), [BOARDS["A4"]])
    assert [result.scenario.id for result in report.failures] == ["A4"]
    assert "A4: FAILED" in transcript(report)
    assert "A4: NICHT BESTANDEN" in transcript(report, "de")
    assert "ply 7: opponent (X) plays column 1" in transcript(report)


def test_the_summary_compares_engines() -> None:
    reports = [
        run_scenarios(vg.engine(spec), load_scenarios())
        for spec in ("alphabeta:seed=1", "montecarlo:seed=1")
    ]
    lines = summary(reports).splitlines()
    assert lines[:2] == ["(1) alphabeta:seed=1", "(2) montecarlo:seed=1"]
    rows = {line.split()[0]: line.split()[-2:] for line in lines[3:18]}
    assert rows["A1"] == ["yes", "yes"]
    assert rows["B3"] == ["yes", "-"]
    assert rows["D3"] == ["-", "-"]
    assert lines[-2].startswith("(1) 14 of 14 passed")
    assert list(rows) == list(BOARDS)
    assert "Aufgabe" in summary(reports, "de")


def test_titles_exist_for_every_board_and_own_sights() -> None:
    for scenario in load_scenarios():
        assert title_of(scenario.task, scenario.sight, "de") != title_of(
            scenario.task, scenario.sight, "en"
        )
    assert title_of("win", 7) == "Win within 7 stones"
    assert title_of("stop", 6, "de") == "Einen Gewinn mit höchstens 6 Steinen verhindern"


def test_answers_are_told_in_both_languages() -> None:
    position = vg.Position.parse("3747")
    english = answers_text(position, answers(position))
    assert "2 Win in the move after next: yes – column 2, 5; ends 2" in english
    assert "4 Stop an immediate win: no – nothing has to be stopped" in english
    lost = vg.Position.parse("31415")
    german = answers_text(lost, answers(lost), "de")
    assert "4 Einen sofortigen Gewinn verhindern: nein – nicht zu verhindern: " in german
    assert "verloren mit Stein 7" in german


# ------------------------------------------------------------------------------------- own files

GOOD: dict[str, Any] = {"id": "mine", "position": "3747", "task": "win", "sight": 3}


def file_of(*entries: Any, version: Any = 1) -> str:
    return json.dumps({"version": version, "scenarios": list(entries)})


def test_own_scenarios_are_read_and_their_answers_found() -> None:
    (scenario,) = parse_scenarios(file_of(GOOD | {"note": "from a game"}))
    assert isinstance(scenario, Scenario)
    assert (scenario.id, scenario.right, scenario.note) == ("mine", (2, 5), "from a game")
    assert scenario.position == vg.Position.parse("3747")
    assert run_board(vg.engine("alphabeta:seed=1"), scenario).passed


def test_the_boards_of_the_package_survive_a_file_and_are_proven_again() -> None:
    again = parse_scenarios(dump_scenarios(load_scenarios()))
    for before, after in zip(load_scenarios(), again, strict=True):
        assert after.position == before.position
        assert (after.id, after.task, after.sight) == (before.id, before.task, before.sight)
        assert (after.right, after.note) == (before.right, before.note)


def test_a_board_that_asks_to_keep_the_value() -> None:
    entry = {"id": "k", "position": "44444333333222", "task": "keep", "sight": None}
    (scenario,) = parse_scenarios(file_of(entry))
    assert scenario.right == (2, 5, 6)
    assert run_board(vg.engine("perfect"), scenario).passed


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("{", "file_form", "this is no JSON"),
        ("[" * 100_000, "file_form", "this is no JSON"),
        ("[]", "file_form", '"scenarios"'),
        ('{"scenarios": 3}', "file_form", '"scenarios"'),
        (file_of(GOOD, version=2), "file_version", "this program reads 1"),
        (file_of(GOOD, version=True), "file_version", "True"),
        (file_of(GOOD, version=None), "file_version", "None"),
        (file_of(), "file_form", "0 scenarios"),
        (file_of(3), "entry_field", "entry 1 is 3"),
        (file_of(GOOD, GOOD), "duplicate_id", "entries 1 and 2"),
        (file_of(GOOD | {"colour": "red"}), "entry_field", "'colour' is unknown"),
        (file_of({"id": "a", "task": "win", "sight": 1}), "entry_field", "'position' is missing"),
        (file_of(GOOD | {"id": ""}), "entry_field", "'id' must be a text"),
        (file_of(GOOD | {"id": "a\n"}), "entry_field", "'id' must be a text"),
        (file_of(GOOD | {"note": 3}), "entry_field", "'note' must be"),
        (file_of(GOOD | {"task": "lose"}), "entry_field", "'task' must be one of 'win', 'stop'"),
        (file_of(GOOD | {"sight": 2}), "entry_field", "allowed for 'win' are [1, 3, 5, 7]"),
        (file_of(GOOD | {"sight": 9}), "entry_field", "allowed for 'win' are [1, 3, 5, 7]"),
        (file_of(GOOD | {"sight": True}), "entry_field", "'sight' is True"),
        (file_of(GOOD | {"sight": None}), "entry_field", "'sight' is None"),
        (file_of(GOOD | {"task": "keep"}), "entry_field", "must be null for 'keep'"),
        (file_of(GOOD | {"position": "99"}), "entry_position", "no column 9"),
        (file_of(GOOD | {"position": 3747}), "entry_field", "must be a position text"),
        (file_of(GOOD | {"position": "1212121"}), "entry_position", "the game is over"),
        (file_of(GOOD | {"right": [2]}), "wrong_answer", "proven are [2, 5]"),
        (file_of(GOOD | {"right": 2}), "entry_field", "must be a list of columns"),
        (file_of(GOOD | {"right": [True]}), "entry_field", "must be a list of columns"),
        (file_of(GOOD | {"sight": 1}), "wrong_answer", "no win can be forced within 1 stones"),
        (
            file_of(GOOD | {"task": "stop", "sight": 2}),
            "wrong_answer",
            "there is nothing to stop, or it cannot be stopped",
        ),
    ],
)
def test_a_wrong_file_is_refused_by_entry_and_field(text: str, code: str, message: str) -> None:
    with pytest.raises(vg.ScenarioError) as refusal:
        parse_scenarios(text)
    assert refusal.value.code == code
    assert message in str(refusal.value)


def test_questions_are_the_five() -> None:
    asked = [(question.task, question.sight) for question in QUESTIONS]
    assert asked == [("win", 1), ("win", 3), ("win", 5), ("stop", 2), ("stop", 4)]
