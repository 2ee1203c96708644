"""Finds the program, runs it, and turns its errors into exceptions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
import warnings
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Tuple, Union

#: The engine for browsers, in the wheel for browsers only.
ENGINE = Path(__file__).with_name("engine.wasm")
PathLike = Union[str, "os.PathLike[str]"]
#: A Python with a window of its own, such as IDLE, would open a console for each program on Windows.
NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class GridscopeError(Exception):
    """The program refused an input. The text is the program's own sentence."""

    def __init__(self, sentence: str = "", kind: str = "input", place: Optional[str] = None) -> None:
        super().__init__(sentence)
        #: What went wrong: question, input, run, halted, cancelled or crash.
        self.kind = kind
        #: Name of the file, with line and column as far as they are known. It is also in the text.
        self.place = place


class ProgramNotFound(GridscopeError):
    """The program `gridscope` is not installed."""


class Halted(GridscopeError):
    """A budget of events or memory ended the run before it had a result."""


class GridscopeWarning(UserWarning):
    """The program read the input, but something in it looks wrong."""


def in_browser() -> bool:
    """Returns whether this is a browser's Python, which has no processes."""
    return sys.platform == "emscripten"


def _places() -> List[Tuple[str, Optional[str]]]:
    """Returns the places to look in, each with the program found there."""
    name = "gridscope.exe" if os.name == "nt" else "gridscope"
    places: List[Tuple[str, Optional[str]]] = []
    named = os.environ.get("GRIDSCOPE_PROGRAM")
    if named:
        places.append((f"GRIDSCOPE_PROGRAM={named}", shutil.which(named)))
    else:
        places.append(("GRIDSCOPE_PROGRAM (not set)", None))
    schemes = [None, "nt_user" if os.name == "nt" else "posix_user"]
    for scheme in schemes:
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        file = os.path.join(folder, name)
        places.append((file, file if os.path.isfile(file) and os.access(file, os.X_OK) else None))
    # `pip install --target DIR` puts the program into DIR/bin.
    file = str(Path(__file__).resolve().parent.parent / "bin" / name)
    places.append((file, file if os.path.isfile(file) and os.access(file, os.X_OK) else None))
    places.append((f"{name} on PATH", shutil.which(name)))
    return places


_found: Dict[Tuple[Optional[str], Optional[str]], str] = {}


def program() -> str:
    """Returns the path of the program: `GRIDSCOPE_PROGRAM`, else the wheel's, else the one on `PATH`."""
    if in_browser():
        raise ProgramNotFound(
            "a browser's Python cannot start the program gridscope, which this needs; runs, checks and players work here. "
            "For the rest, install gridscope on a computer: pip install gridscope"
        )
    mark = os.environ.get("GRIDSCOPE_PROGRAM"), os.environ.get("PATH")
    known = _found.get(mark)
    if known is not None and os.path.isfile(known):
        return known
    places = _places()
    for _, found in places:
        if found:
            _found[mark] = found
            return found
    looked = "; ".join(place for place, _ in places)
    install = "Install it with pip, or set GRIDSCOPE_PROGRAM to its path"
    if ENGINE.exists():
        install = (
            "This is the wheel for browsers, since there is none for this system. Build the program with "
            "pip install --force-reinstall --no-binary gridscope gridscope, which needs Rust, or set GRIDSCOPE_PROGRAM to its path"
        )
    raise ProgramNotFound(f"the program gridscope was not found. Looked for: {looked}. {install}")


def warn(text: str) -> None:
    """Warns at the line that called the package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, GridscopeWarning, stacklevel=level)


class Progress:
    """One line on standard error about a run that takes long: what it does and for how long. Erased at the end."""

    def __init__(self, what: str, after: float = 1.0) -> None:
        self.what, self.after, self.began, self.shown = what, after, time.monotonic(), 0.0
        self.width = 0

    def tick(self, done: Optional[str] = None) -> None:
        now = time.monotonic()
        if not self.what or now - self.began < self.after or now - self.shown < 0.25:
            return
        self.shown = now
        text = f"{self.what}: {done + ', ' if done else ''}{now - self.began:.0f} s"
        self.width = max(self.width, len(text))
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


def call(
    args: Sequence[str],
    stdin: Optional[bytes] = None,
    what: Optional[str] = None,
    count: Optional[Callable[[], str]] = None,
) -> bytes:
    """Runs the program and returns its output. An interruption ends it. `what` is shown while it takes long."""
    running = subprocess.Popen(
        [program(), *args],
        stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        creationflags=NO_CONSOLE,
    )
    result: List[bytes] = [b"", b""]

    def read() -> None:
        result[0], result[1] = running.communicate(stdin)

    reader = threading.Thread(target=read, daemon=True)
    progress = Progress(f"gridscope {args[0]}" if what is None else what)
    try:
        reader.start()
        while reader.is_alive():
            reader.join(0.1)
            if reader.is_alive():
                progress.tick(count() if count else None)
    except BaseException:
        running.kill()
        reader.join(5)
        raise
    finally:
        progress.end()
    lines = result[1].decode("utf-8", "replace").splitlines()
    for line in lines:
        if line.startswith("warning: "):
            warn(line[len("warning: ") :])
    if running.returncode == 0:
        return result[0]
    sentence = " ".join(line[len("gridscope: ") :] for line in lines if line.startswith("gridscope: "))
    sentence = sentence.replace("standard input: ", "", 1) or f"the program ended with code {running.returncode}"
    raise Halted(sentence, "halted") if running.returncode == 3 else GridscopeError(sentence)
