"""Breadth first, so that each step counts as one. The path lacks its start."""

from collections import deque


def search(grid, start, goal):
    queue = deque([start])
    previous = {start: None}
    while queue:
        cell = queue.popleft()
        if cell == goal:
            path = []
            while cell != start:
                path.append(cell)
                cell = previous[cell]
            return path[::-1] or [start]
        x, y = cell
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= step[0] < len(grid[0]) and 0 <= step[1] < len(grid)
            if inside and grid[step[1]][step[0]] != float("inf") and step not in previous:
                previous[step] = cell
                queue.append(step)
    return []
