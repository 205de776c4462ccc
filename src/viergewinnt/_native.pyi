from collections.abc import Callable, Sequence
import os
from typing import Literal, Self, SupportsIndex, TypeVar


class Position:
    """The rules of a position, without its texts."""

    def __init__(self) -> None: ...

    def play(self, column: SupportsIndex) -> Self:
        """The position after a stone in this column."""

    def mirrored(self) -> Self:
        """The mirror image, left and right swapped."""

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Open columns in ascending order; none when the game is over."""

    @property
    def ply(self) -> int:
        """Stones on the board."""

    @property
    def to_move(self) -> Literal['first', 'second']:
        """The side whose turn it is or, after the end, would be."""

    @property
    def winner(self) -> Literal['first', 'second'] | None: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_draw(self) -> bool: ...

    @property
    def digits(self) -> str | None:
        """
        The columns of some game that leads here, or None when no order of moves does.
        """

    @property
    def winning_cells(self) -> tuple[tuple[int, int], ...]:
        """Every (column, row) of a four; none while nobody has won."""

    @property
    def heights(self) -> tuple[int, ...]:
        """Stones in each column, from the left."""

    @property
    def key(self) -> int:
        """Exact 49-bit key, relative to the side to move."""

    @property
    def canonical_key(self) -> int:
        """The key that a position and its mirror image share."""

    @property
    def bitboards(self) -> tuple[int, int]:
        """The stones of the side to move and all stones, 7 bits a column."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

T = TypeVar("T", bound=Position)

def find_defect(own: int, all: int) -> str | None:
    """Why these bitboards are no position, or None."""

def from_bitboards(type: type[T], own: int, all: int) -> T: ...

def cells_of_fours(stones: int) -> tuple[tuple[int, int], ...]: ...

def decode_key(key: int) -> tuple[int, int] | None:
    """The bitboards of a key, or None."""

def random_position(type: type[T], stones: int, over_games: bool, seed: int) -> T: ...

class Perft:
    """Counts sequences and distinct positions ply by ply."""

    def __init__(self) -> None: ...

    @property
    def ply(self) -> int: ...

    @property
    def sequences(self) -> int: ...

    @property
    def positions(self) -> int: ...

    def advance(self) -> None:
        """Goes on to the next ply; an interrupt leaves it where it was."""

class Book:
    """An opening book in a file, checked as a whole."""

    def __init__(self, path: str | os.PathLike[str]) -> None: ...

    def lookup(self, position: Position) -> int | None:
        """
        The score of a position or its mirror image; None when it is not in the book.
        """

    @property
    def sections(self) -> dict[int, int]:
        """For each number of stones in the book, how many positions it has."""

    @property
    def last_ply(self) -> int: ...

    @property
    def size(self) -> int:
        """Bytes of the file."""

    @property
    def checksum(self) -> int:
        """The CRC-32 the file carries."""

def encode_book(sections: dict[int, bytes]) -> bytes:
    """
    The bytes of a book from the symbols of all places, by number of stones.
    """

def book_chunks(stones: int) -> int:
    """Into how many chunks the positions of so many stones are split."""

def book_members(stones: int, chunk: int) -> list[int]:
    """The keys of the members of a chunk, in the order of the book."""

def book_places(stones: int) -> int:
    """How many places there are for positions of so many stones."""

def book_member(stones: int, place: int) -> int | None:
    """The key of the member at a place; None when nothing stands there."""

class Solver:
    """Exact scores by search, one call at a time."""

    def __init__(self, threads: int, table_mb: int, path: str, book: Book | None) -> None: ...

    def score_of(self, position: Position, time_s: float | None = None) -> int: ...

    def analyse_columns(self, position: Position, time_s: float | None = None) -> tuple[dict[int, int], int, bool]:
        """
        The score of each legal column, the nodes searched, and whether the book answered.
        """

    def line_of(self, position: Position, time_s: float | None = None) -> str: ...

    def scores_of(self, keys: object, scores: object, progress: Callable[[int, int], object] | None = None, time_s: float | None = None) -> None:
        """Scores an array of 64-bit keys into an array of signed bytes."""

    def stop(self) -> None:
        """Ends the call under way in another thread, if there is one."""

    def book_chunk(self, stones: int, chunk: int) -> bytes:
        """The symbols of a chunk of a book."""

    def reset(self) -> None:
        """Forgets everything learned."""

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made or reset."""

    @property
    def answered_by_book(self) -> bool:
        """
        Whether the last call took every value from the book, from the rules, or from a search that ended in the book; never where the book does not reach.
        """

    @property
    def path(self) -> str: ...

    @property
    def threads(self) -> int: ...

    @property
    def table_bytes(self) -> int: ...

def available_paths() -> tuple[str, ...]:
    """The vector paths that this processor can run, the slowest first."""

class StopFlag:
    """Ends the calls it is given to, from any thread."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def clear(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

def count_playouts(position: Position, playouts: int, seed: int, *, threads: int = 1, path: str = 'automatic', stop: StopFlag | None = None, time_s: float | None = None) -> tuple[int, int, int]:
    """Wins, draws and losses of the side to move in random playouts."""

class ColumnPlayouts:
    """The playouts of all open columns."""

    @property
    def columns(self) -> dict[int, tuple[int, int, int]]:
        """Wins, draws and losses of the side to move after playing the column."""

    @property
    def playouts(self) -> int:
        """In all, those not needed after a winning move included."""

    @property
    def complete(self) -> bool:
        """
        False when a limit left each column with fewer playouts than asked for.
        """

    @property
    def best(self) -> tuple[int, ...]:
        """
        Columns that win at once, otherwise those of the highest share, draws counted half.
        """

def play_out_columns(position: Position, playouts: int, seed: int, *, threads: int = 1, path: str = 'automatic', stop: StopFlag | None = None, time_s: float | None = None, max_playouts: int | None = None) -> ColumnPlayouts:
    """Plays out each open column so many times."""

def pick_column(position: Position, columns: Sequence[int], *, seed: int | None = None) -> int:
    """
    One of the columns: by chance, or without a seed the one nearest the middle; mirrored for the mirror image.
    """

def random_column(position: Position, seed: int) -> int:
    """One of the open columns by chance."""

class LeafEvaluation:
    """Estimates positions where a search of limited depth has to stop."""

    @staticmethod
    def none() -> LeafEvaluation: ...

    @staticmethod
    def windows(complete: float = 15.0, one_missing: float = 3.0, two_missing: float = 1.0, other_one_missing: float = -2.0, middle: float = 3.5) -> LeafEvaluation: ...

    @staticmethod
    def playouts(playouts: int, *, reading: str = 'share', draw_share: float = 0.5, seed: int = 0, threads: int = 1, path: str = 'automatic') -> LeafEvaluation: ...

    @property
    def antisymmetric(self) -> bool: ...

    @property
    def draw(self) -> float:
        """The estimate of a drawn game for either side."""

    def estimate(self, position: Position, *, for_mover: bool = True) -> float:
        """The estimate for the side to move, or for the other one."""

class MemoryRows:
    """Positions with values for a search to believe."""

    def __init__(self, keys: object, depths: object, decided: object, estimates: object, for_mover: object) -> None: ...

    def __len__(self) -> int: ...

    def find(self, key: int, depth: int, for_mover: bool) -> tuple[int, float] | None:
        """The value of a canonical key that is at least so deep, or None."""

class DepthResult:
    """What a depth search found."""

    @property
    def column(self) -> int: ...

    @property
    def best(self) -> tuple[int, ...]:
        """The columns of the highest value."""

    @property
    def value(self) -> tuple[int, float]:
        """`decided` and `estimate` of viergewinnt.search.Value."""

    @property
    def columns(self) -> dict[int, tuple[int, float]]:
        """Exact values, of all columns or of the best ones."""

    @property
    def depth(self) -> int:
        """The depth that the values are of; 0: none was finished."""

    @property
    def line(self) -> tuple[int, ...]:
        """Best play from here, as far as the search knows it."""

    @property
    def nodes(self) -> int: ...

    @property
    def playouts(self) -> int: ...

    @property
    def memory_hits(self) -> int: ...

    @property
    def complete(self) -> bool:
        """False when a limit ended the search."""

class DepthSearch:
    """Minimax or alpha-beta, one call at a time."""

    def __init__(self, evaluation: LeafEvaluation, *, algorithm: str = 'alphabeta', table: str = 'symmetric', table_mb: int = 8, rows: MemoryRows | None = None, rows_until_ply: int = 42) -> None: ...

    def search(self, position: Position, depth: int, *, deepen: bool = False, all_values: bool = True, ties: str = 'middle', seed: int = 0, time_s: float | None = None, nodes: int | None = None, playouts: int | None = None, stop: StopFlag | None = None) -> DepthResult: ...

    @property
    def table_bytes(self) -> int: ...

class MctsColumn:
    """What a tree search found of one column."""

    @property
    def visits(self) -> int:
        """Simulations through it, those kept from earlier calls included."""

    @property
    def share(self) -> float:
        """The share of wins for the side to move, draws counted half."""

    @property
    def proven(self) -> Literal['win', 'draw', 'loss'] | None: ...

class MctsResult:
    """What a tree search found."""

    @property
    def column(self) -> int: ...

    @property
    def columns(self) -> dict[int, MctsColumn]: ...

    @property
    def share(self) -> float:
        """Of the column picked."""

    @property
    def proven(self) -> Literal['win', 'draw', 'loss'] | None:
        """What the position is proven to be for the side to move."""

    @property
    def line(self) -> tuple[int, ...]: ...

    @property
    def simulations(self) -> int:
        """Of this call."""

    @property
    def playouts(self) -> int:
        """Of this call."""

    @property
    def nodes(self) -> int:
        """In the tree."""

    @property
    def reused(self) -> int:
        """Simulations kept from earlier calls."""

    @property
    def complete(self) -> bool:
        """
        False when a limit came before the simulations asked for, or a stop before the end of the time.
        """

class Mcts:
    """Monte Carlo tree search, one call at a time."""

    def __init__(self, *, exploration: float = 1.0, playouts: int = 1, memory_mb: int = 256, path: str = 'automatic') -> None: ...

    def search(self, position: Position, *, simulations: int | None = None, time_s: float | None = None, seed: int = 0, reuse: bool = False, stop: StopFlag | None = None, playouts: int | None = None) -> MctsResult: ...

    def forget(self) -> None:
        """Drops the tree."""

    @property
    def tree_bytes(self) -> int: ...
