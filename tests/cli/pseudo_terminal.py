"""A program on a pseudo-terminal, typed to and read from like by a person."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from types import TracebackType
from typing import Self

PATIENCE_S = 60.0
ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]|\r")


class PseudoTerminal:
    """Runs `viergewinnt` with arguments; `seen` is all that it has printed so far."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        self.raw = ""
        self.exit_code: int | None = None
        self._mark = 0
        settings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            command = [sys.executable, "-m", "viergewinnt", *arguments]
            os.execve(sys.executable, command, inherited | settings | environment)  # noqa: S606

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.exit_code is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._terminal)

    @property
    def seen(self) -> str:
        """The text without colours and the like."""
        return ESCAPES.sub("", self.raw)

    def resize(self, columns: int) -> None:
        """Gives the window another width; the program gets SIGWINCH."""
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def type(self, text: str) -> None:
        """Types keys."""
        os.write(self._terminal, text.encode())

    def read_until(self, expected: str) -> str:
        """What has been printed since the last call, up to and with some text."""
        deadline = time.monotonic() + PATIENCE_S
        while (end := self.seen.find(expected, self._mark)) < 0:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not self._read(left_s):
                raise AssertionError(f"{expected!r} never came; seen:\n{self.seen[self._mark :]}")
        new = self.seen[self._mark : end + len(expected)]
        self._mark = end + len(expected)
        return new

    def wait(self) -> int:
        """The exit code, after the rest has been read."""
        while self._read(PATIENCE_S):
            pass
        _, status = os.waitpid(self._pid, 0)
        self.exit_code = os.waitstatus_to_exitcode(status)
        return self.exit_code

    def _read(self, timeout_s: float) -> bool:
        """Reads what is there; False at the end or when nothing comes."""
        if not select.select([self._terminal], [], [], timeout_s)[0]:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # the program has closed its side
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
