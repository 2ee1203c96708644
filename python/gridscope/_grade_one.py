"""The process that `gridscope grade` starts for each Python file: loads it, grades its search, and writes lines of JSON.

It reads a request from standard input. Of each line that it writes, one key says what it is:

`doing`: what is done now, such as "load". With `small`, the map of the call that comes next.
`verdict`: the grade so far. The last one counts.
`refused`: why nothing can be graded: the rules or the map are at fault, not the file.
`failed`: an error of this module.

Whatever the file prints goes nowhere. If the file ends the process, the last line says how far it came.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys
import traceback
import types
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, cast

from ._grade import LARGEST_DRAWN, POINTS, Grade, Grader, Mark
from ._late import Late, at_most
from ._maps import Scene, scene_of
from ._program import GridscopeError, GridscopeWarning
from ._rules import DEFAULTS, RuleWords, WrongKeyword, _nearest, words_of
from ._watch import Ground, refuse_coroutine

#: Memory that a file may use, in bytes, if the system can limit it.
MEMORY = 4 << 30
#: Fields of a log's header that may be stated like a rule.
HEADER = ("order", "edges", "waits", "cost_of", "goals", "sight", "moves")

Shown = Tuple[Any, Any, Any]


class NotLoaded(Exception):
    """A file that cannot be used."""

    def __init__(self, title: str, text: str, line: Optional[int]) -> None:
        super().__init__(text)
        self.title, self.text, self.line = title, text, line


def own_lines() -> Callable[[Mapping[str, Any]], None]:
    """Takes standard input, output and error away from the file. Returns a function that writes a line of JSON."""
    out, owner = os.fdopen(os.dup(1), "w", encoding="utf-8"), os.getpid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdin, sys.stdout, sys.stderr = open(os.devnull), open(os.devnull, "w"), open(os.devnull, "w")

    def write(line: Mapping[str, Any]) -> None:
        # After a fork, the child runs the same code.
        if os.getpid() == owner:
            out.write(json.dumps(line) + "\n")
            out.flush()

    return write


def load(file: str, search: str, timeout: float) -> Callable[..., Any]:
    """Runs a file as a module, and returns its function. Writes nothing beside the file, and reads nothing compiled."""
    module = types.ModuleType("submission")
    module.__file__ = file
    sys.modules["submission"] = module
    # Last, so that a file beside it does not take the place of a module of Python.
    sys.path.append(os.path.dirname(os.path.abspath(file)))
    try:
        with open(file, "rb") as source, at_most(timeout):
            exec(compile(source.read(), file, "exec", dont_inherit=True), module.__dict__)
    except Late:
        raise NotLoaded("Does not load", f"It had not loaded after {timeout:g} s.", None) from None
    except SyntaxError as error:
        raise NotLoaded(type(error).__name__, f"The file does not load: {error.msg or error}.", error.lineno) from None
    except BaseException as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        line = frames[-1].lineno if frames else None
        text = str(error).strip().split("\n")[0]
        said = f"{type(error).__name__}{': ' + text if text else ''}"
        raise NotLoaded(f"{type(error).__name__} while it loads", f"The file does not load: {said}.", line) from None
    function = getattr(module, search, None)
    if callable(function):
        try:
            refuse_coroutine(function)
        except GridscopeError as error:
            raise NotLoaded("An async def", f"{error}.", None) from None
    if not callable(function):
        own = [name for name, value in vars(module).items() if isinstance(value, types.FunctionType) and value.__module__ == "submission"]
        near = _nearest(search, own) if own else "it has none at all."
        raise NotLoaded(f"No function {search}", f"The file has no function `{search}`: {near}", None)
    return cast(Callable[..., Any], function)


def read_map(file: str, start: Optional[List[int]], goal: Optional[List[int]], rules: Dict[str, Any]) -> Tuple[Shown, List[str]]:
    """Returns a map as the search gets it, with the ends as x and y, and the names of ends that neither map nor caller states.

    Adds to the rules what the map's cells mean. An array is one. A map with costs is a list of rows of numbers, with
    infinity in blocked cells. Any other map is a list of rows of text, with `#` in blocked cells.
    """
    with warnings.catch_warnings():
        # The scene only says where the ends are; the search gets the array itself.
        warnings.simplefilter("ignore", GridscopeWarning)
        scene, _ = scene_of(file, array=rules.get("array"), inf_is_blocked=True)
    actors = scene.get("actors", [])
    own_goal = next((actor["at"] for actor in actors if actor.get("kind") in ("goal", "exit")), None)
    own_start = next((actor["at"] for actor in actors if actor.get("kind") not in ("goal", "exit")), None)
    table: Any = [row if isinstance(row, str) else "".join(row) for row in scene["rows"]]
    if file.lower().endswith(".npy"):
        try:
            import numpy
        except ImportError:
            raise GridscopeError(f"{file}: an array is read by numpy, which is not installed") from None
        table = numpy.load(file, allow_pickle=False)
    elif scene.get("weights"):
        table = costs_of(scene, Ground(table, None, scene.get("legend")))
        rules.setdefault("array", "cost")
    else:
        blocked = Ground(table, None, scene.get("legend")).blocked
        table = ["".join("#" if blocked((x, y)) else c for x, c in enumerate(row)) for y, row in enumerate(table)]
        if any(cell not in "#." for row in table for cell in row):
            rules.setdefault("legend", {**scene.get("legend", {}), "#": "wall"})
    ground = Ground(table, rules.get("array"), rules.get("legend"))
    free = [(x, y) for y in range(ground.height) for x in range(ground.width) if not ground.blocked((x, y))]
    if not free:
        raise GridscopeError(f"{file}: no cell is free; expected a map with a start and a goal")
    unstated = [name for name, end in (("start", start or own_start), ("goal", goal or own_goal)) if end is None]
    return (table, tuple(start or own_start or free[0]), tuple(goal or own_goal or free[-1])), unstated


def costs_of(scene: Scene, ground: Ground) -> List[List[float]]:
    """Returns the costs of a scene's cells, infinity in blocked ones."""

    def cost(x: int, y: int, digit: str) -> float:
        return math.inf if ground.blocked((x, y)) else int(digit) if digit.isdigit() and digit != "0" else 1

    return [[cost(x, y, digit) for x, digit in enumerate(row)] for y, row in enumerate(scene["weights"])]


def rules_of(stated: Mapping[str, Any]) -> RuleWords:
    """Returns the rules of a command line. Fields of a log's header may be stated among them."""
    rules: Dict[str, Any] = {}
    for name, value in stated.items():
        if name in HEADER:
            is_list = name == "order" and isinstance(value, str)
            rules.setdefault("header", {})[name] = value.split(",") if is_list else value
        elif name in DEFAULTS and name not in ("ground", "h"):
            rules[name] = value
        else:
            raise WrongKeyword(f"--rules has no {name!r}: {_nearest(name, [*DEFAULTS, *HEADER])}")
    return words_of(rules)


def small_of(map: Any, start: Any, goal: Any, rules: RuleWords) -> Optional[Dict[str, Any]]:
    """Returns what a drawing of a map needs before a search was called on it."""
    ground = Ground(map, rules.get("array"), rules.get("legend"))
    if max(ground.width, ground.height) > LARGEST_DRAWN or rules.get("cells") == "index":
        return None
    cells = [(x, y) for y in range(ground.height) for x in range(ground.width)]
    flip = -1 if rules.get("cells") == "rc" else 1
    return {
        "width": ground.width, "height": ground.height, "walls": [cell for cell in cells if ground.blocked(cell)],
        "start": tuple(start)[::flip], "goal": tuple(goal)[::flip],
    }  # fmt: skip


def about_ends(file: str, shown: Shown, unstated: List[str]) -> str:
    """Returns a sentence about a start or a goal that neither the map nor the caller states, or an empty text."""
    places = {"start": ("first", shown[1]), "goal": ("last", shown[2])}
    sides = [f"the {places[name][0]} free cell {places[name][1]} is the {name}" for name in unstated]
    return f"{os.path.basename(file)} has no {' and no '.join(unstated)}, so {' and '.join(sides)}." if sides else ""


def own_ends(shown: Shown, cells: str) -> Shown:
    """Returns a map with its ends as the search writes cells."""
    table, start, goal = shown
    width = len(table[0])
    ways: Dict[str, Callable[[Tuple[int, int]], Any]] = {
        "xy": lambda c: c, "rc": lambda c: (c[1], c[0]), "index": lambda c: c[1] * width + c[0],
    }  # fmt: skip
    return table, ways[cells](start), ways[cells](goal)


def main() -> None:
    request: Dict[str, Any] = json.load(sys.stdin.buffer)
    write = own_lines()
    try:
        graded(request, write)
    except GridscopeError as error:
        write({"refused": str(error)})
    except Exception as error:
        write({"failed": f"The grader failed: {type(error).__name__}: {error}"})
    # Threads that the file started do not keep the process.
    os._exit(0)


def graded(request: Mapping[str, Any], write: Callable[[Mapping[str, Any]], None]) -> None:
    timeout, seed = float(request["timeout"]), int(request["seed"])
    stated = dict(request["rules"])
    points = dict(POINTS)
    rules = rules_of(stated)
    words = cast(Dict[str, Any], rules)
    read = [read_map(file, request.get("start"), request.get("goal"), words) for file in request["maps"]]
    maps = [own_ends(shown, str(rules.get("cells", "xy"))) for shown, _ in read]
    ends = " ".join(filter(None, map(about_ends, request["maps"], maps, (unstated for _, unstated in read))))
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass
    random.seed(seed)
    sys.dont_write_bytecode = True
    write({"doing": "load"})
    try:
        function = load(request["file"], request["search"], timeout)
    except NotLoaded as error:
        marks = [Mark("loads", False, False), *(Mark(name, None, False, "the file does not load") for name in list(POINTS)[1:])]
        made = Grade(request["search"], marks, points)
        made.rule, made.title, made.text, made.line = "load", error.title, error.text, error.line
        made.mistakes = [error.title]
        write({"verdict": made.to_dict()})
        return

    class Reported(Grader):
        def one(self, map: Any, start: Any, goal: Any, *args: Any, **more: Any) -> Any:
            write({"doing": "call", "small": small_of(map, start, goal, self.rules)})
            # Each call throws the same dice, whatever was called before.
            random.seed(seed)
            if "numpy" in sys.modules:
                sys.modules["numpy"].random.seed(seed)
            return super().one(map, start, goal, *args, **more)

    def with_ends(grade: Grade) -> Dict[str, Any]:
        verdict = grade.to_dict()
        return {**verdict, "text": f"{verdict['text']} {ends}".strip()}

    grader = Reported(function, rules, timeout, bool(request.get("strict")))
    grader.survey(maps, int(request["also"]), seed)
    made = grader.grade(points)
    write({"verdict": with_ends(made)})
    grader.explain(made)
    write({"verdict": with_ends(made)})
