"""Planted mistakes are named, with the line that made them."""

import heapq
import inspect
import itertools
import math
from collections import deque

import pytest
from searches import GOAL, ROWS, START, inside, manhattan, octile, walk

import gridscope as gs

RULES = dict(neighbours=8, corners="never")


def make(mistake):
    """Returns an A* with one mistake."""

    def my_astar(rows, start, goal):
        estimates = {"estimate": lambda c: 3 * manhattan(c, goal), "early exit": lambda c: 0}
        # To stop at the first sight of the goal is a mistake only if the estimate is not exact beside it.
        estimate = estimates.get(mistake, lambda c: octile(c, goal))
        g, came, closed, heap = {start: 0}, {}, set(), [(estimate(start), start)]
        while heap:
            if mistake == "pop order":
                _, c = heap.pop()
            else:
                _, c = heapq.heappop(heap)
            if c == goal:
                return walk(came, c)
            if c in closed:
                continue
            closed.add(c)
            for dx, dy in itertools.product((-1, 0, 1), repeat=2):
                n = (c[0] + dx, c[1] + dy)
                if n == c or not inside(rows, n):
                    continue
                if rows[n[1]][n[0]] == "#" and mistake != "walls":
                    continue
                if dx and dy and mistake != "corners" and "#" in (rows[c[1]][n[0]], rows[n[1]][c[0]]):
                    continue
                t = g[c] + (1 if mistake == "diagonal" else math.dist(c, n))
                if n in g and (g[n] <= t or mistake == "first parent"):
                    continue
                g[n], came[n] = t, c
                if mistake == "early exit" and n == goal:
                    return walk(came, n)
                heapq.heappush(heap, (t + estimate(n), n))
        return None

    return my_astar


def line_of(search, text):
    lines, first = inspect.getsourcelines(search)
    return first + next(i for i, line in enumerate(lines) if text in line)


@pytest.mark.parametrize("mistake, rule, text", [
    ("estimate", "not-shortest", "return walk(came, c)"),
    ("first parent", "not-shortest", None),
    ("walls", "wall", "heapq.heappush(heap, (t"),
    ("corners", "wall", "heapq.heappush(heap, (t"),
    ("pop order", "order", "_, c = heap.pop()"),
    ("early exit", "not-shortest", "return walk(came, n)"),
])  # fmt: skip
def test_each_mistake_is_named_by_its_rule(mistake, rule, text):
    search = make(mistake)
    # To see the goal too early matters on few maps: here is one.
    early = ["#...", "....", ".#..", "....", "....", "...."], (0, 5), (1, 0)
    report = gs.check(search, *(early if mistake == "early exit" else (ROWS, START, GOAL)), smallest=False, **RULES)
    assert report.has(rule), report
    if text is not None:
        assert next(f.line for f in report.faults if f.rule == rule) == line_of(search, text)


def test_search_without_a_mistake_has_no_fault():
    assert not gs.check(make(None), ROWS, START, GOAL, g="g", also=20, **RULES).faults


def test_diagonal_of_cost_1_is_found_with_g():
    report = gs.check(make("diagonal"), ROWS, START, GOAL, g="g", also=0, smallest=False, **RULES)
    assert report.has("cost"), report
    # Without g, the first map says what is missing.
    report = gs.check(make("diagonal"), ROWS, START, GOAL, also=0, smallest=False, **RULES)
    assert any("cost" in rules and "g=" in why for rules, why in report.not_asked), report


def test_wrong_heuristic_is_found_if_h_is_named():
    report = gs.check(make(None), ROWS, START, GOAL, h=lambda c, goal: 3 * manhattan(c, goal), also=0, smallest=False, **RULES)
    assert report.has("heuristic")


def leaves_the_map(rows, start, goal):
    """Breadth first that forgets the border: Python reads rows[-1] as the last row."""
    waiting, came = deque([start]), {start: None}
    while waiting:
        c = waiting.popleft()
        if c == goal:
            return walk(came, c)
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            n = (c[0] + dx, c[1] + dy)
            if n[0] < len(rows[0]) and n[1] < len(rows) and n[0] >= -4 and n[1] >= -3 and rows[n[1]][n[0]] != "#" and n not in came:
                came[n] = c
                waiting.append(n)
    return None


def test_leaving_the_map_is_a_wall_fault():
    report = gs.check(leaves_the_map, ["....", "....", "...."], (0, 0), (3, 2), neighbours=4, smallest=False)
    assert report.has("wall"), report
    assert "-1" in str(report)


def stack_for_a_queue(rows, start, goal):
    waiting, came = deque([start]), {start: None}
    while waiting:
        c = waiting.pop()
        if c == goal:
            return walk(came, c)
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            n = (c[0] + dx, c[1] + dy)
            if inside(rows, n) and rows[n[1]][n[0]] != "#" and n not in came:
                came[n] = c
                waiting.append(n)
    return None


def test_stack_for_a_queue_is_found_if_optimal():
    rules = dict(neighbours=4, smallest=False)
    assert gs.check(stack_for_a_queue, ROWS, START, GOAL, optimal=True, **rules).has("not-shortest")
    report = gs.check(stack_for_a_queue, ROWS, START, GOAL, also=0, **rules)
    assert not report.faults and "optimal=True" in str(report)


def broken_path(rows, start, goal):
    return [start, goal]


def gives_up(rows, start, goal):
    return None


@pytest.mark.parametrize("search, rule", [(broken_path, "path-broken"), (gives_up, "no-path")])
def test_path_is_checked_without_watched_events(search, rule):
    assert gs.check(search, ROWS, START, GOAL, smallest=False, **RULES).has(rule)


def forgets_heapify(rows, start, goal):
    """Entries whose key changes in the heap: their order cannot be told, and nothing is accused."""
    entries = {start: [0, start]}
    heap, came = [entries[start]], {start: None}
    while heap:
        d, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c)
        for n in ((c[0] + 1, c[1]), (c[0], c[1] + 1), (c[0] - 1, c[1]), (c[0], c[1] - 1)):
            if not inside(rows, n) or rows[n[1]][n[0]] == "#":
                continue
            if n not in entries:
                entries[n] = [d + 1, n]
                came[n] = c
                heapq.heappush(heap, entries[n])
            elif d + 1 < entries[n][0]:
                entries[n][0], came[n] = d + 1, c
                heapq.heapify(heap)
    return None


def test_changing_heap_entries_are_not_accused():
    report = gs.check(forgets_heapify, ROWS, START, GOAL, neighbours=4, also=10)
    assert not report.faults, report


def test_endless_search_is_stopped_at_its_limit():
    def endless(rows, start, goal):
        heap = [(0, start)]
        while True:
            try:
                heapq.heappush(heap, heapq.heappop(heap))
            except Exception:
                pass

    with pytest.raises(gs.GridscopeError, match="5,000 pushes and pops"):
        gs.watch(endless, ROWS, START, GOAL, limit=5_000)


def test_smallest_map_shows_the_fault_and_is_a_test():
    small = gs.minimise(make("estimate"), ROWS, START, GOAL, **RULES)
    assert small.size[0] * small.size[1] < 60 and small.rule == "not-shortest"
    assert small.cheapest is not None and small.cost > small.cheapest[1]
    assert "<svg" in small._repr_html_() and "<iframe" in small._repr_html_()
    names = {"my_astar": make("estimate")}
    exec(small.test, names)
    test = next(value for name, value in names.items() if name.startswith("test_"))
    with pytest.raises(AssertionError, match="not-shortest"):
        test()
    names["my_astar"] = make(None)
    test()


def test_minimise_says_if_there_is_nothing_to_keep():
    with pytest.raises(gs.GridscopeError, match="breaks no rule"):
        gs.minimise(make(None), ROWS, START, GOAL, **RULES)


def test_report_prints_as_text_and_html():
    report = gs.check(make("corners"), ROWS, START, GOAL, **RULES)
    text, page = str(report), report._repr_html_()
    assert text.startswith(f"{report.events} events: {report.count} fault") and "✕ wall, line" in text and "Smallest map" in text
    for part in (f"{report.count} fault", "wall", "rules hold", "not checked", "<svg", "Copy as a test"):
        assert part in page
    assert "correct" not in text + page.replace("autocorrect", "").split("<iframe")[0]


def test_compare_names_the_first_difference():
    found = gs.compare(make("estimate"), "astar", ROWS, START, GOAL, **RULES)
    assert found.first is not None and found.costs[0] > found.costs[1] and "expands (" in str(found)
    same = gs.compare(make(None), "astar", ["....."], (0, 0), (4, 0), **RULES)
    assert same.first is None and same.same == 5 and "same 5 cells in the same order" in str(same)


def cheapest(costs, start, goal):
    """Dijkstra over an array of costs."""
    best, came, heap = {start: 0}, {start: None}, [(0, start)]
    while heap:
        d, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c), d
        for x, y in ((c[0] + 1, c[1]), (c[0] - 1, c[1]), (c[0], c[1] + 1), (c[0], c[1] - 1)):
            if 0 <= y < len(costs) and 0 <= x < len(costs[0]) and d + costs[y][x] < best.get((x, y), math.inf):
                best[x, y], came[x, y] = d + costs[y][x], c
                heapq.heappush(heap, (best[x, y], (x, y)))
    return None


def test_array_costs_are_compared_unchanged():
    rules = dict(array="cost", neighbours=4)
    assert gs.compare(cheapest, "dijkstra", [[1, 0.5, 30]], (0, 0), (2, 0), **rules).costs == (30.5, 30.5)
    assert gs.compare(cheapest, "dijkstra", [[1, 9, 1], [1, 1, 1]], (0, 0), (2, 0), **rules).costs == (4, 4)
    report = gs.check(cheapest, [[1.0, 0.5, 30.0], [1.0, 0.25, 0.25]], (0, 0), (2, 0), also=0, g=0, **rules)
    assert not report.faults and {"not-shortest", "path-cost", "cost"} <= set(report.holds), report
    small = gs.minimise(lambda *call: {"path": cheapest(*call)[0], "cost": 7}, [[1.0, 0.5, 30.0]], (0, 0), (2, 0), **rules)
    assert small.rule == "path-cost" and small.cheapest[1] == small.cost != 7 and "it says 7" in str(small)


def numbered(rows, start, goal):
    """Breadth-first search on numbered cells that forgets the ends of rows."""
    width, cells = len(rows[0]), "".join(rows)
    first, last = (y * width + x for x, y in (start, goal))
    queue, came = deque([first]), {first: None}
    while queue:
        i = queue.popleft()
        if i == last:
            return [(c % width, c // width) for c in walk(came, i)]
        for n in (i + 1, i - 1, i + width, i - width):
            if 0 <= n < len(cells) and cells[n] != "#" and n not in came:
                came[n] = i
                queue.append(n)
    return None


def test_step_across_the_row_end_is_broken():
    report = gs.check(numbered, ["......"] * 4, (0, 0), (5, 3), also=0, smallest=False)
    assert report.has("path-broken"), report


def sorted_list(rows, start, goal, leave_out=False):
    """A* over a list that is sorted, and taken from at the wrong end, or whose path lacks a cell."""
    cost, came, waiting, closed = {start: 0}, {}, [(0, start)], []
    while waiting:
        waiting.sort()
        _, c = waiting.pop(0 if leave_out else -1)
        if c in closed:
            continue
        closed.append(c)
        if c == goal:
            path = walk(came, c)
            if not leave_out:
                return path
            corner = next(i for i in range(1, len(path) - 1) if path[i - 1][0] != path[i + 1][0] and path[i - 1][1] != path[i + 1][1])
            return path[:corner] + path[corner + 1 :]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            n = (c[0] + dx, c[1] + dy)
            if inside(rows, n) and rows[n[1]][n[0]] != "#" and cost[c] + 1 < cost.get(n, math.inf):
                cost[n], came[n] = cost[c] + 1, c
                waiting.append((cost[n] + manhattan(n, goal), n))
    return None


def test_pop_from_the_wrong_end_is_found():
    report = gs.check(sorted_list, ROWS, START, GOAL, smallest=False)
    assert report.has("not-shortest"), report


def test_path_with_a_missing_cell_is_broken():
    report = gs.check(lambda *call: sorted_list(*call, leave_out=True), ROWS, START, GOAL, also=0, smallest=False)
    assert report.has("path-broken"), report
