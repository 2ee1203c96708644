# Needs Python 3, numpy and pandas. Compares a layer of a run as CSV, JSON and an array.
# Usage: pandas_table.py LAYER.csv LAYER.json LAYER.npy
import json
import sys

import numpy
import pandas

table = pandas.read_csv(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    layers = json.load(file)["layers"]
array = numpy.load(sys.argv[3], allow_pickle=False)
name = layers[0]["name"]
if list(table.columns[:2]) != ["x", "y"] or list(table.columns[2:]) != [layer["name"] for layer in layers]:
    sys.exit(f"{sys.argv[1]}: the columns are {list(table.columns)}")
rows = layers[0]["rows"]
wanted = numpy.array([[numpy.nan if v is None else float(v) for v in row] for row in rows])
if array.dtype != numpy.float64 or not numpy.array_equal(array, wanted, equal_nan=True):
    sys.exit(f"{sys.argv[3]}: it differs from {sys.argv[2]}")
found = numpy.full(array.shape, numpy.nan)
found[table["y"], table["x"]] = table[name]
if not numpy.array_equal(found, wanted, equal_nan=True):
    sys.exit(f"{sys.argv[1]}: it differs from {sys.argv[2]}")
print(f"pandas {pandas.__version__}: {len(table)} rows of {name} agree with numpy {numpy.__version__}")
