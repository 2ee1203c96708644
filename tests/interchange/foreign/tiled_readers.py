# Reads maps that gridscope wrote with the libraries that Python games use, and compares their size and first layer.
# Needs: pip install pytiled-parser PyTMX (tested with 2.2.9 and 3.32).
#
# tiled_readers.py MAP.tmx MAP.tmj ...
import logging, pathlib, sys

import pytiled_parser

# PyTMX warns that it cannot draw without pygame.
logging.disable(logging.WARNING)
import pytmx


def gids(path):
    """Returns the first layer as pytiled-parser reads it."""
    parsed = pytiled_parser.parse_map(path)
    layer = parsed.layers[0]
    if layer.name != "terrain" or "gridscope" not in parsed.properties:
        sys.exit(f"{path}: pytiled-parser finds no terrain, or not the rest of the scene")
    if parsed.layers[-1].name != "actors" or len(parsed.tilesets[1].tiles) != 49:
        sys.exit(f"{path}: pytiled-parser finds no actors, or not all tiles")
    return layer.data


for path in map(pathlib.Path, sys.argv[1:]):
    rows = gids(path)
    if path.suffix == ".tmx":
        other = pytmx.TiledMap(str(path))
        # PyTMX gives numbers of its own to the tiles.
        theirs = [[other.tiledgidmap.get(gid, 0) for gid in row] for row in other.layers[0].data]
        if theirs != [list(row) for row in rows]:
            sys.exit(f"{path}: PyTMX and pytiled-parser read different tiles")
print(f"pytiled-parser and PyTMX read {len(sys.argv) - 1} maps")
