"""The game on the full screen, with mouse and keys; needs Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Static

from viergewinnt.cli.board import STYLES, sign_of
from viergewinnt.cli.saved_game import path_named
from viergewinnt.cli.session import HUMAN
from viergewinnt.errors import VierGewinntError
from viergewinnt.rules.setup import COLUMNS, ROWS
from viergewinnt.rules.signs import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from viergewinnt.cli.phrases import Phrases
    from viergewinnt.cli.session import Session
    from viergewinnt.rules.position import Position, Side

__all__ = ["Board", "FullScreen"]

CELL = 3  # characters across
SIDES: tuple[Side, ...] = ("first", "second")


class Board(Widget):
    """Six rows, the column numbers, and above them the stone about to be dropped."""

    DEFAULT_CSS = "Board { width: 21; height: 8; }"

    class Dropped(Message):
        """A column was clicked."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    def __init__(self, session: Session) -> None:
        super().__init__(id="board")
        self._session = session
        self.cursor = 4

    def render(self) -> Text:
        """The board as it is now."""
        position = self._session.position
        text = Text(no_wrap=True)
        sign = " " if position.is_over else sign_of(position.to_move)
        for column in range(1, COLUMNS + 1):
            shown = sign if column == self.cursor else " "
            text.append(f" {shown} ", STYLES.get(shown, ""))
        for line, signs in enumerate(position.grid()):
            text.append("\n")
            for place, stone in enumerate(signs, 1):
                winning = (place, ROWS - line) in position.winning_cells
                style = "dim" if stone == EMPTY else STYLES[stone]
                text.append(f"[{stone}]" if winning else f" {stone} ", style)
        text.append("\n" + "".join(f" {column} " for column in range(1, COLUMNS + 1)))
        return text

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The stone follows the mouse."""
        self.cursor = self._column_at(event.x)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click drops it."""
        self.cursor = self._column_at(event.x)
        self.post_message(self.Dropped(self.cursor))

    @staticmethod
    def _column_at(x: int) -> int:
        return min(max(x // CELL + 1, 1), COLUMNS)


class FullScreen(App[None]):
    """A session on the full screen. Engines think in a thread; the keys go on working."""

    CSS = """
    #table { height: auto; }
    #side { width: 1fr; height: auto; padding-left: 2; }
    #buttons { height: auto; }
    Button { min-width: 6; width: auto; }
    #path { display: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # the keys are for the board
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(column), f"drop({column})", show=False) for column in range(1, 8)),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("enter,space,down", "drop_here", show=False),
        Binding("escape", "ask_nothing", show=False),
    ]
    KEYS: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("u", "undo", "key_undo"),
        ("r", "redo", "key_redo"),
        ("t", "tip", "key_tip"),
        ("v", "values", "key_values"),
        ("n", "new", "key_new"),
        ("x", "swap", "key_swap"),
        ("plus", "level(1)", "key_higher"),
        ("minus", "level(-1)", "key_lower"),
        ("s", "ask('save')", "key_save"),
        ("o", "ask('load')", "key_load"),
        ("h,question_mark", "help", "key_help"),
        ("q", "quit", "key_quit"),
    )
    """Keys, what they do, and the phrase that the footer has for it."""

    def __init__(self, session: Session, phrases: Phrases, *, pace_s: float = 0.0) -> None:
        super().__init__()
        self._session = session
        self._phrases = phrases
        self._pace_s = pace_s
        self._busy = False
        self._asked_for = ""
        self.said = ""
        for keys, action, phrase in self.KEYS:
            self.bind(keys, action, description=phrases(phrase))

    def compose(self) -> ComposeResult:
        """Board, players and messages, buttons, and the line for a file's name."""
        with Horizontal(id="table"):
            yield Board(self._session)
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="status")
        with Horizontal(id="buttons"):
            for action, label in (("undo", "U"), ("redo", "R"), ("tip", "T"), ("new", "N")):
                yield Button(label, id=action, tooltip=self._phrases(f"key_{action}"))
        yield Input(id="path")
        yield Footer()

    def on_mount(self) -> None:
        """Buttons leave the keys to the board."""
        for button in self.query(Button):
            button.can_focus = False
        self._go_on()

    # ------------------------------------------------------------------------------ what is seen

    def _say(self, text: str) -> None:
        self.said = text
        self.query_one("#status", Static).update(Text(text))

    def _refresh_table(self) -> None:
        shown = []
        for side in SIDES:
            spec = self._session.player(side)
            player = self._phrases("human") if spec == HUMAN else spec
            shown.append(self._phrases("player", sign=sign_of(side), player=player))
        self.query_one("#players", Static).update(Text("\n".join(shown)))
        self.query_one(Board).refresh()

    def _state(self, position: Position) -> str:
        if position.winner is not None:
            return self._phrases("wins", sign=sign_of(position.winner))
        return self._phrases("draw") if position.is_draw else ""

    def _go_on(self, said: str = "") -> None:
        """Shows the game as it is, and lets an engine play if it is its turn."""
        self._refresh_table()
        position = self._session.position
        self._say("\n".join(filter(None, (said, self._state(position)))))
        if not position.is_over and not self._session.is_for_person:
            self._busy = True
            self._say("\n".join(filter(None, (said, self._phrases("thinking")))))
            self._think()

    @work(thread=True, exclusive=True)
    def _think(self) -> None:
        sign = sign_of(self._session.position.to_move)
        column = self._session.let_play(self._pace_s).column
        said = self._phrases("plays", sign=sign, column=column)
        self.call_from_thread(self._has_thought, said)

    def _has_thought(self, said: str) -> None:
        self._busy = False
        self._go_on(said)

    # ------------------------------------------------------------------------------ what is done

    def _try(self, action: Callable[[], object]) -> None:
        """Carries out what a person asks for, unless an engine is thinking."""
        if self._busy:
            return
        try:
            action()
        except VierGewinntError as error:
            self._say(self._phrases.refusal(error))
        else:
            self._go_on()

    @on(Board.Dropped)
    def _dropped(self, message: Board.Dropped) -> None:
        self.action_drop(message.column)

    @on(Button.Pressed)
    async def _pressed(self, message: Button.Pressed) -> None:
        await self.run_action(str(message.button.id))

    def action_drop(self, column: int) -> None:
        """Plays a column."""
        self._try(lambda: self._session.play(column))

    def action_drop_here(self) -> None:
        """Plays the column under the cursor."""
        self.action_drop(self.query_one(Board).cursor)

    def action_move(self, step: int) -> None:
        """Moves the cursor, round the edge."""
        board = self.query_one(Board)
        board.cursor = (board.cursor - 1 + step) % COLUMNS + 1
        board.refresh()

    def action_undo(self) -> None:
        """Back to the last time a person was to move."""
        self._try(self._session.undo)

    def action_redo(self) -> None:
        """Forward again."""
        self._try(self._session.redo)

    def action_new(self) -> None:
        """A new game."""
        self._try(self._session.restart)

    def action_swap(self) -> None:
        """The players change sides."""
        self._try(self._session.swap)

    def action_level(self, step: int) -> None:
        """A level up or down; from any other engine to level 4."""
        specs = [self._session.player(side) for side in SIDES]
        name = next((s for s in specs if s != HUMAN), "").partition(":")[0]
        number = name.removeprefix("level-")
        level = min(max(int(number) + step, 1), 10) if number.isdigit() else 4
        self._try(lambda: self._session.change_engine(str(level)))

    def action_help(self) -> None:
        """What the keys do."""
        self._say(self._phrases("help"))

    def action_tip(self) -> None:
        """The best column."""
        self._advise(only_best=True)

    def action_values(self) -> None:
        """What each column is worth."""
        self._advise(only_best=False)

    def _advise(self, *, only_best: bool) -> None:
        if self._busy:
            return
        if self._session.position.is_over:
            self._say(self._state(self._session.position))
            return
        self._busy = True
        self._say(self._phrases("thinking"))
        self._ask_adviser(only_best)

    @work(thread=True, exclusive=True)
    def _ask_adviser(self, only_best: bool) -> None:
        choice = self._session.advice()
        values = self._phrases.values(choice, self._session.position)
        said = "\n".join(
            f"{column}  {value}"
            for column, value in values.items()
            if not only_best or column == choice.column
        )
        self.call_from_thread(self._has_advised, said)

    def _has_advised(self, said: str) -> None:
        self._busy = False
        self._say(said)

    def action_ask(self, what: str) -> None:
        """Asks for the name of a file to save or load."""
        if self._busy:
            return
        self._asked_for = what
        line = self.query_one("#path", Input)
        line.placeholder = f"{self._phrases(f'key_{what}')}: game.json"
        line.styles.display = "block"
        line.focus()

    def action_ask_nothing(self) -> None:
        """Asks for no file any more."""
        line = self.query_one("#path", Input)
        line.styles.display = "none"
        line.value = ""
        self.set_focus(None)

    @on(Input.Submitted)
    def _named(self, message: Input.Submitted) -> None:
        name = message.value.strip()
        self.action_ask_nothing()
        if not name:
            return
        saving = self._asked_for == "save"
        carry_out = self._session.save if saving else self._session.load
        self._try(lambda: carry_out(path_named(name)))
        if not self.said:
            self._say(self._phrases("saved" if saving else "loaded", path=name))

    async def action_quit(self) -> None:
        """Leaves at once, whatever an engine is thinking about."""
        self._session.stop()
        self.exit()
