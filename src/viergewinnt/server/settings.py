"""What a server can be told: by flags, by environment variables, else by these defaults."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from viergewinnt.errors import OptionError
from viergewinnt.memory.settings import DATABASE_VARIABLE, MAX_ROWS_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PREFIX", "ServerSettings"]

PREFIX = "VIERGEWINNT_"
# Those that other parts of the program read.
OTHERS = {DATABASE_VARIABLE, MAX_ROWS_VARIABLE, f"{PREFIX}DATA_DIR", f"{PREFIX}STATE_DIR"}


class ServerSettings(BaseSettings):
    """Every setting with its limits; `read` is how to get them."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    database: str | None = Field(
        None,
        description="URL of the game database, or the path of an SQLite file; by default the"
        " user's own games.db.",
    )
    workers: int = Field(
        1, ge=1, le=64, description="Server processes; more than one needs PostgreSQL."
    )
    engine_threads: int = Field(
        2, ge=1, le=256, description="Moves that are computed at once in each process."
    )
    engine_queue: int = Field(
        64, ge=0, le=10_000, description="Requests that may wait for a free engine thread."
    )
    engine_time_s: float = Field(
        5.0, gt=0, le=600, description="The longest time for one computer's move."
    )
    engine_memory_mb: int = Field(
        64, ge=1, le=1 << 20, description="The largest table or tree that a SPEC may ask for."
    )
    max_body_bytes: int = Field(65_536, ge=1024, description="The longest request body.")
    body_time_s: float = Field(10.0, gt=0, description="The longest time for a request body.")
    requests_per_s: float = Field(
        60.0, gt=0, description="Requests a second from one address, on average."
    )
    request_burst: int = Field(600, ge=1, description="Requests at once from one address.")
    games_per_hour: int = Field(1200, ge=1, description="New games an hour from one address.")
    max_listeners: int = Field(5000, ge=1, description="Event streams at once.")
    trusted_proxies: tuple[str, ...] = Field(
        (),
        description="Addresses of reverse proxies whose X-Forwarded-For is believed, as a JSON"
        " list.",
    )
    shutdown_s: float = Field(
        10.0, gt=0, description="How long requests under way may take when the server is stopped."
    )

    @classmethod
    def read(cls, *, environ: Mapping[str, str] | None = None, **given: Any) -> Self:
        """What is given here and not None and, for the rest, what the environment says.

        Raises `OptionError` for what is not allowed and for unknown variables of our prefix.
        """
        known = {f"{PREFIX}{name.upper()}" for name in cls.model_fields}
        for name in os.environ if environ is None else environ:
            if name.upper().startswith(PREFIX) and name.upper() not in known | OTHERS:
                raise OptionError(
                    f"there is no setting {name}; there are {', '.join(sorted(known | OTHERS))}",
                    code="unknown_option",
                    option=name,
                )
        try:
            return cls(**{name: value for name, value in given.items() if value is not None})
        except ValidationError as fault:
            first = fault.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise OptionError(
                f"the setting {place} is {first['input']!r:.60}: {first['msg']}",
                code="bad_option",
                option=place,
            ) from None
        except ValueError as fault:
            raise OptionError(f"a setting cannot be read: {fault}", code="bad_option") from None
