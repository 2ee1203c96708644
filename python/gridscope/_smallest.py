"""Shrinks maps while a fault stays, draws the result, and writes it as a test."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from ._maps import is_array, is_numbers, is_rows
from ._trials import Table, coordinates, free_value, from_table, has_border, to_table, own_cell

if TYPE_CHECKING:
    from ._check import Report

#: Largest number of maps that are tried.
TRIALS = 600


def can_shrink(map: Any) -> bool:
    """Returns whether a map is a table of cells."""
    return is_rows(map) or is_numbers(map) or is_array(map) and map.ndim == 2 or isinstance(map, str) and "\n" in map



class Smallest:
    """A small map on which a search still breaks a rule."""

    def __init__(self, map: Any, start: Any, goal: Any, trials: int) -> None:
        #: The map, in the form of the one that was given.
        self.map = map
        self.start, self.goal = start, goal
        #: Number of maps that were tried.
        self.trials = trials
        self.name, self.rule = "search", ""
        self.rules: Dict[str, Any] = {}
        self.size, self.before = (0, 0), (0, 0)
        self.report: Optional["Report"] = None
        #: A cheapest path and its cost, if the program's own search has these costs.
        self.cheapest: Optional[Tuple[List[Tuple[int, int]], float]] = None

    def describe(
        self,
        name: str,
        rule: str,
        rules: Mapping[str, Any],
        size: Tuple[int, int],
        before: Tuple[int, int],
        report: "Report",
    ) -> None:
        self.name, self.rule, self.rules = name, rule, dict(rules)
        self.size, self.before, self.report = size, before, report
        if not report.faults:
            # A fact is a fault only for a search that promises a cheapest path.
            self.rules["optimal"] = True

    @property
    def cost(self) -> Optional[float]:
        """Cost of the path that the search took here."""
        from ._cheapest import path_cost

        watched = self.report.watched if self.report is not None else None
        broken = self.report is not None and self.report.has("path-broken")
        return path_cost(watched.path, watched._header) if watched and watched.path and not broken else None

    @property
    def test(self) -> str:
        """A test in Python that fails as long as the search breaks the rule on this map."""
        map = _map_literal(self.map)
        special = sorted(set(re.findall(r"\b(?:inf|nan)\b", map)) if not is_rows(self.map) else ())
        # Infinity and NaN are blocked cells in an array that does not state what its numbers mean.
        stated = {name: value for name, value in self.rules.items() if not (name == "array" and special)}
        rules = "".join(f", {name}={_literal(value)}" for name, value in stated.items())
        name = self.name if self.name.isidentifier() else "search"
        lines = [f"from math import {', '.join(special)}"] if special else []
        lines += ["import numpy as np"] if is_array(self.map) else []
        lines += ["import gridscope as gs", ""]
        lines += ["", f"def test_{name}_{self.rule.replace('-', '_')}():", f"    map = {map}"]
        lines.append(f"    report = gs.check({name}, map, {self.start!r}, {self.goal!r}{rules})")
        lines.append("    assert not report.faults, report")
        return "\n".join(lines) + "\n"

    def _sizes(self) -> str:
        (w, h), (bw, bh) = self.size, self.before
        return f"{w} × {h} of {bw} × {bh} cells, found in {self.trials} trials"

    def __str__(self) -> str:
        from ._check import brief

        lines = ["Smallest map that shows it:"]
        table = to_table(self.map)
        cells = str(self.rules.get("cells", "xy"))
        marks = {
            coordinates(self.goal, cells, len(table[0])): "G",
            coordinates(self.start, cells, len(table[0])): "S",
        }
        wide = max(len(str(c)) for row in table for c in _shown(row))
        for y, row in enumerate(table[:60]):
            lines.append(
                "    "
                + ("" if wide == 1 else " ").join(
                    str(marks.get((x, y), c)).rjust(wide) for x, c in enumerate(_shown(row))
                )
            )
        costs = self._prices_of_ends(table, marks)
        costs += [f"{what} {brief(cost)}" for what, cost, _ in self._costs()]
        if costs:
            lines.append("    " + ", ".join(costs))
        lines.append(f"    {self._sizes()}")
        return "\n".join(lines)

    __repr__ = __str__

    @property
    def _claimed(self) -> Optional[float]:
        """Cost that the search states for its path, if it is another one."""
        watched = self.report.watched if self.report is not None else None
        return watched.cost if watched and self.report is not None and self.report.has("path-cost") else None

    def _costs(self) -> List[Tuple[str, float, str]]:
        """Returns the costs that the fault is about, each with its name and the sign of its line."""
        if self.cost is None:
            return []
        best = self.cheapest and self.cheapest[1]
        # Of a path that costs no more than a cheapest one, costs say nothing about the fault, unless it claims another.
        if self._claimed is None and best is not None and abs(self.cost - best) <= 1e-9 * max(best, 1):
            return []
        costs = [(self.name, self.cost, '<span style="color:#B05700">━</span> ')]
        costs += [("it says", self._claimed, "")] if self._claimed is not None else []
        return costs + ([("cheapest", best, '<span style="color:#00795F">╍</span> ')] if best is not None else [])

    @property
    def _has_prices(self) -> bool:
        return self.report is not None and self.report.watched._ground.prices

    def _prices_of_ends(self, table: Table, marks: Mapping[Tuple[int, int], str]) -> List[str]:
        """Returns the prices of start and goal, whose letters hide them."""
        if not self._has_prices:
            return []
        return [f"{sign} {table[y][x]:g}" for (x, y), sign in sorted(marks.items(), key=lambda mark: mark[1], reverse=True)]

    def _html(self) -> str:
        from ._check import brief

        parts = ['<div class="gs-w">Smallest map that shows it</div>', self.svg()]
        for what, cost, sign in self._costs():
            parts.append(f"{sign}{html.escape(what)} <code>{brief(cost)}</code> ")
        parts.append(f'<div class="gs-w">{self._sizes()}</div>')
        if self.report is not None:
            parts.append(f"<details><summary>▶ Play</summary>{self.report.watched.run._repr_html_()}</details>")
        parts.append(f"<details><summary>Copy as a test</summary><pre>{html.escape(self.test)}</pre></details>")
        return "".join(parts)

    def _repr_html_(self) -> str:
        from ._check import _STYLE

        return f'{_STYLE}<div class="gs-r"><div class="gs-s" style="flex:1">{self._html()}</div></div>'

    def svg(self) -> str:
        """Returns the map as a drawing, with the path of the search and a cheapest one."""
        watched = self.report.watched if self.report is not None else None
        width, height = self.size
        side = max(6, min(40 if self._has_prices else 30, 280 // max(width, 1)))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * side + 2}" height="{height * side + 2}" '
            f'viewBox="-1 -1 {width * side + 2} {height * side + 2}" role="img" aria-label="the smallest map">'
            f'<rect width="{width * side}" height="{height * side}" fill="#fff" stroke="#20252D"/>'
        ]
        for x in range(1, width):
            parts.append(f'<path d="M{x * side} 0V{height * side}" stroke="#DBE0E7"/>')
        for y in range(1, height):
            parts.append(f'<path d="M0 {y * side}H{width * side}" stroke="#DBE0E7"/>')
        ground = watched._ground if watched else None
        for y in range(height):
            for x in range(width):
                if ground is not None and ground.blocked((x, y)):
                    parts.append(f'<rect x="{x * side}" y="{y * side}" width="{side}" height="{side}" fill="#4A5260"/>')

        def line(path: Sequence[Tuple[int, int]], style: str) -> str:
            points = " ".join(f"{(x + 0.5) * side:g},{(y + 0.5) * side:g}" for x, y in path)
            return f'<polyline points="{points}" fill="none" stroke-width="3" stroke-linejoin="round" {style}/>'

        if self.cheapest is not None:
            parts.append(line(self.cheapest[0], 'stroke="#00795F" stroke-dasharray="7 5"'))
        if watched is not None and watched.path:
            parts.append(line(watched.path, 'stroke="#B05700"'))
        cells = str(self.rules.get("cells", "xy"))
        for cell, colour, sign in ((self.start, "#1E5FCC", _SHIELD), (self.goal, "#14171C", _FLAG)):
            x, y = coordinates(cell, cells, width)
            parts.append(
                f'<g transform="translate({x * side} {y * side}) scale({side / 24:g})">'
                f'<circle cx="12" cy="12" r="10" fill="{colour}" stroke="#fff"/><path d="{sign}" fill="#fff"/></g>'
            )
        for y in range(height if self._has_prices else 0):
            for x in range(width):
                if ground is None or not ground.blocked((x, y)):
                    # In the corner, over the lines and signs, which take the middle.
                    parts.append(
                        f'<text x="{x * side + 2}" y="{(y + 1) * side - 2}" font-size="{max(5, side // 3)}" font-family="sans-serif" '
                        f'fill="#14171C" stroke="#fff" stroke-width="3" paint-order="stroke">{to_table(self.map)[y][x]:g}</text>'
                    )
        return "".join(parts) + "</svg>"


#: Signs of start and goal, in a square of 24.
_SHIELD = "M12 6l5 1.6v4.2c0 3-2.3 5-5 6.2-2.7-1.2-5-3.2-5-6.2V7.6z"
_FLAG = "M8 18V7h9l-2 3 2 3H9.6v5z"


def _shown(row: Sequence[Any]) -> List[Any]:
    return [int(c) if isinstance(c, bool) else c for c in row]


def _literal(value: Any) -> str:
    return getattr(value, "__name__", repr(value)) if callable(value) else repr(value)


def _map_literal(map: Any) -> str:
    if is_array(map):
        if hasattr(map, "mask"):
            mask = [[cell is None for cell in row] for row in map.tolist()]
            return f"np.ma.masked_array({map.filled(0).tolist()!r}, {mask!r}, {str(map.dtype)!r})"
        return f"np.array({map.tolist()!r}, dtype={str(map.dtype)!r})"
    if isinstance(map, list) and map and isinstance(map[0], str):
        rows = "".join(f"\n        {row!r}," for row in map)
        return f"[{rows}\n    ]"
    return repr(map)


def shrink(
    map: Any, start: Any, goal: Any, shows: Callable[[Any, Any, Any], bool], cells: str, trials_limit: Optional[int] = None
) -> Optional[Smallest]:
    """Removes rows and columns, and then single tiles, as long as `shows` holds. Tries at most `trials_limit` maps."""
    table = to_table(map)
    width = len(table[0])
    a, b = coordinates(start, cells, width), coordinates(goal, cells, width)
    trials = 0

    def holds(table: Table, a: Tuple[int, int], b: Tuple[int, int]) -> bool:
        nonlocal trials
        if trials >= (trials_limit or TRIALS):
            return False
        trials += 1
        wide = len(table[0])
        return shows(from_table(table, map), own_cell(a, cells, wide, start), own_cell(b, cells, wide, goal))

    if not holds(table, a, b):
        return None
    border = 1 if has_border(table) else 0
    changed = True
    while changed:
        changed = False
        for axis in (0, 1):
            length = len(table[0]) if axis == 0 else len(table)
            size = max(length // 2, 1)
            while size >= 1:
                at = border
                while at < (len(table[0]) if axis == 0 else len(table)) - border:
                    length = (len(table[0]) if axis == 0 else len(table)) - border
                    end = min(at + size, length)
                    if at <= a[axis] < end or at <= b[axis] < end or end - at >= length - border:
                        at += size
                        continue
                    cut = [r[:at] + r[end:] for r in table] if axis == 0 else table[:at] + table[end:]
                    moved = [list(a), list(b)]
                    for point in moved:
                        point[axis] -= end - at if point[axis] >= end else 0
                    na, nb = (moved[0][0], moved[0][1]), (moved[1][0], moved[1][1])
                    if holds(cut, na, nb):
                        table, a, b, changed = cut, na, nb, True
                    else:
                        at += size
                size //= 2
        free = free_value(table, a)
        for y in range(border, len(table) - border):
            for x in range(border, len(table[0]) - border):
                if table[y][x] == free or (x, y) in (a, b):
                    continue
                other = [list(row) for row in table]
                other[y][x] = free
                if holds(other, a, b):
                    table, changed = other, True
    wide = len(table[0])
    return Smallest(from_table(table, map), own_cell(a, cells, wide, start), own_cell(b, cells, wide, goal), trials)
