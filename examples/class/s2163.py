"""A* whose estimate counts three for each step, though most steps cost one."""

import heapq
import itertools


def search(grid, start, goal):
    count = itertools.count()
    heap = []
    came_from = {}
    g_score = {start: 0}

    def h(c):
        return 3 * (abs(goal[0] - c[0]) + abs(goal[1] - c[1]))

    heapq.heappush(heap, (h(start), next(count), start))
    while heap:
        current = heapq.heappop(heap)[2]
        if current == goal:
            path = [current]
            while current in came_from:
                current = came_from[current]
                path.append(current)
            return path[::-1]
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            neighbour = (current[0] + dx, current[1] + dy)
            if not 0 <= neighbour[0] < len(grid[0]) or not 0 <= neighbour[1] < len(grid):
                continue
            if grid[neighbour[1]][neighbour[0]] == float("inf"):
                continue
            tentative = g_score[current] + grid[neighbour[1]][neighbour[0]]
            if tentative < g_score.get(neighbour, float("inf")):
                came_from[neighbour] = current
                g_score[neighbour] = tentative
                heapq.heappush(heap, (tentative + h(neighbour), next(count), neighbour))
    return None
