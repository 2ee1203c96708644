"""Dijkstra that walks back from the goal even if it was never reached."""

from heapq import heappop, heappush


def search(grid, start, goal):
    dist = {start: 0}
    prev = {start: None}
    heap = [(0, start)]
    visited = set()
    while heap:
        d, u = heappop(heap)
        if u == goal:
            break
        if u in visited:
            continue
        visited.add(u)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            v = (u[0] + dx, u[1] + dy)
            if not (0 <= v[0] < len(grid[0]) and 0 <= v[1] < len(grid)):
                continue
            if grid[v[1]][v[0]] == float("inf"):
                continue
            if v not in dist or d + grid[v[1]][v[0]] < dist[v]:
                dist[v] = d + grid[v[1]][v[0]]
                prev[v] = u
                heappush(heap, (dist[v], v))
    path = [goal]
    while prev[path[-1]] is not None:
        path.append(prev[path[-1]])
    return path[::-1]
