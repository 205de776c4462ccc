"""The opening book: exact scores of early positions.

How a book is built and verified is in `viergewinnt.book.build` and `viergewinnt.book.verify`.
"""

from viergewinnt.book.book import DEFAULT_BOOK, Book, open_book

__all__ = ["DEFAULT_BOOK", "Book", "open_book"]
