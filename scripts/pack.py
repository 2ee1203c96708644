"""Completes the folder of the page: lessons, picture, sizes and packed files. Prints a table of the first load.

Usage: pack.py FOLDER PARTS, from the root of the repository. PARTS is a folder with gridscope.js, first.wasm and
later.wasm, and the names of their functions in first.txt and later.txt.
"""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys

WEB = pathlib.Path("web")
PLAYER = pathlib.Path("crates/debugger/src/export/page/player")
FIRST_LOAD = (
    "index.html", "page.css", "page.js", "unsaved.js", "workers.js", "reading.js", "later.js", "build.js",
    "gridscope.js", "gridscope_bg.wasm",
)
LOADING_PAGE = 40_000


def packed(path):
    """Writes a file's packed forms beside it. Returns its sizes in bytes: as it is, as gzip, as brotli."""
    data = path.read_bytes()
    gz = path.with_name(path.name + ".gz")
    gz.write_bytes(gzip.compress(data, 9, mtime=0))
    br = path.with_name(path.name + ".br")
    subprocess.run(["brotli", "-f", "-q", "11", "-w", "24", "-o", str(br), str(path)], check=True)
    return len(data), gz.stat().st_size, br.stat().st_size


def lessons():
    """Returns the titles of the lessons by their names."""
    titles = {}
    for path in sorted(pathlib.Path("presets").glob("*.scene.json")):
        titles[path.name.removesuffix(".scene.json")] = json.loads(path.read_text()).get("title", "")
    return titles


def drawn(folder):
    """Returns the lists of the lessons with a picture and with a player of their own, as lines of a script."""
    lists = {name: sorted(path.stem for path in (folder / name).glob("*")) for name in ("pictures", "players")}
    return "".join(f"export const {name} = {json.dumps(ids)};\n" for name, ids in lists.items())


def connected(script):
    """Returns the script of the program, changed so that the first part of the program reaches the second."""
    changes = (
        ("function __wbg_get_imports() {", 'import { connect, placeholders } from "./later.js";\n\nfunction __wbg_get_imports() {'),
        ('"./gridscope_bg.js": import0,', '"./gridscope_bg.js": import0,\n        "later": placeholders,'),
        ("    wasm.__wbindgen_start();", "    connect(instance);\n    wasm.__wbindgen_start();"),
    )
    for old, new in changes:
        if script.count(old) != 1:
            raise SystemExit(f"gridscope.js: {old!r} occurs {script.count(old)} times; expected once")
        script = script.replace(old, new)
    return script


def main(folder, parts):
    """Writes the page into a folder. Returns the exit code."""
    shutil.copy(parts / "first.wasm", folder / "gridscope_bg.wasm")
    shutil.copy(parts / "later.wasm", folder / "gridscope_later.wasm")
    (folder / "gridscope.js").write_text(connected((parts / "gridscope.js").read_text()))
    # With these the page says where an error happened.
    shutil.copy(parts / "first.txt", folder / "functions.txt")
    shutil.copy(parts / "later.txt", folder / "functions-later.txt")
    later = packed(folder / "gridscope_later.wasm")
    sizes = {"gridscope_bg.wasm": packed(folder / "gridscope_bg.wasm")}
    raw, gz, br = sizes["gridscope_bg.wasm"]
    known = f"export const sizes = {json.dumps({'raw': raw, 'gzip': gz, 'br': br})};\n"
    titles = json.dumps(lessons(), ensure_ascii=False, separators=(",", ":"))
    (folder / "build.js").write_text(f"{known}export const lessons = {titles};\n{drawn(folder)}")
    picture = (WEB / "first.svg").read_text()
    page = (WEB / "index.html").read_text().replace("<!-- picture -->", picture)
    (folder / "index.html").write_text(page)
    for name in ("page.css", "page.js", "unsaved.js", "workers.js", "worker.js", "reading.js", "later.js", "gridscope-player.js", "look.js"):
        shutil.copy(WEB / name, folder / name)
    # The component shares this module with the pages that `gridscope render --html` writes.
    shutil.copy(PLAYER / "transport.js", folder / "transport.js")
    # The pages of the guide, which the window shows under Help.
    for page in [*pathlib.Path("docs").glob("*.md"), pathlib.Path("loggers/README.md")]:
        to = folder / "help" / page
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, to)
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".js", ".svg", ".json", ".txt"):
            sizes[str(path.relative_to(folder))] = packed(path)
    print(f"{'':20} {'bytes':>10} {'gzip':>10} {'brotli':>10}")
    for name in FIRST_LOAD:
        print(f"{name:20} {sizes[name][0]:10} {sizes[name][1]:10} {sizes[name][2]:10}")
    total = [sum(sizes[name][i] for name in FIRST_LOAD) for i in range(3)]
    print(f"{'first load':20} {total[0]:10} {total[1]:10} {total[2]:10}")
    print(f"{'after the picture':20} {later[0]:10} {later[1]:10} {later[2]:10}")
    (folder / "first-load.txt").write_text(f"{total[2]}\n")
    if sizes["index.html"][0] > LOADING_PAGE:
        print(f"index.html is larger than {LOADING_PAGE} bytes", file=sys.stderr)
        return 1
    return 0


sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
