"""Speed over jobs: each command that has --jobs, on one core and on several. Compares the output byte for byte.

    python benches/jobs.py target/release/gridscope [JOBS…]        # default: 1 and the number of processors

Prints a Markdown table: wall time with the first number of jobs, the smallest of three, and how many times faster each
other number is. The machine must have nothing else to do; with other load, the ratios are too small.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
JOBS = [int(n) for n in sys.argv[2:]] or [1, os.cpu_count()]
ROUNDS = 3
# A program behind the map that computes for a while, and then reports what it found.
SLOW = f"{sys.executable} slow.py"
SLOW_PY = """import json, sys
scene = json.load(sys.stdin)
walls = sum(row.count("#") for row in scene["rows"])
sum(n * n for n in range(400_000))
print(json.dumps({"event": "done", "result": "found", "walls": walls}))
"""


def cave(side):
    """Returns the rows of a MovingAI map with some walls, and a start and a goal in every row of its scenario."""
    blocked = lambda x, y: (x * 7919 + y * 104729 + x * y * 31) % 97 < 20 and x + y > 4 and x + y < 2 * side - 6
    rows = ["".join("@" if blocked(x, y) else "." for x in range(side)) for y in range(side)]
    return f"type octile\nheight {side}\nwidth {side}\nmap\n" + "\n".join(rows) + "\n"


def prepare(folder):
    """Writes the inputs of the commands to a folder."""
    write = lambda name, text: open(os.path.join(folder, name), "w").write(text)
    write("slow.py", SLOW_PY)
    for name, side, rows in [("m", 512, 300), ("big", 256, 1), ("middle", 110, 1)]:
        write(f"{name}.map", cave(side))
        row = f"0\t{name}.map\t{side}\t{side}\t0\t0\t{{}}\t{side - 1}\t1\n"
        write(f"{name}.scen", "version 1\n" + "".join(row.format(side - 1 - n % 7) for n in range(rows)))
    os.mkdir(os.path.join(folder, "class"))
    lesson = os.path.join(folder, "lesson.scene.json")
    subprocess.run([PROGRAM, "convert", "into-the-pocket", lesson], check=True, capture_output=True)
    for n in range(200):
        shutil.copy(lesson, os.path.join(folder, "class", f"{n}.json"))


COMMANDS = {
    "experiment, A* on 256²": "experiment big.scen --row 1 --algorithm astar --set ties=parents --samples 300 --csv",
    "experiment, guards": "experiment patrol-and-keys --samples 2000 --csv",
    "experiment, size swept": "experiment hello --sweep size=64,128,256 --samples 100 --csv",
    "experiment --with": f"experiment hello --with '{SLOW}' --samples 40 --csv",
    "suite, 512²": "suite m.scen --csv",
    "minimise": "minimise big.scen --row 1 --algorithm astar --keep 'outcome cost > 250' --json",
    "minimise --with": f"minimise hello --with '{SLOW}' --keep 'outcome walls > 3' --json",
    "sample-paths": "sample-paths middle.scen --row 1 --algorithm astar --set samples=500 --json",
    "asymmetry": "asymmetry middle.map --algorithm shadowcast --json",
    "grade": "grade class --exercise into-the-pocket",
}


def measured(command, folder, jobs):
    """Returns the least wall time of a command in seconds, and its exit code and output without times."""
    best, output = float("inf"), None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        line = f"{PROGRAM} {command} --jobs {jobs}"
        done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, check=False)
        best = min(best, time.perf_counter() - start)
        # The last column of a suite is the time of a row.
        output = re.sub(rb",[0-9.]+$", b"", done.stdout, flags=re.M) if command.startswith("suite") else done.stdout
        if done.returncode > 1:
            sys.exit(f"{line}: {done.stderr.decode()}")
    return best, (done.returncode, output)


def main():
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        print("| command | " + " | ".join([f"{JOBS[0]} job, s", *(f"{n} jobs, ×" for n in JOBS[1:])]) + " | alike |")
        print("| --- |" + " ---: |" * len(JOBS) + " --- |")
        for name, command in COMMANDS.items():
            (first, wanted), *others = [measured(command, folder, jobs) for jobs in JOBS]
            faster = [f"{first / seconds:.2f}" for seconds, _ in others]
            alike = "yes" if all(output == wanted for _, output in others) else "NO"
            print("| " + " | ".join([name, f"{first:.2f}", *faster, alike]) + " |", flush=True)


main()
