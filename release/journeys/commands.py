#!/usr/bin/env python3
"""Tries the command lines of commands.tsv: commands.py PROGRAM…, where PROGRAM may begin with what runs it (wine, qemu).

A row of the table has the exit code, the command line, a part of what is printed, and standard input. The rows share a
folder, so that one reads what another wrote.
"""

import os
import shlex
import subprocess
import sys
import tempfile


def fault(program, folder, row):
    code, line, part, *given = row.rstrip("\n").split("\t")
    given = given[0].replace("\\n", "\n").encode() if given else b""
    # Into a file: processes of Wine that stay would keep a pipe open.
    with tempfile.TemporaryFile() as out:
        ended = subprocess.run([*program, *shlex.split(line)], input=given, stdout=out, stderr=out, cwd=folder, timeout=300)
        out.seek(0)
        printed = out.read().decode("utf-8", "replace").replace("\r\n", "\n")
    if ended.returncode != int(code):
        return f"{line}: exit {ended.returncode}, expected {code}: {printed[:300]}"
    return None if part in printed else f"{line}: {part!r} is missing: {printed[:300]}"


def main():
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "commands.tsv")
    with open(table, encoding="utf-8") as rows, tempfile.TemporaryDirectory() as folder:
        faults = [fault(sys.argv[1:], folder, row) for row in rows]
    for found in filter(None, faults):
        print(found)
    print(f"{sum(found is None for found in faults)} of {len(faults)} command lines")
    sys.exit(any(faults))


if __name__ == "__main__":
    main()
