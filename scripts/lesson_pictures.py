"""Draws what the page shows of a lesson without its program: a small picture, and a player as a page of its own.

Usage: lesson_pictures.py GRIDSCOPE FOLDER, from the root of the repository. Writes FOLDER/pictures/LESSON.svg, for the page
while it loads, FOLDER/players/LESSON.html, for browsers without WebGL 2 and for its picture at any event, web/first.svg,
which is in the page itself, and FOLDER/card.png, which others show beside a link to the page.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

FIRST = "hello"
# Largest sizes in bytes. A lesson that needs more has no picture, or no player.
PICTURE = 40_000
PLAYER = 300_000
# Area of a rectangle, in square pixels, from which it may lie below others: the ground of the map or of a run.
AREA = 20_000
# The elements of the ground and of the actors: circles, and rectangles without an outline.
GROUND = r"rect x=\S+ y=\S+ width=\S+ height=\S+ fill=\S+/|circle"


def attributes(element):
    """Returns the attributes of an element."""
    return dict(re.findall(r'([\w-]+)="([^"]*)"', element))


def coarse(colour):
    """Returns the nearest colour with one digit for each part. Dark colours, those of the ground, stay as they are."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return colour if max(parts) < 96 else "#" + "".join(f"{round(part / 17):x}" for part in parts)


def outline(cells):
    """Returns the outlines of rectangles, one for those beside each other in a row."""
    merged = []
    for x, y, width, height in cells:
        if merged and merged[-1][1] == y and merged[-1][3] == height and merged[-1][0] + merged[-1][2] == x:
            merged[-1][2] += width
        else:
            merged.append([x, y, width, height])
    return "".join(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z" for x, y, width, height in merged)


def simplified(svg, kinds, colour_of):
    """Returns the picture without numbers and ties: only elements of some kinds. Plain rectangles that follow each other
    become one outline for each colour."""
    head = re.search(r'viewBox="([^"]+)"', svg).group(1)
    svg = re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{head}" aria-hidden="true">']
    ground = {}

    def flush():
        out.extend(f'<path fill="{colour}" d="{outline(cells)}"/>' for colour, cells in ground.items())
        ground.clear()

    for element in re.findall(rf"<(?:{kinds})[^>]*>", svg):
        facts = attributes(element)
        if element.startswith("<rect") and set(facts) == {"x", "y", "width", "height", "fill"}:
            cell = [float(facts[side]) for side in ("x", "y", "width", "height")]
            if not ground or cell[2] * cell[3] > AREA:
                flush()
            ground.setdefault(colour_of(facts["fill"]), []).append(cell)
            continue
        flush()
        out.append(element)
    flush()
    return "\n".join(out) + "\n</svg>\n"


def render(program, lesson, output, *flags):
    """Draws a lesson to a file."""
    command = [program, "render", lesson, *flags, "-o", str(output)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def picture(program, lesson, scratch):
    """Returns the picture of a lesson at its moment. `None` if it is too large."""
    drawn = scratch / f"{lesson}.svg"
    render(program, lesson, drawn, "--theme", "dark", "--rulers=no", "--sentence=no")
    svg = drawn.read_text()
    stages = (("rect|circle|polyline", str), ("rect|circle|polyline", coarse), ("rect|circle", coarse), (GROUND, coarse))
    for kinds, colour_of in stages:
        small = simplified(svg, kinds, colour_of)
        if len(small.encode()) <= PICTURE:
            return small
    return None


def player(program, lesson, scratch):
    """Returns the page that plays a lesson. `None` if it is too large or cannot be written."""
    written = scratch / f"{lesson}.html"
    try:
        render(program, lesson, written, "--html")
    except subprocess.CalledProcessError:
        return None
    page = written.read_bytes()
    return page if len(page) <= PLAYER else None


def main(program, folder):
    """Writes all pictures and players."""
    lessons = [path.name.removesuffix(".scene.json") for path in sorted(pathlib.Path("presets").glob("*.scene.json"))]
    (pictures, players) = (folder / "pictures", folder / "players")
    for made in (pictures, players):
        made.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(2) as pool:
        scratch = pathlib.Path(scratch)
        drawn = pool.map(lambda lesson: (lesson, picture(program, lesson, scratch)), lessons)
        for lesson, svg in drawn:
            if svg is None:
                continue
            # The page itself has the picture of the first lesson.
            (pathlib.Path("web/first.svg") if lesson == FIRST else pictures / f"{lesson}.svg").write_text(svg)
        for lesson, page in pool.map(lambda lesson: (lesson, player(program, lesson, scratch)), lessons):
            if page is not None:
                (players / f"{lesson}.html").write_bytes(page)
    render(program, FIRST, folder / "card.png", "--card")
    counts = [len(list(made.iterdir())) for made in (pictures, players)]
    print(f"{len(lessons)} lessons: {counts[0]} pictures beside that of the first lesson, {counts[1]} players")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
