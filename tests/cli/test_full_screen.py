"""The full-screen game, driven by Textual's own pilot, and what is said without Textual."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_program import run
from viergewinnt.cli.phrases import Language, Phrases
from viergewinnt.cli.session import Session

pytestmark = pytest.mark.needs("textual")


def drive(
    session: Session,
    steps: Callable[[Any, Any], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    language: Language = "en",
) -> None:
    """Runs the program and lets a pilot take the steps."""
    from viergewinnt.cli.full_screen import FullScreen

    async def go() -> None:
        app = FullScreen(session, Phrases(language))
        async with app.run_test(size=size) as pilot:
            await steps(app, pilot)

    asyncio.run(go())


async def settled(app: Any, pilot: Any) -> None:
    """Waits until no engine is thinking."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


def test_a_full_game_by_keys() -> None:
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        for key in "1212121":
            await pilot.press(key)
        await pilot.pause()
        assert app.said == "X wins."
        await pilot.press("1")
        assert "game is over" in app.said
        await pilot.press("u")
        assert session.game.moves == "121212"
        await pilot.press("r", "n")
        assert session.game.moves == ""

    drive(session, steps)
    assert session.game.moves == ""


def test_the_cursor_drops_a_stone() -> None:
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("left", "enter", "right", "right", "space")
        await pilot.press(*["right"] * 3, "down")

    drive(session, steps)
    assert session.game.moves == "351"


def test_a_click_drops_a_stone_and_an_engine_answers() -> None:
    session = Session("human", "level-3:seed=1")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.click("#board", offset=(19, 3))
        await settled(app, pilot)
        assert session.game.moves.startswith("7")
        assert session.game.ply == 2
        assert app.said.startswith("O plays")
        await pilot.click("#undo")
        await pilot.pause()
        assert session.game.ply == 0
        await pilot.press("plus")
        assert session.player("second") == "level-4"
        await pilot.press("x")
        await settled(app, pilot)
        assert session.game.ply == 1

    drive(session, steps)


def test_tips_values_help_and_refusals_are_said() -> None:
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("t")
        await settled(app, pilot)
        assert app.said == "4  wins in 41"
        await pilot.press("v")
        await settled(app, pilot)
        assert len(app.said.splitlines()) == 7
        await pilot.press("h")
        assert "1-7 plays a column" in app.said
        await pilot.press("u")
        assert app.said == "There is no stone to take back."
        await pilot.press("plus")
        assert app.said == "No engine plays here."

    drive(session, steps)


def test_games_are_saved_and_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("4", "4", "s")
        await pilot.press(*"ab", "enter")
        assert "Saved" in app.said
        await pilot.press("n", "o")
        await pilot.press(*"ab", "enter")
        assert "Opened" in app.said
        assert session.game.moves == "44"
        await pilot.press("o", *"no", "enter")
        assert "cannot be read" in app.said

    drive(session, steps)


def test_escape_ends_the_question_for_a_file() -> None:
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("s", "a", "1", "escape", "4")
        assert not app.query_one("#path").display
        assert session.game.moves == "4"

    drive(session, steps)


def test_what_keys_do_is_told_in_german() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        told = {key.binding.description for key in app.active_bindings.values()}
        assert {"Zurück", "Tauschen", "Stufe +", "Öffnen", "Ende"} <= told
        assert not told & {"Undo", "Swap", "Level +", "Open"}
        assert app.query_one("#new").tooltip == "Neu"
        await pilot.press("q")

    drive(Session("human", "human"), steps, language="de")


def test_a_resize_leaves_the_game_as_it_is() -> None:
    session = Session("human", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("4")
        await pilot.resize_terminal(24, 12)
        await pilot.press("5")
        await pilot.pause()
        assert app.query_one("#board").region.width == 21

    drive(session, steps)
    assert session.game.moves == "45"


def test_two_engines_play_to_the_end() -> None:
    session = Session("level-2", "level-3")

    async def steps(app: Any, pilot: Any) -> None:
        while not session.position.is_over:
            await settled(app, pilot)
        await settled(app, pilot)
        assert app.said.splitlines()[-1] in {"X wins.", "O wins.", "A draw."}

    drive(session, steps)


def test_leaving_does_not_wait_for_an_engine() -> None:
    session = Session("mcts:simulations=1000000000", "human")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.pause(0.1)
        await pilot.press("q")

    drive(session, steps)
    assert session.game.ply <= 1


def test_without_a_terminal_it_says_so() -> None:
    done = run("play", "--full-screen")
    assert (done.returncode, done.stdout) == (2, "")
    assert "full-screen needs a terminal" in done.stderr


def test_without_textual_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "textual.py").write_text("raise ModuleNotFoundError(name='textual')\n")
    done = run("play", "--full-screen", path=str(tmp_path))
    assert done.returncode == 2
    assert "pip install 'viergewinnt[tui]'" in done.stderr
    assert "Traceback" not in done.stderr
