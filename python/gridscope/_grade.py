"""`gs.grade`: turns what a search did on many maps into five marks and points."""

from __future__ import annotations

import html
import linecache
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Union

from ._cheapest import path_cost
from ._check import Fault, Report, _advice, _Check, _fact, _is_same, _quiet, _tiles, brief
from ._program import GridscopeError
from ._rules import RuleWords, _nearest, with_rules
from ._smallest import Smallest, can_shrink
from ._trials import to_table, trials
from ._watch import Watched

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The marks of a verdict, with their points.
POINTS = {"loads": 2.0, "returns": 2.0, "path": 2.0, "cheapest": 1.0, "way": 1.0}
#: Rules about the return value, the path, and its cost. All others are about the way there.
MARK_OF = {
    "crash": "returns", "late": "returns", "no-path-read": "returns", "path-broken": "path", "path-cost": "path",
    "path-form": "path", "convention": "path", "no-path": "path", "not-shortest": "cheapest",
}  # fmt: skip
#: Rules that hold even if no open list was watched.
UNWATCHED = {*MARK_OF, "wall", "unsearched"}
#: Late calls after which a search is not tried on further maps.
MOST_LATE = 2
#: Longest log that is given to a player, and largest side of a map that is drawn.
LONGEST_LOG, LARGEST_DRAWN = 1_000_000, 40
#: The map for a search that is graded without one.
MAP = [
    "............", ".####..##...", ".#......#.#.", ".#.####.#.#.", "...#....#.#.", "##.#.####.#.", "...#......#.", ".#...####...",
]  # fmt: skip

Shown = Tuple[Any, Any, Any]
Points = Union[Mapping[str, float], Sequence[float]]


class Mark(NamedTuple):
    """One of the five marks of a verdict."""

    name: str
    #: Whether it holds on all maps. `None` if it could not be checked.
    held: Optional[bool]
    #: Whether its points are earned.
    earned: bool
    #: Why it could not be checked, or why it fails if another mark has the finding, or what was not judged.
    why: Optional[str] = None


class Grade:
    """A verdict in five marks, with points: loads, returns, the path, a cheapest path, the way there."""

    def __init__(self, name: str, marks: Sequence[Mark], points: Mapping[str, float], report: Optional[Report] = None) -> None:
        #: Name of the function.
        self.name = name
        #: The marks, in order.
        self.marks = list(marks)
        #: Points that each mark earned.
        self.points: Dict[str, float] = {mark.name: points[mark.name] if mark.earned else 0.0 for mark in marks}
        #: Sum of all points.
        self.of: float = sum(points.values())
        #: The report of the first mark that fails, or that of the given map.
        self.report = report
        #: Rule that the first finding breaks, its line, and a sentence.
        self.rule: Optional[str] = None
        self.line: Optional[int] = None
        self.text = ""
        #: Headline of the finding, if it says more than the rule.
        self.title: Optional[str] = None
        #: Number of the event that decides.
        self.event: Optional[int] = None
        #: Rules that are broken on any map, and causes.
        self.mistakes: List[str] = []
        #: Number of maps that were tried.
        self.maps = 0

    @property
    def score(self) -> float:
        """Sum of the points that are earned."""
        return sum(self.points.values())

    def __float__(self) -> float:
        return self.score

    @property
    def ok(self) -> bool:
        """Whether no mark fails."""
        return all(mark.held is not False for mark in self.marks)

    def __bool__(self) -> bool:
        return self.ok

    @property
    def smallest(self) -> Optional[Smallest]:
        """The smallest map that shows the first finding, or `None`."""
        return self.report.smallest if self.report is not None else None

    def require(self, score: Optional[float] = None) -> None:
        """Raises an `AssertionError` with the text of the grade if it has fewer points: without a number, fewer than all."""
        if self.score < (self.of if score is None else score):
            raise AssertionError(str(self))

    def to_dict(self) -> Dict[str, Any]:
        """Returns the verdict as values that JSON can hold."""
        small = self.smallest
        watched = small.report.watched if small is not None and small.report is not None else None
        shown = small.report if small is not None and watched is not None else self.report
        log = shown.watched.log if shown is not None and shown.watched._lines else None
        event = next((fault.event for fault in shown.faults if fault.rule == self.rule), None) if shown is not None else None
        return {
            "marks": [mark._asdict() for mark in self.marks], "score": self.score, "of": self.of, "rule": self.rule, "title": self.title,
            "line": self.line, "text": self.text, "mistakes": list(self.mistakes), "maps": self.maps, "event": event,
            "log": log if log is not None and len(log) <= LONGEST_LOG else None,
            "small": drawing(watched, small) if watched is not None and small is not None else None,
        }  # fmt: skip

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.score:g} of {self.of:g} points"]
        for mark in self.marks:
            sign = {True: "✓", False: "✕", None: "–"}[mark.held]
            lines.append(f"  {sign} {mark.name}, {self.points[mark.name]:g}{': ' + mark.why if mark.why else ''}")
        if self.rule is not None:
            where = f"{self.rule}{f', line {self.line}' if self.line else ''}"
            lines.append(f"{where}: {self.text}")
        elif self.text:
            lines.append(self.text)
        if self.smallest is not None:
            lines.append(str(self.smallest))
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        signs = {True: '<i class="gs-ok">✓</i>', False: '<i style="color:#C9252B">✕</i>', None: "<i>–</i>"}
        rows = [
            f'<div class="gs-i">{signs[mark.held]}<div>{mark.name}, {self.points[mark.name]:g}'
            f'<span class="gs-n"> {html.escape(mark.why or "")}</span></div></div>'
            for mark in self.marks
        ]
        report = self.report._repr_html_() if self.report is not None else f"<pre>{html.escape(self.text)}</pre>"
        return (
            f'<div style="font:14px/20px Inter,system-ui,sans-serif"><b>{html.escape(self.name)}: {self.score:g} of {self.of:g} points</b>'
            f"{''.join(rows)}</div>{report}"
        )


def points_of(points: Optional[Points]) -> Dict[str, float]:
    """Returns the points of all marks. A mark that is not named has its own."""
    if points is None:
        return dict(POINTS)
    if not isinstance(points, Mapping):
        if len(points) != len(POINTS):
            raise GridscopeError(f"points={points!r}: expected {len(POINTS)} numbers: {', '.join(POINTS)}")
        points = dict(zip(POINTS, points))
    for name, number in points.items():
        if name not in POINTS:
            raise GridscopeError(f"points has no {name!r}: {_nearest(name, list(POINTS))}")
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number < float("inf"):
            raise GridscopeError(f"the points of {name} are {number!r}; expected a number from 0")
    return {**POINTS, **points}


def drawing(watched: Watched, small: Smallest) -> Optional[Dict[str, Any]]:
    """Returns what a drawing of the smallest map needs."""
    (width, height), ground = watched.size, watched._ground
    if max(width, height) > LARGEST_DRAWN:
        return None
    cells = [(x, y) for y in range(height) for x in range(width)]
    prices = [[float(c) for c in row] for row in to_table(small.map)] if ground.prices else None
    return {
        "width": width, "height": height, "walls": [cell for cell in cells if ground.blocked(cell)],
        "prices": prices and [[c if c - c == 0 else None for c in row] for row in prices],
        "start": watched._ends[0], "goal": watched._ends[1], "path": watched.path or [], "cheapest": small.cheapest[0] if small.cheapest and watched.path else [],
    }  # fmt: skip


class Grader(_Check):
    """A search that is tried on many maps, and what they show."""

    def __init__(self, function: Callable[..., Any], rules: RuleWords, timeout: float, strict: bool, tick: Optional[Callable[[], None]] = None) -> None:
        super().__init__(function, rules, timeout, strict)
        self.tick = tick or (lambda: None)
        #: The first report in which each mark fails, with its map.
        self.failed: Dict[str, Tuple[Report, Shown]] = {}
        self.mistakes: Dict[str, None] = {}
        self.remarks: Dict[str, str] = {}
        self.asked: Set[str] = set()
        self.costlier: List[Report] = []
        self.first: Optional[Report] = None
        self.given: Sequence[Shown] = ()
        #: Why the path could not be checked, if it could not.
        self.unchecked = "no path was read on any map"
        #: Why the order that the rules ask for could not be checked, so far.
        self.order: Optional[str] = "nothing was watched" if "order" in (rules.get("header") or {}) else None
        self.reports, self.paths, self.watched, self.late, self.refused = 0, 0, 0, 0, 0
        #: Number of maps on which the path is too costly, and on how many of them it has the fewest steps.
        self.costly, self.costly_in_fewest_steps = 0, 0

    def one(self, *args: Any, **more: Any) -> Report:
        self.tick()
        report = super().one(*args, **more)
        if "steps" not in self.rules:
            _check_steps(report)
        return report

    def survey(self, maps: Sequence[Shown], also: int, seed: int) -> None:
        """Tries the search on the given maps, and on others with the tiles of the first."""
        more: List[Any] = []
        self.given = maps
        for number, shown in enumerate(maps):
            report = self.one(*shown)
            if number == 0:
                self.first = report
                tiles = _tiles(shown[0], report.watched) if can_shrink(shown[0]) and "ground" not in self.rules else None
                if tiles is not None:
                    self.pin(report, *shown, tiles)
                    more = list(trials(*shown, str(self.rules.get("cells", "xy")), tiles, also, seed))
            self.add(report, shown)
        for trial in more:
            if self.late >= MOST_LATE:
                break
            try:
                self.add(self.one(*trial, limit=self.limited()["limit"]), trial[:3])
            except GridscopeError:
                self.refused += 1

    def add(self, report: Report, shown: Shown) -> None:
        """Adds what one map shows."""
        watched = report.watched
        self.reports += 1
        self.late += report.has("late")
        self.paths += report.has_path and report._ordinary
        if "path-broken" in report.holds:
            self.asked.add("path")
        elif watched.path:
            self.unchecked = next((why for rules, why in report.not_asked if "path-broken" in rules), self.unchecked)
        if report._costs is not None and not report.is_costlier:
            self.asked.add("cheapest")
        self.watched += not UNWATCHED.issuperset(report.holds)
        # An open list that is watched on a few small maps alone says little.
        if 2 * self.watched >= self.reports:
            self.asked.add("way")
        else:
            self.asked.discard("way")
        if "order" in report.holds or report.has("order"):
            self.order = None
        elif self.order is not None:
            self.order = next((why for rules, why in report.not_asked if "order" in rules), self.order)
        if report.is_costlier:
            self.costlier.append(report)
        if report.is_costlier or report.has("not-shortest"):
            ways = watched._ground.ways(watched._header)
            fewest = ways is not None and watched.path and len(watched.path) - 1 == ways.steps(*watched._ends)
            self.costly += watched._ground.prices
            self.costly_in_fewest_steps += bool(watched._ground.prices and fewest)
        for fault in report.faults:
            self.failed.setdefault(MARK_OF.get(fault.rule, "way"), (report, shown))
            self.mistakes[_crash(report) if fault.rule == "crash" else fault.rule] = None
        self.remarks = {**report.remarks, **self.remarks}
        order = watched._order
        if order.cause and (report.has("not-shortest") or report.is_costlier):
            if report.has("not-shortest"):
                self.failed.setdefault("way", (report, shown))
            self.mistakes[re.sub("^`[^`]*`", "A list", order.cause)] = None

    def marks(self) -> List[Mark]:
        found = [Mark("loads", True, True)]
        costlier = len(self.costlier)
        for name in ("returns", "path", "cheapest", "way"):
            is_asked = name in self.asked and not (name == "cheapest" and costlier)
            if name in self.failed:
                # The first mark that fails has the finding.
                is_first = all(mark.held is not False for mark in found)
                found.append(Mark(name, False, False, None if is_first else self.fault(name)[1]))
            elif name == "way" and self.order is not None and self.paths:
                found.append(Mark(name, None, True, f"the order that is asked for could not be checked: {self.order}"))
            elif name == "returns" or is_asked:
                remarks = [text for rule, text in self.remarks.items() if MARK_OF.get(rule, "way") == name]
                found.append(Mark(name, True, True, " ".join(remarks) or None))
            elif name == "path" or not self.paths:
                found.append(Mark(name, None, False, self.unchecked))
            elif name == "cheapest" and costlier:
                found.append(Mark(name, None, True, str(_fact(self.costlier[0], costlier, self.paths))))
            elif name == "cheapest":
                # Of a search whose paths are all broken, no cost is known.
                found.append(Mark(name, None, "path" not in self.failed, "the cost of a cheapest path is not known"))
            else:
                found.append(Mark(name, None, True, "the open list could not be watched, so only the path is checked"))
        return found

    def fault(self, name: str) -> Tuple[str, str, Optional[int], int]:
        """Returns the first fault of a mark that fails: its rule, a sentence, its line and its event."""
        report, _ = self.failed[name]
        order = report.watched._order
        fault = next((fault for fault in report.faults if MARK_OF.get(fault.rule, "way") == name), None)
        if fault is None:
            # The order itself is the fault.
            return "order", f"{order.cause}.", order.line, report.faults[0].event
        caused = fault.rule == "not-shortest" and order.cause is not None
        return fault.rule, fault.sentence, order.line if caused else fault.line, fault.event

    def grade(self, points: Mapping[str, float]) -> Grade:
        """Returns the grade by what was seen so far, without the smallest map."""
        marks = self.marks()
        name = next((mark.name for mark in marks if mark.held is False), None)
        report = self.failed[name][0] if name else self.first
        assert report is not None
        grade = Grade(report.watched.name, marks, points, report)
        grade.maps = self.reports
        grade.mistakes = list(self.mistakes)
        if self.costly > 1 and self.costly == self.costly_in_fewest_steps:
            grade.mistakes.append("Prices are never read: each step counts as one")
        if name is None:
            whys = [mark.why for mark in marks if mark.why]
            more = self.reports - 1
            shows = [f"{more} more map{' shows' if more == 1 else 's show'} none."] if more else []
            grade.text = " ".join(shows + [f"{why[:1].upper()}{why[1:]}".rstrip(".") + "." for why in whys])
            return grade
        grade.rule, grade.text, grade.line, grade.event = self.fault(name)
        grade.title = _crash(report) if grade.rule == "crash" else None
        return grade

    def explain(self, grade: Grade) -> None:
        """Adds to a grade where a cheaper path was lost, and the smallest map."""
        name = next((mark.name for mark in grade.marks if mark.held is False), None)
        if name is None:
            return
        report, shown = self.failed[name]
        if can_shrink(shown[0]) and "ground" not in self.rules:
            with _quiet():
                report.smallest = self.shrunk(*shown, report, grade.rule)
        small = report.smallest.report if report.smallest is not None else None
        # A map that was made for the test is not known to the reader, so the sentence is about the smallest one.
        told = small if small is not None and not any(shown is given for given in self.given) else report
        told.explain()
        grade.text = next(fault.sentence for fault in told.faults if fault.rule == grade.rule)
        if grade.rule == "crash" and report.watched._trouble is not None and report.watched._trouble.file and grade.line:
            code = linecache.getline(report.watched._trouble.file, grade.line).strip()
            grade.text += f" in `{code}`" if code and "`" not in code else ""


def _check_steps(report: Report) -> None:
    """Checks the path of a search whose own steps are no neighbours, such as jumps. Its path still has all of its cells."""
    watched, order = report.watched, report.watched._order
    header = {name: value for name, value in watched._header.items() if name != "steps"}
    ways = watched._ground.ways(header) if len(header) < len(watched._header) else None
    if ways is None or not watched.path or report.has("path-broken") or not report._ordinary:
        return
    report.not_asked = [([rule for rule in rules if rule != "path-broken"], why) for rules, why in report.not_asked]
    (start, goal), (line, file), path = watched._ends, watched._return, watched.path
    event = len(watched._lines)
    if not ways.is_path(path, start, goal):
        gaps = [(a, b) for a, b in zip(path, path[1:]) if not ways.joins(a, b)]
        first, last = (str(watched._cells.write(cell)).replace(", ", ",") for cell in (gaps[0] if gaps else (path[0], path[-1])))
        what = f"from {first} to {last}"
        sentence = f"The path goes {what}, which is no step of the rules.{_advice(watched)}"
        report.faults.insert(0, Fault("path-broken", line, file, event, sentence))
        return
    report.holds.append("path-broken")
    best = ways.cheapest(start, goal)
    report._costs = (path_cost(path, header), best[1]) if best else None
    if report._costs is None or report.has("not-shortest") or _is_same(*report._costs):
        return
    if order.promise is True and not order.by_steps:
        costs = [brief(cost) for cost in report._costs]
        report.faults.append(Fault("not-shortest", line, file, event, f"The path costs {costs[0]}, but one of {costs[1]} exists."))
    else:
        report.is_costlier = True


def _crash(report: Report) -> str:
    """Returns a headline for an exception: its class, and the edge of the task at which it happens."""
    trouble = report.watched._trouble
    kind = report.edge
    where = "the start is the goal" if kind == "start = goal" else kind and "no path exists"
    return f"{type(trouble.error).__name__ if trouble else 'An exception'}{f' where {where}' if where else ''}"


@with_rules
def grade(
    function: Callable[..., Any],
    map: Any = None,
    start: Any = None,
    goal: Any = None,
    *,
    points: Optional[Points] = None,
    also: int = 100,
    seed: int = 1,
    timeout: float = 10,
    strict: bool = False,
    **rules: Unpack[RuleWords],
) -> Grade:
    """Grades a search: `.score`, `.points`, and a text with the first finding and the smallest map.

    Tries the search on the map and on others with the same tiles, and gives five marks: it loads, it returns, its path is
    right, its path is a cheapest one, and the way there is right. The keywords of `gs.watch` state its rules.

    map, start, goal: without them, a small map of walls and floor, from its first cell to its last.
    steps: unless stated, a path has all of its cells, whatever the steps of the search are.
    points: points of the marks `loads`, `returns`, `path`, `cheapest` and `way`, such as `{"way": 0}`.
    also, seed: number of further maps, and which random ones. The same on every machine.
    timeout, strict: as for `gs.check`.
    """
    if map is None:
        last = (len(MAP[0]) - 1, len(MAP) - 1)
        ends = {"xy": ((0, 0), last), "rc": ((0, 0), last[::-1]), "index": (0, len(MAP) * len(MAP[0]) - 1)}[rules.get("cells", "xy")]
        map, start, goal = list(MAP), ends[0] if start is None else start, ends[1] if goal is None else goal
    stated = points_of(points)
    grader = Grader(function, rules, timeout, strict)
    with _quiet():
        grader.survey([(map, start, goal)], also, seed)
    made = grader.grade(stated)
    grader.explain(made)
    return made
