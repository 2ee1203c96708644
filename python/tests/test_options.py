"""Calls every public function and method with every pair of its options."""

import collections
import inspect
import itertools
import os
import warnings

import numpy as np
import pytest

import gridscope as gs

ROWS = ["....", ".#..", "...."]
FREE = np.array([[c == "." for c in row] for row in ROWS])
ENDS = dict(start=(0, 0), goal=(3, 2))


def breadth_first(rows, start, goal):
    """Takes rows of text, arrays of numbers, and cells as (x, y)."""
    queue, parent = collections.deque([start]), {start: start}
    while queue:
        cell = queue.popleft()
        if cell == goal:
            path = [cell]
            while path[-1] != start:
                path.append(parent[path[-1]])
            return path[::-1]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            x, y = cell[0] + dx, cell[1] + dy
            if 0 <= x < len(rows[0]) and 0 <= y < len(rows) and rows[y][x] not in ("#", 0, False) and (x, y) not in parent:
                parent[x, y] = cell
                queue.append((x, y))
    return None


def through_walls(rows, start, goal):
    """Walks straight over walls, so that there is a fault to shrink."""
    return [start, goal]


#: Values of the keywords that state the rules of a search.
RULES = {
    "neighbours": 4, "corners": "one", "costs": {"straight": 1, "diagonal": 1}, "optimal": False, "array": "free", "legend": {"#": "wall"},
    "cells": "xy", "g": "parent", "h": lambda cell, goal: 0, "ground": ROWS, "limit": 100_000, "steps": "any",
    "neighbors": 4, "wraps": "x", "header": {"title": "a title"},
}  # fmt: skip
#: Those that `compare` and `minimise` read themselves. They pass all to `watch`, which takes long with a run of the program.
OWN_RULES = RULES if os.environ.get("GRIDSCOPE_THOROUGH") else {name: RULES[name] for name in ("neighbours", "costs", "array", "cells")}
MAP = {"array": "free", "tiles": {"rest": "floor"}}
#: Values for the options of each function, beside the defaults.
OPTIONS = {
    "run": {**MAP, "algorithm": "dijkstra", "seed": 3, "title": "a title", "corners": "one", "memory": 64, "events": 100_000, "partial": True},
    "show": {"at": 4, "range": (2, 9), "theme": "light", "app": "https://example.org/"},
    "experiment": {**MAP, "algorithm": "dijkstra", "sweep": {"corners": ["one", "never"]}, "samples": 2, "seed": 3, "shard": (1, 2), "out": "rows.csv", "jobs": 2, "turn": 1},
    "check": {**RULES, "smallest": True, "also": 1, "timeout": 5, "strict": True},
    "grade": {**OWN_RULES, "points": {"way": 0}, "also": 1, "seed": 2, "timeout": 5, "strict": True},
    "Grade.require": {"score": 3},
    "watch": RULES,
    "minimise": {**OWN_RULES, "keep": "path-broken", "timeout": 5},
    "compare": {**OWN_RULES, "params": {"turn": 1}},
    "Finder": {**MAP, "neighbours": 4, "corners": "one"},
    "Run.why": {"at": 4}, "Run.why_not": {"at": 4},
    "Run.save": {"at": 4, "range": (2, 9), "theme": "light", "layer": "g", "scale": 1},
    "Run.html": {"at": 4, "range": (2, 9), "app": "https://example.org/", "theme": "light", "layer": "g"},
    "Watched.why": {"at": 2}, "Watched.why_not": {"at": 2},
    "start": {"neighbours": 4, "corners": "one", "order": ("g",), "costs": {"straight": 1}},
    "open": {"parent": (0, 0), "g": 1, "h": 2.5}, "expand": {"g": 1},
    "path": {"cost": 3}, "merge": {"out": "all.csv"},
}  # fmt: skip


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """Returns a call for each public function, which takes its options."""
    run = gs.run(ROWS, **ENDS)
    watched = gs.watch(breadth_first, ROWS, (0, 0), (3, 2))
    folder = tmp_path_factory.mktemp("parts")
    for part in (1, 2):
        gs.experiment(ROWS, **ENDS, samples=2, shard=(part, 2), out=folder / f"{part}.csv")

    def a_map(options):
        return FREE.astype(int) if "array" in options else ROWS

    def search(call, function, **more):
        return lambda **options: call(function, map=a_map(options), **ENDS, **more, **options)

    return {
        "run": lambda **options: gs.run(a_map(options), **ENDS, **options),
        "show": lambda **options: shown(gs.show(run, **options)),
        "experiment": lambda **options: gs.experiment(a_map(options), **ENDS, **{"samples": 1, **options}),
        "check": lambda **options: search(gs.check, breadth_first)(**{"smallest": False, "also": 0, **options}),
        "grade": lambda **options: search(gs.grade, breadth_first)(**{"also": 0, **options}),
        "Grade.require": gs.grade(breadth_first, ROWS, (0, 0), (3, 2), also=0, neighbours=4).require,
        "watch": search(gs.watch, breadth_first),
        "minimise": search(gs.minimise, through_walls),
        "compare": search(gs.compare, breadth_first, algorithm="breadth-first"),
        "Finder": lambda **options: gs.Finder(a_map(options), **options).close(),
        "Run.why": lambda **options: run.why(3, 2, **options),
        "Run.why_not": lambda **options: run.why_not(0, 2, **options),
        "Run.save": lambda **options: run.save("a.gif" if "range" in options else "a.svg", **options),
        "Run.html": run.html,
        "Watched.why": lambda **options: watched.why(2, 2, **options),
        "Watched.why_not": lambda **options: watched.why_not(2, 2, **options),
        "start": lambda **options: gs.start(ROWS, (0, 0), (3, 2), **options),
        "open": lambda **options: gs.open(1, 0, **options),
        "expand": lambda **options: gs.expand(1, 0, **options),
        "path": lambda **options: gs.path([(0, 0), (1, 0)], **options),
        "merge": lambda **options: gs.merge([folder / "1.csv", folder / "2.csv"], **options),
    }


def shown(view):
    page = view._repr_html_()
    assert "srcdoc=" in page, page
    return page


#: Pairs of which one option excludes the other, with the error that says so.
EXCLUSIVE = {
    ("Run.save", "at", "range"): "at shows one moment, and from and to a range",
    ("minimise", "steps", "keep"): "through_walls does not break the rule path-broken on this map",
    # Around the edge of this map, the straight line meets no wall.
    ("minimise", "steps", "wraps"): "through_walls breaks no rule on this map",
}


def options_of(function):
    """Returns the options of a function. Those that any function may have are in the table alone."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name for p in parameters if p.default is not p.empty and p.name not in ("map", "start", "goal", "y")}


def public():
    """Returns each public function, and each method of the classes that are made or returned."""
    for name in gs.__all__:
        member = getattr(gs, name)
        if not inspect.isclass(member):
            yield name, member
        elif name == "Finder":
            yield name, member.__init__
        if inspect.isclass(member) and not issubclass(member, (Exception, tuple)):
            for method, function in vars(member).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield f"{name}.{method}", function


def test_option_table_has_every_public_function():
    known = {name: {*options, *(RULES if options.keys() & OWN_RULES.keys() else ())} for name, options in OPTIONS.items()}
    for name, function in public():
        missing = options_of(function) - known.get(name, set())
        assert not missing, f"{name} has the options {missing}, which are not tried here"


@pytest.mark.parametrize("name", OPTIONS)
def test_every_pair_of_options_works(name, calls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gridscope._logger._to", "1")  # The log goes to standard output.
    monkeypatch.setattr("gridscope._logger._out", None)
    values = OPTIONS[name]
    for chosen in itertools.chain([()], ((one,) for one in values), itertools.combinations(values, 2)):
        options = {option: values[option] for option in chosen}
        for file in tmp_path.glob("*.csv"):
            file.unlink()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                calls[name](**options)
            except gs.GridscopeError as error:
                expected = EXCLUSIVE.get((name, *chosen))
                assert expected and expected in str(error), f"{name}{options}: {error}"
            else:
                assert (name, *chosen) not in EXCLUSIVE
