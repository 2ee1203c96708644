"""Checks a Godot scene with the package godot_parser 0.1.7 (pip install godot_parser==0.1.7).

godot.py ROOM.tscn [ROOM.scene.json]

Each cell must have a tile of the tileset, and each file that the scene names must be there. With the scene's own file,
the tiles and the actors must be the same.
"""

import base64
import json
import os
import struct
import sys

import godot_parser


def fail(text):
    print(f"{sys.argv[1]}: {text}")
    sys.exit(1)


def layer_cells(section):
    value = section["tile_map_data"]
    if type(value).__name__ == "GDObject":
        value = value.args
    data = value[0] if isinstance(value, (list, tuple)) else value
    data = base64.b64decode(data, validate=True)
    (version,) = struct.unpack_from("<H", data)
    if version != 0 or len(data) % 12 != 2:
        fail(f"the layer has version {version} and {len(data)} bytes")
    cells = {}
    for at in range(2, len(data), 12):
        x, y, source, column, row, alternative = struct.unpack_from("<hhHHHH", data, at)
        if (source, row, alternative) != (0, 0, 0) or (x, y) in cells:
            fail(f"the cell {x}, {y} is wrong")
        cells[x, y] = column
    return cells


scene = godot_parser.load(sys.argv[1])
folder = os.path.dirname(sys.argv[1])
for resource in scene.get_ext_resources():
    if not os.path.exists(os.path.join(folder, resource.path)):
        fail(f"{resource.path} is not there")
names, sources = {}, 0
for resource in scene.get_sub_resources():
    if resource.type == "TileSetAtlasSource":
        sources += 1
        for key, value in resource.properties.items():
            if key.endswith(":0/0"):
                names.setdefault(int(key.split(":")[0]), None)
            if key.endswith("/custom_data_0"):
                names[int(key.split(":")[0])] = value
layers, markers = {}, []
for node in scene.get_nodes():
    if node.type == "TileMapLayer":
        layers[node.name] = layer_cells(node)
    if node.type == "Marker2D":
        at = node["position"].args
        if any(part % 16 != 8 for part in at):
            fail(f"{node.name} is not in the middle of a cell")
        markers.append((node["metadata/gridscope_kind"], [int(part) // 16 for part in at]))
for name, cells in layers.items():
    for cell, column in cells.items():
        if column not in names:
            fail(f"the layer {name} has no tile {column} at {cell}")
if len({node.name for node in scene.get_nodes()}) != len(scene.get_nodes()):
    fail("two nodes have the same name")
if len(sys.argv) > 2:
    own = json.load(open(sys.argv[2], encoding="utf-8"))
    for y, row in enumerate(own["rows"]):
        for x, glyph in enumerate(row):
            tile = own["legend"][glyph]
            found = names.get(layers["terrain"].get((x, y)), "void")
            if found != tile:
                fail(f"the cell {x}, {y} is {found}, not {tile}")
    if markers != [(actor["kind"], actor["at"]) for actor in own["actors"]]:
        fail("the actors differ")
print(f"{sys.argv[1]}: {len(names)} tiles, layers {', '.join(layers)}, {len(markers)} actors")
