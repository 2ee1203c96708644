"""Dial's buckets: cells wait in the list of their cost. Prices are whole numbers from 1 to 9."""


def search(grid, start, goal):
    free = {(x, y): price for y, row in enumerate(grid) for x, price in enumerate(row) if price != float("inf")}
    buckets = [[start]]
    known = {start: (0, None)}
    cost = 0
    while cost < len(buckets):
        for cell in buckets[cost]:
            if known[cell][0] < cost:
                continue
            if cell == goal:
                return walk(known, cell)
            x, y = cell
            for near in {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & free.keys():
                reached = cost + int(free[near])
                if near not in known or reached < known[near][0]:
                    known[near] = (reached, cell)
                    while len(buckets) <= reached:
                        buckets.append([])
                    buckets[reached].append(near)
        cost += 1
    return None


def walk(known, cell):
    before = known[cell][1]
    return [cell] if before is None else walk(known, before) + [cell]
