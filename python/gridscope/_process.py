"""A process of the program that stays, and answers."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import weakref

from ._program import NO_CONSOLE, GridscopeError, program


class Process:
    """A process that is started when it is needed, and again after an error, a fork or in a copy by pickling."""

    def _prepare(self) -> None:
        self._process: "subprocess.Popen[bytes] | None" = None
        # Reentrant, so that a signal handler may close what waits for an answer.
        self._lock = threading.RLock()
        _processes.add(self)

    def _start(self, *args: str, bufsize: int = -1) -> "subprocess.Popen[bytes]":
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [program(), *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=bufsize,
            creationflags=NO_CONSOLE,
        )
        return self._process

    def _end(self) -> None:
        """Ends the process, and closes its pipes after that: a pipe that is in use cannot be closed."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._drop(process)

    def _drop(self, process: "subprocess.Popen[bytes]") -> None:
        for file in (process.stdin, process.stdout, self._errors):
            try:
                if file is not None:
                    file.close()
            except OSError:  # What was not sent cannot be sent any more.
                pass

    def _forget(self) -> None:
        """Leaves the process to the parent of this one, which would miss the answers that are read here."""
        process = self._process
        self._prepare()
        if process is not None:
            process.returncode = 0  # It is no child of this process, so there is nothing to wait for.
            self._drop(process)

    def _failed(self) -> GridscopeError:
        """Ends a process that gives no answer, and returns the error with its last words."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._errors.seek(0)
        message = self._errors.read().decode("utf-8", "replace").strip()
        return GridscopeError(message.replace("gridscope: ", "", 1) or "the program ended", "crash")


_processes: "weakref.WeakSet[Process]" = weakref.WeakSet()


def _after_fork() -> None:
    for process in list(_processes):
        process._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
