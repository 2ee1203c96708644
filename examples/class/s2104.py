"""A* with a heap and tables in dicts."""

import heapq


def search(grid, start, goal):
    def estimate(cell):
        return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])

    heap = [(estimate(start), start)]
    cost = {start: 0}
    parent = {start: None}
    closed = set()
    while heap:
        _, cell = heapq.heappop(heap)
        if cell in closed:
            continue
        if cell == goal:
            path = []
            while cell is not None:
                path.append(cell)
                cell = parent[cell]
            return path[::-1]
        closed.add(cell)
        x, y = cell
        for near in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if not (0 <= near[0] < len(grid[0]) and 0 <= near[1] < len(grid)):
                continue
            price = grid[near[1]][near[0]]
            if price == float("inf"):
                continue
            new = cost[cell] + price
            if new < cost.get(near, float("inf")):
                cost[near] = new
                parent[near] = cell
                heapq.heappush(heap, (new + estimate(near), near))
    return None
