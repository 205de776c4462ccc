"""The addresses of the server, one module for each kind."""

from viergewinnt.server.routes.engines import engines_router
from viergewinnt.server.routes.games import games_router
from viergewinnt.server.routes.operation import operation_router
from viergewinnt.server.routes.people import people_router

__all__ = ["engines_router", "games_router", "operation_router", "people_router"]
