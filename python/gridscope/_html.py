"""Shows runs in a notebook: the player of `gridscope render --html` in a sandboxed frame."""

from __future__ import annotations

import base64
import html
import math
import os
import re
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._picture import draw, moment, pdf_of, svg_beside
from ._program import GridscopeError
from ._run import Run

#: Largest page that is put into a notebook, in bytes.
MOST = 2 * 1024 * 1024
#: Number of letters of a sentence for which there is room above the bar.
LONGEST_SENTENCE = 140


#: Gives each frame the height that its player says. Where a notebook runs no scripts, frames keep their first height and
#: scroll.
_LISTENER = (
    "<script>if(!window.gridscopeFrames){window.gridscopeFrames=1;addEventListener('message',e=>{"
    "const h=e.data&&e.data.gridscope&&e.data.gridscope.height;if(h>0)for(const f of document.querySelectorAll('iframe'))"
    "if(f.contentWindow===e.source)f.style.height=Math.min(h,4000)+'px'})}</script>"
)


def _height(run: Run) -> int:
    """Returns the first height of a frame in CSS pixels. Without slides, the bar and buttons are in it at every width."""
    columns, rows = run.size
    heights = range(700, 1000, 10)
    return next(
        (h for h in heights if all(_below_buttons(columns, rows, w, h) <= h for w in range(320, 961, 16))), 1000
    )


def _below_buttons(columns: int, rows: int, width: int, height: int) -> float:
    """Returns where the buttons end in a frame, at most: the layout of the page, with long words at each place."""
    narrow = width < 760
    room = width - (40 if narrow else 276)
    side = min(room / columns, max(240, min(height * 0.7, 620)) / rows, 48)
    tall = rows * (int(side) if side >= 2 else side)
    sentence = max(80, 36 + 22 * math.ceil(LONGEST_SENTENCE * 8 / (width - 40)))
    if narrow:  # The cell is below the buttons, and these have two lines.
        return 90 + tall + sentence + 66
    return 70 + max(tall, 580) + sentence + 34  # A cell of ten layers takes 575.


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
        return self._page()

    def _page(self, pictures: Sequence[str] = ()) -> str:
        """Returns the players, each over its picture."""
        try:
            frames: List[str] = [self._frame(run) for run in self._runs]
        except GridscopeError as error:
            return f"<pre>{html.escape(repr(self))}\n{html.escape(str(error))}</pre>"
        if pictures:
            frames = [_STACK.format(picture, frame) for picture, frame in zip(pictures, frames)]
        if len(frames) == 1:
            return frames[0] + _LISTENER
        cells = "".join(f'<div style="flex:1 1 340px;min-width:0">{frame}</div>' for frame in frames)
        return f'<div style="display:flex;flex-wrap:wrap;gap:16px">{cells}</div>{_LISTENER}'

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        """Returns the players, and pictures of the moment for where nothing can be played: on GitHub, and on paper."""
        bundle: Dict[str, Any] = {"text/plain": repr(self)}
        if not _shows_pages():
            return bundle
        at = self._at if self._at is not None or self._range is None else self._range[1]
        flags = moment(at, theme=self._theme or "light", scale=1)
        coded: List[str] = []
        try:
            svg = svg_beside([draw(run, ".svg", flags).decode("utf-8") for run in self._runs])
            pixels = [draw(run, ".png", flags) for run in self._runs]
            coded = [base64.b64encode(png).decode("ascii") for png in pixels]
            if len(svg) + sum(map(len, coded)) <= MOST:
                bundle["image/svg+xml"] = svg
                # nbconvert makes a PDF of an SVG with Inkscape, and fails without it.
                bundle["application/pdf"] = base64.b64encode(pdf_of(pixels, 1)).decode("ascii")
            else:
                coded = []
        except GridscopeError:  # The page says what is wrong.
            pass
        bundle["text/html"] = self._page(coded)
        return bundle


def _shows_pages() -> bool:
    """Returns whether what shows an object shows more than text. IPython in a terminal does not."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is None or "text/html" in shell.display_formatter.active_types


#: A picture below a frame, in one cell of a grid. Where frames are removed, the picture is there.
_STACK = (
    '<div style="display:grid;grid-template-columns:minmax(0,1fr);max-width:960px"><img alt="" src="data:image/png;base64,{}" '
    'style="grid-area:1/1;margin:8px;max-width:calc(100% - 16px);max-height:600px"><div style="grid-area:1/1">{}</div></div>'
)


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
    if not runs or not all(isinstance(one, Run) for one in runs):
        raise TypeError("gs.show: expected a run, such as gs.show(run, at=10)")
    return View(runs, at, range, theme, app)


def words_for_cells(sentence: str) -> str:
    """Escapes a sentence and marks the cells in it."""
    return re.sub(r"\((-?\d+),\s?(-?\d+)\)", r'<code class="gs-cell">(\1,\2)</code>', html.escape(sentence))
