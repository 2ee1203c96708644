"""Cheapest paths from Python: gs.Finder beside other packages. Prints the section of benches/RESULTS.md.

    pip install pyastar2d tcod networkx pathfinding scipy scikit-image numpy
    npm install --prefix FOLDER rot-js pathfinding
    PYTHONPATH=python GRIDSCOPE_PROGRAM=… NODE_PACKAGES=FOLDER python benches/python_paths.py [QUERIES]

Packages of JavaScript run in Node, which reads the same map and queries. Without NODE_PACKAGES they are left out.
Each package gets the same map and the same queries. Costs of all answers are compared with those of the Finder where the
rules are the same. Slow packages answer fewer queries; the figure is the mean time of one.
"""

import importlib
import json
import math
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import gridscope as gs

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
SQRT2 = math.sqrt(2)


def cost(path):
    steps = np.abs(np.diff(np.asarray(path, dtype=np.int64), axis=0))
    return float(np.where(steps.sum(axis=1) == 2, SQRT2, 1.0).sum())


def cave(side, seed=1):
    """Returns a cave: random walls, smoothed four times."""
    dice = np.random.default_rng(seed)
    free = dice.random((side, side)) > 0.43
    for _ in range(4):
        walls = np.pad(~free, 1, constant_values=True).astype(int)
        near = sum(walls[1 + dy : side + 1 + dy, 1 + dx : side + 1 + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1))
        free = near < 5
    return free


def queries_on(free, count, seed=2):
    """Returns pairs of free cells of the largest area, as x, y, x, y."""
    from scipy import ndimage

    areas, _ = ndimage.label(free)
    largest = np.bincount(areas[free]).argmax()
    ys, xs = np.nonzero(areas == largest)
    dice = np.random.default_rng(seed)
    a, b = dice.integers(0, len(xs), count), dice.integers(0, len(xs), count)
    return np.column_stack([xs[a], ys[a], xs[b], ys[b]])


def finder_one(free, queries):
    with gs.Finder(free) as finder:
        began = time.perf_counter()
        paths = [finder.path((ax, ay), (bx, by)) for ax, ay, bx, by in queries.tolist()]
        return time.perf_counter() - began, paths


def finder_many(free, queries):
    with gs.Finder(free) as finder:
        began = time.perf_counter()
        paths = finder.paths(queries)
        return time.perf_counter() - began, paths


def pyastar2d(free, queries):
    package = importlib.import_module("pyastar2d")
    weights = np.where(free, 1.0, np.inf).astype(np.float32)
    began = time.perf_counter()
    paths = [
        package.astar_path(weights, (ay, ax), (by, bx), allow_diagonal=True) for ax, ay, bx, by in queries.tolist()
    ]
    return time.perf_counter() - began, [None if p is None else p[:, ::-1] for p in paths]


def tcod(free, queries):
    package = importlib.import_module("tcod.path")
    began = time.perf_counter()
    finder = package.AStar(free.astype(np.int8), diagonal=SQRT2)
    paths = [[(ax, ay)] + [(x, y) for y, x in finder.get_path(ay, ax, by, bx)] for ax, ay, bx, by in queries.tolist()]
    return time.perf_counter() - began, paths


def edges(free):
    """Yields the steps that cut no corner."""
    height, width = free.shape
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        ys, xs = np.nonzero(free)
        by, bx = ys + dy, xs + dx
        ok = (by < height) & (bx >= 0) & (bx < width)
        ys, xs, by, bx = ys[ok], xs[ok], by[ok], bx[ok]
        ok = free[by, bx] & free[ys, bx] & free[by, xs]
        yield ys[ok] * width + xs[ok], by[ok] * width + bx[ok], SQRT2 if dx and dy else 1.0


def networkx(free, queries):
    package = importlib.import_module("networkx")
    width = free.shape[1]
    graph = package.Graph()
    for a, b, weight in edges(free):
        graph.add_weighted_edges_from((u, v, weight) for u, v in zip(a.tolist(), b.tolist()))

    def octile(a, b):
        dx, dy = abs(a % width - b % width), abs(a // width - b // width)
        return max(dx, dy) + (SQRT2 - 1) * min(dx, dy)

    began = time.perf_counter()
    found = [package.astar_path(graph, ay * width + ax, by * width + bx, octile) for ax, ay, bx, by in queries.tolist()]
    taken = time.perf_counter() - began
    return taken, [[(n % width, n // width) for n in path] for path in found]


def pathfinding(free, queries):
    grids = importlib.import_module("pathfinding.core.grid")
    movement = importlib.import_module("pathfinding.core.diagonal_movement").DiagonalMovement.only_when_no_obstacle
    finder = importlib.import_module("pathfinding.finder.a_star").AStarFinder(diagonal_movement=movement)
    grid = grids.Grid(matrix=free.astype(int).tolist())
    began = time.perf_counter()
    paths = []
    for ax, ay, bx, by in queries.tolist():
        grid.cleanup()
        path, _ = finder.find_path(grid.node(ax, ay), grid.node(bx, by), grid)
        paths.append([(node.x, node.y) for node in path])
    return time.perf_counter() - began, paths


def scipy(free, queries):
    sparse = importlib.import_module("scipy.sparse")
    csgraph = importlib.import_module("scipy.sparse.csgraph")
    width, size = free.shape[1], free.size
    parts = [(a, b, np.full(len(a), w)) for a, b, w in edges(free)]
    a, b, w = (np.concatenate([p[i] for p in parts]) for i in range(3))
    graph = sparse.csr_matrix((w, (a, b)), shape=(size, size))
    began = time.perf_counter()
    paths = []
    for ax, ay, bx, by in queries.tolist():
        _, before = csgraph.dijkstra(graph, directed=False, indices=ay * width + ax, return_predecessors=True)
        cell, path = by * width + bx, []
        while cell >= 0:
            path.append((cell % width, cell // width))
            cell = int(before[cell])
        paths.append(path[::-1])
    return time.perf_counter() - began, paths


def skimage(free, queries):
    graph = importlib.import_module("skimage.graph")
    costs = np.where(free, 1.0, -1.0)  # A cost below 0 blocks a cell.
    began = time.perf_counter()
    found = [
        graph.route_through_array(costs, (ay, ax), (by, bx), fully_connected=True, geometric=True)[0]
        for ax, ay, bx, by in queries.tolist()
    ]
    taken = time.perf_counter() - began
    return taken, [[(x, y) for y, x in path] for path in found]


#: Versions of the packages of JavaScript that have answered.
node_versions = {}


def in_node(package):
    """Returns a side that answers with a package of npm, timed in its own process."""

    def answer(free, queries):
        script = Path(__file__).with_name("paths.mjs")
        question = json.dumps({"rows": free.astype(int).tolist(), "queries": queries.tolist()})
        run = ["node", script, package, os.environ["NODE_PACKAGES"]]
        answer = json.loads(subprocess.run(run, input=question, stdout=subprocess.PIPE, text=True, check=True).stdout)
        node_versions[package] = answer["version"]
        return answer["seconds"], answer["paths"]

    return answer


SIDES = [
    ("gs.Finder.paths, all at once", finder_many, 1, "never cuts a corner"),
    ("gs.Finder.path, one by one", finder_one, 1, "the same"),
    ("tcod.path.AStar", tcod, 10, "cuts corners; built once"),
    (
        "pyastar2d",
        pyastar2d,
        10,
        "cuts corners; a diagonal costs as much as a straight step, so its paths may be longer",
    ),
    ("scipy.sparse.csgraph.dijkstra", scipy, 200, "the same rules; a tree of all cells for each query"),
    ("networkx.astar_path", networkx, 200, "the same rules, on a graph built before"),
    ("python-pathfinding", pathfinding, 200, "the same rules"),
    ("skimage.graph.route_through_array", skimage, 200, "cuts corners; floods from the start"),
    ("PathFinding.js AStarFinder", in_node("pathfinding"), 200, "the same rules; a copy of the grid for each query"),
    (
        "rot.js Path.AStar",
        in_node("rot-js"),
        200,
        "cuts corners; a diagonal costs as much as a straight step, so its paths may be longer",
    ),
]
if "NODE_PACKAGES" not in os.environ:
    SIDES = [side for side in SIDES if ".js" not in side[0]]


def main():
    version = lambda name: importlib.import_module("importlib.metadata").version(name)
    names = {
        "tcod": "tcod",
        "pyastar2d": "pyastar2d",
        "scipy": "scipy",
        "networkx": "networkx",
        "python-pathfinding": "pathfinding",
        "scikit-image": "scikit-image",
    }
    versions = ", ".join(f"{shown} {version(name)}" for shown, name in names.items())
    load = os.getloadavg()[0]
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}. Load average before: {load:.2f}.\n"
    )
    print("| map | package | a query | against pyastar2d | queries | rules |\n| --- | --- | --- | --- | --- | --- |")
    for length in (256, 128, 64, 32, 16):
        title, free = f"cave, {length}²", cave(length)
        queries = queries_on(free, COUNT)
        rows, costs = {}, None
        for name, side, fewer, rules in SIDES:
            some = queries[: max(COUNT // fewer, 20)]
            taken, paths = side(free, some)
            mine = [cost(p) for p in paths]
            if costs is None:
                costs = mine
            elif "same" in rules:
                assert np.allclose(mine, costs[: len(mine)]), name
            rows[name] = (taken / len(some), len(some), rules)
        for name, (each, count, rules) in rows.items():
            ratio = each / rows["pyastar2d"][0]
            shown = f"{each * 1e6:.0f} µs" if each < 1e-3 else f"{each * 1e3:.2f} ms"
            print(f"| {title} | {name} | {shown} | {ratio:.3f} | {count} | {rules} |")
    if node_versions:
        print("\nIn Node: " + ", ".join(f"{name} {version}" for name, version in node_versions.items()) + ".")


if __name__ == "__main__":
    main()
