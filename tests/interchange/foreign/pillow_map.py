# Needs Python 3 and pillow. Compares a picture of a map with the same map as CSV, by the names in the picture's text.
# Usage: pillow_map.py MAP.png MAP.csv
import csv
import sys

import PIL
from PIL import Image

picture = Image.open(sys.argv[1])
picture.load()
names = picture.text["gridscope"].split(",")
palette = picture.getpalette()
legend = {tuple(palette[3 * i : 3 * i + 3]): name for i, name in enumerate(names)}
with open(sys.argv[2], encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))
if picture.mode != "P" or picture.size != (len(rows[0]), len(rows)) or len(legend) != len(names):
    sys.exit(f"{sys.argv[1]}: {picture.mode}, {picture.size}, {len(legend)} colours")
colours, alpha = picture.convert("RGB"), picture.convert("RGBA")
for y, row in enumerate(rows):
    for x, name in enumerate(row):
        found = legend[colours.getpixel((x, y))]
        clear = alpha.getpixel((x, y))[3] == 0
        if found != name or clear != (name == "void"):
            sys.exit(f"{sys.argv[1]}: ({x}, {y}) is {found}, transparent {clear}; expected {name}")
print(f"pillow {PIL.__version__}: {picture.width} × {picture.height} pixels agree")
