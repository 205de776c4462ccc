"""What requests and answers look like; the stored form is another matter."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from viergewinnt.rules.position import Side
from viergewinnt.server.game import DecidedBy, OfferKind, Person, PlayerKind

__all__ = [
    "AnalysisAnswer",
    "ChooseRequest",
    "ChooseWish",
    "CodeAnswer",
    "EngineAnswer",
    "GameAnswer",
    "GameChange",
    "GameCreated",
    "InvitationRequest",
    "MoveRequest",
    "NewGame",
    "OfferRequest",
    "PlayerChange",
    "PositionAnswer",
    "PositionRequest",
    "Problem",
    "ScenarioAnswer",
    "SeatAnswer",
    "SeatRequest",
    "UndoRequest",
    "VersionRequest",
]

Version = Annotated[StrictInt, Field(ge=1, le=2**53, description="The version that was seen.")]
Spec = Annotated[str, Field(min_length=1, max_length=1000, examples=["perfect", "mcts"])]
Colour = Annotated[str, Field(max_length=20, examples=["#d32f2f"])]
Name = Annotated[str, Field(max_length=200, examples=["Ada"])]
GridRow = Annotated[list[str], Field(max_length=20)]
PositionText = Annotated[str, Field(max_length=4096, examples=["4453"])]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewPlayer(_Request):
    """A side of a new game; what is left out has its default."""

    kind: PlayerKind | None = None
    name: Name | None = None
    colour: Colour | None = None
    engine: Spec | None = None


class NewPlayers(_Request):
    """Both sides; `first` begins."""

    first: NewPlayer = NewPlayer()
    second: NewPlayer = NewPlayer()


class NewGame(_Request):
    """By default a human begins against the computer, on an empty board."""

    players: NewPlayers = NewPlayers()
    start: PositionText = ""
    pace_ms: Annotated[StrictInt, Field(ge=0, le=60_000)] = 600
    paused: bool = False


class VersionRequest(_Request):
    """A change that needs nothing else."""

    version: Version


class MoveRequest(VersionRequest):
    """A stone."""

    column: Annotated[StrictInt, Field(ge=1, le=7, examples=[4])]


class UndoRequest(VersionRequest):
    """One stone, to one's own last decision, or to so many stones on the board."""

    to: Literal["stone", "my-turn"] | Annotated[StrictInt, Field(ge=0, le=41)] = "stone"


class ChooseWish(VersionRequest):
    """Who is to be asked."""

    engine: Spec = "perfect"


class GameChange(VersionRequest):
    """Settings of the game."""

    pace_ms: Annotated[StrictInt, Field(ge=0, le=60_000)]


class PlayerChange(VersionRequest):
    """What is to change of a player."""

    kind: PlayerKind | None = None
    name: Name | None = None
    colour: Colour | None = None
    engine: Spec | None = None


class InvitationRequest(_Request):
    """Whose seat is to be handed over."""

    side: Side


class SeatRequest(_Request):
    """The code of an invitation."""

    code: Annotated[str, Field(min_length=1, max_length=100)]


class OfferRequest(VersionRequest):
    """What is asked of the other person; `to` belongs to an undo."""

    kind: OfferKind
    to: Literal["stone", "my-turn"] | Annotated[StrictInt, Field(ge=0, le=41)] = "stone"


class LimitRequest(_Request):
    """Bounds for one choice; the server's own hold as well."""

    time_s: Annotated[float, Field(gt=0, le=600)] | None = None
    depth: Annotated[StrictInt, Field(ge=1, le=42)] | None = None
    nodes: Annotated[StrictInt, Field(ge=1, le=2**53)] | None = None
    playouts: Annotated[StrictInt, Field(ge=1, le=2**53)] | None = None


class ChooseRequest(_Request):
    """Any position, any engine."""

    position: PositionText
    engine: Spec = "perfect"
    limit: LimitRequest = LimitRequest()


class PositionRequest(_Request):
    """A position in one of the forms: a text, a picture, a grid of six rows, or a robot board."""

    text: PositionText | None = None
    picture: PositionText | None = None
    grid: (
        Annotated[list[Annotated[list[str], Field(max_length=20)]], Field(max_length=20)] | None
    ) = None
    to_move: Annotated[str, Field(max_length=10)] | None = None


# ---------------------------------------------------------------------------------------- answers


class PlayerAnswer(BaseModel):
    """One side of a game."""

    kind: PlayerKind
    name: str
    colour: str
    engine: str
    handed: bool
    stones_left: int


class PlayersAnswer(BaseModel):
    """Both sides."""

    first: PlayerAnswer
    second: PlayerAnswer


class StoneAnswer(BaseModel):
    """A stone, who decided it, and the report of the engine that did."""

    ply: int
    side: Side
    column: int
    cell: list[int]
    decided_by: DecidedBy
    at: str
    engine: str | None
    source: str | None
    score: float | None
    score_kind: str | None
    depth: int | None
    nodes: int | None
    playouts: int | None
    elapsed_ms: float | None


class OutcomeAnswer(BaseModel):
    """How the game ended; without a winner it is a draw."""

    winner: Side | None
    reason: Literal["four", "full", "agreed", "claimed"]


class OfferAnswer(BaseModel):
    """An offer between two persons."""

    number: int
    kind: OfferKind
    by: Person
    ply: int | None
    status: Literal["open", "accepted", "declined", "expired"]


class YouAnswer(BaseModel):
    """Who asks, and what they may do now."""

    person: Person | None
    may: dict[str, bool]


class GameAnswer(BaseModel):
    """A game at one version."""

    id: str
    version: int
    start: str
    position: str
    moves: str
    redo: str
    ply: int
    to_move: Side | None
    legal_moves: list[int]
    players: PlayersAnswer
    last_cell: list[int] | None
    thinking: bool
    waiting: bool
    paused: bool
    pace_ms: int
    outcome: OutcomeAnswer | None
    cells: list[list[int]]
    stones: list[StoneAnswer]
    redo_stones: list[StoneAnswer]
    hints_agreed: bool
    offers: list[OfferAnswer]
    next_game: str | None
    created_at: str
    changed_at: str
    you: YouAnswer


class GameCreated(BaseModel):
    """A new game and its secrets, which are told only now."""

    id: str
    owner_secret: str
    seat_secrets: dict[Side, str]
    state: GameAnswer


class CodeAnswer(BaseModel):
    """The code of an invitation, told only now; it is good once."""

    code: str
    side: Side


class SeatAnswer(BaseModel):
    """The seat that a code was good for."""

    id: str
    side: Side
    secret: str


class EngineAnswer(BaseModel):
    """An engine and its options."""

    name: str
    summary: str
    options: list[dict[str, Any]]


class ScenarioAnswer(BaseModel):
    """A board with a task, and the columns that are right answers."""

    id: str
    task: str
    sight: int | None
    position: str
    right: list[int]
    note: str


class PositionAnswer(BaseModel):
    """A position that can be played from, or that has an end."""

    text: str
    grid: list[list[str]]
    ply: int
    to_move: Side
    legal_moves: list[int]
    is_over: bool
    winner: Side | None
    cells: list[list[int]]


class AnalysisAnswer(BaseModel):
    """What every legal column is worth to the side to move; exact where `kind` says so."""

    position: str
    columns: dict[str, dict[str, Any]]
    choice: dict[str, Any]


class Problem(BaseModel):
    """An error, after RFC 9457."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    state: GameAnswer | None = Field(None, description="With `stale_version`: the game as it is.")
