"""Fast paths for loops: one process that keeps the map."""

from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple

from ._maps import scene_of
from ._program import GridscopeError, program
from ._run import Run, need_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_QUERY, _HEAD, _CELL = struct.Struct("<5i"), struct.Struct("<dI"), struct.Struct("<2H")
_CHUNK = 1 << 16
#: How long `_ask` polls for an answer before it blocks, in seconds. A process that blocks can take longer to wake up than a
#: search on a small map takes.
_POLLING = 50e-6


class Finder:
    """Finds cheapest paths on one map, as often as you like.

    A straight step costs 1 and a diagonal step √2, times the weight of the cell that is entered. Costs
    of tiles do not count, and closed doors are blocked. The program keeps the
    map in a process of its own, which ends with this object, or with `close()`, or at the end of a `with` block.
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
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._poll: Any = None
        scene = map.scene if isinstance(map, Run) else scene_of(map, array=array, tiles=tiles)[0]
        rows: List[str] = scene["rows"]
        #: Width and height of the map in cells.
        self.size: Tuple[int, int] = (max(len(row) for row in rows), len(rows))
        self._lock = threading.Lock()
        self._errors = tempfile.TemporaryFile()
        with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
            file = Path(folder) / "run.scene.json"
            file.write_text(json.dumps(scene), "utf-8")
            flags = ["--neighbours", str(neighbours), "--corners", corners]
            self._process = subprocess.Popen(
                [program(), "paths", str(file), "--binary", *flags],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            )  # fmt: skip
            if sys.platform != "win32":
                self._poll = select.poll()
                self._poll.register(self._pipes()[1], select.POLLIN)
            # The map has been read once an answer is there.
            self.path((0, 0), (0, 0))

    def __enter__(self) -> "Finder":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        process, self._process = getattr(self, "_process", None), None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                try:
                    if pipe is not None:
                        pipe.close()
                except OSError:
                    pass
            process.kill()
            process.wait()
            self._errors.close()

    def _pipes(self) -> Tuple[Any, Any]:
        if self._process is None:
            raise GridscopeError("this Finder is closed")
        return self._process.stdin, self._process.stdout

    def _failed(self) -> GridscopeError:
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip()
        return GridscopeError(said.replace("gridscope: ", "", 1) or "the program ended")

    def _send(self, data: bytes) -> None:
        to, _ = self._pipes()
        try:
            to.write(data)
            to.flush()
        except OSError:
            raise self._failed() from None

    def _receive(self, size: int) -> bytes:
        _, source = self._pipes()
        data: bytes = source.read(size)
        if len(data) < size:
            raise self._failed()
        return data

    def _answer(self) -> Tuple[float, bytes]:
        cost, count = _HEAD.unpack(self._receive(_HEAD.size))
        return cost, self._receive(4 * count) if count else b""

    def _ask(self, query: bytes) -> bytes:
        """Sends one query for a path and returns its answer. Makes as few system calls as possible."""
        to, source = (pipe.fileno() for pipe in self._pipes())
        try:
            os.write(to, query)
        except OSError:
            raise self._failed() from None
        if sys.platform != "win32":
            until = time.perf_counter() + _POLLING
            while not self._poll.poll(0) and time.perf_counter() < until:
                os.sched_yield()
        answer, size = b"", _HEAD.size
        while len(answer) < size:
            data = os.read(source, _CHUNK)
            if not data:
                raise self._failed()
            answer += data
            if len(answer) >= _HEAD.size:
                size = _HEAD.size + 4 * _HEAD.unpack_from(answer)[1]
        return answer

    def path(self, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Tuple[int, int]]]:
        """Returns a cheapest path as a list of (x, y), both ends included. `None` if there is none."""
        found = self.path_and_cost(start, goal)
        return None if found is None else found[0]

    def path_and_cost(self, start: Sequence[int], goal: Sequence[int]) -> Optional[Tuple[List[Tuple[int, int]], float]]:
        """Returns a cheapest path and its cost. `None` if there is none."""
        query = _QUERY.pack(0, start[0], start[1], goal[0], goal[1])
        with self._lock:
            try:
                answer = self._ask(query)
            except GridscopeError:
                raise
            except BaseException:
                # The answer that is still to come would be taken for the next one.
                self.close()
                raise
        cost, count = _HEAD.unpack_from(answer)
        if not count:
            return None
        return list(_CELL.iter_unpack(answer[_HEAD.size :])), cost

    def paths(self, queries: Any) -> List[Optional["NDArray[np.uint16]"]]:
        """Returns a path for each row x, y, x, y, as arrays of shape (n, 2). Faster than one call for each."""
        return [path for path, _ in self.paths_and_costs(queries)]

    def paths_and_costs(self, queries: Any) -> List[Tuple[Optional["NDArray[np.uint16]"], float]]:
        """Like `paths`, with the cost of each. NaN if there is no path."""
        numpy = need_numpy("a list of paths")
        table = numpy.asarray(queries, dtype="<i4").reshape(-1, 4)
        packed = numpy.zeros((len(table), 5), dtype="<i4")
        packed[:, 1:] = table
        answers: List[Tuple[Optional["NDArray[np.uint16]"], float]] = []
        with self._lock:
            # Both sides would wait for ever if all queries were sent before an answer is read.
            sender = threading.Thread(target=self._quietly, args=(packed.tobytes(),), daemon=True)
            sender.start()
            try:
                for _ in range(len(table)):
                    cost, cells = self._answer()
                    answers.append((numpy.frombuffer(cells, dtype="<u2").reshape(-1, 2) if cells else None, cost))
            except BaseException:
                self.close()
                raise
            sender.join()
        return answers

    def _quietly(self, data: bytes) -> None:
        try:
            self._send(data)
        except (GridscopeError, ValueError):
            pass  # The reader tells.

    def open(self, x: int, y: int) -> None:
        """Makes a cell free, such as a door that opens."""
        with self._lock:
            self._send(_QUERY.pack(1, x, y, 0, 0))

    def block(self, x: int, y: int) -> None:
        """Blocks a cell, such as a door that closes."""
        with self._lock:
            self._send(_QUERY.pack(2, x, y, 0, 0))
