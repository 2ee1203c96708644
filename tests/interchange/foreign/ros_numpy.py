"""Checks maps of ROS with Pillow and NumPy. Needs: pip install pillow numpy pyyaml.

ros_numpy.py MAP.yaml MAP.txt   the map has the walls, the floor and the unknown cells of the text map of the same scene
"""

import os
import sys

import numpy as np
import yaml
from PIL import Image

import text_map

if len(sys.argv) != 3:
    sys.exit(__doc__)
path, map_path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    settings = yaml.safe_load(file)
if settings["mode"] != "trinary" or settings["negate"] != 0 or settings["origin"] != [0, 0, 0]:
    sys.exit(f"{path}: unexpected settings {settings}")
if not settings["resolution"] > 0:
    sys.exit(f"{path}: a cell of {settings['resolution']} m")
picture = Image.open(os.path.join(os.path.dirname(path), settings["image"]))
if picture.mode != "L":
    sys.exit(f"{path}: the picture is {picture.mode}, not grey")
p = (255 - np.asarray(picture).astype(float)) / 255
found = np.where(p > settings["occupied_thresh"], "#", np.where(p < settings["free_thresh"], ".", "?"))

rows, _, known = text_map.read(map_path)
if found.shape != (len(rows), len(rows[0])):
    sys.exit(f"{path}: {found.shape} cells; the map has {(len(rows), len(rows[0]))}")
for y, row in enumerate(rows):
    for x, glyph in enumerate(row):
        unknown = "?" in (glyph, known[y][x])
        # A text map does not show the tile under an actor.
        if glyph in text_map.ACTORS and not unknown:
            continue
        expected = "?" if unknown else "#" if glyph in text_map.BLOCKED else "."
        if found[y, x] != expected:
            sys.exit(f"{path}: ({x},{y}) is {found[y, x]!r}; the map has {glyph!r}, so {expected!r}")
print(f"{path}: {found.shape[1]} x {found.shape[0]} cells agree with {map_path}")
