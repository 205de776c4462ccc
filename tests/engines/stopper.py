"""Stops a call from another thread, and tells how long the call went on."""

import threading
import time

from viergewinnt import _native


class Stopper(threading.Thread):
    """Sets a flag after a while and notes when."""

    def __init__(self, flag: _native.StopFlag, after_s: float) -> None:
        super().__init__()
        self.set_at = 0.0
        self._flag, self._after_s = flag, after_s
        self.start()

    def run(self) -> None:
        time.sleep(self._after_s)
        self.set_at = time.perf_counter()
        self._flag.set()

    def delay(self) -> float:
        """Seconds since the flag was set."""
        now = time.perf_counter()
        self.join()
        return now - self.set_at
