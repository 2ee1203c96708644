"""Maps on which a search is tried: shaped ones first, then random ones. The same count gives the same maps everywhere."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._maps import is_array

Table = List[List[Any]]
Cell = Tuple[int, int]

#: S start, G goal, B both, s and g a blocked start and goal, # wall, 1 to 9 from the lowest to the highest price.
SHAPES = (
    "B", "SG", "GS", "S....G", "G......S", "S/././G", "G/./././S", "S./.G", "G./.S", "..../.SG./....",
    ".../.B./...", "S....../.....#./....#G#/.....#.", "....G../.#...../#S#..../.#.....", "S...#./....#./....#G", "S.../..g./....", "s.../..../...G",
    *("/".join(["S" + "." * (width - 1), *["." * width] * 2, "." * (width - 1) + "G"]) for width in range(4, 10)),
    "......./...#.../S..#..G/...#.../.......", "S....../.#####./.#...#./.#####./......G", ".#.#.#.#S/.#.#.#.#./........./#.#.#.#.#/G#.#.#.#.",
    "S....../######./.....#./.###.#./.#G..#./.#####./.......", ".....#../...#.#../.S.#.#G./...###../........", "S#/#G", "S#./..G",
    ".#G/S..", "#G../..../.#../..../..../S...", "S...../.#.#.#/..#.#./#.#.#./.....G", "S1191119G", "9S1/111/11G", "S11/111/11G", "S19/111/19G", "9111/S111/111G",
    "11111/S999G/11111", "1999G/19991/S1111", "11111/19991/1S9G1/19991/11111", "G...../....../..##../....../.....S",
)  # fmt: skip
DENSITIES = (0.1, 0.25, 0.4)
SIZES = ((9, 9), (16, 9), (9, 16), (12, 12), (6, 13), (14, 7), (8, 8), (16, 16), (11, 10))


class Trial(NamedTuple):
    """A map to try a search on."""

    map: Any
    start: Any
    goal: Any
    #: Whether the ends are on different free cells, so that what a search does there is no convention.
    ordinary: bool


class Tiles(NamedTuple):
    """What a map is made of."""

    free: Any
    walls: List[Any]
    #: Floors other than the free tile, or prices from the lowest to the highest.
    floors: List[Any]
    priced: bool


def to_table(map: Any) -> Table:
    """Returns rows of glyphs or numbers, with infinity in masked cells."""
    if isinstance(map, str):
        map = map.strip("\n").split("\n")
    if is_array(map):
        table: Table = map.tolist()
        return [[math.inf if cell is None else cell for cell in row] for row in table]
    rows = [list(row) for row in map]
    width = max(len(row) for row in rows)
    return [row + [" "] * (width - len(row)) for row in rows]


def from_table(table: Table, like: Any) -> Any:
    """Returns a table in the form of a map: rows of text, lists, or an array."""
    if isinstance(like, str):
        return "\n".join("".join(row) for row in table)
    if is_array(like):
        import numpy

        if not isinstance(like, numpy.ma.MaskedArray):
            return numpy.array(table, dtype=like.dtype)
        masked = numpy.isinf(numpy.array(table, dtype=float))
        return numpy.ma.masked_array(numpy.where(masked, 0, table).astype(like.dtype), masked)
    rows = ["".join(row) if isinstance(like[0], str) else type(like[0])(row) for row in table]
    return type(like)(rows)


def coordinates(cell: Any, cells: str, width: int) -> Cell:
    if cells == "index":
        return int(cell) % width, int(cell) // width
    a, b = int(cell[0]), int(cell[1])
    return (a, b) if cells == "xy" else (b, a)


def own_cell(at: Cell, cells: str, width: int, like: Any) -> Any:
    if cells == "index":
        return at[1] * width + at[0]
    pair = at if cells == "xy" else (at[1], at[0])
    return list(pair) if isinstance(like, list) else pair


def free_value(table: Table, start: Cell) -> Any:
    cells = [c for row in table for c in row]
    if isinstance(cells[0], str):
        own = table[start[1]][start[0]]
        # A single letter marks the start, and is no ground.
        is_mark = own.isalpha() and cells.count(own) == 1
        return "." if "." in cells else own if not is_mark else " " if " " in cells else "."
    numbers = [c for c in cells if not isinstance(c, bool)]
    return (
        min(numbers + [table[start[1]][start[0]]])
        if not isinstance(cells[0], bool) and 0 not in cells
        else table[start[1]][start[0]]
    )


def has_border(table: Table) -> bool:
    """Returns whether one tile surrounds the map. A search may rely on it, so it stays."""
    edge = table[0] + table[-1] + [row[0] for row in table] + [row[-1] for row in table]
    inner = [c for row in table[1:-1] for c in row[1:-1]]
    return len(inner) > 0 and all(c == edge[0] for c in edge) and any(c != edge[0] for c in inner) and edge[0] != "."


def tiles_of(
    table: Table, start: Cell, blocked: Callable[[Cell], bool], meaning: Optional[str], legend: Optional[Mapping[str, Any]]
) -> Tiles:
    """Returns what a map is made of. `meaning` is that of the numbers, or `None` for text."""
    cells = [((x, y), c) for y, row in enumerate(table) for x, c in enumerate(row)]
    walls = _distinct(c for at, c in cells if blocked(at))
    floors = _distinct(c for at, c in cells if not blocked(at))
    if meaning == "cost":
        lowest, highest = min(floors), max(floors)
        whole = all(isinstance(c, int) for _, c in cells)
        if lowest == highest:
            floors = [lowest * times for times in range(1, 10)]
        elif whole and highest - lowest < 10_000:
            floors = list(range(lowest, highest + 1))
        return Tiles(lowest, walls or ([] if whole else [float("inf")]), sorted(floors), True)
    free = free_value(table, start)
    if not walls and isinstance(free, str):
        solid = [glyph for glyph, tile in (legend or {}).items() if tile in ("wall", "void")]
        walls = solid[:1] if legend else ["#"]
    if not walls and meaning in ("free", "wall"):
        walls = [type(free)(meaning == "wall")]
    return Tiles(free, walls, [c for c in floors if c != free], False)


def _distinct(values: Any) -> List[Any]:
    found: List[Any] = []
    for value in values:
        if value not in found and not (value != value and any(other != other for other in found)):
            found.append(value)
    return found


class _Maker:
    """Makes maps with the tiles of a given one, in its form."""

    def __init__(self, map: Any, start: Any, goal: Any, cells: str, tiles: Tiles) -> None:
        self.map, self.start, self.goal, self.cells, self.tiles = map, start, goal, cells, tiles
        table = to_table(map)
        width = len(table[0])
        a, b = coordinates(start, cells, width), coordinates(goal, cells, width)
        self.border = table[0][0] if has_border(table) else None
        #: Tiles of the ends. Letters may mark them.
        self.ends = table[a[1]][a[0]], table[b[1]][b[0]]
        self.marked = self.ends[0] != self.ends[1] and isinstance(self.ends[0], str)
        if self.marked:
            self.tiles = tiles._replace(floors=[c for c in tiles.floors if c not in self.ends])
        elif isinstance(self.ends[0], str):
            self.marked = self.ends[0] not in [tiles.free, *tiles.floors]

    def trial(self, table: Table, a: Cell, b: Cell, ordinary: bool) -> Trial:
        if not self.tiles.priced and ordinary:
            table[a[1]][a[0]], table[b[1]][b[0]] = self.ends
        if self.border is not None:
            wide = len(table[0]) + 2
            edge = [[self.border] * wide]
            table = [*edge, *([self.border, *row, self.border] for row in table), *edge]
            a, b = (a[0] + 1, a[1] + 1), (b[0] + 1, b[1] + 1)
        width = len(table[0])
        ends = (own_cell(a, self.cells, width, self.start), own_cell(b, self.cells, width, self.goal))
        return Trial(from_table(table, self.map), *ends, ordinary)

    def price(self, share: float) -> Any:
        floors = self.tiles.floors
        return floors[round(share * (len(floors) - 1))]

    def shaped(self, shape: str) -> Optional[Trial]:
        """Returns the map of a shape, or `None` if the tiles do not suffice."""
        rows = shape.split("/")
        odd = any(c in "Bsg" for c in shape)
        has_prices = any(c.isdigit() for c in shape)
        if any(c in "#sg" for c in shape) and not self.tiles.walls or has_prices and not self.tiles.priced or odd and self.marked:
            return None
        table: Table = [[self.tiles.free] * len(rows[0]) for _ in rows]
        ends: List[Optional[Cell]] = [None, None]
        for y, row in enumerate(rows):
            for x, c in enumerate(row):
                for index, signs in enumerate(("SsB", "GgB")):
                    if c in signs:
                        ends[index] = (x, y)
                if c in "#sg":
                    table[y][x] = self.tiles.walls[0]
                elif c.isdigit():
                    table[y][x] = self.price((int(c) - 1) / 8)
        assert ends[0] is not None and ends[1] is not None
        if has_prices:
            # The ends are costly, in turn: the start, the goal, both.
            which = SHAPES.index(shape) % 3
            for index, (x, y) in enumerate([ends[0], ends[1]]):
                table[y][x] = self.price(1.0 if which in (index, 2) else 0.0)
        return self.trial(table, ends[0], ends[1], not odd)

    def random(self, number: int, dice: random.Random) -> Trial:
        density, spread = DENSITIES[number % 3], number // 3 % 3
        width, height = SIZES[number % len(SIZES)] if number < len(SIZES) else (dice.randint(5, 16), dice.randint(5, 16))
        floors = self.tiles.floors

        def tile() -> Any:
            if self.tiles.walls and dice.random() < density:
                return dice.choice(self.tiles.walls)
            if not floors or spread == 0 or spread == 2 and dice.random() < 0.85:
                return self.tiles.free
            return dice.choice(floors)

        table = [[tile() for _ in range(width)] for _ in range(height)]
        places = [(x, y) for y in range(height) for x in range(width)]
        free = [(x, y) for x, y in places if table[y][x] not in self.tiles.walls] or places
        start = dice.choice(free)
        table[start[1]][start[0]] = dice.choice(floors) if self.tiles.priced and spread == 1 else self.tiles.free
        # Ends that are far apart show the most mistakes. Some maps have no path.
        reached = [c for c in _reached(table, start, self.tiles.walls) if c != start]
        goals = reached if reached and number % 6 else [c for c in places if c != start]
        far = [dice.choice(goals) for _ in range(1 if number % 5 == 4 else 5)]
        goal = max(far, key=lambda c: abs(c[0] - start[0]) + abs(c[1] - start[1]))
        if table[goal[1]][goal[0]] in self.tiles.walls:
            table[goal[1]][goal[0]] = self.tiles.free
        return self.trial(table, start, goal, True)


def _reached(table: Table, start: Cell, walls: Sequence[Any]) -> List[Cell]:
    found, seen = [start], {start}
    for x, y in found:
        for n in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            inside = 0 <= n[1] < len(table) and 0 <= n[0] < len(table[0])
            if inside and n not in seen and table[n[1]][n[0]] not in walls:
                seen.add(n)
                found.append(n)
    return found


def trials(map: Any, start: Any, goal: Any, cells: str, tiles: Tiles, count: int, seed: int = 1) -> Iterator[Trial]:
    """Yields this many maps with the tiles of a map, in its form: shaped ones, then random ones."""
    maker, dice = _Maker(map, start, goal, cells, tiles), random.Random(seed)
    shaped = (trial for trial in (maker.shaped(shape) for shape in SHAPES) if trial is not None)
    made = (maker.random(number, dice) for number in itertools.count())
    yield from itertools.islice(itertools.chain(shaped, made), count)
