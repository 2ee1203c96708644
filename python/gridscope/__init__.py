"""gridscope: steps through grid algorithms, explains each decision, and checks your own search.

    import gridscope as gs

    run = gs.run("hello")                           # a run of the program
    gs.check(my_astar, rows, (0, 0), (9, 6))        # your search, unchanged, watched and audited

`start`, `open`, `expand`, `reject`, `path`, `event` and `done` are those of the logger `loggers/gridscope.py`, so a
program that was written for the copied file works with the package too.
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence

from . import _logger
from ._check import Fault, Report, check, minimise
from ._compare import Comparison, compare
from ._experiment import experiment, merge
from ._finder import Finder
from ._grade import Grade, grade
from ._html import View, show
from ._logger import done, event, expand, path, reject, start
from ._open import open_window
from ._program import GridscopeError, GridscopeWarning, Halted, ProgramNotFound, program
from ._run import Diff, Run, diff, run
from ._smallest import Smallest
from ._watch import Watched, watch

__version__ = "0.1.0"

__all__ = [
    "Comparison", "Diff", "Fault", "Finder", "Grade", "GridscopeError", "GridscopeWarning", "Halted", "ProgramNotFound",
    "Report", "Run", "Smallest", "View", "Watched", "check", "compare", "diff", "done", "event", "expand", "experiment", "grade",
    "merge", "minimise", "open", "path", "program", "reject", "run", "show", "start", "watch",
]  # fmt: skip


def open(
    x: Any,
    y: Optional[int] = None,
    parent: Optional[Sequence[int]] = None,
    g: Optional[float] = None,
    h: Optional[float] = None,
) -> None:
    """Opens a run or a file in the window, or as a page if there is no display. With numbers, logs that a cell was opened."""
    if y is None:
        open_window(x)
    else:
        _logger.open(x, y, parent, g, h)


def __dir__() -> List[str]:
    return ["__version__", *__all__]
