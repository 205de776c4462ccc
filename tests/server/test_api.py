"""Games through HTTP alone, on both databases."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import viergewinnt as vg
from tests.server.client import FAST, Client, Table, server_in_process
from viergewinnt.server.seats import DEFAULT_ENGINE


@pytest.fixture
def client(games_url: str) -> Iterator[Client]:
    with server_in_process(games_url) as client:
        yield client


PAIRINGS = [
    ("human", "human"),
    ("human", "computer"),
    ("computer", "human"),
    ("computer", "computer"),
]


@pytest.mark.parametrize("pairing", PAIRINGS, ids="-".join)
def test_a_full_game_of_each_pairing(client: Client, pairing: tuple[str, str], seed: int) -> None:
    chance = Random(seed)
    table = Table.new(client, *pairing)
    while (state := table.wait())["outcome"] is None:
        assert state["players"][state["to_move"]]["kind"] == "human"
        table.do("moves", column=chance.choice(state["legal_moves"]), version=state["version"])
    end = vg.Position.parse(state["moves"])
    assert end.is_over
    assert state["outcome"]["winner"] == end.winner
    assert state["cells"] == [list(cell) for cell in end.winning_cells]
    for index, stone in enumerate(state["stones"]):
        kind = pairing[index % 2]
        assert stone["decided_by"] == ("computer" if kind == "computer" else "person")
        assert (stone["elapsed_ms"] is not None) == (kind == "computer")
    left = [state["players"][side]["stones_left"] for side in ("first", "second")]
    assert sum(left) == 42 - end.ply


def test_by_default_a_human_begins_against_the_perfect_computer(client: Client) -> None:
    made = client.post("/api/games", json={})
    state = made.json()["state"]
    assert [state["players"][side]["kind"] for side in ("first", "second")] == [
        "human",
        "computer",
    ]
    assert state["players"]["second"]["engine"] == DEFAULT_ENGINE
    assert set(made.json()["seat_secrets"]) == {"first"}
    assert (state["start"], state["moves"], state["to_move"]) == ("", "", "first")


def test_a_game_starts_from_a_position_or_a_scenario(client: Client) -> None:
    assert Table.new(client, "human", "human", start="4455").state()["ply"] == 4
    scenario = client.get("/api/scenarios").json()[0]
    state = Table.new(client, "human", "human", start=scenario["id"]).state()
    assert state["position"] == scenario["position"]
    answer = client.post("/api/games", json={"start": "1212121"})
    assert (answer.status_code, answer.json()["code"]) == (409, "game_over")


def test_take_back_redo_resume_and_play_for_the_computer(client: Client) -> None:
    table = Table.new(client, "human", "computer")
    table.do("moves", column=4)
    played = table.wait()
    back = table.do("undo")
    assert (back["waiting"], back["moves"], back["redo"]) == (True, "4", played["moves"][1])
    assert table.do("redo")["stones"] == played["stones"]
    assert table.do("undo", to="my-turn")["moves"] == ""
    table.do("redo")
    table.do("resume")
    assert len(table.wait()["moves"]) == 2
    table.do("undo")
    assert table.do("moves", column=1)["moves"] == "41"


def test_computers_pause_step_and_go_on(client: Client) -> None:
    table = Table.new(client, "computer", "computer", paused=True)
    assert table.do("step")["ply"] == 1
    state = table.do("step")
    assert (state["ply"], state["paused"], state["thinking"]) == (2, True, False)
    table.do("", "PATCH", pace_ms=10)
    table.do("resume")
    assert table.wait()["outcome"] is not None
    assert table.refused("step") == (409, "not_computer_turn")


def test_best_move_and_hint_report_like_a_computer(client: Client) -> None:
    table = Table.new(client, "human", "human", start="112233")
    hint = table.do("hint", engine="perfect")
    assert hint["column"] == 4
    assert table.state()["ply"] == 6
    stone = table.do("best-move", engine=FAST)["stones"][0]
    assert (stone["column"], stone["decided_by"]) == (4, "best-move")
    assert stone["engine"].startswith("alphabeta")
    assert table.refused("hint") == (409, "game_over")


def test_switching_sides_players_and_engines_in_mid_game(client: Client) -> None:
    table = Table.new(client, "human", "computer")
    table.do("moves", column=4)
    table.wait()
    table.do("swap-sides")
    assert len(table.wait()["moves"]) == 3
    state = table.do("players/first", "PATCH", kind="human", name="Ada", engine="random:seed=1")
    assert (state["players"]["first"]["name"], state["players"]["first"]["engine"]) == (
        "Ada",
        "random:seed=1",
    )
    assert table.refused("players/first", "PATCH", engine="nobody") == (422, "unknown_engine")
    assert table.refused("players/first", "PATCH", engine="perfect:threads=999") == (
        422,
        "bad_option",
    )
    assert table.refused("players/first", "PATCH", colour="#fdd836") == (
        422,
        "colours_too_close",
    )


def test_restart_makes_a_new_game_and_leaves_the_old_one(client: Client) -> None:
    table = Table.new(client, "human", "human")
    table.do("moves", column=4)
    new = table.do("restart")
    assert (new["moves"], new["you"]["person"]) == ("", "owner")
    assert new["id"] != table.id
    assert (table.state()["moves"], table.state()["next_game"]) == ("4", new["id"])


def test_two_people_by_invitation(client: Client) -> None:
    owner = Table.new(client, "human", "human")
    code = owner.do("invitations", side="second")["code"]
    taken = client.post("/api/seats", json={"code": code}).json()
    again = client.post("/api/seats", json={"code": code})
    assert (again.status_code, again.json()["code"]) == (403, "wrong_code")
    guest = owner.by(taken["secret"])
    assert (
        owner.by(owner.seats["second"])
        .client.get(owner.url, headers={"Authorization": f"Bearer {owner.seats['second']}"})
        .status_code
        == 401
    )
    owner.do("moves", column=4)
    assert owner.refused("moves", column=4) == (403, "not_your_turn")
    guest.do("moves", column=4)
    assert owner.refused("undo") == (403, "needs_agreement")
    assert owner.refused("hint", engine=FAST) == (403, "needs_agreement")
    owner.do("offers", kind="undo")
    assert guest.do("offers/1/accept")["moves"] == "4"
    guest.do("offers", kind="hints")
    owner.do("offers/2/accept")
    assert guest.do("hint", engine=FAST)["column"]
    owner.do("offers", kind="draw")
    assert guest.do("offers/3/decline")["offers"][2]["status"] == "declined"
    assert owner.refused("claim") == (409, "not_away")
    owner.do("offers", kind="rematch")
    new = owner.by(guest.secret).do("offers/4/accept")["next_game"]
    assert Table(client, new, taken["secret"]).state()["you"]["person"] == "second"


def test_watchers_see_everything_and_change_nothing(client: Client) -> None:
    table = Table.new(client, "human", "human")
    watcher = table.by(None)
    before = watcher.state()
    assert before["you"] == {
        "person": None,
        "may": dict.fromkeys(before["you"]["may"], False),
    }
    for action, fields in (
        ("moves", {"column": 1}),
        ("undo", {}),
        ("pause", {}),
        ("hint", {}),
        ("restart", {}),
        ("swap-sides", {}),
        ("offers", {"kind": "draw"}),
        ("invitations", {"side": "first"}),
    ):
        assert watcher.refused(action, **fields)[0] == 403
    assert (
        watcher.by("wrong")
        .client.get(table.url, headers={"Authorization": "Bearer wrong"})
        .json()["code"]
        == "wrong_secret"
    )
    assert table.by(None).state() == before


def test_of_many_clients_with_one_version_one_wins_and_the_others_get_the_state(
    client: Client, count: Callable[[int, int], int]
) -> None:
    for _ in range(count(5, 1000)):
        table = Table.new(client, "human", "human")
        with ThreadPoolExecutor(4) as pool:
            sent = [pool.submit(table.send, "moves", column=c, version=1) for c in range(1, 5)]
        answers = [one.result() for one in sent]
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        state = table.state()
        for answer in answers:
            if answer.status_code == 409:
                assert answer.json()["code"] == "stale_version"
                assert answer.json()["state"] == state
        assert len(state["moves"]) == 1


def test_a_deleted_game_is_gone(client: Client) -> None:
    table = Table.new(client, "human", "human")
    assert client.delete(table.url).status_code == 403
    assert client.delete(table.url, headers=table.headers).status_code == 204
    assert client.get(table.url).json()["code"] == "no_such_game"


def test_events_once_are_the_state(client: Client) -> None:
    table = Table.new(client, "human", "human")
    text = client.get(f"{table.url}/events?once=1").text
    assert text.startswith("event: state\nid: 1\ndata: {")
    assert text.endswith("}\n\n")


def test_positions_engines_and_scenarios(client: Client) -> None:
    analysis = client.get("/api/analysis", params={"position": "44444"}).json()
    assert set(analysis["columns"]) == {"1", "2", "3", "4", "5", "6", "7"}
    wish = {"position": "112233", "engine": FAST, "limit": {"depth": 2}}
    assert client.post("/api/choose", json=wish).json()["column"] == 4
    names = {engine["name"] for engine in client.get("/api/engines").json()}
    assert {"perfect", "mcts", "minimax"} <= names
    checked = client.post("/api/positions/check", json={"text": "4453"}).json()
    assert (checked["ply"], checked["to_move"]) == (4, "first")
    floating = ["......." for _ in range(4)] + ["X......", "......."]
    answer = client.post("/api/positions/check", json={"picture": "\n".join(floating)})
    assert (answer.status_code, answer.json()["code"]) == (422, "floating_stone")
