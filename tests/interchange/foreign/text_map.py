"""Reads a text map of gridscope: the rows of glyphs, the weights and the unknown cells."""

# Glyphs of tiles that a guard cannot enter, and of actors.
BLOCKED = set("#S=W%T*↑→↓← ")
ACTORS = set("G@VX$><LPUAEMB")


def read(path):
    """Returns the rows of glyphs, the rows of weights and the rows of known cells, all of the same size."""
    blocks, block = {"map": [], "weights": [], "known": [], "legend": []}, "map"
    for line in open(path, encoding="utf-8", newline="\n").read().split("\n"):
        if line in ("weights:", "known:", "legend:"):
            block = line[:-1]
        elif block != "map" or not line.startswith("title:"):
            blocks[block].append(line)
    rows = blocks["map"]
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    # The legend names a void row and a second kind of `@`.
    if any(line.startswith("_ =") for line in blocks["legend"]):
        rows = [row.replace("_", " ") for row in rows]
    if any(line.startswith("& =") for line in blocks["legend"]):
        rows = [row.replace("&", "@") for row in rows]
    width = max(map(len, rows))
    pad = lambda rows_, fill, n: [row.ljust(width, fill)[:width] for row in rows_[:n]] + [fill * width] * (n - len(rows_))
    rows = [row.ljust(width) for row in rows]
    return rows, pad(blocks["weights"], ".", len(rows)), pad(blocks["known"], ".", len(rows))
