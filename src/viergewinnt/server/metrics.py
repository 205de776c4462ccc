"""What Prometheus reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

if TYPE_CHECKING:
    from viergewinnt.server.service import GameService

__all__ = ["Metrics"]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The figures of one server process."""

    def __init__(self, service: GameService) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "viergewinnt_requests",
            "Requests answered, by address, method and status.",
            ["route", "method", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "viergewinnt_request_seconds",
            "Time to the first byte of the answer.",
            ["route", "method"],
            buckets=SECONDS,
            registry=self.registry,
        )
        for name, words, value in (
            ("listeners", "Event streams that are open.", lambda: service.hub.count),
            ("engine_work", "Choices made or waiting.", lambda: service.pool.under_way),
        ):
            gauge = Gauge(f"viergewinnt_{name}", words, registry=self.registry)
            gauge.set_function(value)
