"""Runs that play in a page without the program: recorded here, drawn by site/player."""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from program import header

sys.path.insert(0, "scripts")
from lesson_pictures import PICTURE, coarse, simplified  # noqa: E402

# The modules of the player, each after those that it imports. Those of the pages that `render --html` writes come first.
EXPORTED = ("transport", "run", "shapes", "colours", "slides", "signs", "figures", "map")
OWN = ("site-map", "run-element")
MODULES = "crates/debugger/src/export/page/player"
# An address for links that pages write themselves. It is never followed.
LINKS = "https://site.invalid/"
THEMES = ("light", "dark")
# Margin of a picture around its map, in points.
RIM = (5, 4)


def text_of(site, command):
    """Returns what the program prints."""
    done = subprocess.run([site.program, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:
        raise SystemExit(f"gridscope {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def rendered(site, scene, ending, *flags):
    """Returns the bytes of a file that the program draws of a scene."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / f"drawn.{ending}"
        text_of(site, ["render", str(scene), *flags, "-o", str(file)])
        return file.read_bytes()


def colours(page):
    """Returns the colours of a page, by theme and name."""
    blocks = re.findall(r":root\{color-scheme:(light|dark);([^}]*)\}", page)
    return {theme: dict(part.removeprefix("--").split(":") for part in block.split(";") if part) for theme, block in blocks}


def record(site, jobs):
    """Records runs and writes them. `jobs` are tuples of the path of a file, a scene, and flags of `render`. Returns the colours
    that they need, by theme and name, and the sentence at the end of each run."""

    def write(job):
        path, scene, *flags = job
        page = rendered(site, scene, "html", "--html", "--app", LINKS, *flags).decode()
        site.write(path, base64.b64decode(re.search(r'id="data">([^<]*)<', page).group(1)))
        return colours(page), header(page.encode())["ended"]

    inks, endings = {theme: {} for theme in THEMES}, []
    with ThreadPoolExecutor(2) as pool:
        for found, ending in pool.map(write, jobs):
            endings.append(ending)
            for theme in THEMES:
                inks[theme].update(found[theme])
    return inks, endings


def style(site, path, inks):
    """Writes the style sheet of the player with the colours of its runs."""
    light, dark = (";".join(f"--{name}:{colour}" for name, colour in sorted(inks[theme].items())) for theme in THEMES)
    roots = f":root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    site.write(path, roots + (site.root / "site/player/player.css").read_text())


def script(site):
    """Writes the player as one script, and returns its path. Its modules share one scope."""
    files = [site.root / MODULES / f"{name}.js" for name in EXPORTED] + [site.root / f"site/player/{name}.js" for name in OWN]
    lines = [line.strip() for file in files for line in file.read_text().splitlines()]
    lines = [line for line in lines if line and not line.startswith(("//", "/*", "import "))]
    site.write("run.js", "(() => {\n" + "\n".join(line.removeprefix("export ") for line in lines) + "\n})();\n")
    return "run.js"


def still(site, path, scene, at, view=None, numbers=True, flags=()):
    """Writes the picture of a moment, light and dark. `view` is the part of the map that it shows, in cells: left, top, width,
    height."""
    rows = scene_of(site, scene)["rows"]
    for theme in THEMES:
        more = ("--at", str(at), "--theme", theme, "--rulers=no", "--sentence=no", *flags)
        svg = rendered(site, scene, "svg", *more).decode()
        width = float(re.search(r'width="([\d.]+)"', svg).group(1))
        side = (width - 2 * RIM[0]) // len(rows[0])
        left, top, columns, lines = view or (0, 0, len(rows[0]), len(rows))
        box = (RIM[0] + left * side, RIM[1] + top * side, columns * side, lines * side)
        svg = re.sub(r"<(title|desc)>.*?</\1>\n?", "", svg, flags=re.DOTALL)
        if not numbers:
            svg = re.sub(r'<g role="img" aria-label="[^"]+".*?</g>\n?', "", svg, flags=re.DOTALL)
            # Parents and ties are small polygons.
            svg = small(re.sub(r'<polygon points="([^"]+)"[^>]*>\n?', lambda shape: shape[0] if is_large(shape[1], side) else "", svg))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(f"{n:g}" for n in box)}">'
        site.write(f"{path}.{theme}.svg", re.sub(r"<svg [^>]*>", head, svg, count=1))


def is_large(points, side):
    """Returns whether a polygon is at least half as wide as a cell."""
    columns = [float(point.split(",")[0]) for point in points.split()]
    return max(columns) - min(columns) >= side / 2


def small(svg):
    """Returns a picture with cells of one colour as one outline, and with fewer colours and signs if it is large."""
    kinds = "rect|circle|polyline|polygon|path"
    stages = ((kinds, str), (kinds, coarse), ("rect|circle|polyline|polygon", coarse))
    found = next((found for found in (simplified(svg, *stage) for stage in stages) if len(found) <= PICTURE), simplified(svg, *stages[-1]))
    # Between outlines of whole cells there are no seams.
    return re.sub(r'<path fill="([^"]+)" d="((?:M[\d.]+ [\d.]+h[\d.]+v[\d.]+h-[\d.]+z)+)"', r'<path shape-rendering="crispEdges" fill="\1" d="\2"', found)


def picture(page, path, words, extra=""):
    """Returns the element of a picture in both themes."""
    light, dark = (page.to(f"{path}.{theme}.svg") for theme in THEMES)
    return f'<picture class="still"><source media="(prefers-color-scheme: dark)" srcset="{dark}"><img src="{light}" alt="{words}"{extra}></picture>'


def scene_of(site, scene):
    """Returns a scene, from a file or a lesson's name."""
    file = pathlib.Path(scene)
    return json.loads((file if file.is_file() else site.root / f"presets/{scene}.scene.json").read_text())


def is_walled(scene):
    """Returns whether the outermost cells of a map are walls."""
    rows, legend = scene["rows"], scene["legend"]
    around = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
    return all(legend.get(letter) == "wall" for letter in around)


def view_of(scene):
    """Returns the part of a map that a player shows: without half a ring of walls."""
    width, height = len(scene["rows"][0]), len(scene["rows"])
    return (0.5, 0.5, width - 1, height - 1) if is_walled(scene) else (0, 0, width, height)
