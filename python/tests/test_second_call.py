"""What `gs.check` says of a search that keeps something between calls, leaves the map, or need not find a cheapest path."""

import heapq

import pytest

import gridscope as gs

MAP = ["....#..", "..#....", "....#..", "......."]


def steps_from(cell):
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def is_free(grid, cell):
    return 0 <= cell[1] < len(grid) and 0 <= cell[0] < len(grid[0]) and grid[cell[1]][cell[0]] != "#"


def path_to(cell, came):
    path = []
    while cell is not None:
        path.append(cell)
        cell = came[cell]
    return path[::-1]


def best_first(grid, start, goal):
    came, heap = {start: None}, [(0, start)]
    while heap:
        cell = heapq.heappop(heap)[1]
        if cell == goal:
            return path_to(cell, came)
        for step in steps_from(cell):
            if is_free(grid, step) and step not in came:
                came[step] = cell
                heapq.heappush(heap, (abs(step[0] - goal[0]) + abs(step[1] - goal[1]), step))
    return None


def test_search_that_keeps_a_default_argument_is_told_so():
    def bfs(grid, start, goal, seen=set()):
        came, queue = {start: None}, [start]
        while queue:
            cell = queue.pop(0)
            if cell == goal:
                return path_to(cell, came)
            if cell in seen:
                continue
            seen.add(cell)
            for step in steps_from(cell):
                if is_free(grid, step) and step not in came:
                    came[step] = cell
                    queue.append(step)
        return None

    report = gs.check(bfs, MAP, (0, 0), (6, 3), neighbours=4)
    assert report.has("no-path") and report.watched.size == (7, 4)
    assert "A second call with the given map returned None" in report.also
    assert report.smallest is None


def test_index_of_minus_one_is_outside_the_map():
    def bfs(grid, start, goal):
        came, queue = {start: None}, [start]
        while queue:
            cell = queue.pop(0)
            if cell == goal:
                return path_to(cell, came)
            for step in steps_from(cell):
                if step[0] < len(grid[0]) and step[1] < len(grid) and grid[step[1]][step[0]] != "#" and step not in came:
                    if min(step) >= -1:
                        came[step] = cell
                        queue.append(step)
        return None

    report = gs.check(bfs, ["...", "##.", "..."], (0, 0), (0, 2), neighbours=4)
    assert "(-1,0) was opened, but it is outside the map." in report.faults[0].sentence
    assert "negative index" in report.hint


def test_test_of_a_fact_asks_for_a_cheapest_path():
    report = gs.check(best_first, MAP, (0, 0), (6, 3), neighbours=4)
    assert report.ok and report.fact is not None and report.smallest is not None
    assert "optimal=True" in report.smallest.test
    spaces = {"best_first": best_first}
    exec(report.smallest.test, spaces)  # noqa: S102
    with pytest.raises(AssertionError):
        spaces["test_best_first_not_shortest"]()


def test_array_of_characters_is_a_text_map():
    numpy = pytest.importorskip("numpy")
    report = gs.check(best_first, numpy.array([list(row) for row in MAP]), (0, 0), (6, 3), neighbours=4)
    assert report.ok and report.fact is not None


def test_conventions_have_no_addresses():
    class Nothing:
        path = []

    report = gs.check(lambda grid, start, goal: Nothing(), ["S#G"], (0, 0), (2, 0), neighbours=4, also=0)
    assert all("0x" not in text for text in report.conventions.values())
