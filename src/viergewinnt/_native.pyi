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

class Solver:
    """Exact scores by search, one call at a time."""

    def __init__(self, threads: int, table_mb: int, path: str, book: Book | None) -> None: ...

    def score_of(self, position: Position, time_s: float | None = None) -> int: ...

    def analyse_columns(self, position: Position, time_s: float | None = None) -> tuple[dict[int, int], int]:
        """The score of each legal column, and the nodes searched."""

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
        Whether the last call took every value from the book, from the rules, or from a search that ended in the book.
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
