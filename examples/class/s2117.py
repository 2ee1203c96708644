"""Dijkstra with a list that is sorted before each step."""


def neighbours(grid, cell):
    for step in [(0, 1), (0, -1), (1, 0), (-1, 0)]:
        x = cell[0] + step[0]
        y = cell[1] + step[1]
        if x < 0 or y < 0 or y >= len(grid) or x >= len(grid[y]):
            continue
        if grid[y][x] != float("inf"):
            yield (x, y)


def search(grid, start, goal):
    open_list = [(0, start)]
    best = {start: (0, None)}
    done = []
    while len(open_list) > 0:
        open_list.sort()
        d, here = open_list.pop(0)
        if here in done:
            continue
        done.append(here)
        if here == goal:
            break
        for n in neighbours(grid, here):
            through = d + grid[n[1]][n[0]]
            if n not in best or through < best[n][0]:
                best[n] = (through, here)
                open_list.append((through, n))
    if goal not in best:
        return []
    way = [goal]
    while way[0] != start:
        way.insert(0, best[way[0]][1])
    return way
