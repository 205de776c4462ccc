"""Measured figures, each beside a peer doing the same work in the same run."""
