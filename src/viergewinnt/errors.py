"""Everything that can be refused, as one tree.

VierGewinntError
├── NotationError        a text, picture, grid, board or key that cannot be read
├── ImpossiblePosition   stones that no position of the game can show
├── IllegalMove          a move that the rules forbid
├── FinishedPosition     a question about a next move after the end of the game
├── HistoryError         an undo, redo or jump to where the game has never been
├── OptionError          an argument or option outside what is allowed
├── ScenarioError        a file of scenarios or positions that cannot be believed
├── GameFileError        a file of a saved game that cannot be read or written
├── CheckpointError      a file of finished chunks that cannot be used or written
├── JobError             a job that cannot go on
├── BookError            a file that is no opening book this program can use
├── GameRefused          a change that a served game does not allow as it stands
├── AccessRefused        a wish of somebody who may not do that
├── StoreError           a database that cannot be used
├── SearchStopped        a search that was stopped or ran out of time before its answer
├── SolverBusy           a call to a solver that is still serving another thread
└── EngineBusy           a call to an engine that is still serving another thread

The first eight and `GameRefused` are also `ValueError`, the others `RuntimeError`. Each carries a
stable `code` out of `ErrorCode`, a message that quotes the input and says what is allowed, and its
facts as `data`. They pickle, so that they cross processes.
"""

from __future__ import annotations

from typing import Literal

__all__ = [
    "AccessRefused",
    "BookError",
    "CheckpointError",
    "EngineBusy",
    "ErrorCode",
    "FinishedPosition",
    "GameFileError",
    "GameRefused",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "JobError",
    "NotationError",
    "OptionError",
    "ScenarioError",
    "SearchStopped",
    "SolverBusy",
    "StoreError",
    "VierGewinntError",
]

ErrorCode = Literal[
    # NotationError
    "bad_cell",
    "bad_key",
    "bad_label",
    "bad_to_move",
    "missing_cell",
    "mixed_signs",
    "not_a_position",
    "too_long",
    "unknown_key",
    "unknown_sign",
    "wrong_size",
    # ImpossiblePosition
    "count_mismatch",
    "floating_stone",
    "play_after_win",
    "two_winners",
    "winner_not_last",
    # IllegalMove
    "cell_taken",
    "column_full",
    "no_such_cell",
    "no_such_column",
    # IllegalMove and FinishedPosition
    "game_over",
    # HistoryError
    "no_such_ply",
    "nothing_to_redo",
    "nothing_to_undo",
    # OptionError
    "bad_colour",
    "bad_name",
    "bad_option",
    "bad_spec",
    "colours_too_close",
    "option_without_use",
    "unknown_engine",
    "unknown_option",
    # ScenarioError
    "duplicate_id",
    "entry_field",
    "entry_position",
    "file_form",
    "file_version",
    "wrong_answer",
    # GameFileError
    "game_file_form",
    "game_file_unusable",
    # CheckpointError
    "checkpoint_conflict",
    "checkpoint_damaged",
    "checkpoint_foreign",
    "checkpoint_full",
    "checkpoint_locked",
    "checkpoint_unusable",
    # JobError
    "chunk_failed",
    "cluster_lost",
    "cluster_missing",
    "cluster_unreachable",
    "worker_died",
    # BookError
    "book_damaged",
    "book_newer",
    "book_truncated",
    "book_unreadable",
    "book_unwritable",
    "not_a_book",
    # GameRefused
    "computer_to_move",
    "nobody_to_ask",
    "not_away",
    "not_computer_turn",
    "not_human_seat",
    "offer_closed",
    "offer_open",
    "stale_version",
    # AccessRefused
    "needs_agreement",
    "not_allowed",
    "not_your_turn",
    "seat_held",
    "wrong_code",
    "wrong_secret",
    # StoreError
    "bad_import",
    "database_damaged",
    "database_failed",
    "database_full",
    "database_locked",
    "database_read_only",
    "database_unreachable",
    "disk_full",
    "driver_missing",
    "schema_missing",
    "schema_newer",
    "schema_older",
    # SearchStopped
    "search_stopped",
    # SolverBusy
    "solver_busy",
    # EngineBusy
    "engine_busy",
]


class VierGewinntError(Exception):
    """Base of all errors of this package."""

    def __init__(self, message: str, *, code: ErrorCode, **data: object) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.data = data

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), str(self), self.code, self.data)


def _rebuild(
    error: type[VierGewinntError], message: str, code: ErrorCode, data: dict[str, object]
) -> VierGewinntError:
    return error(message, code=code, **data)


class NotationError(VierGewinntError, ValueError):
    """A text, picture, grid, board or key that cannot be read as a position."""


class ImpossiblePosition(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """Stones that no position of the game can show; `data["cells"]` names the cells at fault."""


class IllegalMove(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """A move that the rules forbid; the position it was tried in is unchanged."""


class FinishedPosition(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """A question about a next move after the end of the game."""


class HistoryError(VierGewinntError, ValueError):
    """An undo, redo or jump to where the game has never been; the game is unchanged."""


class OptionError(VierGewinntError, ValueError):
    """An argument or option outside what is allowed."""


class ScenarioError(VierGewinntError, ValueError):
    """A file of scenarios or positions that cannot be read or whose answers are wrong."""


class GameFileError(VierGewinntError, ValueError):
    """A file of a saved game that cannot be read or written; the game at the table is unchanged."""


class CheckpointError(VierGewinntError, RuntimeError):
    """A file of finished chunks that cannot be used or written; it keeps what was good in it."""


class JobError(VierGewinntError, RuntimeError):
    """A job that cannot go on; the chunks finished before are in its checkpoint."""


class BookError(VierGewinntError, RuntimeError):
    """A file that is no opening book this program can use; searching works without one."""


class StoreError(VierGewinntError, RuntimeError):
    """A database that cannot be used; what it acknowledged before is kept, nothing is half-done."""


class GameRefused(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """A change that a served game does not allow as it stands; the game is unchanged."""


class AccessRefused(VierGewinntError, RuntimeError):  # noqa: N818 - the name says it
    """A wish of somebody who may not do that; nothing was changed."""


class SearchStopped(VierGewinntError, RuntimeError):  # noqa: N818 - the name says it
    """A search that was stopped or ran out of time before its answer; what it learned is kept."""


class SolverBusy(VierGewinntError, RuntimeError):  # noqa: N818 - the name says it
    """A call to a solver that is still serving another thread."""


class EngineBusy(VierGewinntError, RuntimeError):  # noqa: N818 - the name says it
    """A call to an engine that is still serving another thread."""


def engine_busy(spec: str) -> EngineBusy:
    """The refusal of a second caller."""
    message = f"{spec} is busy with a call from another thread; use one engine for each thread"
    return EngineBusy(message, code="engine_busy", engine=spec)


def finished_position(position: str) -> FinishedPosition:
    """The refusal to evaluate a position in which nobody is to move."""
    message = f"the game is over in {position}: there is no next move to give a score"
    return FinishedPosition(message, code="game_over", position=position)


# What the native core raises. It builds no errors itself, so that all of them read alike.


def search_stopped() -> SearchStopped:
    message = "the search was stopped before it had an answer"
    return SearchStopped(message, code="search_stopped")


def solver_busy() -> SolverBusy:
    message = "the solver is busy with a call from another thread; use one solver for each thread"
    return SolverBusy(message, code="solver_busy")


def bad_time(time_s: float) -> OptionError:
    message = f"time_s is {time_s}; allowed are seconds from 0 on"
    return OptionError(message, code="bad_option", option="time_s")


def bad_book(path: str, code: ErrorCode, reason: str) -> BookError:
    message = f"{path} cannot be used as an opening book: {reason}"
    return BookError(message, code=code, path=path)


def search_busy() -> SolverBusy:
    message = "the search is busy with a call from another thread; use one for each thread"
    return SolverBusy(message, code="solver_busy")


def bad_key_in_batch(key: int, place: int) -> NotationError:
    message = f"{key} at place {place} is not the key of a position"
    return NotationError(message, code="bad_key", key=key, place=place)


def finished_position_in_batch(key: int, place: int) -> FinishedPosition:
    message = f"the game is over in the position at place {place}: there is no next move to score"
    return FinishedPosition(message, code="game_over", key=key, place=place)


def illegal_move(code: ErrorCode, column: object, position: str) -> IllegalMove:
    """The refusal that the native rules raise for one move."""
    reasons: dict[ErrorCode, str] = {
        "column_full": f"column {column} is full",
        "game_over": "the game is over",
        "no_such_column": f"there is no column {column!r}: columns are 1 to 7",
    }
    message = f"cannot play {column!r} in {position}: {reasons[code]}"
    return IllegalMove(message, code=code, column=column, position=position)
