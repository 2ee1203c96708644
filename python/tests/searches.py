"""Sound searches in the forms that textbooks use. `gs.check` must not accuse any of them."""

import collections
import dataclasses
import heapq
import itertools
import math
import queue
from heapq import heappop, heappush

ROWS = [
    "............",
    ".....#......",
    ".....#..##..",
    ".....#..#...",
    ".....#..#.#.",
    "..#..#....#.",
    "..#..#######",
    "..#.........",
    "..#####.....",
    "............",
]
START, GOAL = (0, 4), (11, 5)


def inside(rows, c):
    return 0 <= c[1] < len(rows) and 0 <= c[0] < len(rows[0])


def around4(rows, c):
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        n = (c[0] + dx, c[1] + dy)
        if inside(rows, n) and rows[n[1]][n[0]] != "#":
            yield n


def around8(rows, c):
    for dx, dy in itertools.product((-1, 0, 1), repeat=2):
        n = (c[0] + dx, c[1] + dy)
        if (dx or dy) and inside(rows, n) and rows[n[1]][n[0]] != "#":
            if not (dx and dy) or rows[c[1]][n[0]] != "#" != rows[n[1]][c[0]]:
                yield n


def octile(a, b):
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) + (math.sqrt(2) - 1) * min(dx, dy)


def manhattan(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def walk(parents, cell):
    path = [cell]
    while parents.get(cell) is not None:
        cell = parents[cell]
        path.append(cell)
    return path[::-1]


def stale_entries(rows, start, goal):
    """A*: an entry is pushed again when it gets cheaper, and old entries are popped without harm."""
    g, parents, heap = {start: 0}, {}, [(octile(start, goal), start)]
    while heap:
        _, c = heapq.heappop(heap)
        if c == goal:
            return walk(parents, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if n not in g or t < g[n]:
                g[n], parents[n] = t, c
                heapq.heappush(heap, (t + octile(n, goal), n))
    return None


def closed_set(rows, start, goal):
    """A* with a closed set, a counter against comparisons, and names imported from heapq."""
    counter, closed, g, came = itertools.count(), set(), {start: 0}, {start: None}
    heap = []
    heappush(heap, (octile(start, goal), next(counter), start))
    while heap:
        _, _, c = heappop(heap)
        if c in closed:
            continue
        closed.add(c)
        if c == goal:
            return walk(came, c), g[c]
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if n not in closed and t < g.get(n, math.inf):
                g[n], came[n] = t, c
                heappush(heap, (t + octile(n, goal), next(counter), n))
    return None, math.inf


def decrease_key(rows, start, goal):
    """Dijkstra with the recipe of the heapq documentation: entries are marked as removed."""
    removed, entries, heap, came, dist, counter = "<removed>", {}, [], {}, {start: 0}, itertools.count()

    def add(cell, priority):
        if cell in entries:
            entries.pop(cell)[-1] = removed
        entry = [priority, next(counter), cell]
        entries[cell] = entry
        heapq.heappush(heap, entry)

    add(start, 0)
    while heap:
        _, _, c = heapq.heappop(heap)
        if c == removed:
            continue
        del entries[c]
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = dist[c] + math.dist(c, n)
            if t < dist.get(n, math.inf):
                dist[n], came[n] = t, c
                add(n, t)
    return []


def priority_queue(rows, start, goal):
    """A* with queue.PriorityQueue, which returns the parents and costs."""
    frontier = queue.PriorityQueue()
    frontier.put((0, start))
    came_from, cost_so_far = {start: None}, {start: 0}
    while not frontier.empty():
        _, current = frontier.get()
        if current == goal:
            break
        for following in around4(rows, current):
            new_cost = cost_so_far[current] + 1
            if following not in cost_so_far or new_cost < cost_so_far[following]:
                cost_so_far[following] = new_cost
                frontier.put((new_cost + manhattan(following, goal), following))
                came_from[following] = current
    return came_from, cost_so_far


def breadth_first(rows, start, goal):
    """Breadth first with a deque that holds whole paths, and an early test for the goal."""
    if start == goal:
        return [start]
    waiting, seen = collections.deque([[start]]), {start}
    while waiting:
        path = waiting.popleft()
        for n in around4(rows, path[-1]):
            if n in seen:
                continue
            if n == goal:
                return path + [n]
            seen.add(n)
            waiting.append(path + [n])
    return None


def checks_at_pop(rows, start, goal):
    """Breadth first that pushes everything and tests borders, walls and visits when it pops."""
    waiting, seen, came = collections.deque(), set(), {}
    waiting.append((start, None))
    while waiting:
        c, parent = waiting.popleft()
        if not inside(rows, c) or rows[c[1]][c[0]] == "#" or c in seen:
            continue
        seen.add(c)
        came[c] = parent
        if c == goal:
            return walk(came, c)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            waiting.append(((c[0] + dx, c[1] + dy), c))
    return None


def depth_first_stack(rows, start, goal):
    """Depth first with a list as a stack."""
    stack, seen, came = [start], set(), {start: None}
    while stack:
        c = stack.pop()
        if c in seen:
            continue
        seen.add(c)
        if c == goal:
            return walk(came, c)
        for n in around4(rows, c):
            if n not in seen:
                came[n] = c
                stack.append(n)
    return None


def recursive(rows, start, goal):
    """Depth first by recursion, with a path that grows and shrinks."""
    path, seen = [], set()

    def visit(c):
        seen.add(c)
        path.append(c)
        if c == goal:
            return True
        for n in around4(rows, c):
            if n not in seen and visit(n):
                return True
        path.pop()
        return False

    return path if visit(start) else None


def minimum_of_a_list(rows, start, goal):
    """A* as an encyclopedia writes it: an open set, a closed set, and the minimum by a table."""
    open_set, closed, came = [start], [], {}
    g = {start: 0}
    f = {start: octile(start, goal)}
    while open_set:
        current = min(open_set, key=lambda c: f[c])
        if current == goal:
            return walk(came, current)
        open_set.remove(current)
        closed.append(current)
        for n in around8(rows, current):
            tentative = g[current] + math.dist(current, n)
            if tentative < g.get(n, math.inf):
                came[n], g[n] = current, tentative
                f[n] = tentative + octile(n, goal)
                if n not in open_set:
                    open_set.append(n)
    return None


def set_of_dictionaries(rows, start, goal):
    """Dijkstra over a set of unvisited cells, with dictionaries for everything else."""
    waiting = {start}
    table = {start: {"cost": 0, "parent": None}}
    while waiting:
        c = min(waiting, key=lambda cell: table[cell]["cost"])
        waiting.remove(c)
        if c == goal:
            return walk({k: v["parent"] for k, v in table.items()}, c)
        for n in around8(rows, c):
            cost = table[c]["cost"] + math.dist(c, n)
            if n not in table or cost < table[n]["cost"]:
                table[n] = {"cost": cost, "parent": c}
                waiting.add(n)
    return None


class Node:
    """A node of a class of its own, as many courses have it."""

    def __init__(self, parent, position):
        self.parent, self.position = parent, position
        self.g = self.h = self.f = 0

    def __lt__(self, other):
        return self.f < other.f


class NodeSearch:
    """A* with node objects in a heap, as methods of a class."""

    def __init__(self):
        self.frontier = []

    def push(self, node):
        heapq.heappush(self.frontier, node)

    def __call__(self, rows, start, goal):
        self.frontier = []
        first = Node(None, start)
        best = {start: 0}
        self.push(first)
        while self.frontier:
            node = heapq.heappop(self.frontier)
            if node.g > best[node.position]:
                continue
            if node.position == goal:
                path = []
                while node is not None:
                    path.append(node.position)
                    node = node.parent
                return path[::-1]
            for n in around8(rows, node.position):
                child = Node(node, n)
                child.g = node.g + math.dist(node.position, n)
                child.h = octile(n, goal)
                child.f = child.g + child.h
                if child.g < best.get(n, math.inf):
                    best[n] = child.g
                    self.push(child)
        return None


def parent_in_entry(rows, start, goal):
    """Uniform cost with the parent and the cost in the entry, closed when popped."""
    heap, came = [(0, start, None)], {}
    while heap:
        cost, c, parent = heapq.heappop(heap)
        if c in came:
            continue
        came[c] = parent
        if c == goal:
            return walk(came, c), cost
        for n in around8(rows, c):
            if n not in came:
                heapq.heappush(heap, (cost + math.dist(c, n), n, c))
    return None


def rows_and_columns(grid, start, goal):
    """A* on lists of numbers with (row, column), flat entries, and 1 for a wall."""
    height, width = len(grid), len(grid[0])
    heap = [(0, 0, start[0], start[1])]
    g, came = {start: 0}, {}
    while heap:
        _, cost, r, c = heapq.heappop(heap)
        if (r, c) == goal:
            return walk(came, goal)
        if cost > g[(r, c)]:
            continue
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < height and 0 <= nc < width and grid[nr][nc] == 0 and cost + 1 < g.get((nr, nc), math.inf):
                g[nr, nc], came[nr, nc] = cost + 1, (r, c)
                f = cost + 1 + abs(nr - goal[0]) + abs(nc - goal[1])
                heapq.heappush(heap, (f, cost + 1, nr, nc))
    return None


def numbered_cells(rows, start, goal):
    """Dijkstra on cells that are numbers, y * width + x, from the goal's side of nothing: plain and flat."""
    width, height = len(rows[0]), len(rows)
    dist, prev, heap = [math.inf] * (width * height), [None] * (width * height), [(0, start)]
    dist[start] = 0
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        if u == goal:
            break
        for n in around4(rows, (u % width, u // width)):
            v = n[1] * width + n[0]
            if d + 1 < dist[v]:
                dist[v], prev[v] = d + 1, u
                heapq.heappush(heap, (d + 1, v))
    if dist[goal] == math.inf:
        return None
    path = [goal]
    while prev[path[-1]] is not None:
        path.append(prev[path[-1]])
    return path[::-1]


def peeking_stack(rows, start, goal):
    """Depth first that looks at the top of its stack, which is the path."""
    stack, seen = [start], {start}
    while stack:
        if stack[-1] == goal:
            return stack
        for n in around4(rows, stack[-1]):
            if n not in seen:
                seen.add(n)
                stack.append(n)
                break
        else:
            stack.pop()
    return None


def level_by_level(rows, start, goal):
    """Breadth first in whole levels, without a queue."""
    level, came = [start], {start: None}
    while level:
        following = []
        for c in level:
            if c == goal:
                return walk(came, c)
            for n in around4(rows, c):
                if n not in came:
                    came[n] = c
                    following.append(n)
        level = following
    return None


class OwnHeap:
    """A binary heap of one's own."""

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)
        i = len(self.items) - 1
        while i and self.items[i] < self.items[(i - 1) // 2]:
            j = (i - 1) // 2
            self.items[i], self.items[j] = self.items[j], self.items[i]
            i = j

    def pop(self):
        top, last = self.items[0], self.items.pop()
        if self.items:
            self.items[0], i = last, 0
            while True:
                small = i
                for child in (2 * i + 1, 2 * i + 2):
                    if child < len(self.items) and self.items[child] < self.items[small]:
                        small = child
                if small == i:
                    break
                self.items[i], self.items[small] = self.items[small], self.items[i]
                i = small
        return top


def own_heap(rows, start, goal):
    """Dijkstra with a heap of its own."""
    heap, dist, came = OwnHeap(), {start: 0}, {start: None}
    heap.push((0, start))
    while heap.items:
        d, c = heap.pop()
        if c == goal:
            return walk(came, c)
        if d > dist[c]:
            continue
        for n in around8(rows, c):
            t = d + math.dist(c, n)
            if t < dist.get(n, math.inf):
                dist[n], came[n] = t, c
                heap.push((t, n))
    return None


def from_the_goal(rows, start, goal):
    """Dijkstra from the goal to the start, so that parents lead forward."""
    dist, toward, heap = {goal: 0}, {}, [(0, goal)]
    while heap:
        d, c = heapq.heappop(heap)
        if c == start:
            path = [c]
            while path[-1] in toward:
                path.append(toward[path[-1]])
            return path
        if d > dist[c]:
            continue
        for n in around8(rows, c):
            t = d + math.dist(c, n)
            if t < dist.get(n, math.inf):
                dist[n], toward[n] = t, c
                heapq.heappush(heap, (t, n))
    return None


def sorted_list(rows, start, goal):
    """A* with a list that is sorted before each pop."""
    waiting, g, came = [(octile(start, goal), start)], {start: 0}, {}
    while len(waiting) > 0:
        waiting.sort(key=lambda entry: entry[0])
        _, c = waiting.pop(0)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t < g.get(n, math.inf):
                g[n], came[n] = t, c
                waiting.append((t + octile(n, goal), n))
    return None


def two_ends(rows, start, goal):
    """Breadth first from both ends."""
    sides = [({start: None}, collections.deque([start])), ({goal: None}, collections.deque([goal]))]
    while all(waiting for _, waiting in sides):
        for mine, other in ((0, 1), (1, 0)):
            came, waiting = sides[mine]
            for _ in range(len(waiting)):
                c = waiting.popleft()
                for n in around4(rows, c):
                    if n not in came:
                        came[n] = c
                        waiting.append(n)
            meet = [c for c in came if c in sides[other][0]]
            if meet:
                best = min(meet, key=lambda c: len(walk(sides[0][0], c)) + len(walk(sides[1][0], c)))
                return walk(sides[0][0], best) + walk(sides[1][0], best)[-2::-1]
    return None


def removes_from_a_heap(rows, start, goal):
    """A* that takes an entry out of the heap when its cell gets cheaper."""
    g, came, heap = {start: 0}, {start: None}, [(octile(start, goal), start)]
    while heap:
        _, c = heapq.heappop(heap)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t >= g.get(n, math.inf):
                continue
            for index, (_, cell) in enumerate(heap):
                if cell == n:
                    del heap[index]
                    heapq.heapify(heap)
                    break
            g[n], came[n] = t, c
            heapq.heappush(heap, (t + octile(n, goal), n))
    return None


def removes_from_a_list(rows, start, goal):
    """Dijkstra over a list whose entries are removed both to expand them and when their cell gets cheaper."""
    g, came, waiting = {start: 0}, {start: None}, [start]
    while waiting:
        c = min(waiting, key=lambda cell: g[cell])
        waiting.remove(c)
        if c == goal:
            return walk(came, c)
        for n in around8(rows, c):
            t = g[c] + math.dist(c, n)
            if t >= g.get(n, math.inf):
                continue
            if n in waiting:
                waiting.remove(n)
            g[n], came[n] = t, c
            waiting.append(n)
    return None


def two_heaps(rows, start, goal):
    """Dijkstra from both ends with entries of four numbers, which stops when no shorter way can join the two."""
    heaps = [[(0, 0, *start)], [(0, 0, *goal)]]
    costs, came, best, count = [{start: 0}, {goal: 0}], [{start: None}, {goal: None}], (math.inf, None), 0
    while all(heaps) and heaps[0][0][0] + heaps[1][0][0] < best[0]:
        side = 0 if len(heaps[0]) <= len(heaps[1]) else 1
        d, _, x, y = heapq.heappop(heaps[side])
        for n in around8(rows, (x, y)):
            t = d + math.dist((x, y), n)
            if t < costs[side].get(n, math.inf) - 1e-9:
                costs[side][n], came[side][n], count = t, (x, y), count + 1
                heapq.heappush(heaps[side], (t, count, *n))
                best = min(best, (t + costs[1 - side].get(n, math.inf), n), key=lambda pair: pair[0])
    return walk(came[0], best[1]) + walk(came[1], best[1])[-2::-1] if best[1] else None


@dataclasses.dataclass(order=True)
class Entry:
    """An entry that is ordered by its first field, as the documentation of queue has it."""

    priority: float
    cell: tuple = dataclasses.field(compare=False)


def ordered_dataclass(rows, start, goal):
    """Uniform cost with ordered objects in a PriorityQueue."""
    waiting, dist, came = queue.PriorityQueue(), {start: 0}, {}
    waiting.put(Entry(0, start))
    while not waiting.empty():
        entry = waiting.get()
        if entry.cell == goal:
            return walk(came, goal), entry.priority
        for n in around8(rows, entry.cell):
            t = dist[entry.cell] + math.dist(entry.cell, n)
            if t < dist.get(n, math.inf):
                dist[n], came[n] = t, entry.cell
                waiting.put(Entry(t, n))
    return None


class PlainNode:
    """A node that compares by its position, as a popular article has it."""

    def __init__(self, parent=None, position=None):
        self.parent, self.position = parent, position
        self.g = self.h = self.f = 0

    def __eq__(self, other):
        return self.position == other.position


def popular_article(rows, start, goal):
    """A* over two plain lists, with the minimum found by a loop. Closed nodes are really skipped."""
    start_node, end_node = PlainNode(None, start), PlainNode(None, goal)
    open_list, closed_list = [], []
    open_list.append(start_node)
    while len(open_list) > 0:
        current_node, current_index = open_list[0], 0
        for index, item in enumerate(open_list):
            if item.f < current_node.f:
                current_node, current_index = item, index
        open_list.pop(current_index)
        closed_list.append(current_node)
        if current_node == end_node:
            path, current = [], current_node
            while current is not None:
                path.append(current.position)
                current = current.parent
            return path[::-1]
        for position in around8(rows, current_node.position):
            child = PlainNode(current_node, position)
            if child in closed_list:
                continue
            child.g = current_node.g + math.dist(current_node.position, position)
            child.h = octile(position, goal)
            child.f = child.g + child.h
            if any(child == node and child.g >= node.g for node in open_list):
                continue
            open_list.append(child)
    return None


def marks_the_map(grid, start, goal):
    """Breadth first that marks visited cells in the map itself."""
    waiting, came = collections.deque([start]), {start: None}
    grid[start[1]][start[0]] = 2
    while waiting:
        x, y = waiting.popleft()
        if (x, y) == goal:
            return walk(came, goal)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            a, b = x + dx, y + dy
            if 0 <= b < len(grid) and 0 <= a < len(grid[0]) and grid[b][a] == 0:
                grid[b][a], came[a, b] = 2, (x, y)
                waiting.append((a, b))
    return None


def joined_borders(rows, start, goal):
    """A breadth-first search on a torus."""
    queue, parents = collections.deque([start]), {}
    while queue:
        cell = queue.popleft()
        if cell == goal:
            return walk(parents, goal)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            n = ((cell[0] + dx) % len(rows[0]), (cell[1] + dy) % len(rows))
            if rows[n[1]][n[0]] != "#" and n not in parents and n != start:
                parents[n] = cell
                queue.append(n)
    return None


def portal(rows, start, goal):
    """Dijkstra's algorithm with a portal from (2, 2) to (20, 20)."""
    heap, cost, parents = [(0, start)], {start: 0}, {}
    while heap:
        g, cell = heapq.heappop(heap)
        if g > cost[cell]:
            continue
        if cell == goal:
            return walk(parents, goal)
        exits = [(20, 20)] if cell == (2, 2) and inside(rows, (20, 20)) else []
        for n in [*around4(rows, cell), *exits]:
            if g + 1 < cost.get(n, math.inf):
                cost[n], parents[n] = g + 1, cell
                heapq.heappush(heap, (g + 1, n))
    return None


def rays(rows, start, goal):
    """A* whose successors are all cells along free rays, as of a jump point search without its rules."""

    def free(x, y):
        return inside(rows, (x, y)) and rows[y][x] != "#"

    heap, cost, parents, closed = [(0, start)], {start: 0}, {}, set()
    while heap:
        cell = heapq.heappop(heap)[1]
        if cell in closed:
            continue
        closed.add(cell)
        if cell == goal:
            return walk(parents, goal)
        for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
            x, y = cell
            while free(x + dx, y + dy) and (not (dx and dy) or free(x + dx, y) and free(x, y + dy)):
                x, y = x + dx, y + dy
                g = cost[cell] + octile(cell, (x, y))
                if g < cost.get((x, y), math.inf) - 1e-9:
                    cost[x, y], parents[x, y] = g, cell
                    heapq.heappush(heap, (g + octile((x, y), goal), (x, y)))
    return None


def every_walk(rows, cell, goal, before=(), most=40):
    """Recursion over all walks of at most 40 steps without a loop: exponential on open ground."""
    before = (*before, cell)
    if cell == goal:
        return list(before)
    for n in around4(rows, cell):
        if most and n not in before:
            found = every_walk(rows, n, goal, before, most - 1)
            if found:
                return found
    return None


def steps_by_list(rows, cell, goal, closed=None):
    """Depth-first recursion with a list of neighbours of its own."""
    closed = set() if closed is None else closed
    closed.add(cell)
    if cell == goal:
        return [cell]
    waiting = []
    for n in around4(rows, cell):
        waiting.append(n)
    while waiting:
        n = waiting.pop()
        if n not in closed:
            rest = steps_by_list(rows, n, goal, closed)
            if rest:
                return [cell, *rest]
    return None


def start_outside(rows, start, goal):
    """A* whose start never enters the heap. The first two numbers of an entry are no cell."""
    best, came, heap, entry = {start: 0}, {}, [], (manhattan(start, goal), 0, start)
    while entry[2] != goal:
        _, g, c = entry
        for n in around4(rows, c):
            if g + 1 < best.get(n, math.inf):
                best[n], came[n] = g + 1, c
                heapq.heappush(heap, (g + 1 + manhattan(n, goal), g + 1, n))
        if not heap:
            return None
        entry = heapq.heappop(heap)
        while heap and entry[1] > best[entry[2]]:
            entry = heapq.heappop(heap)
    return walk(came, goal)
