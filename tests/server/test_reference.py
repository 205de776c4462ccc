"""The reference says what the server does, and the server describes itself as it answers."""

from pathlib import Path

import pytest

from tests.server.client import server_in_process
from viergewinnt.errors import OptionError
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.server.problems import HTTP_CODES, STATUS
from viergewinnt.server.schema import GAMES
from viergewinnt.server.settings import PREFIX, ServerSettings

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


def test_every_setting_stands_in_the_reference_with_its_default() -> None:
    page = (REFERENCE / "settings.md").read_text()
    for name, field in ServerSettings.model_fields.items():
        default = field.default
        shown = "" if default is None else "[]" if default == () else default
        shown = f"{shown:g}" if isinstance(shown, float) else shown
        assert f"| `{PREFIX}{name.upper()}` | {shown} | {field.description} |" in page
    assert page.count(f"| `{PREFIX}") == len(ServerSettings.model_fields)


@pytest.mark.parametrize("name", ServerSettings.model_fields)
def test_every_setting_refuses_what_it_is_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in ("host", "database"):  # any text
        return
    monkeypatch.setenv(f"{PREFIX}{name.upper()}", "nonsense")
    with pytest.raises(OptionError):
        ServerSettings.read()


def test_every_address_and_code_stands_in_the_reference(tmp_path: Path) -> None:
    page = (REFERENCE / "http.md").read_text()
    url = str(tmp_path / "games.db")
    database = Database(url, GAMES)
    migrate(database)
    database.close()
    with server_in_process(url) as client:
        described = client.get("/openapi.json").json()
        docs = client.get("/docs").text
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert f"| `{method.upper()} {path}` |" in page
            assert operation["description"]
            assert f"{method.upper()} {path}" in docs
    for code in (*HTTP_CODES, *STATUS):
        assert f"`{code}`" in page
    assert "http://" not in docs.replace("http://127.0.0.1", "")
    assert "<script" not in docs
