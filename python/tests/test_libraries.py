"""Published libraries, unchanged: each fault that `gs.check` finds in them is confirmed by a Dijkstra of this file."""

import heapq
import math
import os

import pytest
from searches import GOAL, ROWS, START, manhattan

import gridscope as gs

pytestmark = pytest.mark.skipif(os.environ.get("GRIDSCOPE_THOROUGH") != "1", reason="needs many packages; see .ci/nightly")
FOUR, EIGHT = dict(neighbours=4), dict(neighbours=8, corners="never")
COSTS = [[(x * 7 + y * 5 + x * y) % 9 + 1 for x in range(9)] for y in range(7)]


def pathfinding(finder, diagonal):
    core = pytest.importorskip("pathfinding.core.grid"), pytest.importorskip("pathfinding.core.diagonal_movement")
    module, name = finder.rsplit(".", 1)
    made = getattr(pytest.importorskip(f"pathfinding.finder.{module}"), name)
    rule = core[1].DiagonalMovement

    def search(rows, start, goal):
        grid = core[0].Grid(matrix=[[0 if c == "#" else 1 for c in row] for row in rows])
        used = made(diagonal_movement=rule.only_when_no_obstacle if diagonal else rule.never)
        return list(used.find_path(grid.node(*start), grid.node(*goal), grid)[0])

    return search


def graph(rows):
    made = pytest.importorskip("networkx").grid_2d_graph(len(rows[0]), len(rows))
    made.remove_nodes_from([(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"])
    return made


def networkx(name, *more):
    return lambda rows, start, goal: getattr(pytest.importorskip("networkx"), name)(graph(rows), start, goal, *more)


def scikit_image(eight):
    numpy, route = pytest.importorskip("numpy"), pytest.importorskip("skimage.graph").route_through_array

    def search(rows, start, goal):
        costs = numpy.array([[-1.0 if c == "#" else 1.0 for c in row] for row in rows])
        cells, cost = route(costs, start[::-1], goal[::-1], fully_connected=eight, geometric=eight)
        return [cell[::-1] for cell in cells], cost if eight else None

    return search


def tcod(simple):
    numpy, path = pytest.importorskip("numpy"), pytest.importorskip("tcod.path")

    def search(rows, start, goal):
        costs = numpy.array([[0 if c == "#" else 1 for c in row] for row in rows], dtype=numpy.int8)
        if not simple:
            return [cell[::-1] for cell in path.AStar(costs, diagonal=0).get_path(*start[::-1], *goal[::-1])]
        finder = path.Pathfinder(path.SimpleGraph(cost=costs, cardinal=1, diagonal=0))
        finder.add_root(start[::-1])
        return finder.path_to(goal[::-1])[:, ::-1]

    return search


def floats(rows):
    numpy = pytest.importorskip("numpy")
    return numpy.array([[math.inf if c == "#" else 1 if isinstance(c, str) else c for c in row] for row in rows], dtype=numpy.float32)


def pyastar2d(rows, start, goal):
    path = pytest.importorskip("pyastar2d").astar_path(floats(rows), start[::-1], goal[::-1], allow_diagonal=False)
    return None if path is None else path[:, ::-1]


def dijkstra3d(rows, start, goal):
    path = pytest.importorskip("dijkstra3d").dijkstra(floats(rows), start[::-1], goal[::-1], connectivity=4)
    return [(int(y), int(x)) for x, y in path[:, :2]]


def nano_astar(diagonal):
    def search(rows, start, goal):
        walls = pytest.importorskip("numpy").array([[c == "#" for c in row] for row in rows]).astype("uint8")
        found = pytest.importorskip("nano_astar").astar(walls, start[::-1], goal[::-1], "octile" if diagonal else "manhattan", diagonal)
        return found and (found[0][:, ::-1], found[1])

    return search


def astar(rows, start, goal):
    def around(c):
        for n in ((c[0] + 1, c[1]), (c[0] - 1, c[1]), (c[0], c[1] + 1), (c[0], c[1] - 1)):
            if 0 <= n[1] < len(rows) and 0 <= n[0] < len(rows[0]) and rows[n[1]][n[0]] != "#":
                yield n

    find = pytest.importorskip("astar").find_path
    return find(start, goal, around, heuristic_cost_estimate_fnct=manhattan, distance_between_fnct=lambda a, b: 1)


#: A name, how to make the search, and its rules.
LIBRARIES = [
    *((f"pathfinding {name} {4 + 4 * diagonal}", lambda name=name, diagonal=diagonal: pathfinding(name, diagonal), EIGHT if diagonal else FOUR)
      for name in ("a_star.AStarFinder", "bi_a_star.BiAStarFinder", "dijkstra.DijkstraFinder", "breadth_first.BreadthFirstFinder", "best_first.BestFirst")
      for diagonal in (False, True)),
    ("networkx shortest_path", lambda: networkx("shortest_path"), FOUR), ("networkx astar_path", lambda: networkx("astar_path", manhattan), FOUR),
    ("networkx bidirectional_dijkstra", lambda: networkx("bidirectional_dijkstra"), FOUR),
    ("scikit-image 4", lambda: scikit_image(False), FOUR), ("scikit-image 8", lambda: scikit_image(True), dict(neighbours=8, corners="always")),
    ("tcod AStar", lambda: tcod(False), FOUR), ("tcod SimpleGraph", lambda: tcod(True), FOUR),
    ("pyastar2d", lambda: pyastar2d, FOUR), ("pyastar2d costs", lambda: pyastar2d, dict(FOUR, array="cost")),
    ("dijkstra3d", lambda: dijkstra3d, FOUR), ("dijkstra3d costs", lambda: dijkstra3d, dict(FOUR, array="cost")),
    ("nano-astar 4", lambda: nano_astar(False), FOUR), ("nano-astar 8", lambda: nano_astar(True), EIGHT), ("astar", lambda: astar, FOUR),
]  # fmt: skip


def cheapest(rows, start, goal, eight):
    """Returns the cost of a cheapest path without corners that are cut, or infinity."""
    best, heap = {start: 0.0}, [(0.0, start)]
    is_free = lambda x, y: 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] != "#"
    while heap:
        d, (x, y) = heapq.heappop(heap)
        if (x, y) == goal:
            return d
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if not (dx or dy) or not is_free(x + dx, y + dy) or dx and dy and not (eight and is_free(x + dx, y) and is_free(x, y + dy)):
                    continue
                price = 1 if isinstance(rows[y + dy][x + dx], str) else rows[y + dy][x + dx]
                t = d + math.hypot(dx, dy) * price
                if t < best.get((x + dx, y + dy), math.inf) - 1e-12:
                    best[x + dx, y + dy] = t
                    heapq.heappush(heap, (t, (x + dx, y + dy)))
    return math.inf


@pytest.mark.parametrize("name, make, rules", LIBRARIES, ids=[library[0] for library in LIBRARIES])
@pytest.mark.parametrize("optimal", [None, True])
def test_library_faults_are_confirmed_by_a_dijkstra(name, make, rules, optimal):
    search, given = make(), (COSTS, (0, 0), (8, 6)) if "array" in rules else (ROWS, START, GOAL)
    report = gs.check(search, *given, **rules, **({} if optimal is None else {"optimal": True}))
    if report.faults:
        small = report.smallest
        best = cheapest(small.map, small.start, small.goal, rules["neighbours"] == 8)
        if report.has("crash"):
            # libtcod 2.2 raises an error on maps of one row.
            assert name == "tcod SimpleGraph" and best < math.inf, report
            with pytest.raises(RuntimeError):
                search(small.map, small.start, small.goal)
        else:
            assert report.has("not-shortest") and best < small.cost - 1e-9 and optimal, report
    if report.fact is not None:
        assert report.fact.costs[0] > report.fact.costs[1] and not optimal
