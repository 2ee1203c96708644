"""Draws web/first.svg, the picture of the page while it loads: the first lesson without numbers and ties.

Usage: first_picture.py GRIDSCOPE, from the root of the repository.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

EVENT = "723"


def attributes(element):
    """Returns the attributes of an element."""
    return dict(re.findall(r'([\w-]+)="([^"]*)"', element))


def simplified(svg):
    """Returns the picture without numbers, dashes and ties. Rectangles of one colour in a row become one outline."""
    head = re.search(r'viewBox="([^"]+)"', svg).group(1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{head}" aria-hidden="true">']
    colour, outline = None, ""

    def flush():
        if outline:
            out.append(f'<path fill="{colour}" d="{outline}"/>')

    for element in re.findall(r"<(?:rect|circle|polyline)[^>]*>", svg):
        facts = attributes(element)
        is_plain = element.startswith("<rect") and set(facts) == {"x", "y", "width", "height", "fill"}
        if is_plain:
            if facts["fill"] != colour:
                flush()
                colour, outline = facts["fill"], ""
            outline += "M{x} {y}h{width}v{height}h-{width}z".format(**facts)
            continue
        flush()
        colour, outline = None, ""
        out.append(element)
    flush()
    return "\n".join(out) + "\n</svg>\n"


def main(program):
    """Writes the picture."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = pathlib.Path(folder) / "first.svg"
        flags = ["--at", EVENT, "--theme", "dark", "--rulers=no", "--sentence=no", "-o", str(drawn)]
        subprocess.run([program, "render", "hello", *flags], check=True)
        pathlib.Path("web/first.svg").write_text(simplified(drawn.read_text()))


main(sys.argv[1])
