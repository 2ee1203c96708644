"""Records what a program pushes and pops, with stand-ins for its containers while it runs.

Stand-ins replace `heapq` and `collections.deque` by name in the program's modules. The classes of `queue` are patched.
Lists and sets record because `_source` rewrites their displays. Everything is undone when the function returns.
"""

from __future__ import annotations

import collections
import dataclasses
import heapq
import queue
import sys
import threading
from numbers import Integral, Real
from types import FrameType
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Set, Tuple

from ._source import LIST, RETURNS, SET, Rewriting, is_own_file, own_parts, unwrapped

Slot = Tuple[Any, ...]
Pair = Tuple[int, int]
_REAL_DEQUE = collections.deque
_HEAP_NAMES = ("heappush", "heappop", "heapify", "heappushpop", "heapreplace")
_REAL_HEAP = {name: getattr(heapq, name) for name in _HEAP_NAMES}
#: Attributes that often hold a cell's coordinates apart.
_APART = (("x", "y"), ("row", "col"), ("r", "c"), ("i", "j"), ("row", "column"))


def _int(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


#: Types whose values hold no cell, besides tuples.
_PLAIN = (int, float, str, bool, type(None))
#: Places of the tuples, and of the numbers side by side, in tuples with parts of these types. `None` if there are others.
_places: Dict[Tuple[type, ...], Optional[Tuple[List[Tuple[Slot, int]], List[Tuple[Slot, int]]]]] = {}


def _places_of(kinds: Tuple[type, ...]) -> Optional[Tuple[List[Tuple[Slot, int]], List[Tuple[Slot, int]]]]:
    if len(kinds) < 3 and kinds != (int, tuple) and kinds != (float, tuple):
        return None
    if len(kinds) > 6 or not all(kind is tuple or kind in _PLAIN for kind in kinds):
        return None
    tuples: List[Tuple[Slot, int]] = [((index,), index) for index, kind in enumerate(kinds) if kind is tuple]
    if kinds[-1] is tuple:
        tuples.append((("last",), len(kinds) - 1))
    beside = [(((i, i + 1),), i) for i in range(len(kinds) - 1) if kinds[i] is kinds[i + 1] is int]
    return tuples, beside


def _pairs_in(item: Tuple[Any, ...]) -> Optional[Dict[Slot, Any]]:
    """Returns what `cells_in` returns of the usual entries: tuples of numbers, texts and pairs of whole numbers."""
    kinds = tuple(map(type, item))
    try:
        places = _places[kinds]
    except KeyError:
        places = _places[kinds] = _places_of(kinds)
    if places is None:
        return None
    found: Dict[Slot, Any] = {}
    last: Optional[Any] = None
    for slot, index in places[0]:
        pair = item[index]
        if len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not int:
            return None
        if slot == ("last",):
            last = pair
        else:
            found[slot] = pair
    for slot, index in places[1]:
        found[slot] = (item[index], item[index + 1])
    if last is not None:
        found[("last",)] = last
    return found


def cells_in(item: Any, single: bool, slot: Slot = (), depth: int = 0) -> Dict[Slot, Any]:
    """Returns each place of an entry that may be its cell: pairs of whole numbers, or single ones."""
    found: Dict[Slot, Any] = {}
    if type(item) is tuple and not single and not depth:
        usual = _pairs_in(item)
        if usual is not None:
            return usual
    if single:
        if _int(item):
            return {slot: int(item)}
    elif type(item).__module__ == "numpy" and getattr(item, "shape", None) == (2,):
        item = tuple(item.tolist())
    if isinstance(item, (tuple, list)):
        if not single and len(item) == 2 and _int(item[0]) and _int(item[1]):
            return {slot: (int(item[0]), int(item[1]))}
        if depth > 3:
            return found
        for index, part in enumerate(item[:6]):
            found.update(cells_in(part, single, slot + (index,), depth + 1))
        if not single:
            for index in range(min(len(item), 7) - 1):
                if _int(item[index]) and _int(item[index + 1]):
                    found[slot + ((index, index + 1),)] = (int(item[index]), int(item[index + 1]))
        if item:
            last = item[-1]
            if not single and isinstance(last, (tuple, list)) and len(last) == 2 and _int(last[0]) and _int(last[1]):
                found[slot + ("last",)] = (int(last[0]), int(last[1]))
    elif hasattr(item, "__dict__") or hasattr(type(item), "__slots__"):
        if depth > 2:
            return found
        names = list(getattr(item, "__dict__", ())) or list(getattr(type(item), "__slots__", ()))
        for pair in _APART if not single else ():
            if all(_int(getattr(item, name, None)) for name in pair):
                found[slot + (pair,)] = (int(getattr(item, pair[0])), int(getattr(item, pair[1])))
        for name in names[:12]:
            if isinstance(name, str) and "parent" not in name and "prev" not in name and not name.startswith("__"):
                found.update(cells_in(getattr(item, name, None), single, slot + (name,), depth + 1))
    return found


def key_of(item: Any) -> Optional[Tuple[Slot, float]]:
    """Returns the number by which an entry is ordered, and its place."""
    slot: Slot = ()
    if type(item) is tuple and item and (type(item[0]) is int or type(item[0]) is float):
        return (0,), float(item[0])
    while True:
        if isinstance(item, (tuple, list)) and item:
            slot, item = slot + (0,), item[0]
        elif getattr(getattr(type(item), "__dataclass_params__", None), "order", False):
            # Such objects are compared by their first field that counts.
            name = next((f.name for f in dataclasses.fields(item) if f.compare), None)
            if name is None:
                return None
            slot, item = slot + (name,), getattr(item, name)
        else:
            break
    if slot and isinstance(item, Real) and not isinstance(item, bool):
        return slot, float(item)
    return None


class TooMany(BaseException):
    """The search pushed and popped too often. A program's `except Exception` must not catch it."""


#: For operations whose g was not read.
_NO_G: List[Optional[Dict[Slot, float]]] = [None]


class Op(NamedTuple):
    """One push or pop, or the removal of an entry by its value or index."""

    push: bool
    removal: bool
    cells: Dict[Slot, Any]
    key: Optional[Tuple[Slot, float]]
    line: Optional[int]
    file: Optional[str]
    g: List[Optional[Dict[Slot, float]]]
    #: Whether an entry was taken from a heap past `heapq`.
    plain: bool = False
    mark: Any = None


class Container:
    """What happened to one container."""

    def __init__(self, what: Any, kind: str, name: str) -> None:
        self.what, self.kind, self.name = what, kind, name
        self.ops: List[Op] = []
        self.size = 0
        #: Entries that wait, counted, and the last push of each.
        self.waiting: Dict[Any, int] = {}
        self.pushes: Dict[Any, Op] = {}
        #: Whether the list of a heap was changed past `heapq` since the last reconciliation.
        self.changed = False
        #: Line where a sorted list gave its worst entry, and whether it always did while better ones waited.
        self.worst: Tuple[Optional[int], bool] = (None, True)
        #: Whether an item was assigned to a place, as in a heap of the program's own.
        self.assigned = False
        #: Whether the list is sorted, so that taking from one end takes the best entry, as from a heap.
        self.sorted = False
        self.sorted_by: Optional[Callable[[Any], Any]] = None
        self.lifo = 0
        self.fifo = 0

    @property
    def pops(self) -> bool:
        """Whether entries were popped, and not only removed by their value or index."""
        return any(not op.push and not op.removal for op in self.ops)

    @property
    def by_heap(self) -> bool:
        """Whether entries were popped by `heapq`. What leaves the list in another way is then removed."""
        return self.kind == "heap" and any(not op.push and not op.removal and not op.plain for op in self.ops)

    @property
    def pop_line(self) -> Optional[int]:
        return next((op.line for op in self.ops if not op.push), None)

    def takes(self, last: bool) -> bool:
        """Returns whether each pop took the entry that was pushed last, or first, while others waited."""
        waiting: Deque[Any] = _REAL_DEQUE()
        choices = 0
        for op in self.ops:
            if op.push:
                waiting.append(op.mark)
                continue
            if not waiting or (waiting.pop() if last else waiting.popleft()) != op.mark:
                return False
            choices += bool(waiting)
        return choices > 1 and not self.sorted


class Recorder:
    """Everything that one watched call recorded."""

    def __init__(self, single: bool, g: Any, limit: int) -> None:
        self.single, self.g, self.limit = single, g, limit
        self.containers: Dict[int, Container] = {}
        self.thread = threading.get_ident()
        self.active = False
        self.count = 0
        self.return_line: Optional[int] = None
        #: Pushed entries that cannot change, with their cells, key and mark.
        self.entries: Dict[int, Tuple[Any, Dict[Slot, Any], Optional[Tuple[Slot, float]], Any]] = {}
        self.pending: List[Tuple[List[Optional[Dict[Slot, float]]], Any, Dict[Slot, Any]]] = []
        self.g_found = False

    # What the stand-ins call.

    def on(self) -> bool:
        return self.active and threading.get_ident() == self.thread

    def container(self, what: Any, kind: str, initial: Any) -> Container:
        known = self.containers.get(id(what))
        if known is None:
            name = _name_of(what)
            known = self._rebuilt(what, name) if kind == "heap" else None
            if known is not None:
                self.containers[id(what)] = known
                return known
            known = self.containers[id(what)] = Container(what, kind, name)
            for item in initial:
                self._add(known, True, item, getattr(what, "_gs_place", None))
            known.size = len(initial)
        elif kind == "heap":
            known.kind = "heap"
        return known

    def _rebuilt(self, what: Any, name: str) -> Optional[Container]:
        """Returns the container whose list the program replaced by this one, which has the same entries."""
        for known in list(self.containers.values()):
            if known.kind == "heap" and name and known.name == name and known.what is not what:
                before = {id(item) for item in known.what}
                if any(id(item) in before for item in what):
                    del self.containers[id(known.what)]
                    known.what, known.changed = what, True
                    return known
        return None

    def push(self, what: Any, kind: str, before: Any, item: Any, grow: bool = True) -> None:
        known = self.container(what, kind, before)
        self._add(known, True, item, None)
        known.size += 1 if grow else 0

    def pop(
        self, what: Any, kind: str, item: Any, bottom: bool = False, removal: bool = False, plain: bool = False
    ) -> None:
        known = self.container(what, kind, ())
        self._add(known, False, item, None, removal, plain)
        known.size -= 1
        if bottom:
            known.fifo += 1
        else:
            known.lifo += 1

    def _add(
        self, known: Container, push: bool, item: Any, place: Any, removal: bool = False, plain: bool = False
    ) -> None:
        if self.pending:
            self.settle()
        frame = _own_frame()
        if place is not None:
            file, line = place
        elif frame is not None:
            file, line = frame.f_code.co_filename, frame.f_lineno
        else:
            file, line = None, None
        # Most entries that are popped were pushed as they are.
        entry = None if push else self.entries.pop(id(item), None)
        if entry is not None and entry[0] is item:
            _, cells, key, mark = entry
        else:
            usual = None if self.single or type(item) is not tuple else _pairs_in(item)
            cells = cells_in(item, self.single) if usual is None else usual
            key = key_of(item)
            mark = _mark(item, cells, key)
            if push and usual is not None:
                self.entries[id(item)] = (item, cells, key, mark)
        g = _NO_G
        if self.g is not None:
            g = [None]
            self._read_g(g, frame, item, cells)
        self._record(known, Op(push, removal, cells, key, line, file, g, plain, mark))

    def _record(self, known: Container, op: Op) -> None:
        known.ops.append(op)
        known.waiting[op.mark] = known.waiting.get(op.mark, 0) + (1 if op.push else -1)
        if op.push:
            known.pushes[op.mark] = op
        self.count += 1
        if self.count > self.limit:
            raise TooMany(
                f"the search was stopped after {self.limit:,} pushes and pops; it may never end. Raise the limit with limit="
            )

    def _read_g(
        self, into: List[Optional[Dict[Slot, float]]], frame: Optional[FrameType], item: Any, cells: Dict[Slot, Any]
    ) -> None:
        if isinstance(self.g, int):
            value = item[self.g] if isinstance(item, (tuple, list)) and len(item) > self.g else None
            if isinstance(value, Real):
                into[0] = {slot: float(value) for slot in cells}
                self.g_found = True
            return
        name, *rest = str(self.g).split(".")
        if not rest and not isinstance(item, (tuple, list)) and isinstance(getattr(item, name, None), Real):
            into[0] = {slot: float(getattr(item, name)) for slot in cells}
            self.g_found = True
            return
        while frame is not None:
            if name in frame.f_locals or name in frame.f_globals and is_own_file(frame.f_code.co_filename):
                table = frame.f_locals.get(name, frame.f_globals.get(name))
                for attribute in rest:
                    table = getattr(table, attribute, None)
                if table is not None:
                    # The program may write g just after the push, so it is read at the next one.
                    self.pending.append((into, table, cells))
                return
            frame = frame.f_back

    def settle(self) -> None:
        """Reads g of the entries that were pushed just before."""
        for into, table, cells in self.pending:
            values = {slot: _look_up(table, cell) for slot, cell in cells.items()}
            into[0] = {slot: value for slot, value in values.items() if value is not None}
            self.g_found = self.g_found or bool(into[0])
        self.pending.clear()

    def sync(self, what: Any, whole: bool = False) -> None:
        """Records entries that reached or left the list of a heap past `heapq`. `whole` compares all entries."""
        known = self.container(what, "heap", what)
        if known.size == len(what) and not known.changed and not whole:
            return
        left = dict(known.waiting)
        new = []
        for item in list(what):
            mark = _mark(item, cells_in(item, self.single), key_of(item))
            if left.get(mark, 0) > 0:
                left[mark] -= 1
            else:
                new.append(item)
        for mark, count in left.items():
            for _ in range(count):
                self._record(known, known.pushes[mark]._replace(push=False, removal=True))
        for item in new:
            self._add(known, True, item, None)
        known.size, known.changed = len(what), False

    def returns(self, value: Any, line: int) -> Any:
        if self.on():
            self.return_line = line
        return value


def _mark(item: Any, cells: Dict[Slot, Any], key: Optional[Tuple[Slot, float]]) -> Any:
    """Returns what tells an entry from others: its cells and key, or the object itself."""
    return (tuple(cells.items()), key) if isinstance(item, (tuple, list)) else (id(item), key)


def _look_up(table: Any, cell: Any) -> Optional[float]:
    tries: List[Callable[[], Any]] = [lambda: table[cell]]
    if isinstance(cell, tuple):
        tries += [lambda: table[cell[0]][cell[1]], lambda: table[list(cell)]]
    for attempt in tries:
        try:
            value = attempt()
        except Exception:  # the table may be of any type
            continue
        if isinstance(value, Real) and not isinstance(value, bool):
            return float(value)
    return None


def _own_frame() -> Optional[FrameType]:
    frame: Optional[FrameType] = sys._getframe(2)
    while frame is not None and not is_own_file_cached(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


_own_files: Dict[str, bool] = {}


def is_own_file_cached(file: str) -> bool:
    known = _own_files.get(file)
    if known is None:
        known = _own_files[file] = is_own_file(file)
    return known


def _name_of(what: Any) -> str:
    """Returns the name of a container in the program's frames."""
    frame = _own_frame()
    while frame is not None and is_own_file_cached(frame.f_code.co_filename):
        for name, value in list(frame.f_locals.items()):
            if value is what:
                return name
            if name == "self":
                for attribute, held in getattr(value, "__dict__", {}).items():
                    if held is what:
                        return f"self.{attribute}"
        frame = frame.f_back
    return ""


_now: List[Recorder] = []


def _recorder() -> Optional[Recorder]:
    return _now[-1] if _now and _now[-1].on() else None


class WatchedList(List[Any]):
    """A list that records. Without an active recorder it is a list."""

    _gs_place: Any = None

    def append(self, item: Any) -> None:
        rec = _recorder()
        if rec:
            rec.push(self, "list", self, item)
        super().append(item)

    def _past(self) -> Optional[Recorder]:
        """Returns the recorder, unless this is a heap, whose entries are compared at its next use."""
        rec = _recorder()
        known = rec.containers.get(id(self)) if rec else None
        if known is not None and known.by_heap:
            known.changed = True
            return None
        return rec

    def insert(self, index: Any, item: Any) -> None:
        rec = self._past()
        if rec:
            known = rec.container(self, "list", self)
            known.sorted = known.sorted or 0 < (index if index >= 0 else len(self) + index) < len(self)
            rec.push(self, "list", self, item)
        super().insert(index, item)

    def extend(self, items: Any) -> None:
        for item in items if items is not self else list(self):
            self.append(item)

    def __iadd__(self, items: Any) -> Any:  # type: ignore[misc]
        self.extend(items)
        return self

    def pop(self, index: Any = -1) -> Any:
        rec = self._past()
        if rec and self:
            before = rec.container(self, "list", self)
            if before.sorted_by is not None:
                _note_end(before, self, index)
            last = index in (-1, len(self) - 1)
            item = super().pop(index)
            # From a heap, an index takes an entry that waits.
            removal = before.kind == "heap" and not last and index != 0
            rec.pop(self, before.kind, item, bottom=not last, removal=removal, plain=True)
            return item
        return super().pop(index)

    def remove(self, item: Any) -> None:
        rec = self._past()
        if rec:
            rec.container(self, "list", self)
            found = self.index(item)
            held = self[found]
            super().__delitem__(found)
            rec.pop(self, "list", held, bottom=True, removal=True)
            return
        super().remove(item)

    def __delitem__(self, index: Any) -> None:
        rec = self._past()
        if rec:
            rec.container(self, "list", self)
            held = self[index] if isinstance(index, slice) else [self[index]]
            super().__delitem__(index)
            for item in held:
                rec.pop(self, "list", item, bottom=True, removal=True)
            return
        super().__delitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        rec = self._past()
        if rec:
            rec.container(self, "list", self).assigned = True
        super().__setitem__(index, value)

    def sort(self, **how: Any) -> None:
        rec = self._past()
        if rec and id(self) in rec.containers:
            known = rec.containers[id(self)]
            known.sorted, known.sorted_by = True, how.get("key") or (lambda item: item)
        super().sort(**how)

    def reverse(self) -> None:
        self._past()
        super().reverse()

    def clear(self) -> None:
        rec = self._past()
        if rec and id(self) in rec.containers:
            rec.containers[id(self)].assigned = True
        super().clear()

    def __reduce__(self) -> Any:
        return (list, (list(self),))

    def __copy__(self) -> List[Any]:
        return list(self)


def _note_end(known: Container, items: List[Any], index: int) -> None:
    """Notes whether a sorted list gives its worst entry: one with a larger key than all others that wait."""
    by = known.sorted_by
    assert by is not None
    try:
        keys = [_first(by(item)) for item in items]
        taken, best, worst = keys[index], min(keys), max(keys)
    except Exception:  # keys of any type, and an index that does not exist
        known.worst = (None, False)
        return
    if best < worst:
        frame = _own_frame()
        known.worst = (frame.f_lineno if frame else None, known.worst[1] and taken == worst)


def _first(key: Any) -> Any:
    while isinstance(key, (tuple, list)) and key:
        key = key[0]
    return key


class WatchedSet(Set[Any]):
    """A set that records."""

    _gs_place: Any = None

    def add(self, item: Any) -> None:
        rec = _recorder()
        if rec and item not in self:
            rec.push(self, "set", self, item)
        super().add(item)

    def _drop(self, item: Any) -> None:
        rec = _recorder()
        if rec and item in self:
            rec.container(self, "set", self)
            rec.pop(self, "set", item, bottom=True, removal=True)

    def remove(self, item: Any) -> None:
        self._drop(item)
        super().remove(item)

    def discard(self, item: Any) -> None:
        self._drop(item)
        super().discard(item)

    def pop(self) -> Any:
        rec = _recorder()
        if rec and self:
            rec.container(self, "set", self)
            item = super().pop()
            rec.pop(self, "set", item, bottom=True)
            return item
        return super().pop()

    def __reduce__(self) -> Any:
        return (set, (set(self),))


class WatchedDeque(_REAL_DEQUE):  # type: ignore[type-arg]
    """A deque that records."""

    _gs_place: Any = None

    def append(self, item: Any) -> None:
        rec = _recorder()
        if rec:
            rec.push(self, "deque", self, item)
        super().append(item)

    def appendleft(self, item: Any) -> None:
        rec = _recorder()
        if rec:
            rec.push(self, "deque", self, item)
        super().appendleft(item)

    def extend(self, items: Any) -> None:
        for item in list(items):
            self.append(item)

    def extendleft(self, items: Any) -> None:
        for item in list(items):
            self.appendleft(item)

    def __iadd__(self, items: Any) -> Any:  # type: ignore[misc]
        self.extend(items)
        return self

    def _taken(self, take: Callable[[], Any], bottom: bool) -> Any:
        rec = _recorder()
        if rec and self:
            rec.container(self, "deque", self)
            item = take()
            rec.pop(self, "deque", item, bottom)
            return item
        return take()

    def pop(self) -> Any:  # type: ignore[override]
        return self._taken(super().pop, False)

    def popleft(self) -> Any:
        return self._taken(super().popleft, True)

    def remove(self, item: Any) -> None:
        rec = _recorder()
        if rec and item in self:
            rec.container(self, "deque", self)
            rec.pop(self, "deque", self[self.index(item)], True, removal=True)
        super().remove(item)


def _heappush(heap: Any, item: Any) -> None:
    rec = _recorder()
    if rec:
        rec.sync(heap)
        rec.push(heap, "heap", (), item)
    _REAL_HEAP["heappush"](heap, item)


def _heappop(heap: Any) -> Any:
    rec = _recorder()
    if not rec or not heap:
        return _REAL_HEAP["heappop"](heap)
    rec.sync(heap)
    item = _REAL_HEAP["heappop"](heap)
    rec.pop(heap, "heap", item, bottom=True)
    return item


def _heapify(heap: Any) -> None:
    rec = _recorder()
    if rec:
        rec.sync(heap, whole=True)
    _REAL_HEAP["heapify"](heap)


def _heappushpop(heap: Any, item: Any) -> Any:
    rec = _recorder()
    if not rec:
        return _REAL_HEAP["heappushpop"](heap, item)
    rec.sync(heap)
    rec.push(heap, "heap", (), item)
    taken = _REAL_HEAP["heappushpop"](heap, item)
    rec.pop(heap, "heap", taken, bottom=True)
    return taken


def _heapreplace(heap: Any, item: Any) -> Any:
    rec = _recorder()
    if not rec or not heap:
        return _REAL_HEAP["heapreplace"](heap, item)
    rec.sync(heap)
    taken = _REAL_HEAP["heapreplace"](heap, item)
    rec.pop(heap, "heap", taken, bottom=True)
    rec.push(heap, "heap", (), item)
    return taken


_STAND_INS: Dict[str, Any] = {
    "heappush": _heappush, "heappop": _heappop, "heapify": _heapify,
    "heappushpop": _heappushpop, "heapreplace": _heapreplace,
}  # fmt: skip


def _list(items: Any = ()) -> WatchedList:
    made = WatchedList(items)
    frame = sys._getframe(1)
    made._gs_place = (frame.f_code.co_filename, frame.f_lineno)
    return made


def _set(items: Any = ()) -> WatchedSet:
    made = WatchedSet(items)
    frame = sys._getframe(1)
    made._gs_place = (frame.f_code.co_filename, frame.f_lineno)
    return made


def _patched_queues() -> List[Tuple[Any, str, Any]]:
    """Makes the classes of `queue` record. Returns what to put back."""
    before: List[Tuple[Any, str, Any]] = []

    def patch(owner: Any, kind: str, bottom: bool) -> None:
        real_put, real_get = owner._put, owner._get

        def put(self: Any, item: Any) -> None:
            rec = _recorder()
            if rec and type(self)._put is put:
                rec.push(self, kind, self.queue, item)
            real_put(self, item)

        def get(self: Any) -> Any:
            rec = _recorder()
            if not rec or type(self)._get is not get:
                return real_get(self)
            rec.container(self, kind, self.queue)
            item = real_get(self)
            rec.pop(self, kind, item, bottom)
            return item

        before.extend([(owner, "_put", real_put), (owner, "_get", real_get)])
        owner._put, owner._get = put, get

    patch(queue.Queue, "queue", True)
    patch(queue.PriorityQueue, "heap", True)
    patch(queue.LifoQueue, "lifo", False)
    return before


class Watching:
    """Context in which a function is watched. Everything is put back at its end."""

    def __init__(self, function: Any, recorder: Recorder) -> None:
        self.function, self.recorder = function, recorder
        self.rewriting = Rewriting()
        self.undo: List[Callable[[], None]] = []

    def __enter__(self) -> "Watching":
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self) -> None:
        spaces, functions = own_parts(self.function)
        real = {id(function): _STAND_INS[name] for name, function in _REAL_HEAP.items()}
        real[id(_REAL_DEQUE)] = WatchedDeque
        for space in spaces:
            changed = {name: real[id(value)] for name, value in space.items() if id(value) in real}
            added = {LIST: _list, SET: _set, RETURNS: self.recorder.returns}
            before = {name: space[name] for name in changed}
            space.update(changed)
            space.update(added)
            self.undo.append(lambda s=space, b=before, a=added: (s.update(b), [s.pop(n, None) for n in a]) and None)  # type: ignore[misc]
        for name, stand_in in _STAND_INS.items():
            setattr(heapq, name, stand_in)
            self.undo.append(lambda n=name: setattr(heapq, n, _REAL_HEAP[n]))  # type: ignore[misc]
        collections.deque = WatchedDeque  # type: ignore[misc]
        self.undo.append(lambda: setattr(collections, "deque", _REAL_DEQUE))
        for owner, name, value in _patched_queues():
            self.undo.append(lambda o=owner, n=name, v=value: setattr(o, n, v))  # type: ignore[misc]
        self.rewriting.exchange(functions, unwrapped(self.function))
        self.undo.append(self.rewriting.restore)
        _now.append(self.recorder)
        self.undo.append(lambda: None if not _now else _now.remove(self.recorder))
        self.recorder.active = True

    def __exit__(self, *_: Any) -> None:
        self.recorder.active = False
        while self.undo:
            self.undo.pop()()
        self.recorder.settle()
