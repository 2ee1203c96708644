"""Runs: maps of all kinds, what a run gives, and errors."""

import ast
import base64
import gzip
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import gridscope as gs
from gridscope import _browser, _program

ROWS = ["#######", "#.....#", "#.###.#", "#.....#", "#######"]
FREE = np.array([[c == "." for c in row] for row in ROWS])
SCENE = {"rows": ROWS, "legend": {"#": "wall", ".": "floor"}}
PACKAGE = Path(gs.__file__).parent


@pytest.mark.parametrize("map, options", [
    (ROWS, {}),
    ("\n".join(ROWS), {}),
    ([list(row) for row in ROWS], {}),
    (FREE, {}),
    (FREE.tolist(), {}),
    (FREE.astype(int), dict(array="free")),
    ((~FREE).astype("u1"), dict(array="wall")),
    (np.where(FREE, 1.0, np.inf), {}),
    (np.where(FREE, 1, -1), dict(array="tiles", tiles={1: "floor", -1: "wall"})),
    (np.where(FREE, 0, 100), dict(array="occupancy")),
    (SCENE, {}),
    (np.array([list(row) for row in ROWS]), {}),
    (FREE.astype("longdouble"), dict(array="free")),
], ids=["rows", "text", "characters", "bool", "lists", "free", "wall", "cost", "tiles", "occupancy", "scene", "array of characters", "long floats"])  # fmt: skip
def test_maps_of_all_kinds_give_the_same_path(map, options):
    run = gs.run(map, start=(1, 1), goal=(5, 3), corners="never", costs="1", **options)
    assert run.outcome["found"] and run.cost == 6 and run.path.shape == (7, 2)
    assert run.path[0].tolist() == [1, 1] and run.path[-1].tolist() == [5, 3]


def test_map_files_of_all_kinds_give_the_same_cost(tmp_path):
    np.save(tmp_path / "maze.npy", FREE)
    (tmp_path / "maze.txt").write_text("\n".join(ROWS) + "\n")
    (tmp_path / "maze.scene.json").write_text(json.dumps({"format": "gridscope-scene", "version": 1, **SCENE}))
    for name in ("maze.npy", "maze.txt", "maze.scene.json"):
        assert gs.run(tmp_path / name, (1, 1), (5, 3), costs="1").cost == 6
        assert gs.run(str(tmp_path / name), (1, 1), (5, 3), costs="1").cost == 6


def test_run_has_events_layers_and_outcome():
    run = gs.run(ROWS, (1, 1), (5, 3), "astar", seed=1, ties="paths")
    assert run.algorithm == "astar" and len(run) == len(run.events) > 10 and run.steps > 0
    g = run.layer("g")
    assert g.shape == (5, 7) and g[1, 1] == 0 and np.isnan(g[0, 0])
    assert {"event", "x", "y", "g"} <= set(run.events.dtype.names)
    assert "expanded" in run.event_names.values()
    assert "back to the start" in run.why(2, 1)
    assert run.why_not(3, 1) and run.why(1, 1, at=3)
    assert run.scene["run"]["params"] == {"ties": "paths", "costs": "octile"} and run.size == (7, 5)
    assert gs.run("hello").cost == 51 and "found True, cost 51 (2/3)" in repr(gs.run("hello"))


APART = ["...#...", "...#...", "...#..."]


def test_run_without_a_path_has_a_closest_cell():
    run = gs.run(APART, (0, 0), (6, 2))
    assert (run.found, run.path, run.cost, run.closest) == (False, None, None, (2, 2)) and run.outcome["path"]
    assert "found False" in repr(run) and "cost" not in repr(run)
    for algorithm in ("dijkstra", "breadth-first", "d-star-lite", "theta-star"):
        other = gs.run(APART, (0, 0), (6, 2), algorithm)
        assert (other.found, other.path, other.cost, other.closest) == (False, None, None, None), algorithm
    there = gs.run(APART, (0, 0), (2, 2))
    assert there.found and there.closest == (2, 2) and there.path.shape == (3, 2)
    assert gs.run(APART, (0, 0), (0, 0)).cost == 0 and gs.run(APART, (0, 0), None, "shadowcast").found is None


def test_watched_run_says_if_a_path_was_found():
    def right(rows, start, goal):
        return [(x, 0) for x in range(3)] if "#" not in rows[0] else None

    assert gs.watch(right, ["..."], (0, 0), (2, 0)).run.found is True
    assert gs.watch(right, [".#."], (0, 0), (2, 0)).run.found is False


def test_costs_are_octile_unless_stated(tmp_path):
    rows = ["....", "....", "...."]
    run = gs.run(rows, (0, 0), (3, 2))
    assert run.cost == pytest.approx(1 + 2 * 2**0.5) and run.costs == "octile" and "cost 3.8284 (octile)" in repr(run)
    assert gs.run(np.ones((3, 4), bool), (0, 0), (3, 2), "dijkstra").cost == run.cost
    assert gs.run({"rows": rows, "legend": {".": "floor"}}, (0, 0), (3, 2)).cost == run.cost
    assert gs.run(rows, (0, 0), (3, 2), neighbours=4).cost == 5
    stated = gs.run(rows, (0, 0), (3, 2), costs="2/3")
    assert stated.cost == 8 and "cost 8 (2/3)" in repr(stated)
    # A run that is changed keeps its costs, and so does a scene that names its algorithm.
    assert gs.run(stated, algorithm="dijkstra").cost == gs.run(stated, weight=2).cost == 8
    assert gs.run(gs.run(rows, (0, 0), (3, 2), "theta-star"), algorithm="astar").costs == "octile"
    assert gs.run("hello", algorithm="dijkstra").cost == gs.run(gs.run("hello"), algorithm="dijkstra").cost == 51
    gs.run("hello").save(tmp_path / "hello.scene.json")
    assert gs.run(tmp_path / "hello.scene.json").cost == 51 and pickle.loads(pickle.dumps(stated)).costs == "2/3"
    (tmp_path / "map.txt").write_text("\n".join(rows) + "\n")
    assert gs.run(tmp_path / "map.txt", (0, 0), (3, 2)).cost == run.cost
    assert gs.run(rows, (0, 0), (3, 2), "theta-star").costs is None
    # The map of another program's log, even if its search is called as one of ours.
    def astar(rows, start, goal):
        return [(0, 0), (1, 1)]

    assert gs.run(gs.watch(astar, ["..", ".."], (0, 0), (1, 1)).run, algorithm="dijkstra").costs == "octile"


def test_step_describes_an_event_in_text():
    run = gs.run(ROWS, (1, 1), (5, 3), "astar")
    steps = [run.step(event) for event in (1, 3, len(run))]
    assert [step.split(",")[0] for step in steps] == [f"event {event} of {len(run)}" for event in (1, 3, len(run))]
    assert "Expanded (1,1)" in steps[1]


COSTS = [[1.5, 3.25, 300.0]]


def test_array_costs_come_back_unchanged(tmp_path):
    np.save(tmp_path / "costs.npy", COSTS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for map in (COSTS, np.array(COSTS), tmp_path / "costs.npy"):
            for algorithm in ("astar", "dijkstra", "bidirectional-astar", "ida-star"):
                assert gs.run(map, (0, 0), (2, 0), algorithm, array="cost", costs="1").cost == 303.25
        gs.run(np.where(FREE, 1.0, np.inf), (1, 1), (5, 3))
    with pytest.warns(gs.GridscopeWarning, match="The costs of 2 cells are rounded, by at most") as warned:
        gs.run([[1.0, np.pi, np.e]], (0, 0), (2, 0), array="cost")
    assert warned[0].filename == __file__


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_run_survives_a_fork_and_pickling():
    run = gs.run("hello")
    child = os.fork()
    if child == 0:
        del run
        os._exit(0)
    os.waitpid(child, 0)
    copied = pickle.loads(pickle.dumps(run))
    want = run.why(14, 12)
    del run
    assert copied.why(14, 12) == want and copied.cost == 51


def test_dir_lists_public_names_only():
    assert dir(gs) == sorted([*gs.__all__, "__version__"]) and "Any" not in dir(gs)


def test_events_make_a_table():
    pandas = pytest.importorskip("pandas")
    run = gs.run("hello")
    assert len(pandas.DataFrame(run.events)) == len(run)


def test_run_repeats_with_other_parameters():
    run = gs.run("hello")
    other = gs.run(run, weight=3)
    assert other.outcome["expanded"] < run.outcome["expanded"]
    difference = gs.diff(run, other)
    assert difference.first["a"] > 0 and "event_a" in difference.first and len(difference.outcomes) == 2
    assert gs.diff(run, gs.run("hello")).first is None


def test_log_file_is_opened_as_a_run(tmp_path):
    file = tmp_path / "mine.trace.jsonl"
    gs.run("hello").save(file)
    run = gs.run(file)
    assert len(run) > 100 and run.why(2, 2)
    with pytest.raises(gs.GridscopeError, match="cannot be run again"):
        gs.run(file, algorithm="astar")


def test_run_is_saved_in_every_format(tmp_path):
    run = gs.run("hello")
    for name in ("a.html", "a.scene.json", "a.tmx", "a.trace.jsonl"):
        run.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500
    run.save_map(tmp_path / "map.csv")
    assert (tmp_path / "map.csv").read_text().count("\n") == 14


@pytest.mark.parametrize("call, sentence", [
    (lambda: gs.run(ROWS, (1, 1), (5, 3), corner="never"), 'there is no parameter "corner"; expected one of neighbours'),
    (lambda: gs.run(ROWS, (1, 1), (5, 3), "nothing"), "nothing"),
    (lambda: gs.run(FREE.astype(int), (1, 1), (5, 3)), "can mean several things"),
    (lambda: gs.run(FREE, array="trees"), "expected one of free, wall"),
    (lambda: gs.run(ROWS), "there is no start"),
    (lambda: gs.run("no-such-preset"), "no-such-preset"),
    (lambda: gs.run(object()), "cannot be read"),
    (lambda: gs.run("hello").layer("nothing"), "nothing"),
    (lambda: gs.run([[1, 0], [1]], array="free"), "rows of equal length"),
    (lambda: gs.run(np.zeros((2, 3, 4)), array="free"), "but an array of shape (2, 3, 4)"),
    (lambda: gs.run(np.zeros((0, 3)), array="free"), "but an array of shape (0, 3)"),
    (lambda: gs.run("hello").step(0), "there is no event 0; expected one from 1 to 824"),
    (lambda: gs.run("hello").step(825), "there is no event 825; expected one from 1 to 824"),
    (lambda: gs.run("hello").step(1.5), "event=1.5: expected a whole number from 0"),
    (lambda: gs.run("hello").html(at=30, range=(10, 20)), "at=30 is not in range=(10, 20)"),
    (lambda: gs.run("hello").html(range=5), "range=5: expected two numbers of events"),
    (lambda: gs.run("hello").html(at=-5), "at=-5: expected a whole number from 0"),
    (lambda: gs.run("hello").why(2, 2, at="x"), "at='x': expected a whole number from 0"),
    (lambda: gs.run("hello").why_not(99, 2), "(99,2) is outside the map of 24 × 14 cells"),
    (lambda: gs.run("hello").save("a.tmx", at=3), "a.tmx cannot have the option at; expected a picture"),
    (lambda: gs.run("hello").save("a.html", scale=3), "a.html cannot have the option scale; expected a picture"),
    (lambda: gs.run("hello").save("a.pdf", range=(0, 3)), "a .pdf has one moment"),
    (lambda: gs.run("hello").save("a.bmp"), "there is no format of that name or extension"),
    (lambda: gs.run(ROWS, (0.5, 1), (5, 3)), "(0.5, 1) is not a cell; expected x and y, two whole numbers"),
    (lambda: gs.run(ROWS, (1, 1), (-1, 3)), "(-1,3) is outside the map of 7 × 5 cells"),
    (lambda: gs.run(ROWS, (1, 1), (5, 3), seed=-1), "seed=-1: expected a whole number from 0"),
    (lambda: gs.run(np.array([["wall", 1]], object), array="free"), "the cell (0,0) is 'wall'; expected a number"),
    (lambda: gs.run(np.ma.masked_array([[1, 2]], mask=[[0, 1]]), array="free"), "the cell (1,0) is None; expected a number"),
    (lambda: gs.run([[1, 10**30]], array="cost"), "expected a whole number of at most 64 bits"),
    (lambda: gs.Finder(np.array([[2**64 - 1, 1]], "u8"), array="cost"), "expected a whole number of at most 64 bits"),
    (lambda: gs.Finder(ROWS, array="trees"), "expected one of free, wall"),
])  # fmt: skip
def test_errors_are_the_sentences_of_the_program(call, sentence):
    with pytest.raises(gs.GridscopeError) as error:
        call()
    assert sentence in str(error.value) and "gridscope-" not in str(error.value), str(error.value)


def test_missing_program_error_lists_searched_places(monkeypatch, tmp_path):
    monkeypatch.setenv("GRIDSCOPE_PROGRAM", str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_program, "_found", {})
    monkeypatch.setattr(_program.sysconfig, "get_path", lambda *_: str(tmp_path))
    with pytest.raises(gs.ProgramNotFound) as error:
        gs.program()
    for place in (f"GRIDSCOPE_PROGRAM={tmp_path / 'none'}", f"{tmp_path}{os.sep}gridscope", "on PATH", "pip"):
        assert place in str(error.value)


def test_wheel_for_browsers_says_how_to_build_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("GRIDSCOPE_PROGRAM", str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_program, "_found", {})
    monkeypatch.setattr(_program.sysconfig, "get_path", lambda *_: str(tmp_path))
    monkeypatch.setattr(_program, "ENGINE", tmp_path)
    with pytest.raises(gs.ProgramNotFound, match="--no-binary gridscope gridscope"):
        gs.program()


def test_browser_without_engine_names_the_wheel(monkeypatch, tmp_path):
    monkeypatch.setattr(_browser, "ENGINE", tmp_path / "engine.wasm")
    with pytest.raises(gs.ProgramNotFound, match="py3-none-any.whl"):
        _browser.Engine()


def test_exhausted_budget_raises_halted():
    with pytest.raises(gs.Halted):
        _program.call(["run", "hello", "--events", "10"])


def test_budget_of_a_run_cuts_it_at_its_event():
    with pytest.raises(gs.Halted, match="events= allow more"):
        gs.run("hello", events=10)
    with pytest.warns(gs.GridscopeWarning, match="10 events"):
        run = gs.run("hello", events=10, partial=True)
    assert len(run) == 10 and run.halted and run.found is None
    assert run.events["event"].shape == (10,)
    assert len(gs.run("hello", memory=64)) > 10
    with pytest.raises(gs.GridscopeError, match="memory=-1"):
        gs.run("hello", memory=-1)


def test_memory_of_ida_star_is_its_parameter():
    rows = [".....", ".....", "....."]
    runs = (gs.run(rows, (0, 0), (4, 2), "ida-star", memory=memory) for memory in (True, False))
    with_memory, without = runs
    assert with_memory.found and without.found and len(without) >= len(with_memory)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interruption_ends_the_program(tmp_path, capsys, interruptions):
    marker = tmp_path / "pid"
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\necho $$ > {marker}\nexec sleep 60\n")
    slow.chmod(0o755)
    before = dict(os.environ)
    os.environ["GRIDSCOPE_PROGRAM"] = str(slow)
    try:
        # The program has begun, and the line about it is shown after a second.
        def interrupt():
            while not marker.exists():
                time.sleep(0.05)
            time.sleep(2)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            _program.call(["run"], what="running slowly")
    finally:
        os.environ.clear()
        os.environ.update(before)
    time.sleep(0.1)
    with pytest.raises(ProcessLookupError):
        os.kill(int(marker.read_text()), 0)
    assert "running slowly: " in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_closed_window_leaves_no_process(tmp_path, monkeypatch):
    marker, window = tmp_path / "pid", tmp_path / "window"
    window.write_text(f"#!/bin/sh\necho $$ > {marker}.part\nmv {marker}.part {marker}\n")
    window.chmod(0o755)
    monkeypatch.setenv("GRIDSCOPE_PROGRAM", str(window))
    monkeypatch.setenv("DISPLAY", ":99")
    gs.open("hello")

    def is_there():
        try:
            os.kill(int(marker.read_text()), 0)
        except FileNotFoundError:
            return True
        except ProcessLookupError:
            return False
        return True

    for _ in range(200):
        if not is_there():
            break
        time.sleep(0.05)
    assert not is_there()


LOG = """
log.start(["..", ".."], (0, 0), (1, 1), neighbours=4, order=("g",), costs={"straight": 1})
log.open(0, 0, g=0)
log.expand(0, 0, g=0)
log.open(1, 0, (0, 0), 1, 1)
log.reject(0, 1, (0, 0), "rule")
log.event("note", text="half way")
log.path([(0, 0), (1, 0)], 1)
log.done("found")
"""


def test_package_logger_equals_the_copied_file(tmp_path):
    copied = PACKAGE.parent.parent / "loggers" / "gridscope.py"
    assert (PACKAGE / "_logger.py").read_bytes() == copied.read_bytes()
    logs = []
    for name, folder in (("copy", tmp_path), ("package", PACKAGE.parent)):
        program = tmp_path / f"logs_by_{name}.py"
        program.write_text("import gridscope as log\n" + LOG)
        if name == "copy":
            (tmp_path / "gridscope.py").write_bytes(copied.read_bytes())
        else:
            (tmp_path / "gridscope.py").unlink()
        file = tmp_path / f"{name}.trace.jsonl"
        env = {**os.environ, "GRIDSCOPE": str(file), "PYTHONPATH": str(folder)}
        subprocess.run([sys.executable, str(program)], check=True, env=env)
        logs.append(file.read_text())
    assert logs[0] == logs[1] and logs[0].count("\n") == 8


def test_package_works_alone_on_old_python():
    for file in PACKAGE.glob("*.py"):
        ast.parse(file.read_text("utf-8"), feature_version=(3, 8))
    code = "import sys; sys.modules.update(numpy=None, pandas=None, IPython=None); import gridscope as gs; print(gs.run('hello').cost, gs.run(['...'], (0, 0), (2, 0)).outcome['path'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    assert done.stdout == "51 [[0, 0], [1, 0], [2, 0]]\n", done.stderr


def test_show_returns_one_sandboxed_frame():
    run = gs.run("hello")
    page = gs.show(run, at=23, app="https://example.org/gridscope/")._repr_html_()
    assert page.startswith('<iframe sandbox="allow-scripts allow-popups"') and "srcdoc=" in page and len(page) < 2**21
    assert page.count("<script") == 1 and page.endswith("</script>"), "only what gives the frame its height"
    assert len(page) > len(gs.show(run, at=23)._repr_html_())
    both = gs.show(run, gs.run("corners"))._repr_html_()
    assert both.count("<iframe") == 2
    part = run.html(range=(0, 100))
    assert len(part) < len(run.html())
    # Both together: the page has the range, and opens at the moment.
    moments = [content(page) for page in (run.html(at=0, range=(0, 100)), run.html(at=40, range=(20, 60)), run.html(at=60, range=(20, 60)))]
    assert [(one["from"], one["now"]) for one in moments] == [(0, 0), (20, 20), (20, 40)]
    assert "srcdoc=" in gs.show(run, at=40, range=(20, 60))._repr_html_()


def content(page):
    """Returns the header of the data in a page."""
    packed = re.search(r'id="data">([^<]*)<', page)[1]
    data, size, shift = gzip.decompress(base64.b64decode(packed)), 0, 0
    for place, byte in enumerate(data, 1):
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return json.loads(data[place : place + size])


def test_too_large_page_says_what_to_do(monkeypatch):
    monkeypatch.setattr("gridscope._html.MOST", 10_000)
    text = gs.show(gs.run("hello"))._repr_html_()
    assert "<iframe" not in text and "range=(first, last)" in text
