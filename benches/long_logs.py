#!/usr/bin/env python3
"""Long logs: writes the log of an A* with N million lines, and prints what each command costs on it.

    benches/long_logs.py PROGRAM [--lines 1 10 30] [--folder DIR] [--floats] [--only check,info,...]

PROGRAM is the command line of a release build. For each size it prints the processor time, the peak of memory, and
that peak in bytes for each event. /usr/bin/time is needed. The logs stay in the folder and are used again.
"""

import argparse
import heapq
import itertools
import os
import subprocess
import sys
import tempfile


def write_log(path, lines, floats):
    """Writes a log of searches on a map of 2048² with a few walls, until it has this many lines."""
    side = 2048
    wall = bytearray(side * side)
    seed = 1
    for cell in range(side * side):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        wall[cell] = (seed >> 16) % 5 == 0
    start, goal = side + 1, side * side - side - 2
    wall[start] = wall[goal] = 0
    straight, diagonal = (1, 2**0.5) if floats else (10, 14)
    rows = ["".join("#" if wall[y * side + x] else "." for x in range(side)) for y in range(side)]
    quoted = ",".join(f'"{row}"' for row in rows)
    order = '["f","-g"]'
    with open(path, "w", encoding="utf-8", newline="\n", buffering=1 << 20) as out:
        out.write(
            '{"format":"gridscope-trace","version":2,"algorithm":"astar","map":[' + quoted + "],"
            f'"neighbours":8,"corners":"always","costs":{{"straight":{straight},"diagonal":{diagonal}}},"order":{order}}}\n'
        )
        written = 1
        steps = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
        for search in itertools.count():
            if search:
                start, goal = goal, start
            sx, sy, gx, gy = start % side, start // side, goal % side, goal // side
            out.write(f'{{"event":"begin","phase":"search {search}","start":[{sx},{sy}],"goal":[{gx},{gy}]}}\n')
            written += 1

            def estimate(x, y):
                dx, dy = abs(x - gx), abs(y - gy)
                # Less than the distance, so that the search is wide.
                return min(dx, dy) * diagonal // 4 if not floats else min(dx, dy) * diagonal / 4

            h = estimate(sx, sy)
            out.write(f'{{"event":"open","at":[{sx},{sy}],"g":0,"h":{h},"f":{h}}}\n')
            written += 1
            best, closed, parent = {start: 0}, bytearray(side * side), {}
            heap = [(h, 0, start)]
            while heap:
                f, minus_g, cell = heapq.heappop(heap)
                if closed[cell]:
                    continue
                closed[cell] = 1
                g = -minus_g
                x, y = cell % side, cell // side
                out.write(f'{{"event":"expand","at":[{x},{y}],"g":{g},"f":{f}}}\n')
                written += 1
                if cell == goal:
                    cells = [cell]
                    while cells[-1] in parent:
                        cells.append(parent[cells[-1]])
                    text = ",".join(f"[{c % side},{c // side}]" for c in reversed(cells))
                    out.write(f'{{"event":"path","cells":[{text}],"cost":{g}}}\n{{"event":"done","result":"found"}}\n')
                    written += 2
                    break
                if written >= lines:
                    return
                for dx, dy in steps:
                    nx, ny = x + dx, y + dy
                    if not (0 <= nx < side and 0 <= ny < side):
                        continue
                    near = ny * side + nx
                    if wall[near]:
                        continue
                    there = g + (diagonal if dx and dy else straight)
                    if closed[near]:
                        out.write(f'{{"event":"reject","at":[{nx},{ny}],"from":[{x},{y}],"why":"closed"}}\n')
                    elif there < best.get(near, 1e18):
                        h = estimate(nx, ny)
                        best[near], parent[near] = there, cell
                        heapq.heappush(heap, (there + h, -there, near))
                        out.write(
                            f'{{"event":"open","at":[{nx},{ny}],"from":[{x},{y}],"g":{there},"h":{h},"f":{there + h}}}\n'
                        )
                    else:
                        why = "equal" if there == best[near] else "dearer"
                        out.write(f'{{"event":"reject","at":[{nx},{ny}],"from":[{x},{y}],"why":"{why}","g":{there}}}\n')
                    written += 1


def commands(program, log, folder):
    """The commands that open a log, each with its name."""
    return {
        "check": [program, "check", log],
        "run": [program, "run", log],
        "step": [program, "step", log, "--at", "500000"],
        "events": [program, "events", log, "--cell", "100,100"],
        "table": [program, "table", log],
        "why": [program, "why", log, "100,100"],
        "render": [program, "render", log, "--at", "500000", "-o", os.path.join(folder, "out.png")],
        "convert to lines": [program, "convert", log, os.path.join(folder, "out.trace.jsonl")],
        "convert to columns": [program, "convert", log, os.path.join(folder, "out.columns")],
    }


def measure(command):
    """Processor seconds, peak memory in MiB, and exit code of a command."""
    with tempfile.NamedTemporaryFile("r+") as figures:
        done = subprocess.run(
            ["/usr/bin/time", "-o", figures.name, "-f", "%U %S %M", *command], capture_output=True, text=True, check=False
        )
        user, system, kib = figures.read().split("\n")[-2].split()
    last = (done.stderr or done.stdout).strip().split("\n")[-1][:160]
    return float(user) + float(system), int(kib) / 1024, done.returncode, last


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--lines", nargs="*", type=float, default=[1, 10, 30], help="millions of lines")
    parser.add_argument("--folder", default=tempfile.gettempdir())
    parser.add_argument("--floats", action="store_true", help="costs of 1 and √2 in place of 10 and 14")
    parser.add_argument("--only", default="", help="names of commands, with commas")
    args = parser.parse_args()
    print("| command | lines | file | processor | peak | bytes/event | exit |\n| --- | --- | --- | --- | --- | --- | --- |")
    for millions in args.lines:
        lines = int(millions * 1e6)
        log = os.path.join(args.folder, f"long-{lines}{'-floats' if args.floats else ''}.trace.jsonl")
        if not os.path.exists(log):
            write_log(log, lines, args.floats)
        size = os.path.getsize(log) / 1e6
        for name, command in commands(args.program, log, args.folder).items():
            if args.only and name not in args.only.split(","):
                continue
            seconds, mib, code, last = measure(command)
            each = mib * 2**20 / lines
            print(f"| {name} | {millions:g} M | {size:,.0f} MB | {seconds:.1f} s | {mib:,.0f} MiB | {each:.0f} | {code} |")
            if code:
                print(f"  {last}", file=sys.stderr)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
