#!/usr/bin/env python3
"""Tries names, files and programs as users have them: files.py windows|linux PROGRAM…

PROGRAM may begin with what runs it (wine, qemu). Prints a line for each thing tried that went wrong.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

WINDOWS = sys.argv[1] == "windows"
PROGRAM = sys.argv[2:]
#: A number that no other process has in its command line.
MARK = "774411"
LOG = '{"event":"open","at":[1,1],"g":7}'
faults = []
count = 0


def expect(what, holds, printed=""):
    global count
    count += 1
    if not holds:
        faults.append(what)
        print(f"{what}: {printed[:400]}", flush=True)


def run(*words, given=b""):
    # Into a file: processes of Wine that stay would keep a pipe open.
    with tempfile.TemporaryFile() as out:
        code = subprocess.run([*PROGRAM, *words], input=given, stdout=out, stderr=out, timeout=300).returncode
        out.seek(0)
        return code, out.read().decode("utf-8", "replace").replace("\r\n", "\n")


def works(what, *words, part="", given=b""):
    code, printed = run(*words, given=given)
    expect(what, code == 0 and part in printed, f"exit {code}: {printed}")


def refuses(what, *words, part, given=b""):
    code, printed = run(*words, given=given)
    one_sentence = printed.strip().count("\n") == 0 and "panicked" not in printed
    expect(what, code == 2 and part in printed and one_sentence, f"exit {code}: {printed}")


def marked():
    """Returns the processes with the mark in their command line."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{number}/cmdline", "rb") as line:
            if MARK.encode() in line.read():
                found.append(int(number))
    return found


def until(holds, seconds=30.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.1)
    return False


def script(name, lines):
    """Writes a script and returns the command that runs it."""
    name += ".bat" if WINDOWS else ".sh"
    with open(name, "w", newline="\r\n" if WINDOWS else "\n", encoding="utf-8") as out:
        out.write("\n".join(["@echo off", *lines] if WINDOWS else lines) + "\n")
    return f'"{name}"' if WINDOWS else f'sh "{name}"'


def leftovers():
    return [name for name in os.listdir(".") if name.endswith(".part")]


def names():
    for name in ("with space", "Grüße aus Köln", "🧭 emoji ✓", "a'b", "100%", "a & b", "名前"):
        works(f"a name such as {name!r} is written", "convert", "hello", f"{name}.scene.json")
        works(f"a name such as {name!r} is read", "run", f"{name}.scene.json", part="cost       51")
        expect(f"{name!r} is what the system shows", os.path.isfile(f"{name}.scene.json"))
    long = os.path.join(*["folder-" + "x" * 93] * 3)
    os.makedirs(long)
    path = os.path.join(long, "map.scene.json").replace("/", "\\" if WINDOWS else "/")
    works("a path of 310 letters is written", "convert", "hello", path)
    works("a path of 310 letters is read", "run", path, part="cost       51")
    code, printed = run("convert", "hello", "y" * 300 + ".scene.json")
    expect("a name of 300 letters is refused in one sentence", code == 2 and printed.count("\n") == 1, printed)


def lines():
    text = "title: A — ü\r\n\r\n@..\r\n.#.\r\n..X\r\n"
    for start, what in ((b"", "CRLF"), (b"\xef\xbb\xbf", "CRLF and a byte order mark")):
        works(f"a map with {what} is read", "run", "-", part="found      yes", given=start + text.encode())
    run("convert", "hello", "crlf.scene.json")
    with open("crlf.scene.json", "rb") as file:
        scene = file.read()
    with open("crlf.scene.json", "wb") as file:
        file.write(scene.replace(b"\n", b"\r\n"))
    works("a scene with CRLF is read", "run", "crlf.scene.json", part="cost       51")
    log = b'{"format":"gridscope-trace","version":2,"map":["..."],"start":[0,0],"goal":[2,0]}\r\n'
    log += b'{"event":"open","at":[0,0],"g":0}\r\n{"event":"expand","at":[0,0]}\r\n'
    with open("crlf.jsonl", "wb") as file:
        file.write(log)
    works("a log with CRLF is read", "run", "crlf.jsonl", part="events     2")


def files():
    works("a file is replaced", "convert", "hello", "old.txt")
    works("a file is replaced again", "convert", "secret-door", "old.txt")
    expect("no part is left behind", not leftovers(), str(leftovers()))
    os.chmod("old.txt", 0o444)
    if WINDOWS:
        refuses("a read-only file is refused", "convert", "hello", "old.txt", part="read-only")
        expect("nothing is left beside a read-only file", not leftovers(), str(leftovers()))
        works("small letters name the same file", "run", "OLD.TXT", part="algorithm")
    if not WINDOWS:
        return
    for name in ("con.scene.json", "NUL.txt", "aux.svg", "com1.png"):
        verb = ("render", "hello", "-o", name) if name.endswith(("svg", "png")) else ("convert", "hello", name)
        refuses(f"{name} is refused", *verb, part="Windows keeps the name")
    works("nul takes everything", "convert", "hello", "nul", "--to", "text")
    works("a file that is open elsewhere is there", "convert", "hello", "open.txt")
    holder = subprocess.Popen([*PROGRAM[:-1], "cmd", "/C", "more >> open.txt"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(3)
    code, printed = run("convert", "secret-door", "open.txt")
    expect("a file that is open elsewhere is replaced, or refused with the cause", code == 0 or "open" in printed, printed)
    expect("nothing is left beside an open file", not leftovers(), str(leftovers()))
    holder.stdin.close()
    holder.kill()
    holder.wait()


def programs():
    works("a program behind the map", "run", "hello", "--with", script("search", ["echo " + LOG if WINDOWS else f"echo '{LOG}'"]), part="events     1")
    spaced = script("my search", ["echo " + LOG if WINDOWS else f"echo '{LOG}'"])
    works("its name may have spaces", "run", "hello", "--with", spaced + " --quick", part="events     1")
    # The second run has a number more, so the table is written again while it is open.
    done = '{"event":"done","result":"found","cost":3%s}'
    if WINDOWS:
        two = ["if exist flag goto second", "type nul > flag", "echo " + done % "", "goto :eof", ":second", "echo " + done % ',"extra":5']
    else:
        more = done % ',"extra":5'
        two = [f"[ -e flag ] && echo '{more}' || {{ touch flag; echo '{done % ''}'; }}"]
    works("a table gets a column while it is written", "experiment", "hello", "--with", script("two", two), "--samples", "3", "-o", "rows.csv")
    with open("rows.csv", encoding="utf-8") as rows:
        text = rows.read()
    expect("all its rows are there", text.count("\n") == 4 and "extra" in text, text)
    sleep = f"ping -n {MARK} 127.0.0.1" if WINDOWS else f"sleep {MARK}"
    child = script("child", [sleep])
    parent = script("parent", [f"call {child} > nul" if WINDOWS else f"{child} & wait"])
    begun = time.monotonic()
    code, printed = run("run", "hello", "--with", parent, "--timeout", "3")
    expect("a program that does not end is stopped in time", code != 0 and time.monotonic() - begun < 40, printed)
    expect("the sentence names --timeout", "--timeout" in printed, printed)
    expect("its children end with it", until(lambda: not marked(), 5), str(marked()))
    # Ctrl+C reaches the program; what it started ends with it.
    for way, number in (("Ctrl+C", signal.SIGINT), ("a kill", signal.SIGKILL)):
        running = subprocess.Popen([*PROGRAM, "run", "hello", "--with", parent], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        expect(f"{way}: the child runs", until(lambda: marked()))
        running.send_signal(number)
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            faults.append(way)
            print(f"{way}: gridscope did not end", flush=True)
            running.kill()
        expect(f"{way}: the children end", until(lambda: not marked(), 10), str(marked()))
        for left in marked():
            os.kill(left, signal.SIGKILL)


def talks():
    asks = [{"id": 1, "ask": "open", "preset": "hello"}, {"id": 2, "ask": "algorithms"}]
    code, printed = run("serve", given="".join(json.dumps(ask) + "\n" for ask in asks).encode())
    expect("serve answers line by line", code == 0 and '"id":2' in printed, printed)


def killed():
    """A program that is killed while it writes tears no file, and its rest is removed."""
    words = ["generate", "cave", "--size", "200x150", "-o", "torn.scene.json"]
    run(*words)
    with open("torn.scene.json", "rb") as file:
        whole = file.read()
    for tenths in range(1, 8):
        running = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(tenths / 10)
        running.kill()
        running.wait()
        with open("torn.scene.json", "rb") as file:
            expect(f"killed after {tenths}/10 s: the file is whole", file.read() == whole)
    run(*words)
    expect("what killed writers left is removed", not leftovers(), str(leftovers()))


# A check that runs in the background was started to ignore Ctrl+C, and what it starts would do the same.
signal.signal(signal.SIGINT, signal.default_int_handler)
with tempfile.TemporaryDirectory() as home:
    os.chdir(home)
    for journey in (names, lines, files, programs, talks, killed):
        journey()
    os.chdir("/")
print(f"{count - len(faults)} of {count} expectations")
sys.exit(bool(faults))
