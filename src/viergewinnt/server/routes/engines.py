"""/api: positions and engines, without a game."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from viergewinnt.engines.limit import Limit
from viergewinnt.engines.registry import describe, engine_names
from viergewinnt.engines.scenarios import load_scenarios
from viergewinnt.errors import OptionError, finished_position
from viergewinnt.rules.position import Position
from viergewinnt.server.routes.parts import Service, errors
from viergewinnt.server.schemas import (
    AnalysisAnswer,
    ChooseRequest,
    EngineAnswer,
    PositionAnswer,
    PositionRequest,
    ScenarioAnswer,
)

__all__ = ["engines_router"]

engines_router = APIRouter(prefix="/api", tags=["engines and positions"])
Json = dict[str, Any]


@engines_router.get("/analysis", response_model=AnalysisAnswer, responses=errors())
async def analyse(
    service: Service,
    position: Annotated[str, Query(max_length=4096, examples=["4453"])] = "",
) -> Json:
    """What every column is worth, by the perfect engine within the server's time for a move."""
    parsed = _undecided(position)
    choice = await service.pool.choose("perfect", parsed)
    assert choice is not None  # noqa: S101 - nobody cancels it
    told: Json = choice.to_json()
    return {"position": parsed.text, "columns": told["columns"], "choice": told}


@engines_router.post("/choose", responses=errors())
async def choose(wish: ChooseRequest, service: Service) -> Json:
    """What an engine plays in a position, and its report."""
    spec = service.pool.check(wish.engine)
    limit = Limit(**wish.limit.model_dump())
    choice = await service.pool.choose(spec, _undecided(wish.position), limit)
    assert choice is not None  # noqa: S101 - nobody cancels it
    return choice.to_json()


def _undecided(text: str) -> Position:
    position = Position.parse(text)
    if position.is_over:
        raise finished_position(position.text)
    return position


@engines_router.get("/engines", response_model=list[EngineAnswer], responses=errors())
async def engines() -> list[Json]:
    """All engines and their options."""
    return [describe(name).to_json() for name in engine_names()]


@engines_router.get("/scenarios", response_model=list[ScenarioAnswer], responses=errors())
async def scenarios() -> list[Json]:
    """The boards that come with the program, with their right answers."""
    return [
        {
            "id": scenario.id,
            "task": scenario.task,
            "sight": scenario.sight,
            "position": scenario.position.text,
            "right": list(scenario.right),
            "note": scenario.note,
        }
        for scenario in load_scenarios()
    ]


@engines_router.post("/positions/check", response_model=PositionAnswer, responses=errors())
async def check_position(wish: PositionRequest) -> Json:
    """Read a position in any form; a faulty one is refused with the cell or count at fault."""
    given = [form for form in (wish.text, wish.picture, wish.grid) if form is not None]
    if len(given) != 1:
        raise OptionError("give exactly one of text, picture and grid", code="bad_option")
    position = Position.parse(given[0], to_move=wish.to_move)
    return {
        "text": position.text,
        "grid": [list(row) for row in position.grid()],
        "ply": position.ply,
        "to_move": position.to_move,
        "legal_moves": list(position.legal_moves),
        "is_over": position.is_over,
        "winner": position.winner,
        "cells": [list(cell) for cell in position.winning_cells],
    }
