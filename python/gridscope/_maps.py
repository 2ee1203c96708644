"""Turns maps of all kinds into scenes: arrays, rows of text, files, presets and scenes as dicts."""

from __future__ import annotations

import json
import math
import operator
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ._program import GridscopeError, warn
from ._serve import Session

Scene = Dict[str, Any]
MOVERS = ("guard", "explorer", "thief")
MEANINGS = ("free", "wall", "cost", "tiles", "occupancy")


def is_array(value: Any) -> bool:
    return hasattr(value, "__array_interface__") and hasattr(value, "dtype")


def is_rows(value: Any) -> bool:
    """Returns whether the value is rows of text: strings, or lists of single characters."""
    if not isinstance(value, (list, tuple)) or not value:
        return False
    return all(isinstance(row, str) for row in value) or all(
        isinstance(row, (list, tuple)) and row and all(isinstance(cell, str) and len(cell) == 1 for cell in row)
        for row in value
    )


def plain_rows(value: Any) -> Any:
    """Returns an array of characters as lists of characters, and any other value unchanged."""
    return value.tolist() if is_array(value) and value.dtype.kind == "U" and value.ndim == 2 else value


def text_rows(value: Any) -> List[str]:
    return [row if isinstance(row, str) else "".join(row) for row in value]


def is_numbers(value: Any) -> bool:
    """Returns whether the value is a list of rows of numbers."""
    return (
        isinstance(value, (list, tuple))
        and bool(value)
        and all(
            isinstance(row, (list, tuple)) and row and all(isinstance(c, (bool, int, float)) for c in row)
            for row in value
        )
    )


def number_rows(value: Any) -> List[List[Any]]:
    """Returns the rows of an array as lists of Python numbers."""
    if is_array(value):
        is_table = len(value.shape) == 2 and 0 not in value.shape
    else:
        is_table = len({len(row) for row in value}) == 1
    if not is_table:
        shape = f" but an array of shape {value.shape}" if is_array(value) else ""
        raise GridscopeError(
            f"the map is not a table{shape}; expected rows of equal length: an array of shape (height, width)"
        )
    if is_array(value) and value.dtype.kind == "f":
        value = value.astype("float64")
    return value.tolist() if is_array(value) else [list(row) for row in value]


def refuse_costs(rows: Sequence[Sequence[Any]], inf_is_blocked: bool) -> None:
    """Refuses costs of 0 and less, which would be free cells to some searches and walls to others, and maybe infinite ones."""
    for y, row in enumerate(rows):
        for x, cost in enumerate(row):
            masked = cost is None or inf_is_blocked and cost - cost != 0
            if not masked and not 0 < cost < math.inf:
                raise GridscopeError(f"the cell ({x},{y}) is {cost}; expected a cost above 0; mask a cell that is blocked")


def cell_of(cell: Any, size: Optional[Tuple[int, int]] = None) -> Tuple[int, int]:
    """Returns x and y of a cell. Raises an error if it is none, or not on a map of this size."""
    try:
        x, y = (int(part) if isinstance(part, float) and part.is_integer() else operator.index(part) for part in cell)
    except (TypeError, ValueError):
        raise GridscopeError(f"{cell!r} is not a cell; expected x and y, two whole numbers") from None
    if size is not None and not (0 <= x < size[0] and 0 <= y < size[1]):
        raise GridscopeError(
            f"({x},{y}) is outside the map of {size[0]} × {size[1]} cells; "
            f"expected x from 0 to {size[0] - 1} and y from 0 to {size[1] - 1}"
        )
    return x, y


def size_of(scene: Scene) -> Optional[Tuple[int, int]]:
    """Returns width and height of a scene's map. `None` if it has no rows of text, which the program reports."""
    rows = scene.get("rows")
    return (max(map(len, rows)), len(rows)) if isinstance(rows, list) and rows and is_rows(rows) else None


def check_meaning(array: Optional[str]) -> None:
    if array is not None and array not in MEANINGS:
        raise GridscopeError(f"array={array!r}: expected one of {', '.join(MEANINGS)}")


def meaning_of(rows: Sequence[Sequence[Any]], array: Optional[str]) -> str:
    """Returns what the numbers mean. Only booleans, infinities and NaN need no `array`."""
    check_meaning(array)
    if array is not None:
        return array
    cells = [cell for row in rows for cell in row]
    if all(isinstance(cell, bool) for cell in cells):
        return "free"
    if any(isinstance(cell, float) and cell - cell != 0 for cell in cells):
        return "cost"
    raise GridscopeError(
        'the numbers of the map can mean several things; state array="free" (0 is blocked), "wall" (0 is free), '
        '"cost" (of entering a cell), "tiles" or "occupancy"'
    )


def scene_of(
    source: Any,
    start: Optional[Sequence[int]] = None,
    goal: Optional[Sequence[int]] = None,
    array: Optional[str] = None,
    tiles: Optional[Mapping[Any, str]] = None,
    inf_is_blocked: bool = False,
) -> Tuple[Scene, List[str]]:
    """Returns a scene for a map, with the start and goal as actors, and the notes of the reader.

    Costs are numbers above 0, and masked cells are blocked. Without `array`, or with `inf_is_blocked`, infinity and NaN are
    blocked too. Costs that the program has to round give a warning.
    """
    notes: List[str] = []
    scene: Scene
    check_meaning(array)
    source = plain_rows(source)
    if isinstance(source, Mapping):
        scene = json.loads(json.dumps(source))
        scene.setdefault("format", "gridscope-scene")
        scene.setdefault("version", 1)
    else:
        given: Dict[str, Any] = {"array": array}
        content: Optional[bytes] = None
        if tiles:
            given["tiles"] = ",".join(f"{key}={tile}" for key, tile in tiles.items())
        if is_array(source) or is_numbers(source):
            rows = number_rows(source)
            meaning = meaning_of(rows, array)
            given["array"] = meaning
            if meaning == "cost":
                rows = _blocked_rows(rows, array is None or inf_is_blocked)
            content = _npy(source, rows)
        elif is_rows(source):
            content = ("\n".join(text_rows(source)) + "\n").encode()
        elif isinstance(source, str) and "\n" in source:
            content = (source.strip("\n") + "\n").encode()
        elif isinstance(source, (str, os.PathLike)):
            given["file"] = os.fspath(source)
        else:
            kind = type(source).__name__
            raise GridscopeError(
                f"a map of type {kind} cannot be read; expected an array, rows of text, a scene as a dict, or the name of a file"
            )
        # Infinity in a file is a wall to the program, unless it is told to be strict.
        given["strict_costs"] = content is not None or not inf_is_blocked
        scene, notes = opened_scene(content, **given)
        for note in notes:
            if note.startswith(("The cost of 1 cell ", "The costs of ")):
                warn(note)
    place_actors(scene, start, goal)
    return scene, notes


def opened_scene(content: Optional[bytes], **given: Any) -> Tuple[Scene, List[str]]:
    """Returns what the program reads as a scene, and its notes."""
    session = Session(content, **{name: value for name, value in given.items() if value is not None})
    scene: Scene = session.ask("scene", what="reading the map")["scene"]
    return scene, session.opened["notes"]


def _blocked_rows(rows: List[List[Any]], inf_is_blocked: bool) -> List[List[Any]]:
    """Returns rows of costs with minus infinity, which the program takes for a wall, in masked cells and maybe others."""

    def cost(cell: Any) -> Any:
        return -math.inf if cell is None or inf_is_blocked and isinstance(cell, float) and cell - cell != 0 else cell

    return [[cost(cell) for cell in row] for row in rows]


def _npy(source: Any, rows: List[List[Any]]) -> bytes:
    """Returns the bytes of an `.npy` file."""
    import struct

    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if not isinstance(cell, (bool, int, float)):
                raise GridscopeError(f"the cell ({x},{y}) is {cell!r}; expected a number, or rows of single characters")
            if isinstance(cell, int) and not -(2**63) <= cell < 2**63:
                raise GridscopeError(f"the cell ({x},{y}) is {cell}; expected a whole number of at most 64 bits")
    if is_array(source) and source.dtype.kind == "b" or all(isinstance(c, bool) for r in rows for c in r):
        kind, data = "|b1", b"".join(bytes(map(int, row)) for row in rows)
    elif all(isinstance(c, int) for r in rows for c in r):
        kind, data = "<i8", b"".join(struct.pack(f"<{len(row)}q", *row) for row in rows)
    else:
        kind, data = "<f8", b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows)
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    head = head + " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def place_actors(scene: Scene, start: Optional[Sequence[int]], goal: Optional[Sequence[int]]) -> None:
    """Moves the first mover to the start, and the goal to the goal. Adds them if the scene has none."""
    actors: List[Dict[str, Any]] = scene.setdefault("actors", [])
    for at, kinds in ((start, MOVERS), (goal, ("goal",))):
        if at is None:
            continue
        cell = list(cell_of(at, size_of(scene)))
        for actor in actors:
            if actor.get("kind") in kinds:
                actor["at"] = cell
                break
        else:
            actors.append({"kind": kinds[0], "at": cell})
