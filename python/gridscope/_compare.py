"""`gs.compare`: a search of your own beside one of the program's, up to the first expansion that differs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple

from ._cheapest import SQRT2, path_cost
from ._check import brief
from ._html import View
from ._maps import scene_of
from ._program import GridscopeError
from ._rules import RuleWords, with_rules
from ._run import Run, need_numpy, run
from ._serve import server
from ._watch import Watched, watch

if TYPE_CHECKING:
    from typing_extensions import Unpack

Expansion = Tuple[int, Tuple[int, int], float]


class Comparison:
    """The expansions of two searches, up to the first that differs."""

    def __init__(self, own: Watched, other: Run) -> None:
        self.own, self.other = own, other
        mine, theirs = _expansions(own.run), _expansions(other)
        #: Number of expansions that are equal from the start.
        self.same = 0
        for one, another in zip(mine, theirs):
            if one[1] != another[1]:
                break
            self.same += 1
        #: The first expansion that differs: cells, values of f and event numbers of both. `None` if there is none.
        self.first: Optional[Dict[str, Any]] = None
        if self.same < max(len(mine), len(theirs)):
            a = mine[self.same] if self.same < len(mine) else None
            b = theirs[self.same] if self.same < len(theirs) else None
            self.first = {"own": a and a[1], "other": b and b[1], "own_event": a and a[0], "other_event": b and b[0]}
            if a and b and not (math.isnan(a[2]) or math.isnan(b[2])):
                self.first["own_f"], self.first["other_f"] = a[2], b[2]
        #: Costs of both paths, by the rules of the comparison. `None` without a path.
        self.costs: Tuple[Optional[float], Optional[float]] = (
            path_cost(own.path, own._header) if own.path else None,
            _cost_of(other, own),
        )
        self.expanded = len(mine), len(theirs)

    def __str__(self) -> str:
        name, other = self.own.name, self.other.algorithm
        lines = []
        if self.first is None:
            lines.append(f"{name} and {other} expand the same {self.same} cells in the same order.")
        else:
            begin = (
                f"Both expand the same {self.same} cells first. Then " if self.same else "The first expansions differ: "
            )
            a, b = self.first["own"], self.first["other"]
            mine = f"{name} expands {_cell(a, self.own)}" if a else f"{name} stops"
            theirs = f"{other} expands {_cell(b, self.own)}" if b else f"{other} stops"
            if "own_f" in self.first:
                fa, fb = self.first["own_f"], self.first["other_f"]
                mine += f" with f = {brief(fa)}"
                theirs += f" with f = {brief(fb)}"
                tie = abs(fa - fb) < 1e-9
                lines.append(
                    f"{begin}{mine}, and {theirs}."
                    + (" The values are equal, so this is only another choice in a tie." if tie else "")
                )
            else:
                lines.append(f"{begin}{mine}, and {theirs}.")
            event = self.first["own_event"]
            if event:
                lines.append(f"To see it: .at({event}) of the watched search.")
        lines.append(f"Expanded: {name} {self.expanded[0]}, {other} {self.expanded[1]}.")
        costs = [brief(c) if c is not None else "no path" for c in self.costs]
        lines.append(f"Cost of the path: {name} {costs[0]}, {other} {costs[1]}.")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        at = self.first["own_event"] if self.first else None
        text = "<br>".join(html.escape(line) for line in str(self).split("\n"))
        return f"<p>{text}</p>" + View([self.own.run, self.other], at=at)._repr_html_()


def _cell(cell: Tuple[int, int], own: Watched) -> str:
    written = own._cells.write(cell)
    return str(written) if not isinstance(written, tuple) else f"({written[0]},{written[1]})"


def _expansions(one: Run) -> List[Expansion]:
    need_numpy("a comparison of runs")
    names = one.event_names
    wanted = {number for number, name in names.items() if name in ("expanded", "expand")}
    events = one.events
    fields = events.dtype.names or ()
    found = []
    waiting: Dict[Tuple[int, int], float] = {}
    for number, event in enumerate(events, 1):
        cell = (int(event["x"]), int(event["y"]))
        value = float(event["f"]) if "f" in fields else math.nan
        if int(event["event"]) in wanted:
            found.append((number, cell, waiting.get(cell, math.nan) if math.isnan(value) else value))
        elif not math.isnan(value):
            waiting[cell] = min(value, waiting.get(cell, math.inf))
    return found


def _cost_of(other: Run, own: Watched) -> Optional[float]:
    path = other.outcome.get("path")
    if not path or not other.outcome.get("found", True):
        return None
    return path_cost([(int(x), int(y)) for x, y in path], own._header)


@with_rules
def compare(
    function: Callable[..., Any],
    algorithm: Any,
    map: Any,
    start: Any,
    goal: Any,
    *,
    params: Optional[Dict[str, Any]] = None,
    **rules: Unpack[RuleWords],
) -> Comparison:
    """Compares a search of your own with an algorithm of the program on the same map.

    The keywords of `gs.watch` state the rules. The program's algorithm gets the same neighbours, corners and costs;
    `params` sets others, such as `{"weight": 1.5}`.
    """
    own = watch(function, map, start, goal, **rules)
    header = own._header
    costs = header["costs"]
    given: Dict[str, Any] = {"neighbours": header["neighbours"], "corners": header["corners"]}
    straight, diagonal = costs.get("straight"), costs.get("diagonal")
    if header["neighbours"] == 4 and straight == 1 or (straight, diagonal) == (1, 1):
        given["costs"] = "1"
    elif straight == 1 and diagonal is not None and abs(diagonal - SQRT2) < 1e-6:
        given["costs"] = "octile"
    elif (straight, diagonal) in ((2, 3), (10, 14)):
        given["costs"] = f"{straight}/{diagonal}"
    else:
        raise GridscopeError(
            f"the program's searches have no costs {dict(costs)}; expected 1 and 1, 1 and √2, 2 and 3, or 10 and 14"
        )
    known = _parameters(str(algorithm))
    given = {name: value for name, value in given.items() if name in known}
    ground: Any = rules.get("ground")
    source = map if ground is None else ground
    scene, _ = scene_of(source, array=rules.get("array"), inf_is_blocked=True)
    other = run(
        scene,
        header["start"],
        header["goal"],
        algorithm,
        title=str(algorithm),
        **{**given, **(params or {})},
    )
    return Comparison(own, other)


def _parameters(algorithm: str) -> List[str]:
    """Returns the names of an algorithm's parameters."""
    return [param["name"] for param in server.card(algorithm)["params"]]
