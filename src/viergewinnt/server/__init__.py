"""The game server: games that nothing is lost of, played by those who hold their secrets."""

__all__: list[str] = []
