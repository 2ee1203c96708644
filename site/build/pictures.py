"""Pictures of moments, made small for a page."""

import gzip
import re

from program import program

# Largest size of a picture over the network, in bytes. A larger one is written as pixels.
LARGEST = 45_000
# Width of a cell in points from which its number can be read.
READABLE = 20
# Numbers in which the widths of pictures and columns are counted.
THEMES = ("dark", "light")


def rim(scene):
    """Returns whether there is wall all around the map, so that half of it can be left out."""
    rows, legend = scene["rows"], scene["legend"]
    around = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
    solid = all(legend.get(letter) == "wall" for letter in around)
    return solid and len(rows) > 2 and len(rows[0]) > 2


def size(scene):
    """Returns width and height of the part of the map that pictures show, in cells."""
    width, height = len(scene["rows"][0]), len(scene["rows"])
    return (width - 1, height - 1) if rim(scene) else (width, height)


def tidy(svg, scene, runs):
    """Returns the SVG without what an image does not need, cropped to its map, and without numbers where it is small."""
    view = [float(number) for number in re.search(r'viewBox="([^"]+)"', svg).group(1).split()]
    if runs == 1 and rim(scene):
        cells = (len(scene["rows"][0]), len(scene["rows"]))
        # The map has whole cells in the middle of the picture.
        side = int(min(view[2] / cells[0], view[3] / cells[1]))
        shown = [(count - 1) * side for count in cells]
        view = [(view[2] - shown[0]) / 2, (view[3] - shown[1]) / 2, *shown]
    svg = re.sub(r"<(title|desc)>.*?</\1>\n", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g role="img" aria-label="[^"]*"', '<g class="n"', svg)
    box = " ".join(f"{number:g}" for number in view)
    small = round(READABLE * len(scene["rows"][0]) * runs)
    style = f"<style>@media (max-width:{small}px){{.n{{display:none}}}}</style>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{view[2]:g}" height="{view[3]:g}">{style}'
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
            content, ending = program(site).ask("render", format="png", theme=theme, rulers=False, scale=1, **moment), "png"
        name = f"{path}-{theme}.{ending}"
        site.write(name, content)
        found.append(name)
    return found, measure
