"""Pictures of runs: files in several formats, and what a notebook shows where no player can be."""

from __future__ import annotations

import operator
import re
import struct
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Tuple

from ._program import GridscopeError

if TYPE_CHECKING:
    from ._run import Run

#: Extensions of pictures.
PICTURES = (".png", ".svg", ".pdf", ".tex", ".gif", ".apng")
#: Space between pictures side by side, in CSS pixels.
GAP = 16


def whole(value: Any, name: str) -> int:
    """Returns a whole number from 0. Raises an error that names the argument if it is none."""
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if number < 0:
        raise GridscopeError(f"{name}={value!r}: expected a whole number from 0")
    return number


def moment(at: Optional[int], range: Optional[Tuple[int, int]] = None, **options: Any) -> Dict[str, Any]:
    """Returns the fields of a question about a moment or a range. Raises an error if the moment is not in the range."""
    if range is not None:
        try:
            first, last = range
        except (TypeError, ValueError):
            raise GridscopeError(f"range={range!r}: expected two numbers of events, (first, last)") from None
        first, last = whole(first, "range[0]"), whole(last, "range[1]")
        if at is not None and not first <= whole(at, "at") <= last:
            raise GridscopeError(f"at={at} is not in range={tuple(range)}; expected a moment of the range")
        options.update({"from": first, "to": last})
    return {**options, "at": None if at is None else whole(at, "at")}


def draw(run: "Run", suffix: str, fields: Mapping[str, Any]) -> bytes:
    """Returns a picture of a run, as the program writes it for this extension."""
    picture: bytes = run._session.ask("render", what="", format=suffix[1:], **fields)["block"]
    return picture


def svg_beside(pictures: Sequence[str]) -> str:
    """Returns one SVG with all pictures side by side."""
    if len(pictures) == 1:
        return pictures[0]
    parts, left, height = [], 0, 0
    for number, picture in enumerate(pictures):
        found = re.search(r'<svg [^>]*?width="(\d+)" height="(\d+)"', picture)
        assert found, "the program writes the size of a picture"
        # Names of clips must differ in one document.
        picture = picture.replace('id="clip', f'id="p{number}clip').replace("url(#clip", f"url(#p{number}clip")
        parts.append(picture.replace("<svg ", f'<svg x="{left}" ', 1))
        left, height = left + int(found[1]) + GAP, max(height, int(found[2]))
    width = left - GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *parts, "</svg>"])


def pdf_of(pictures: Sequence[bytes], scale: int) -> bytes:
    """Returns a PDF of one page with PNG pictures side by side. `scale` is their number of pixels per CSS pixel.

    The compressed pixels of a PNG are those of a PDF, so they are only put into another frame.
    """
    points = 0.75 / scale
    objects, draws, left, page_height = [], [], 0.0, 0.0
    for number, png in enumerate(pictures):
        width, height, *kind = struct.unpack_from(">IIBBBBB", png, 16)
        if kind != [8, 2, 0, 0, 0]:
            raise GridscopeError("this picture cannot be written as .pdf; expected .png or .svg")
        pixels, at = b"", 8
        while at < len(png):
            (size,) = struct.unpack_from(">I", png, at)
            if png[at + 4 : at + 8] == b"IDAT":
                pixels += png[at + 8 : at + 8 + size]
            at += size + 12
        head = (
            f"<</Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8"
            f"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns {width}>>/Length {len(pixels)}>>"
        )
        objects.append(head.encode() + b"stream\n" + pixels + b"\nendstream")
        wide, tall = width * points, height * points
        draws.append(f"q {wide:g} 0 0 {tall:g} {left:g} 0 cm/P{number} Do Q")
        left, page_height = left + wide + GAP * 0.75, max(page_height, tall)
    content = "\n".join(draws).encode()
    names = "".join(f"/P{number} {number + 5} 0 R" for number in range(len(pictures)))
    objects[:0] = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {left - GAP * 0.75:g} {page_height:g}]"
            f"/Contents 4 0 R/Resources<</XObject<<{names}>>>>>>"
        ).encode(),
        f"<</Length {len(content)}>>stream\n".encode() + content + b"\nendstream",
    ]
    out, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\n"
    return out + f"{end}startxref\n{len(out)}\n%%EOF\n".encode()
