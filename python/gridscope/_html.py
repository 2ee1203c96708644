"""Shows runs in a notebook: the player of `gridscope render --html` in a sandboxed frame."""

from __future__ import annotations

import html
import os
import re
from typing import List, Optional, Sequence, Tuple

from ._program import GridscopeError
from ._run import Run

#: Largest page that is put into a notebook, in bytes.
MOST = 2 * 1024 * 1024


def _height(run: Run) -> int:
    """Returns the height of the player in CSS pixels: the map, and what is below it."""
    columns, rows = run.size
    cell = max(4.0, min(26.0, 680.0 / max(columns, 1), 520.0 / max(rows, 1)))
    return int(rows * cell) + 290


def app_page() -> Optional[str]:
    """Returns the address of the full page, from `GRIDSCOPE_PAGE`. Without it the player has no link."""
    return os.environ.get("GRIDSCOPE_PAGE") or None


class View:
    """Players of one or more runs, side by side in a notebook."""

    def __init__(
        self,
        runs: Sequence[Run],
        at: Optional[int] = None,
        range: Optional[Tuple[int, int]] = None,
        theme: Optional[str] = None,
        app: Optional[str] = None,
    ) -> None:
        self._runs, self._at, self._range = list(runs), at, range
        self._theme, self._app = theme, app or app_page()

    def __repr__(self) -> str:
        at = "" if self._at is None else f", after event {self._at}"
        return "\n".join(f"{run!r}{at}" for run in self._runs)

    def _frame(self, run: Run) -> str:
        page = run.html(self._at, self._range, app=self._app, theme=self._theme)
        size = len(page.encode("utf-8"))
        if size > MOST:
            raise GridscopeError(
                f"the player of {len(run)} events takes {size / 1e6:.1f} MB; a notebook shows at most {MOST / 1e6:.1f} MB: "
                "show a part with gs.show(run, range=(first, last)), or write a file with run.save('run.html')"
            )
        title = html.escape(run.title or run.algorithm, quote=True)
        return (
            f'<iframe sandbox="allow-scripts allow-popups" title="{title}" srcdoc="{html.escape(page, quote=True)}" '
            f'style="border:0;border-radius:8px;width:100%;max-width:960px;height:{_height(run)}px"></iframe>'
        )

    def _repr_html_(self) -> str:
        try:
            frames: List[str] = [self._frame(run) for run in self._runs]
        except GridscopeError as error:
            return f"<pre>{html.escape(repr(self))}\n{html.escape(str(error))}</pre>"
        if len(frames) == 1:
            return frames[0]
        cells = "".join(f'<div style="flex:1 1 340px;min-width:0">{frame}</div>' for frame in frames)
        return f'<div style="display:flex;flex-wrap:wrap;gap:16px">{cells}</div>'


def show(
    *runs: Run,
    at: Optional[int] = None,
    range: Optional[Tuple[int, int]] = None,
    theme: Optional[str] = None,
    app: Optional[str] = None,
) -> View:
    """Shows runs side by side. The player opens after `at` events, and has the events from `range[0]` to `range[1]`.

    `app` is the address of a page with the full window, for the link *Open in gridscope*. It can also be set as
    GRIDSCOPE_PAGE.
    """
    if not runs:
        raise TypeError("gs.show: expected a run, such as gs.show(run, at=10)")
    return View(runs, at, range, theme, app)


def words_for_cells(sentence: str) -> str:
    """Escapes a sentence and marks the cells in it."""
    return re.sub(r"\((-?\d+),\s?(-?\d+)\)", r'<code class="gs-cell">(\1,\2)</code>', html.escape(sentence))
