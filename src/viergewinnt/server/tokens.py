"""Secrets that open doors, of which only hashes are kept, and ids that cannot be guessed."""

from __future__ import annotations

import hashlib
import hmac
import secrets

__all__ = ["hash_of", "is_secret", "new_id", "new_secret"]

ID_BYTES = 12  # 96 bits
SECRET_BYTES = 24  # 192 bits: too many to try, so that one plain hash is enough
MAX_CHARACTERS = 100


def new_id() -> str:
    """A new id of a game, fit for addresses."""
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> str:
    """A new secret; whoever has it may do what it stands for."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """What is stored in place of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_secret(given: str, stored_hash: str | None) -> bool:
    """Whether it is the secret of the hash, in a time that tells nothing of either."""
    if len(given) > MAX_CHARACTERS:
        return False
    return (
        hmac.compare_digest(hash_of(given), stored_hash or hash_of("")) and stored_hash is not None
    )
