# Needs Python 3 and numpy. Compares an array of tiles and its file of names with the same map as CSV.
# Usage: numpy_map.py MAP.npy MAP.tiles.json MAP.csv
import csv
import json
import sys

import numpy

array = numpy.load(sys.argv[1], allow_pickle=False)
with open(sys.argv[2], encoding="utf-8") as file:
    names = {int(number): name for number, name in json.load(file)["tiles"].items()}
with open(sys.argv[3], encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))
if array.dtype != numpy.uint8 or not array.flags.c_contiguous:
    sys.exit(f"{sys.argv[1]}: it is {array.dtype}; expected uint8 in C order")
if array.shape != (len(rows), len(rows[0])):
    sys.exit(f"{sys.argv[1]}: the shape is {array.shape}; expected {(len(rows), len(rows[0]))}")
for y, row in enumerate(rows):
    for x, name in enumerate(row):
        if names[int(array[y, x])] != name:
            sys.exit(f"{sys.argv[1]}: [{y}, {x}] is {names[int(array[y, x])]}; expected {name}")
print(f"numpy {numpy.__version__}: {array.size} cells agree")
