"""Saved games: both forms are read, nothing else is, and nothing else is overwritten."""

import json
from pathlib import Path

import pytest

import viergewinnt as vg
from viergewinnt.cli.saved_game import SavedGame, path_named


def test_a_game_round_trips_with_what_was_taken_back(tmp_path: Path) -> None:
    game = vg.Game(
        "44534", start=vg.Position.parse("......./......./......./......./......O/..XX..O X")
    )
    game.undo()
    path = tmp_path / "game.json"
    SavedGame(game, "human", "level-4").write(path)
    assert SavedGame.read(path) == SavedGame(game, "human", "level-4")
    SavedGame(vg.Game(), "human", "human").write(path)  # its own kind is replaced
    assert SavedGame.read(path).game == vg.Game()


def test_what_is_null_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    nothing = dict.fromkeys(("start", "redo", "first", "second"))
    path.write_text(json.dumps(GOOD | nothing))
    assert SavedGame.read(path) == SavedGame(vg.Game("4453"), None, None)
    path.write_text(json.dumps(GOOD | {"moves": None}))
    assert SavedGame.read(path) == SavedGame(vg.Game(), None, None)


def test_digits_alone_are_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("4453\n")
    assert SavedGame.read(path) == SavedGame(vg.Game("4453"), None, None)


GOOD = {"format": "viergewinnt-game", "version": 1, "start": "", "moves": "4453"}


@pytest.mark.parametrize(
    "content",
    [
        "no game at all",
        "9",
        "1212121" + "1",
        "{",
        "[]",
        "[" * 50_000,
        json.dumps(GOOD | {"format": "another"}),
        json.dumps(GOOD | {"version": 2}),
        json.dumps(GOOD | {"moves": "8"}),
        json.dumps(GOOD | {"moves": 44}),
        json.dumps(GOOD | {"moves": 0}),
        json.dumps(GOOD | {"redo": []}),
        json.dumps(GOOD | {"second": False}),
        json.dumps(GOOD | {"redo": "x"}),
        json.dumps(GOOD | {"start": "nowhere"}),
        json.dumps(GOOD | {"first": ["human"]}),
        " " * 200_000,
    ],
)
def test_anything_else_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(vg.GameFileError) as refusal:
        SavedGame.read(path)
    assert refusal.value.code == "game_file_form"
    with pytest.raises(vg.GameFileError):
        SavedGame(vg.Game(), None, None).write(path)
    assert path.read_text() == content


def test_what_is_no_text_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "file", tmp_path / "nothing", tmp_path):
        with pytest.raises(vg.GameFileError) as refusal:
            SavedGame.read(path)
        assert refusal.value.code == "game_file_unusable"


def test_what_is_no_path_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(vg.GameFileError, match="home directory") as refusal:
        path_named("~nobody-of-this-name/game.json")
    assert refusal.value.code == "game_file_unusable"
    assert path_named("~/game.json") == Path.home() / "game.json"
    too_long = tmp_path / ("x" * 300)
    with pytest.raises(vg.GameFileError, match="cannot be written") as refusal:
        SavedGame(vg.Game(), None, None).write(too_long)
    assert refusal.value.code == "game_file_unusable"
    with pytest.raises(vg.GameFileError, match="cannot be read"):
        SavedGame.read(too_long)
