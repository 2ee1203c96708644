"""Lowers all costs until none changes, then walks down from the goal. There is no open list."""

INFINITY = float("inf")


def search(grid, start, goal):
    height, width = len(grid), len(grid[0])
    cost = [[INFINITY] * width for _ in range(height)]
    before = [[None] * width for _ in range(height)]
    cost[start[1]][start[0]] = 0
    changed = True
    while changed:
        changed = False
        for y in range(height):
            for x in range(width):
                if grid[y][x] == INFINITY:
                    continue
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    px, py = x + dx, y + dy
                    if 0 <= px < width and 0 <= py < height and cost[py][px] + grid[y][x] < cost[y][x]:
                        cost[y][x] = cost[py][px] + grid[y][x]
                        before[y][x] = (px, py)
                        changed = True
    if cost[goal[1]][goal[0]] == INFINITY:
        return None
    path = [goal]
    while path[-1] != start:
        x, y = path[-1]
        path.append(before[y][x])
    return list(reversed(path))
