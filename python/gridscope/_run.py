"""A run: its outcome, path, events, layers and reasons."""

from __future__ import annotations

import functools
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._maps import Scene, cell_of, scene_of, size_of
from ._picture import PICTURES, draw, moment, whole
from ._program import GridscopeError, PathLike, call, warn
from ._serve import Session, error_of, server

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

    def __init__(
        self,
        content: bytes,
        suffix: str,
        title: str = "",
        *,
        memory: Optional[int] = None,
        events: Optional[int] = None,
        partial: bool = False,
    ) -> None:
        self._content, self._suffix = content, suffix
        budget: Dict[str, Any] = {"memory": memory, "events": events}
        self._session = Session(content, **{name: value for name, value in budget.items() if value is not None})
        self._layers: Dict[str, Any] = {}
        self._events: Any = None
        self._scene: Optional[Dict[str, Any]] = None
        self._names: Dict[int, str] = {}
        self.title = title
        #: Costs of a straight and of a diagonal step: `"octile"` (1 and √2), `"2/3"`, `"10/14"` or `"1"`. `None` if the
        #: algorithm has no such parameter, or for a log.
        self.costs: Optional[str] = None
        summary = self._session.ask("run", what=f"running {title}".strip())
        #: Why the run was cut, if `partial=True` allowed that. A cut run has no outcome.
        self.halted: Optional[str] = summary["halted"]
        if self.halted and partial and not summary["fault"]:
            warn(f"{self.halted} ({summary['events']} events are kept)")
        elif summary["halted"] or summary["fault"]:
            more = f"{summary['halted']}; memory= and events= allow more, and partial=True returns the beginning"
            raise error_of("halted" if summary["halted"] else "input", more if summary["halted"] else summary["fault"], None)
        for text in summary["warnings"]:
            warn(text)
        # A log of another program: a trace of this one has its schema in its first line.
        self._is_log: bool = self._session.opened["holds"] == "log"
        #: Name of the algorithm.
        self.algorithm: str = summary["algorithm"]
        #: Outcome, as `gridscope run --json` prints it.
        self.outcome: Dict[str, Any] = (
            summary["outcome"] if isinstance(summary["outcome"], dict) else {"outcome": summary["outcome"]}
        )
        #: Notes of the program about this run.
        self.notes: List[str] = summary["notes"]
        self._length: int = summary["events"]
        #: Number of steps, such as expansions.
        self.steps: int = summary["steps"]

    def __len__(self) -> int:
        """Returns the number of events."""
        return self._length

    def __repr__(self) -> str:
        parts = [f"{self.algorithm}, {self._length} events"]
        if self.found is not None:
            parts.append(f"found {self.found}")
        if self.cost is not None:
            cost = f"{self.cost:.4f}".rstrip("0").rstrip(".")
            parts.append(f"cost {cost}" if self.costs is None else f"cost {cost} ({self.costs})")
        if "expanded" in self.outcome:
            parts.append(f"expanded {self.outcome['expanded']}")
        return f"<gridscope run: {', '.join(parts)}>"

    @property
    def scene(self) -> Dict[str, Any]:
        """The scene, as a dict that `gs.run` reads. For a log, its ground."""
        if self._scene is None:
            self._scene = self._session.ask("scene")["scene"]
        scene: Dict[str, Any] = json.loads(json.dumps(self._scene))
        return scene

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height of the map in cells."""
        size = size_of(self.scene)
        assert size is not None, "the program writes the rows of a scene"
        return size

    @property
    def found(self) -> Optional[bool]:
        """Whether a path to the goal was found. `None` if the algorithm looks for none, or a log does not say it."""
        if "found" in self.outcome:
            return bool(self.outcome["found"])
        if "length" in self.outcome:  # a path in a log of another program
            return True
        return {"found": True, "none": False}.get(str(self.outcome.get("result")))

    @property
    def path(self) -> Optional["NDArray[np.int64]"]:
        """The path to the goal as an array of x, y, one row per cell. `None` if none was found.

        `outcome["path"]` has the path to the closest cell, too, and a log's path is in its events.
        """
        cells = self.outcome.get("path")
        if cells is None or self.found is False:
            return None
        numpy = need_numpy("run.path")
        array: "NDArray[np.int64]" = numpy.array(cells, dtype="int64").reshape(-1, 2)
        return array

    @property
    def cost(self) -> Optional[float]:
        """The cost of the path to the goal, in the unit of `costs`. `None` if none was found."""
        cost = self.outcome.get("cost")
        if cost is None or self.found is False:
            return None
        return float(cost) if isinstance(cost, str) else cost

    @property
    def closest(self) -> Optional[Tuple[int, int]]:
        """The cell where the search ended: the goal, or without a path the closest cell that can be reached.

        `None` if the algorithm looks for none, which of the searches only `astar` does.
        """
        cell = self.outcome.get("reached")
        return None if not isinstance(cell, list) else (int(cell[0]), int(cell[1]))

    def layer(self, name: str) -> "NDArray[np.float64]":
        """Returns a layer at the end of the run, of shape (height, width). NaN is a cell without a value."""
        if name not in self._layers:
            numpy = need_numpy("a layer")
            self._layers[name] = numpy.load(io.BytesIO(self._session.ask("layer", layer=name)["block"]))
        layer: "NDArray[np.float64]" = self._layers[name]
        return layer

    def _load_events(self) -> None:
        numpy = need_numpy("run.events")
        answer = self._session.ask("events")
        self._events = numpy.load(io.BytesIO(answer["block"]))
        self._names = {int(number): name for number, name in answer["names"].items()}

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
        return self._text("why", cell=cell_of((x, y), self.size), **moment(at))

    def why_not(self, x: int, y: int, at: Optional[int] = None) -> str:
        """Returns why a cell was not chosen."""
        return self._text("why-not", cells=[cell_of((x, y), self.size)], **moment(at))

    def _text(self, ask: str, **fields: Any) -> str:
        text: str = self._session.ask(ask, **fields)["text"]
        return text

    def step(self, event: int) -> str:
        """Returns one event as text, counted from 1."""
        if not 1 <= whole(event, "event") <= self._length:
            raise GridscopeError(f"there is no event {event}; expected one from 1 to {self._length}")
        return self._text("step", at=event)

    def at(self, event: int) -> "View":
        """Returns the player at the moment after this many events."""
        from ._html import View

        return View([self], at=event)

    def save(
        self,
        file: PathLike,
        at: Optional[int] = None,
        range: Optional[Tuple[int, int]] = None,
        *,
        theme: Optional[str] = None,
        layer: Optional[str] = None,
        scale: Optional[int] = None,
    ) -> None:
        """Writes the run. The extension of the file says what is written.

        A page for `.html`. A picture for `.png`, `.svg`, `.pdf` and `.tex`, by default of the end. An animation for `.gif` and
        `.apng`. For these, `at` is the number of events before the moment, and `range` a part. `theme` is dark, light or
        colour-blind, `layer` a layer's name, and `scale` the number of pixels per point, 1 to 4. A `.pdf` and a `.tex`
        (TikZ) are light, and have lines and letters.

        The scene with the run for `.scene.json`, the events for `.trace.jsonl`. Other files are maps: see `save_map`.
        """
        name = os.fspath(file)
        suffix = os.path.splitext(name)[1].lower()
        options = {"at": at, "range": range, "theme": theme, "layer": layer, "scale": scale}
        given = [option for option, value in options.items() if value is not None]
        if suffix == ".html" and scale is None:
            Path(name).write_text(self.html(at, range, theme=theme, layer=layer), "utf-8")
        elif suffix in (".pdf", ".tex"):
            if range is not None:
                raise GridscopeError(
                    f"a {suffix} has one moment; expected at=, or a name that ends in .gif or .apng for a range"
                )
            Path(name).write_bytes(draw(self, suffix, moment(at, theme=theme, layer=layer)))
        elif suffix in PICTURES:
            picture = draw(self, suffix, moment(at, range, theme=theme, layer=layer, scale=scale))
            Path(name).write_bytes(picture)
        elif given:
            raise GridscopeError(
                f"{name} cannot have the option {given[0]}; expected a picture ({', '.join(PICTURES)})"
                + ("" if given[0] == "scale" else " or a page (.html)")
            )
        elif ".trace." in os.path.basename(name):
            call(["run", "-", "--trace", name], self._content)
        else:
            self.save_map(name)

    def save_map(self, file: PathLike) -> None:
        """Writes the map, in the format of the extension, such as `.tmx`, `.csv` or `.npy`. In a `.png`, a pixel is a cell."""
        call(["convert", "-", os.fspath(file)], self._content)

    def html(
        self,
        at: Optional[int] = None,
        range: Optional[Tuple[int, int]] = None,
        *,
        app: Optional[str] = None,
        theme: Optional[str] = None,
        layer: Optional[str] = None,
    ) -> str:
        """Returns one self-contained page that plays the run.

        The page opens after `at` events, and has the events from `range[0]` to `range[1]`. `app` is the address of a page
        with the full window, for a link.
        """
        return draw(self, ".html", moment(at, range, app=app, theme=theme, layer=layer)).decode("utf-8")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        from ._html import View

        return View([self])._repr_mimebundle_(include, exclude)

    def _repr_html_(self) -> str:
        from ._html import View

        return View([self])._repr_html_()


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
    memory: Union[int, bool, None] = None,
    events: Optional[int] = None,
    partial: bool = False,
    **params: Any,
) -> Run:
    """Runs an algorithm on a map.

    `map` is an array, rows of text, a scene as a dict, a preset's name, or any file that the program reads, including a log.
    Cells are x, y. `array` says what numbers mean: free, wall, cost, tiles or occupancy. `tiles` gives tiles of other
    programs a meaning. Other arguments are parameters of the algorithm, such as `corners="never"` or `weight=1.5`;
    underscores in their names stand for dashes. `gridscope algorithms NAME` lists them.

    A straight step costs 1 and a diagonal step √2 (`costs="octile"`), unless `costs` is given or the map is a scene or a
    preset with an algorithm of its own, which keeps its costs.

    `memory` (in MiB) and `events` bound the run; the defaults are those of the program. A run that needs more raises
    `gs.Halted`; with `partial=True` its beginning is returned with a warning. `memory=True` and `memory=False` are the
    parameter of `ida-star`.
    """
    if isinstance(memory, bool):
        params["memory"], memory = memory, None
    budget: Dict[str, Any] = {
        "memory": None if memory is None else whole(memory, "memory"),
        "events": None if events is None else whole(events, "events"),
        "partial": partial,
    }
    if (
        isinstance(map, (str, os.PathLike))
        and ".trace." in os.path.basename(os.fspath(map))
        and "\n" not in os.fspath(map)
    ):
        if any(value is not None for value in (start, goal, algorithm, seed, array, tiles)) or params:
            raise GridscopeError("a log cannot be run again; open it without other arguments, or use its map")
        name = os.path.basename(os.fspath(map))
        return Run(Path(map).read_bytes(), name[name.index(".trace.") :], title=name, **budget)
    scene, notes = prepared(map, start, goal, algorithm, seed, array, tiles, title, params)
    spec = scene["run"]
    made = Run(as_json(scene), ".scene.json", title=scene.get("title") or spec["algorithm"], **budget)
    made.costs = spec.get("params", {}).get("costs") or costs_of(spec["algorithm"])[0]
    made.notes[:0] = notes
    return made


def prepared(
    map: Any, start: Optional[Sequence[int]], goal: Optional[Sequence[int]], algorithm: Optional[str], seed: Optional[int],
    array: Optional[str], tiles: Optional[Mapping[Any, str]], title: Optional[str], params: Mapping[str, Any],
) -> Tuple[Scene, List[str]]:  # fmt: skip
    """Returns the scene with its run, and the notes of the reader."""
    if isinstance(map, Run):
        # The scene of a log of another program names an algorithm, but that program did not run it.
        map = {**map.scene, "run": {}} if map._is_log else map.scene
    has_run = names_algorithm(map)
    scene, notes = scene_of(map, start, goal, array, tiles)
    spec: Dict[str, Any] = scene.setdefault("run", {})
    before: Dict[str, Any] = spec
    if algorithm is not None and algorithm != spec.get("algorithm"):
        # Moments, slides and parameters belong to the other algorithm.
        spec = scene["run"] = {"algorithm": str(algorithm), "seed": spec.get("seed", 1)}
    spec.setdefault("algorithm", "astar")
    if seed is not None:
        spec["seed"] = whole(seed, "seed")
    if title is not None:
        scene["title"] = title
    if seed is not None or params:
        # Moments and questions are about the unchanged run.
        for key in ("at", "picture", "bookmarks", "question", "beside", "exercise"):
            spec.pop(key, None)
    given = {
        name.replace("_", "-"): value.tolist() if hasattr(value, "tolist") else value for name, value in params.items()
    }
    if "costs" not in {**spec.get("params", {}), **given}:
        default, offered = costs_of(spec["algorithm"])
        # A scene that names an algorithm means the costs that the program takes for it. A map means none.
        stated = before.get("params", {}).get("costs") or (has_run and costs_of(before["algorithm"])[0]) or "octile"
        if default == "2/3" and stated != default and stated in offered:
            given["costs"] = stated
    if given:
        spec["params"] = {**spec.get("params", {}), **given}
    return scene, notes


def names_algorithm(map: Any) -> bool:
    """Returns whether a map is a scene that says which algorithm runs on it: a dict, a preset, or a file of a scene."""
    if isinstance(map, Mapping):
        return "algorithm" in (map.get("run") or {})
    if not isinstance(map, (str, os.PathLike)) or "\n" in os.fspath(map):
        return False
    try:
        return b"gridscope-scene" in Path(map).read_bytes()
    except (OSError, ValueError):
        return True  # A preset's name.


def costs_of(algorithm: str) -> Tuple[Optional[str], List[str]]:
    """Returns the default of an algorithm's parameter `costs`, and what it can be. `None` if it has no such parameter."""
    return _costs_of(server.place(), algorithm)


@functools.lru_cache(maxsize=None)
def _costs_of(_place: str, algorithm: str) -> Tuple[Optional[str], List[str]]:
    for param in server.card(algorithm)["params"]:
        if param["name"] == "costs":
            return param["default"], param["expects"].replace("one of ", "").split(", ")
    return None, []


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
    if not (isinstance(a, Run) and isinstance(b, Run)):
        raise TypeError("gs.diff: expected two runs, such as gs.diff(run, gs.run(run, weight=3))")
    found = a._session.ask("diff", b._session, **{"with": b._session.name})
    return Diff(found["data"], found["text"])
