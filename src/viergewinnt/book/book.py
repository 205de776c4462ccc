"""An opening book as a Python object, and the one that comes with the package."""

from __future__ import annotations

import functools
import os
import warnings
from pathlib import Path
from typing import Literal

from viergewinnt import _native
from viergewinnt.errors import BookError, OptionError, bad_book

__all__ = ["DEFAULT_BOOK", "Book", "open_book"]

DEFAULT_BOOK = Path(__file__).parent.parent / "data" / "default.book"


class Book(_native.Book):
    """Exact scores of early positions, read from a file as they are asked for.

    The file is mapped into memory and checked as a whole when it is opened: one that is cut off,
    changed, of another kind or of a newer version is refused with `BookError`.

    >>> from viergewinnt import Position
    >>> book = Book(DEFAULT_BOOK)
    >>> book.lookup(Position())
    1
    """

    path: Path

    def __init__(self, path: Path | str) -> None:
        if "\0" in str(path):
            raise bad_book(repr(str(path)), "book_unreadable", "no path has a zero byte in it")
        super().__init__(Path(path))
        self.path = Path(path)

    def __repr__(self) -> str:
        return f"Book({str(self.path)!r})"


def open_book(book: Book | Path | str | Literal["default"] | None) -> Book | None:
    """The book that an option names: `default`, a file, an open book, or None for none.

    A file that is no good book is refused. The default one of a damaged installation is not, for
    nobody asked for it: a `RuntimeWarning` says what is wrong, and there is no book.
    """
    if book is None or isinstance(book, Book):
        return book
    if book == "default":
        return _default_book()
    named: object = book  # by others, perhaps without checked types
    if not isinstance(named, str | os.PathLike) or not str(named).strip():
        raise OptionError(
            f"book is {named!r}; allowed are default, the path of a file, a Book, and None for"
            " none",
            code="bad_option",
        )
    return Book(book)


@functools.cache
def _default_book() -> Book | None:
    try:
        return Book(DEFAULT_BOOK)
    except BookError as error:
        warnings.warn(f"{error}; searching without it", RuntimeWarning, stacklevel=4)
        return None
