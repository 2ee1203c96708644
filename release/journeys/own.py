"""Checks a search with a planted mistake, and prints the program that did it."""

import heapq
import gridscope as gs

def search(rows, start, goal):
    heap, seen, came = [(0, start)], {start: 0}, {}
    while heap:
        d, c = heapq.heappop(heap)
        if c == goal:
            path = [c]
            while c in came:
                c = came[c]
                path.append(c)
            return path[::-1]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            n = c[0] + dx, c[1] + dy
            if 0 <= n[1] < len(rows) and 0 <= n[0] < len(rows[0]) and n not in seen:  # forgets the walls
                seen[n], came[n] = d + 1, c
                heapq.heappush(heap, (d + 1, n))

assert gs.run("hello").cost == 51
report = gs.check(search, ["...", ".#.", "..."], (0, 1), (2, 1), neighbours=4)
assert report.has("wall"), report
print(gs.program())
