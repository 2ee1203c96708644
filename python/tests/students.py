"""Mistakes that students make, planted one at a time into searches that are right without them."""

import functools
import heapq
import itertools
import math
from collections import deque

from searches import inside, manhattan, octile, walk

FOUR = ((1, 0), (0, 1), (-1, 0), (0, -1))


def is_free(rows, c):
    return inside(rows, c) and rows[c[1]][c[0]] != "#"


def astar(mistake=None, estimate=octile):
    """A* over eight neighbours."""
    estimates = {
        "estimate three times": lambda a, b: 3 * octile(a, b), "manhattan with diagonals": manhattan, "estimate is squared": lambda a, b: math.dist(a, b) ** 2,
        "estimate of x alone": lambda a, b: 10 * abs(a[0] - b[0]), "estimate is rounded up": lambda a, b: math.ceil(octile(a, b)) + (a != b), "stops at first sight": lambda a, b: 0,
    }  # fmt: skip
    lasting = {"closed": set(), "heap": []}

    def my_astar(rows, start, goal):
        h = estimates.get(mistake, estimate)
        g, came, closed, heap = {start: 0}, {}, set(), [(h(start, goal), start)]
        if mistake == "closed set stays":
            closed = lasting["closed"]
        if mistake == "heap stays":
            heap = lasting["heap"]
            heapq.heappush(heap, (h(start, goal), start))
        while heap:
            if mistake == "pops the end of the heap":
                _, c = heap.pop()
            elif mistake == "pops twice" and len(heap) > 3:
                heapq.heappop(heap)
                _, c = heapq.heappop(heap)
            else:
                _, c = heapq.heappop(heap)
            if c == goal:
                path = walk(came, c)
                if mistake == "path loses a cell":
                    return path[: len(path) // 2] + path[len(path) // 2 + 1 :] if len(path) > 2 else path
                if mistake == "path ends before the goal":
                    return path[:-1] if len(path) > 1 else path
                if mistake == "cost counts cells":
                    return path, len(path)
                return path
            if c in closed:
                continue
            closed.add(c)
            for dx, dy in itertools.product((-1, 0, 1), repeat=2):
                n = (c[0] + dx, c[1] + dy)
                if n == c or not inside(rows, n) or mistake == "forgets the last column" and n[0] == len(rows[0]) - 1:
                    continue
                if rows[n[1]][n[0]] == "#" and mistake != "enters walls":
                    continue
                if dx and dy and mistake != "cuts corners" and "#" in (rows[c[1]][n[0]], rows[n[1]][c[0]]):
                    continue
                t = g[c] + (1 if mistake == "diagonal counts one" else math.dist(c, n))
                if n in g and mistake == "first parent stays":
                    continue
                if mistake == "comparison turned round" and n in g and g[n] > t:
                    continue
                if mistake not in ("comparison turned round", "parent always changes") and t >= g.get(n, math.inf):
                    continue
                if mistake == "parent always changes":
                    if n in closed:
                        continue
                    came[n] = c
                    if t >= g.get(n, math.inf):
                        continue
                g[n], came[n] = t, c
                if mistake == "stops at first sight" and n == goal:
                    return walk(came, n)
                if mistake == "key is the estimate":
                    heapq.heappush(heap, (h(n, goal), n))
                elif mistake == "sign is wrong":
                    heapq.heappush(heap, (-t - h(n, goal), n))
                else:
                    heapq.heappush(heap, (t + h(n, goal), n))
        return [start] if mistake == "returns the start if there is no path" else None

    return my_astar


def bfs(mistake=None):
    """Breadth first over four neighbours."""
    steps = {"a direction is missing": FOUR[:3], "a direction is mistyped": (*FOUR[:3], (-1, -1))}.get(mistake, FOUR)

    def my_bfs(rows, start, goal):
        queue, came = deque([start]), {start: None}
        while queue or mistake in ("loops without a path", "pops an empty queue"):
            if mistake == "loops without a path" and not queue:
                continue
            c = queue.pop() if mistake == "pop for popleft" else queue.popleft()
            if c == goal:
                path = walk(came, c)
                return {"returns a number": len(path), "returns true": True}.get(mistake, path)
            for dx, dy in steps:
                n = (c[0] + dx, c[1] + dy)
                if mistake == "no upper bound":
                    if n[0] < 0 or n[1] < 0 or rows[n[1]][n[0]] == "#" or n in came:
                        continue
                elif mistake == "no lower bound":
                    if n[0] >= len(rows[0]) or n[1] >= len(rows) or n[0] < -len(rows[0]) or n[1] < -len(rows) or rows[n[1]][n[0]] == "#" or n in came:
                        continue
                elif mistake == "x and y exchanged":
                    if not (0 <= n[0] < len(rows) and 0 <= n[1] < len(rows[0])) or rows[n[1]][n[0]] == "#" or n in came:
                        continue
                elif not is_free(rows, n) or n in came:
                    continue
                came[n] = c
                queue.append(n)
        if mistake == "looks up a goal that was not reached":
            return walk(came, came[goal])
        return [] if mistake != "gives up too late" else walk(came, max(came))

    return my_bfs


def shortest(mistake):
    """Searches in other styles, each with its mistake."""

    def shortest_by_stack(rows, start, goal):
        stack, seen = [(start, [start])], {start}
        while stack:
            c, path = stack.pop()
            if c == goal:
                return path
            for dx, dy in FOUR:
                n = (c[0] + dx, c[1] + dy)
                if is_free(rows, n) and n not in seen:
                    seen.add(n)
                    stack.append((n, path + [n]))
        return None

    def shortest_by_recursion(rows, start, goal):
        if start == goal:
            return [goal]
        for dx, dy in FOUR:
            n = (start[0] + dx, start[1] + dy)
            if is_free(rows, n):
                rest = shortest_by_recursion(rows, n, goal)
                if rest:
                    return [start, *rest]
        return None

    def shortest_by_sorted_list(rows, start, goal):
        cost, came, waiting, closed = {start: 0}, {}, [(0, start)], set()
        while waiting:
            waiting.sort()
            _, c = waiting.pop()
            if c in closed:
                continue
            closed.add(c)
            if c == goal:
                return walk(came, c)
            for dx, dy in FOUR:
                n = (c[0] + dx, c[1] + dy)
                if is_free(rows, n) and cost[c] + 1 < cost.get(n, math.inf):
                    cost[n], came[n] = cost[c] + 1, c
                    waiting.append((cost[n] + manhattan(n, goal), n))
        return None

    def shortest_by_largest(rows, start, goal):
        cost, came, waiting = {start: 0}, {start: None}, [start]
        while waiting:
            c = max(waiting, key=lambda cell: cost[cell] + manhattan(cell, goal))
            waiting.remove(c)
            if c == goal:
                return walk(came, c)
            for dx, dy in FOUR:
                n = (c[0] + dx, c[1] + dy)
                if is_free(rows, n) and n not in came:
                    cost[n], came[n] = cost[c] + 1, c
                    waiting.append(n)
        return None

    return {"stack": shortest_by_stack, "recursion without end": shortest_by_recursion, "wrong end": shortest_by_sorted_list, "max for min": shortest_by_largest}[mistake]


def dijkstra(mistake=None):
    """Dijkstra over an array of costs, which returns the path and its cost."""

    def my_dijkstra(costs, start, goal):
        dist, came, heap, done = {start: 0}, {}, [(0, start)], set()
        while heap:
            d, c = heapq.heappop(heap)
            if c == goal:
                if mistake == "cost without the goal":
                    d -= costs[goal[1]][goal[0]] if start != goal else 0
                if mistake == "cost with the start":
                    d += costs[start[1]][start[0]]
                path = walk(came, c)
                return path if mistake in ("weight for distance", "weights are ignored", "weights are halved") else (path, d)
            if c in done:
                continue
            done.add(c)
            for dx, dy in FOUR:
                n = (c[0] + dx, c[1] + dy)
                if not (0 <= n[1] < len(costs) and 0 <= n[0] < len(costs[0])) or costs[n[1]][n[0]] == math.inf:
                    continue
                left = mistake == "weight of the cell left"
                weight = 1 if mistake == "weights are ignored" else costs[c[1]][c[0]] if left else costs[n[1]][n[0]]
                weight = weight // 2 if mistake == "weights are halved" else weight
                t = weight if mistake == "weight for distance" else d + weight
                # Since a cell costs the same from everywhere, this is no mistake.
                if n in dist and mistake == "marked when pushed":
                    continue
                if mistake == "the highest cost is a wall" and weight == max(map(max, costs)):
                    continue
                if t < dist.get(n, math.inf):
                    dist[n], came[n] = t, c
                    heapq.heappush(heap, (t, n))
        return None

    return my_dijkstra


#: Each mistake: the search without it, the search with it, and what a teacher would state.
MISTAKES = {}
for _name in (
    "estimate three times", "manhattan with diagonals", "estimate is squared", "estimate of x alone", "estimate is rounded up", "stops at first sight",
    "closed set stays", "heap stays", "pops the end of the heap", "pops twice", "path loses a cell", "path ends before the goal", "cost counts cells",
    "forgets the last column", "enters walls", "cuts corners", "diagonal counts one", "first parent stays", "comparison turned round",
    "key is the estimate", "sign is wrong",
):  # fmt: skip
    MISTAKES[_name] = (functools.partial(astar, _name), {"neighbours": 8})
for _name in (
    "a direction is missing", "a direction is mistyped", "pop for popleft", "loops without a path", "pops an empty queue", "returns a number", "returns true",
    "no upper bound", "no lower bound", "x and y exchanged", "looks up a goal that was not reached", "gives up too late",
):  # fmt: skip
    MISTAKES[_name] = (functools.partial(bfs, _name), {"neighbours": 4})
for _name in ("stack", "recursion without end", "wrong end", "max for min"):
    MISTAKES[_name] = (functools.partial(shortest, _name), {"neighbours": 4})
for _name in ("weight for distance", "weights are ignored", "weight of the cell left", "weights are halved", "the highest cost is a wall", "cost without the goal", "cost with the start"):
    MISTAKES[_name] = (functools.partial(dijkstra, _name), {"neighbours": 4, "array": "cost"})
SOUND = [(astar(), {"neighbours": 8}), (astar("returns the start if there is no path"), {"neighbours": 8}), (bfs(), {"neighbours": 4}), (dijkstra(), {"neighbours": 4, "array": "cost"}), (dijkstra("marked when pushed"), {"neighbours": 4, "array": "cost"})]
