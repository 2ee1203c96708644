"""A run: its outcome, path, events, layers and reasons."""

from __future__ import annotations

import io
import json
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ._maps import Scene, scene_of
from ._program import GridscopeError, PathLike, call

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._html import View


def need_numpy(what: str) -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError(f"{what} is an array and needs NumPy: pip install numpy") from error
    return numpy


class Run:
    """A run of an algorithm on a scene, or the log of another program. It shows itself in a notebook."""

    def __init__(self, content: bytes, suffix: str, title: str = "") -> None:
        self._store(f"run{suffix}", content)
        self._layers: Dict[str, Any] = {}
        self._events: Any = None
        self._scene: Optional[Dict[str, Any]] = None
        self._names: Dict[int, str] = {}
        self.title = title
        done = call(["run", self._file, "--json"], what=f"running {title}".strip())
        summary = json.loads(done.text)
        #: Name of the algorithm.
        self.algorithm: str = summary["algorithm"]
        #: Outcome, as `gridscope run --json` prints it.
        self.outcome: Dict[str, Any] = (
            summary["outcome"] if isinstance(summary["outcome"], dict) else {"outcome": summary["outcome"]}
        )
        #: Notes of the program about this run.
        self.notes: List[str] = done.notes
        self._length: int = summary["events"]
        #: Number of steps, such as expansions.
        self.steps: int = summary["steps"]

    def _store(self, name: str, content: bytes) -> None:
        folder = tempfile.mkdtemp(prefix="gridscope-")
        self._file = os.path.join(folder, name)
        Path(self._file).write_bytes(content)
        weakref.finalize(self, _remove, folder, os.getpid())

    def __getstate__(self) -> Dict[str, Any]:
        return {**vars(self), "_file": (os.path.basename(self._file), Path(self._file).read_bytes())}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._store(*state["_file"])

    def __len__(self) -> int:
        """Returns the number of events."""
        return self._length

    def __repr__(self) -> str:
        said = ", ".join(f"{k} {self.outcome[k]}" for k in ("found", "cost", "expanded") if k in self.outcome)
        return f"<gridscope run: {self.algorithm}, {self._length} events{', ' + said if said else ''}>"

    @property
    def scene(self) -> Dict[str, Any]:
        """The scene, as a dict that `gs.run` reads. For a log, its ground."""
        if self._scene is None:
            self._scene = json.loads(call(["convert", self._file, "-", "--to", "scene-json"]).text)
        scene: Dict[str, Any] = json.loads(json.dumps(self._scene))
        return scene

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height of the map in cells."""
        rows = self.scene["rows"]
        return max(len(row) for row in rows), len(rows)

    def _ask(self, command: str, *args: str, stdin: Optional[bytes] = None) -> str:
        return call([command, self._file, *args], stdin).text

    @property
    def path(self) -> Optional["NDArray[np.int64]"]:
        """The path as an array of x, y, one row per cell. `None` if the run has none."""
        cells = self.outcome.get("path")
        if cells is None:
            return None
        numpy = need_numpy("run.path")
        array: "NDArray[np.int64]" = numpy.array(cells, dtype="int64").reshape(-1, 2)
        return array

    @property
    def cost(self) -> Optional[float]:
        """The cost of the path. `None` if the run has none."""
        cost = self.outcome.get("cost")
        return None if cost is None else float(cost) if isinstance(cost, str) else cost

    def layer(self, name: str) -> "NDArray[np.float64]":
        """Returns a layer at the end of the run, of shape (height, width). NaN is a cell without a value."""
        if name not in self._layers:
            numpy = need_numpy("a layer")
            done = call(["run", self._file, "--layer", name, "--to", "npy"])
            self._layers[name] = numpy.load(io.BytesIO(done.out))
        layer: "NDArray[np.float64]" = self._layers[name]
        return layer

    def _load_events(self) -> None:
        numpy = need_numpy("run.events")
        with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
            file = os.path.join(folder, "events.npy")
            call(["run", self._file, "--events-npy", file])
            self._events = numpy.load(file)
            names = json.loads(Path(file + ".names.json").read_text("utf-8"))["events"]
        self._names = {int(number): name for number, name in names.items()}

    @property
    def events(self) -> "NDArray[np.void]":
        """All events as a structured array: event, x, y, from_x, from_y, and the numbers of the algorithm."""
        if self._events is None:
            self._load_events()
        events: "NDArray[np.void]" = self._events
        return events

    @property
    def event_names(self) -> Dict[int, str]:
        """Names of the numbers in the field `event` of `run.events`."""
        if self._events is None:
            self._load_events()
        return self._names

    def why(self, x: int, y: int, at: Optional[int] = None) -> str:
        """Returns a cell's values, its history, and the chain of causes back to the start."""
        moment = [] if at is None else ["--at", str(at)]
        return self._ask("why", f"{x},{y}", *moment)

    def why_not(self, x: int, y: int, at: Optional[int] = None) -> str:
        """Returns why a cell was not chosen."""
        moment = [] if at is None else ["--at", str(at)]
        return self._ask("why-not", f"{x},{y}", *moment)

    def step(self, event: int) -> str:
        """Returns one event as text, counted from 1."""
        if not 1 <= event <= self._length:
            raise GridscopeError(f"there is no event {event}; expected one from 1 to {self._length}")
        return self._ask("step", "--at", str(event))

    def at(self, event: int) -> "View":
        """Returns the player at the moment after this many events."""
        from ._html import View

        return View([self], at=event)

    def save(self, file: PathLike) -> None:
        """Writes the run: a page for `.html`, a trace for `.trace.jsonl`, else the scene or log in the format of the extension."""
        name = os.fspath(file)
        if name.endswith(".html"):
            Path(name).write_text(self.html(), "utf-8")
        elif ".trace." in os.path.basename(name):
            call(["run", self._file, "--trace", name])
        else:
            call(["convert", self._file, name])

    def html(self, at: Optional[int] = None, range: Optional[Tuple[int, int]] = None, **options: Any) -> str:
        """Returns one self-contained page that plays the run. Options: `app`, `theme`, `layer`.

        The page opens after `at` events, and has the events from `range[0]` to `range[1]`.
        """
        flags = []
        if at is not None and range is not None and not range[0] <= at <= range[1]:
            raise GridscopeError(f"at={at} is not in range={tuple(range)}; expected a moment of the range")
        if at is not None:
            flags += ["--at", str(at)]
        if range is not None:
            flags += ["--from", str(range[0]), "--to", str(range[1])]
        for name, value in options.items():
            if value is not None:
                flags += [f"--{name}", str(value)]
        with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
            page = Path(folder) / "run.html"
            call(["render", self._file, "--html", "-o", str(page), *flags])
            return page.read_text("utf-8")

    def _repr_html_(self) -> str:
        from ._html import View

        return View([self])._repr_html_()


def _remove(folder: str, owner: int) -> None:
    """Removes the folder of a run. After a fork it still belongs to the parent."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def run(
    map: Any,
    start: Optional[Sequence[int]] = None,
    goal: Optional[Sequence[int]] = None,
    algorithm: Optional[str] = None,
    *,
    seed: Optional[int] = None,
    array: Optional[str] = None,
    tiles: Optional[Mapping[Any, str]] = None,
    title: Optional[str] = None,
    **params: Any,
) -> Run:
    """Runs an algorithm on a map.

    `map` is an array, rows of text, a scene as a dict, a preset's name, or any file that the program reads, including a log.
    Cells are x, y. `array` says what numbers mean: free, wall, cost, tiles or occupancy. `tiles` gives tiles of other
    programs a meaning. Other arguments are parameters of the algorithm, such as `corners="never"` or `weight=1.5`;
    underscores in their names stand for dashes. `gridscope algorithms NAME` lists them.
    """
    if (
        isinstance(map, (str, os.PathLike))
        and ".trace." in os.path.basename(os.fspath(map))
        and "\n" not in os.fspath(map)
    ):
        if any(value is not None for value in (start, goal, algorithm, seed, array, tiles)) or params:
            raise GridscopeError("a log cannot be run again; open it without other arguments, or use its map")
        name = os.path.basename(os.fspath(map))
        return Run(Path(map).read_bytes(), name[name.index(".trace.") :], title=name)
    scene, notes = prepared(map, start, goal, algorithm, seed, array, tiles, title, params)
    made = Run(as_json(scene), ".scene.json", title=scene.get("title") or scene["run"]["algorithm"])
    made.notes[:0] = notes
    return made


def prepared(
    map: Any, start: Optional[Sequence[int]], goal: Optional[Sequence[int]], algorithm: Optional[str], seed: Optional[int],
    array: Optional[str], tiles: Optional[Mapping[Any, str]], title: Optional[str], params: Mapping[str, Any],
) -> Tuple[Scene, List[str]]:  # fmt: skip
    """Returns the scene with its run, and the notes of the reader."""
    if isinstance(map, Run):
        map = map.scene
    scene, notes = scene_of(map, start, goal, array, tiles)
    spec: Dict[str, Any] = scene.setdefault("run", {})
    if algorithm is not None and algorithm != spec.get("algorithm"):
        # Moments, bookmarks and parameters belong to the other algorithm.
        spec = scene["run"] = {"algorithm": algorithm, "seed": spec.get("seed", 1)}
    spec.setdefault("algorithm", "astar")
    if seed is not None:
        spec["seed"] = int(seed)
    if title is not None:
        scene["title"] = title
    if seed is not None or params:
        # Moments and questions are about the unchanged run.
        for moment in ("at", "bookmarks", "question", "beside", "exercise"):
            spec.pop(moment, None)
    given = {
        name.replace("_", "-"): value.item() if hasattr(value, "item") else value for name, value in params.items()
    }
    if given:
        spec["params"] = {**spec.get("params", {}), **given}
    return scene, notes


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8")


class Diff:
    """The comparison of two runs."""

    def __init__(self, data: Dict[str, Any], text: str) -> None:
        #: First event that differs: `{"a", "b", "event_a", "event_b"}`. `None` if the runs are equal.
        self.first: Optional[Dict[str, Any]] = data.get("first_divergence")
        #: Both outcomes.
        self.outcomes: List[Any] = data["outcomes"]
        #: Number of cells with another value at the end, by layer.
        self.cells: Dict[str, int] = data.get("cells") or {}
        self._text = text

    def __repr__(self) -> str:
        return self._text.rstrip()


def diff(a: Run, b: Run) -> Diff:
    """Compares two runs event by event."""
    data = json.loads(call(["diff", a._file, b._file, "--json"]).text)
    return Diff(data, call(["diff", a._file, b._file]).text)
