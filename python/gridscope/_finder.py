"""Fast paths for loops: one process that keeps the map."""

from __future__ import annotations

import json
import os
import select
import struct
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ._maps import cell_of, scene_of
from ._process import Process
from ._program import GridscopeError
from ._run import Run, need_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_QUERY, _HEAD, _CELL = struct.Struct("<5i"), struct.Struct("<dI"), struct.Struct("<2H")
_PATH, _OPEN, _BLOCK = 0, 1, 2
_CHUNK = 1 << 16
#: Largest number of queries that wait for their answers. Any pipe holds so many. If more were sent, the program could wait
#: for its answers to be read while this side waits for its queries to be read.
_AHEAD = 200
#: How often `_ask` looks for an answer before it blocks: for about 50 µs. A process that blocks can take longer to wake up
#: than a search on a small map takes. The program, too, looks for a query for as long as that.
_LOOKS = 60


class Finder(Process):
    """Finds cheapest paths on one map, as often as you like.

    `map` is everything that `gs.run` reads: an array of shape (height, width) of any type of booleans, integers or floats,
    rows of text, a scene as a dict, a run, a preset's name or a file. Numbers need `array`: free, wall, cost, tiles or
    occupancy. `tiles` gives numbers or glyphs a meaning, such as `{17: "wall"}`. `neighbours` is 4 or 8, and `corners` says
    when a diagonal step may pass a blocked cell: never, one or always.

    A straight step costs 1 and a diagonal step √2, times the weight of the cell that is entered. With `array="cost"`, the
    numbers are the weights: any above 0. They are taken as they are if a fraction over one number of up to 10,000 holds
    them; else a `GridscopeWarning` says by how much they were rounded. Cells of a masked array are blocked. Costs of tiles
    do not count, and closed doors are blocked.

    A cell is x, y: two whole numbers, as a tuple, a list or an array of any type; a float must be whole. A cell outside the
    map raises `GridscopeError`. From or to a blocked cell there is no path, also if both are the same. From a free cell to
    itself the path is that cell, and costs 0.

    The program keeps the map in a process of its own, which ends with this object, or with `close()`, or at the end of a
    `with` block. After a fork, or in a process that got this object by pickling, the object starts a process of its own.
    """

    def __init__(
        self,
        map: Any,
        *,
        neighbours: int = 8,
        corners: str = "never",
        array: Optional[str] = None,
        tiles: Optional[Mapping[Any, str]] = None,
    ) -> None:
        scene = map.scene if isinstance(map, Run) else scene_of(map, array=array, tiles=tiles)[0]
        rows: List[str] = scene["rows"]
        #: Width and height of the map in cells.
        self.size: Tuple[int, int] = (max(len(row) for row in rows), len(rows))
        self._scene = json.dumps(scene)
        self._flags = [f"--neighbours={neighbours}", f"--corners={corners}"]
        #: Cells that were opened or blocked, for a process that is started later.
        self._changes: Dict[Tuple[int, int], int] = {}
        self._closed = False
        self._prepare()
        with self._lock:
            self._begin()

    def __getstate__(self) -> Dict[str, Any]:
        with self._lock:
            state = {name: getattr(self, name) for name in ("size", "_scene", "_flags", "_closed")}
            return {**state, "_changes": dict(self._changes)}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()

    def __enter__(self) -> "Finder":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_lock"):
            self.close()

    def close(self) -> None:
        """Ends the process."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # A thread that waits for an answer gets an error, and gives the lock back.
        with self._lock:
            self._end()

    def _begin(self) -> None:
        """Starts the process, if there is none."""
        if self._closed:
            raise GridscopeError("this Finder is closed")
        if self._process is not None:
            return
        try:
            with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
                file = Path(folder) / "run.scene.json"
                file.write_text(self._scene, "utf-8")
                process = self._start("paths", str(file), "--binary", *self._flags, bufsize=0)
                self._to, self._from = (pipe.fileno() for pipe in (process.stdin, process.stdout) if pipe)
                if sys.platform != "win32":
                    self._poll = select.poll()
                    self._poll.register(self._from, select.POLLIN)
                self._send(b"".join(_QUERY.pack(kind, x, y, 0, 0) for (x, y), kind in self._changes.items()))
                # The map has been read once an answer is there.
                self._ask(_QUERY.pack(_PATH, 0, 0, 0, 0))
        except BaseException:
            self._end()
            raise

    def _failed(self) -> GridscopeError:
        if self._closed or self._process is None:
            return GridscopeError("this Finder is closed")
        return super()._failed()

    def _send(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except OSError:
            raise self._failed() from None

    def _receive(self) -> bytes:
        try:
            data = os.read(self._from, _CHUNK)
        except OSError:  # A signal handler has closed it.
            data = b""
        if not data:
            raise self._failed()
        return data

    def _ask(self, query: bytes) -> bytes:
        """Sends one query for a path and returns its answer. Makes as few system calls as possible."""
        self._send(query)
        if sys.platform != "win32":
            poll = self._poll.poll
            for _ in range(_LOOKS):
                if poll(0):
                    break
                os.sched_yield()
        answer, size = self._receive(), _HEAD.size
        while True:
            if len(answer) >= _HEAD.size:
                size = _HEAD.size + 4 * _HEAD.unpack_from(answer)[1]
            if len(answer) >= size:
                return answer
            answer += self._receive()

    def _answers(self, queries: bytes) -> Iterator[Tuple[float, bytes]]:
        """Sends queries for paths and yields the cost and the cells of each."""
        count, sent, answered = len(queries) // _QUERY.size, 0, 0
        data = bytearray()
        while answered < count:
            if sent < count and sent - answered <= _AHEAD // 2:
                until = min(answered + _AHEAD, count)
                self._send(queries[sent * _QUERY.size : until * _QUERY.size])
                sent = until
            data += self._receive()
            at = 0
            while len(data) - at >= _HEAD.size:
                cost, cells = _HEAD.unpack_from(data, at)
                end = at + _HEAD.size + 4 * cells
                if len(data) < end:
                    break
                yield cost, bytes(data[at + _HEAD.size : end])
                at, answered = end, answered + 1
            del data[:at]

    def _query(self, kind: int, one: Sequence[int], another: Sequence[int]) -> bytes:
        width, height = self.size
        try:
            (ax, ay), (bx, by) = one, another
            query = _QUERY.pack(kind, ax, ay, bx, by)
            if 0 <= ax < width and 0 <= bx < width and 0 <= ay < height and 0 <= by < height:
                return query
        except (TypeError, ValueError, struct.error):
            pass
        return _QUERY.pack(kind, *self._cell(one), *self._cell(another))

    def _cell(self, cell: Any) -> Tuple[int, int]:
        return cell_of(cell, self.size)

    def path(self, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Tuple[int, int]]]:
        """Returns a cheapest path as a list of (x, y), both ends included.

        `None` if there is none, or an end is blocked. An end outside the map raises `GridscopeError`.
        """
        found = self.path_and_cost(start, goal)
        return None if found is None else found[0]

    def path_and_cost(self, start: Sequence[int], goal: Sequence[int]) -> Optional[Tuple[List[Tuple[int, int]], float]]:
        """Returns a cheapest path, as `path` does, and its cost as a float. `None` if there is none."""
        query = self._query(_PATH, start, goal)
        with self._lock:
            try:
                self._begin()
                answer = self._ask(query)
            except BaseException:
                # The answer that is still to come would be taken for the next one.
                self._end()
                raise
        cost, count = _HEAD.unpack_from(answer)
        if not count:
            return None
        return list(_CELL.iter_unpack(answer[_HEAD.size :])), cost

    def paths(self, queries: Any) -> List[Optional["NDArray[np.uint16]"]]:
        """Returns a path for each query. Faster than one call for each.

        `queries` has one row of start and goal for each path: an array or a list of shape (n, 4) with x, y, x, y, or (n, 2, 2).
        Its type is any of integers; floats must be whole. A path is an array of x, y: shape (cells, 2), dtype uint16, both ends
        included, read-only. It is `None` if there is none, or an end is blocked. If one cell of all is outside the map,
        `GridscopeError` is raised and nothing is searched.
        """
        return [path for path, _ in self.paths_and_costs(queries)]

    def paths_and_costs(self, queries: Any) -> List[Tuple[Optional["NDArray[np.uint16]"], float]]:
        """Returns a pair of path and cost for each query, as `paths` does. The cost is a float, NaN if there is no path."""
        numpy = need_numpy("a list of paths")
        packed = self._packed(numpy, queries)
        answers: List[Tuple[Optional["NDArray[np.uint16]"], float]] = []
        with self._lock:
            try:
                self._begin()
                for cost, cells in self._answers(packed):
                    answers.append((numpy.frombuffer(cells, dtype="<u2").reshape(-1, 2) if cells else None, cost))
            except BaseException:
                self._end()
                raise
        return answers

    def _packed(self, numpy: Any, queries: Any) -> bytes:
        """Returns the queries as the program reads them. Raises an error if one of them is no pair of cells of the map."""
        try:
            table = numpy.asarray(queries)
        except ValueError:
            raise GridscopeError("the queries are not a table; expected rows of x, y, x, y") from None
        if table.shape[:1] == (0,):
            return b""
        if table.shape[1:] not in ((4,), (2, 2)):
            raise GridscopeError(f"the queries have the shape {table.shape}; expected (n, 4): rows of x, y, x, y")
        table = table.reshape(-1, 4)
        if table.dtype.kind not in "iu" or not ((table >= 0) & (table < numpy.array(self.size * 2))).all():
            for ax, ay, bx, by in table.tolist():
                self._cell((ax, ay))
                self._cell((bx, by))
        packed = numpy.full((len(table), 5), _PATH, dtype="<i4")
        packed[:, 1:] = table
        data: bytes = packed.tobytes()
        return data

    def open(self, x: int, y: int) -> None:
        """Makes a cell free, such as a door that opens, or a wall that is torn down. It keeps its weight, or has the weight 1."""
        self._change(_OPEN, x, y)

    def block(self, x: int, y: int) -> None:
        """Blocks a cell, such as a door that closes, until it is opened."""
        self._change(_BLOCK, x, y)

    def _change(self, kind: int, x: int, y: int) -> None:
        cell = self._cell((x, y))
        with self._lock:
            try:
                self._begin()
                self._send(_QUERY.pack(kind, *cell, 0, 0))
            except BaseException:
                self._end()
                raise
            self._changes[cell] = kind
