"""A Dijkstra of the package's own, for the costs that a log's header states."""

from __future__ import annotations

import heapq
import math
from collections import deque
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

Cell = Tuple[int, int]
SQRT2 = math.sqrt(2)


def path_cost(path: Sequence[Cell], header: Mapping[str, Any]) -> float:
    """Returns the cost of a path by the costs and prices of a header."""
    costs, prices = header["costs"], header.get("prices")
    left, top = header.get("origin", [0, 0])
    total = 0.0
    for a, b in zip(path, path[1:]):
        step = costs.get("diagonal", SQRT2) if a[0] != b[0] and a[1] != b[1] else costs["straight"]
        price = prices[b[1] - top][b[0] - left] if prices else 1
        total += step * (price if price is not None else math.inf)
    return total


#: Offsets of the neighbours of a cell.
EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
FOUR = [(dx, dy) for dx, dy in EIGHT if not (dx and dy)]


class Ways:
    """Steps and costs on a map, by a header. Some headers state more than is known here: see `of`."""

    def __init__(self, header: Mapping[str, Any], size: Cell, blocked: Set[Cell]) -> None:
        self.header, self.size, self.blocked = header, size, blocked
        self.all = header["neighbours"] == 8
        #: Number of cells beside a diagonal step that must be free.
        self.needed = {"never": 2, "one": 1}.get(header.get("corners", "never"), 0)

    @staticmethod
    def of(header: Mapping[str, Any], size: Cell, blocked: Set[Cell], plain: bool) -> Optional["Ways"]:
        """Returns the ways of a header, or `None` if tiles, links or rules count that are not known here."""
        more = set(header) & {"edges", "wraps", "cost_of", "waits", "legend", "scene"}
        if not plain or more or header.get("steps", "one") != "one" or set(header["costs"]) - {"straight", "diagonal"}:
            return None
        return Ways(header, size, blocked)

    def is_free(self, x: int, y: int) -> bool:
        return 0 <= x < self.size[0] and 0 <= y < self.size[1] and (x, y) not in self.blocked

    def around(self, cell: Cell) -> List[Cell]:
        (x, y), (width, height), blocked = cell, self.size, self.blocked
        found = []
        for dx, dy in EIGHT if self.all else FOUR:
            to = x + dx, y + dy
            if 0 <= to[0] < width and 0 <= to[1] < height and to not in blocked:
                if not (dx and dy) or self.is_free(x + dx, y) + self.is_free(x, y + dy) >= self.needed:
                    found.append(to)
        return found

    def joins(self, a: Cell, b: Cell) -> bool:
        return b in self.around(a)

    def is_path(self, path: Sequence[Cell], start: Cell, goal: Cell) -> bool:
        """Returns whether cells are a path from the start to the goal."""
        ends = bool(path) and path[0] == start and path[-1] == goal
        return ends and self.is_free(*start) and all(self.joins(a, b) for a, b in zip(path, path[1:]))

    def is_joined(self, start: Cell, goal: Cell) -> bool:
        return self.is_free(*start) and self.steps(start, goal) is not None

    def steps(self, start: Cell, goal: Cell) -> Optional[int]:
        """Returns the fewest steps from the start to the goal."""
        known, waiting = {start: 0}, deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell == goal:
                return known[cell]
            for following in self.around(cell):
                if following not in known:
                    known[following] = known[cell] + 1
                    waiting.append(following)
        return None

    def cheapest(self, start: Cell, goal: Cell) -> Optional[Tuple[List[Cell], float]]:
        """Returns a cheapest path and its cost, or `None` if there is no path."""
        if not self.is_free(*start):
            return None
        costs: Dict[Cell, float] = {start: 0.0}
        parents: Dict[Cell, Cell] = {}
        heap = [(0.0, start)]
        plain = None if self.header.get("prices") else self.header["costs"]
        straight, diagonal = (plain["straight"], plain.get("diagonal", SQRT2)) if plain else (0.0, 0.0)
        while heap:
            cost, cell = heapq.heappop(heap)
            if cell == goal:
                path = [cell]
                while path[-1] in parents:
                    path.append(parents[path[-1]])
                return path[::-1], cost
            if cost > costs[cell]:
                continue
            for following in self.around(cell):
                if plain:
                    sum = cost + (diagonal if cell[0] != following[0] and cell[1] != following[1] else straight)
                else:
                    sum = cost + path_cost([cell, following], self.header)
                if sum < costs.get(following, math.inf):
                    costs[following], parents[following] = sum, cell
                    heapq.heappush(heap, (sum, following))
        return None
