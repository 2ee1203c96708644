"""Reads a path, and its cost, from what a search returned."""

from __future__ import annotations

import dataclasses
import operator
import re
from numbers import Real
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._cheapest import Ways
from ._maps import is_array
from ._program import GridscopeError

Cell = Tuple[int, int]
#: Names of attributes and keys that hold a path, a table of parents, or a cost.
PATHS = ("path", "cells", "route", "way", "shortest_path", "solution", "steps", "nodes", "points", "moves", "actions")
PARENTS = ("parents", "parent", "came_from", "prev", "previous", "predecessors", "pred", "par")
COSTS = ("cost", "path_cost", "total_cost", "distance")
#: Steps of moves as text: x to the right, y down.
STEPS = {
    "U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0), "N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0),
    "UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0),
    "NORTH": (0, -1), "SOUTH": (0, 1), "WEST": (-1, 0), "EAST": (1, 0), "↑": (0, -1), "↓": (0, 1), "←": (-1, 0), "→": (1, 0),
    **{v + h: (x, y) for v, y in (("N", -1), ("S", 1), ("U", -1), ("D", 1)) for h, x in (("W", -1), ("L", -1), ("E", 1), ("R", 1))},
}  # fmt: skip
#: Splits a word into moves of two letters, which are diagonal, and of one.
DIAGONAL = re.compile("[NS][WE]|[UD][LR]|.")
#: Text of typed arrows, such as ">>v"; of moves with a count each, such as "R5 D3"; of words and arrows.
TYPED, COUNTED, WORDS = re.compile(r"[<>^v,;\s]+"), re.compile(r"(?:[A-Za-z↑↓←→]\d{1,4}[,;\s]*)+"), re.compile(r"[A-Za-z↑↓←→,;\s]+")
READABLE = (
    'a list of cells, `.path`, `["path"]`, `.cells`, moves as text ("UDLR", "NESW"), or a dict of parents, '
    "each with or without a cost beside it"
)


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
        if self.kind == "xy" and type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
            return cell
        if self.kind == "index":
            if _whole(cell) and not isinstance(cell, float):
                value = int(cell)
                return value % self.width, value // self.width
            return None
        if type(cell).__module__ == "numpy" and getattr(cell, "shape", None) == (2,):
            cell = cell.tolist()
        if not isinstance(cell, (tuple, list)) or len(cell) != 2:
            return None
        if not all(_whole(part) for part in cell):
            return None
        a, b = int(cell[0]), int(cell[1])
        return (a, b) if self.kind == "xy" else (b, a)

    def write(self, cell: Sequence[int]) -> Any:
        x, y = int(cell[0]), int(cell[1])
        return y * self.width + x if self.kind == "index" else (x, y) if self.kind == "xy" else (y, x)


def _whole(value: Any) -> bool:
    if isinstance(value, (bool, float)):
        return isinstance(value, float) and value.is_integer()
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


class Result(NamedTuple):
    """What a function's return value says."""

    path: Optional[List[Cell]]
    cost: Optional[float] = None
    #: Whether the value says that there is no path.
    none: bool = False
    #: Sentences about the form of the path: backwards, without its start, with its start doubled.
    form: Sequence[str] = ()
    #: A sentence about a value that cannot be read.
    unread: Optional[str] = None
    #: Whether the path is the start alone or the goal alone, though they differ.
    is_end_alone: bool = False
    #: Whether the cost has the name of a cost, so that it is more than a number beside the path.
    cost_is_named: bool = False
    #: A number beside the path that counts the expansions, so that it is not taken for the cost.
    expansions: Optional[float] = None
    #: A sentence about a path that can be read in two ways.
    doubt: Optional[str] = None


def spelled(value: Any, limit: int) -> str:
    """Returns how Python prints a value, without addresses, which differ from run to run, cut to `limit` characters."""
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def touch(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def is_far(a: Cell, b: Cell) -> bool:
    """Returns whether a step goes farther than to a neighbour."""
    return a != b and not touch(a, b)


def number_of(value: Any) -> Optional[float]:
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    return None


def read_result(value: Any, cells: Conventions, start: Cell, goal: Cell, ways: Ways, has_diagonals: Optional[bool] = None) -> Result:
    """Finds the path, and its cost, in what a function returned.

    Moves as text may be read in several ways. The steps of the map tell which one is a path. `has_diagonals` is `None` if
    it is not known whether steps may be diagonal.
    """
    try:
        return _read(value, _Reader(cells, start, goal, ways, has_diagonals))
    except Exception as error:  # properties of the program's own objects may raise anything
        what = f"a value of type {type(value).__name__} which cannot be read ({type(error).__name__}: {error})"
        return Result(None, unread=f"The function returned {what}. Return {READABLE}.")


def _read(value: Any, reader: "_Reader") -> Result:
    cells, start, goal = reader.cells, reader.start, reader.goal
    number = number_of(value)
    if value is None or value is False or number is not None and (number == -1 or number - number != 0):
        return Result(None, none=True)
    path = reader.path(value) if number is None or cells.kind == "index" else None
    cost: Optional[float] = None
    if path is None and number is None:
        path, cost = reader.parts(value)
    if path is None:
        what = f"{spelled(value, 40)}, a number," if number is not None else f"a value of type {type(value).__name__}"
        return Result(None, number, unread=f"The function returned {what} which cannot be read as a path. Return {READABLE}.")
    if not path:
        return Result(None, none=True)
    is_end_alone = start != goal and path in ([start], [goal])
    path, form = _formed(path, start, goal, reader.ways)
    return Result(path, cost, form=form, is_end_alone=is_end_alone, cost_is_named=reader.cost_is_named, doubt=reader.doubt)


def _formed(path: List[Cell], start: Cell, goal: Cell, ways: Ways) -> Tuple[List[Cell], List[str]]:
    """Returns the path from start to goal, and sentences about what had to be changed."""
    form = []
    if start != goal and path[0] == goal and (path[-1] == start or path[-1] != goal and touch(path[-1], start)):
        path = path[::-1]
        form.append("The path is returned backwards, from the goal to the start.")
    # The goal alone may also mean that there is no path, so only a step that the rules allow leads to it.
    lacks_start = touch(start, path[0]) if len(path) > 1 else ways.joins(start, path[0])
    if path[0] != start and path[-1] == goal and lacks_start:
        path = [start, *path]
        form.append("The path is returned without its start.")
    if len(path) > 1 and path[0] == path[1] == start:
        path = path[1:]
        form.append("The path is returned with its start doubled.")
    return path, form


class _Reader:
    def __init__(self, cells: Conventions, start: Cell, goal: Cell, ways: Ways, has_diagonals: Optional[bool]) -> None:
        self.cells, self.start, self.goal, self.ways, self.has_diagonals = cells, start, goal, ways, has_diagonals
        self.cost_is_named = False
        self.doubt: Optional[str] = None

    def ends_right(self, path: List[Cell]) -> bool:
        return bool(path) and {self.start, self.goal} <= {path[0], path[-1]}

    def path(self, value: Any) -> Optional[List[Cell]]:
        """Returns the cells of a path, an empty list for no path, or `None` if the value is neither."""
        if isinstance(value, str):
            words = moves_in(value)
            return self.moves(words, len(words) == 1) if words else None if value.strip() else []
        for read in (self.listed, self.parents, self.chain):
            path = read(value)
            if path is not None:
                return path
        return None

    def listed(self, value: Any) -> Optional[List[Cell]]:
        if is_array(value) and getattr(value, "ndim", 0) >= 1:
            value = value.tolist()
        if not isinstance(value, (list, tuple)) and type(value).__name__ not in ("deque", "WatchedDeque"):
            return None
        if len(value) == 0:
            return []
        if all(isinstance(part, str) for part in value):
            found = [moves_in(part) for part in value]
            words = [word for part in found for word in part]
            return self.moves(words, len(words) == 1 and words[0].upper() not in STEPS) if all(found) else None
        read = [self.node(part) for part in value]
        if any(cell is None for cell in read):
            return None
        path = [cell for cell in read if cell is not None]
        if len(path) == 2 and self.cells.kind == "index" and not {self.start, self.goal} & set(path):
            return None
        return path

    def node(self, part: Any) -> Optional[Cell]:
        """Returns the cell of a node: a cell, or an object with one."""
        cell = self.cells.read(part)
        if cell is not None or isinstance(part, (str, int, float, complex, tuple, list)) and not hasattr(part, "_fields"):
            return cell
        for names in (("x", "y"), ("row", "col"), ("r", "c"), ("row", "column"), ("i", "j")):
            if all(_whole(_field(part, name)) for name in names):
                a, b = (int(_field(part, name)) for name in names)
                return (a, b) if names[0] == "x" else (b, a)
        for name in ("pos", "position", "cell", "state", "loc", "location", "coord", "coords", "point", "xy"):
            cell = self.cells.read(_field(part, name))
            if cell is not None:
                return cell
        return None

    def moves(self, words: List[str], are_joined: bool) -> Optional[List[Cell]]:
        """Returns the path of moves. If they are joined, each letter may be a move, or two letters a diagonal one."""
        words = [word.upper() for word in words]
        readings = [words]
        if are_joined and set(words[0]) <= set(STEPS):
            letters, pairs = list(words[0]), DIAGONAL.findall(words[0])
            diagonal = [self.split(words[0], 1), self.split(words[0], -1), pairs]
            in_order = {True: [*diagonal, letters], False: [letters], None: [letters, *diagonal]}
            readings = in_order[self.has_diagonals]
        paths = [self.walked([STEPS[word] for word in reading]) for reading in readings if set(reading) <= set(STEPS)]
        right = [path for path in paths if self.ways.is_path(path, self.start, self.goal)]
        path = next(iter([*right, *paths]), None)
        if path is not None and any(other != path for other in paths):
            how = "without" if len(path) == len(words[0]) + 1 else "with"
            self.doubt = (
                f"The moves {words[0]!r:.40} can be read with and without diagonal steps, and are read {how} them. "
                "Return a list of moves to be sure."
            )
        return path

    def split(self, word: str, down: int) -> List[str]:
        """Returns the moves of a word: two letters if they are a diagonal step of the map, else one. `down` is the step of y."""
        moves: List[str] = []
        x, y = self.start
        while word:
            dx, dy = STEPS.get(word[:2], (0, 0))
            is_diagonal = DIAGONAL.fullmatch(word[:2]) and self.ways.joins((x, y), (x + dx, y + down * dy))
            moves.append(word[:2] if is_diagonal else word[0])
            word = word[len(moves[-1]) :]
            x, y = x + STEPS[moves[-1]][0], y + down * STEPS[moves[-1]][1]
        return moves

    def walked(self, steps: Sequence[Cell]) -> List[Cell]:
        """Returns the cells of a walk from the start. Some programs count y upwards."""
        down, up = [self.start], [self.start]
        for dx, dy in steps:
            down.append((down[-1][0] + dx, down[-1][1] + dy))
            up.append((up[-1][0] + dx, up[-1][1] - dy))
        return up if up[-1] == self.goal != down[-1] else down

    def parents(self, value: Any) -> Optional[List[Cell]]:
        """Walks a table of parents back from the goal, or one of the following cells from the start."""
        if not isinstance(value, Mapping):
            return None
        table: Dict[Cell, Optional[Cell]] = {}
        for key, held in value.items():
            cell = self.cells.read(key)
            known, before = self.parent(held)
            if cell is None or not known:
                return None
            table[cell] = before
        back = _follow(table, self.goal)[::-1]
        if back and back[0] != self.start and table.get(self.start) is not None:
            forth = _follow(table, self.start)
            if forth[-1] == self.goal:
                return forth
        return back if self.goal in table or self.start == self.goal else []

    def parent(self, held: Any) -> Tuple[bool, Optional[Cell]]:
        """Returns whether a table's value can be read, and the parent in it."""
        if held is None or held is False or held == -1 and self.cells.kind != "index":
            return True, None
        cell = self.cells.read(held)
        if cell is not None:
            return True, cell
        if isinstance(held, Mapping):
            held = [held[name] for name in PARENTS if name in held]
        if isinstance(held, (tuple, list)):
            found = [(part is None, self.cells.read(part)) for part in held]
            cells = [cell for none, cell in found if none or cell is not None]
            return len(cells) == 1, cells[0] if cells else None
        return False, None

    def chain(self, value: Any) -> Optional[List[Cell]]:
        """Reads the path from a node with a parent."""
        path: List[Cell] = []
        seen = set()
        while value is not None and id(value) not in seen:
            seen.add(id(value))
            cell = self.node(value)
            name = next((name for name in PARENTS if hasattr(value, name)), None)
            if cell is None or name is None:
                return None
            path.append(cell)
            value = getattr(value, name)
        return path[::-1] or None

    def parts(self, value: Any) -> Tuple[Optional[List[Cell]], Optional[float]]:
        """Reads the path and cost from a tuple, a mapping or an object."""
        fields = _fields(value)
        if fields is not None:
            found = self.from_fields(fields)
        elif isinstance(value, tuple) or isinstance(value, list) and not all(isinstance(part, str) for part in value):
            found = self.best(list(value))
        else:
            return None, None
        if found is None:
            return None, None
        path, owner = found
        held = [fields[name] for name in COSTS if name in fields] if fields is not None else list(value)
        cost = next((number for number in map(number_of, held) if number is not None), None)
        self.cost_is_named = cost is not None and fields is not None
        if cost is None and path:
            tables = [part for part in held if isinstance(part, Mapping) and part is not owner]
            costs = (number_of(table.get(self.cells.write(self.goal))) for table in tables)
            cost = next((number for number in costs if number is not None), None)
        return path, cost

    def from_fields(self, fields: Mapping[str, Any]) -> Optional[Tuple[List[Cell], Any]]:
        for name in (*PATHS, *PARENTS):
            if name in fields:
                held = fields[name]
                if held is None or held is False:
                    return [], held
                path = self.path(list(held) if hasattr(held, "__next__") else held)
                if path is not None:
                    return path, held
        # A field of another name, if only one can be a path.
        found = [(path, held) for held in fields.values() for path in [self.listed(held)] if path and self.ends_right(path)]
        return found[0] if found else None

    def best(self, parts: List[Any]) -> Optional[Tuple[List[Cell], Any]]:
        """Chooses the part of a tuple that is the path: one with the right ends, else the first."""
        parts = [list(part) if hasattr(part, "__next__") else part for part in parts]
        numbers = [part for part in parts if number_of(part) is None]
        read = [(self.path(part), part) for part in numbers if part is not None and not isinstance(part, bool)]
        found = [(path, part) for path, part in read if path is not None]
        right = [(path, part) for path, part in found if self.ends_right(path)]
        # The order in which cells were visited may have the same ends.
        joined = [(path, part) for path, part in right if all(a == b or touch(a, b) for a, b in zip(path, path[1:]))]
        if right:
            return min(joined, key=lambda one: len(one[0])) if joined else right[0]
        if any(part is None or part is False for part in parts) or any(not path for path, _ in found):
            return [], None
        if found:
            return found[0]
        for part in parts:
            path, _ = self.parts(part) if _fields(part) is not None else (None, None)
            if path is not None:
                return path, part
        return None


def moves_in(text: str) -> List[str]:
    """Returns the words and arrows of a text of moves. Empty if the text has anything else."""
    if TYPED.fullmatch(text):
        text = text.translate(str.maketrans("<>^v", "←→↑↓"))
    if COUNTED.fullmatch(text):
        return [move for move, count in re.findall(r"([^\d,;\s])(\d+)", text) for _ in range(int(count))]
    return re.findall(r"[A-Za-z]+|[↑↓←→]", text) if WORDS.fullmatch(text) else []


def _follow(table: Mapping[Cell, Optional[Cell]], cell: Cell) -> List[Cell]:
    path: List[Cell] = []
    at: Optional[Cell] = cell
    while at is not None and at not in path[-1:] and len(path) <= len(table):
        path.append(at)
        at = table.get(at)
    return path


def _field(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _fields(value: Any) -> Optional[Dict[str, Any]]:
    """Returns the named parts of a mapping, a named tuple, a dataclass or another object."""
    if isinstance(value, Mapping):
        return dict(value) if all(isinstance(key, str) for key in value) else None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: getattr(value, name, None) for name in getattr(value, "_fields")}
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name, None) for field in dataclasses.fields(value)}
    if isinstance(value, (list, tuple, str, set, frozenset)) or is_array(value):
        return None
    names = list(getattr(value, "__dict__", ())) + [n for n in getattr(type(value), "__slots__", ()) if isinstance(n, str)]
    # Properties have names, too.
    names += [n for n in (*PATHS, *COSTS) if n not in names and isinstance(getattr(type(value), n, None), property)]
    return {name: getattr(value, name, None) for name in names} or None
