"""The terminal game as a person has it: on a real terminal."""

import re
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.cli.pseudo_terminal import PseudoTerminal

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
BOARD_END = "1 2 3 4 5 6 7"
X_PROMPT, O_PROMPT = "\nX: ", "\nO: "


def test_a_full_game_between_two_people() -> None:
    with PseudoTerminal("play", "--second", "human") as terminal:
        for turn, column in enumerate("1212121"):
            terminal.read_until(X_PROMPT if turn % 2 == 0 else O_PROMPT)
            terminal.type(f"{column}\n")
        terminal.read_until("X wins.")
        terminal.read_until("u, n or q: ")
        terminal.type("q\n")
        assert terminal.wait() == 0
        assert COLOUR.search(terminal.raw)
        assert "\x1b[1;7;31mX" in terminal.raw  # the four is inverse


def test_a_full_game_against_a_level() -> None:
    with PseudoTerminal("play", "--second", "level-1:seed=1") as terminal:
        game = vg.Game()
        perfect, level = vg.engine("alphabeta:depth=6,seed=1"), vg.engine("level-1:seed=1")
        terminal.read_until(X_PROMPT)
        while not game.position.is_over:
            column = perfect.choose(game.position).column
            game.play(column)
            terminal.type(f"{column}\n")
            if not game.position.is_over:
                reply = level.choose(game.position).column
                game.play(reply)
                terminal.read_until(f"O plays {reply}.")
                if not game.position.is_over:
                    terminal.read_until(X_PROMPT)
        terminal.read_until("wins." if game.position.winner else "A draw.")
        terminal.type("q\n")
        assert terminal.wait() == 0


def test_wrong_input_is_explained_and_the_game_goes_on() -> None:
    with PseudoTerminal("play", "--second", "human") as terminal:
        for typed, reply in (
            ("8", "There is no column 8"),
            ("dance", "I do not understand 'dance'."),
            ("44", "I do not understand '44'."),
            ("u", "There is no stone to take back."),
            ("s", "Name a file"),
            ("s /nowhere/at/all.json", "cannot be written"),
            ("o /nowhere/at/all.json", "cannot be read"),
            ("l 11", "allowed are 1 to 10"),
            ("l 3", "No engine plays here."),
        ):
            terminal.read_until(X_PROMPT)
            terminal.type(f"{typed}\n")
            terminal.read_until(reply)
        terminal.read_until(X_PROMPT)
        terminal.type("4\n")
        terminal.read_until(O_PROMPT)
        terminal.type("\x04")  # the end of the input
        terminal.read_until("Good-bye.")
        assert terminal.wait() == 0
        assert "Traceback" not in terminal.seen


def test_ctrl_c_at_the_prompt_leaves_without_a_trace() -> None:
    with PseudoTerminal("play") as terminal:
        terminal.read_until(X_PROMPT)
        terminal.type("\x03")
        terminal.read_until("Good-bye.")
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.seen


def test_ctrl_c_while_an_engine_thinks_leaves_at_once() -> None:
    with PseudoTerminal("play", "--second", "mcts:simulations=1000000000") as terminal:
        terminal.read_until(X_PROMPT)
        terminal.type("4\n")
        terminal.read_until(BOARD_END)
        terminal.type("\x03")
        terminal.read_until("Good-bye.")
        assert terminal.wait() == 130
        assert "O plays" not in terminal.seen
        assert "Traceback" not in terminal.seen


def test_after_a_resize_texts_fit_the_new_width() -> None:
    with PseudoTerminal("play", columns=100) as terminal:
        wide = terminal.read_until(X_PROMPT)
        assert max(map(len, wide.splitlines())) > 60
        terminal.resize(20)
        terminal.type("h\n")
        narrow = terminal.read_until(X_PROMPT)
        assert max(map(len, narrow.splitlines())) <= 20
        terminal.type("v\n")
        values = terminal.read_until(X_PROMPT)
        assert "4  wins in 41" in values
        assert max(map(len, values.splitlines())) <= 20
        terminal.type("4\n")
        board = terminal.read_until(X_PROMPT)
        assert max(map(len, board.splitlines())) <= 20
        terminal.type("q\n")
        assert terminal.wait() == 0


def test_without_colour_the_signs_say_it_all() -> None:
    with PseudoTerminal("play", "--second", "human", NO_COLOR="1") as terminal:
        terminal.read_until(X_PROMPT)
        terminal.type("4\n")
        terminal.read_until(O_PROMPT)
        terminal.type("q\n")
        assert terminal.wait() == 0
        assert not COLOUR.search(terminal.raw)


@pytest.mark.parametrize("language", ["de_DE.UTF-8", "de_AT.UTF-8"])
def test_a_german_environment_is_spoken_to_in_german(language: str) -> None:
    with PseudoTerminal("play", "--second", "human", LC_ALL=language) as terminal:
        terminal.read_until("wirft in eine Spalte")
        terminal.read_until(X_PROMPT)
        terminal.type("zurück\n")
        terminal.read_until("Es gibt keinen Stein zurückzunehmen.")
        terminal.type("ende\n")
        assert terminal.wait() == 0


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with PseudoTerminal("play", "--second", "human") as terminal:
        for typed in ("4", "4", "5", "u", f"s {path}"):
            terminal.type(f"{typed}\n")
        terminal.read_until("Saved as")
        terminal.type("q\n")
        assert terminal.wait() == 0
    with PseudoTerminal("play", "--load", str(path)) as terminal:
        terminal.read_until(X_PROMPT)
        terminal.type("r\n")
        board = terminal.read_until(O_PROMPT)
        assert ". . . X X . ." in board
        terminal.type("q\n")
        assert terminal.wait() == 0
