"""Stops a call that takes too long."""

from __future__ import annotations

import contextlib
import ctypes
import signal
import sys
import threading
from types import FrameType
from typing import Any, Iterator, Optional

from ._program import in_browser

#: Seconds between two attempts to stop a call that catches every exception.
AGAIN = 0.2


class Late(BaseException):
    """A search took longer than it may. A program's `except Exception` must not catch it."""


class _Repeated(Late):
    """An exception that comes again if a bare `except` of the program catches it."""

    def __init__(self, call: "_Call") -> None:
        super().__init__(call.sentence)
        self.call = call

    def __del__(self) -> None:
        # The program leaves its `except`, so the next line is outside of that `try`.
        self.call.trace(sys._getframe().f_back)


class _Call:
    """A call in the main thread that may be stopped."""

    def __init__(self, sentence: str, caller: FrameType) -> None:
        self.sentence, self.caller = sentence, caller
        self.attempts = 0
        #: The trace function of a debugger or of a measure of coverage.
        self.own_trace = sys.gettrace()
        # What is put back after the call must not be interrupted.
        self.is_inside = True

    def signalled(self, _signal: int, frame: Optional[FrameType]) -> None:
        if not self.is_inside or frame is None or frame.f_code.co_filename == __file__:
            return
        self.attempts += 1
        if self.attempts > 1:
            # A program that catches and keeps exceptions gets another one within its `except`.
            self.trace(frame)
        raise _Repeated(self)

    def trace(self, frame: Optional[FrameType]) -> None:
        """Makes the next line of the program raise an exception, in whichever function it is."""
        if not self.is_inside:
            return
        while frame is not None and frame is not self.caller:
            frame.f_trace = self.traced
            frame = frame.f_back
        sys.settrace(self.traced)

    def traced(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename == __file__:
            return None
        if event == "line" and self.is_inside:
            raise _Repeated(self)
        return self.traced

    def end(self) -> None:
        self.is_inside = False
        if self.attempts:
            sys.settrace(self.own_trace)


@contextlib.contextmanager
def at_most(seconds: Optional[float]) -> Iterator[None]:
    """Stops what runs inside after some seconds: by a signal, or in other threads and on Windows between two instructions.

    A browser's Python has neither, so nothing is stopped there.
    """
    if seconds is None or in_browser():
        yield
        return
    sentence = f"The search took longer than {seconds:g} s, and was stopped."
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        # This function is called by `__enter__`, which the caller calls.
        call = _Call(sentence, sys._getframe(2))
        before = signal.signal(signal.SIGALRM, call.signalled)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            yield
        finally:
            call.end()
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        return
    is_inside = True
    thread, lock, done = ctypes.c_ulong(threading.get_ident()), threading.Lock(), threading.Event()
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def interrupt() -> None:
        wait: float = seconds or 0
        while not done.wait(wait):
            with lock:
                if is_inside:
                    raise_in(thread, ctypes.py_object(Late))
            wait = AGAIN

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        yield
    except Late as error:
        raise Late(sentence).with_traceback(error.__traceback__) from None
    finally:
        # The exception may arrive here, too, but not twice at once.
        try:
            is_inside = False
        finally:
            is_inside = False
            done.set()
            with lock:
                raise_in(thread, None)
