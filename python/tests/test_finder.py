"""Finder: the same costs as the search that is stepped, doors, errors and the end of its process."""

import math
import random

import numpy as np
import pytest

import gridscope as gs

ROWS = [".....", ".###.", "....."]


def cost(path):
    return sum(math.dist(a, b) for a, b in zip(path, path[1:]))


def test_paths_cost_as_much_as_those_of_the_stepped_search():
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


def test_many_queries_at_once_give_the_same():
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


def test_a_path_longer_than_a_pipe_holds():
    free = np.ones((301, 301), dtype=bool)
    free[1::4, :-1] = free[3::4, 1:] = False  # one corridor, back and forth
    with gs.Finder(free, neighbours=4) as finder:
        path, total = finder.path_and_cost((0, 0), (300, 300))
        assert len(path) * 4 > 1 << 16 and total == len(path) - 1
        assert all(free[y, x] for x, y in path)
        assert finder.paths([(0, 0, 300, 300)])[0].tolist() == [list(cell) for cell in path]
        assert finder.path((0, 0), (2, 0)) == [(0, 0), (1, 0), (2, 0)]


def test_doors_open_and_close():
    with gs.Finder(ROWS) as finder:
        assert finder.path_and_cost((0, 1), (4, 1))[1] == 6 and finder.path((0, 1), (2, 1)) is None
        for x in (1, 2, 3):
            finder.open(x, 1)
        assert finder.path_and_cost((0, 1), (4, 1))[1] == 4
        finder.block(2, 1)
        assert finder.path((0, 1), (2, 1)) is None and finder.path_and_cost((0, 1), (4, 1))[1] > 4


def test_weights_four_neighbours_and_places_off_the_map():
    prices = np.array([[1, 9, 1], [1, 1, 1]])
    with gs.Finder(prices, neighbours=4, array="cost") as finder:
        assert finder.path((0, 0), (2, 0)) == [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)] and finder.size == (3, 2)
        assert finder.path((-1, 0), (2, 0)) is None and finder.path((0, 0), (10**6, 0)) is None


def test_it_ends_and_says_what_is_wrong():
    finder = gs.Finder(ROWS)
    with pytest.raises(Exception, match="integer"):
        finder.path((0.5, 0), (1, 0))
    assert finder.path((0, 0), (1, 0)) == [(0, 0), (1, 0)]  # it still answers
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
