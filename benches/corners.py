"""Slow corners: commands that once took much longer than their run. Prints a table of processor time and peak memory.

    python benches/corners.py PROGRAM [OTHER-PROGRAM]

With two programs, such as one built before a change, each row has both. Each figure is the best of three runs of a process
of its own. Rows that draw need a program with the window; without it they are left out.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 3


def measure(command, folder):
    """Runs a command. Returns seconds of processor time and MB, or None if it fails."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    # 1 says that a check has found something, 3 that a budget cut the run.
    return None if process.returncode not in (0, 1, 3) else (used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)


def best(command, folder):
    all = [measure(command, folder) for _ in range(RUNS)]
    return None if None in all else tuple(min(values) for values in zip(*all))


#: What is made before anything is measured.
FILES = [
    ["generate", "cave", "--size", "512x512", "--for", "astar", "-o", "cave512.scene.json"],
    ["generate", "cave", "--size", "64x64", "--for", "astar", "-o", "cave64.scene.json"],
    ["generate", "maze", "--size", "64x64", "--for", "astar", "-o", "maze64.scene.json"],
    ["generate", "cave", "--size", "512x512", "--for", "autochess", "-o", "chess512.scene.json"],
    ["run", "dijkstra", "cave512.scene.json", "--trace", "run.trace.jsonl"],
]

ROWS = [
    ("a run of 1.7 million events, written as a trace", ["run", "dijkstra", "cave512.scene.json", "--trace", "again.trace.jsonl"]),
    ("… its `check`", ["check", "run.trace.jsonl"]),
    ("path sampling, cave of 512²", ["run", "path-sampling", "cave512.scene.json"]),
    ("path sampling, maze of 64²", ["run", "path-sampling", "maze64.scene.json"]),
    ("a ship of 512²", ["generate", "ship", "--size", "512x512", "-o", "ship.scene.json"]),
    ("auto chess on 512², and why not a cell", ["why-not", "chess512.scene.json", "5,5"]),
    ("GIF of A* on 64², 300 frames", ["render", "cave64.scene.json", "-o", "run.gif"]),
    ("APNG of A* on 64², 300 frames", ["render", "cave64.scene.json", "-o", "run.apng"]),
]


def main():
    programs = [str(Path(name).resolve()) for name in sys.argv[1:3]]
    if not programs:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            subprocess.run([programs[0], *file], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        print("| what | " + " | ".join(["time | memory"] * len(programs)) + " |")
        print("| --- |" + " --- | --- |" * len(programs))
        for title, row in ROWS:
            found = [best([program, *row], folder) for program in programs]
            if None not in found:
                print(f"| {title} | " + " | ".join(f"{s:.2f} s | {mb:.0f} MB" for s, mb in found) + " |", flush=True)


if __name__ == "__main__":
    main()
