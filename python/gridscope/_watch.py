"""`gs.watch`: runs a program's own search, unchanged, and turns what it pushed and popped into a log."""

from __future__ import annotations

import copy
import json
import math
import os
from numbers import Real
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from ._html import View
from ._maps import _npy, is_array, is_numbers, is_rows, meaning_of, number_rows, scene_of, text_rows
from ._picture import PICTURES
from ._program import GridscopeError, call
from ._record import Container, Op, Recorder, Slot, TooMany, Watching
from ._run import Run
from ._source import unwrapped

Cell = Tuple[int, int]
SQRT2 = math.sqrt(2)


class Ground:
    """The map of a search: what the header of a log states about it, and which cells are blocked."""

    def __init__(self, source: Any, array: Optional[str], legend: Optional[Mapping[str, Any]]) -> None:
        self.fields: Dict[str, Any] = {}
        self.prices = False
        rows: Optional[List[Any]] = None
        if isinstance(source, str) and "\n" in source:
            source = source.strip("\n").split("\n")
        if is_rows(source):
            rows = text_rows(source)
        elif is_array(source) or is_numbers(source):
            numbers = number_rows(source)
            meaning = meaning_of(numbers, array)
            if meaning in ("free", "wall"):
                rows = ["".join("." if bool(cell) == (meaning == "free") else "#" for cell in row) for row in numbers]
            elif meaning == "cost":
                self.prices = True
                self.fields["prices"] = [[None if c - c != 0 else c for c in row] for row in numbers]
                self.width, self.height = len(numbers[0]), len(numbers)
                self._blocked = {(x, y) for y, row in enumerate(numbers) for x, c in enumerate(row) if c - c != 0}
            else:
                done = call(["convert", "-", "-", "--to", "scene-json", "--array", meaning], _npy(source, numbers))
                self._scene(json.loads(done.text))
        else:
            self._scene(scene_of(source, array=array, exact_costs=True)[0])
        if rows is not None:
            self.fields["map"] = rows
            if legend:
                self.fields["legend"] = dict(legend)
            self.width, self.height = max(len(row) for row in rows), len(rows)
            self._blocked = _blocked(rows, legend)

    def _scene(self, scene: Dict[str, Any]) -> None:
        scene.pop("run", None)
        scene["actors"] = []
        self.fields["scene"] = scene
        rows: List[str] = scene["rows"]
        self.width, self.height = max(len(row) for row in rows), len(rows)
        self._blocked = _blocked(rows, scene.get("legend"))

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def blocked(self, cell: Cell) -> bool:
        return not self.inside(cell) or cell in self._blocked

    def around(self, cells: Sequence[Cell]) -> Dict[str, Any]:
        """Returns the header's fields, with a border of walls if the search left the map."""
        left = max([0] + [-x for x, _ in cells])
        top = max([0] + [-y for _, y in cells])
        right = max([0] + [x - self.width + 1 for x, _ in cells])
        bottom = max([0] + [y - self.height + 1 for _, y in cells])
        if not (left or top or right or bottom):
            return dict(self.fields)
        if "scene" in self.fields:
            raise GridscopeError("the search left the map, and a map from a file cannot show where; pass rows of text")
        fields = dict(self.fields)
        name = "prices" if self.prices else "map"
        wall: Any = None if self.prices else "#"
        rows = [list(row) + [wall] * (self.width - len(row)) for row in fields[name]]
        width = left + self.width + right
        rows = [[wall] * left + row + [wall] * right for row in rows]
        rows = [[wall] * width for _ in range(top)] + rows + [[wall] * width for _ in range(bottom)]
        fields[name] = rows if self.prices else ["".join(row) for row in rows]
        fields["origin"] = [-left, -top]
        return fields


def _blocked(rows: Sequence[str], legend: Optional[Mapping[str, Any]]) -> Set[Cell]:
    """Returns the cells that are certainly blocked: walls, and tiles that the legend calls blocked."""
    solid = {"#"} if not legend or "#" not in legend else set()
    for glyph, tile in (legend or {}).items():
        if tile in ("wall", "void") or isinstance(tile, Mapping) and tile.get("blocked"):
            solid.add(glyph)
    return {(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph in solid}


class Conventions:
    """How a program writes cells: `xy`, `rc` (row, column), or `index` (y · width + x)."""

    def __init__(self, cells: str, width: int) -> None:
        if cells not in ("xy", "rc", "index"):
            raise GridscopeError(
                f'cells={cells!r}: expected "xy", "rc" for (row, column), or "index" for y * width + x'
            )
        self.kind, self.width = cells, width

    def read(self, cell: Any) -> Optional[Cell]:
        """Returns x and y of the program's cell, or `None` if it is none."""
        if self.kind == "index":
            if hasattr(cell, "__index__") and not isinstance(cell, bool):
                value = int(cell)
                return value % self.width, value // self.width
            return None
        if type(cell).__module__ == "numpy" and getattr(cell, "shape", None) == (2,):
            cell = cell.tolist()
        if not isinstance(cell, (tuple, list)) or len(cell) != 2:
            return None
        if not all(hasattr(part, "__index__") and not isinstance(part, bool) for part in cell):
            return None
        a, b = int(cell[0]), int(cell[1])
        return (a, b) if self.kind == "xy" else (b, a)

    def write(self, cell: Sequence[int]) -> Any:
        x, y = int(cell[0]), int(cell[1])
        return y * self.width + x if self.kind == "index" else (x, y) if self.kind == "xy" else (y, x)


class Line(NamedTuple):
    """A line of the log, and the line of the program that caused it."""

    fields: Dict[str, Any]
    line: Optional[int]
    file: Optional[str]


class Rules:
    """What the caller states about steps and costs."""

    def __init__(
        self,
        neighbours: Optional[int],
        corners: str,
        costs: Optional[Mapping[str, Any]],
        optimal: Optional[bool],
        header: Mapping[str, Any],
    ) -> None:
        self.neighbours, self.corners, self.costs, self.optimal = neighbours, corners, costs, optimal
        self.header = dict(header)


class Watched:
    """A search that was watched: its result, its log, and what could not be watched."""

    def __init__(
        self, name: str, result: Any, header: Dict[str, Any], lines: List[Line], notes: List[str], rules: str,
        unasked: Dict[str, str], cells: Conventions, path: Optional[List[Cell]], cost: Optional[float], size: Cell, ground: "Ground",
    ) -> None:  # fmt: skip
        #: Name of the function.
        self.name = name
        #: What the function returned.
        self.result = result
        #: What could not be watched, or was inferred. One sentence each.
        self.notes = notes
        #: The rules that the audit uses, as a sentence.
        self.rules = rules
        #: Path as x, y, or `None`.
        self.path = path
        #: Cost that the function returned, or `None`.
        self.cost = cost
        #: Width and height of the map.
        self.size = size
        self._header, self._lines, self._unasked, self._cells, self._ground = header, lines, unasked, cells, ground
        self._run: Optional[Run] = None

    @property
    def log(self) -> str:
        """The log, as lines of JSON that `gridscope open` and `gridscope check` read."""
        lines = [self._header] + [line.fields for line in self._lines]
        return "".join(json.dumps(line) + "\n" for line in lines)

    @property
    def run(self) -> Run:
        """The log as a run: events, layers, why and why-not."""
        if self._run is None:
            self._run = Run(self.log.encode("utf-8"), ".trace.jsonl", title=self.name)
        return self._run

    def at(self, event: int) -> View:
        """Returns the player at the moment after this many events."""
        return self.run.at(event)

    def why(self, x: int, y: int, at: Optional[int] = None) -> str:
        """Returns a cell's values, its history, and the chain of causes."""
        return self.run.why(x, y, at)

    def why_not(self, x: int, y: int, at: Optional[int] = None) -> str:
        """Returns why a cell was not chosen."""
        return self.run.why_not(x, y, at)

    def save(self, file: Any) -> None:
        """Writes the log, or a page for `.html`, or a picture: see `Run.save`."""
        if os.path.splitext(file)[1].lower() in (".html", *PICTURES):
            self.run.save(file)
        else:
            with open(file, "w", encoding="utf-8") as out:
                out.write(self.log)

    def __len__(self) -> int:
        return len(self._lines)

    def __repr__(self) -> str:
        said = "".join(f"\n  {note}" for note in self.notes)
        return f"<{self.name}, watched: {len(self._lines)} events. {self.rules}>{said}"

    def _repr_html_(self) -> str:
        return self.run._repr_html_()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        return {**self.run._repr_mimebundle_(include, exclude), "text/plain": repr(self)}


def watch(
    function: Callable[..., Any],
    map: Any,
    start: Any,
    goal: Any,
    *,
    neighbours: Optional[int] = None,
    corners: str = "never",
    costs: Optional[Mapping[str, Any]] = None,
    optimal: Optional[bool] = None,
    array: Optional[str] = None,
    legend: Optional[Mapping[str, Any]] = None,
    cells: str = "xy",
    g: Any = None,
    h: Optional[Callable[..., float]] = None,
    ground: Any = None,
    limit: int = 1_000_000,
    **header: Any,
) -> Watched:
    """Calls `function(map, start, goal)` and watches its open list. The function needs no change.

    Watched are `heapq`, `Queue`, `LifoQueue` and `PriorityQueue` of `queue`, `collections.deque`, and lists and sets that are used as open lists.

    neighbours: 4 or 8. If it is missing, it is inferred from the steps of the search, and the notes say so.
    corners: when a diagonal step may pass a blocked cell: never, one, always.
    costs: such as `{"straight": 1, "diagonal": 1.414}`. Without it: 1 and the square root of 2.
    optimal: whether the path must be a cheapest one. Without it: yes, unless a stack or recursion is used.
    array, legend: what the numbers or glyphs of the map mean.
    cells: how the program writes cells: "xy", "rc" for (row, column), "index" for y * width + x.
    g: name of the program's table of costs so far (`"g"`, `"self.cost"`), or the position of g in an entry. With it, the
        audit checks the cost of each step.
    h: the heuristic, as a function of a cell, or of a cell and the goal. With it, the audit checks each estimate.
    ground: the map for the audit, if `map` is an object of the program's own.
    header: more fields of the log's header, such as `steps="jump"`.
    """
    rules = Rules(neighbours, corners, costs, optimal, header)
    place = Ground(map if ground is None else ground, array, legend)
    conventions = Conventions(cells, place.width)
    ends = conventions.read(start), conventions.read(goal)
    for which, end, given in (("start", ends[0], start), ("goal", ends[1], goal)):
        if end is None:
            raise GridscopeError(
                f"{which}={given!r} is not a cell; expected (x, y), or say how cells are written with cells="
            )
        if not place.inside(end):
            order = "(row, column)" if cells == "rc" else "(x, y)"
            raise GridscopeError(
                f"{which}={given!r} lies outside the map, which is {place.width} wide and {place.height} high; expected {order}"
            )
    assert ends[0] is not None and ends[1] is not None
    # Some searches mark the map. Each call gets a fresh one.
    if is_rows(map) or is_numbers(map) or is_array(map):
        map = copy.deepcopy(map)
    recorder = Recorder(cells == "index", g, limit)
    watching = Watching(function, recorder)
    try:
        with watching:
            result = function(map, start, goal)
            if hasattr(result, "__next__"):
                result = list(result)
    except TooMany as error:
        raise GridscopeError(str(error)) from None
    if not hasattr(function, "__name__") and not hasattr(function, "func"):
        function = type(function)  # an object with __call__ has the name of its class
    name = str(getattr(function, "__name__", None) or getattr(unwrapped(function), "__name__", "search"))
    return _Writer(name, place, conventions, ends[0], ends[1], recorder, rules, h, goal, watching).written(result)


class Result(NamedTuple):
    """What a function's return value says."""

    path: Optional[List[Cell]]
    cost: Optional[float]
    none: bool
    notes: List[str]


def _number(value: Any) -> Optional[float]:
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    return None


def read_result(value: Any, cells: Conventions, start: Cell, goal: Cell) -> Result:
    """Finds the path, and its cost, in what a function returned."""
    notes: List[str] = []
    number = _number(value)
    if value is None or value is False or number is not None and (number == -1 or number - number != 0):
        return Result(None, None, True, notes)
    path = _path(value, cells, start, goal)
    if path is not None:
        return Result(path or None, None, not path, notes)
    parents = _parents(value, cells, start, goal)
    if parents is not None:
        return Result(parents or None, None, not parents, notes)
    if isinstance(value, (tuple, list)) and value:
        cost: Optional[float] = None
        found: Optional[List[Cell]] = None
        for part in value:
            if cost is None and _number(part) is not None:
                cost = _number(part)
            if found is None:
                found = _path(part, cells, start, goal)
            if found is None:
                found = _parents(part, cells, start, goal)
            if cost is None and isinstance(part, Mapping) and found:
                cost = _number(part.get(cells.write(goal)))
        if found:
            return Result(found, cost, False, notes)
        if value[0] is None or found == [] or any(part is None for part in value):
            return Result(None, None, True, notes)
    chain = _chain(value, cells)
    if chain:
        return Result(_ordered(chain, start, goal), None, False, notes)
    what = "a number" if number is not None else f"a value of type {type(value).__name__}"
    notes.append(
        f"The function returned {what}, which cannot be read as a path, so no rule about the path is checked. Return a list of cells."
    )
    return Result(None, number, False, notes)


def _path(value: Any, cells: Conventions, start: Cell, goal: Cell) -> Optional[List[Cell]]:
    """Returns the cells of a path, an empty list for no path, or `None` if the value is no list of cells."""
    if is_array(value) and getattr(value, "ndim", 0) >= 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple)) and type(value).__name__ not in ("deque", "WatchedDeque"):
        return None
    if len(value) == 0:
        return []
    read = []
    for part in value:
        cell = cells.read(part)
        if cell is None:
            for pair in (("x", "y"), ("row", "col"), ("r", "c")):
                if all(hasattr(part, name) for name in pair) and not isinstance(part, complex):
                    a, b = getattr(part, pair[0]), getattr(part, pair[1])
                    cell = (int(a), int(b)) if pair[0] == "x" else (int(b), int(a))
                    break
            else:
                for name in ("pos", "position", "cell", "state", "loc", "coord"):
                    cell = cells.read(getattr(part, name, None))
                    if cell is not None:
                        break
        if cell is None:
            return None
        read.append(cell)
    if len(read) == 2 and cells.kind == "index" and not {start, goal} & set(read):
        return None
    return _ordered(read, start, goal)


def _ordered(path: List[Cell], start: Cell, goal: Cell) -> List[Cell]:
    """Returns the path from start to goal: turned round, or with the start that the program left out."""
    if start != goal and path[0] == goal and (path[-1] == start or _touch(path[-1], start)):
        path = path[::-1]
    if path[0] != start and path[-1] == goal and _touch(path[0], start):
        path = [start, *path]
    return path


def _touch(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def _parents(value: Any, cells: Conventions, start: Cell, goal: Cell) -> Optional[List[Cell]]:
    """Walks a table of parents back from the goal. Returns an empty list if the goal is not in it."""
    if not isinstance(value, Mapping) or not value:
        return None
    if not all(v is None or cells.read(v) is not None for v in value.values()):
        return None
    table = {cells.read(k): cells.read(v) for k, v in value.items()}
    if goal not in table:
        return []
    path, cell, seen = [goal], table[goal], {goal}
    while cell is not None and cell not in seen:
        path.append(cell)
        seen.add(cell)
        cell = table.get(cell)
    return path[::-1]


def _chain(value: Any, cells: Conventions) -> Optional[List[Cell]]:
    """Reads the path from a node with a parent."""
    path: List[Cell] = []
    for _ in range(1_000_000):
        if value is None:
            return path
        one = _path([value], cells, (-1, -1), (-1, -1))
        if not one:
            return None
        path.append(one[0])
        for name in ("parent", "prev", "previous", "came_from"):
            if hasattr(value, name):
                value = getattr(value, name)
                break
        else:
            return None
    return None


class _Writer:
    """Turns a record into a log."""

    def __init__(
        self, name: str, ground: Ground, cells: Conventions, start: Cell, goal: Cell, recorder: Recorder, rules: Rules,
        h: Optional[Callable[..., float]], own_goal: Any, watching: Watching,
    ) -> None:  # fmt: skip
        self.name, self.ground, self.cells, self.start, self.goal = name, ground, cells, start, goal
        self.recorder, self.rules, self.h, self.own_goal, self.watching = recorder, rules, h, own_goal, watching
        self.notes: List[str] = []
        self.unasked: Dict[str, str] = {}
        self.lines: List[Line] = []
        self.steps: List[Tuple[Cell, Cell]] = []
        self.file = getattr(getattr(unwrapped(watching.function), "__code__", None), "co_filename", None)

    def cell(self, op: Op, slot: Slot) -> Optional[Cell]:
        return self.cells.read(op.cells[slot]) if slot in op.cells else None

    def ops(self, container: Container, slot: Slot) -> Tuple[List[Op], bool]:
        """Returns the pushes and pops of a container, and whether entries left it without being popped.

        A removal is a pop if the container has no other pops, and if the same cell is not pushed again at once.
        """
        ops: List[Op] = []
        pops, left = container.pops, container.lost
        for op, after in zip(container.ops, [*container.ops[1:], None]):
            again = after is not None and after.push and self.cell(after, slot) == self.cell(op, slot)
            if op.removal and (pops or again):
                left = left or not again
            else:
                ops.append(op)
        return ops, left

    def slot(self, container: Container, path: Sequence[Cell]) -> Optional[Tuple[float, Slot]]:
        """Returns the place of the cell in the entries, and how many of the pushes are one step from the last pop.

        The start is in it first, and popped first. If several places fit, the one is taken whose pushes are steps, which
        has the cells of the path, and whose cells are free. A pair of its own counts more than two numbers side by side.
        """
        if not container.ops or not container.ops[0].push:
            return None
        first = container.ops[0]
        straight = self.rules.neighbours == 4
        best: Optional[Tuple[Tuple[float, ...], Slot]] = None
        for slot in first.cells:
            if self.cell(first, slot) not in (self.start, self.goal):
                continue
            now: Optional[Cell] = None
            pushes = touching = popped = free = 0
            pushed: Set[Cell] = set()
            whole = True
            for op in self.ops(container, slot)[0]:
                cell = self.cell(op, slot)
                if cell is None:
                    # Entries that were marked as removed have no cell when they are popped.
                    whole = whole and not op.push
                    continue
                if not op.push:
                    popped += 1
                    if popped == 1 and cell not in (self.start, self.goal):
                        whole = False  # a path, or a stack that is only looked at
                        break
                    now = cell
                    continue
                pushed.add(cell)
                if now is not None:
                    pushes += 1
                    touching += (
                        cell == now or _touch(cell, now) and not (straight and cell[0] != now[0] and cell[1] != now[1])
                    )
                    free += not self.ground.blocked(cell)
            if whole and popped:
                share = touching / pushes if pushes else 0.5
                covered = sum(cell in pushed for cell in path) / len(path) if path else 0.0
                own = not any(isinstance(part, tuple) for part in slot)
                if not own and path and covered < 0.5:
                    continue  # a key and a count that look like a cell
                marks = (share, covered, free / pushes if pushes else 0.0, float(own), float(len(pushed)))
                # Of numbers side by side, the last two are the cell more often than the key.
                if best is None or marks > best[0] or marks == best[0] and not own:
                    best = (marks, slot)
        return None if best is None else (best[0][0], best[1])

    def frontier(self, path: Sequence[Cell]) -> Optional[Tuple[Container, Slot]]:
        """Chooses the container that is the open list, and says why others are not watched."""
        rank = {"heap": 4, "queue": 3, "lifo": 3, "deque": 3, "list": 2, "set": 1}
        found: List[Tuple[int, int, Container, Slot]] = []
        jumps = self.rules.header.get("steps", "one") != "one"
        for container in self.recorder.containers.values():
            if not any(not op.push for op in container.ops):
                continue
            if container.kind == "list" and container.assigned:
                name = f"`{container.name}`" if container.name else "A list"
                self.notes.append(
                    f"{name} is rearranged by assignments, as a heap of your own is, so its order cannot be watched. "
                    "heapq can."
                )
                continue
            slot = self.slot(container, path)
            if slot is None or container.kind not in ("heap",) and slot[0] < 0.999 and not jumps:
                continue
            found.append((rank[container.kind], sum(not op.push for op in container.ops), container, slot[1]))
        if not found:
            return None
        found.sort(key=lambda f: (f[0], f[1]), reverse=True)
        best = found[0]
        both = [
            f for f in found if f[0] == best[0] and self.cell(f[2].ops[0], f[3]) != self.cell(best[2].ops[0], best[3])
        ]
        if both:
            self.notes.append(
                "Two open lists were used, one from each end. Such a search cannot be watched, so only its path is checked."
            )
            return None
        others = [
            other
            for other in self.recorder.containers.values()
            if other is not best[2] and rank[other.kind] == best[0] and (other.pops or not best[2].pops)
        ]
        if any(not op.push and op.cells for other in others for op in other.ops):
            why = "more than one open list may be in use, and one was watched"
            self.unasked.update(dict.fromkeys(("parent", "never-opened", "unsearched"), why))
        return best[2], best[3]

    def written(self, value: Any) -> Watched:
        result = read_result(value, self.cells, self.start, self.goal)
        self.notes += result.notes
        chosen = self.frontier(result.path or [])
        keyed = False
        lifo = False
        start, goal = self.start, self.goal
        path = result.path
        if chosen is None:
            if not any("open list" in note or "rearranged" in note for note in self.notes):
                self.notes.append(
                    "No heap, queue or stack was seen that begins with the start, so only the path is checked. "
                    "Recursion and containers of your own cannot be watched."
                )
            if self.watching.rewriting.without_source:
                names = ", ".join(sorted(set(self.watching.rewriting.without_source)))
                self.notes.append(f"The source of {names} cannot be read, so lists and sets in it were not watched.")
        else:
            container, slot = chosen
            if self.cell(container.ops[0], slot) == self.goal and self.start != self.goal:
                start, goal = self.goal, self.start
                path = path[::-1] if path else path
                self.notes.append("The search runs from the goal to the start, and is checked in that direction.")
            keyed = self._events(container, slot, set(path or ()), start)
            taken_last = container.lifo > container.fifo and not container.sorted
            lifo = container.kind == "lifo" or container.kind in ("list", "deque") and taken_last
        if path and chosen is not None:
            opened = {tuple(line.fields["at"]) for line in self.lines if line.fields["event"] == "open"}
            # A search that tests for the goal before it pushes never opens it.
            if len(path) > 1 and path[-1] == goal and goal not in opened and path[-2] in opened:
                self.lines.append(
                    Line({"event": "open", "at": goal, "from": path[-2]}, self.recorder.return_line, self.file)
                )
        header = self._header(path, keyed, lifo, chosen is not None, start, goal)
        line = self.recorder.return_line
        if path:
            fields: Dict[str, Any] = {"event": "path", "cells": path}
            if result.cost is not None:
                fields["cost"] = result.cost
            self.lines.append(Line(fields, line, self.file))
        elif result.none:
            self.lines.append(Line({"event": "done", "result": "none"}, line, self.file))
        for entry in self.lines:
            if entry.line is not None:
                entry.fields["line"] = entry.line
        if not self.lines:
            raise GridscopeError(" ".join(self.notes) or "nothing could be watched")
        size = (self.ground.width, self.ground.height)
        rules = self._rules_sentence(header)
        return Watched(
            self.name,
            value,
            header,
            self.lines,
            self.notes,
            rules,
            self.unasked,
            self.cells,
            result.path,
            result.cost,
            size,
            self.ground,
        )

    def _events(self, container: Container, slot: Slot, on_path: Set[Cell], start: Cell) -> bool:
        """Writes the events of an open list. Returns whether entries have keys that tell the order."""
        ops, left = self.ops(container, slot)
        ops = [op for op in ops if self.cell(op, slot) is not None]
        keys = {op.key[0] if op.key else None for op in ops}
        key_slot = next(iter(keys)) if len(keys) == 1 else None
        keyed = key_slot is not None and not _overlaps(key_slot, slot) and container.kind == "heap"
        if left and keyed:
            keyed = False
            self.unasked["order"] = "entries are removed while they wait, so it is not known which ones wait"
        # A key that changes inside the heap is not the one that was pushed.
        pushed: Dict[Tuple[Cell, Optional[float]], int] = {}
        for op in ops:
            mark = (self.cell(op, slot) or start, op.key[1] if op.key else None)
            if op.push:
                pushed[mark] = pushed.get(mark, 0) + 1
            elif pushed.get(mark, 0) == 0:
                keyed = False
                self.unasked["order"] = "entries change while they wait, so their keys are not known"
            else:
                pushed[mark] -= 1
        if not keyed and "order" not in self.unasked:
            self.unasked["order"] = (
                "the entries have no number in front" if container.kind == "heap"
                else "a queue, a stack or a plain list has no keys"
            )  # fmt: skip
        used = self._used(ops, slot, on_path)
        expanded: Set[Cell] = set()
        best_g: Dict[Cell, float] = {}
        now: Optional[Cell] = None
        for index, op in enumerate(ops):
            cell = self.cell(op, slot)
            assert cell is not None
            g = op.g[0].get(slot) if op.g[0] else None
            if self.ground.blocked(cell) and cell not in used:
                if not op.push:
                    now = None
                continue
            fields: Dict[str, Any] = {"event": "open" if op.push else "expand", "at": cell}
            if op.push:
                if now is not None:
                    fields["from"] = now
                    self.steps.append((now, cell))
                if g is not None:
                    fields["g"] = g
                    best_g[cell] = min(g, best_g.get(cell, math.inf))
                if self.h is not None and self.ground.inside(cell):
                    fields["h"] = self._estimate(cell)
                if keyed and op.key is not None:
                    fields["f"] = op.key[1]
            else:
                after = index + 1 < len(ops) and ops[index + 1].push
                now = cell
                if cell in expanded and not after:
                    continue  # an old entry that is skipped
                if g is not None and cell in best_g and g < best_g[cell] and not keyed:
                    # The program lowered g without a push, as searches do that look for the minimum themselves.
                    lowered: Dict[str, Any] = {"event": "open", "at": cell, "g": g}
                    self.lines.append(Line(lowered, op.line, op.file))
                expanded.add(cell)
            self.lines.append(Line(fields, op.line, op.file))
        return keyed

    def _used(self, ops: List[Op], slot: Slot, on_path: Set[Cell]) -> Set[Cell]:
        """Returns the cells that the search really entered: with pushes after their pop, or on the path."""
        used = set(on_path)
        for one, following in zip(ops, ops[1:]):
            cell = self.cell(one, slot)
            if not one.push and following.push and cell is not None:
                used.add(cell)
        return used

    def _estimate(self, cell: Cell) -> float:
        own = self.cells.write(cell)
        assert self.h is not None
        try:
            count = self.h.__code__.co_argcount - len(self.h.__defaults__ or ())
        except AttributeError:
            count = 2
        return float(self.h(own) if count == 1 else self.h(own, self.own_goal))

    def _header(
        self, path: Optional[List[Cell]], keyed: bool, lifo: bool, watched: bool, start: Cell, goal: Cell
    ) -> Dict[str, Any]:
        seen = [tuple(line.fields["at"]) for line in self.lines] + list(path or ())
        cells: List[Cell] = [(c[0], c[1]) for c in seen]
        if any(abs(a) > 20_000 or abs(b) > 20_000 for a, b in cells):
            raise GridscopeError(
                "the search went far off the map: " + str(max(cells, key=lambda c: max(abs(c[0]), abs(c[1]))))
            )
        header: Dict[str, Any] = {"format": "gridscope-trace", "version": 2, "title": self.name, "algorithm": self.name}
        header.update(self.ground.around(cells))
        path_steps = list(zip(path or (), (path or ())[1:]))
        # A path that leaves a cell out seems to have diagonal steps. What was watched tells more.
        steps = self.steps or path_steps
        neighbours = self.rules.neighbours
        if neighbours is None:
            # A single far step may be a portal. Several that are diagonal belong to a search that jumps.
            diagonal = {(a, b) for a, b in steps if abs(a[0] - b[0]) == abs(a[1] - b[1]) > 0}
            neighbours = 8 if len(diagonal) > 1 or any(_touch(a, b) for a, b in diagonal) else 4
            why = "a step is" if neighbours == 8 else "no step is"
            self.notes.append(
                f"{neighbours} neighbours, because {why} diagonal. State neighbours={neighbours} or {12 - neighbours} to be sure."
            )
        costs = self.rules.costs
        if costs is None:
            costs = {"straight": 1} if neighbours == 4 else {"straight": 1, "diagonal": SQRT2}
        header.update(start=start, goal=goal, neighbours=neighbours, corners=self.rules.corners, costs=dict(costs))
        if keyed:
            header["order"] = ["f"]
        if self._jumps_rarely(path_steps, neighbours):
            header["steps"] = "own"
            self.notes.append(
                "A step goes farther than to a neighbour, so steps and the path are not checked. State steps='one' if none "
                "should, steps='jump' if the search jumps along free cells, or wraps='both' if borders are joined."
            )
        optimal = self.rules.optimal
        if optimal is None and (lifo or not watched):
            optimal = False
            why = (
                "a stack does not promise a cheapest path"
                if lifo
                else "it is not known whether this search promises a cheapest path"
            )
            self.unasked["not-shortest"] = f"{why}; state optimal=True if it should"
        if optimal is not None:
            header["optimal"] = optimal
        if self.recorder.g is not None and not self.recorder.g_found:
            self.notes.append(f"g={self.recorder.g!r} was not found while the search ran, so no cost was read.")
        header.update(self.rules.header)
        return header

    def _jumps_rarely(self, path_steps: List[Tuple[Cell, Cell]], neighbours: int) -> bool:
        """Returns whether a few steps go farther than to a neighbour, and the caller does not say what steps are.

        Parents are inferred from the order of pops, so a far step may be sound: a jump over free cells, a portal, or a
        second pop before the push. If many steps are far, the audit itself does not ask about them. A path has a gap if
        only its own step is far, except from one border to the other.
        """
        if not {"steps", "wraps"}.isdisjoint(self.rules.header):
            return False
        far = sum(a != b and not _touch(a, b) for a, b in self.steps)
        around = any(self._around(a, b, neighbours) for a, b in path_steps)
        return far == 1 or 0 < far * 20 < len(self.steps) or around

    def _around(self, a: Cell, b: Cell, neighbours: int) -> bool:
        """Returns whether a step leads over a border of the map to the opposite one.

        With 4 neighbours it stays in its row or column: from the end of a row to the start of the next is a mistake.
        """
        size = (self.ground.width, self.ground.height)
        moved = [min(abs(a[i] - b[i]), size[i] - abs(a[i] - b[i])) for i in (0, 1)]
        return not _touch(a, b) and max(moved) == 1 and (neighbours == 8 or sum(moved) == 1)

    def _rules_sentence(self, header: Mapping[str, Any]) -> str:
        costs = ", ".join(
            f"{name} {value:.5g}" if isinstance(value, float) else f"{name} {value}"
            for name, value in header["costs"].items()
        )
        corners = f", corners {header['corners']}" if header["neighbours"] == 8 else ""
        prices = ", times the number of the cell that is entered" if self.ground.prices else ""
        return f"Rules: {header['neighbours']} neighbours{corners}, costs: {costs}{prices}."


def _overlaps(key: Slot, cell: Slot) -> bool:
    """Returns whether the key is a part of the cell."""
    if len(cell) and isinstance(cell[-1], tuple):
        return key[: len(cell) - 1] == cell[:-1] and len(key) == len(cell) and key[-1] in cell[-1]
    return key[: len(cell)] == cell
