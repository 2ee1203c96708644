"""`gs.check` as a judge: no sound search is accused, planted mistakes are found, and a verdict is the same everywhere."""

import collections
import dataclasses
import functools
import heapq
import json
import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml

import forms
import pytest
import searches
import students
from searches import GOAL, ROWS, START, around4, walk

import gridscope as gs
from gridscope._trials import Tiles, tiles_of, to_table, trials

THOROUGH = os.environ.get("GRIDSCOPE_THOROUGH") == "1"
FOUR = dict(neighbours=4)
SMALL = ["....", ".##.", "...."]


def names(case):
    return getattr(case, "__name__", None) or (case if isinstance(case, str) else "")


@pytest.mark.parametrize("search, rules", forms.FORMS, ids=names)
def test_sound_forms_of_searches_are_not_accused(search, rules):
    report = gs.check(search, ROWS, START, GOAL, also=100 if THOROUGH else 14, smallest=False, **rules)
    assert report.ok, f"{report}\n{report.watched.log}"
    # Only these promise no cheapest path.
    assert report.fact is None or search in (forms.greedy, forms.both_ends_until_they_meet), report


def given(seed, priced):
    """Returns a map with a start and a goal far apart."""
    dice = random.Random(seed)
    width, height = dice.randint(6, 12), dice.randint(6, 12)
    while True:
        start, goal = (0, dice.randrange(height)), (width - 1, dice.randrange(height))
        if priced:
            return [[dice.randint(1, 9) for _ in range(width)] for _ in range(height)], start, goal
        rows = ["".join("#" if dice.random() < 0.2 else "." for _ in range(width)) for _ in range(height)]
        if rows[start[1]][start[0]] == rows[goal[1]][goal[0]] == ".":
            return rows, start, goal


@pytest.mark.parametrize("mistake", students.MISTAKES)
def test_student_mistakes_are_found_with_their_line(mistake):
    make, rules = students.MISTAKES[mistake]
    for seed in range(20 if THOROUGH else 1):
        report = gs.check(make(), *given(seed, "array" in rules), smallest=False, timeout=0.5, **rules)
        assert report.faults or report.fact, f"{mistake}, map {seed}\n{report}"
        assert not report.faults or report.faults[0].line, report


@pytest.mark.parametrize("search, rules", students.SOUND, ids=names)
def test_student_searches_without_mistake_are_sound(search, rules):
    report = gs.check(search, *given(3, "array" in rules), also=100 if THOROUGH else 40, smallest=False, **rules)
    assert report.ok and report.fact is None, report


def breadth_first(rows, start, goal):
    waiting, came = collections.deque([start]), {start: None}
    while waiting:
        c = waiting.popleft()
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in came:
                came[n] = c
                waiting.append(n)
    return None


# Maps


def test_further_maps_are_reproducible():
    tiles = Tiles(".", ["#"], [], False)
    first, second = (list(trials(SMALL, (0, 0), (3, 2), "xy", tiles, 100)) for _ in range(2))
    assert first == second and len(first) == 100
    assert (["....#."] * 3, (0, 0), (5, 2)) in [trial[:3] for trial in first], "no wall across"
    sizes = {(len(trial.map[0]), len(trial.map)) for trial in first}
    assert {(1, 1), (2, 1), (6, 1), (1, 4), (4, 4), (9, 4), (16, 9), (9, 16)} <= sizes
    assert sum(not trial.ordinary for trial in first) == 4


def test_further_maps_keep_the_spread_of_costs():
    costs = [[1, 300], [7, 2]]
    tiles = tiles_of(to_table(costs), (0, 0), lambda cell: False, "cost", None)
    maps = [trial for trial in trials(costs, (0, 0), (1, 1), "xy", tiles, 100)]
    prices = {cell for trial in maps for row in trial.map for cell in row}
    goals = {trial.map[trial.goal[1]][trial.goal[0]] for trial in maps}
    assert min(prices) == 1 and max(prices) == 300 and len(prices) > 100 and len(goals) > 15


def test_verdict_does_not_depend_on_speed():
    def rare(rows, start, goal, pause=0):
        time.sleep(pause)
        path = breadth_first(rows, start, goal)
        return path[:1] + path[2:] if path and len(path) > 2 and (len(rows), len(rows[0])) == (9, 16) else path

    quick = gs.check(rare, ROWS, START, GOAL, smallest=False, **FOUR)
    slow = gs.check(functools.partial(rare, pause=0.01), ROWS, START, GOAL, smallest=False, **FOUR)
    assert quick.faults and [f.sentence for f in quick.faults] == [f.sentence for f in slow.faults] and quick.also == slow.also


# Crashes, late calls, and results that are no path


def test_crash_is_a_fault_with_line_and_smallest_map():
    def search(rows, start, goal):
        came = {cell: None for cell in breadth_first(rows, start, goal) or []}
        return [came[goal]] and breadth_first(rows, start, goal)

    report = gs.check(search, ROWS, START, GOAL, **FOUR)
    fault = report.faults[0]
    assert fault.rule == "crash" and "KeyError" in fault.sentence and fault.line == search.__code__.co_firstlineno + 2
    assert report.smallest.rule == "crash" and report.smallest.size[0] * report.smallest.size[1] <= 9, report
    assert not [rule for rule in report.holds if "path" in rule or "shortest" in rule]


def test_crash_on_the_given_map_is_reported():
    def search(rows, start, goal):
        return [][0]

    assert gs.check(search, SMALL, (0, 0), (3, 2), also=0).faults[0].rule == "crash"
    with pytest.raises(IndexError):
        gs.watch(search, SMALL, (0, 0), (3, 2))


def test_uncallable_function_is_a_crash():
    report = gs.check(lambda rows: None, SMALL, (0, 0), (3, 2), also=0, smallest=False)
    assert report.has("crash") and "takes 1 positional argument" in str(report)


def test_endless_iterator_is_a_fault():
    def search(rows, start, goal):
        while True:
            yield start

    assert gs.check(search, SMALL, (0, 0), (3, 2), also=0, smallest=False).faults


def refuses(error, by_raise=True):
    def search(rows, start, goal):
        path = breadth_first(rows, start, goal)
        if path is None:
            if by_raise:
                raise error
            [].remove(goal)
        return path

    return search


class NoPath(Exception):
    pass


@pytest.mark.parametrize(
    "error, by_raise, is_crash",
    [(ValueError("none"), True, False), (NoPath(), True, False), (KeyError("none"), True, True), (ValueError("none"), False, True), (SystemExit(2), True, True)],
)
def test_deliberate_exception_means_no_path(error, by_raise, is_crash):
    report = gs.check(refuses(error, by_raise), ROWS, START, GOAL, also=30, smallest=False, **FOUR)
    assert report.has("crash") == is_crash, report
    assert is_crash or "no path" in report.conventions


def test_exception_where_a_path_exists_is_a_crash():
    def search(rows, start, goal):
        raise ValueError("never")

    assert gs.check(search, SMALL, (0, 0), (3, 2), also=0).has("crash")


def raises_without_a_path(wall, bug=0):
    """Returns a search over four neighbours that raises an error if it finds no path. A bug of 1 leaves the last column and row out."""

    def search(rows, start, goal):
        waiting, came = collections.deque([start]), {start: None}
        while waiting:
            c = waiting.popleft()
            if c == goal:
                return walk(came, c)
            for n in [(c[0] + dx, c[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]:
                inside = 0 <= n[0] < len(rows[0]) - bug and 0 <= n[1] < len(rows) - bug
                if inside and rows[n[1]][n[0]] != wall and n not in came:
                    came[n] = c
                    waiting.append(n)
        raise ValueError("none")

    return search


@pytest.mark.parametrize(
    "wall, joined, apart, rules",
    [
        ("X", ["....", ".XX.", "...."], ["..X.", ".XX.", "XX.."], dict(legend={"X": "wall"})),
        (17, [[0, 0, 0], [0, 17, 0], [0, 0, 0]], [[0, 17, 0], [17, 17, 0], [0, 0, 0]], dict(array="tiles")),
        ("#", ["." * 300] * 300, [".#" + "." * 298, "##" + "." * 298, *["." * 300] * 298], {}),
    ],
    ids=["legend", "tiles", "large map"],
)
def test_program_tells_whether_an_exception_means_no_path(wall, joined, apart, rules):
    for map in (joined, apart):
        goal = len(map[0]) - 1, len(map) - 1
        words = dict(also=0, smallest=False, **FOUR, **rules)
        wrong = gs.check(raises_without_a_path(wall, bug=1), map, (0, 0), goal, **words)
        assert wrong.has("crash") == (map is joined), wrong
        right = gs.check(raises_without_a_path(wall), map, (0, 0), goal, **words)
        assert right.ok and ("no path" in right.conventions) == (map is apart), right


def test_exception_is_noted_if_no_path_cannot_be_known():
    report = gs.check(raises_without_a_path("#", bug=1), SMALL, (0, 0), (3, 2), also=0, steps="own", **FOUR)
    assert report.ok and "It is not known whether a path exists" in str(report) and "not judged: ValueError: none." in str(report), report
    grade = gs.grade(raises_without_a_path("#", bug=1), SMALL, (0, 0), (3, 2), also=0, steps="own", **FOUR)
    assert "It is not known whether a path exists" in grade.marks[1].why, grade


def endless(rows, start, goal):
    while True:
        try:
            start = start[::-1]
        except Exception:
            pass


def test_endless_loop_is_late_with_its_line():
    report = gs.check(endless, SMALL, (0, 0), (3, 2), timeout=0.2, smallest=False)
    fault = report.faults[0]
    assert fault.rule == "late" and "longer than 0.2 s" in fault.sentence
    assert 1 <= fault.line - endless.__code__.co_firstlineno <= 5


def deaf(rows, start, goal):
    """Goes on after each exception."""
    while True:
        try:
            start = start[::-1]
        except:  # noqa: E722
            pass


def deaf_twice(rows, start, goal):
    while True:
        try:
            deaf(rows, start, goal)
        except:  # noqa: E722
            pass


def deaf_collector(rows, start, goal):
    caught = []
    while True:
        try:
            [].pop()
        except BaseException as error:
            caught.append(error)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs signals")
@pytest.mark.parametrize("search", [deaf, deaf_twice, deaf_collector])
def test_loop_that_catches_everything_is_late(search):
    before, own = sys.gettrace(), lambda *_: None
    sys.settrace(own)
    try:
        began = time.monotonic()
        report = gs.check(search, SMALL, (0, 0), (3, 2), timeout=0.2, also=0, smallest=False)
        assert sys.gettrace() is own, "a debugger goes on"
    finally:
        sys.settrace(before)
    assert report.faults[0].rule == "late" and report.faults[0].line and time.monotonic() - began < 20, report


def test_smallest_map_of_a_late_search_is_late_itself():
    def slow(rows, start, goal):
        time.sleep(0.02 * len(rows) * len(rows[0]))
        return breadth_first(rows, start, goal)

    report = gs.check(slow, ["........"] * 8, (0, 0), (7, 7), also=0, timeout=0.9, **FOUR)
    assert report.has("late") and report.smallest is None, report

    def endless_in_a_row(rows, start, goal):
        while len(rows) > 1:
            pass
        return breadth_first(rows, start, goal)

    report = gs.check(endless_in_a_row, ["....", "....", "...."], (0, 0), (3, 2), also=0, timeout=0.7, **FOUR)
    assert report.smallest is not None and report.smallest.report.faults[0].sentence == "The search took longer than 0.7 s, and was stopped.", report


def test_stated_limit_counts_on_further_maps():
    def pushes(rows, start, goal):
        waiting = []
        for _ in range(130_000 if len(rows) == 1 else 1):
            waiting.append(start)
            waiting.pop()
        return breadth_first(rows, start, goal)

    stopped = gs.check(pushes, SMALL, (0, 0), (3, 2), also=2, smallest=False, **FOUR)
    assert "was stopped after 200,000 pushes and pops" in stopped.faults[0].sentence, stopped
    assert gs.check(pushes, SMALL, (0, 0), (3, 2), also=2, smallest=False, limit=1_000_000, **FOUR).ok


def test_fault_of_the_first_call_alone_has_no_smallest_map():
    calls = []

    def once(rows, start, goal):
        calls.append(start)
        return [start, goal] if len(calls) == 1 else breadth_first(rows, start, goal)

    with pytest.raises(gs.GridscopeError, match="once broke the rule path-broken in the first call, but not in every later one"):
        gs.minimise(once, SMALL, (0, 0), (3, 2), **FOUR)


def test_search_may_move_its_start():
    def moves_start(rows, start, goal):
        path = [tuple(start)]
        while start != goal:
            axis = 0 if start[0] != goal[0] else 1
            start[axis] += 1 if goal[axis] > start[axis] else -1
            path.append(tuple(start))
        return path

    start, goal = [0, 0], [3, 2]
    report = gs.check(moves_start, ["....", "....", "...."], start, goal, also=0, **FOUR)
    assert report.ok and start == [0, 0] and report.watched.path[-1] == (3, 2), report


def test_endless_loop_in_another_thread_is_late():
    found = []
    thread = threading.Thread(target=lambda: found.append(gs.check(endless, SMALL, (0, 0), (3, 2), timeout=0.2, smallest=False)))
    thread.start()
    thread.join(20)
    assert found and found[0].has("late")


@pytest.mark.parametrize("value", [14, True, object(), "somewhere", {"length": 3}, [1, 2, 3]])
def test_unreadable_result_names_the_readable_forms(value):
    report = gs.check(lambda rows, start, goal: value, SMALL, (0, 0), (3, 2), also=0)
    assert report.faults[0].rule == "no-path-read" and '`["path"]`' in report.faults[0].sentence, report
    assert not [rule for rule in report.holds if "path" in rule or "shortest" in rule]


# Results

PATH = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]
Pair = collections.namedtuple("Pair", "route cost")


@dataclasses.dataclass
class Answer:
    cells: list
    expanded: int = 17


class Plain:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Slots:
    __slots__ = ("path", "cost")


def slots():
    one = Slots()
    one.path, one.cost = PATH, 5
    return one


def chain():
    node = None
    for cell in PATH:
        node = Plain(pos=cell, parent=node)
    return node


PARENTS = dict(zip(PATH, [None, *PATH]))


@pytest.mark.parametrize(
    "value, cost",
    [
        (PATH, None), ((PATH, 5), 5), ((5, PATH), 5), ({"path": PATH, "cost": 5}, 5), ({"cells": PATH}, None), (Pair(PATH, 5), 5), (Answer(PATH), None),
        (Plain(path=PATH, cost=5, visited={(0, 1)}), 5), (slots(), 5), (chain(), None), ("RRRDD", None), ("EEESS", None), ("R,R,R,D,D", None),
        (["right", "right", "right", "down", "down"], None), (("RRRDD", 5), 5), (PARENTS, None), ((PARENTS, {(3, 2): 5}), 5), ((True, PATH, 5), 5),
        (([(0, 0), (0, 1), *PATH], PATH, 5), 5), ({"parents": PARENTS}, None), (Plain(came_from=PARENTS), None), ([Plain(x=x, y=y) for x, y in PATH], None),
        ({c: (p, 1.5) for c, p in PARENTS.items()}, None), (iter(PATH), None), ([list(c) for c in PATH], None), ((PATH, {(0, 1), (0, 2)}), None),
        ({c: {"parent": p, "g": 1} for c, p in PARENTS.items()}, None), (dict(zip(PATH, PATH[1:])), None),
    ],
)  # fmt: skip
def test_every_form_of_result_is_read(value, cost):
    report = gs.check(lambda *_: value, SMALL, (0, 0), (3, 2), also=0, optimal=True, **FOUR)
    assert report.watched.path == PATH and report.watched.cost == cost, report
    assert report.ok and {"path-broken", "not-shortest"} <= set(report.holds)


def in_moves(path):
    moves = [("" if a[1] == b[1] else "UD"[b[1] > a[1]]) + ("" if a[0] == b[0] else "LR"[b[0] > a[0]]) for a, b in zip(path, path[1:])]
    return "".join(moves)


@pytest.mark.parametrize("neighbours", [4, 8])
@pytest.mark.parametrize("stated", [True, False])
def test_joined_moves_of_all_lengths_are_read(neighbours, stated):
    def search(rows, start, goal):
        path = breadth_first(rows, start, goal) if neighbours == 4 else searches.stale_entries(rows, start, goal)
        return path and in_moves(path)

    report = gs.check(search, ["....", "....", "...."], (0, 0), (3, 2), smallest=False, **(dict(neighbours=neighbours) if stated else {}))
    assert report.ok and report.fact is None, report
    assert not (stated and neighbours == 4) or "Return a list of moves to be sure" not in str(report), report


@pytest.mark.parametrize(
    "moves, neighbours, path",
    [("DR", 4, [(0, 0), (0, 1), (1, 1)]), ("DR", 8, [(0, 0), (1, 1)]), (["DR"], 8, [(0, 0), (1, 1)]), ("SESE", 8, [(0, 0), (1, 1), (2, 2)]), ("RD", 8, [(0, 0), (1, 0), (1, 1)])],
)
def test_two_letters_are_a_diagonal_step_if_there_are_any(moves, neighbours, path):
    report = gs.check(lambda *_: moves, ["...", "...", "..."], (0, 0), path[-1], also=0, neighbours=neighbours)
    assert report.watched.path == path and not report.has("path-broken"), report
    assert ("are read with them" in str(report)) == (isinstance(moves, str) and path[1] == (1, 1)), report


def test_paths_as_arrays_are_read():
    numpy = pytest.importorskip("numpy")
    for value in (numpy.array(PATH), (numpy.array(PATH, dtype="int32"), numpy.float64(5.0)), [numpy.array(c) for c in PATH]):
        report = gs.check(lambda *_: value, SMALL, (0, 0), (3, 2), also=0, **FOUR)
        assert report.ok and report.watched.path == PATH, report


@pytest.mark.parametrize("value", [None, [], False, -1, float("inf"), (None, 0), ([(0, 0), (0, 1)], None), (False, []), ([], 0), {"path": None}, Plain(path=None, cost=None), {}, ""])
def test_results_meaning_no_path_are_read(value):
    report = gs.check(lambda *_: value, SMALL, (0, 0), (3, 2), also=0, **FOUR)
    assert report.watched._read.none and report.has("no-path"), report


@pytest.mark.parametrize(
    "value, word",
    [(PATH[::-1], "backwards"), (PATH[1:], "without its start"), ([PATH[0], *PATH], "doubled"), (PATH[:0:-1], "without its start")],
)
def test_path_form_is_a_fault_only_if_strict(value, word):
    search = lambda *_: value
    report = gs.check(search, SMALL, (0, 0), (3, 2), also=0, **FOUR)
    assert report.ok and report.watched.path == PATH and sum(word in line for line in str(report).split("\n")) == 1, report
    assert gs.check(search, SMALL, (0, 0), (3, 2), also=0, strict=True, **FOUR).has("path-form")


@pytest.mark.parametrize("value", [">>>vv", "> > > v v", "R3D2", "r3, d2", ["R3", "D2"], [">", ">", ">", "v", "v"], "R;R;R;D;D"])
def test_typed_arrows_and_counted_moves_are_read(value):
    report = gs.check(lambda *_: value, SMALL, (0, 0), (3, 2), also=0, **FOUR)
    assert report.ok and report.watched.path == PATH, report


@pytest.mark.parametrize("value", [["0,0", "1,0"], "0,0 1,0", "R->D", ",", "(R, R)", "R2DD3", ["R", "0,1"], "R99999", "go 3"])
def test_text_with_anything_but_moves_is_not_read(value):
    report = gs.check(lambda *_: value, SMALL, (0, 0), (3, 2), also=0, smallest=False, **FOUR)
    assert report.watched.path is None and report.faults[0].rule == "no-path-read", report


def test_conventions_are_reported_and_judged_only_if_strict():
    def search(rows, start, goal):
        return None if start == goal else breadth_first(rows, start, goal)

    report = gs.check(search, ROWS, START, GOAL, also=20, **FOUR)
    assert report.ok and report.conventions["start = goal"] == "None" and "no path" in report.conventions
    assert gs.check(search, ROWS, START, GOAL, also=20, strict=True, **FOUR).has("convention")


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("rules", [{}, dict(legend={"#": "wall", ".": "floor"})])
def test_one_end_alone_is_a_convention_without_a_path(end, rules):
    def search(rows, start, goal):
        return breadth_first(rows, start, goal) or [(start, goal)[end]]

    report = gs.check(search, ROWS, START, GOAL, also=40, smallest=False, **FOUR, **rules)
    assert report.ok and "no path" in report.conventions, report
    apart = ["..#.", "..#.", "..#."]
    report = gs.check(search, apart, (0, 0), (3, 2), also=0, **FOUR, **rules)
    assert report.ok and "path-broken" not in report.holds and f"[({end * 3}, {end * 2})]" in str(report.conventions), report
    assert gs.check(search, apart, (0, 0), (3, 2), also=0, smallest=False, strict=True, **FOUR, **rules).has("convention")
    never = lambda rows, start, goal: [(start, goal)[end]]
    assert gs.check(never, SMALL, (0, 0), (3, 2), also=0, smallest=False, **FOUR, **rules).has("path-broken")


def test_crash_without_a_path_is_found_if_diagonals_pass_corners():
    def search(rows, start, goal):
        waiting, came = collections.deque([start]), {start: None}
        while waiting and goal not in came:
            c = waiting.popleft()
            for n in [(c[0] + dx, c[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
                if 0 <= n[0] < len(rows[0]) and 0 <= n[1] < len(rows) and rows[n[1]][n[0]] != "#" and n not in came:
                    came[n] = c
                    waiting.append(n)
        return walk(came, goal) if came[goal] or start == goal else None

    report = gs.check(search, SMALL, (0, 0), (3, 2), neighbours=8, corners="always", smallest=False)
    assert report.has("crash") and "KeyError" in str(report), report


def walked_back(rows, start, goal):
    """Walks from the goal back to a cell without a parent, which is the goal itself if it was not reached."""
    waiting, came = collections.deque([start]), {}
    while waiting:
        c = waiting.popleft()
        for n in around4(rows, c):
            if n != start and n not in came:
                came[n] = c
                waiting.append(n)
    path = [goal]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]


@pytest.mark.parametrize("rows", [[".#", "#."], [".#", ".."], ["S#", "#G"], ["S #", "# G"]])
def test_goal_alone_beside_the_start_means_no_path(rows):
    goal = len(rows[0]) - 1, 1
    report = gs.check(walked_back, rows, (0, 0), goal, smallest=False, **FOUR)
    assert report.ok and ("no path" in report.conventions) and "without its start" not in str(report), report
    watched = gs.check(walked_back, [".#", "#."], (0, 0), (1, 1), also=0, **FOUR).watched
    assert watched.path == [(1, 1)] and '"open", "at": [1, 1]' not in watched.log


@pytest.mark.parametrize("value", [[], None])
def test_no_path_from_a_cell_to_itself_is_a_convention(value):
    search = lambda rows, start, goal: value if start == goal else breadth_first(rows, start, goal)
    report = gs.check(search, SMALL, (1, 0), (1, 0), also=20, smallest=False, **FOUR)
    assert report.ok and report.conventions["start = goal"] == str(value), report
    assert gs.grade(search, SMALL, (1, 0), (1, 0), also=5, **FOUR).score == 8
    strict = gs.check(search, SMALL, (1, 0), (1, 0), also=0, smallest=False, strict=True, **FOUR)
    assert [fault.rule for fault in strict.faults] == ["convention"], strict


def test_report_names_the_search_and_no_log():
    report = gs.check(lambda *_: None, SMALL, (0, 0), (3, 2), also=0, **FOUR)
    assert report.faults[0].sentence.startswith("The search says that there is no path, but there is one from (0,0)"), report


def test_maps_without_a_path_are_not_counted_in_the_fact():
    def or_an_end(rows, start, goal):
        return stack(rows, start, goal) or [start]

    facts = [gs.check(search, ["....."] * 4, (0, 0), (4, 2), smallest=False, **FOUR).fact for search in (stack, or_an_end)]
    assert facts[0].of == facts[1].of < 97 and facts[0].maps == facts[1].maps, facts
    grades = [gs.grade(search, ["....."] * 4, (0, 0), (4, 2), **FOUR).marks[3].why for search in (stack, or_an_end)]
    assert all(f"{facts[0].maps} of {facts[0].of} maps" in why for why in grades), grades


def test_generator_may_yield_what_it_visits_and_return_the_path():
    def search(rows, start, goal):
        waiting, came = collections.deque([start]), {start: None}
        while waiting:
            c = waiting.popleft()
            yield c
            if c == goal:
                return walk(came, c)
            for n in around4(rows, c):
                if n not in came:
                    came[n] = c
                    waiting.append(n)
        return None

    report = gs.check(search, ROWS, START, GOAL, also=40, smallest=False, **FOUR)
    assert report.ok and report.fact is None and "never-opened" in report.holds and report.conventions["no path"] == "None", report
    def plain(rows, start, goal):
        path = breadth_first(rows, start, goal)
        if path is None:
            return None
        yield from path
        return

    assert gs.check(plain, ROWS, START, GOAL, also=20, smallest=False, **FOUR).ok


def test_coroutine_is_refused_with_the_remedy(recwarn):
    async def search(rows, start, goal):
        return breadth_first(rows, start, goal)

    with pytest.raises(gs.GridscopeError, match="search is an async def.*calls it by asyncio.run"):
        gs.check(search, SMALL, (0, 0), (3, 2), **FOUR)
    assert gs.check(lambda *call: search(*call), SMALL, (0, 0), (3, 2), also=0, smallest=False, **FOUR).has("no-path-read")
    assert not recwarn.list


@pytest.mark.parametrize("message, is_crash", [("there is no known way", False), ("", True)])
def test_assertion_with_a_message_may_mean_no_path(message, is_crash):
    def search(rows, start, goal):
        path = breadth_first(rows, start, goal)
        if path is None:
            raise AssertionError(message) if message else AssertionError
        return path

    report = gs.check(search, ROWS, START, GOAL, also=30, smallest=False, **FOUR)
    assert report.has("crash") == is_crash, report


def test_search_named_depth_first_promises_nothing():
    def by_depth(rows, start, goal):
        waiting, came = [(0, start)], {start: None}
        while waiting:
            d, c = heapq.heappop(waiting)
            if c == goal:
                return walk(came, c)
            for n in around4(rows, c):
                if n not in came:
                    came[n] = c
                    heapq.heappush(waiting, (d - 1, n))
        return None

    by_depth.__name__ = "dfs_by_heap"
    report = gs.check(by_depth, ["....."] * 4, (0, 0), (4, 2), smallest=False, **FOUR)
    assert report.ok and "The keys fall with each step" in str(report.fact), report
    assert gs.check(by_depth, ["....."] * 4, (0, 0), (4, 2), smallest=False, optimal=True, **FOUR).has("not-shortest")


# The number beside the path


def counting(count):
    """Returns Dijkstra's algorithm over eight neighbours that returns the path and a number of its cells, its cost and what it saw."""

    def dijkstra(rows, start, goal):
        heap, costs, came = [(0, start)], {start: 0}, {start: None}
        while heap:
            d, c = heapq.heappop(heap)
            if c == goal:
                return walk(came, c), count(walk(came, c), d, came)
            for n in searches.around8(rows, c):
                cost = d + math.dist(c, n)
                if cost < costs.get(n, math.inf):
                    costs[n], came[n] = cost, c
                    heapq.heappush(heap, (cost, n))
        return None

    return dijkstra


NOT_COSTS = {
    "seen": lambda path, cost, seen: len(seen), "seconds": lambda path, cost, seen: 0.0123 + len(seen) / 777, "zero": lambda path, cost, seen: 0,
    "runs": lambda path, cost, seen: 3 * len(seen) + 1,
}  # fmt: skip
WRONG_COSTS = {
    "cells": lambda path, cost, seen: cost + 1, "twice": lambda path, cost, seen: 2 * cost, "steps": lambda path, cost, seen: len(path) - 1,
    "sometimes": lambda path, cost, seen: cost + (len(path) % 4 == 0),
}  # fmt: skip
NOT_ITS_COST = "The number beside the path is not its cost on most of the maps that were tried, so it was not judged. If it should be, state costs=."


@pytest.mark.parametrize("count", NOT_COSTS)
def test_number_that_is_no_cost_is_noted(count):
    search = counting(NOT_COSTS[count])
    report = gs.check(search, ROWS, START, GOAL, smallest=False, neighbours=8)
    assert report.ok and NOT_ITS_COST in str(report) and "path-cost" not in report.holds, report
    grade = gs.grade(search, ROWS, START, GOAL, neighbours=8)
    assert grade.ok and NOT_ITS_COST in str(grade), grade
    stated = gs.check(search, ROWS, START, GOAL, smallest=False, also=0, neighbours=8, costs={"straight": 1, "diagonal": math.sqrt(2)})
    assert stated.has("path-cost") or "is that of the expansions" in str(stated), stated
    named = lambda *call: dict(zip(("path", "cost"), search(*call) or (None, None)))
    report = gs.check(named, ROWS, START, GOAL, smallest=False, also=0, neighbours=8)
    assert report.has("path-cost") or "is that of the expansions" in str(report), report


@pytest.mark.parametrize("count", WRONG_COSTS)
def test_wrong_cost_beside_the_path_is_a_fault(count):
    report = gs.check(counting(WRONG_COSTS[count]), ROWS, START, GOAL, smallest=False, neighbours=8, optimal=True)
    assert report.has("path-cost") and report.faults[0].line, report


def with_diagonal(diagonal):
    return lambda path, cost, seen: sum(diagonal if a[0] != b[0] and a[1] != b[1] else 1 for a, b in zip(path, path[1:]))


@pytest.mark.parametrize(
    "count",
    [*(with_diagonal(diagonal) for diagonal in (1.414, 1.4142, 1.41421356, 1.414213)), *(lambda path, cost, seen, n=n: round(cost, n) for n in (2, 4, 7))],
)
def test_rounded_cost_is_noted(count):
    report = gs.check(counting(count), ["....", "....", "...."], (0, 0), (3, 2), smallest=False, neighbours=8)
    assert report.ok and "path-cost" in report.holds and "Costs beside paths are rounded, such as 3.8" in str(report), report
    stated = gs.check(counting(count), ROWS, START, GOAL, smallest=False, also=0, neighbours=8, costs={"straight": 1, "diagonal": math.sqrt(2)})
    assert stated.has("path-cost"), stated


# What is said of a cheapest path


def stack(rows, start, goal):
    waiting, came = [start], {start: None}
    while waiting:
        c = waiting.pop()
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in came:
                came[n] = c
                waiting.append(n)
    return None


def test_costlier_path_is_a_fact_unless_optimal_is_promised():
    report = gs.check(stack, ["....", "....", "...."], (0, 0), (3, 2), also=30, **FOUR)
    first = str(report).split("\n")[0]
    assert report.ok and first.startswith(f"Not a cheapest path on {report.fact.maps} of {report.fact.of} maps (")
    assert "say optimal=True" in first and "`waiting` was used as a stack (line" in first and report.smallest is not None
    assert gs.check(stack, ["....", "....", "...."], (0, 0), (3, 2), optimal=True, smallest=False, **FOUR).has("not-shortest")


@pytest.mark.parametrize("name", ["bfs", "a_star", "dijkstra", "ShortestPath"])
def test_stack_is_a_fault_if_the_name_promises_cheapest(name):
    def search(*call):
        return stack(*call)

    search.__name__ = name
    report = gs.check(search, ROWS, START, GOAL, smallest=False, **FOUR)
    line = stack.__code__.co_firstlineno + 3
    assert report.has("not-shortest") and f"`waiting` was used as a stack (line {line})" in str(report), report


def test_keys_without_g_are_named():
    report = gs.check(forms.greedy, ROWS, START, GOAL, also=60, smallest=False, **FOUR)
    assert report.ok and "The order is by an estimate alone: no key contains g" in str(report.fact), report


def test_pop_from_the_wrong_end_names_its_line():
    search = students.shortest("wrong end")
    report = gs.check(search, ROWS, START, GOAL, smallest=False, **FOUR)
    assert f"taken from at the wrong end, so that the largest entry comes first (line {search.__code__.co_firstlineno + 4})" in str(report), report


def test_breadth_first_may_pass_costly_steps():
    report = gs.check(breadth_first, [[1, 9, 1], [1, 1, 1]], (0, 0), (2, 0), array="cost", smallest=False, **FOUR)
    assert report.ok and report.fact is not None and report.fact.maps > 10, report
    assert gs.check(breadth_first, [[1, 9, 1], [1, 1, 1]], (0, 0), (2, 0), array="cost", optimal=True, smallest=False, also=0, **FOUR).has("not-shortest")


def test_a_queue_may_return_the_number_of_steps():
    def search(rows, start, goal):
        waiting, came = collections.deque([start]), {start: None}
        while waiting:
            c = waiting.popleft()
            if c == goal:
                return walk(came, c), len(walk(came, c)) - 1
            for n in searches.around8(rows, c):
                if n not in came:
                    came[n] = c
                    waiting.append(n)
        return None

    report = gs.check(search, ROWS, START, GOAL, smallest=False, neighbours=8, also=30)
    assert report.ok, report


def test_smallest_map_never_shows_a_cheapest_path():
    for search, rules in [*forms.FORMS, (searches.two_heaps, dict(neighbours=8)), (stack, FOUR)]:
        report = gs.check(search, SMALL, (0, 0), (3, 2), also=0, **rules)
        assert report.smallest is None or report.smallest.cheapest is None or report.smallest.cost > report.smallest.cheapest[1]


@pytest.mark.parametrize("search", [forms.both_ends_until_they_meet, forms.both_ends_by_cost])
def test_bidirectional_search_has_only_its_path_checked(search):
    report = gs.check(search, ["..", "..", "..", "..", ".."], (0, 0), (1, 4), neighbours=8, also=0)
    assert report.ok and "from each end" in str(report), report
    assert not {"unsearched", "never-opened", "parent"} & set(report.holds)


def test_wrong_path_in_an_object_is_found():
    def search(rows, start, goal):
        return Plain(path=stack(rows, start, goal), cost=None)

    report = gs.check(search, ["......", ".##...", "......"], (0, 0), (5, 0), optimal=True, smallest=False, **FOUR)
    assert report.has("not-shortest"), report


def test_wrong_cost_in_a_named_table_has_a_line():
    report = gs.check(students.dijkstra("weight for distance"), [[1, 1, 1, 9], [9, 9, 1, 9], [2, 2, 1, 1]], (0, 0), (3, 2), array="cost", g="dist", **FOUR)
    assert report.faults[0].rule == "cost" and report.faults[0].line and "g is 1, but (1,0) has 1" in report.faults[0].sentence, report


@pytest.mark.parametrize("search", [forms.rebuilt_heap, forms.removed_by_a_class, forms.swapped_with_the_last, forms.removed_by_value, forms.changed_in_place])
def test_removal_from_the_heap_is_no_expansion(search):
    watched = gs.watch(search, ["." * 9] * 9, (0, 0), (8, 3), neighbours=8)
    cells = [line.fields["at"] for line in watched._lines if line.fields["event"] == "expand"]
    assert len(cells) > 8 and len(cells) == len(set(cells)), watched.log


def test_heap_broken_by_a_removal_is_found():
    def search(rows, start, goal):
        import heapq

        g, came, heap = {start: 0}, {start: None}, [(0, start)]
        while heap:
            d, c = heapq.heappop(heap)
            if c == goal:
                return walk(came, c)
            for n in around4(rows, c):
                if n not in g:
                    g[n], came[n] = d + (7 if (n[0] + n[1]) % 3 else 1), c
                    heapq.heappush(heap, (g[n], n))
            if len(heap) > 2:
                del heap[0]
        return None

    report = gs.check(search, ["." * 9] * 9, (0, 0), (8, 8), smallest=False, **FOUR)
    assert report.has("order") or report.has("no-path") or report.has("not-shortest"), report


# The report


def test_headline_equals_that_of_the_command_line(tmp_path):
    report = gs.check(students.astar("cuts corners"), ROWS, START, GOAL, smallest=False, neighbours=8)
    file = tmp_path / "own.trace.jsonl"
    report.watched.save(file)
    printed = subprocess.run([gs.program(), "check", str(file)], capture_output=True, text=True).stdout
    line = next(line for line in printed.split("\n") if " events: " in line)
    begin = "".join(report._headline()).split(";")[0]
    assert line.startswith(begin) and begin == f"{report.events} events: {report.count} faults"


@pytest.mark.parametrize("search, rules", forms.FORMS[::3], ids=names)
def test_the_command_line_checks_the_same_rules(search, rules, tmp_path):
    report = gs.check(search, ROWS, START, GOAL, also=0, smallest=False, **rules)
    file = tmp_path / "run.trace.jsonl"
    report.watched.save(str(file))
    printed = subprocess.run([gs.program(), "check", "--json", str(file)], stdout=subprocess.PIPE, check=False).stdout
    skipped = {skip["rule"] for skip in json.loads(printed)["skipped"]}
    unasked = {rule for rules, _ in report.not_asked for rule in rules}
    # Only the package knows whether a search promises a cheapest path.
    assert unasked - {"not-shortest"} == skipped - {"not-shortest"}, report


def test_unchecked_rules_are_printed_before_holding_ones():
    text = str(gs.check(breadth_first, SMALL, (0, 0), (3, 2), also=0, **FOUR))
    assert text.index("not checked:") < text.index("✓")
    assert "cost" not in gs.check(breadth_first, SMALL, (0, 0), (3, 2), also=0, **FOUR).holds


def test_report_is_truthy_if_ok_and_exports_junit(tmp_path):
    right, wrong = (gs.check(students.astar(name), ROWS, START, GOAL, also=3, neighbours=8) for name in (None, "cuts corners"))
    assert right and right.ok and not wrong and not wrong.ok
    values = json.loads(json.dumps(wrong.to_dict()))
    assert not values["ok"] and values["faults"][0]["rule"] == "wall" and values["smallest"]["test"].startswith("import gridscope")
    assert values["headline"] in str(wrong)
    wrong.junit(tmp_path / "out.xml")
    suite = xml.parse(tmp_path / "out.xml").getroot()[0]
    failures = suite.findall("testcase/failure")
    assert suite.get("failures") == str(len(failures)) == "1" and int(suite.get("tests")) == len(suite) and "Smallest map" in failures[0].text


def test_smallest_map_shows_its_costs():
    small = gs.minimise(students.dijkstra("cost without the goal"), [[3, 7, 2], [4, 5, 6]], (0, 0), (2, 1), array="cost", **FOUR)
    shown = str(small)
    goal = small.map[small.goal[1]][small.goal[0]]
    assert f"G {goal}" in shown and f">{goal}</text>" in small.svg() and str(small.map) in small.test
    assert "it says" in shown


@pytest.mark.parametrize("cost", [0, -1, 0.0])
def test_cost_of_0_is_an_error(cost):
    with pytest.raises(gs.GridscopeError, match=r"the cell \(1,0\) is .*; expected a cost above 0"):
        gs.check(breadth_first, [[1, cost, 2]], (0, 0), (2, 0), array="cost")


# Keywords


@pytest.mark.parametrize(
    "words, nearest",
    [
        (dict(corner="always"), "'corners'"), (dict(neigbours=4), "neighbo"), (dict(optimum=True), "'optimal'"), (dict(corners="allways"), "'always'"),
        (dict(neighbours=5), "4, 8"), (dict(cells="row"), "'xy', 'rc', 'index'"), (dict(array="costs"), "'cost'"), (dict(costs={"strait": 1}), "'straight'"),
        (dict(neighbours=4, neighbors=8), "differ"), (dict(costs={"straight": 0}), "above 0"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("function", [gs.check, gs.watch, gs.minimise, lambda f, *a, **k: gs.compare(f, "bfs", *a, **k)])
def test_wrong_keyword_is_refused_with_the_nearest(function, words, nearest):
    with pytest.raises(gs.GridscopeError, match=nearest):
        function(breadth_first, SMALL, (0, 0), (3, 2), **words)


def test_neighbors_is_accepted_and_keywords_are_in_signatures():
    import inspect

    assert gs.watch(breadth_first, SMALL, (0, 0), (3, 2), neighbors=4)._header["neighbours"] == 4
    for function in (gs.check, gs.watch, gs.minimise, gs.compare):
        parameters = inspect.signature(function).parameters
        assert {"neighbours", "neighbors", "corners", "optimal", "header"} <= set(parameters)
        assert not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
    assert gs.watch(breadth_first, SMALL, (0, 0), (3, 2), header={"comment": "a field"}, **FOUR)._header["comment"] == "a field"


@pytest.mark.parametrize("ask", [gs.check, gs.watch, gs.minimise, gs.grade, lambda *a, **k: gs.compare(a[0], "dijkstra", *a[1:], **k)])
@pytest.mark.parametrize("cost", [math.inf, math.nan, -2.5])
def test_infinite_cost_is_an_error_naming_the_cell(ask, cost):
    with pytest.raises(gs.GridscopeError, match=r"the cell \(1,0\) is .*; expected a cost above 0; mask a cell that is blocked"):
        ask(students.dijkstra(), [[1, cost, 2], [3, 1, 2]], (0, 0), (2, 0), array="cost", **FOUR)
