"""Costs that are any positive number: the same as Dijkstra's of SciPy, networkx and scikit-image, and as one of the tests' own."""

import heapq
import math
import os
import warnings

import gridscope as gs
import numpy as np
import pytest
import students

THOROUGH = os.environ.get("GRIDSCOPE_THOROUGH") == "1"
MAPS = 2000 if THOROUGH else 120


def random_map(rng, number):
    """Returns costs (inf is blocked), two free cells and the number of neighbours."""
    shape = tuple(rng.integers(2, 21, 2))
    kind = number % 3
    if kind == 0:
        costs = rng.integers(1, 301, shape).astype(float)
    elif kind == 1:
        costs = np.round(rng.uniform(0.5, 2, shape), 1 + number % 4)
    else:
        costs = np.round(10 ** rng.uniform(-3, 3, shape), 3)
    costs[rng.random(shape) < number % 4 * 0.1] = np.inf
    free = [(int(x), int(y)) for y, x in np.argwhere(np.isfinite(costs))]
    if not free:
        return random_map(rng, number)
    ends = [free[index] for index in rng.integers(0, len(free), 2)]
    return costs, ends[0], ends[1], 4 if number % 2 else 8


def steps(costs, neighbours):
    """Yields each step: from, to and its cost. A diagonal needs both cells beside it."""
    height, width = costs.shape
    for y in range(height):
        for x in range(width):
            if not math.isfinite(costs[y, x]):
                continue
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    tx, ty = x + dx, y + dy
                    if (dx, dy) == (0, 0) or not (0 <= tx < width and 0 <= ty < height) or not math.isfinite(costs[ty, tx]):
                        continue
                    if dx and dy and (neighbours == 4 or not (math.isfinite(costs[y, tx]) and math.isfinite(costs[ty, x]))):
                        continue
                    yield (x, y), (tx, ty), (math.sqrt(2) if dx and dy else 1) * costs[ty, tx]


def own(costs, start, goal, neighbours):
    ways = {}
    for a, b, cost in steps(costs, neighbours):
        ways.setdefault(a, []).append((b, cost))
    best, heap = {start: 0.0}, [(0.0, start)]
    while heap:
        cost, cell = heapq.heappop(heap)
        if cell == goal:
            return cost
        for to, step in ways.get(cell, []) if cost == best[cell] else []:
            if cost + step < best.get(to, math.inf):
                best[to] = cost + step
                heapq.heappush(heap, (best[to], to))
    return math.inf


def scipy_cost(costs, start, goal, neighbours):
    csgraph, sparse = pytest.importorskip("scipy.sparse.csgraph"), pytest.importorskip("scipy.sparse")
    width = costs.shape[1]
    all_steps = list(steps(costs, neighbours))
    rows, columns = [[x + y * width for x, y in (step[side] for step in all_steps)] for side in (0, 1)]
    graph = sparse.csr_matrix(([step[2] for step in all_steps], (rows, columns)), shape=(costs.size, costs.size))
    return csgraph.dijkstra(graph, indices=start[0] + start[1] * width)[goal[0] + goal[1] * width]


def networkx_cost(costs, start, goal, neighbours):
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_nodes_from([start, goal])
    graph.add_weighted_edges_from(steps(costs, neighbours))
    try:
        return networkx.dijkstra_path_length(graph, start, goal)
    except networkx.NetworkXNoPath:
        return math.inf


def skimage_cost(costs, start, goal, neighbours):
    if neighbours == 8:
        # Its diagonals pass corners, and cost a half of both cells.
        return own(costs, start, goal, neighbours)
    graph = pytest.importorskip("skimage.graph")
    if start != goal and not math.isfinite(own(costs, start, goal, 4)):
        return math.inf
    _, cost = graph.route_through_array(np.where(np.isfinite(costs), costs, -1), start[::-1], goal[::-1], fully_connected=False, geometric=False)
    return cost - costs[start[1], start[0]]


@pytest.mark.parametrize("reference", [own, scipy_cost, networkx_cost, skimage_cost])
def test_finder_agrees_with_other_finders(reference):
    rng = np.random.default_rng(7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for number in range(MAPS):
            costs, start, goal, neighbours = random_map(rng, number)
            with gs.Finder(np.ma.masked_invalid(costs), array="cost", neighbours=neighbours) as finder:
                found = finder.path_and_cost(start, goal)
            expected = reference(costs, start, goal, neighbours)
            cost = math.inf if found is None else found[1]
            assert cost == expected or math.isclose(cost, expected, rel_tol=1e-9), (number, cost, expected)
            if found:
                way = zip(found[0], found[0][1:])
                assert math.isclose(cost, sum(math.dist(a, b) * costs[b[1], b[0]] for a, b in way), rel_tol=1e-12)


@pytest.mark.parametrize("number", range(0, 24 if THOROUGH else 6))
def test_run_and_compare_use_the_arrays_unit(number):
    rng = np.random.default_rng(number)
    costs, start, goal, neighbours = random_map(rng, number)
    expected = own(costs, start, goal, neighbours)
    for algorithm in ("astar", "dijkstra", "bidirectional-astar"):
        run = gs.run(np.ma.masked_invalid(costs), start, goal, algorithm, array="cost", neighbours=neighbours, corners="never")
        if math.isinf(expected):
            assert not run.found
        else:
            assert math.isclose(run.cost, expected, rel_tol=1e-9), algorithm

    def mine(grid, start, goal):
        ways = {}
        for a, b, cost in steps(grid, neighbours):
            ways.setdefault(a, []).append((b, cost))
        best, came, heap = {start: 0.0}, {}, [(0.0, start)]
        while heap:
            cost, cell = heapq.heappop(heap)
            if cell == goal:
                path = [cell]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            for to, step in ways.get(cell, []) if cost == best[cell] else []:
                if cost + step < best.get(to, math.inf):
                    best[to], came[to] = cost + step, cell
                    heapq.heappush(heap, (best[to], to))
        return None

    if math.isfinite(expected):
        meaning = {"array": "cost"} if np.isfinite(costs).all() else {}
        own_cost, other = gs.compare(mine, "astar", costs, start, goal, neighbours=neighbours, corners="never", **meaning).costs
        assert other <= own_cost * (1 + 1e-12) and math.isclose(own_cost, expected, rel_tol=1e-9, abs_tol=0)


def test_real_costs_survive_a_saved_scene(tmp_path):
    costs = np.array([[1.0, 0.25, 300.0], [1.5, 7.0, 0.125]])
    run = gs.run(costs, (0, 0), (2, 1), array="cost", costs="1", neighbours=4)
    assert run.cost == 0.25 + 7 + 0.125 and run.found
    run.save(tmp_path / "run.scene.json")
    assert gs.run(tmp_path / "run.scene.json").cost == run.cost


@pytest.mark.parametrize("masked", [False, True])
def test_minimised_test_with_blocked_cells_runs(masked):
    faulty = students.dijkstra("cost without the goal")
    costs = np.array([[1, np.inf, 2.5], [3, 1, 2], [1, np.inf, 1]])
    map = np.ma.masked_invalid(costs) if masked else costs
    small = gs.minimise(faulty, map, (0, 0), (2, 0), neighbours=4, **({"array": "cost"} if masked else {}))
    names = {faulty.__name__: faulty}
    exec(small.test, names)
    with pytest.raises(AssertionError, match="path-cost"):
        names[f"test_{faulty.__name__}_path_cost"]()


def test_masked_array_gets_masked_further_maps():
    kinds = []

    def search(costs, start, goal):
        kinds.append(type(costs))
        return students.dijkstra()(costs.astype(float).filled(np.inf), start, goal)

    map = np.ma.masked_array([[1, 1, 30], [3, 1, 2]], [[False, True, False], [False, False, False]])
    report = gs.check(search, map, (0, 0), (2, 0), array="cost", neighbours=4)
    assert report.ok and "100 other maps show no fault" in str(report), report
    assert set(kinds) == {np.ma.MaskedArray}
