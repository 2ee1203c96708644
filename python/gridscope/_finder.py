"""Fast paths for loops: one process that keeps the map."""


class Finder:
    pass
