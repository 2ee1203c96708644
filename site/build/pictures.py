"""Pictures of moments, made small for a page."""

import gzip
import re

from program import program

# Largest size of a picture over the network, in bytes. A larger one is written as pixels.
LARGEST = 45_000
# Width of a cell in points from which its number can be read.
READABLE = 20
# The part of a ring of walls that is left out, in cells. What is left has room for pins.
RIM = 0.35
# The label of a number in a cell. Other letters are icons.
NUMBER = re.compile(r"[\d.,k∞#hgf√+ -]+")
CELLS = re.compile(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"')
WORDS = re.compile(r'<g role="img" aria-label="([^"]*)"([^>]*)>\n((?:<path [^>]*>\n)+)</g>')
THEMES = ("dark", "light")


def rim(scene):
    """Returns whether there is wall all around the map, so that a part of it can be left out."""
    rows, legend = scene["rows"], scene["legend"]
    around = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
    solid = all(legend.get(letter) == "wall" for letter in around)
    return solid and len(rows) > 2 and len(rows[0]) > 2


def size(scene):
    """Returns width and height of the part of the map that pictures show, in cells."""
    width, height = len(scene["rows"][0]), len(scene["rows"])
    return (width - 2 * RIM, height - 2 * RIM) if rim(scene) else (width, height)


def shared(svg):
    """Returns the SVG with each different number once, and those numbers. Letters are outlines in the program's pictures."""
    known = {}

    def place(match):
        path, paint = re.fullmatch(r'<path d="([^"]*)" ([^>]*)/>', match[0]).groups()
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
        left, top = numbers[:2]
        offsets = [number - (left, top)[index % 2] for index, number in enumerate(numbers)]
        rounded = iter(f"{offset:.1f}" for offset in offsets)
        key = re.sub(r"-?[\d.]+", lambda _: next(rounded), path)
        exact = iter(f"{offset:.2f}".rstrip("0").rstrip(".") for offset in offsets)
        shape = re.sub(r"-?[\d.]+", lambda _: next(exact), path)
        name, _ = known.setdefault(key, (f"n{len(known)}", shape))
        return f'<use href="#{name}" x="{left:g}" y="{top:g}" {paint}/>'

    def words(match):
        label, turn, paths = match.groups()
        paths = re.sub(r"<path [^>]*>", place, paths).strip()
        group = ' class="n"' if NUMBER.fullmatch(label) else ""
        return f"<g{group}{turn}>{paths}</g>" if group or turn else paths

    svg = WORDS.sub(words, svg)
    shapes = "".join(f'<path id="{name}" d="{shape}"/>' for name, shape in known.values())
    return svg, f"<defs>{shapes}</defs>" if shapes else ""


def tidy(svg, scene, runs):
    """Returns the SVG without what an image does not need, cropped to its map, and without numbers where it is small."""
    view = [float(number) for number in re.search(r'viewBox="([^"]+)"', svg).group(1).split()]
    ground = re.search(r'<g shape-rendering="crispEdges">(.*?)</g>', svg, flags=re.DOTALL)
    if runs == 1 and ground:
        # The first group of cells is the whole map.
        cells = [[float(part) for part in cell] for cell in CELLS.findall(ground[1])]
        left, top = (min(cell[axis] for cell in cells) for axis in (0, 1))
        side = (max(cell[0] + cell[2] for cell in cells) - left) / len(scene["rows"][0])
        outside = RIM * side if rim(scene) else 0
        view = [left + outside, top + outside, *(count * side for count in size(scene))]
    svg = re.sub(r"<(title|desc)>.*?</\1>\n", "", svg, flags=re.DOTALL)
    svg, shapes = shared(svg)
    box = " ".join(f"{number:g}" for number in view)
    small = round(READABLE * len(scene["rows"][0]) * runs)
    style = f"<style>@media (max-width:{small}px){{.n{{display:none}}}}</style>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{view[2]:g}" height="{view[3]:g}">{style}{shapes}'
    return re.sub(r"<svg [^>]*>", head, svg, count=1)


def draw(site, path, scene, runs=1, **moment):
    """Writes the pictures of a moment of the open session, for dark and light. Returns their paths, without the address of
    the site, and the size of the picture in points."""
    found = []
    measure = None
    for theme in THEMES:
        svg = program(site).ask("render", format="svg", theme=theme, rulers=False, **moment).decode()
        svg = tidy(svg, scene, runs)
        measure = tuple(float(number) for number in re.search(r'width="([\d.]+)" height="([\d.]+)"', svg).groups())
        if len(gzip.compress(svg.encode(), 6)) <= LARGEST:
            content, ending = svg.encode(), "svg"
        else:
            content, ending = (
                program(site).ask("render", format="png", theme=theme, rulers=False, scale=1, **moment),
                "png",
            )
        name = f"{path}-{theme}.{ending}"
        site.write(name, content)
        found.append(name)
    return found, measure
