"""Checks REXPaint drawings with libtcod. Needs: pip install tcod numpy.

xp_tcod.py DRAWING.xp MAP.txt          the drawing shows the text map of the same scene
xp_tcod.py --write MAP.txt DRAWING.xp  writes the text map as a drawing, for gridscope to read
"""

import sys

import numpy as np
import tcod.console
import tcod.tileset

import text_map

CLEAR = (255, 0, 255)
CODES = {chr(code): i for i, code in enumerate(tcod.tileset.CHARMAP_CP437)}


def write(map_path, path):
    rows, weights, known = text_map.read(map_path)
    width, height = len(rows[0]), len(rows)
    layers = [tcod.console.Console(width, height, order="F") for _ in range(3)]
    for layer in layers:
        layer.rgb[...] = (32, (0, 0, 0), CLEAR)
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            terrain = "." if glyph in text_map.ACTORS else glyph
            if known[y][x] == "?":
                terrain = "?"
            if terrain != " ":
                layers[0].rgb[x, y] = (CODES[terrain], (200, 200, 200), (20, 20, 30))
            if glyph in text_map.ACTORS:
                layers[1].rgb[x, y] = (CODES[glyph], (80, 220, 120), CLEAR)
            if weights[y][x] != ".":
                layers[2].rgb[x, y] = (CODES[weights[y][x]], (220, 220, 80), CLEAR)
    tcod.console.save_xp(path, layers, 9)
    return f"{path}: {width} x {height} cells in 3 layers"


def check(path, map_path):
    rows, weights, known = text_map.read(map_path)
    layers = tcod.console.load_xp(path, order="F")
    codes = [layer.rgb["ch"] for layer in layers]
    clear = [(layer.rgb["bg"] == CLEAR).all(axis=2) for layer in layers]
    for layer in layers:
        if (layer.width, layer.height) != (len(rows[0]), len(rows)):
            sys.exit(f"{path}: {layer.width} x {layer.height} cells; the map has {len(rows[0])} x {len(rows)}")
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            terrain, actor = codes[0][x, y], codes[1][x, y]
            if glyph in text_map.ACTORS:
                expected, found = CODES[glyph], actor
            else:
                expected, found = CODES["?" if known[y][x] == "?" else glyph], terrain
                if actor != 32:
                    sys.exit(f"{path}: ({x},{y}) has an actor of code {actor}; the map has {glyph!r}")
            if found != expected:
                sys.exit(f"{path}: ({x},{y}) has the code {found}; the map has {glyph!r}, which is {expected}")
            if (terrain == 32) != bool(clear[0][x, y]) or not clear[1][x, y]:
                sys.exit(f"{path}: ({x},{y}) has a wrong background")
            weight = chr(codes[2][x, y]) if len(codes) > 2 else " "
            if weight.replace(" ", ".") != weights[y][x]:
                sys.exit(f"{path}: ({x},{y}) has the weight {weight!r}; the map has {weights[y][x]!r}")
    return f"{path}: {len(layers)} layers of {len(rows[0])} x {len(rows)} cells agree with {map_path}"


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--write":
        print(write(sys.argv[2], sys.argv[3]))
    elif len(sys.argv) == 3:
        print(check(sys.argv[1], sys.argv[2]))
    else:
        sys.exit(__doc__)
