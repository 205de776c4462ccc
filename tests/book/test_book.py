"""The opening book: what it knows, what it refuses, and the solver with and without it."""

import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import viergewinnt as vg
from tests.book.bitbully_database import STONES, compare
from tests.conftest import Record
from tests.solver.test_facts import facts
from viergewinnt import _native
from viergewinnt.book import DEFAULT_BOOK, Book, book, open_book
from viergewinnt.book.verify import sample_keys, verify
from viergewinnt.solver import Path as VectorPath

# The first stone of the game stands on the bottom row, and here none of that side's does.
UNREACHABLE = "......./......./OOO..../XXX..../XXX..../OOO.... X"
GOOD = DEFAULT_BOOK.read_bytes()
MEMBERS = {
    0: 1, 1: 4, 2: 25, 3: 121, 4: 568, 5: 2144, 6: 7638, 7: 25718, 8: 77715, 12: 4200899,
}  # fmt: skip


@pytest.fixture(scope="module")
def default() -> Book:
    return Book(DEFAULT_BOOK)


def undecided(stones: int, rng: random.Random) -> vg.Position:
    return vg.random_position(stones, over="positions", rng=rng)


def test_the_default_book_has_all_positions_and_is_small(default: Book) -> None:
    assert default.sections == MEMBERS
    assert default.size == DEFAULT_BOOK.stat().st_size < 8 << 20


def test_two_positions_that_an_older_database_had_wrong(default: Book) -> None:
    assert default.lookup(vg.Position.parse("226744515337")) == 7
    assert default.lookup(vg.Position.parse("475772722323")) == 4


def test_a_position_and_its_mirror_image_have_one_score(default: Book, seed: int) -> None:
    rng = random.Random(seed)
    known = 0
    for _ in range(3000):
        position = undecided(rng.choice(list(MEMBERS)), rng)
        score = default.lookup(position)
        assert default.lookup(position.mirrored()) == score
        wins = any(position.play(column).winner for column in position.legal_moves)
        assert (score is None) == wins
        known += score is not None
    assert known > 1000


def test_what_is_no_member_is_not_found(default: Book, seed: int) -> None:
    rng = random.Random(seed)
    for stones in (9, 10, 11, *range(13, 42)):
        assert default.lookup(undecided(stones, rng)) is None
    for digits in ("1212121", "121212"):  # over; won by the next stone
        assert default.lookup(vg.Position.parse(digits)) is None
    position = vg.Position.parse(UNREACHABLE)
    assert (position.ply, position.digits) == (12, None)
    assert default.lookup(position) is None


def test_the_members_of_a_section_follow_from_the_rules_alone(default: Book) -> None:
    for stones in (3, 6):
        keys = sample_keys(stones, None, 0).tolist()
        assert len(set(keys)) == len(keys) == MEMBERS[stones]
        assert all(default.lookup(vg.Position.from_key(key)) is not None for key in keys)


@pytest.mark.needs("bitbully")
def test_every_score_agrees_with_bitbullys_database(
    default: Book, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    keys = sample_keys(STONES, count(20_000, MEMBERS[12]), seed % 1000)
    compared, different = compare(default, keys.tolist())
    assert different == []
    assert compared == count(20_000, MEMBERS[12])
    record(compared=compared, different=len(different))


def test_a_sample_is_what_search_says(
    default: Book, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    solver = vg.Solver(threads=2, table_mb=512, book=None)
    for stones, share in ((12, count(300, 20_000)), (8, count(20, 2000))):
        assert verify(default, sample_keys(stones, share, seed), solver) == []
        record(stones=stones, positions=share)


@pytest.fixture(scope="module")
def wrong(default: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A well-formed book of 8 stones in which every score is too high by one."""
    solver = _native.Solver(1, 64, "automatic", default)
    right = b"".join(solver.book_chunk(8, chunk) for chunk in range(_native.book_chunks(8)))
    path = tmp_path_factory.mktemp("wrong") / "wrong.book"
    path.write_bytes(_native.encode_book({8: bytes(symbol and symbol + 1 for symbol in right)}))
    return path


def test_verifying_finds_a_wrong_score(wrong: Path, default: Book) -> None:
    keys = sample_keys(8, 3, 0)
    solver = vg.Solver(table_mb=64, book=None)
    assert verify(default, keys, solver) == []
    found = verify(Book(wrong), keys, solver)
    assert [one.position.key for one in found] == keys.tolist()
    assert all(one.in_book == one.searched + 1 for one in found)
    with pytest.raises(vg.OptionError, match="book=None"):
        verify(Book(wrong), keys, vg.Solver())


def test_a_book_without_some_positions_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "empty.book"
    places = _native.book_places(8)
    path.write_bytes(_native.encode_book({8: bytes(places)}))
    [found] = verify(Book(path), sample_keys(8, 1, 0), vg.Solver(table_mb=64, book=None))
    assert found.in_book is None


def test_a_sample_is_drawn_from_all_members_without_repetition(seed: int) -> None:
    for stones, size in ((6, MEMBERS[6]), (8, 5000)):
        members = set(sample_keys(stones, None, 0).tolist())
        for count in (1, size // 8, size):
            keys = sample_keys(stones, count, seed).tolist()
            assert len(set(keys)) == len(keys) == count
            assert set(keys) <= members
        assert sample_keys(stones, 99, seed).tolist() == sample_keys(stones, 99, seed).tolist()
    with pytest.raises(vg.OptionError, match="the sample is 0"):
        sample_keys(8, 0, seed)


# ------------------------------------------------------------------------------------- refusals

BAD = {
    "empty": (b"", "not_a_book"),
    "foreign": (b"PK\x03\x04" + GOOD[4:], "not_a_book"),
    "header only": (GOOD[:40], "book_truncated"),
    "truncated": (GOOD[:-1], "book_truncated"),
    "longer": (GOOD + b"\0", "book_damaged"),
    "newer": (GOOD[:8] + b"\x02\0\0\0" + GOOD[12:], "book_newer"),
    "bit flipped": (GOOD[:99_999] + bytes([GOOD[99_999] ^ 4]) + GOOD[100_000:], "book_damaged"),
}


@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_with_its_own_message(data: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.book"
    path.write_bytes(data)
    with pytest.raises(vg.BookError, match=r"bad\.book cannot be used as an opening book") as bad:
        Book(path)
    assert bad.value.code == code
    with pytest.raises(vg.BookError):
        vg.Solver(book=path)
    assert vg.Solver(book=None).score("44444222222") is not None


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.book", tmp_path):
        with pytest.raises(vg.BookError) as bad:
            Book(path)
        assert bad.value.code == "book_unreadable"


@pytest.mark.parametrize("book", [5, True, b"a.book", "", " ", object()], ids=repr)
def test_what_names_no_book_is_refused(book: object) -> None:
    with pytest.raises(vg.OptionError, match=r"allowed are default, the path of a file"):
        vg.Solver(book=book)  # type: ignore[arg-type]


def test_a_path_with_a_zero_byte_is_refused() -> None:
    with pytest.raises(vg.BookError, match="zero byte") as bad:
        vg.Solver(book="a\0b")
    assert bad.value.code == "book_unreadable"


def test_a_damaged_default_book_is_told_and_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "default.book"
    path.write_bytes(GOOD[:-5])
    monkeypatch.setattr(book, "DEFAULT_BOOK", path)
    book._default_book.cache_clear()
    with pytest.warns(RuntimeWarning, match="searching without it"):
        solver = vg.Solver()
    assert solver.book is None
    assert solver.analyse("4444442222223").source == "search"
    book._default_book.cache_clear()


def test_the_command_says_what_is_wrong_and_goes_on_without_the_book(tmp_path: Path) -> None:
    path = tmp_path / "bad.book"
    path.write_bytes(GOOD[:5000])
    command = [sys.executable, "-m", "viergewinnt", "solve", "--book", str(path), "4444442222223"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.split()[:2] == ["4444442222223", str(vg.Solver().score("4444442222223"))]
    assert "[book_truncated]; searching without it" in done.stderr
    info = [sys.executable, "-m", "viergewinnt", "book", "info", str(path)]
    done = subprocess.run(info, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")


# --------------------------------------------------------------------------- the solver with it


@pytest.mark.parametrize("path", list(_native.available_paths()))
def test_every_early_score_and_column_agrees_with_bitbully(
    path: VectorPath, record: Record
) -> None:
    solver = vg.Solver(path=path)
    early = [fact for fact in facts() if len(fact[0]) < STONES]
    for digits, score, columns in early:
        analysis = solver.analyse(digits)
        found = {column: value.score for column, value in analysis.columns.items()}
        assert (digits, found, analysis.source) == (digits, columns, "book")
        assert (digits, solver.score(digits)) == (digits, score)
    record(path=path, positions=len(early))


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_nothing_with_a_book(threads: int, seed: int) -> None:
    rng = random.Random(seed)
    solver = vg.Solver(threads=threads)
    for digits, _, columns in rng.sample([f for f in facts() if len(f[0]) <= STONES + 2], 300):
        found = {c: value.score for c, value in solver.analyse(digits).columns.items()}
        assert (digits, found) == (digits, columns)


def test_an_answer_says_where_it_came_from() -> None:
    solver = vg.Solver()
    sources = {digits: solver.analyse(digits).source for digits in ("", "445333543")}
    assert set(sources.values()) == {"book"}
    assert solver.analyse("").nodes == 0
    assert solver.analyse("445333543142").source == "search"  # its columns have 13 stones
    seen = []
    for text in ("445333543142", UNREACHABLE):
        assert solver.score(text) == vg.Solver(book=None).score(text)
        seen.append(solver.source)
    assert seen == ["book", "search"]
    assert vg.Solver(book=None).analyse("12121").source == "search"


def test_what_the_rules_decide_is_not_said_to_come_from_the_book(seed: int) -> None:
    solver, rng = vg.Solver(), random.Random(seed)
    late = [vg.random_position(rng.randint(STONES + 2, 41), rng=rng) for _ in range(300)]
    assert {solver.analyse(position).source for position in late} == {"search"}


def test_lines_of_best_play_begin_in_the_book(seed: int) -> None:
    solver, searched = vg.Solver(), vg.Solver(book=None)
    assert len(solver.line("")) == 41
    rng = random.Random(seed)
    for _ in range(20):
        position = undecided(rng.randrange(11, 14), rng)
        assert solver.line(position) == searched.line(position)


def test_a_book_can_be_shared_and_outlives_its_name(tmp_path: Path) -> None:
    path = tmp_path / "copy.book"
    path.write_bytes(GOOD)
    shared = Book(path)
    one, two = vg.Solver(book=shared), vg.Solver(book=path)
    assert one.book is shared
    path.unlink()
    del shared
    assert one.score("44") == two.score("44") == vg.Solver().score("44")
    assert open_book(None) is None


def test_opening_and_early_answers_are_instant() -> None:
    """Bounds far above what is measured in benchmarks/, so that a busy machine passes."""

    def best_ms(work: Callable[[], object]) -> float:
        times = []
        for _ in range(7):
            started = time.perf_counter()
            work()
            times.append(1000 * (time.perf_counter() - started))
        return min(times)

    assert best_ms(lambda: Book(DEFAULT_BOOK)) < 10
    solver = vg.Solver()
    assert best_ms(lambda: solver.analyse("")) < 2
    for digits in ("12345671", "4", "44444", "44455554"):
        assert best_ms(lambda text=digits: solver.analyse(text)) < 2  # type: ignore[misc]


def test_opening_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert open_book("default") is not None
