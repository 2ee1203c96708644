"""The three notebooks run, convert to pages, and their players can be stepped in a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gridscope as gs

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib.pyplot")  # Its first import writes to standard error.

HERE = Path(__file__).resolve().parent
NOTEBOOKS = sorted((HERE.parent / "examples").glob("*.ipynb"))


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Executes each notebook once. Returns the folder with the results."""
    folder = tmp_path_factory.mktemp("notebooks")
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    os.environ["PYTHONPATH"] = path
    for file in NOTEBOOKS:
        book = nbformat.read(file, as_version=4)
        nbclient.NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
        nbformat.write(book, folder / file.name)
    return folder


def outputs(file):
    return [output for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code" for output in cell.outputs]


def test_three_notebooks_are_stored_without_output():
    assert [file.stem for file in NOTEBOOKS] == ["a-star-in-ten-minutes", "an-experiment-for-a-paper", "is-my-search-right"]
    for file in NOTEBOOKS:
        assert not outputs(file), file.name


def test_notebooks_run_and_show_their_players(executed):
    pages = {file.stem: [o.data.get("text/html", "") for o in outputs(file) if "data" in o] for file in executed.glob("*.ipynb")}
    texts = {file.stem: "".join(o.get("text", "") for o in outputs(file)) for file in executed.glob("*.ipynb")}
    assert sum("<iframe" in page for page in pages["a-star-in-ten-minutes"]) == 3
    report = next(page for page in pages["is-my-search-right"] if "gs-r" in page)
    assert "not-shortest" in report and "Copy as a test" in report and "Smallest map" in report
    assert any("heuristic</b>" in page for page in pages["is-my-search-right"])
    assert any('class="gs-none"' in page for page in pages["is-my-search-right"]), "no report without a fault"
    assert "cost" in texts["a-star-in-ten-minutes"] and "Expanded: mended" in texts["is-my-search-right"]
    same = [o.data["text/plain"] for o in outputs(executed / "an-experiment-for-a-paper.ipynb") if "data" in o]
    assert "True" in same
    paper = texts["an-experiment-for-a-paper"]
    assert "6711 expansions = 1957 cells + 4754 opened again" in paper and "2 & 2.79 & 1.00 & 0.82 & 1.02" in paper and "\\toprule" in paper
    kinds = {kind for o in outputs(executed / "an-experiment-for-a-paper.ipynb") if "data" in o for kind in o.data}
    assert {"image/png", "image/svg+xml", "application/pdf"} <= kinds
    for file in executed.glob("*.ipynb"):
        assert file.stat().st_size < 3_000_000
        # A machine that has much to do shows progress, in lines that are erased.
        texts = [o.text for o in outputs(file) if o.get("name") == "stderr" and not o.text.startswith("\r")]
        assert not texts and not [o for o in outputs(file) if o.output_type == "error"], (file.name, texts)


def test_nbconvert_makes_pages_with_players(executed):
    pytest.importorskip("nbconvert")
    for file in executed.glob("*.ipynb"):
        subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--log-level", "ERROR", str(file)], check=True)
        page = file.with_suffix(".html").read_text("utf-8")
        assert "srcdoc=" in page and 'sandbox="allow-scripts allow-popups"' in page


@pytest.fixture
def in_browser():
    """Returns a function that runs a script on a page in Chromium, and returns what it prints."""
    node, chromium = shutil.which("node"), os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    modules = HERE.parent.parent / "web" / "tests" / "node_modules"
    if not (node and chromium and (modules / "puppeteer-core").exists()):
        pytest.skip("needs node, chromium and web/tests/node_modules (npm ci in web/tests)")

    def evaluate(script, page, *args):
        command = [node, str(HERE / script), str(page), str(modules), chromium, *args]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return evaluate


def test_players_of_a_converted_notebook_step_by_keyboard(executed, in_browser):
    """The frames of a converted notebook are stepped with the keyboard in Chromium."""
    page = executed / "is-my-search-right.html"
    if not page.exists():
        subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--log-level", "ERROR", str(page.with_suffix(".ipynb"))], check=True)
    result = in_browser("step_players.mjs", page, os.environ.get("GRIDSCOPE_PICTURE", ""))
    assert result["frames"] >= 1 and result["after"] != result["before"] and result["back"] == result["before"]
    assert not result["errors"], result["errors"]


def test_player_controls_fit_their_frame_at_every_width(tmp_path, in_browser):
    def of(width, height):
        return gs.run(["." * width] * height, (0, 0), (width - 1, height - 1))

    small = gs.run(["............", "....#.......", "....#...##.."], (1, 2), (10, 1), title="A search with a title of some length")
    views = [gs.show(small), gs.show(gs.run("counter-example")), gs.show(of(6, 40)), gs.show(of(90, 2)), gs.show(of(25, 25)), gs.show(small, of(12, 16))]
    page = tmp_path / "players.html"
    page.write_text("<!doctype html><meta charset=utf-8>" + "".join(view._repr_mimebundle_()["text/html"] for view in views), "utf-8")
    below = in_browser("measure_players.mjs", page, "1280", "800", "420")
    assert [len(most) for most in below.values()] == [7, 7, 7]
    assert max(max(most) for most in below.values()) <= 0, below
