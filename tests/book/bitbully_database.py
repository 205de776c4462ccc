"""BitBully's database of positions of 12 stones beside a book.

`python -m tests.book.bitbully_database [FILE]` compares all 4,200,899 positions, in about a minute.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from viergewinnt.book import DEFAULT_BOOK, Book
from viergewinnt.book.verify import sample_keys
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

STONES = 12
COLUMN = 0b111111


@cache
def database() -> Any:
    from bitbully.bitbully_core import OpeningBookCore
    from bitbully_databases import BitBullyDatabases

    return OpeningBookCore(BitBullyDatabases.get_database_path("12-ply-dist"), False, True)


def spread(stones: int) -> int:
    """The same cells where a column has nine bits."""
    return sum((stones >> 7 * column & COLUMN) << 9 * column for column in range(7))


def their_score(position: Position) -> int | None:
    """What the database says of a position or its mirror image."""
    from bitbully.bitbully_core import BoardCore

    for image in (position, position.mirrored()):
        board = BoardCore()
        own, every = bitboards(image)
        board.setRawState(spread(every), spread(own), 42 - image.ply)
        if database().isInBook(board):
            return int(database().getBoardValue(board))
    return None


def bitboards(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and all stones."""
    every = sum(((1 << h) - 1) << 7 * column for column, h in enumerate(position.heights))
    return position.key - every, every


def compare(book: Book, keys: Iterable[int]) -> tuple[int, list[str]]:
    """How many positions were compared, and those where the two differ."""
    compared, different = 0, []
    for key in keys:
        position = Position.from_key(key)
        ours, theirs = book.lookup(position), their_score(position)
        compared += 1
        if ours is None or ours != theirs:
            different.append(f"{position.text}: {ours}, BitBully {theirs}")
    return compared, different


def main() -> None:
    book = Book(sys.argv[1] if len(sys.argv) > 1 else DEFAULT_BOOK)
    compared, different = compare(book, sample_keys(STONES, None, 0).tolist())
    print(f"{compared:,} positions compared, {database().getBookSize():,} in BitBully's database")
    print(*different[:20], sep="\n")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
