"""`gs.check`: audits a search that was watched, and shows the report."""

from __future__ import annotations

import contextlib
import html
import io
import json
import math
import re
import signal
import threading
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._html import View, words_for_cells
from ._maps import scene_of
from ._program import GridscopeError, call
from ._run import Run, run
from ._smallest import Smallest, can_shrink, random_maps, shrink
from ._watch import SQRT2, Conventions, Watched, watch

#: Faults that the report shows before it only counts them.
MOST_SHOWN = 5
#: Seconds that a search may take on a random or a smaller map. Some searches take exponentially long on open ground.
LONGEST = 2.0
#: Number of random maps with a search that takes longer, after which no more are tried.
MOST_LONG = 3


class Fault(NamedTuple):
    """One fault: the rule, where it happened, and a sentence."""

    rule: str
    #: Line of the program, or `None`.
    line: Optional[int]
    #: File of that line, or `None`.
    file: Optional[str]
    #: Number of the event, from 1.
    event: int
    sentence: str


class Report:
    """Result of an audit. It never says that a search is right: only which rules hold on this map."""

    def __init__(self, watched: Watched, audit: Mapping[str, Any]) -> None:
        #: The watched call: its log, run and player.
        self.watched = watched
        #: Number of events that were audited.
        self.events: int = audit["events"]
        #: Faults in the order of events.
        self.faults: List[Fault] = []
        # A rule about numbers that no event states was not really asked. A search may expand a cell again for a g that is
        # smaller by a rounding, so without g that is no fault either.
        stated = {name for line in watched._lines for name in line.fields}
        own = dict(watched._unasked)
        if "g" not in stated:
            without_g = [rule for rule in audit["asked"] if rule in ("cost", "changed", "reexpanded")]
            own.update(dict.fromkeys(without_g, "no event has a g; name the table of costs so far with g="))
        for finding in audit["findings"]:
            if finding["rule"] in own:
                continue
            event = finding["line"] - 1
            entry = watched._lines[event - 1] if 0 < event <= len(watched._lines) else None
            sentence = _own_order(finding["sentence"], watched._cells)
            # The number of a line in the log means nothing to the caller; the event's number does.
            sentence = re.sub(r"\bline (\d+)\b", lambda m: f"event {max(int(m.group(1)) - 1, 1)}", sentence)
            self.faults.append(Fault(finding["rule"], entry and entry.line, entry and entry.file, event, sentence))
        #: Number of faults that are not listed, by rule.
        self.more: Dict[str, int] = {rule: n for rule, n in audit.get("more", {}).items() if rule not in own}
        broken = {fault.rule for fault in self.faults}
        #: Rules that hold.
        self.holds: List[str] = [rule for rule in audit["asked"] if rule not in broken]
        #: Rules that were not checked, with the reason.
        self.not_asked: List[Tuple[List[str], str]] = []
        if "cost" not in stated and "path-cost" in audit["asked"]:
            own["path-cost"] = "the search does not return the cost of its path"
        self.holds = [rule for rule in self.holds if rule not in own]
        for skipped in audit["skipped"]:
            self._not_asked(skipped["rule"], own.pop(skipped["rule"], skipped["why"]))
        for rule, why in own.items():
            if rule not in broken and rule not in self.holds:
                self._not_asked(rule, why)
        #: Hint of the audit that would explain all faults, or `None`.
        self.hint: Optional[str] = audit.get("hint") if self.faults else None
        #: The smallest map on which the first fault shows, or `None`.
        self.smallest: Optional[Smallest] = None
        #: A sentence about the random maps that were checked, or `None`.
        self.also: Optional[str] = None

    def _not_asked(self, rule: str, why: str) -> None:
        for rules, reason in self.not_asked:
            if reason == why:
                rules.append(rule)
                return
        self.not_asked.append(([rule], why))

    @property
    def count(self) -> int:
        """Number of faults, with those that are not listed."""
        return len(self.faults) + sum(self.more.values())

    @property
    def run(self) -> Run:
        """The log as a run."""
        return self.watched.run

    def at(self, event: int) -> View:
        """Returns the player at the moment after this many events."""
        return self.watched.at(event)

    def has(self, rule: str) -> bool:
        """Returns whether a rule is broken."""
        return any(fault.rule == rule for fault in self.faults)

    def _headline(self) -> Tuple[str, str]:
        count = f"{self.count} fault{'' if self.count == 1 else 's'}" if self.count else "No fault"
        return count, f" in {self.events} event{'' if self.events == 1 else 's'}"

    def __str__(self) -> str:
        count, events = self._headline()
        width, height = self.watched.size
        lines = [f"{count}{events} ({self.watched.name} on {width} × {height} cells)"]
        for fault in self.faults[:MOST_SHOWN]:
            where = [fault.rule] + ([f"line {fault.line}"] if fault.line else []) + [f"event {fault.event}"]
            lines.append(f"  ✕ {', '.join(where)}: {fault.sentence}")
        if self.count > MOST_SHOWN:
            lines.append(f"    {self.count - MOST_SHOWN} more")
        if self.hint:
            lines.append(f"    {self.hint}")
        if self.holds:
            lines.append(
                f"  ✓ {len(self.holds)} rule{' holds' if len(self.holds) == 1 else 's hold'}: {', '.join(self.holds)}"
            )
        if self.not_asked:
            told = "; ".join(f"{', '.join(rules)}: {why}" for rules, why in self.not_asked)
            lines.append(f"  – {sum(len(rules) for rules, _ in self.not_asked)} not checked: {told}")
        lines.append(f"  {self.watched.rules}")
        lines += [f"  {note}" for note in self.watched.notes + ([self.also] if self.also else [])]
        if self.watched._cells.kind == "rc":
            lines.append("  Cells are (row, column).")
        if self.smallest is not None:
            lines.append(str(self.smallest))
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _html(self)


def _own_order(sentence: str, cells: Conventions) -> str:
    """Returns a sentence with its cells as the program writes them."""
    if cells.kind == "rc":
        return re.sub(r"\((-?\d+),\s?(-?\d+)\)", r"(\2,\1)", sentence)
    return sentence


def audit(watched: Watched) -> Dict[str, Any]:
    """Returns the audit of a log as the program prints it."""
    done = call(["check", "-", "--json"], watched.log.encode("utf-8"), ok=(0, 1))
    found: Dict[str, Any] = json.loads(done.text)
    return found


def check(
    function: Callable[..., Any],
    map: Any,
    start: Any,
    goal: Any,
    *,
    smallest: bool = True,
    also: int = 100,
    **rules: Any,
) -> Report:
    """Watches a search and audits what it did. The keywords of `gs.watch` state its rules.

    smallest: if there is a fault, shrinks the map as far as the fault stays.
    also: if the map shows no fault, checks up to so many random maps with the same tiles. Many mistakes show only on
        some maps. If one shows a fault, the report is about that map, and says so. 0 checks the given map only.
    """
    report = Report(*_watched(function, map, start, goal, rules))
    if also and not report.faults and can_shrink(map):
        pinned = _pinned(rules, report.watched)
        wrong, tried, long = None, 0, 0
        cells = str(rules.get("cells", "xy"))
        with _quiet():
            # Some searches know the size of their map.
            for same_size in (False, True):
                for other in random_maps(map, start, goal, also, cells, same_size):
                    try:
                        with _at_most(LONGEST):
                            one = Report(*_watched(function, *other, pinned))
                    except _TooLongError:
                        long += 1
                        if long == MOST_LONG:
                            break
                        continue
                    except Exception:  # the search does not take maps of this size, or cannot be watched here
                        if not same_size:
                            break
                        continue
                    tried += 1
                    if one.faults:
                        wrong = one, other
                        break
                else:
                    break
                if wrong is not None or long == MOST_LONG:
                    break
        if wrong is None:
            report.also = f"{tried} random maps with these tiles show no fault either." if tried else None
            if long:
                on = f"on {long} random map{'' if long == 1 else 's'}"
                report.also = f"{report.also or ''} The search took longer than {LONGEST:g} s {on}, and was stopped.".strip()
        else:
            report, (map, start, goal) = wrong
            report.also = f"The given map shows no fault. This is random map {tried} with the same tiles."
    if report.faults and smallest and can_shrink(map):
        with _quiet():
            report.smallest = _shrunk(function, map, start, goal, rules, report)
    return report


class _TooLongError(Exception):
    """A search took longer than it may."""


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Stops what runs inside after some seconds, where the system can: in the main thread, and not on Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, _frame: Any) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps what the search prints out of the output while it runs many times."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def _pinned(rules: Mapping[str, Any], watched: Watched) -> Dict[str, Any]:
    """Returns the rules with the inferred number of neighbours, so that a smaller map is judged like the whole one."""
    return {"neighbours": watched._header["neighbours"], **rules}


def _watched(
    function: Callable[..., Any], map: Any, start: Any, goal: Any, rules: Mapping[str, Any]
) -> Tuple[Watched, Dict[str, Any]]:
    watched = watch(function, map, start, goal, **rules)
    return watched, audit(watched)


def _shrunk(
    function: Callable[..., Any],
    map: Any,
    start: Any,
    goal: Any,
    rules: Mapping[str, Any],
    report: Report,
    keep: Optional[str] = None,
) -> Optional[Smallest]:
    rule = keep or report.faults[0].rule
    pinned = _pinned(rules, report.watched)
    width, height = report.watched.size
    # A search that does not end on a smaller map is stopped there.
    limited = {"limit": 2_000 + 200 * width * height, **pinned}

    def shows(map: Any, start: Any, goal: Any) -> bool:
        try:
            with _at_most(LONGEST):
                _, found = _watched(function, map, start, goal, limited)
        except Exception:  # the program's own search fails on this map in another way
            return False
        return rule in (finding["rule"] for finding in found["findings"])

    small = shrink(map, start, goal, shows, str(rules.get("cells", "xy")))
    if small is None:
        return None
    final = Report(*_watched(function, small.map, small.start, small.goal, pinned))
    small.describe(report.watched.name, rule, pinned, final.watched.size, report.watched.size, final)
    small.cheapest = _cheapest(small, pinned, final)
    return small


def _cheapest(
    small: Smallest, rules: Mapping[str, Any], report: Report
) -> Optional[Tuple[List[Tuple[int, int]], float]]:
    """Returns a cheapest path by the program's own search, if it has these costs."""
    header = report.watched._header
    costs = header["costs"]
    if set(header) & {"steps", "edges", "wraps", "cost_of", "waits"} or set(costs) - {"straight", "diagonal"}:
        return None
    named = {(1, 1): "1", (2, 3): "2/3", (10, 14): "10/14"}.get((costs.get("straight"), costs.get("diagonal", 0)))
    if header["neighbours"] == 4 and costs.get("straight") == 1:
        named = "1"
    elif abs(costs.get("diagonal", 0) - SQRT2) < 1e-9 and costs.get("straight") == 1:
        named = "octile"
    if named is None:
        return None
    try:
        scene, _ = scene_of(small.map, array=rules.get("array"), exact_costs=True)
        found = run(
            scene, header["start"], header["goal"], "dijkstra",
            neighbours=header["neighbours"], corners=header["corners"], costs=named,
        )  # fmt: skip
    except GridscopeError:
        return None
    cells = found.outcome.get("path")
    if not found.outcome.get("found") or not cells:
        return None
    path = [(int(x), int(y)) for x, y in cells]
    return path, path_cost(path, header)


def path_cost(path: Sequence[Tuple[int, int]], header: Mapping[str, Any]) -> float:
    """Returns the cost of a path by the costs and prices of a header."""
    costs, prices = header["costs"], header.get("prices")
    left, top = header.get("origin", [0, 0])
    total = 0.0
    for a, b in zip(path, path[1:]):
        step = costs.get("diagonal", SQRT2) if a[0] != b[0] and a[1] != b[1] else costs["straight"]
        price = prices[b[1] - top][b[0] - left] if prices else 1
        total += step * (price if price is not None else math.inf)
    return total


def brief(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")


_STYLE = """<style>
.gs-r{font:14px/20px Inter,system-ui,sans-serif;color:var(--jp-content-font-color1,CanvasText);display:flex;flex-wrap:wrap;gap:16px 28px;border:1px solid color-mix(in srgb,currentColor 18%,transparent);border-radius:8px;padding:16px 20px;max-width:1120px;box-sizing:border-box}
.gs-r *{box-sizing:border-box}.gs-m{flex:1 1 420px;min-width:0}.gs-h{display:flex;justify-content:space-between;gap:16px;font-size:16px;margin-bottom:10px}
.gs-h b{color:#C9252B;font-weight:600}.gs-h .gs-none{color:#0B7A5B}.gs-w,.gs-n{color:color-mix(in srgb,currentColor 68%,transparent);font-size:13px}
.gs-f{background:color-mix(in srgb,#C9252B 11%,transparent);border-radius:6px;padding:10px 14px;margin-bottom:8px;display:flex;gap:10px}
.gs-f>i,.gs-i>i{font-style:normal;flex:none;width:18px;text-align:center}.gs-f>i{color:#C9252B}.gs-i{display:flex;gap:10px;padding:4px 14px}.gs-i>.gs-ok{color:#0B7A5B}
.gs-r code{background:none!important;font:13px/20px "JetBrains Mono",ui-monospace,monospace;padding:0;color:inherit}.gs-cell{text-decoration:underline;text-underline-offset:3px}
.gs-s{flex:0 1 260px}.gs-s svg{display:block;margin:6px 0 8px;max-width:100%;height:auto}.gs-s summary{display:inline-block;cursor:pointer;padding:6px 12px;border-radius:6px;background:color-mix(in srgb,currentColor 9%,transparent);font-weight:500;font-size:13px;margin-top:8px;list-style:none}
.gs-s details{display:inline-block;margin-right:8px}.gs-s details[open]{display:block;margin:0}.gs-s pre{white-space:pre-wrap;font:12px/18px ui-monospace,monospace;background:color-mix(in srgb,currentColor 6%,transparent);padding:8px 10px;border-radius:6px}
</style>"""


def _html(report: Report) -> str:
    count, events = report._headline()
    width, height = report.watched.size
    part = [f'<div class="gs-h"><span><b class="{"" if report.count else "gs-none"}">{count}</b>{events}</span>']
    part.append(f'<span class="gs-w">{html.escape(report.watched.name)} on {width} × {height} cells</span></div>')
    for fault in report.faults[:MOST_SHOWN]:
        line = f" line&nbsp;{fault.line}" if fault.line else ""
        part.append(
            f'<div class="gs-f"><i aria-label="fault">✕</i><div><b>{fault.rule}</b> <span class="gs-n">{line} event&nbsp;{fault.event}</span>'
        )
        part.append(f"<div>{words_for_cells(fault.sentence)}</div></div></div>")
    if report.count > MOST_SHOWN:
        part.append(f'<div class="gs-i gs-n"><i></i>{report.count - MOST_SHOWN} more</div>')
    if report.hint:
        part.append(f'<div class="gs-i"><i></i><div>{words_for_cells(report.hint)}</div></div>')
    if report.holds:
        many = f"{len(report.holds)} rule{' holds' if len(report.holds) == 1 else 's hold'}"
        part.append(
            f'<div class="gs-i"><i class="gs-ok">✓</i><div><b>{many}</b><div class="gs-n">{", ".join(report.holds)}</div></div></div>'
        )
    if report.not_asked:
        many = f"{sum(len(rules) for rules, _ in report.not_asked)} not checked"
        told = "; ".join(f"{', '.join(rules)}: {html.escape(why)}" for rules, why in report.not_asked)
        part.append(f'<div class="gs-i"><i>–</i><div><b>{many}</b><div class="gs-n">{told}</div></div></div>')
    notes = [report.watched.rules, *report.watched.notes, *([report.also] if report.also else [])]
    if report.watched._cells.kind == "rc":
        notes.append("Cells are (row, column).")
    part.append(f'<div class="gs-i gs-n"><i></i><div>{"<br>".join(html.escape(n) for n in notes)}</div></div>')
    side = f'<div class="gs-s">{report.smallest._html()}</div>' if report.smallest is not None else ""
    return f'{_STYLE}<div class="gs-r"><div class="gs-m">{"".join(part)}</div>{side}</div>'


def minimise(
    function: Callable[..., Any], map: Any, start: Any, goal: Any, *, keep: Optional[str] = None, **rules: Any
) -> Smallest:
    """Returns the smallest map on which a search still breaks a rule, with a test in Python.

    keep: the rule that must stay broken. Without it, the rule of the first fault.
    """
    if not can_shrink(map):
        raise GridscopeError("only maps that are rows of text or arrays of numbers can be shrunk")
    report = Report(*_watched(function, map, start, goal, rules))
    if keep is not None and not report.has(keep) or not report.faults:
        what = f"does not break the rule {keep}" if keep else "breaks no rule"
        raise GridscopeError(f"{report.watched.name} {what} on this map, so there is nothing to keep while it shrinks")
    small = _shrunk(function, map, start, goal, rules, report, keep)
    assert small is not None
    return small
