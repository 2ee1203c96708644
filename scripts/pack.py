"""Completes the folder of the page: lessons, picture, sizes, service worker and packed files. Prints a table of the first load.

Usage: pack.py FOLDER PARTS, from the root of the repository. PARTS is a folder with gridscope.js, first.wasm and
later.wasm, and the names of their functions in first.txt and later.txt.
"""

import base64
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

WEB = pathlib.Path("web")
PLAYER = pathlib.Path("crates/debugger/src/export/page/player")
# The files of a start, without the program and the picture of the lesson.
PAGE = (
    "index.html", "page.css", "picture.js", "stills.js", "build.js", "page.js", "unsaved.js", "workers.js", "reading.js",
    "later.js", "offline.js", "pixels.js", "gridscope.js",
)
# What the picture of a link needs besides, and what an embedded player does.
STILL = ("still.js",)
COMPONENT = ("gridscope-player.js", "look.js", "transport.js")
PROGRAM = "gridscope_bg.wasm"
LATER = "gridscope_later.wasm"
# The font of the loading page, which it fetches after the picture.
FONT = "inter.woff2"
# Largest page of a lesson, packed as gzip, from which its picture at any event is taken.
RUN = 55_000
# The modules of the player that draw a picture, each after those that it imports. In one file they share one scope.
DRAWING = [*(PLAYER / f"{name}.js" for name in ("transport", "run", "shapes", "colours", "slides", "signs", "figures", "map")), WEB / "map-look.js", WEB / "still.js"]
# Files of the folder that the service worker does not fetch: large, or for another page.
NOT_KEPT = ("pictures/", "players/", "functions", "first-load", "card.png", "service-worker.js")
LOADING_PAGE = 40_000
MODULES = (
    "page", "picture", "stills", "offline", "pixels", "unsaved", "workers", "worker", "reading", "later", "gridscope-player", "look",
)


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


def page(site):
    """Returns the page, with the picture of the first lesson. `site` is the address of the site, if it is known."""
    site = site and site.rstrip("/") + "/app/"
    canonical = f'<link rel="canonical" href="{site}">\n<meta property="og:url" content="{site}">' if site else ""
    text = (WEB / "index.html").read_text().replace("{site}", site).replace("<!-- canonical -->\n", canonical and canonical + "\n")
    return text.replace("<!-- picture -->", (WEB / "first.svg").read_text())


def bundled(modules):
    """Returns modules as one. The last one keeps what it exports, and what it imports from the build."""
    lines = []
    for module in modules:
        for line in map(str.strip, module.read_text().splitlines()):
            if line.startswith("import ") and "./build.js" not in line or line.startswith(("//", "/**", "*")) or not line:
                continue
            lines.append(line if module == modules[-1] else line.removeprefix("export "))
    return "\n".join(lines) + "\n"


def service_worker(folder):
    """Returns the service worker of what is in the folder. Its version is the hash of all files that it keeps."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix not in (".br", ".gz") and not name.startswith(NOT_KEPT):
            files[name] = "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
    file_list = json.dumps(files, separators=(",", ":"))
    version = hashlib.sha256(file_list.encode()).hexdigest()[:12]
    return (WEB / "service-worker.js").read_text().replace("{version}", version).replace("{files}", file_list)


def table(folder, sizes, lesson):
    """Prints the bytes up to the picture and up to the program for each kind of address, and writes them to
    first-load.txt. `lesson` is the size of the largest lesson's page."""

    def total(*names):
        return [sum(sizes[name][packing] for name in names) for packing in range(3)]

    def plus(*all_sizes):
        return [sum(parts) for parts in zip(*all_sizes)]

    linked = total(*PAGE, *STILL)
    embedded = total(*PAGE, *STILL, *COMPONENT)
    pictures = {
        "start": total(*PAGE), "lesson": plus(linked, lesson), "scene": linked, "log": linked,
        "embed": plus(embedded, lesson), "player": total("gridscope-player.js", "look.js", "transport.js", "stills.js", "build.js",
        "pixels.js", "reading.js", "workers.js", "later.js", "gridscope.js", *STILL),
    }
    print(f"{'':10} {'picture: gzip':>14} {'brotli':>10} {'program: gzip':>14} {'brotli':>10}")
    lines = []
    for kind, picture in pictures.items():
        # A log, and a file in a player, needs the whole program.
        program = plus(picture, total(PROGRAM, LATER) if kind in ("log", "player") else total(PROGRAM), total(FONT))
        print(f"{kind:10} {picture[1]:14} {picture[2]:10} {program[1]:14} {program[2]:10}")
        lines.append(f"{kind} {picture[1]} {program[2]}\n")
    (folder / "first-load.txt").write_text("".join(lines))


def main(folder, parts):
    """Writes the page into a folder. Returns the exit code."""
    shutil.copy(parts / "first.wasm", folder / "gridscope_bg.wasm")
    shutil.copy(parts / "later.wasm", folder / "gridscope_later.wasm")
    (folder / "gridscope.js").write_text(connected((parts / "gridscope.js").read_text()))
    # With these the page says where an error happened.
    shutil.copy(parts / "first.txt", folder / "functions.txt")
    shutil.copy(parts / "later.txt", folder / "functions-later.txt")
    sizes = {PROGRAM: packed(folder / PROGRAM), LATER: packed(folder / LATER)}
    raw, gz, br = sizes[PROGRAM]
    known = f"export const sizes = {json.dumps({'raw': raw, 'gzip': gz, 'br': br})};\n"
    titles = json.dumps(lessons(), ensure_ascii=False, separators=(",", ":"))
    sizes |= {f"players/{path.name}": packed(path) for path in sorted((folder / "players").glob("*.html"))}
    runs = {name: size for name, size in sizes.items() if name.startswith("players/") and size[1] <= RUN}
    run_names = json.dumps([pathlib.Path(name).stem for name in runs], separators=(",", ":"))
    (folder / "build.js").write_text(f"{known}export const lessons = {titles};\nexport const runs = {run_names};\n{drawn(folder)}")
    (folder / "index.html").write_text(page(os.environ.get("GRIDSCOPE_SITE", "")))
    for name in ("page.css", "manifest.webmanifest", "icon-192.png", "icon-512.png", FONT, *(f"{name}.js" for name in MODULES)):
        shutil.copy(WEB / name, folder / name)
    # A font is packed already.
    sizes[FONT] = ((folder / FONT).stat().st_size,) * 3
    shutil.copy("release/gridscope.svg", folder / "icon.svg")
    (folder / "still.js").write_text(bundled(DRAWING))
    # The component shares this module with the pages that `gridscope render --html` writes.
    shutil.copy(PLAYER / "transport.js", folder / "transport.js")
    # The pages of the guide, which the window shows under Help.
    for guide in [*pathlib.Path("docs").glob("*.md"), pathlib.Path("loggers/README.md")]:
        to = folder / "help" / guide
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(guide, to)
    (folder / "service-worker.js").write_text(service_worker(folder))
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix in (".html", ".css", ".js", ".svg", ".json", ".txt", ".webmanifest") and name not in sizes:
            sizes[name] = packed(path)
    table(folder, sizes, max(runs.values(), key=lambda size: size[1], default=(0, 0, 0)))
    if sizes["index.html"][0] > LOADING_PAGE:
        print(f"index.html is larger than {LOADING_PAGE} bytes", file=sys.stderr)
        return 1
    return 0


sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
