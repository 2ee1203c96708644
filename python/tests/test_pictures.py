"""Pictures of runs: files, and what a notebook shows where no player can be."""

import base64
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from types import SimpleNamespace

import pytest

import gridscope as gs
from gridscope._picture import pdf_of

ROWS = ["............", "....#.......", "....#...##.."]


@pytest.fixture(scope="module")
def run():
    return gs.run(ROWS, (1, 2), (10, 1))


def size_of(svg):
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return int(root.get("width")), int(root.get("height"))


def test_extension_chooses_the_picture_format(run, tmp_path):
    begins = {"a.png": b"\x89PNG", "b.PNG": b"\x89PNG", "a.svg": b"<svg", "a.gif": b"GIF89a", "a.pdf": b"%PDF-1.7", "a.tex": b"% "}
    for name, begin in begins.items():
        run.save(tmp_path / name, range=(0, 5)) if name == "a.gif" else run.save(tmp_path / name, at=5, scale=1)
        assert (tmp_path / name).read_bytes().startswith(begin), name
    run.save(tmp_path / "end.svg")
    run.save(tmp_path / "f.svg", theme="light", layer="f")
    pictures = {(tmp_path / name).read_text("utf-8") for name in ("a.svg", "end.svg", "f.svg")}
    assert len(pictures) == 3 and len({size_of(picture) for picture in pictures}) == 1


def test_pdf_has_text_and_no_pixels(run, tmp_path):
    run.save(tmp_path / "a.pdf", at=5)
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert b"/Subtype/Image" not in pdf and b"/ToUnicode" in pdf


def test_notebook_pdf_has_the_png_pixels_and_valid_offsets(run, tmp_path):
    run.save(tmp_path / "a.png", at=5, scale=1)
    png = (tmp_path / "a.png").read_bytes()
    pdf = pdf_of([png], 1)
    width, height = struct.unpack_from(">II", png, 16)
    image = pdf[pdf.index(b"/Subtype/Image") :]
    assert f"/Width {width}/Height {height}".encode() in image
    pixels = zlib.decompress(re.search(rb"stream\n(.*)\nendstream", image, re.S)[1])
    assert len(pixels) == height * (3 * width + 1)
    assert f"/MediaBox[0 0 {width * 0.75:g} {height * 0.75:g}]".encode() in pdf
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", pdf[table:])]
    assert pdf[table:].startswith(b"xref\n0 6\n") and len(places) == 5
    for number, place in enumerate(places, 1):
        assert pdf[place:].startswith(b"%d 0 obj\n" % number)


def test_notebook_gets_player_and_pictures(run):
    bundle = run._repr_mimebundle_()
    assert bundle["text/plain"] == repr(run) and "srcdoc=" in bundle["text/html"] and "data:image/png;base64," in bundle["text/html"]
    assert base64.b64decode(bundle["application/pdf"]).startswith(b"%PDF")
    one, other = run.at(3)._repr_mimebundle_(), gs.show(run, range=(0, 3))._repr_mimebundle_()
    assert one["image/svg+xml"] == other["image/svg+xml"] != bundle["image/svg+xml"]
    # A site that removes frames shows the picture.
    assert "<img" in re.sub("<iframe.*?</iframe>", "", bundle["text/html"], flags=re.S)


def test_ipython_in_a_terminal_gets_text_only(run, monkeypatch):
    formatter = SimpleNamespace(active_types=["text/plain"])
    shell = SimpleNamespace(display_formatter=formatter)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert run._repr_mimebundle_() == {"text/plain": repr(run)}
    formatter.active_types.append("text/html")
    assert "image/svg+xml" in run._repr_mimebundle_()


def test_a_watched_search_has_pictures(tmp_path):
    watched = gs.watch(lambda rows, start, goal: [start, goal], ["..", ".."], (0, 0), (1, 1))
    bundle = watched._repr_mimebundle_()
    assert bundle["text/plain"] == repr(watched) and bundle["image/svg+xml"].startswith("<svg")
    watched.save(tmp_path / "a.svg")
    watched.save(tmp_path / "a.trace.jsonl")
    assert size_of((tmp_path / "a.svg").read_text("utf-8")) and (tmp_path / "a.trace.jsonl").read_text() == watched.log


def test_pictures_of_two_runs_are_side_by_side(run):
    both = gs.show(run, gs.run(run, weight=3), theme="dark")._repr_mimebundle_()["image/svg+xml"]
    width, height = size_of(run._repr_mimebundle_()["image/svg+xml"])
    assert size_of(both) == (2 * width + 16, height)
    names = re.findall(r'id="(\w+)"', both)
    assert len(names) == len(set(names)) and set(re.findall(r"url\(#(\w+)\)", both)) <= set(names)


def test_large_run_has_no_picture_in_a_notebook(run, monkeypatch):
    monkeypatch.setattr("gridscope._html.MOST", 10_000)
    assert set(run._repr_mimebundle_()) == {"text/plain", "text/html"}


@pytest.mark.skipif(shutil.which("inkscape") is not None, reason="tests what happens without Inkscape")
def test_nbconvert_makes_latex_without_inkscape(run, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbconvert")
    cell = nbformat.v4.new_code_cell("run", outputs=[nbformat.v4.new_output("display_data", run._repr_mimebundle_())])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "a.ipynb")
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "latex", "--log-level", "ERROR", str(tmp_path / "a.ipynb")], check=True)
    assert "includegraphics" in (tmp_path / "a.tex").read_text("utf-8") and list(tmp_path.glob("a_files/*.pdf"))
