"""Shortcuts of watching a search: they give what the long way gives."""

import heapq
import itertools
import json

import gridscope as gs
from gridscope._cheapest import Ways, path_cost
from gridscope._record import _pairs_in, cells_in

PARTS = (1, 2.5, "a", True, None, (3, 4), (5, 6, 7), (1.0, 2), ((1, 2), 3), [1, 2])
MAP = ["..........", ".########.", "..........", ".########.", ".........."]


def test_usual_entries_are_read_as_any_other() -> None:
    read = 0
    for count in range(5):
        for item in itertools.product(PARTS, repeat=count):
            found = _pairs_in(item)
            if found is not None:
                read += 1
                # A list takes the long way.
                assert list(found.items()) == list(cells_in(list(item), False).items()), item
    assert read > 1000


def dijkstra(rows, start, goal):
    heap, best, parents = [(0, start)], {start: 0}, {}
    while heap:
        cost, cell = heapq.heappop(heap)
        if cell == goal:
            path = [cell]
            while path[-1] in parents:
                path.append(parents[path[-1]])
            return path[::-1]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = cell[0] + dx, cell[1] + dy
            if 0 <= to[1] < len(rows) and 0 <= to[0] < len(rows[0]) and rows[to[1]][to[0]] != "#":
                if cost + 1 < best.get(to, 1e9):
                    best[to], parents[to] = cost + 1, cell
                    heapq.heappush(heap, (cost + 1, to))
    return None


def test_log_has_a_line_of_json_for_each_event() -> None:
    watched = gs.watch(dijkstra, MAP, (0, 0), (9, 4), neighbours=4)
    lines = watched.log.split("\n")
    assert lines.pop() == ""
    assert lines == [json.dumps(line) for line in (watched._header, *(line.fields for line in watched._lines))]


def test_cost_of_a_cheapest_path_is_taken_from_the_audit() -> None:
    report = gs.check(dijkstra, MAP, (0, 0), (9, 4), also=0, neighbours=4)
    ways = report.watched._ground.ways(report.watched._header)
    assert isinstance(ways, Ways) and report.watched.path
    best = ways.cheapest((0, 0), (9, 4))
    assert best is not None and report._costs == (path_cost(report.watched.path, report.watched._header), best[1])
