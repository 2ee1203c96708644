"""Sound searches are never accused, and what cannot be watched is said."""

import collections
import heapq
import os
import re

import pytest
import searches
from searches import GOAL, ROWS, START

import gridscope as gs

THOROUGH = os.environ.get("GRIDSCOPE_THOROUGH") == "1"
EIGHT = dict(neighbours=8, corners="never")
FOUR = dict(neighbours=4)
NUMBERS = [[1 if c == "#" else 0 for c in row] for row in ROWS]
HAND_MADE = [
    (searches.stale_entries, EIGHT),
    (searches.closed_set, EIGHT),
    (searches.decrease_key, EIGHT),
    (searches.priority_queue, FOUR),
    (searches.breadth_first, FOUR),
    (searches.checks_at_pop, FOUR),
    (searches.depth_first_stack, FOUR),
    (searches.recursive, FOUR),
    (searches.minimum_of_a_list, EIGHT),
    (searches.set_of_dictionaries, EIGHT),
    (searches.NodeSearch(), EIGHT),
    (searches.parent_in_entry, EIGHT),
    (searches.peeking_stack, FOUR),
    (searches.level_by_level, FOUR),
    (searches.own_heap, EIGHT),
    (searches.from_the_goal, EIGHT),
    (searches.sorted_list, EIGHT),
    (searches.two_ends, FOUR),
    (searches.removes_from_a_heap, EIGHT),
    (searches.removes_from_a_list, EIGHT),
    (searches.two_heaps, EIGHT),
    (searches.popular_article, EIGHT),
    (searches.ordered_dataclass, EIGHT),
]


def name(case):
    return getattr(case, "__name__", None) or (type(case).__name__ if callable(case) else "")


@pytest.mark.parametrize("search, rules", HAND_MADE, ids=name)
def test_sound_searches_are_not_accused(search, rules):
    report = gs.check(search, ROWS, START, GOAL, also=100 if THOROUGH else 8, smallest=False, **rules)
    assert not report.faults, f"{report}\n{report.watched.log}"
    assert "correct" not in str(report) and "".join(report._headline()) in str(report).split("\n")


@pytest.mark.parametrize("search, rules", HAND_MADE, ids=name)
def test_map_without_a_path_is_no_fault(search, rules):
    report = gs.check(search, ["...#..", "...#..", "...#.."], (0, 0), (5, 2), also=0, **rules)
    assert not report.faults, f"{report}\n{report.watched.log}"
    assert "no-path" in report.holds


WATCHED = {
    "stale_entries", "closed_set", "decrease_key", "priority_queue", "breadth_first", "checks_at_pop",
    "depth_first_stack", "minimum_of_a_list", "set_of_dictionaries", "NodeSearch", "parent_in_entry", "from_the_goal",
    "sorted_list", "popular_article", "ordered_dataclass", "removes_from_a_heap", "removes_from_a_list",
}  # fmt: skip


@pytest.mark.parametrize("search, rules", HAND_MADE, ids=name)
def test_unwatchable_search_gets_a_note(search, rules):
    watched = gs.watch(search, ROWS, START, GOAL, **rules)
    expansions = watched.log.count('"expand"')
    if name(search) in WATCHED:
        assert expansions > 10, watched
    else:
        assert expansions == 0
        assert any("only the path is checked" in note or "only its path" in note or "a heap of your own" in note for note in watched.notes), watched


OPEN = ["." * 30] * 30
CRAMPED = ["##S#..", "....#.", "..##..", "##....", ".....G"]


@pytest.mark.parametrize(
    "search, rows, start, goal",
    [
        (searches.joined_borders, ROWS, (0, 0), (len(ROWS[0]) - 1, 0)),
        (searches.joined_borders, OPEN, (15, 15), (29, 0)),
        (searches.portal, OPEN, (0, 0), (25, 25)),
        (searches.rays, ROWS, START, GOAL),
        (searches.rays, CRAMPED, (2, 0), (5, 4)),
    ],
)
def test_search_with_far_steps_is_not_accused(search, rows, start, goal):
    report = gs.check(search, rows, start, goal, also=30)
    assert not report.faults, f"{report}\n{report.watched.log}"


def test_far_steps_are_checked_if_they_are_stated():
    report = gs.check(searches.rays, CRAMPED, (2, 0), (5, 4), steps="jump", also=0)
    assert not report.faults and {"parent", "no-path"} <= set(report.holds), report
    assert gs.check(searches.rays, CRAMPED, (2, 0), (5, 4), steps="one", also=0).has("parent")


def over_joined_borders(rows, start, goal):
    waiting, came = collections.deque([start]), {start: None}
    while waiting:
        c = waiting.popleft()
        if c == goal:
            return searches.walk(came, c)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            n = ((c[0] + dx) % len(rows[0]), (c[1] + dy) % len(rows))
            if rows[n[1]][n[0]] != "#" and n not in came:
                came[n] = c
                waiting.append(n)
    return None


@pytest.mark.parametrize("rules", [FOUR, dict(optimal=True), dict(steps="one"), dict(neighbours=4, optimal=True)])
@pytest.mark.parametrize("goal", [(8, 0), (3, 0)])
def test_far_step_of_a_path_is_a_fault_if_rules_are_stated(rules, goal):
    report = gs.check(over_joined_borders, ["....#...."] * 3, (0, 0), goal, smallest=False, **rules)
    assert report.has("path-broken"), report
    assert "state wraps=both" in str(report) or "steps" in rules, report
    assert gs.check(over_joined_borders, ["....#...."] * 3, (0, 0), goal, smallest=False, **{**rules, "wraps": "both"}).ok


def test_push_after_a_second_pop_has_no_known_parent():
    def pops_ahead(rows, start, goal):
        heap, came, pops = [(0, start)], {start: None}, 0
        while heap:
            d, c = heapq.heappop(heap)
            pops += 1
            if c == goal:
                return searches.walk(came, c)
            ahead = [heapq.heappop(heap)] if pops == 6 and heap else []
            for n in searches.around4(rows, c):
                if n not in came:
                    came[n] = c
                    heapq.heappush(heap, (d + 1, n))
            for entry in ahead:
                heapq.heappush(heap, entry)
        return None

    report = gs.check(pops_ahead, ROWS, START, GOAL, also=40, **FOUR)
    assert report.ok and {"path-broken", "not-shortest"} <= set(report.holds), report
    assert "a push is farther from the last pop than a neighbour, so its parent is not known" in str(report)


class Maze:
    """Names with two underscores, which Python completes with the name of the class."""

    def __init__(self, rows):
        self.__rows = rows

    def __around(self, cell):
        return searches.around4(self.__rows, cell)

    def solve(self, start, goal):
        __waiting, came = [start], {start: None}
        while __waiting:
            c = __waiting.pop(0)
            if c == goal:
                return searches.walk(came, c)

            def __add(n):
                came[n] = c
                __waiting.append(n)

            for n in self.__around(c):
                if n not in came:
                    __add(n)
        return None


class _Maze(Maze):
    def solve(self, start, goal):
        self.__found = super().solve(start, goal)
        return self.__found


@pytest.mark.parametrize("kind", [Maze, _Maze])
def test_private_names_of_classes_are_kept(kind):
    def bfs(rows, start, goal):
        return kind(rows).solve(start, goal)

    report = gs.check(bfs, ROWS, START, GOAL, also=10, **FOUR)
    assert report.ok and report.fact is None and "never-opened" in report.holds, report


class Place:
    """A class whose methods name it."""

    def __init__(self, rows, cell):
        self.rows, self.cell = rows, cell

    def around(self):
        return [Place(self.rows, n) for n in searches.around4(self.rows, self.cell)]

    def reach(self, goal):
        waiting, came = [self], {self.cell: None}
        while waiting:
            place = waiting.pop(0)
            if place.cell == goal:
                return searches.walk(came, goal)
            for near in Place.around(place):
                if near.cell not in came:
                    came[near.cell] = place.cell
                    waiting.append(near)
        return None


def test_method_that_names_its_class_is_read():
    def bfs(rows, start, goal):
        return Place(rows, start).reach(goal)

    report = gs.check(bfs, ROWS, START, GOAL, also=10, **FOUR)
    assert report.ok and "cannot be read" not in str(report) and "never-opened" in report.holds, report


def test_note_names_three_functions_without_source():
    space = {}
    exec("\n".join(f"def part{n}(cell): return cell" for n in range(7)), space)
    parts = [space[f"part{n}"] for n in range(7)]
    for part in parts:
        part.__code__ = part.__code__.replace(co_filename=os.path.join(os.path.dirname(__file__), "gone.py"))

    def recursive(rows, start, goal):
        return parts and searches.recursive(rows, part0(start), part1(part2(part3(part4(part5(part6(goal)))))))

    part0, part1, part2, part3, part4, part5, part6 = parts
    watched = gs._watch.observe(recursive, ROWS, START, GOAL, FOUR)
    assert re.search(r"The source of \w+, \w+, \w+ and \d+ more cannot be read, so lists", str(watched)), watched


def passing(change):
    return lambda function: lambda *call: change(function(*call))


def test_lambdas_in_the_line_of_a_function_are_kept():
    def bfs(rows, start, goal, is_free=lambda rows, n: rows[n[1]][n[0]] != "#"):
        @passing(lambda cells: [n for n in cells if is_free(rows, n)])
        def around(c): return searches.around4(rows, c)  # fmt: skip

        waiting, came = [start], {start: None}
        while waiting:
            c = waiting.pop(0)
            if c == goal:
                return searches.walk(came, c)
            for n in around(c):
                if n not in came:
                    came[n] = c
                    waiting.append(n)
        return None

    report = gs.check(bfs, ROWS, START, GOAL, also=10, **FOUR)
    assert report.ok and "never-opened" in report.holds, report


@pytest.mark.parametrize("glyph", "X@BEM")
def test_letters_on_several_cells_are_noted(glyph):
    map = [row.replace("#", glyph) for row in ["..#.", ".##.", "...."]]
    search = lambda rows, start, goal: searches.breadth_first([row.replace(glyph, "#") for row in rows], start, goal)
    note = f"The map has '{glyph}' on several cells, and gridscope takes it for actors on free cells. If it is a wall, state legend={{'{glyph}': 'wall'}}."
    assert note in str(gs.check(search, map, (0, 0), (3, 0), also=0, smallest=False, **FOUR))
    stated = gs.check(search, map, (0, 0), (3, 0), also=20, legend={glyph: "wall", ".": "floor"}, **FOUR)
    assert stated.ok and "on several cells" not in str(stated), stated
    assert "on several cells" not in str(gs.watch(searches.breadth_first, [f"{glyph}..G", "...."], (0, 0), (3, 0), **FOUR))


def test_slow_search_on_open_ground_is_stopped():
    report = gs.check(searches.every_walk, ["....", ".##.", "...."], (0, 0), (3, 2), timeout=0.5, smallest=False)
    assert report.faults[0].rule == "late" and report.faults[0].line and report.watched.size != (4, 3)
    assert "The search took longer than 0.5 s, and was stopped." in str(report)


def test_recursive_function_is_read():
    report = gs.check(searches.steps_by_list, ROWS, START, GOAL, also=0)
    assert not report.faults
    assert "cannot be read" not in str(report)


def test_key_and_count_are_not_mistaken_for_a_cell():
    # The first entry of the heap begins with the numbers of the goal: f = 9 and g = 1.
    report = gs.check(searches.start_outside, ["." * 10] * 2, (0, 1), (9, 1), neighbours=4)
    assert not report.faults, f"{report}\n{report.watched.log}"
    assert "only the path is checked" in str(report)


@pytest.mark.parametrize("search", [searches.removes_from_a_heap, searches.removes_from_a_list])
def test_repushed_entry_is_not_an_expansion(search):
    watched = gs.watch(search, OPEN, (0, 0), (29, 0), **EIGHT)
    lines = [line.fields for line in watched._lines if line.fields["event"] == "expand"]
    assert len(lines) == len({line["at"] for line in lines}), watched.log


def two_stages(rows, start, goal):
    """Dijkstra whose costly entries wait in a second heap."""
    import heapq

    near, far, cost, came = [(0, start)], [], {start: 0}, {start: None}
    while near or far:
        if not near:
            near, far = far, []
            heapq.heapify(near)
        d, c = heapq.heappop(near)
        if c == goal:
            return searches.walk(came, c)
        for n in searches.around4(rows, c):
            if d + 1 < cost.get(n, 1e9):
                cost[n], came[n] = d + 1, c
                heapq.heappush(far, (d + 1, n))
    return None


def test_second_open_list_is_not_reported_missing():
    report = gs.check(two_stages, ROWS, START, GOAL, also=40, **FOUR)
    assert not report.faults, f"{report}\n{report.watched.log}"
    assert not {"parent", "never-opened", "unsearched"} & set(report.holds), report


def test_goal_outside_the_map_is_refused():
    with pytest.raises(gs.GridscopeError, match=r"goal=\(99, 0\) lies outside the map, which is \d+ wide and \d+ high"):
        gs.check(searches.portal, ROWS, START, (99, 0))


def test_cells_may_be_row_and_column():
    report = gs.check(searches.rows_and_columns, NUMBERS, (4, 0), (5, 11), array="wall", cells="rc", neighbours=4, also=5)
    assert not report.faults, report
    assert "order" in report.holds and "Cells are (row, column)" in str(report)


def test_ordered_objects_have_a_key():
    report = gs.check(searches.ordered_dataclass, ROWS, START, GOAL, also=0, **EIGHT)
    assert "order" in report.holds and "path-cost" in report.holds, report


def test_search_that_marks_the_map_gets_a_copy():
    map = [list(row) for row in NUMBERS]
    report = gs.check(searches.marks_the_map, map, START, GOAL, array="wall", neighbours=4, also=10)
    assert not report.faults and map == NUMBERS, report


def test_cells_may_be_numbered():
    report = gs.check(searches.numbered_cells, ROWS, 4 * 12, 5 * 12 + 11, cells="index", neighbours=4, also=5)
    assert not report.faults, report
    assert "order" in report.holds


@pytest.mark.parametrize("search, g", [(searches.stale_entries, "g"), (searches.closed_set, "g"), (searches.minimum_of_a_list, "g"),
    (searches.decrease_key, "dist"), (searches.NodeSearch(), "g"), (searches.parent_in_entry, 0), (searches.sorted_list, "g")], ids=str)  # fmt: skip
def test_costs_so_far_are_read_and_hold(search, g):
    report = gs.check(search, ROWS, START, GOAL, g=g, also=5, **EIGHT)
    assert not report.faults, f"{report}\n{report.watched.log}"
    assert "cost" in report.holds


def test_named_heuristic_is_checked():
    report = gs.check(searches.stale_entries, ROWS, START, GOAL, h=searches.octile, also=0, **EIGHT)
    assert not report.faults and "heuristic" in report.holds and "inconsistent" in report.holds


def test_heuristic_that_raises_is_a_note():
    report = gs.check(searches.stale_entries, ROWS, START, GOAL, h=lambda cell: {}[cell], also=3, **EIGHT)
    assert report.ok and "h raised KeyError at (0, 4), so estimates are not checked" in str(report)


def test_search_slowed_by_watching_is_not_accused():
    watched = gs._watch.observe(searches.breadth_first, OPEN, (0, 0), (29, 29), dict(neighbours=4, limit=100), 10)
    assert watched._trouble is None and len(watched.path) == 59 and "only the path is checked" in str(watched)


def test_watch_restores_patched_modules():
    import collections, heapq, queue

    before = heapq.heappush, collections.deque, queue.PriorityQueue._put, searches.heappush, searches.stale_entries.__code__
    gs.watch(searches.closed_set, ROWS, START, GOAL)
    with pytest.raises(ZeroDivisionError):
        gs.watch(lambda m, s, g: 1 / 0, ROWS, START, GOAL)
    after = heapq.heappush, collections.deque, queue.PriorityQueue._put, searches.heappush, searches.stale_entries.__code__
    assert before == after and "__gridscope_list__" not in vars(searches)
