"""Lays out a DOT file with Graphviz, and checks that each node is at its cell.

Usage: dot.py FILE.dot
Needs Graphviz (apt-get install graphviz).
"""
import shlex
import subprocess
import sys

path = sys.argv[1]
for options in (["-n"], []):
    out = subprocess.run(["neato", *options, "-Tplain", path], capture_output=True, text=True, check=True)
    if out.stderr:
        sys.exit(f"{path}: neato says {out.stderr}")
    # Long lines are folded after a backslash.
    lines = [shlex.split(line) for line in out.stdout.replace("\\\n", "").splitlines() if line.startswith("node ")]
    places = {line[1]: (float(line[2]), float(line[3])) for line in lines}
    cells = {name: tuple(map(int, name[1:].split("_"))) for name in places}
    first = min(places)
    for name, (x, y) in places.items():
        across, down = cells[name][0] - cells[first][0], cells[name][1] - cells[first][1]
        if abs(x - places[first][0] - across * 0.5) > 0.01 or abs(places[first][1] - y - down * 0.5) > 0.01:
            sys.exit(f"{path}: with neato {options}, {name} is at {x}, {y}")
print(f"{path}: {len(places)} nodes are where they should be")
