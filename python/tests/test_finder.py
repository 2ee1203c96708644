"""Finder: the same costs as the search that is stepped, doors, errors, forks and the end of its process."""

import copy
import math
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import gridscope as gs

ROWS = [".....", ".###.", "....."]


def cost(path):
    return sum(math.dist(a, b) for a, b in zip(path, path[1:]))


def test_finder_paths_cost_the_same_as_run():
    dice = random.Random(2)
    for corners in ("never", "one", "always"):
        rows = [["#" if dice.random() < 0.25 else "." for _ in range(14)] for _ in range(11)]
        with gs.Finder(rows, corners=corners) as finder:
            for _ in range(6):
                start, goal = (dice.randrange(14), dice.randrange(11)), (dice.randrange(14), dice.randrange(11))
                if start == goal or rows[start[1]][start[0]] == "#" or rows[goal[1]][goal[0]] == "#":
                    continue
                run = gs.run(rows, start, goal, "astar", corners=corners, costs="octile", fallback=False)
                path = finder.path(start, goal)
                assert (path is not None) == run.outcome["found"]
                if path:
                    assert path[0] == start and path[-1] == goal
                    own = [(int(x), int(y)) for x, y in run.path]
                    assert cost(path) == pytest.approx(cost(own)) == pytest.approx(finder.path_and_cost(start, goal)[1])


def test_many_queries_equal_single_ones():
    dice = np.random.default_rng(1)
    free = dice.random((40, 50)) > 0.2
    queries = dice.integers(0, 40, size=(3_000, 4))
    with gs.Finder(free) as finder:
        many = finder.paths_and_costs(queries)
        assert len(many) == 3_000
        for (path, total), (ax, ay, bx, by) in list(zip(many, queries))[:200]:
            one = finder.path_and_cost((ax, ay), (bx, by))
            assert (one is None) == (path is None) == math.isnan(total)
            if one is not None:
                assert one[0] == [tuple(cell) for cell in path.tolist()] and one[1] == total


def test_path_longer_than_a_pipe_buffer_is_read():
    free = np.ones((301, 301), dtype=bool)
    free[1::4, :-1] = free[3::4, 1:] = False  # one corridor, back and forth
    with gs.Finder(free, neighbours=4) as finder:
        path, total = finder.path_and_cost((0, 0), (300, 300))
        assert len(path) * 4 > 1 << 16 and total == len(path) - 1
        assert all(free[y, x] for x, y in path)
        assert finder.paths([(0, 0, 300, 300)])[0].tolist() == [list(cell) for cell in path]
        assert finder.path((0, 0), (2, 0)) == [(0, 0), (1, 0), (2, 0)]


def test_opened_and_blocked_cells_change_paths():
    with gs.Finder(ROWS) as finder:
        assert finder.path_and_cost((0, 1), (4, 1))[1] == 6 and finder.path((0, 1), (2, 1)) is None
        for x in (1, 2, 3):
            finder.open(x, 1)
        assert finder.path_and_cost((0, 1), (4, 1))[1] == 4
        finder.block(2, 1)
        assert finder.path((0, 1), (2, 1)) is None and finder.path_and_cost((0, 1), (4, 1))[1] > 4


def test_finder_uses_costs_and_four_neighbours():
    prices = np.array([[1, 9, 1], [1, 1, 1]])
    with gs.Finder(prices, neighbours=4, array="cost") as finder:
        assert finder.path((0, 0), (2, 0)) == [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)] and finder.size == (3, 2)
        assert finder.path_and_cost((0, 0), (2, 0))[1] == 4


@pytest.mark.parametrize("costs, sentence", [
    (np.array([[1, 2], [0, 1]]), r"the cell \(0,1\) is 0; expected a cost above 0; mask a cell that is blocked"),
    ([[1, -3]], r"the cell \(1,0\) is -3;"),
    (np.array([[0.5, np.inf]]), r"the cell \(1,0\) is inf;"),
    (np.array([[0.5, 1], [np.nan, 1]]), r"the cell \(0,1\) is nan;"),
], ids=str)  # fmt: skip
def test_costs_not_above_0_are_refused(costs, sentence, tmp_path):
    with pytest.raises(gs.GridscopeError, match=sentence):
        gs.Finder(costs, array="cost")
    np.save(tmp_path / "costs.npy", costs)
    with pytest.raises(gs.GridscopeError, match=sentence):
        gs.Finder(tmp_path / "costs.npy", array="cost")


@pytest.mark.parametrize("unit, most", [(1, 9), (1, 300), (4, 10), (100, 2), (3, 5), (1000, 1000)])
def test_fractional_costs_are_exact_and_masked_cells_blocked(unit, most):
    costs = np.random.default_rng(5).integers(1, most * unit + 1, (15, 15)) / unit
    blocked = np.zeros((15, 15), bool)
    blocked[3, :14] = blocked[7, 1:] = True
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        masked = gs.Finder(np.ma.masked_array(costs, blocked), array="cost", neighbours=4)
        # Without a meaning, infinity in an array of floats is a wall.
        with masked, gs.Finder(np.where(blocked, np.inf, costs), neighbours=4) as other:
            path, total = masked.path_and_cost((0, 0), (14, 14))
            assert math.isclose(total, sum(costs[y, x] for x, y in path[1:]), rel_tol=1e-12) and len(path) > 50
            assert other.path_and_cost((0, 0), (14, 14)) == (path, total)


def test_unrepresentable_costs_are_rounded_with_a_warning():
    costs = np.array([[1.0, np.pi, 0.5, 1.5]])
    with pytest.warns(gs.GridscopeWarning, match="The cost of 1 cell is rounded, by at most 7.3e-6") as warned:
        with gs.Finder(costs, array="cost") as finder:
            assert finder.path_and_cost((0, 0), (3, 0))[1] == 3.1416 + 2
    assert warned[0].filename == __file__


ODD_CELLS = [
    ((99, 99), "outside the map of 5 × 3 cells"), ((-1, 0), "outside the map"), ((5, 0), r"\(5,0\) is outside"), ((0, 3), "y from 0 to 2"),
    ((2**32 + 3, 0), "outside the map"), ((0.7, 0), "whole numbers"), ((math.nan, 0), "whole numbers"), (("1", 0), "whole numbers"),
    ((1, 0, 0), "x and y"), (7, "x and y"), (None, "x and y"),
]  # fmt: skip


@pytest.mark.parametrize("cell, sentence", ODD_CELLS, ids=str)
def test_invalid_cells_are_refused(cell, sentence):
    with gs.Finder(ROWS) as finder:
        for call in (lambda: finder.path(cell, (0, 0)), lambda: finder.path_and_cost((0, 0), cell)):
            with pytest.raises(gs.GridscopeError, match=sentence):
                call()
        if isinstance(cell, tuple) and len(cell) == 2:
            for call in (finder.open, finder.block, lambda *one: finder.paths([(*one, 0, 0)]), lambda *one: finder.paths([(0, 0, *one)])):
                with pytest.raises(gs.GridscopeError, match=sentence if cell[0] != "1" else "whole numbers|not a table"):
                    call(*cell)
        assert finder.path((0, 0), np.array([1, 0])) == finder.path((0.0, np.uint8(0)), [1, 0]) == [(0, 0), (1, 0)]


@pytest.mark.parametrize("queries, sentence", [
    (np.zeros((4, 3), int), r"the shape \(4, 3\); expected \(n, 4\)"),
    ([0, 0, 1, 0], r"the shape \(4,\)"),
    (np.zeros((1, 2, 4), int), r"the shape \(1, 2, 4\)"),
    ([[0, 0, 1, 0], [0, 0]], "not a table"),
    ([[0, 0, 10**30, 0]], "outside the map"),
    ([[0, 0, 3.9, 0]], r"\(3.9, 0.0\) is not a cell"),
    ([[None, 0, 1, 0]], "whole numbers"),
], ids=str)  # fmt: skip
def test_queries_of_wrong_shape_or_type_are_refused(queries, sentence):
    with gs.Finder(ROWS) as finder, pytest.raises(gs.GridscopeError, match=sentence):
        finder.paths(queries)


def test_queries_of_all_integer_types_are_read():
    with gs.Finder(ROWS) as finder:
        want = [[[0, 0], [1, 0], [2, 0]]]
        for kind in ("u1", "<i8", ">i4", "u8", "f4", object):
            assert [path.tolist() for path in finder.paths(np.array([[0, 0, 2, 0]], dtype=kind))] == want
        assert [path.tolist() for path in finder.paths([((0, 0), (2, 0))])] == want
        assert finder.paths([]) == finder.paths(np.zeros((0, 4), int)) == []


def answers_in_a_child(finder, queries, out):
    out.put([finder.path_and_cost(query[:2], query[2:]) for query in queries])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_each_process_starts_its_own_program(method):
    dice = np.random.default_rng(3)
    queries = dice.integers(0, 50, (200, 4)).tolist()
    context = multiprocessing.get_context(method)
    with gs.Finder(dice.random((50, 50)) > 0.2) as finder:
        finder.block(25, 25)
        want = [finder.path_and_cost(query[:2], query[2:]) for query in queries]
        outs = [context.Queue() for _ in range(3)]
        children = [context.Process(target=answers_in_a_child, args=(finder, queries, out), daemon=True) for out in outs]
        for child in children:
            child.start()
        assert [out.get(timeout=60) for out in outs] == [want] * 3
        for child in children:
            child.join(60)
            assert child.exitcode == 0
        assert finder.path_and_cost(queries[0][:2], queries[0][2:]) == want[0]


def test_copied_finder_keeps_doors_in_its_own_process():
    with gs.Finder(ROWS) as finder:
        finder.open(2, 1)
        finder.block(0, 0)
        for other in (pickle.loads(pickle.dumps(finder)), copy.deepcopy(finder)):
            assert other.size == (5, 3) and other.path((2, 0), (2, 2)) == [(2, 0), (2, 1), (2, 2)] and other.path((0, 0), (1, 0)) is None
            other.block(2, 1)
            other.close()
        assert finder.path((2, 0), (2, 2)) == [(2, 0), (2, 1), (2, 2)]
    with pytest.raises(gs.GridscopeError, match="closed"):
        pickle.loads(pickle.dumps(finder)).path((0, 0), (1, 0))


INTERRUPTED = """
import os, signal, threading, numpy as np, gridscope as gs
signal.signal(signal.SIGINT, signal.default_int_handler)  # A shell starts work in the background without it.
finder = gs.Finder(np.ones((600, 600), bool))
finder.block(0, 0)
process = finder._process
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    finder.paths(np.tile([[1, 0, 599, 599], [599, 0, 1, 599]], (200_000, 1)))
except KeyboardInterrupt:
    print(process.poll() is not None, finder.path((1, 0), (2, 0)), finder.path((0, 0), (2, 0)))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_finder_works_after_interrupted_queries():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert done.stdout == "True [(1, 0), (2, 0)] None\n" and not done.stderr, done


def test_close_ends_waiting_threads_and_the_process():
    finder = gs.Finder(np.ones((600, 600), dtype=bool))
    pid, errors, began = finder._process.pid, [], threading.Event()

    def ask():
        began.set()
        try:
            finder.paths(np.tile([[0, 0, 599, 599]], (100_000, 1)))
        except gs.GridscopeError as error:
            errors.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    began.wait()
    finder.close()
    thread.join(60)
    assert not thread.is_alive() and "closed" in str(errors[0])
    if os.path.isdir("/proc"):
        assert not os.path.exists(f"/proc/{pid}")


def test_closed_or_killed_finder_explains_itself():
    finder = gs.Finder(ROWS)
    process = finder._process
    finder.close()
    assert process.poll() is not None
    with pytest.raises(gs.GridscopeError, match="closed"):
        finder.path((0, 0), (1, 0))
    with pytest.raises(gs.GridscopeError, match="corners"):
        gs.Finder(ROWS, corners="sometimes")
    with gs.Finder(ROWS) as finder:
        finder._process.kill()
        with pytest.raises(gs.GridscopeError, match="ended"):
            finder.path((0, 0), (1, 0))
        assert finder.path((0, 0), (1, 0)) == [(0, 0), (1, 0)]  # it starts again
