"""Positions, games and their texts: the rules, without input or output."""

from viergewinnt.rules.game import Game
from viergewinnt.rules.perft import PlyCount, perft
from viergewinnt.rules.position import Cell, Position, Side
from viergewinnt.rules.random_positions import random_position

__all__ = ["Cell", "Game", "PlyCount", "Position", "Side", "perft", "random_position"]
