"""Finds the program, runs it, and turns its errors into exceptions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
import warnings
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Tuple, Union

PathLike = Union[str, "os.PathLike[str]"]


class GridscopeError(Exception):
    """The program refused an input. The text is the program's own sentence."""


class ProgramNotFound(GridscopeError):
    """The program `gridscope` is not installed."""


class Halted(GridscopeError):
    """A budget of events or memory ended the run before it had a result."""


class GridscopeWarning(UserWarning):
    """The program read the input, but something in it looks wrong."""


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
    raise ProgramNotFound(
        f"the program gridscope was not found. Looked for: {looked}. Install it with pip, or set GRIDSCOPE_PROGRAM to its path"
    )


def _sentences(stderr: str) -> Tuple[str, List[str], List[str]]:
    """Splits the lines of standard error into the error, notes and warnings."""
    error, notes, warned = [], [], []
    for line in stderr.splitlines():
        kind, _, text = line.partition(": ")
        if kind == "note" or kind == "lost":
            notes.append(text)
        elif kind == "warning":
            warned.append(text)
        elif kind == "gridscope":
            error.append(text)
        elif line.strip():
            error.append(line.strip())
    return " ".join(error), notes, warned


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


class Done:
    """Result of a command that succeeded."""

    def __init__(self, out: bytes, notes: List[str], code: int) -> None:
        self.out, self.notes, self.code = out, notes, code

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")


def call(
    args: Sequence[str],
    stdin: Optional[bytes] = None,
    ok: Sequence[int] = (0,),
    what: Optional[str] = None,
    count: Optional[Callable[[], str]] = None,
) -> Done:
    """Runs the program. An interruption ends it. `ok` lists the exit codes that are no error.

    `what` is shown while a call takes long. Calls that a report makes many of, or that end soon, show nothing: `what=""`.
    """
    running = subprocess.Popen(
        [program(), *args],
        stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
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
    code = running.returncode
    error, notes, warned = _sentences(result[1].decode("utf-8", "replace"))
    for text in warned:
        warnings.warn(text, GridscopeWarning, stacklevel=3)
    if code not in ok:
        # The name of a temporary file, or of standard input, says nothing to the caller.
        sentence = (
            re.sub(r"\S*gridscope-\w+[/\\]run\.\w[\w.]*(, )?(: )?|^standard input: ", "", error)
            or "; ".join(notes)
            or f"the program ended with code {code}"
        )
        raise Halted(sentence) if code == 3 else GridscopeError(sentence)
    return Done(result[0], notes, code)
