# Needs Python 3, numpy, pandas and pillow. Writes one map in many ways, to be read by gridscope.
# Usage: make_maps.py FOLDER
# expected.txt has the map as text. The part of a file's name before the ending is the meaning for --array; `none` stands
# for a file that is read without a meaning.
import os
import sys

import numpy
import pandas
from PIL import Image

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
rows = ["#######", "#..#..#", "#.....#", "#..#..#", "#######"]
path = lambda name: os.path.join(folder, name)
with open(path("expected.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(rows) + "\n")
free = numpy.array([[c == "." for c in row] for row in rows])
numpy.save(path("bool.none.npy"), free)
numpy.save(path("fortran.none.npy"), numpy.asfortranarray(free))
numpy.save(path("layers.none.npy"), free[None])
numpy.save(path("names.none.npy"), numpy.where(free, "floor", "wall"))
numpy.save(path("names-big.none.npy"), numpy.where(free, "floor", "wall").astype(">U8"))
numpy.save(path("costs.none.npy"), numpy.where(free, 1.0, numpy.inf))
numpy.save(path("costs32.none.npy"), numpy.where(free, 1.0, numpy.nan).astype(">f4"))
for kind in ["|u1", "|i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8", "<f4", ">f4", "<f8", ">f8"]:
    name = kind.replace("|", "").replace("<", "l").replace(">", "b")
    numpy.save(path(f"{name}.free.npy"), free.astype(kind))
    numpy.save(path(f"{name}.wall.npy"), (~free).astype(kind))
    numpy.save(path(f"{name}.tiles.npy"), (~free).astype(kind))
    numpy.save(path(f"{name}.cost.npy"), free.astype(kind))
numpy.save(path("grid.occupancy.npy"), numpy.where(free, 0, 100).astype("i1"))
for version in [(1, 0), (2, 0), (3, 0)]:
    with open(path(f"version{version[0]}.none.npy"), "wb") as file:
        numpy.lib.format.write_array(file, free, version=version)
frame = pandas.DataFrame(numpy.where(free, "floor", "wall"))
frame.to_csv(path("frame.none.csv"))
frame.to_csv(path("plain.none.csv"), index=False, header=False)
frame.to_csv(path("semicolon.none.csv"), index=False, header=False, sep=";", encoding="utf-8-sig")
numpy.savetxt(path("savetxt.free.csv"), free, delimiter=",")
pandas.DataFrame(free.astype(int)).to_csv(path("tabs.free.tsv"), sep="\t", index=False, header=False)
pandas.DataFrame(free * 0.5).to_csv(path("decimal.free.csv"), sep=";", decimal=",", index=False, header=False)
grey = Image.fromarray(numpy.where(free, 255, 0).astype("u1"))
grey.save(path("grey.none.png"))
grey.convert("1").save(path("one.none.png"))
grey.convert("RGB").save(path("rgb.none.png"), optimize=True)
grey.convert("RGBA").save(path("rgba.none.png"))
grey.convert("P").save(path("palette.none.png"))
Image.fromarray(numpy.where(free, 65535, 0).astype("u2")).save(path("deep.none.png"))
legend = numpy.array([[[200, 200, 190] if cell else [60, 60, 70] for cell in row] for row in free], dtype="u1")
Image.fromarray(legend).save(path("legend.none.png"))
Image.fromarray(legend ^ 1).save(path("nearly.none.png"))
print(f"{len(os.listdir(folder)) - 1} files of one map written to {folder}")
