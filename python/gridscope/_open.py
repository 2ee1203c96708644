"""Opens a run in the window, or as a page in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Any

from ._program import NO_CONSOLE, program
from ._run import Run, run


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_window(what: Any) -> None:
    """Opens the window on a run, or writes a page and opens it in the browser if there is no display."""
    if isinstance(what, (str, os.PathLike)):
        if has_display():
            _start(os.fspath(what))
            return
        what = run(what)
    one = what if isinstance(what, Run) else getattr(what, "run", None)
    if not isinstance(one, Run):
        raise TypeError("gs.open: expected a run, or the name of a file")
    # The window reads the file after this call, so the file must stay.
    folder = Path(tempfile.mkdtemp(prefix="gridscope-"))
    if has_display():
        file = folder / f"run{one._suffix}"
        file.write_bytes(one._content)
        _start(str(file))
        return
    page = folder / "run.html"
    page.write_text(one.html(), "utf-8")
    if not webbrowser.open(page.as_uri()):
        print(f"There is no display. The page is {page}")


def _start(file: str) -> None:
    window = subprocess.Popen(
        [program(), "open", file],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=NO_CONSOLE,
    )
    # A process whose end is not awaited stays in the system's table.
    threading.Thread(target=window.wait, daemon=True).start()
