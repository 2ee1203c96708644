# Compares the CSV files that Tiled exported from a map with the scene that the map was written from, cell by cell.
# Needs: nothing but Python 3. Used by tiled.sh.
#
# tiled_cells.py SCENE.scene.json MAP FOLDER
import json, os, re, sys

scene_path, map_path, folder = sys.argv[1:4]
scene = json.load(open(scene_path, encoding="utf-8"))
text = open(map_path, encoding="utf-8").read()
# The types that the map itself gives to the ids of its tiles. Several tiles have one type if they turn.
if text.lstrip().startswith("{"):
    tiles = json.loads(text)["tilesets"][0]["tiles"]
    types = {tile["id"]: tile["type"] for tile in tiles}
else:
    types = {int(id): name for id, name in re.findall(r'<tile id="(\d+)" type="([^"]+)"', text)}
legend = scene["legend"]
rows = [[legend[glyph] for glyph in row] for row in scene["rows"]]
expected = {"terrain": rows}
if "weights" in scene:
    weight = lambda c: None if c == "." else "weight-" + c
    expected["weights"] = [[weight(c) for c in row] for row in scene["weights"]]
if "known" in scene:
    expected["known"] = [["unknown" if c == "?" else None for c in row] for row in scene["known"]]
# Tiled names the file after the layer only if there are several.
names = {"o.csv": "terrain"} if len(expected) == 1 else {f"o_{layer}.csv": layer for layer in expected}
if sorted(os.listdir(folder)) != sorted(names):
    sys.exit(f"{map_path}: Tiled wrote {sorted(os.listdir(folder))}, not {sorted(names)}")
for file, layer in names.items():
    found = [[types.get(int(n)) for n in line.split(",") if n] for line in open(os.path.join(folder, file)) if line.strip()]
    if found != expected[layer]:
        wrong = [(x, y) for y, row in enumerate(found) for x, n in enumerate(row) if expected[layer][y][x] != n]
        sys.exit(f"{map_path}, layer {layer}: Tiled has other tiles, the first at {wrong[:1]}")
