"""A* with classes and a priority queue."""

from dataclasses import dataclass, field
from math import isinf
from queue import PriorityQueue
from typing import Optional, Tuple


@dataclass(order=True)
class Node:
    f: float
    g: float = field(compare=False)
    cell: Tuple[int, int] = field(compare=False)
    parent: Optional["Node"] = field(compare=False, default=None)


class Map:
    def __init__(self, grid):
        self.grid = grid
        self.height = len(grid)
        self.width = len(grid[0])

    def price(self, cell):
        return self.grid[cell[1]][cell[0]]

    def around(self, cell):
        x, y = cell
        cells = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        inside = [(a, b) for a, b in cells if 0 <= a < self.width and 0 <= b < self.height]
        return [c for c in inside if not isinf(self.price(c))]


def search(grid, start, goal):
    ground = Map(grid)
    h = lambda c: abs(c[0] - goal[0]) + abs(c[1] - goal[1])
    queue = PriorityQueue()
    queue.put(Node(h(start), 0, start))
    best = {start: 0}
    while not queue.empty():
        node = queue.get()
        if node.g > best[node.cell]:
            continue
        if node.cell == goal:
            return Path(node)
        for cell in ground.around(node.cell):
            g = node.g + ground.price(cell)
            if cell not in best or g < best[cell]:
                best[cell] = g
                queue.put(Node(g + h(cell), g, cell, node))
    return None


class Path:
    def __init__(self, node):
        self.cost = node.g
        self.cells = []
        while node:
            self.cells.insert(0, node.cell)
            node = node.parent
