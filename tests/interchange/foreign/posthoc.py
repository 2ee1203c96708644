#!/usr/bin/env python3
"""Checks search traces that gridscope wrote for Posthoc. Needs: pip install jsonschema pyyaml

Usage: posthoc.py FILE.trace.json|FILE.trace.yaml ...

Each file must be valid by tests/data/posthoc.schema.json. In addition, a parent must have an event before, no event may
be its own parent, and the path that Posthoc draws to each `end` must begin at a node without a parent.
"""

import json
import pathlib
import sys

import jsonschema
import yaml

SCHEMA = pathlib.Path(__file__).parents[2] / "data" / "posthoc.schema.json"


def load(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return json.loads(text) if path.endswith(".json") else yaml.safe_load(text)


def drawn_path(events, latest, step):
    """Returns the steps on the path to an event: each parent by the latest parent at or before its child."""
    path = [step]
    while (parent := latest[step]) is not None:
        step = parent
        path.append(step)
    return path


def check(path, validator):
    document = load(path)
    error = next(validator.iter_errors(document), None)
    if error:
        return f"{error.json_path}: {error.message}"[:300]
    events, seen, parents, latest = document["events"], {}, {}, []
    for step, event in enumerate(events):
        node, parent = event["id"], event.get("pId")
        if parent == node:
            return f"events[{step}] is its own parent"
        if parent is not None and parent not in seen:
            return f"events[{step}] has the parent {parent}, which has no event before"
        if parent is not None:
            parents[node] = parent
        latest.append(seen.get(parents.get(node)))
        seen[node] = step
    for step, event in enumerate(events):
        if event["type"] == "end":
            root = events[drawn_path(events, latest, step)[-1]]
            sources = [(e["x"], e["y"]) for e in events if e["type"] == "source"]
            if sources and (root["x"], root["y"]) not in sources:
                return f"the path to events[{step}] begins at {root['x']},{root['y']}, and not at a source"
    return None


def main():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sys.argv[1:]:
        if found := check(path, validator):
            sys.exit(f"{path}: {found}")
    print(f"{len(sys.argv) - 1} search traces are valid")


if __name__ == "__main__":
    main()
