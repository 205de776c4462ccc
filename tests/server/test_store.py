"""Games in SQLite and PostgreSQL: kept as they are, changed one at a time, made by one process."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

import viergewinnt as vg
from tests.server.games import OWNER, SECOND, T0, choice, new_game, put
from viergewinnt.memory.connection import Database
from viergewinnt.server import agreements, moves, schema, seats
from viergewinnt.server.game import Ending, ServedGame
from viergewinnt.server.lease import Lease
from viergewinnt.server.store import GameStore


def played(column: int) -> Callable[[ServedGame], tuple[ServedGame, None]]:
    return lambda game: (put(game, column), None)


def becomes(after: ServedGame) -> Callable[[ServedGame], tuple[ServedGame, None]]:
    return lambda _: (after, None)


def kept(store: GameStore, game_id: str) -> ServedGame:
    game = store.get(game_id).result()
    assert game is not None
    return game


def test_tables_are_those_of_the_migrations(games_url: str) -> None:
    database = Database(games_url, schema.GAMES)
    with database._engine.connect() as connection:
        options = {"version_table": schema.GAMES.version_table}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.metadata) == []
    database.close()


def test_a_game_comes_back_as_it_was_kept(store: GameStore) -> None:
    two = agreements.make_offer(new_game(handed=("second",), moves="445"), OWNER, "undo", now_ms=T0)
    games = [
        new_game(),
        new_game("human", "computer", moves="4433"),
        moves.go_to(new_game("computer", "computer", moves="44332"), 2, now_ms=T0),
        seats.invite(two, SECOND, "second", "code", now_ms=T0),
        replace(new_game(start="4455", moves="1"), ending=Ending(reason="claimed", winner="first")),
        new_game(start="......./......./......./......./......O/..XX..O X"),
        new_game(moves="1212121", next_game="abc", hints_agreed=True, paused=True, pace_ms=7),
    ]
    for game in games:
        store.create(game).result()
        assert kept(store, game.id) == game
    assert store.get("nowhere").result() is None


def test_random_changes_are_kept_one_by_one(
    store: GameStore, seed: int, count: Callable[[int, int], int]
) -> None:
    chance = Random(seed)
    for _ in range(count(4, 100)):
        game = new_game("human", chance.choice(["human", "computer"]))
        store.create(game).result()
        for _ in range(40):
            wish = chance.choice(["play", "play", "play", "undo", "redo", "name"])
            if wish == "play" and not game.is_over:
                column = chance.choice(game.position.legal_moves)
                after = put(game, column)
            elif wish == "undo" and game.played:
                ply = chance.randrange(game.played)
                after = moves.undo(game, OWNER, ply, now_ms=T0 + 1)
            elif wish == "redo" and game.redo_moves:
                after = moves.redo(game, OWNER, now_ms=T0 + 2)
            else:
                name = f"N{chance.random()}"
                after = seats.change_player(game, OWNER, "first", now_ms=T0 + 3, name=name)
            returned = store.change(game.id, becomes(after)).result()
            assert returned == after == kept(store, game.id)
            game = after


def test_a_refused_change_changes_nothing_and_harms_no_other(store: GameStore) -> None:
    games = [new_game() for _ in range(20)]
    for game in games:
        store.create(game).result()

    def refuse(game: ServedGame) -> tuple[ServedGame, None]:
        moves.check_version(game, 99)
        raise AssertionError

    futures = [
        store.change(game.id, refuse if index % 3 == 0 else played(4))
        for index, game in enumerate(games)
    ]
    for index, (game, future) in enumerate(zip(games, futures, strict=True)):
        if index % 3 == 0:
            with pytest.raises(vg.GameRefused):
                future.result()
            assert kept(store, game.id) == game
        else:
            assert future.result() == kept(store, game.id)
    assert store.change("nowhere", played(4)).result() is None


def test_of_many_at_once_with_one_version_one_wins(
    store: GameStore, count: Callable[[int, int], int]
) -> None:
    for _ in range(count(5, 1000)):
        game = new_game()
        store.create(game).result()

        def at_version_one(game: ServedGame) -> tuple[ServedGame, None]:
            moves.check_version(game, 1)
            return put(game, 4), None

        barrier = threading.Barrier(8)

        def attempt(game_id: str, barrier: threading.Barrier = barrier) -> bool:
            barrier.wait()
            try:
                store.change(game_id, at_version_one).result()
            except vg.GameRefused as refusal:
                return refusal.code != "stale_version"
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(attempt, [game.id] * 8)) == 1
        assert kept(store, game.id).moves == "4"


def test_a_rematch_and_its_old_game_are_kept_together(store: GameStore) -> None:
    game = new_game(moves="44")
    store.create(game).result()
    store.change(
        game.id, lambda g: agreements.restart(g, OWNER, now_ms=T0, next_id="next")
    ).result()
    assert kept(store, game.id).next_game == "next"
    assert kept(store, "next").owner_hash == game.owner_hash


def test_a_deleted_game_is_gone_with_its_stones_and_secrets(store: GameStore) -> None:
    game = seats.invite(new_game(moves="44"), OWNER, "first", "code", now_ms=T0)
    store.create(game).result()
    assert store.game_of_code("code").result() == game.id
    assert store.delete(game.id, lambda _: None).result()
    assert store.get(game.id).result() is None
    assert store.game_of_code("code").result() is None
    assert not store.delete(game.id, lambda _: None).result()
    for table in ("stones", "seats"):
        query = text(f"SELECT count(*) FROM {table}")  # noqa: S608
        with store.database.stream() as connection:
            assert connection.execute(query).scalar() == 0


def test_being_heard_of_is_kept_without_a_new_version(store: GameStore) -> None:
    game = new_game()
    store.create(game).result()
    store.touch(game.id, "second", T0 + 50).result()
    store.touch(game.id, "second", T0 + 20).result()
    store.touch(game.id, "owner", T0 + 9).result()
    found = kept(store, game.id)
    assert (found.version, found.seats["second"].seen_ms, found.owner_seen_ms) == (
        1,
        T0 + 50,
        T0 + 9,
    )


# ------------------------------------------------------------------------------------------ leases


def take(store: GameStore, holder: str, at_ms: int = T0, most: int = 10) -> list[Lease]:
    return store.take_leases(holder, at_ms=at_ms, until_ms=at_ms + 1000, most=most).result()


def test_a_computers_move_is_due_to_one_holder(store: GameStore) -> None:
    game = new_game("human", "computer", moves="4")
    for other in (new_game(), new_game("human", "computer"), game):
        store.create(other).result()
    lease = Lease(game.id, game.turn, "a")
    assert take(store, "a") == [lease]
    assert take(store, "b") == []

    def move(game: ServedGame) -> tuple[ServedGame, None]:
        return moves.play_computer_move(game, choice(4), now_ms=T0), None

    assert store.change(game.id, move, lease=Lease(game.id, game.turn, "b")).result() is None
    after = store.change(game.id, move, lease=lease).result()
    assert after is not None
    assert after.moves == "44"
    assert store.change(game.id, move, lease=lease).result() is None
    assert kept(store, game.id).moves == "44"


def test_another_takes_over_from_a_holder_that_stays_away(store: GameStore) -> None:
    game = new_game("human", "computer", moves="4")
    store.create(game).result()
    take(store, "a")
    store.renew_leases("a", until_ms=T0 + 2000).result()
    assert take(store, "b", T0 + 1500) == []
    assert take(store, "b", T0 + 2001) == [Lease(game.id, game.turn, "b")]
    store.free_leases("b").result()
    assert len(take(store, "c", T0 + 2001)) == 1


def test_a_change_that_makes_the_work_stale_ends_the_lease_and_others_do_not(
    store: GameStore,
) -> None:
    game = new_game("human", "computer", moves="4")
    store.create(game).result()
    (lease,) = take(store, "a")
    rename = lambda g: (seats.change_player(g, OWNER, "first", now_ms=T0, name="Ada"), None)  # noqa: E731
    store.change(game.id, rename).result()
    assert take(store, "b") == []
    store.change(game.id, lambda g: (moves.undo(g, OWNER, 0, now_ms=T0), None)).result()
    assert store.change(game.id, played(4), lease=lease).result() is None


def test_computers_that_play_each_other_keep_their_pace(store: GameStore) -> None:
    game = new_game("computer", "computer", moves="4", pace_ms=500)
    store.create(game).result()
    assert take(store, "a", T0 + 499) == []
    assert len(take(store, "a", T0 + 500)) == 1


def test_many_processes_share_the_work_without_overlap(store: GameStore) -> None:
    for _ in range(30):
        store.create(new_game("computer", "computer")).result()
    with ThreadPoolExecutor(6) as pool:
        found = pool.map(lambda holder: take(store, f"h{holder}", most=3), range(18))
    ids = [lease.game_id for leases in found for lease in leases]
    assert len(ids) == len(set(ids))


def test_one_server_for_each_file(games_url: str) -> None:
    if not games_url.startswith("sqlite"):
        pytest.skip("PostgreSQL takes several")
    first = GameStore.open(games_url)
    with pytest.raises(vg.StoreError) as refusal:
        GameStore.open(games_url)
    assert refusal.value.code == "database_locked"
    code = f"from viergewinnt.server.store import GameStore; GameStore.open({games_url!r})"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "another server has" in other.stderr
    first.close()
    GameStore.open(games_url).close()


def test_a_database_without_tables_says_how_to_make_them(database_url: str) -> None:
    with pytest.raises(vg.StoreError) as refusal:
        GameStore.open(database_url)
    assert refusal.value.code == "schema_missing"
    assert "viergewinnt games migrate" in str(refusal.value)
