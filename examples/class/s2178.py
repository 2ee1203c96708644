"""Dijkstra with a dict as the open list."""


def search(grid, start, goal):
    waiting = {start: 0}
    parents = {start: None}
    closed = {}
    while waiting:
        cell = min(waiting, key=waiting.get)
        cost = waiting.pop(cell)
        closed[cell] = cost
        if cell == goal:
            return trace(parents, goal), cost
        for dx, dy in [(1, 0), (0, 1), (-1, 0), (0, -1)]:
            x, y = cell[0] + dx, cell[1] + dy
            if y not in range(len(grid)) or x not in range(len(grid[0])) or (x, y) in closed:
                continue
            step = grid[y][x]
            if step != float("inf") and cost + step < waiting.get((x, y), float("inf")):
                waiting[x, y] = cost + step
                parents[x, y] = cell
    return None, None


def trace(parents, cell):
    if cell is None:
        return []
    return trace(parents, parents[cell]) + [cell]
