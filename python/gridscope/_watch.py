"""`gs.watch`: runs a program's own search, unchanged, and turns what it pushed and popped into a log."""

from __future__ import annotations

import contextlib
import copy
import dis
import gc
import inspect
import itertools
import json
import math
import os
import re
import types
from collections import Counter
from typing import TYPE_CHECKING, Any, Callable, ContextManager, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, cast

from ._cheapest import SQRT2, Ways, path_cost
from ._html import View
from ._late import Late, at_most
from ._maps import _npy, is_array, is_numbers, is_rows, meaning_of, number_rows, opened_scene, plain_rows, refuse_costs, scene_of, text_rows
from ._picture import PICTURES
from ._program import GridscopeError
from ._record import Container, Op, Recorder, Slot, TooMany, Watching
from ._result import Conventions, Result, is_far, read_result, touch
from ._rules import RuleWords, with_rules
from ._run import Run
from ._source import HERE, is_own_file, unwrapped

if TYPE_CHECKING:
    from typing_extensions import Unpack

Cell = Tuple[int, int]


#: Most cells of a map on which the package looks for a cheapest path itself. On larger ones, only the program does.
LARGEST = 1 << 16
#: Pushes and pops a cell after which a search that was stopped has no second chance without being watched.
OPS_A_CELL = 20
#: Tiles that nothing walks through, as in the table of the program. A test compares the two.
IMPASSABLE = ("wall", "void", "secret-door", "window", "shutter", "crate", "tree")
#: Functions without source that a note names before it only counts them.
MOST_NAMED = 3
#: Pushes and pops after which a search is stopped, unless a limit is stated.
MAX_OPS = 1_000_000
#: Signs that the program reads as actors on free cells, unless a legend says otherwise.
ACTORS = "@$><ABEGLMPUVX"


class Ground:
    """The map of a search: what the header of a log states about it, and which cells are blocked."""

    def __init__(self, source: Any, array: Optional[str], legend: Optional[Mapping[str, Any]]) -> None:
        self.fields: Dict[str, Any] = {}
        self.prices = False
        #: What the numbers of the map mean, or `None` for text.
        self.meaning: Optional[str] = None
        rows: Optional[List[Any]] = None
        if isinstance(source, str) and "\n" in source:
            source = source.strip("\n").split("\n")
        source = plain_rows(source)
        if is_rows(source):
            rows = text_rows(source)
        elif is_array(source) or is_numbers(source):
            numbers = number_rows(source)
            meaning = self.meaning = meaning_of(numbers, array)
            if meaning in ("free", "wall"):
                rows = ["".join("." if bool(cell) == (meaning == "free") else "#" for cell in row) for row in numbers]
            elif meaning == "cost":
                self.prices = True
                refuse_costs(numbers, inf_is_blocked=True)
                self.fields["prices"] = [[None if c is None or c - c != 0 else c for c in row] for row in numbers]
                self.width, self.height = len(numbers[0]), len(numbers)
                self._blocked = {(x, y) for y, row in enumerate(self.fields["prices"]) for x, c in enumerate(row) if c is None}
            else:
                self._scene(opened_scene(_npy(source, numbers), array=meaning)[0])
        else:
            self._scene(scene_of(source, array=array, inf_is_blocked=True)[0])
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

    def ways(self, header: Mapping[str, Any]) -> Optional[Ways]:
        """Returns the steps and costs of a header, or `None` if more counts than walls and prices, or the map is large."""
        if self.width * self.height > LARGEST:
            return None
        plain = self.prices or set().union(*self.fields.get("map", ["?"])) <= {"#", "."} | self._marks()
        return Ways.of(header, (self.width, self.height), self._blocked, plain)

    def _marks(self) -> Set[str]:
        """Returns letters that are on one cell each, as those that mark the ends."""
        letters = Counter("".join(self.fields.get("map", [])) if "legend" not in self.fields else "")
        return {c for c, count in letters.items() if c.isalpha() and count == 1}

    def repeated_letters(self) -> List[str]:
        """Returns the signs of actors that are on several cells, though a map has few actors. A legend tells what its own mean."""
        letters = Counter("".join(self.fields.get("map", [])))
        return sorted(c for c, count in letters.items() if c in ACTORS and count > 1 and c not in self.fields.get("legend", ()))

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
    """Returns the cells that are certainly blocked: walls, other tiles of that kind, and what the legend calls blocked."""
    solid = {"#"} if not legend or "#" not in legend else set()
    for glyph, tile in (legend or {}).items():
        if tile in IMPASSABLE or isinstance(tile, Mapping) and tile.get("blocked"):
            solid.add(glyph)
    return {(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph in solid}


class Line(NamedTuple):
    """A line of the log, and the line of the program that caused it."""

    fields: Dict[str, Any]
    line: Optional[int]
    file: Optional[str]


class Trouble(NamedTuple):
    """Why a call returned nothing: an exception, or too much time."""

    rule: str
    sentence: str
    line: Optional[int]
    file: Optional[str]
    #: Whether the search or its library raised the exception, so that it may say that there is no path.
    on_purpose: bool
    error: BaseException


#: Exceptions that happen to code, even if it raises them itself.
ACCIDENTS = (
    LookupError, TypeError, AttributeError, NameError, ArithmeticError, RecursionError, MemoryError, AssertionError,
    StopIteration, NotImplementedError, SystemExit,
)  # fmt: skip


def trouble_of(error: BaseException) -> Trouble:
    """Returns where an exception happened in the caller's own code, and whether it was raised on purpose."""
    frames = [(t.tb_frame.f_code, t.tb_lineno or t.tb_frame.f_lineno, t.tb_lasti) for t in _chain_of(error)]
    here = [frame for frame in frames if is_own_file(frame[0].co_filename) and frame[1]] or frames
    code, line = (here[-1][0], here[-1][1]) if here else (None, None)
    file = code.co_filename if code else None
    if isinstance(error, Late):
        return Trouble("late", str(error), line, file, False, error)
    if isinstance(error, TooMany):
        return Trouble("late", _capital(str(error)) + ".", line, file, False, error)
    is_raise = bool(frames) and _is_raise(frames[-1][0], frames[-1][2])
    text = str(error).strip().split("\n")[0]
    sentence = f"{type(error).__name__}{': ' + text if text else ''}"
    # An `assert` with a message may say that there is no path.
    is_meant = not isinstance(error, ACCIDENTS) or isinstance(error, AssertionError) and bool(text)
    return Trouble("crash", sentence, line, file, is_raise and is_meant, error)


def _is_raise(code: types.CodeType, at: int) -> bool:
    """Returns whether an instruction is a `raise`. Compiled libraries show no instructions, but the name of their source."""
    compiled = code.co_filename.endswith((".pyx", ".pxd"))
    return compiled or at < len(code.co_code) and dis.opname[code.co_code[at]] == "RAISE_VARARGS"


def _chain_of(error: BaseException) -> List[types.TracebackType]:
    """Returns the steps of a traceback, without those of this package."""
    steps, step = [], error.__traceback__
    while step is not None:
        if not step.tb_frame.f_code.co_filename.startswith(HERE + os.sep):
            steps.append(step)
        step = step.tb_next
    return steps


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Watched:
    """A search that was watched: its result, its log, and what could not be watched."""

    def __init__(
        self, name: str, result: Any, header: Dict[str, Any], lines: List[Line], notes: List[str], rules: str,
        unasked: Dict[str, str], cells: Conventions, read: Result, size: Cell, ground: "Ground", trouble: Optional[Trouble],
        order: "Order", ends: Tuple[Cell, Cell], place: Tuple[Optional[int], Optional[str]], stated: Mapping[str, Any],
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
        self.path = read.path
        #: Cost that the function returned, or `None`.
        self.cost = read.cost
        #: Width and height of the map.
        self.size = size
        self._header, self._lines, self._unasked, self._cells, self._ground = header, lines, unasked, cells, ground
        self._read, self._trouble, self._order = read, trouble, order
        #: Start and goal as the caller states them, and the line that returned. A search may run from the goal.
        self._ends, self._return = ends, place
        #: Rules and fields of the header that the caller states.
        self._stated = stated
        self._run: Optional[Run] = None

    @property
    def _has_stated_costs(self) -> bool:
        return not {"costs", "cost_of", "edges"}.isdisjoint(self._stated)

    @property
    def log(self) -> str:
        """The log, as lines of JSON that `gridscope open` and `gridscope check` read."""
        # No text and no object within a line looks like the place between two lines.
        lines = json.dumps([line.fields for line in self._lines])[1:-1].replace("}, {", "}\n{")
        return "".join(line + "\n" for line in (json.dumps(self._header), lines) if line)

    @property
    def run(self) -> Run:
        """The log as a run: events, layers, why and why-not."""
        if self._run is None:
            self._run = Run(self.log.encode("utf-8"), ".trace.jsonl", title=self.name)
        return self._run

    def at(self, event: int) -> View:
        """Returns the player at the moment after this many events."""
        return self.run.at(event)

    def _with_g(self) -> str:
        """Returns the log with a g that follows from the steps of the search, so that the audit can say where a path was lost."""
        known: Dict[Any, float] = {self._header["start"]: 0.0}
        lines = [self._header]
        for line in self._lines:
            fields = dict(line.fields)
            at, before = fields.get("at", ()), fields.get("from", ())
            if "g" not in fields and at:
                g = known.get(at) if not before else None
                if before in known:
                    g = known[before] + path_cost([before, at], self._header)
                if g is not None and fields["event"] in ("open", "expand"):
                    fields["g"] = g
                    known[at] = min(g, known.get(at, math.inf))
            lines.append(fields)
        return "".join(json.dumps(line) + "\n" for line in lines)

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


class Order(NamedTuple):
    """What the order of the pops says about the search."""

    #: Whether the search promises a cheapest path, or `None` if it is not known.
    promise: Optional[bool]
    #: Whether the search takes entries in the order of their pushes, so that it promises the fewest steps.
    by_steps: bool
    #: A sentence about an order that cannot lead to a cheapest path, with the line.
    cause: Optional[str]
    line: Optional[int]
    why: str


@with_rules
def watch(function: Callable[..., Any], map: Any, start: Any, goal: Any, **rules: Unpack[RuleWords]) -> Watched:
    """Calls `function(map, start, goal)` and watches its open list. The function needs no change.

    Watched are `heapq`, `Queue`, `LifoQueue` and `PriorityQueue` of `queue`, `collections.deque`, and lists and sets that are used as open lists.

    neighbours: 4 or 8. If it is missing, it is inferred from the steps of the search, and the notes say so.
    corners: when a diagonal step may pass a blocked cell: never, one, always.
    costs: such as `{"straight": 1, "diagonal": 1.414}`. Without it: 1 and the square root of 2.
    optimal: whether the path must be a cheapest one. Without it, the order and the function's name tell, if they can.
    array, legend: what the numbers or glyphs of the map mean.
    cells: how the program writes cells: "xy", "rc" for (row, column), "index" for y * width + x.
    g: name of the program's table of costs so far (`"g"`, `"self.cost"`), or the position of g in an entry. With it, the
        audit checks the cost of each step.
    h: the heuristic, as a function of a cell, or of a cell and the goal. With it, the audit checks each estimate.
    ground: the map for the audit, if `map` is an object of the program's own.
    limit: number of pushes and pops after which the search is stopped: 1,000,000 unless stated, and 200,000 on further maps.
    steps, wraps: as in the log's header: steps that are no neighbours, borders that are joined.
    header: more fields of the log's header.
    """
    watched = observe(function, map, start, goal, rules)
    if watched._trouble is not None:
        if isinstance(watched._trouble.error, TooMany):
            raise GridscopeError(str(watched._trouble.error)) from None
        raise watched._trouble.error
    if not watched._lines:
        raise GridscopeError(" ".join(watched.notes) or "nothing could be watched")
    return watched


def observe(
    function: Callable[..., Any], map: Any, start: Any, goal: Any, rules: RuleWords, timeout: Optional[float] = None,
    may_jump: Optional[bool] = None,
) -> Watched:  # fmt: skip
    """Like [`watch`], but an exception and a call that takes too long are results, too.

    may_jump: whether steps may go farther than to a neighbour. Unless given, the rules tell.
    """
    refuse_coroutine(function)
    ground = rules.get("ground")
    place = Ground(map if ground is None else ground, rules.get("array"), rules.get("legend"))
    cells = rules.get("cells", "xy")
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
    recorder = Recorder(cells == "index", rules.get("g"), rules.get("limit") or MAX_OPS)
    watching = Watching(function, recorder)
    # No path has so many cells, and some iterators never end.
    cell_limit = 1_000 + OPS_A_CELL * place.width * place.height
    result, trouble = _called_once(function, (map, start, goal), timeout, watching, cell_limit)
    slow = trouble is not None and trouble.rule == "late" and timeout is not None
    slow = slow and recorder.count <= OPS_A_CELL * place.width * place.height
    if slow:
        # Watching takes time and memory, too, so a search is late only if it is late by itself.
        again = _called_once(function, (map, start, goal), timeout, contextlib.nullcontext(), cell_limit)
        slow = again[1] is None or again[1].rule != "late"
        if slow:
            recorder.containers.clear()
            result, trouble = again
    if not hasattr(function, "__name__") and not hasattr(function, "func"):
        function = type(function)  # an object with __call__ has the name of its class
    name = str(getattr(function, "__name__", None) or getattr(unwrapped(function), "__name__", "search"))
    may_jump = leaves_steps_open(rules) if may_jump is None else may_jump
    writer = _Writer(name, place, conventions, ends[0], ends[1], recorder, rules, goal, watching, may_jump)
    with _without_collector():
        return writer.written(result, trouble, slow)


def refuse_coroutine(function: Callable[..., Any]) -> None:
    """Raises an error for an `async def`, whose call only makes a coroutine."""
    inner = unwrapped(function)
    if inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner):
        name = getattr(inner, "__name__", "search")
        raise GridscopeError(f"{name} is an async def, which cannot be watched; pass a plain function that calls it by asyncio.run")


def leaves_steps_open(rules: Mapping[str, Any]) -> bool:
    """Returns whether the rules of a caller leave open what a step is, so that a far one may be a portal or a jump."""
    return {"neighbours", "steps", "optimal"}.isdisjoint(rules)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Pauses the garbage collector, which would look through all events of a log again and again while they are made."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _called_once(
    function: Callable[..., Any], arguments: Tuple[Any, Any, Any], timeout: Optional[float], context: ContextManager[Any], cell_limit: int
) -> Tuple[Any, Optional[Trouble]]:
    map, start, goal = arguments
    # Some searches mark the map, or move their start. Each call gets fresh ones.
    if is_rows(map) or is_numbers(map) or is_array(map):
        map = copy.deepcopy(map)
    start, goal = copy.copy(start), copy.copy(goal)
    # While it is watched, the function has other code.
    outermost = unwrapped(function)
    written = getattr(outermost, "__code__", None)
    try:
        with context, at_most(timeout):
            result = function(map, start, goal)
            code = getattr(result, "gi_code", None)
            code = written if code is getattr(outermost, "__code__", None) else code
            return _collected(result, cell_limit, code is not None and _returns_a_value(code)), None
    except (Exception, TooMany, Late, SystemExit) as error:
        return None, trouble_of(error)


def _collected(result: Any, cell_limit: int, returns_a_value: bool) -> Any:
    """Returns what an iterator gives, as a list, and any other result unchanged. A generator may return its result."""
    if inspect.iscoroutine(result):
        result.close()
    if not hasattr(result, "__next__"):
        return result
    cells: List[Any] = []
    while len(cells) < cell_limit:
        try:
            cells.append(next(result))
        except StopIteration as end:
            return end.value if returns_a_value else cells
    return cells


def _returns_a_value(code: types.CodeType) -> bool:
    """Returns whether code has a `return` with a value, so that a generator may return its path, and yields something else."""
    steps = list(dis.get_instructions(code))
    return any(
        step.opname == "RETURN_VALUE" and not (before.opname == "LOAD_CONST" and before.argval is None)
        or step.opname == "RETURN_CONST" and step.argval is not None
        for before, step in zip(steps, steps[1:])
    )  # fmt: skip


#: Parts of names of searches that promise a cheapest path, and of those that need not.
NAMES = ("bfs", "breadth", "shortest", "dijkstra", "astar", "cheapest", "optimal", "uniformcost", "ucs")
OTHER_NAMES = ("weighted", "greedy", "beam", "anytime", "bounded", "theta", "suboptimal", "bestfirst", "any", "dfs", "depth")


def _called(container: Container) -> str:
    return f"`{container.name}`" if container.name else "A list"


def _is_list(container: Container) -> bool:
    """Returns whether entries with cells were pushed and popped, as in an open list."""
    popped = any(not op.push and op.cells for op in container.ops)
    return popped and any(op.push and op.cells for op in container.ops)


class _Writer:
    """Turns a record into a log."""

    def __init__(
        self, name: str, ground: Ground, cells: Conventions, start: Cell, goal: Cell, recorder: Recorder, rules: RuleWords,
        own_goal: Any, watching: Watching, may_jump: bool,
    ) -> None:  # fmt: skip
        self.name, self.ground, self.cells, self.start, self.goal = name, ground, cells, start, goal
        self.recorder, self.rules, self.h, self.own_goal, self.watching = recorder, rules, rules.get("h"), own_goal, watching
        self.may_jump = may_jump
        #: Fields of the header that the caller states.
        self.header_fields: Dict[str, Any] = {name: value for name, value in rules.items() if name in ("steps", "wraps")}
        self.header_fields.update(rules.get("header") or {})
        self.notes: List[str] = []
        self.unasked: Dict[str, str] = {}
        self.lines: List[Line] = []
        self.steps: List[Tuple[Cell, Cell]] = []
        self.file = getattr(getattr(unwrapped(watching.function), "__code__", None), "co_filename", None)

    def cell(self, op: Op, slot: Slot) -> Optional[Cell]:
        found: Any = op.cells.get(slot)
        # What was recorded is a pair of whole numbers, or one number.
        return found if found is None or self.cells.kind == "xy" else self.cells.read(found)

    def ops(self, container: Container, slot: Slot) -> List[Op]:
        """Returns the pushes, pops and removals of a container.

        If the container has no pops, a removal is one, unless the same cell is pushed again at once.
        """
        ops: List[Op] = []
        pops, by_heap = container.pops, container.by_heap
        for op, after in zip(container.ops, [*container.ops[1:], None]):
            removal = not op.push and (op.removal or op.plain and by_heap)
            if removal and not pops:
                removal = after is not None and after.push and self.cell(after, slot) == self.cell(op, slot)
            ops.append(op if removal == op.removal else op._replace(removal=removal))
        return ops

    def slot(self, container: Container, path: Sequence[Cell]) -> Optional[Tuple[float, Slot]]:
        """Returns the place of the cell in the entries, and how many of the pushes are one step from the last pop.

        The start is in it first, and popped first. If several places fit, the one is taken whose pushes are steps, which
        has the cells of the path, and whose cells are free. A pair of its own counts more than two numbers side by side.
        """
        if not container.ops or not container.ops[0].push:
            return None
        first = container.ops[0]
        straight = self.rules.get("neighbours") == 4
        best: Optional[Tuple[Tuple[float, ...], Slot]] = None
        tried: List[Tuple[bool, List[Any]]] = []
        for slot in first.cells:
            if self.cell(first, slot) not in (self.start, self.goal):
                continue
            own = not any(isinstance(part, tuple) for part in slot)
            same = (own, [op.cells.get(slot) for op in container.ops])
            if same in tried:
                continue
            tried.append(same)
            now: Optional[Cell] = None
            pushes = touching = popped = free = 0
            pushed: Set[Cell] = set()
            whole = True
            for op in self.ops(container, slot):
                cell = self.cell(op, slot)
                if op.removal:
                    continue
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
                        cell == now or touch(cell, now) and not (straight and cell[0] != now[0] and cell[1] != now[1])
                    )
                    free += not self.ground.blocked(cell)
            if whole and popped:
                share = touching / pushes if pushes else 0.5
                covered = sum(cell in pushed for cell in path) / len(path) if path else 0.0
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
        if self._is_from_both_ends():
            self.notes.append(
                "Two open lists were used, one from each end. Such a search cannot be watched, so only its path is checked."
            )
            return None
        jumps = self.header_fields.get("steps", "one") != "one"
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
        popped = {self.cell(op, best[3]) for op in best[2].ops if not op.push}
        if len(path) > 1 and not all(popped & {*end} for end in (path[:2], path[-2:])):
            self.notes.append(
                f"{_called(best[2])} did not give the cells at both ends of the path, so another open list took its place, "
                "and only the path is checked."
            )
            return None
        others = [other for other in self.recorder.containers.values() if other is not best[2] and _is_list(other)]
        if others:
            why = "more than one open list may be in use, and one was watched"
            self.unasked.update(dict.fromkeys(("parent", "never-opened", "unsearched", "parents"), why))
        return best[2], best[3]

    def _is_from_both_ends(self) -> bool:
        """Returns whether one list may have begun with the start, and another with the goal."""
        begins = [
            {self.cells.read(cell) for cell in container.ops[0].cells.values()}
            for container in self.recorder.containers.values()
            if _is_list(container)
        ]
        pairs = itertools.permutations(begins, 2)
        return self.start != self.goal and any(self.start in one and self.goal in other for one, other in pairs)

    def written(self, value: Any, trouble: Optional[Trouble], slow: bool) -> Watched:
        if slow:
            self.notes.append("To watch the search would take too long here, so no open list was watched, and only the path is checked.")
        neighbours = self.rules.get("neighbours")
        read = self._read(value, neighbours and neighbours == 8) if trouble is None else Result(None)
        path = self._near(read.path)
        read = read._replace(path=path)
        chosen = self.frontier(read.path or [])
        keyed = False
        start, goal = self.start, self.goal
        if chosen is None:
            if not any("open list" in note or "rearranged" in note for note in self.notes):
                self.notes.append(
                    "No heap, queue or stack was seen that begins with the start, so only the path is checked. "
                    "Recursion and containers of your own cannot be watched."
                )
            if self.watching.rewriting.without_source:
                names = sorted(set(self.watching.rewriting.without_source))
                more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
                listed = ", ".join(names[:MOST_NAMED]) + more
                self.notes.append(f"The source of {listed} cannot be read, so lists and sets in it were not watched.")
        else:
            container, slot = chosen
            if self.cell(container.ops[0], slot) == self.goal and self.start != self.goal:
                start, goal = self.goal, self.start
                path = path[::-1] if path else path
                self.notes.append("The search runs from the goal to the start, and is checked in that direction.")
            keyed = self._events(container, slot, set(path or ()), start)
            far = (i for i, line in enumerate(self.lines) if not self._is_near(line.fields["at"]))
            self.lines = self.lines[: next(far, len(self.lines) - 1) + 1]
            is_diagonal = any(touch(a, b) and a[0] != b[0] and a[1] != b[1] for a, b in self.steps)
            if read.doubt and neighbours is None and is_diagonal and all(map(self._is_near, read.path or ())):
                read = self._read(value, True)
                path = read.path[::-1] if read.path and start != self.start else read.path
        if path and chosen is not None:
            opened = {tuple(line.fields["at"]) for line in self.lines if line.fields["event"] == "open"}
            # A search that tests for the goal before it pushes never opens it.
            if len(path) > 1 and path[-1] == goal and goal not in opened and path[-2] in opened:
                self.lines.append(
                    Line({"event": "open", "at": goal, "from": path[-2]}, self.recorder.return_line, self.file)
                )
        header = self._header(path, keyed, start, goal)
        order = self._order(chosen, keyed, start, goal, path_cost(path or [], header))
        line = self.recorder.return_line
        expansions = sum(entry.fields["event"] == "expand" for entry in self.lines)
        if path and read.cost == expansions != path_cost(path, header):
            self.notes.append(f"The number beside the path, {expansions}, is that of the expansions, and not taken for its cost.")
            read = read._replace(cost=None, expansions=read.cost)
        if path:
            fields: Dict[str, Any] = {"event": "path", "cells": path}
            if read.cost is not None:
                fields["cost"] = read.cost
            self.lines.append(Line(fields, line, self.file))
        elif read.none:
            self.lines.append(Line({"event": "done", "result": "none"}, line, self.file))
        for entry in self.lines:
            if entry.line is not None:
                entry.fields["line"] = entry.line
        size = (self.ground.width, self.ground.height)
        rules = self._rules_sentence(header)
        return Watched(
            self.name, value, header, self.lines, self.notes, rules, self.unasked, self.cells, read, size, self.ground, trouble, order,
            (self.start, self.goal), (line, self.file), {**cast(Dict[str, Any], self.rules), **self.header_fields},
        )  # fmt: skip

    def _read(self, value: Any, has_diagonals: Optional[bool]) -> Result:
        """Returns what the result says. `has_diagonals` is `None` if it is not known whether steps may be diagonal."""
        rules = {"neighbours": 4 if has_diagonals is False else 8, "corners": self.rules.get("corners", "never")}
        ways = Ways(rules, (self.ground.width, self.ground.height), self.ground._blocked)
        return read_result(value, self.cells, self.start, self.goal, ways, has_diagonals)

    def _is_near(self, cell: Sequence[int]) -> bool:
        """Returns whether a cell is on the map or not far from it, so that a border around the map can show it."""
        return -64 <= cell[0] < self.ground.width + 64 and -64 <= cell[1] < self.ground.height + 64

    def _near(self, path: Optional[List[Cell]]) -> Optional[List[Cell]]:
        """Returns a path up to the first cell that is far off the map."""
        far = next((i for i, cell in enumerate(path or ()) if not self._is_near(cell)), None)
        if path is None or far is None:
            return path
        self.notes.append(f"The path goes far off the map: {self.cells.write(path[far])}.")
        step = path[far - 1] if far else self.start
        return [*path[:far], (step[0] - 2, step[1])] if self._is_near((step[0] - 2, step[1])) else path[:far]

    def _order(self, chosen: Optional[Tuple[Container, Slot]], keyed: bool, start: Cell, goal: Cell, cost: float) -> Order:
        """Returns what the order of the pops says about the search."""
        name = re.sub(r"[^a-z]", "", self.name.lower())
        is_other = any(word in name for word in OTHER_NAMES)
        promises = any(word in name for word in NAMES) and not is_other
        promise = self.rules.get("optimal", True if promises else None)
        # Such names, and a queue, may mean the fewest steps.
        may_count = "optimal" not in self.rules and not any(word in name for word in NAMES[3:])
        # An order that is right, or wrong, tells what the search promises, unless its name says otherwise.
        by_order = promise if is_other and promise is None else promise is not False
        unknown = "it is not known whether this search promises a cheapest path"
        if chosen is None:
            return Order(promise, may_count and promises, None, None, unknown)
        container, slot = chosen
        rises, falls = self._key_steps(container)
        first = next((op.line for op in container.ops[1:] if op.push), None)
        if not container.by_heap and container.takes(last=True):
            cause = f"{_called(container)} was used as a stack"
            return Order(promise, False, cause, container.pop_line, "a stack does not promise a cheapest path")
        if container.worst[0] is not None and container.worst[1] and rises and not falls:
            cause = f"{_called(container)} is sorted, and taken from at the wrong end, so that the largest entry comes first"
            return Order(by_order, False, cause, container.worst[0], unknown)
        if keyed and falls and self._is_estimate(container, slot, start, goal, cost):
            return Order(promise, False, "The order is by an estimate alone: no key contains g", first, "the order is by an estimate alone")
        if keyed and falls > 1 and not rises:
            cause = "The keys fall with each step, so that the farthest cell is expanded first. Is a sign wrong?"
            return Order(by_order, False, cause, first, unknown)
        # A heap whose keys are all equal is a queue.
        by_steps = (container.kind != "heap" or not rises and not falls) and container.takes(last=False)
        promise = by_order if keyed or by_steps else promise
        may_count = may_count and (by_steps or "bfs" in name or "breadth" in name or promises and not keyed)
        return Order(promise, may_count, None, None, unknown)

    def _key_steps(self, container: Container) -> Tuple[int, int]:
        """Returns how often the key of an entry is larger, and smaller, than that of the entry popped before it."""
        rises = falls = 0
        now = None
        for op in container.ops:
            if not op.push:
                now = op.key and op.key[1]
            elif now is not None and op.key is not None:
                rises += op.key[1] > now + 1e-9
                falls += op.key[1] < now - 1e-9
        return rises, falls

    def _is_estimate(self, container: Container, slot: Slot, start: Cell, goal: Cell, cost: float) -> bool:
        """Returns whether each cell has one key, and the keys fall to 0 at the goal, as no cost so far does.

        Some multiply the estimate by a thousand and more, so that the cost of the path counts only in ties.
        """
        keys: Dict[Optional[Cell], Set[float]] = {}
        for op in container.ops:
            if op.push and op.key is not None:
                keys.setdefault(self.cell(op, slot), set()).add(op.key[1])
        keys.pop(start, None)  # Some push the start with any key.
        lowest = min((min(values) for values in keys.values()), default=-1.0)
        fixed = all(len(values) == 1 for values in keys.values())
        if cost > 0 and max((max(values) for values in keys.values()), default=0.0) > 100 * cost:
            return True
        return fixed and (keys[goal] == {0.0} if goal in keys else 0 <= lowest < 1.5)

    def _events(self, container: Container, slot: Slot, on_path: Set[Cell], start: Cell) -> bool:
        """Writes the events of an open list. Returns whether entries have keys that tell the order."""
        ops = [op for op in self.ops(container, slot) if self.cell(op, slot) is not None]
        keys = {op.key[0] if op.key else None for op in ops}
        key_slot = next(iter(keys)) if len(keys) == 1 else None
        keyed = key_slot is not None and not _overlaps(key_slot, slot) and container.kind == "heap"
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
        waiting: Dict[Cell, int] = {}
        for index, op in enumerate(ops):
            cell = self.cell(op, slot)
            assert cell is not None
            waiting[cell] = waiting.get(cell, 0) + (1 if op.push else -1)
            if op.removal:
                # The open list forgets a cell with its last entry. One that is pushed again at once is lowered.
                again = index + 1 < len(ops) and ops[index + 1].push and self.cell(ops[index + 1], slot) == cell
                if waiting[cell] == 0 and not again:
                    self.lines.append(Line({"event": "close", "at": cell}, op.line, op.file))
                continue
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
                estimate = self._estimate(cell) if self.ground.inside(cell) else None
                if estimate is not None:
                    fields["h"] = estimate
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

    def _estimate(self, cell: Cell) -> Optional[float]:
        if self.h is None:
            return None
        own = self.cells.write(cell)
        try:
            count = self.h.__code__.co_argcount - len(self.h.__defaults__ or ())
        except AttributeError:
            count = 2
        try:
            return float(self.h(own) if count == 1 else self.h(own, self.own_goal))
        except Exception as error:
            self.notes.append(f"h raised {type(error).__name__} at {own}, so estimates are not checked from there on.")
            self.h = None
            return None

    def _header(self, path: Optional[List[Cell]], keyed: bool, start: Cell, goal: Cell) -> Dict[str, Any]:
        seen = [tuple(line.fields["at"]) for line in self.lines] + list(path or ())
        cells: List[Cell] = [(c[0], c[1]) for c in seen]
        header: Dict[str, Any] = {"format": "gridscope-trace", "version": 2, "title": self.name, "algorithm": self.name}
        header.update(self.ground.around(cells))
        path_steps = list(zip(path or (), (path or ())[1:]))
        # A path that leaves a cell out seems to have diagonal steps. What was watched tells more.
        steps = self.steps or path_steps
        neighbours: int = self.rules.get("neighbours") or 4
        if self.rules.get("neighbours") is None:
            # A single far step may be a portal. Several that are diagonal belong to a search that jumps.
            diagonal = {(a, b) for a, b in steps if abs(a[0] - b[0]) == abs(a[1] - b[1]) > 0}
            neighbours = 8 if len(diagonal) > 1 or any(touch(a, b) for a, b in diagonal) else 4
            why = "a step is" if neighbours == 8 else "no step is"
            self.notes.append(
                f"{neighbours} neighbours, because {why} diagonal. State neighbours={neighbours} or {12 - neighbours} to be sure."
            )
        costs = self.rules.get("costs")
        if costs is None:
            costs = {"straight": 1} if neighbours == 4 else {"straight": 1, "diagonal": SQRT2}
        header.update(start=start, goal=goal, neighbours=neighbours, corners=self.rules.get("corners", "never"), costs=dict(costs))
        if keyed:
            header["order"] = ["f"]
        if self._jumps_rarely(path_steps, neighbours):
            if self.may_jump:
                header["steps"] = "own"
                self.notes.append(
                    "A step goes farther than to a neighbour, so steps and the path are not checked. State steps='one' if none "
                    "should, steps='jump' if the search jumps along free cells, or wraps='both' if borders are joined."
                )
            else:
                # The order of pops alone is too little to accuse a push: it may follow a second pop.
                for entry in self.lines:
                    if "from" in entry.fields and is_far(entry.fields["from"], entry.fields["at"]):
                        del entry.fields["from"]
                        self.unasked["parent"] = "a push is farther from the last pop than a neighbour, so its parent is not known"
        states_steps = not {"steps", "wraps", "links", "edges", "moves"}.isdisjoint(self.header_fields)
        if not self.may_jump and not states_steps and any(is_far(a, b) for a, b in path_steps):
            header["steps"] = "one"
        if self.rules.get("optimal") is not None:
            header["optimal"] = self.rules["optimal"]
        if self.recorder.g is not None and not self.recorder.g_found:
            self.notes.append(f"g={self.recorder.g!r} was not found while the search ran, so no cost was read.")
        header.update(self.header_fields)
        actors = self.ground.repeated_letters()
        if actors:
            glyphs, plural = " and ".join(repr(glyph) for glyph in actors), len(actors) > 1
            self.notes.append(
                f"The map has {glyphs} on several cells, and gridscope takes {'them' if plural else 'it'} for actors on free cells. "
                f"If {'they are walls' if plural else 'it is a wall'}, state legend={dict.fromkeys(actors, 'wall')}."
            )
        return header

    def _jumps_rarely(self, path_steps: List[Tuple[Cell, Cell]], neighbours: int) -> bool:
        """Returns whether a few steps go farther than to a neighbour, and the caller does not say what steps are.

        Parents are inferred from the order of pops, so a far step may be sound: a jump over free cells, a portal, or a
        second pop before the push. If many steps are far, the audit itself does not ask about them. A path has a gap if
        only its own step is far, except from one border to the other.
        """
        if not {"steps", "wraps"}.isdisjoint(self.header_fields):
            return False
        far = sum(is_far(a, b) for a, b in self.steps)
        around = any(self._around(a, b, neighbours) for a, b in path_steps)
        return far == 1 or 0 < far * 20 < len(self.steps) or around

    def _around(self, a: Cell, b: Cell, neighbours: int) -> bool:
        """Returns whether a step leads over a border of the map to the opposite one.

        With 4 neighbours it stays in its row or column: from the end of a row to the start of the next is a mistake.
        """
        size = (self.ground.width, self.ground.height)
        moved = [min(abs(a[i] - b[i]), size[i] - abs(a[i] - b[i])) for i in (0, 1)]
        return not touch(a, b) and max(moved) == 1 and (neighbours == 8 or sum(moved) == 1)

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
