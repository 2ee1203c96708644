"""`gs.check`: audits a search that was watched, and shows the report."""

from __future__ import annotations

import contextlib
import html
import io
import json
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, cast
from xml.sax.saxutils import escape, quoteattr

from ._cheapest import SQRT2, path_cost
from ._html import View, words_for_cells
from ._program import GridscopeError
from ._result import Conventions, is_far, spelled
from ._rules import RuleWords, with_rules
from ._run import Run
from ._serve import Session
from ._smallest import Smallest, can_shrink, shrink
from ._trials import SHAPES, Tiles, tiles_of, to_table, trials
from ._watch import Watched, leaves_steps_open, observe

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Faults that the report shows before it only counts them.
MOST_SHOWN = 5
#: Seconds for a search on a smaller map, and the pushes and pops that it may make on a map of the package's own unless a limit is stated.
LONGEST, LIMIT = 1.0, 200_000
#: Further maps that tell whether a number beside the path is its cost.
MAPS_OF_NUMBERS = 100
#: Digits to which a cost may be rounded.
DIGITS = range(2, 13)
#: Faults of a call itself, rather than of its log.
OWN = ("crash", "late", "no-path-read", "path-form", "convention")
#: Rules about a path, which hold only if a path was read.
ABOUT_PATHS = ("path-broken", "path-cost", "not-shortest", "unsearched", "parents")
#: Rules about what was watched, with the field or event without which there is nothing to hold.
WATCHED = {"order": "f", "parent": "from", "never-opened": "expand", "reexpanded": "expand", "missed": "expand"}


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


class Fact(NamedTuple):
    """What is true of the paths of a search that may not promise a cheapest one."""

    #: Number of maps on which the path is not a cheapest one, and number of maps with a path.
    maps: int
    of: int
    #: Costs of the path and of a cheapest one on one of these maps.
    costs: Optional[Tuple[float, float]]
    #: A sentence about why it is so, and why no fault is counted.
    cause: Optional[str]
    line: Optional[int]

    def __str__(self) -> str:
        on = f"{self.maps} of {self.of} map{'' if self.of == 1 else 's'}"
        costs = f" ({brief(self.costs[0])} against {brief(self.costs[1])} on this one)" if self.costs else ""
        cause = f" {self.cause}{f' (line {self.line})' if self.line else ''}." if self.cause else ""
        return f"Not a cheapest path on {on}{costs}; if it should be, say optimal=True.{cause}"


class Report:
    """Result of an audit. It never says that a search is right: only which rules hold on this map."""

    def __init__(self, watched: Watched, audit: Mapping[str, Any], strict: bool = False, ordinary: bool = True) -> None:
        #: The watched call: its log, run and player.
        self.watched = watched
        #: Number of events that were audited.
        self.events: int = audit["events"]
        #: Faults in the order of events.
        self.faults: List[Fault] = []
        #: What a search does at the edges of its task, such as "start = goal", with its result as text.
        self.conventions: Dict[str, str] = {}
        #: Edge of the task on this map: "no path", "start = goal", "blocked start", "blocked goal". `None` if there is a path.
        self.edge: Optional[str] = None
        #: Whether the path is not a cheapest one, though no fault.
        self.is_costlier = False
        self.strict, self._ordinary = strict, ordinary
        #: Costs of the path and of a cheapest one, if the path is one and the costs are known.
        self._costs = self._both_costs(audit)
        #: Sentences about what was taken for right, or left unjudged, by rule.
        self.remarks: Dict[str, str] = {}
        if watched._read.doubt is not None:
            self.remarks["path-broken"] = watched._read.doubt
        #: Whether the start and the goal are joined. `None` if it is not known, or if a path was returned.
        self._joined, self._why_unknown = self._are_joined(audit)
        own = self._unasked(audit)
        self._read_call(own)
        for finding in audit["findings"]:
            if finding["rule"] in own or not ordinary:
                continue
            if finding["rule"] == "path-cost" and self._is_rounded():
                self.remarks["path-cost"] = f"Costs beside paths are rounded, such as {watched.cost:.10g}, and taken for right."
                continue
            event = finding["line"] - 1
            entry = watched._lines[event - 1] if 0 < event <= len(watched._lines) else None
            sentence = self._own_words(finding["sentence"])
            line = entry and entry.line
            if finding["rule"] == "path-broken":
                sentence += _advice(watched)
            if finding["rule"] == "not-shortest":
                why = self._excuse()
                if why is not None:
                    own["not-shortest"] = why
                    self.is_costlier = self._costs is None or not _is_same(*self._costs)
                    continue
                order = watched._order
                if order.cause:
                    sentence = f"{sentence} {order.cause}{f' (line {order.line})' if order.line else ''}."
            self.faults.append(Fault(finding["rule"], line, entry and entry.file, event, sentence))
        #: Number of faults that are not listed, by rule.
        self.more: Dict[str, int] = {}
        if ordinary:
            self.more = {rule: n for rule, n in audit.get("more", {}).items() if rule not in own}
        broken = {fault.rule for fault in self.faults}
        if watched._order.promise is None and watched.path and "not-shortest" not in broken:
            own.setdefault("not-shortest", f"{watched._order.why}; state optimal=True if it should")
        #: Rules that hold.
        self.holds: List[str] = [rule for rule in audit["asked"] if rule not in broken and rule not in own]
        #: Rules that were not checked, with the reason.
        self.not_asked: List[Tuple[List[str], str]] = []
        for skipped in audit["skipped"]:
            self._not_asked(skipped["rule"], own.pop(skipped["rule"], skipped["why"]))
        for rule, why in own.items():
            if rule not in broken and rule not in self.holds:
                self._not_asked(rule, why)
        #: Hint of the audit that would explain all faults, or `None`.
        self.hint: Optional[str] = audit.get("hint") if self.faults else None
        if self.hint is None and "wall" in broken and any(min(line.fields.get("at") or (0, 0)) < 0 for line in watched._lines):
            self.hint = "Python counts a negative index from the end of a list, so the search must check for it itself."
        #: The smallest map on which the first fault, or else the fact, shows, or `None`.
        self.smallest: Optional[Smallest] = None
        #: A sentence about the other maps that were checked, or `None`.
        self.also: Optional[str] = None
        #: The plain fact that paths are not cheapest ones, or `None`.
        self.fact: Optional[Fact] = None

    def _unasked(self, audit: Mapping[str, Any]) -> Dict[str, str]:
        """Returns the rules that were not really asked, with the reason."""
        watched = self.watched
        own = dict(watched._unasked)
        stated = {name for line in watched._lines for name in line.fields}
        events = {str(line.fields["event"]) for line in watched._lines}
        # A rule about numbers that no event states was not asked. A search may expand a cell again for a g that is
        # smaller by a rounding, so without g that is no fault either.
        if "g" not in stated:
            without_g = ("cost", "changed", "reexpanded")
            own.update(dict.fromkeys(without_g, "no event has a g; name the table of costs so far with g="))
        for rule, needs in WATCHED.items():
            if needs not in stated | events:
                own.setdefault(rule, f"no event has {needs}" if needs == "f" else "no open list was watched")
        if not watched.path:
            why = "the search returned no path" if watched._read.none else "no path was read"
            own.update(dict.fromkeys(ABOUT_PATHS, why))
            start, goal = watched._ends
            if not watched._read.none:
                own["no-path"] = why
            elif start == goal:
                own["no-path"] = "the start is the goal, and what a search returns there is a convention"
        elif watched._read.is_end_alone and self._joined is False:
            own.update(dict.fromkeys((*ABOUT_PATHS, "no-path"), "no path exists, and one end alone is taken for “no path”"))
            watched._read = watched._read._replace(form=())
        elif watched.cost is None:
            own["path-cost"] = "the search does not return the cost of its path"
        elif watched.cost == len(watched.path) - 1 != path_cost(watched.path, watched._header):
            if watched._order.by_steps or watched._order.promise is None:
                own["path-cost"] = "the number beside the path counts its steps"
        asked = {*audit["asked"], *(skipped["rule"] for skipped in audit["skipped"])}
        own = {rule: why for rule, why in own.items() if rule in asked}
        found = {finding["rule"] for finding in audit["findings"]}
        # A cheapest path proves that no cell was missing for it.
        if self._costs is not None and _is_same(*self._costs):
            own.update(dict.fromkeys(found & {"unsearched", "parents"}, "the path is a cheapest one"))
        # Parents are inferred from the order of pops. Alone, they are too little to accuse a path.
        if "g" not in stated and "parents" in found:
            own["parents"] = "no event has a g"
        return own

    def _read_call(self, own: Dict[str, str]) -> None:
        """Adds faults and conventions of the call itself."""
        watched = self.watched
        trouble, read = watched._trouble, watched._read
        start, goal = watched._ends
        blocked = self._blocked_ends()
        joined = self._joined
        event = len(watched._lines)
        kind = f"blocked {blocked[0]}" if blocked else "start = goal" if start == goal else "no path" if joined is False else None
        self.edge = kind
        if trouble is not None:
            if trouble.on_purpose and (kind or joined is None) and not self.strict:
                self.conventions[kind or "no path"] = trouble.sentence
                if not kind:
                    why = f"It is not known whether a path exists ({self._why_unknown})"
                    self.remarks["crash"] = f"{why}, so the exception was taken for “no path” and not judged: {trouble.sentence}."
            else:
                self.faults.append(Fault(trouble.rule, trouble.line, trouble.file, event, trouble.sentence))
            return
        line, file = watched._return
        if read.unread is not None:
            self.faults.append(Fault("no-path-read", line, file, event, read.unread))
            return
        if kind:
            self.conventions[kind] = spelled(watched.result, 60)
        if self.strict:
            self.faults += [Fault("path-form", line, file, event, sentence) for sentence in read.form]
            right = watched.path == [start] if start == goal and not blocked else not watched.path
            if kind and not right:
                expected = "the start alone" if start == goal and not blocked else "None or an empty list"
                sentence = f"With {kind}, the function returns {spelled(watched.result, 60)}; expected {expected}."
                self.faults.append(Fault("convention", line, file, event, sentence))

    def _blocked_ends(self) -> List[str]:
        watched = self.watched
        return [name for name, end in zip(("start", "goal"), watched._ends) if watched._ground.blocked(end)]

    def _are_joined(self, audit: Mapping[str, Any]) -> Tuple[Optional[bool], str]:
        """Returns whether a path joins the ends. If the package cannot tell, the program does. Else `None`, and why."""
        watched = self.watched
        start, goal = watched._ends
        if self._blocked_ends():
            return False, ""
        # A path that was found joins its ends.
        if start == goal or self._costs is not None:
            return True, ""
        ways = watched._ground.ways(watched._header)
        if ways is not None:
            return ways.is_joined(start, goal), ""
        if watched._read.none:
            return _answered(audit)
        if watched._read.is_end_alone or watched._trouble is not None and watched._trouble.on_purpose:
            return _answered(_audit_of_no_path(watched))
        return None, "a path was returned"

    def _is_rounded(self) -> bool:
        """Returns whether the stated cost is that of the path with a rounded diagonal, or a rounded sum."""
        watched = self.watched
        claim = watched.cost
        if claim is None or not watched.path or watched._has_stated_costs:
            return False
        cost = path_cost(watched.path, watched._header)
        # Numbers of 32 bits have seven digits.
        if abs(claim - cost) <= 1e-6 * cost:
            return True
        diagonals = {round_to(SQRT2, digits) for digits in DIGITS for round_to in (round, _cut)}
        headers = [{**watched._header, "costs": {"straight": 1, "diagonal": diagonal}} for diagonal in (SQRT2, *diagonals)]
        costs = [path_cost(watched.path, header) for header in headers]
        rounded = [*costs, *(round_to(one, digits) for one in costs for digits in DIGITS for round_to in (round, _cut))]
        return abs(claim - cost) <= 0.01 * cost and any(_is_same(claim, one) for one in rounded)

    def leave_number(self) -> None:
        """Takes the number beside the path for something else than its cost."""
        watched = self.watched
        if not watched.path or watched.cost is None or watched._has_stated_costs or watched._read.cost_is_named:
            return
        self.faults = [fault for fault in self.faults if fault.rule != "path-cost"]
        self.more.pop("path-cost", None)
        self.hint = self.hint if self.faults else None
        self.holds = [rule for rule in self.holds if rule != "path-cost"]
        if not any("path-cost" in rules for rules, _ in self.not_asked):
            self._not_asked("path-cost", "the number beside the path is not its cost")
        self.remarks["path-cost"] = (
            "The number beside the path is not its cost on most of the maps that were tried, so it was not judged. If it should be, state costs=."
        )

    def _both_costs(self, audit: Mapping[str, Any]) -> Optional[Tuple[float, float]]:
        watched = self.watched
        ways = watched._ground.ways(watched._header)
        if ways is None or not watched.path or "origin" in watched._header:
            return None
        start, goal = watched._ends
        if not ways.is_path(watched.path, start, goal):
            return None
        cost = path_cost(watched.path, watched._header)
        if "not-shortest" in audit["asked"] and all(one["rule"] != "not-shortest" for one in audit["findings"]):
            return cost, cost  # The program has looked for a cheaper one.
        best = ways.cheapest(start, goal)
        return (cost, best[1]) if best else None

    def _excuse(self) -> Optional[str]:
        """Returns why a path that is not a cheapest one is no fault, or `None`."""
        watched = self.watched
        order = watched._order
        if self._costs is not None and _is_same(*self._costs):
            return "the path is a cheapest one"
        if order.promise is not True:
            return f"{order.why}; state optimal=True if it should"
        ways = watched._ground.ways(watched._header)
        if order.by_steps and ways is not None and watched.path and len(watched.path) - 1 == ways.steps(*watched._ends):
            return "the path has the fewest steps, as a queue promises; state optimal=True if it should be a cheapest one"
        return None

    @property
    def has_path(self) -> bool:
        """Whether a path was read. One end alone is none if the ends are not joined."""
        return bool(self.watched.path) and not (self.watched._read.is_end_alone and self._joined is False)

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

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    def __bool__(self) -> bool:
        return self.ok

    def _headline(self) -> Tuple[str, str]:
        """Returns the two parts of the sentence that `gridscope check` prints about a log."""
        skipped = sum(len(rules) for rules, _ in self.not_asked)
        broken = {fault.rule for fault in self.faults} - set(OWN)
        hold = f"{len(self.holds)} of {_counted(len(self.holds) + len(broken) + skipped, 'rule')} hold"
        if skipped:
            hold += f"{',' if self.count else ';'} {skipped} could not be checked"
        events = _counted(self.events, "event")
        return (f"{events}: {_counted(self.count, 'fault')}", f"; {hold}.") if self.count else (f"{events}: ", f"{hold}.")

    def explain(self) -> None:
        """Adds to a costlier path where the cheaper one was lost, if the steps of the search show it."""
        for index, fault in enumerate(self.faults):
            if fault.rule not in ("not-shortest", "no-path") or " The path was lost" in fault.sentence:
                continue
            found = audit(self.watched, self.watched._with_g())["findings"]
            sentences = [finding["sentence"] for finding in found if finding["rule"] == fault.rule]
            lost = "".join(sentences[:1]).partition(" The path was lost")
            same = re.search(r"with g = (\S+), but that path costs (\S+)\.$", lost[2])
            more = self._own_words(lost[1] + lost[2]) if lost[1] and not (same and same[1] == same[2]) else self._high_key()
            self.faults[index] = fault._replace(sentence=fault.sentence + more)

    def _high_key(self) -> str:
        """Returns a sentence about a cell of a cheapest path whose keys are larger than the cost of that path."""
        watched = self.watched
        ways = watched._ground.ways(watched._header)
        best = ways.cheapest(*watched._ends) if ways is not None and "origin" not in watched._header else None
        keys: Dict[Tuple[int, int], Tuple[float, Optional[int]]] = {}
        for line in watched._lines:
            if "f" in line.fields:
                at = line.fields["at"]
                keys[at] = min(keys.get(at, (math.inf, None)), (line.fields["f"], line.line), key=lambda key: key[0])
        for cell in best[0] if best else ():
            if best and cell in keys and keys[cell][0] > best[1] + 1e-9 * max(1, best[1]):
                at = str(watched._cells.write(cell)).replace(", ", ",")
                key, place = keys[cell]
                return f" The key of {at} was {brief(key)} (line {place}), but a path through it costs {brief(best[1])}: its estimate or g is too large."
        return ""

    def _own_words(self, sentence: str) -> str:
        """Returns a sentence of the audit with the caller's cells, and numbers of events for those of the log's lines."""

        def outside(found: "re.Match[str]") -> str:
            inside = self.watched._ground.inside((int(found["x"]), int(found["y"])))
            return found[0] if inside else found[0][: -len("a wall")] + "outside the map"

        # A log has walls around the map that the search left.
        sentence = re.sub(r"\((?P<x>-?\d+),\s?(?P<y>-?\d+)\)[^()]* it is a wall", outside, sentence)
        sentence = _own_order(sentence, self.watched._cells).replace("The log says that there is no path", "The search says that there is no path")
        return re.sub(r"\bline (\d+)\b", lambda m: f"event {max(int(m.group(1)) - 1, 1)}", sentence)

    def to_dict(self) -> Dict[str, Any]:
        """Returns the report as values that JSON can hold."""
        small = self.smallest
        return {
            "ok": self.ok, "name": self.watched.name, "headline": "".join(self._headline()), "events": self.events,
            "size": list(self.watched.size), "faults": [fault._asdict() for fault in self.faults], "more": dict(self.more),
            "holds": list(self.holds), "not_checked": [{"rules": list(rules), "why": why} for rules, why in self.not_asked],
            "conventions": dict(self.conventions), "fact": self.fact and str(self.fact), "hint": self.hint, "also": self.also,
            "rules": self.watched.rules, "notes": [*self.watched.notes, *self.remarks.values()], "path": self.watched.path and [list(c) for c in self.watched.path],
            "smallest": small and {"map": to_table(small.map), "start": small.start, "goal": small.goal, "test": small.test, "cost": small.cost,
                                   "cheapest": small.cheapest and small.cheapest[1]},
        }  # fmt: skip

    def junit(self, path: Any) -> None:
        """Writes the report as JUnit XML: a test for each rule, failed with its sentence and the smallest map."""
        cases = []
        name = quoteattr(self.watched.name)
        for rule in dict.fromkeys(fault.rule for fault in self.faults):
            found = [fault for fault in self.faults if fault.rule == rule]
            first = found[0]
            at = f"line {first.line}: " if first.line else ""
            text = "\n".join([fault.sentence for fault in found] + ([str(self.smallest)] if self.smallest else []))
            failure = f"<failure message={quoteattr(_printable(at + first.sentence))}>{escape(_printable(text))}</failure>"
            cases.append(f'<testcase classname={name} name="{rule}" time="0">{failure}</testcase>')
        cases += [f'<testcase classname={name} name="{rule}" time="0"/>' for rule in self.holds]
        skipped = [(rule, why) for rules, why in self.not_asked for rule in rules]
        cases += [
            f'<testcase classname={name} name="{rule}" time="0"><skipped message={quoteattr(_printable(why))}/></testcase>'
            for rule, why in skipped
        ]
        failures = len({fault.rule for fault in self.faults})
        suite = f'<testsuite name={name} tests="{len(cases)}" failures="{failures}" errors="0" skipped="{len(skipped)}" time="0">'
        with open(path, "w", encoding="utf-8") as out:
            out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n' + suite + "\n")
            out.write("\n".join(cases) + "\n</testsuite>\n</testsuites>\n")

    def __str__(self) -> str:
        width, height = self.watched.size
        lines = [str(self.fact)] if self.fact else []
        lines += ["".join(self._headline()), f"  {self.watched.name} on {width} × {height} cells"]
        for fault in self.faults[:MOST_SHOWN]:
            where = [fault.rule] + ([f"line {fault.line}"] if fault.line else []) + [f"event {fault.event}"]
            lines.append(f"  ✕ {', '.join(where)}: {fault.sentence}")
        if self.count > MOST_SHOWN:
            lines.append(f"    {self.count - MOST_SHOWN} more")
        if self.hint:
            lines.append(f"    {self.hint}")
        if self.not_asked:
            reasons = "; ".join(f"{', '.join(rules)}: {why}" for rules, why in self.not_asked)
            lines.append(f"  – {sum(len(rules) for rules, _ in self.not_asked)} not checked: {reasons}")
        if self.holds:
            lines.append(
                f"  ✓ {len(self.holds)} rule{' holds' if len(self.holds) == 1 else 's hold'}: {', '.join(self.holds)}"
            )
        lines += [f"  {note}" for note in self._notes()]
        if self.smallest is not None:
            lines.append(str(self.smallest))
        return "\n".join(lines)

    def _notes(self) -> List[str]:
        notes = [self.watched.rules, *self.watched.notes, *self.watched._read.form, *self.remarks.values()]
        if self.conventions:
            notes.append("Conventions: " + "; ".join(f"{kind}: {result}" for kind, result in self.conventions.items()) + ".")
        notes += [self.also] if self.also else []
        return notes + (["Cells are (row, column)."] if self.watched._cells.kind == "rc" else [])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _html(self)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _printable(text: str) -> str:
    """Returns text without the characters that XML cannot hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", text)


def _is_same(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1.0)


def _cut(number: float, digits: int) -> float:
    """Returns a number with its further digits cut off."""
    scale = 10.0**digits
    return math.floor(number * scale + 1e-9) / scale


def _own_order(sentence: str, cells: Conventions) -> str:
    """Returns a sentence with its cells as the program writes them."""
    if cells.kind == "rc":
        return re.sub(r"\((-?\d+),\s?(-?\d+)\)", r"(\2,\1)", sentence)
    return sentence


def audit(watched: Watched, log: Optional[str] = None) -> Dict[str, Any]:
    """Returns the audit of a log as the program prints it."""
    if not watched._lines:
        return {"events": 0, "findings": [], "asked": [], "skipped": []}
    return _asked(log or watched.log)


def _asked(log: str) -> Dict[str, Any]:
    found: Dict[str, Any] = Session(log.encode("utf-8")).ask("check", what="")["data"]
    return found


def _advice(watched: Watched) -> str:
    """Returns what to state if far steps of a path are meant, or an empty text."""
    path = watched.path or []
    if not {"steps", "wraps"}.isdisjoint(watched._stated) or not any(is_far(a, b) for a, b in zip(path, path[1:])):
        return ""
    return " If paths may leave out cells, state steps=jump or steps=any. If borders are joined, state wraps=both."


def _audit_of_no_path(watched: Watched) -> Dict[str, Any]:
    """Returns the audit of a log that says of the same task that there is no path."""
    lines = (watched._header, {"event": "done", "result": "none"})
    try:
        return _asked("".join(json.dumps(line) + "\n" for line in lines))
    except GridscopeError as error:
        return {"findings": [], "asked": [], "skipped": [{"rule": "no-path", "why": str(error)}]}


def _answered(audit: Mapping[str, Any]) -> Tuple[Optional[bool], str]:
    """Returns whether a path exists, by the audit of a log without one. If it was not asked: `None`, and why."""
    if any(finding["rule"] == "no-path" for finding in audit["findings"]):
        return True, ""
    if "no-path" in audit["asked"]:
        return False, ""
    return None, next((skipped["why"] for skipped in audit["skipped"] if skipped["rule"] == "no-path"), "nothing was watched")


@with_rules
def check(
    function: Callable[..., Any],
    map: Any,
    start: Any,
    goal: Any,
    *,
    smallest: bool = True,
    also: int = 100,
    timeout: float = 10,
    strict: bool = False,
    **rules: Unpack[RuleWords],
) -> Report:
    """Watches a search and audits what it did. The keywords of `gs.watch` state its rules.

    smallest: if there is a fault, shrinks the map as far as the fault stays.
    also: if the map shows no fault, checks so many other maps with the same tiles: shaped ones, then random ones, the same
        on every machine. Many mistakes show only on some maps. If one shows a fault, the report is about that map, and
        says so. 0 checks the given map only.
    timeout: seconds that a call may take. A longer one is a fault, `late`.
    strict: whether the form of the path (backwards, without its start) and what the search returns if the start is the
        goal, if an end is blocked and if there is no path are judged, too.
    """
    return _Check(function, rules, timeout, strict).report(map, start, goal, also, smallest)


class _Check:
    """A search, and the rules by which it is checked on one map after another."""

    def __init__(self, function: Callable[..., Any], rules: RuleWords, timeout: float, strict: bool) -> None:
        self.function, self.rules, self.timeout, self.strict = function, rules, timeout, strict
        #: Whether the caller leaves open what a step is. The rules are completed later.
        self.may_jump = leaves_steps_open(rules)
        #: Whether the number beside a path is meant as its cost. `None` until one is wrong.
        self.number_is_cost: Optional[bool] = None

    def one(
        self, map: Any, start: Any, goal: Any, ordinary: bool = True, timeout: Optional[float] = None, limit: Optional[int] = None
    ) -> Report:
        rules = cast(RuleWords, {**self.rules, **({"limit": limit} if limit else {})})
        watched = observe(self.function, map, start, goal, rules, timeout or self.timeout, self.may_jump)
        report = Report(watched, audit(watched), self.strict, ordinary)
        is_open = self.number_is_cost is None and not watched._has_stated_costs and not watched._read.cost_is_named
        if is_open and report.has("path-cost"):
            self.number_is_cost = True
            self.number_is_cost = self.claims_cost(report, map, start, goal)
        if self.number_is_cost is False:
            report.leave_number()
        return report

    def claims_cost(self, report: Report, map: Any, start: Any, goal: Any) -> bool:
        """Returns whether a number beside paths is meant as their cost, though it is wrong on a map.

        Then it is the cost on many maps, or differs from it, or from what a mistake would count, by the same amount or
        factor on most. A count of cells often equals the cost of a straight path, so paths with a detour tell.
        """
        reports = [report]
        if can_shrink(map) and "ground" not in self.rules:
            cells = str(self.rules.get("cells", "xy"))
            with _quiet():
                for trial in trials(map, start, goal, cells, _tiles(map, report.watched), MAPS_OF_NUMBERS):
                    try:
                        reports.append(self.one(*trial, limit=self.limited()["limit"]))
                    except GridscopeError:
                        continue
                    if reports[-1].has("late"):
                        break
        reports = [one for one in reports if one._ordinary and _number_beside(one.watched) is not None]
        reports = [one for one in reports if len(one.watched.path or ()) > 1]
        reports = [one for one in reports if _has_detour(one.watched)] or reports
        exact = sum("path-cost" in one.holds for one in reports)
        if 3 * exact >= len(reports):
            return True
        pairs = [[(_number_beside(one.watched) or 0.0, cost) for cost in _mistaken_costs(one.watched)] for one in reports]
        for column in zip(*pairs):
            # On a few maps, only a number that is off by the start counts as the same amount.
            offsets = Counter(round(claim - cost, 6) for claim, cost in column if len(column) > 2 or abs(claim - cost) < 1 + 1e-6)
            factors = Counter(round(claim / cost, 6) for claim, cost in column if len(column) > 2 and claim and cost)
            if 2 * max([*offsets.values(), *factors.values()], default=0) >= len(column):
                return True
        return False

    def report(self, map: Any, start: Any, goal: Any, also: int, smallest: bool) -> Report:
        report = first = self.one(map, start, goal)
        tiles = _tiles(map, report.watched) if can_shrink(map) and "ground" not in self.rules else None
        shown = (map, start, goal)
        if tiles is not None:
            self.pin(report, map, start, goal, tiles)
            if also > 0 and not report.faults:
                report, shown = self.others(report, shown, tiles, also)
        elif report.is_costlier:
            report.fact = _fact(report, 1, 1)
        if tiles is not None and (report.faults or report.fact):
            second = self.second_call(first, map, start, goal)
            if second is not None:
                # A smaller map would show what earlier calls left behind.
                smallest = False
                if report.faults and second.faults and not first.faults:
                    report = second
                report.also = (
                    f"{report.also or ''} A second call with the given map returned {spelled(second.watched.result, 40)}, and the first one "
                    f"{spelled(first.watched.result, 40)}: the search keeps something from one call to the next, as in a list "
                    "that is the default of an argument, or it chooses at random."
                ).strip()
        report.explain()
        if smallest and tiles is not None and (report.faults or report.fact):
            with _quiet():
                report.smallest = self.shrunk(*shown, report)
        return report

    def second_call(self, first: Report, map: Any, start: Any, goal: Any) -> Optional[Report]:
        """Returns the report of another call with the given map, if it finds a path and the first does not, or other costs."""
        if first.has("late"):
            return None

        def found(report: Report) -> Any:
            watched = report.watched
            if watched.path and not report.has("path-broken"):
                return path_cost(watched.path, watched._header)
            return len(watched.path or ()), watched._trouble and watched._trouble.rule

        with _quiet():
            try:
                second = self.one(map, start, goal)
            except GridscopeError:
                return None
        return second if found(second) != found(first) else None

    def pin(self, report: Report, map: Any, start: Any, goal: Any, tiles: Tiles) -> None:
        """Fixes what numbers mean and the number of neighbours, so that all maps are judged by the same.

        Open maps show the most steps.
        """
        if report.watched._ground.meaning == "cost":
            self.rules = cast(RuleWords, {**self.rules, "array": "cost"})
        if "neighbours" in self.rules:
            return
        neighbours = report.watched._header["neighbours"]
        if neighbours == 4:
            cells = str(self.rules.get("cells", "xy"))
            with _quiet():
                for trial in trials(map, start, goal, cells, tiles, 20):
                    try:
                        watched = observe(self.function, *trial[:3], self.limited(), self.timeout, self.may_jump)
                    except GridscopeError:
                        continue
                    neighbours = watched._header["neighbours"]
                    if neighbours == 8 or watched._trouble is not None:
                        break
        inferred = report.watched._header["neighbours"]
        given = self.rules
        self.rules = cast(RuleWords, {**given, "neighbours": neighbours})
        if neighbours != inferred and report.faults:
            # With eight neighbours, a step that is too far may count as one of the program's own.
            with _quiet():
                again = self.one(map, start, goal)
            if not again.has(report.faults[0].rule):
                self.rules = cast(RuleWords, {**given, "neighbours": inferred})

    def limited(self) -> RuleWords:
        return cast(RuleWords, {"limit": LIMIT, **self.rules})

    def others(self, first: Report, given: Tuple[Any, Any, Any], tiles: Tiles, also: int) -> Tuple[Report, Tuple[Any, Any, Any]]:
        """Checks other maps. Returns the report of the first with a fault, else that of the given map."""
        cells = str(self.rules.get("cells", "xy"))
        tried, paths, refused = 0, int(first.has_path), 0
        costlier = [(first, given)] if first.is_costlier else []
        conventions = dict(first.conventions)
        forms: Dict[str, None] = {}
        remarks = dict(first.remarks)
        with _quiet():
            for trial in trials(*given, cells, tiles, also):
                try:
                    one = self.one(*trial, limit=self.limited()["limit"])
                except GridscopeError:
                    refused += 1
                    continue
                tried += 1
                conventions = {**one.conventions, **conventions}
                forms.update(dict.fromkeys(one.watched._read.form))
                remarks = {**one.remarks, **remarks}
                if one.faults:
                    kind = "map" if tried <= len(SHAPES) else "random map"
                    one.also = f"The given map shows no fault. This is {kind} {tried} of {also} with the same tiles."
                    return one, trial[:3]
                paths += one.has_path and trial.ordinary
                if one.is_costlier:
                    costlier.append((one, trial[:3]))
        report, shown = first, given
        report.also = f"{tried} other map{' shows' if tried == 1 else 's show'} no fault either." if tried else None
        if refused:
            report.also = f"{report.also or ''} {refused} more could not be watched.".strip()
        if costlier:
            report, shown = costlier[0]
            if report is not first:
                report.also = f"{first.also} This is a map on which the path is not a cheapest one."
            report.fact = _fact(report, len(costlier), paths)
        if self.number_is_cost is False:
            report.leave_number()
        report.conventions, report.remarks = conventions, {**remarks, **report.remarks}
        report.watched._read = report.watched._read._replace(form=list({**dict.fromkeys(report.watched._read.form), **forms}))
        return report, shown

    def shrunk(self, map: Any, start: Any, goal: Any, report: Report, keep: Optional[str] = None) -> Optional[Smallest]:
        rule = keep or (report.faults[0].rule if report.faults else "not-shortest")
        as_fact = not report.faults and keep is None
        width, height = report.watched.size
        late = rule == "late"
        # Each trial of an endless loop takes all of its time, so there are few.
        timeout = min(self.timeout, LONGEST / 2 if late else LONGEST)

        def is_shown(one: Report) -> bool:
            return one.is_costlier if as_fact else one.has(rule)

        def shows(map: Any, start: Any, goal: Any) -> bool:
            try:
                # A search that does not end on a smaller map is stopped there.
                return is_shown(self.one(map, start, goal, report._ordinary, timeout, 2_000 + 200 * width * height))
            except GridscopeError:
                return False

        small = shrink(map, start, goal, shows, str(self.rules.get("cells", "xy")), 12 if late else None)
        if small is None:
            return None
        # With all of its time, a search may end on the map.
        final = self.one(small.map, small.start, small.goal, report._ordinary)
        if not is_shown(final):
            return None
        small.describe(report.watched.name, rule, self.rules, final.watched.size, report.watched.size, final)
        ways = final.watched._ground.ways(final.watched._header)
        if ways is not None and "origin" not in final.watched._header:
            small.cheapest = ways.cheapest(*final.watched._ends)
        return small


def _number_beside(watched: Watched) -> Optional[float]:
    return watched._read.expansions if watched.cost is None else watched.cost


def _has_detour(watched: Watched) -> bool:
    """Returns whether a path is longer than on an empty map."""
    path, header = watched.path or [(0, 0)], watched._header
    across, down = (abs(path[0][axis] - path[-1][axis]) for axis in (0, 1))
    diagonal = min(across, down) if header["neighbours"] == 8 else 0
    return path_cost(path, header) > across + down - (2 - SQRT2) * diagonal + 1e-6


def _mistaken_costs(watched: Watched) -> List[float]:
    """Returns the cost of a path, and what common mistakes take for it."""
    path, header = watched.path or [], watched._header
    cost = path_cost(path, header)
    left, top = header.get("origin", [0, 0])
    prices = header.get("prices")
    first, last = ((prices[y - top][x - left] or 0.0) if prices else 1.0 for x, y in (path[0], path[-1]))
    plain = [path_cost(path, {**header, "prices": None}), path_cost(path, {**header, "costs": {"straight": 1, "diagonal": 1}})]
    return [cost, len(path) - 1.0, cost - last, cost + first, cost + first - last, *plain]


def _tiles(map: Any, watched: Watched) -> Tiles:
    ground = watched._ground
    start = watched._ends[0]
    return tiles_of(to_table(map), start, ground.blocked, ground.meaning, ground.fields.get("legend"))


def _fact(report: Report, maps: int, of: int) -> Fact:
    order = report.watched._order
    return Fact(maps, max(of, maps), report._costs, order.cause, order.line)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps what the search prints out of the output while it runs many times."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def brief(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")


_STYLE = """<style>
.gs-r{font:14px/20px Inter,system-ui,sans-serif;color:var(--jp-content-font-color1,CanvasText);display:flex;flex-wrap:wrap;gap:16px 28px;border:1px solid color-mix(in srgb,currentColor 18%,transparent);border-radius:8px;padding:16px 20px;max-width:1120px;box-sizing:border-box}
.gs-r *{box-sizing:border-box}.gs-m{flex:1 1 420px;min-width:0}.gs-h{display:flex;justify-content:space-between;gap:16px;font-size:16px;margin-bottom:10px}
.gs-h b{color:#C9252B;font-weight:600}.gs-h .gs-none{color:#00795F}.gs-w,.gs-n{color:color-mix(in srgb,currentColor 68%,transparent);font-size:13px}
.gs-f{background:color-mix(in srgb,#C9252B 11%,transparent);border-radius:6px;padding:10px 14px;margin-bottom:8px;display:flex;gap:10px}
.gs-f>i,.gs-i>i{font-style:normal;flex:none;width:18px;text-align:center}.gs-f>i{color:#C9252B}.gs-i{display:flex;gap:10px;padding:4px 14px}.gs-i>.gs-ok{color:#00795F}
.gs-r code{background:none!important;font:13px/20px "JetBrains Mono",ui-monospace,monospace;padding:0;color:inherit}.gs-cell{text-decoration:underline;text-underline-offset:3px}
.gs-s{flex:0 1 260px}.gs-s svg{display:block;margin:6px 0 8px;max-width:100%;height:auto}.gs-s summary{display:inline-block;cursor:pointer;padding:6px 12px;border-radius:6px;background:color-mix(in srgb,currentColor 9%,transparent);font-weight:500;font-size:13px;margin-top:8px;list-style:none}
.gs-s details{display:inline-block;margin-right:8px}.gs-s details[open]{display:block;margin:0}.gs-s pre{white-space:pre-wrap;font:12px/18px ui-monospace,monospace;background:color-mix(in srgb,currentColor 6%,transparent);padding:8px 10px;border-radius:6px}
</style>"""


def _html(report: Report) -> str:
    count, rest = report._headline()
    width, height = report.watched.size
    part = [f'<div class="gs-i"><i></i><div><b>{html.escape(str(report.fact))}</b></div></div>'] if report.fact else []
    part.append(f'<div class="gs-h"><span><b class="{"" if report.count else "gs-none"}">{count}</b>{rest}</span>')
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
    if report.not_asked:
        many = f"{sum(len(rules) for rules, _ in report.not_asked)} not checked"
        reasons = "; ".join(f"{', '.join(rules)}: {html.escape(why)}" for rules, why in report.not_asked)
        part.append(f'<div class="gs-i"><i>–</i><div><b>{many}</b><div class="gs-n">{reasons}</div></div></div>')
    if report.holds:
        many = f"{len(report.holds)} rule{' holds' if len(report.holds) == 1 else 's hold'}"
        part.append(
            f'<div class="gs-i"><i class="gs-ok">✓</i><div><b>{many}</b><div class="gs-n">{", ".join(report.holds)}</div></div></div>'
        )
    part.append(f'<div class="gs-i gs-n"><i></i><div>{"<br>".join(html.escape(n) for n in report._notes())}</div></div>')
    side = f'<div class="gs-s">{report.smallest._html()}</div>' if report.smallest is not None else ""
    return f'{_STYLE}<div class="gs-r"><div class="gs-m">{"".join(part)}</div>{side}</div>'


@with_rules
def minimise(
    function: Callable[..., Any], map: Any, start: Any, goal: Any, *, keep: Optional[str] = None, timeout: float = 10, **rules: Unpack[RuleWords]
) -> Smallest:
    """Returns the smallest map on which a search still breaks a rule, with a test in Python.

    keep: the rule that must stay broken. Without it, the rule of the first fault.
    """
    if not can_shrink(map):
        raise GridscopeError("only maps that are rows of text or arrays of numbers can be shrunk")
    checked = _Check(function, rules, timeout, False)
    report = checked.one(map, start, goal)
    if keep is not None and not report.has(keep) or not report.faults:
        what = f"does not break the rule {keep}" if keep else "breaks no rule"
        raise GridscopeError(f"{report.watched.name} {what} on this map, so there is nothing to keep while it shrinks")
    checked.pin(report, map, start, goal, _tiles(map, report.watched))
    small = checked.shrunk(map, start, goal, report, keep)
    if small is None:
        raise GridscopeError(
            f"{report.watched.name} broke the rule {keep or report.faults[0].rule} in the first call, but not in every later one, "
            "so no smaller map was found; it may keep something between calls, or need more time than a trial has"
        )
    return small
