"""Stops a call that takes too long."""

from __future__ import annotations

import contextlib
import ctypes
import signal
import threading
from typing import Any, Iterator, Optional

from ._program import in_browser

#: Seconds between two attempts to stop a call that catches every exception.
AGAIN = 0.2


class Late(BaseException):
    """A search took longer than it may. A program's `except Exception` must not catch it."""


@contextlib.contextmanager
def at_most(seconds: Optional[float]) -> Iterator[None]:
    """Stops what runs inside after some seconds: by a signal, or in other threads and on Windows between two instructions.

    A browser's Python has neither, so nothing is stopped there.
    """
    if seconds is None or in_browser():
        yield
        return
    sentence = f"The search took longer than {seconds:g} s, and was stopped."
    # What is put back after the call must not be interrupted.
    is_inside = True
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():

        def stop(_signal: int, _frame: Any) -> None:
            if is_inside:
                raise Late(sentence)

        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            yield
        finally:
            is_inside = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        return
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
