"""What the players at the table may do, whatever shows it."""

import threading
import time
from pathlib import Path

import pytest

import viergewinnt as vg
from viergewinnt.cli.phrases import Phrases, language_of
from viergewinnt.cli.session import Session


def test_taking_back_goes_to_the_last_turn_of_a_person() -> None:
    session = Session("human", "level-3:seed=1")
    session.play(4)
    session.let_play()
    session.play(4)
    session.let_play()
    assert session.game.ply == 4
    session.undo()
    assert session.game.ply == 2
    session.undo()
    assert session.game.ply == 0
    session.redo()
    assert session.game.ply == 2


def test_the_first_stone_of_an_engine_is_not_taken_back() -> None:
    session = Session("level-3:seed=1", "human")
    session.let_play()
    session.play(4)
    session.let_play()
    played = session.game.moves
    session.undo()
    with pytest.raises(vg.HistoryError) as refusal:
        session.undo()
    assert refusal.value.code == "nothing_to_undo"
    assert (session.game.moves, session.game.redo_moves) == (played[:1], played[1:])
    session.redo()
    assert session.game.moves == played


def test_the_level_changes_during_a_game() -> None:
    session = Session("human", "level-3")
    session.play(4)
    assert session.change_engine("9") == "level-9"
    session.let_play()
    assert session.game.ply == 2
    assert session.change_engine("alphabeta:depth=5") == "alphabeta"
    for wrong in ("0", "11", "level-12", "nobody", "\u0664"):
        with pytest.raises(vg.OptionError):
            session.change_engine(wrong)
    assert session.player("second") == "alphabeta"


def test_players_swap_sides_in_the_middle_of_a_game() -> None:
    session = Session("human", "level-3")
    session.play(4)
    session.swap()
    assert session.player("first") == "level-3"
    assert session.is_for_person
    session.play(4)
    assert not session.is_for_person


def test_advice_is_exact() -> None:
    session = Session("human", "human")
    session.game = vg.Game("3747")
    choice = session.advice()
    values = Phrases("en").values(choice, session.position)
    assert choice.column in (2, 5)
    assert values[choice.column] == "wins in 3"
    assert values[1].startswith(("loses", "draws", "wins"))


def test_a_file_with_an_unknown_player_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Session("human", "level-3").save(path)
    path.write_text(path.read_text().replace("level-3", "deepthought"))
    session = Session("human", "human")
    session.play(4)
    with pytest.raises(vg.OptionError, match="deepthought"):
        session.load(path)
    assert (session.player("second"), session.game.moves) == ("human", "4")


def test_a_pace_is_kept() -> None:
    session = Session("level-2", "level-2")
    started = time.perf_counter()
    session.let_play(0.2)
    assert time.perf_counter() - started >= 0.2


def test_leaving_does_not_wait_for_the_pace() -> None:
    session = Session("level-2", "level-2")
    threading.Timer(0.3, session.stop).start()
    started = time.perf_counter()
    session.let_play(3600)
    assert 0.2 < time.perf_counter() - started < 60


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "de_CH"}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert language_of(None) == language
    assert language_of("de") == "de"


def test_both_languages_have_every_phrase() -> None:
    from viergewinnt.cli import phrases

    assert phrases._EN.keys() == phrases._DE.keys()
    with pytest.raises(vg.HistoryError) as nothing:
        vg.Game().undo()
    with pytest.raises(vg.IllegalMove) as nowhere:
        vg.Position().play(9)
    assert Phrases("de").refusal(nothing.value) == "Es gibt keinen Stein zurückzunehmen."
    assert Phrases("de").refusal(nowhere.value) == "Es gibt keine Spalte 9: nur 1 bis 7."
