"""A student's A* on a grid with eight neighbours, never past a corner. Lines marked "# log" are all that gridscope needs.

    GRIDSCOPE=astar.trace.jsonl python3 astar.py < maze.txt      # # is wall, . floor, G the start, X the goal
"""
import heapq, math, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import gridscope  # log

MAP = ["##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
       "#..###.####..#", "#......#...X.#", "#....#.......#", "##############"]
STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
DIAGONAL = math.sqrt(2)


def inside(rows, x, y):
    return 0 <= y < len(rows) and 0 <= x < len(rows[y])


def free(rows, x, y):
    return inside(rows, x, y) and rows[y][x] in ".GX"


def octile(a, b):
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx + dy + (DIAGONAL - 2) * min(dx, dy)


def refused(rows, x, y, dx, dy, cost, g, closed):
    to = (x + dx, y + dy)
    if not free(rows, *to): return "wall"
    if dx and dy and not (free(rows, x + dx, y) and free(rows, x, y + dy)): return "corner"
    if to in closed: return "closed"
    if to in g and cost >= g[to]: return "equal" if cost == g[to] else "dearer"
    return None


def astar(rows, start, goal):
    gridscope.start(rows, start, goal, 8, "never", ["f", "#"], costs={"straight": 1, "diagonal": DIAGONAL})  # log
    g, parent, closed = {start: 0}, {}, set()
    heap, pushed = [(octile(start, goal), 0, start)], 0  # if f is equal, the one pushed first
    gridscope.open(*start, None, 0, octile(start, goal))  # log
    while heap:
        here = heapq.heappop(heap)[2]
        if here in closed: continue  # a dearer entry that was left over
        closed.add(here)
        gridscope.expand(*here, g[here])  # log
        if here == goal:
            path = [here]
            while path[-1] in parent: path.append(parent[path[-1]])
            gridscope.path(path[::-1], g[goal])  # log
            gridscope.done("found")  # log
            return g[goal]
        for dx, dy in STEPS:
            to = (here[0] + dx, here[1] + dy)
            if not inside(rows, *to): continue
            cost = g[here] + (DIAGONAL if dx and dy else 1)
            why = refused(rows, *here, dx, dy, cost, g, closed)
            if why:
                gridscope.reject(*to, here, why)  # log
                continue
            g[to], parent[to], pushed = cost, here, pushed + 1
            heapq.heappush(heap, (cost + octile(to, goal), pushed, to))
            gridscope.open(*to, here, cost, octile(to, goal))  # log
    gridscope.done("none")  # log
    return None


def find(rows, glyph):
    return next(((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == glyph), None)


rows = [] if sys.stdin.isatty() else sys.stdin.read().rstrip("\r\n").splitlines()
rows = rows or MAP
start, goal = find(rows, "G"), find(rows, "X")
if not start or not goal: sys.exit("the map needs a G (start) and an X (goal)")
cost = astar(rows, start, goal)
print("there is no way" if cost is None else f"cost {cost:.4f}", file=sys.stderr)
