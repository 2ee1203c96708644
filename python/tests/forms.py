"""More sound searches, in forms that `searches` does not have. `gs.check` must not accuse any of them."""

import bisect
import collections
import heapq
import math

from searches import around4, around8, inside, manhattan, octile, walk


def rebuilt_list(rows, start, goal):
    """A* whose open list is made anew without the cell that is taken."""
    waiting, g, came, closed = [start], {start: 0}, {start: None}, set()
    while waiting:
        c = min(waiting, key=lambda n: g[n] + manhattan(n, goal))
        waiting = [n for n in waiting if n != c]
        closed.add(c)
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in closed and g[c] + 1 < g.get(n, math.inf):
                g[n], came[n] = g[c] + 1, c
                if n not in waiting:
                    waiting = waiting + [n]
    return None


def sliced_queue(rows, start, goal):
    """Breadth first over a list of paths of which the first is cut off."""
    waiting, seen = [[start]], {start}
    while waiting:
        path, waiting = waiting[0], waiting[1:]
        if path[-1] == goal:
            return path
        for n in around4(rows, path[-1]):
            if n not in seen:
                seen.add(n)
                waiting = waiting + [path + [n]]
    return None


def rebuilt_heap(rows, start, goal):
    """A* that makes its heap anew without the entry of a cell that gets cheaper."""
    g, came, heap = {start: 0}, {start: None}, [(octile(start, goal), start)]
    while heap:
        _, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t < g.get(n, math.inf):
                if n in g:
                    heap = [entry for entry in heap if entry[1] != n]
                    heapq.heapify(heap)
                g[n], came[n] = t, c
                heapq.heappush(heap, (t + octile(n, goal), n))
    return None


def swapped_with_the_last(rows, start, goal):
    """Dijkstra that takes an entry out by exchanging it with the last one."""
    g, came, heap = {start: 0}, {start: None}, [(0, start)]
    while heap:
        d, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c), d
        for n in around8(rows, c):
            t = d + math.dist(c, n)
            if t < g.get(n, math.inf):
                if n in g:
                    at = next((i for i, entry in enumerate(heap) if entry[1] == n), None)
                    if at is not None:
                        heap[at] = heap[-1]
                        heap.pop()
                        heapq.heapify(heap)
                g[n], came[n] = t, c
                heapq.heappush(heap, (t, n))
    return None


def removed_by_value(rows, start, goal):
    """Dijkstra that calls `remove` of its heap."""
    g, came, heap = {start: 0}, {start: None}, [(0, start)]
    while heap:
        d, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = d + math.dist(c, n)
            if t < g.get(n, math.inf):
                if (g.get(n), n) in heap:
                    heap.remove((g[n], n))
                    heapq.heapify(heap)
                g[n], came[n] = t, c
                heapq.heappush(heap, (t, n))
    return None


class Queue:
    """A priority queue with a removal by cell, as textbooks have it."""

    def __init__(self):
        self.heap = []

    def push(self, key, cell):
        heapq.heappush(self.heap, (key, cell))

    def pop(self):
        return heapq.heappop(self.heap)[1]

    def remove(self, cell):
        for index, entry in enumerate(self.heap):
            if entry[1] == cell:
                del self.heap[index]
                break
        heapq.heapify(self.heap)


def removed_by_a_class(rows, start, goal):
    """A* with a class for its open list, whose entries are removed when a cell gets cheaper."""
    waiting, g, came, closed = Queue(), {start: 0}, {}, set()
    waiting.push(manhattan(start, goal), start)
    while waiting.heap:
        c = waiting.pop()
        if c == goal:
            return walk(came, c)
        closed.add(c)
        for n in around4(rows, c):
            if n in closed or g[c] + 1 >= g.get(n, math.inf):
                continue
            if n in g:
                waiting.remove(n)
            g[n], came[n] = g[c] + 1, c
            waiting.push(g[n] + manhattan(n, goal), n)
    return None


class Side:
    """One end of a search, whose first entry has a key and a number before its cell."""

    def __init__(self, cell, aim):
        self.open, self.aim, self.count, self.g, self.came, self.closed = [(0, 0, *cell)], aim, 0, {cell: 0}, {cell: None}, set()

    def push(self, cell, g):
        self.count += 1
        heapq.heappush(self.open, (g + octile(cell, self.aim), self.count, *cell))


def both_ends_until_they_meet(rows, start, goal):
    """A* from both ends that stops at the first cell that both know. Its path need not be a cheapest one."""
    one, two = Side(start, goal), Side(goal, start)
    if start == goal:
        return [start]
    while one.open and two.open:
        for mine, other in ((one, two), (two, one)):
            if not mine.open:
                return None
            c = heapq.heappop(mine.open)[2:]
            mine.closed.add(c)
            for n in around8(rows, c):
                if n in mine.closed:
                    continue
                if n in other.g:
                    path = walk(mine.came, c) + walk(other.came, n)[::-1]
                    return path if mine is one else path[::-1]
                t = mine.g[c] + math.dist(c, n)
                if t < mine.g.get(n, math.inf):
                    mine.g[n], mine.came[n] = t, c
                    mine.push(n, t)
    return None


def changed_in_place(rows, start, goal):
    """A* whose entries change while they wait, before `heapify`."""
    heap, g, came, closed = [[octile(start, goal), start]], {start: 0}, {start: None}, set()
    while heap:
        _, c = heapq.heappop(heap)
        closed.add(c)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if n in closed or t >= g.get(n, math.inf):
                continue
            g[n], came[n] = t, c
            for entry in heap:
                if entry[1] == n:
                    entry[0] = t + octile(n, goal)
                    heapq.heapify(heap)
                    break
            else:
                heapq.heappush(heap, [t + octile(n, goal), n])
    return None


def heap_with_replace(rows, start, goal):
    """Dijkstra with `heappushpop` for the next cell."""
    g, came, heap, entry, closed = {start: 0}, {start: None}, [], (0, start), set()
    while entry is not None:
        d, c = entry
        if c == goal:
            return walk(came, c)
        news = []
        if c not in closed:
            closed.add(c)
            for n in around4(rows, c):
                if d + 1 < g.get(n, math.inf):
                    g[n], came[n] = d + 1, c
                    news.append((d + 1, n))
        for new in news[1:]:
            heapq.heappush(heap, new)
        entry = heapq.heappushpop(heap, news[0]) if news else heapq.heappop(heap) if heap else None
    return None


def dictionary(rows, start, goal):
    """A* over a dict of priorities."""
    waiting, came, g, closed = {start: manhattan(start, goal)}, {start: None}, {start: 0}, {}
    while waiting:
        c = min(waiting, key=waiting.get)
        closed[c] = waiting.pop(c)
        if c == goal:
            return came
        for n in around4(rows, c):
            if n not in closed and g[c] + 1 < g.get(n, math.inf):
                g[n], came[n] = g[c] + 1, c
                waiting[n] = g[n] + manhattan(n, goal)
    return {}


def buckets(rows, start, goal):
    """Dijkstra with a list of cells for each cost."""
    lists, g, came, closed, cost = [[start]], {start: 0}, {start: None}, set(), 0
    while cost < len(lists):
        while lists[cost]:
            c = lists[cost].pop()
            if c in closed:
                continue
            closed.add(c)
            if c == goal:
                return walk(came, c)
            for n in around4(rows, c):
                if cost + 1 < g.get(n, math.inf):
                    g[n], came[n] = cost + 1, c
                    if len(lists) == cost + 1:
                        lists.append([])
                    lists[cost + 1].append(n)
        cost += 1
    return None


def sorted_insertion(rows, start, goal):
    """A* whose list is sorted downwards by `bisect`, so that the best entry is at its end."""
    waiting, g, came = [(-octile(start, goal), start)], {start: 0}, {start: None}
    while waiting:
        _, c = waiting.pop()
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t < g.get(n, math.inf):
                g[n], came[n] = t, c
                bisect.insort(waiting, (-t - octile(n, goal), n))
    return None


def sorted_downwards(rows, start, goal):
    """Dijkstra whose list is sorted from the largest entry to the smallest."""
    waiting, g, came = [(0, start)], {start: 0}, {start: None}
    while waiting:
        waiting.sort(reverse=True)
        d, c = waiting.pop()
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = d + math.dist(c, n)
            if t < g.get(n, math.inf):
                g[n], came[n] = t, c
                waiting.append((t, n))
    return None


def sorted_anew(rows, start, goal):
    """Dijkstra whose list is replaced by a sorted one."""
    waiting, g, came = [(0, start)], {start: 0}, {start: None}
    while waiting:
        d, c = waiting.pop(0)
        if c == goal:
            return walk(came, c)
        children = []
        for n in around4(rows, c):
            if d + 1 < g.get(n, math.inf):
                g[n], came[n] = d + 1, c
                children.append((d + 1, n))
        waiting = sorted(waiting + children)
    return None


def both_ends_by_cost(rows, start, goal):
    """A* from both ends with balanced estimates and an entry that is written into each list."""
    half = lambda c: (octile(c, goal) - octile(c, start)) / 2
    sides = [
        {"heap": [(half(start), start)], "g": {start: 0}, "came": {start: None}, "sign": 1},
        {"heap": [(-half(goal), goal)], "g": {goal: 0}, "came": {goal: None}, "sign": -1},
    ]
    best, meet = math.inf, None
    if start == goal:
        return [start]
    while all(side["heap"] for side in sides) and sum(side["heap"][0][0] for side in sides) < best - 1e-9:
        side, other = sorted(sides, key=lambda side: len(side["heap"]))
        _, c = heapq.heappop(side["heap"])
        for n in around8(rows, c):
            t = side["g"][c] + math.dist(c, n)
            if t < side["g"].get(n, math.inf) - 1e-12:
                side["g"][n], side["came"][n] = t, c
                heapq.heappush(side["heap"], (t + side["sign"] * half(n), n))
                if t + other["g"].get(n, math.inf) < best:
                    best, meet = t + other["g"][n], n
    if meet is None:
        return None
    return walk(sides[0]["came"], meet) + walk(sides[1]["came"], meet)[-2::-1]


def both_ends_by_sets(rows, start, goal):
    """Breadth first from both ends, in sets of cells. The smaller set is expanded."""
    if start == goal:
        return [start]
    fronts, came = [{start}, {goal}], [{start: None}, {goal: None}]
    while fronts[0] and fronts[1]:
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        following = set()
        for c in sorted(fronts[side]):
            for n in around4(rows, c):
                if n in came[side]:
                    continue
                came[side][n] = c
                following.add(n)
                if n in came[1 - side]:
                    return walk(came[0], n) + walk(came[1], n)[-2::-1]
        fronts[side] = following
    return None


def deepening(rows, start, goal):
    """IDA* that does not enter a cell again by a path that costs as much."""
    bound = octile(start, goal)
    while bound < math.inf:
        best, path = {start: 0}, [start]

        def visit(c, g, bound=bound, best=best, path=path):
            if g + octile(c, goal) > bound + 1e-9:
                return g + octile(c, goal)
            if c == goal:
                return None
            lowest = math.inf
            for n in around8(rows, c):
                t = g + math.dist(c, n)
                if t < best.get(n, math.inf) - 1e-9:
                    best[n] = t
                    path.append(n)
                    found = visit(n, t)
                    if found is None:
                        return None
                    path.pop()
                    lowest = min(lowest, found)
            return lowest

        found = visit(start, 0)
        if found is None:
            return path
        bound = found
    return None


def jump_points(rows, start, goal):
    """A jump point search over eight neighbours that cuts no corners: jumps end beside openings."""
    free = lambda x, y: inside(rows, (x, y)) and rows[y][x] != "#"

    def jump(x, y, dx, dy):
        while free(x + dx, y + dy):
            if dx and dy and not (free(x + dx, y) and free(x, y + dy)):
                return None
            x, y = x + dx, y + dy
            if (x, y) == goal:
                return x, y
            if dx and dy:
                if jump(x, y, dx, 0) or jump(x, y, 0, dy):
                    return x, y
            elif dx and any(free(x, y + s) and not free(x - dx, y + s) for s in (1, -1)):
                return x, y
            elif dy and any(free(x + s, y) and not free(x + s, y - dy) for s in (1, -1)):
                return x, y
        return None

    g, came, heap, closed = {start: 0}, {start: None}, [(octile(start, goal), start)], set()
    while heap:
        _, c = heapq.heappop(heap)
        if c in closed:
            continue
        closed.add(c)
        if c == goal:
            path = [goal]
            for a, b in zip(walk(came, goal)[::-1], walk(came, goal)[-2::-1]):
                while a != b:
                    a = (a[0] + (b[0] > a[0]) - (b[0] < a[0]), a[1] + (b[1] > a[1]) - (b[1] < a[1]))
                    path.append(a)
            return path[::-1]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            n = jump(*c, dx, dy)
            if n and g[c] + octile(c, n) < g.get(n, math.inf):
                g[n], came[n] = g[c] + octile(c, n), c
                heapq.heappush(heap, (g[n] + octile(n, goal), n))
    return None


def generator(rows, start, goal):
    """Breadth first that yields the cells of its path."""
    waiting, came = collections.deque([goal]), {goal: None}
    while waiting:
        c = waiting.popleft()
        if c == start:
            while c is not None:
                yield c
                c = came[c]
            return
        for n in around4(rows, c):
            if n not in came:
                came[n] = c
                waiting.append(n)


def queue_with_reopening(rows, start, goal):
    """Bellman and Ford's search with a queue, which takes cells from either end."""
    g, came, waiting = {start: 0}, {start: None}, collections.deque([start])
    while waiting:
        c = waiting.pop() if len(waiting) % 3 == 0 else waiting.popleft()
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t < g.get(n, math.inf) - 1e-12:
                g[n], came[n] = t, c
                if n not in waiting:
                    waiting.append(n)
    return (walk(came, goal), g[goal]) if goal in g else None


def bounded_stack(rows, start, goal):
    """Branch and bound over a stack."""
    stack, best, came, bound = [(start, 0)], {start: 0}, {start: None}, math.inf
    while stack:
        c, g = stack.pop()
        if g > best[c] or g + manhattan(c, goal) >= bound:
            continue
        if c == goal:
            bound = g
            continue
        for n in around4(rows, c):
            if g + 1 < best.get(n, math.inf):
                best[n], came[n] = g + 1, c
                stack.append((n, g + 1))
    return walk(came, goal) if goal in came else None


def greedy(rows, start, goal):
    """Greedy best-first search, which promises no cheapest path."""
    heap, came = [(manhattan(start, goal), start)], {start: None}
    while heap:
        _, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in came:
                came[n] = c
                heapq.heappush(heap, (manhattan(n, goal), n))
    return None


def fringe(rows, start, goal):
    """Fringe search: two lists, of which one is the next round."""
    g, came, now, bound = {start: 0}, {start: None}, [start], octile(start, goal)
    while now:
        later, lowest = [], math.inf
        while now:
            c = now.pop()
            f = g[c] + octile(c, goal)
            if f > bound + 1e-9:
                later.append(c)
                lowest = min(lowest, f)
                continue
            if c == goal:
                return walk(came, c)
            for n in around8(rows, c):
                t = g[c] + math.dist(c, n)
                if t < g.get(n, math.inf) - 1e-12:
                    g[n], came[n] = t, c
                    now.append(n)
        now, bound = later, lowest
    return None


def raises_if_there_is_no_path(rows, start, goal):
    """Breadth first that raises an exception on purpose."""
    waiting, came = collections.deque([start]), {start: None}
    while waiting:
        c = waiting.popleft()
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in came:
                came[n] = c
                waiting.append(n)
    raise ValueError("the goal cannot be reached")


def theta(rows, start, goal):
    """Theta*: the parent of a cell is the farthest one in sight. Paths have few turns and are no steps."""

    def sees(a, b):
        if "#" in (rows[a[1]][a[0]], rows[b[1]][b[0]]):
            return False
        steps = 8 * max(abs(a[0] - b[0]), abs(a[1] - b[1]), 1)
        for i in range(steps + 1):
            x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
            if any(rows[r][c] == "#" for r in {math.floor(y + 0.49), math.ceil(y - 0.49)} for c in {math.floor(x + 0.49), math.ceil(x - 0.49)}):
                return False
        return True

    g, came, heap, closed = {start: 0}, {start: start}, [(math.dist(start, goal), start)], set()
    while heap:
        _, c = heapq.heappop(heap)
        if c in closed:
            continue
        closed.add(c)
        if c == goal:
            path = [c]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        for n in around8(rows, c):
            before = came[c] if sees(came[c], n) else c
            t = g[before] + math.dist(before, n)
            if n not in closed and t < g.get(n, math.inf):
                g[n], came[n] = t, before
                heapq.heappush(heap, (t + math.dist(n, goal), n))
    return None


FOUR, EIGHT = {"neighbours": 4}, {"neighbours": 8}
#: Sound searches, and what a teacher would state about each.
FORMS = [
    *((form, FOUR) for form in (
        rebuilt_list, sliced_queue, heap_with_replace, dictionary, buckets, sorted_anew, both_ends_by_sets, generator, bounded_stack, greedy,
        raises_if_there_is_no_path, removed_by_a_class,
    )),
    *((form, EIGHT) for form in (
        rebuilt_heap, swapped_with_the_last, removed_by_value, changed_in_place, sorted_insertion, sorted_downwards, both_ends_by_cost, deepening, jump_points,
        queue_with_reopening, fringe, both_ends_until_they_meet,
    )),
    (theta, {"neighbours": 8, "steps": "any"}),
]  # fmt: skip
