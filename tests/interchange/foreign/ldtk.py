"""Checks an LDtk project with jsonschema and ldtkpy 1.4.1 (pip install jsonschema ldtkpy==1.4.1).

ldtk.py ROOM.ldtk [SCHEMA.json [ROOM.scene.json]]

SCHEMA is tests/data/ldtk-1.5.3.schema.json, or LDtk's own JSON_SCHEMA.json. With the scene's own file, the tiles and the
actors must be the same.
"""

import json
import sys

from ldtkpy.api import ldtk_json_from_dict


def fail(text):
    print(f"{sys.argv[1]}: {text}")
    sys.exit(1)


project = json.load(open(sys.argv[1], encoding="utf-8"))
if len(sys.argv) > 2:
    import jsonschema

    schema = json.load(open(sys.argv[2], encoding="utf-8"))
    for error in jsonschema.Draft7Validator(schema).iter_errors(project):
        fail(f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")
loaded = ldtk_json_from_dict(project)
layers = {layer.identifier: layer for layer in loaded.levels[0].layer_instances}
definitions = {layer.identifier: layer for layer in loaded.defs.layers}
names = {value.value: value.identifier.replace("_", "-") for value in definitions["Terrain"].int_grid_values}
terrain = layers["Terrain"]
tiles = [names[value] for value in terrain.int_grid_csv]
if len(tiles) != terrain.c_wid * terrain.c_hei:
    fail("the number of values is wrong")
kinds = {entity.uid: entity for entity in loaded.defs.entities}
for entity in layers["Actors"].entity_instances:
    if kinds[entity.def_uid].identifier != entity.identifier:
        fail(f"{entity.identifier} has the definition of {kinds[entity.def_uid].identifier}")
    fields = {field.uid: field for field in kinds[entity.def_uid].field_defs}
    for field in entity.field_instances:
        definition = fields[field.def_uid]
        if (definition.identifier, definition.type) != (field.identifier, field.type):
            fail(f"the field {field.identifier} has the definition of {definition.identifier}")
if len(sys.argv) > 3:
    own = json.load(open(sys.argv[3], encoding="utf-8"))
    expected = [own["legend"][glyph] for row in own["rows"] for glyph in row]
    if tiles != expected:
        fail("the tiles differ")
    actors = [(entity.identifier.lower(), entity.grid) for entity in layers["Actors"].entity_instances]
    if actors != [(actor["kind"], actor["at"]) for actor in own["actors"]]:
        fail("the actors differ")
print(f"{sys.argv[1]}: layers {', '.join(layers)}, {len(tiles)} cells, {len(layers['Actors'].entity_instances)} actors")
