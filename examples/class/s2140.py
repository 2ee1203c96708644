"""A list that is sorted; the last entry is the costliest one, and it is taken."""


def search(grid, start, goal):
    open_list = [(0, start)]
    parent = {start: None}
    cost = {start: 0}
    closed = set()
    while open_list:
        open_list.sort()
        g, cell = open_list.pop()
        if cell == goal:
            path = [cell]
            while parent[path[-1]] is not None:
                path.append(parent[path[-1]])
            path.reverse()
            return path
        if cell in closed:
            continue
        closed.add(cell)
        x, y = cell
        for nx, ny in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
            if 0 <= nx < len(grid[0]) and 0 <= ny < len(grid) and grid[ny][nx] < 1000:
                new = g + grid[ny][nx]
                if (nx, ny) not in cost or new < cost[nx, ny]:
                    cost[nx, ny] = new
                    parent[nx, ny] = cell
                    open_list.append((new, (nx, ny)))
    return None
