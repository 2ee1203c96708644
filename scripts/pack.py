"""Completes the folder of the page: lessons, picture, sizes and packed files. Prints a table of the first load.

Usage: pack.py FOLDER, from the root of the repository.
"""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys

WEB = pathlib.Path("web")
FIRST_LOAD = ("index.html", "page.css", "page.js", "unsaved.js", "reading.js", "build.js", "gridscope.js", "gridscope_bg.wasm")
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


def main(folder):
    """Writes the page into a folder. Returns the exit code."""
    sizes = {"gridscope_bg.wasm": packed(folder / "gridscope_bg.wasm")}
    raw, gz, br = sizes["gridscope_bg.wasm"]
    known = f"export const sizes = {json.dumps({'raw': raw, 'gzip': gz, 'br': br})};\n"
    titles = json.dumps(lessons(), ensure_ascii=False, separators=(",", ":"))
    (folder / "build.js").write_text(f"{known}export const lessons = {titles};\n")
    picture = (WEB / "first.svg").read_text()
    page = (WEB / "index.html").read_text().replace("<!-- picture -->", picture)
    (folder / "index.html").write_text(page)
    for name in ("page.css", "page.js", "unsaved.js", "reading.js", "gridscope-player.js"):
        shutil.copy(WEB / name, folder / name)
    shutil.copytree(WEB / "demo", folder / "demo", ignore=shutil.ignore_patterns("build-stills"))
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".js", ".svg", ".json", ".txt"):
            sizes[str(path.relative_to(folder))] = packed(path)
    print(f"{'':20} {'bytes':>10} {'gzip':>10} {'brotli':>10}")
    for name in FIRST_LOAD:
        print(f"{name:20} {sizes[name][0]:10} {sizes[name][1]:10} {sizes[name][2]:10}")
    total = [sum(sizes[name][i] for name in FIRST_LOAD) for i in range(3)]
    print(f"{'first load':20} {total[0]:10} {total[1]:10} {total[2]:10}")
    if sizes["index.html"][0] > LOADING_PAGE:
        print(f"index.html is larger than {LOADING_PAGE} bytes", file=sys.stderr)
        return 1
    return 0


sys.exit(main(pathlib.Path(sys.argv[1])))
