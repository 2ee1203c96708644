"""`gs.grade`, and `gridscope grade` on files in Python."""

import csv
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import forms
import students

import gridscope as gs
from searches import manhattan

CLASS = Path(__file__).resolve().parents[2] / "examples" / "class"
SWAMP = CLASS / "swamp.scene.json"
GOOD = (CLASS / "s2104.py").read_text()


def graded(folder, out, *more, search="search", maps=(SWAMP,), rules=("neighbours=4", "optimal=true")):
    """Grades a folder. Returns the exit code, the rows of the table, and what the program printed."""
    args = [gs.program(), "grade", str(folder), "--search", search, "--csv", str(out / "marks.csv"), "--map", *map(str, maps)]
    args += ["--rules", *rules] if rules else []
    done = subprocess.run([*args, *more], capture_output=True, env={**os.environ, "GRIDSCOPE_PYTHON": sys.executable})
    text = done.stdout.decode("utf-8") + done.stderr.decode("utf-8")
    if done.returncode == 2:
        return 2, [], text
    with open(out / "marks.csv", newline="", encoding="utf-8") as file:
        return done.returncode, list(csv.DictReader(file)), text


def signs(text):
    """Returns the signs of the marks by file."""
    return {line.split("  ")[0].strip(): line.split("  ")[1:] for line in text.splitlines() if " of " in line}


def test_example_class_gets_its_stated_grades(tmp_path):
    code, rows, text = graded(
        CLASS, tmp_path, "--also", "60", "--html", str(tmp_path / "class"), "--junit", str(tmp_path / "out.xml"),
        "--gradescope", str(tmp_path / "results.json"),
    )  # fmt: skip
    assert code == 1 and "Ten submissions, six without a fault" in text, text
    found = {row["student"]: (row["verdict"], row["points"], row["line"]) for row in rows}
    wrong = {
        "s2140": ("Not a cheapest path", "6", "11"), "s2163": ("Not a cheapest path", "7", "24"), "s2185": ("Not a cheapest path", "7", "16"),
        "s2196": ("KeyError where no path exists", "6", "29"),
    }  # fmt: skip
    assert found == {**{name: ("No fault", "8", "") for name in found}, **wrong}
    assert {row["student"]: row["smallest map"] != "" for row in rows} == {name: name in wrong for name in found}
    assert "Prices are never read: each step counts as one" in text and "sorted, and taken from at the wrong end" in text
    page = (tmp_path / "class" / "index.html").read_text(encoding="utf-8")
    assert page.count("<tr data-mistakes=") == 10 and page.count('<svg class="small"') == 4
    assert 'href="s2140.py.html#L11"' in page and 'href="../results.json"' in page
    one = (tmp_path / "class" / "s2140.py.html").read_text(encoding="utf-8")
    assert 'src="s2140.py.player.html"' in one and 'id="L11" class="found"' in one
    assert len(ElementTree.parse(tmp_path / "out.xml").findall("testsuite/testcase/failure")) == 5
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    assert sum(test["score"] for test in tests) == sum(float(row["points"]) for row in rows)
    assert not list(CLASS.glob("__pycache__")), "nothing is written beside the submissions"


HOSTILE = {
    "loop.py": "def search(g, s, t):\n    while True: pass\n",
    "load loop.py": "while True: pass\n",
    "exits.py": "import sys\ndef search(g, s, t): sys.exit(0)\n",
    "exits at once.py": "import sys\nsys.exit(0)\n",
    "ends.py": "import os\ndef search(g, s, t): os._exit(0)\n",
    "ends at once.py": "import os\nos._exit(0)\n",
    "deaf.py": "import signal\ndef search(g, s, t):\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    while True: pass\n",
    "syntax.py": "def search(g, s, t)\n",
    "other name.py": "def serach(g, s, t): return None\n",
    "asks.py": "input()\n",
    "object.py": "def search(g, s, t): return object()\n",
    "<script>alert(1)<.py": "def search(g, s, t): raise ValueError('<script>alert(1)</script>')\n",
    "long.py": "def search(g, s, t): raise ValueError('x' * 3_000_000)\n",
    "writes.py": "import os\nfor n in range(3, 10):\n    try: os.write(n, b'{\"verdict\": 1}\\n{}\\n[\\n')\n    except OSError: pass\n" + GOOD,
    "prints.py": "import os\nprint('x' * 10_000_000)\nos.system('yes | head -c 1000000')\n" + GOOD,
    "child.py": "import subprocess\nsubprocess.Popen(['sleep', '7531'])\n" + GOOD,
    "fork.py": "import os, time\nif os.fork() == 0:\n    time.sleep(1000)\n" + GOOD,
    "heapq.py": GOOD,
    "random.py": "import random\n" + GOOD,
}
FAULTS = {
    "loop.py": "Takes too long", "load loop.py": "Does not load", "exits.py": "SystemExit", "exits at once.py": "SystemExit while it loads",
    "ends.py": "Ends the program", "ends at once.py": "Ends the program while it loads", "deaf.py": "Takes too long", "syntax.py": "SyntaxError",
    "other name.py": "No function search", "asks.py": "EOFError while it loads", "latin.py": "SyntaxError",
    "object.py": "Returns nothing that can be read as a path", "<script>alert(1)<.py": "ValueError", "long.py": "ValueError",
}  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="forks and signals")
def test_hostile_submissions_do_not_affect_other_rows(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for name, text in HOSTILE.items():
        (folder / name).write_text(text)
    (folder / "latin.py").write_bytes(b'x = "\xff"\n')
    os.symlink(CLASS / "s2104.py", folder / "link.py")
    page = tmp_path / "page"
    code, rows, text = graded(folder, tmp_path, "--also", "1", "--timeout", "0.5", "--html", str(page))
    found = {row["file"]: row["verdict"] for row in rows}
    # A verdict that a file writes itself is no verdict.
    forged = found.pop("writes.py")
    assert forged in ("No fault", "Its verdict cannot be read")
    assert found == {name: FAULTS.get(name, "No fault") for name in [*HOSTILE, "latin.py"] if name != "writes.py"}, text
    assert code == 1
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True).stdout.decode("utf-8", "replace")
    assert "sleep 7531" not in running, "a child process stays"
    assert sorted(path.name for path in folder.iterdir()) == sorted([*HOSTILE, "latin.py", "link.py"]), "nothing is written there"
    for file in page.iterdir():
        assert "<script>alert" not in file.read_text(encoding="utf-8") and file.stat().st_size < 100_000, file


def test_verdicts_are_independent_of_jobs_and_order(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    dice = "import random\n" + (CLASS / "s2163.py").read_text().replace("3 * (", "random.choice([1, 9]) * (")
    sets = (CLASS / "s2203.py").read_text().replace("reached < known", "hash(str(near)) % 5 and reached < known")
    for name, text in (("a.py", dice), ("b.py", sets), ("c.py", (CLASS / "s2140.py").read_text())):
        (folder / name).write_text(text)
    runs = []
    for jobs in ("1", "3"):
        _, rows, _ = graded(folder, tmp_path, "--also", "45", "--jobs", jobs)
        runs.append([{key: value for key, value in row.items() if key != "seconds"} for row in rows])
    assert runs[0] == runs[1]


def test_any_tie_order_passes_unless_one_is_stated(tmp_path):
    file = CLASS / "s2104.py"
    for rules, way in (((), "✓"), (("order=f,#",), "✕"), (("order=f,-g", "g=cost"), "✕"), (("order=f,-g",), "–")):
        _, rows, text = graded(file, tmp_path, "--also", "20", rules=("neighbours=4", *rules))
        assert f"✓ ✓ ✓ ✓ {way}" in text, (rules, text)
    assert "could not be checked" in rows[0]["first finding"], "an order that was not asked is named"
    first_in = GOOD.replace("import heapq", "import heapq\nimport itertools").replace(
        "(new + estimate(near), near)", "(new + estimate(near), next(count), near)"
    )
    first_in = first_in.replace("[(estimate(start), start)]", "[(estimate(start), 0, start)]\n    count = itertools.count(1)")
    (tmp_path / "first_in.py").write_text(first_in.replace("_, cell = heapq", "_, _, cell = heapq"))
    _, _, text = graded(tmp_path / "first_in.py", tmp_path, "--also", "20", rules=("neighbours=4", "order=f,#"))
    assert "✓ ✓ ✓ ✓ ✓" in text, text


def test_own_points_and_several_maps_are_graded(tmp_path):
    folder = tmp_path / "class"
    (folder / "Zoe").mkdir(parents=True)
    shutil.copy(CLASS / "s2152.py", folder / "Zoe" / "solution.py")
    (folder / "Zoe" / "helper.py").write_text("x = 1\n")
    maps = (SWAMP, tmp_path / "free.txt", "field-8x4")
    (tmp_path / "free.txt").write_text("....\n.##.\n....\n")
    code, rows, text = graded(folder, tmp_path, "--also", "0", "--points", "way=4", rules=("neighbours=4",), maps=maps[:1])
    assert [(row["student"], row["file"], row["points"], row["of"]) for row in rows] == [("Zoe", "Zoe/solution.py", "11", "11")], text
    _, rows, _ = graded(folder, tmp_path, "--also", "0", "--points", "1,1,1,1,4", "--require-all", maps=maps[:1])
    assert (rows[0]["points"], rows[0]["of"]) == ("4", "8"), "what could not be watched earns nothing"
    walls = "def search(rows, start, goal):\n    assert isinstance(rows[0], str)\n    return [start, goal]\n"
    (tmp_path / "walls.py").write_text(walls)
    _, rows, _ = graded(tmp_path / "walls.py", tmp_path, "--also", "0", "--start", "0,0", "--goal", "3,2", rules=("neighbours=8",), maps=maps[1:2])
    assert (rows[0]["verdict"], rows[0]["points"]) == ("The path is broken", "5"), rows
    for rules, word in ((("foo=3",), "'foo'"), (("neighbours=5",), "neighbours=5"), (("order",), "--rules order")):
        code, _, text = graded(folder, tmp_path, rules=rules)
        assert code == 2 and word in text, text


def test_submissions_receive_arrays_as_arrays(tmp_path):
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "costs.npy", numpy.array([[1, 30, 1], [1, 2.5, numpy.inf], [1, 1, 1]]))
    asks = GOOD.replace("    def estimate", "    assert grid.dtype == float\n\n    def estimate", 1)
    (tmp_path / "s.py").write_text(asks)
    code, rows, text = graded(tmp_path / "s.py", tmp_path, "--also", "40", "--array", "cost", maps=(tmp_path / "costs.npy",))
    assert (code, rows[0]["verdict"]) == (0, "No fault"), text


#: A submission that takes rows of text, in which `#` is a wall.
OF_ROWS = """def search(rows, start, goal):
    # CHECK
    waiting, came = [start], {start: None}
    while waiting:
        cell = waiting.pop(0)
        if cell == goal:
            path = [cell]
            while came[path[-1]] is not None:
                path.append(came[path[-1]])
            return path[::-1]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            near = x, y = cell[0] + dx, cell[1] + dy
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] != "#" and near not in came:
                came[near] = cell
                waiting.append(near)
    return None
"""


@pytest.mark.parametrize("signs", ["SG", "SE", "AB"])
def test_letters_of_a_text_mark_its_ends(tmp_path, signs):
    rows = ["........", f".##{signs[0]}#T..", ".#.###=.", f"..#..{signs[1]}%."]
    (tmp_path / "map.txt").write_text("\n".join(rows) + "\n")
    ends = "assert set(''.join(rows)) <= set('#.') and ((len(rows[0]), len(rows)) != (8, 4) or (start, goal) == ((3, 1), (5, 3)))"
    (tmp_path / "right.py").write_text(OF_ROWS.replace("# CHECK", ends))
    code, rows, text = graded(tmp_path / "right.py", tmp_path, "--also", "5", maps=(tmp_path / "map.txt",))
    assert (code, rows[0]["points"], "free cell" in text) == (0, "8", False), (rows, text)


def test_ends_that_no_one_states_are_named(tmp_path):
    (tmp_path / "map.txt").write_text("#...\n.##.\n..S#\n")
    (tmp_path / "s.py").write_text(OF_ROWS)
    _, rows, text = graded(tmp_path / "s.py", tmp_path, "--also", "0", maps=(tmp_path / "map.txt",))
    sentence = "map.txt has no start and no goal, so the first free cell (1, 0) is the start and the last free cell (1, 2) is the goal."
    assert sentence in rows[0]["first finding"], rows
    _, rows, text = graded(tmp_path / "s.py", tmp_path, "--also", "0", "--start", "1,0", "--goal", "0,2", maps=(tmp_path / "map.txt",))
    assert "free cell" not in rows[0]["first finding"] + text, rows


def test_late_submission_names_the_timeout(tmp_path):
    (tmp_path / "s.py").write_text(OF_ROWS.replace("# CHECK", "while len(rows) == 1: pass"))
    (tmp_path / "map.txt").write_text("S...\n.##.\n...G\n")
    _, rows, _ = graded(tmp_path / "s.py", tmp_path, "--also", "2", "--timeout", "0.8", maps=(tmp_path / "map.txt",))
    assert "longer than 0.8 s" in rows[0]["first finding"], rows


def test_async_submission_is_a_row_of_its_own(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "later.py").write_text("async def search(grid, start, goal):\n    return None\n")
    (folder / "right.py").write_text(GOOD)
    _, rows, text = graded(folder, tmp_path, "--also", "1")
    assert {row["file"]: row["verdict"] for row in rows} == {"later.py": "An async def", "right.py": "No fault"}, text
    assert "pass a plain function that calls it by asyncio.run" in rows[0]["first finding"], rows


def a_star(rows, start, goal, factor=1):
    import heapq

    heap, parent, cost = [(0, start)], {start: None}, {start: 0}
    while heap:
        cell = heapq.heappop(heap)[1]
        if cell == goal:
            path = []
            while cell is not None:
                path.append(cell)
                cell = parent[cell]
            return path[::-1]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            x, y = cell[0] + dx, cell[1] + dy
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] != "#" and cost[cell] + 1 < cost.get((x, y), 1e9):
                cost[x, y], parent[x, y] = cost[cell] + 1, cell
                heapq.heappush(heap, (cost[x, y] + factor * manhattan((x, y), goal), (x, y)))
    return None


def test_path_of_jumps_must_name_all_cells():
    jumps = gs.grade(forms.jump_points, also=30, neighbours=8)
    assert jumps.ok and jumps.score == 8, jumps

    def corners(rows, start, goal):
        path = forms.jump_points(rows, start, goal)
        return path and [path[0], *(b for a, b, c in zip(path, path[1:], path[2:]) if b[0] - a[0] != c[0] - b[0] or b[1] - a[1] != c[1] - b[1]), path[-1]]

    broken = gs.grade(corners, also=30, neighbours=8)
    assert (broken.rule, broken.points["path"]) == ("path-broken", 0) and "steps=jump" in broken.text
    assert gs.grade(corners, also=30, neighbours=8, steps="jump").ok


@pytest.mark.parametrize("search, rules", students.SOUND[:3], ids=["my_astar", "my_bfs", "my_dijkstra"])
def test_sound_search_gets_all_points(search, rules):
    costs = [[1, 2, 9, 1], [3, 1, 9, 1], [1, 1, 4, 2]]
    shown = (costs, (0, 0), (3, 0)) if "array" in rules else ()
    found = gs.grade(search, *shown, also=45, **rules)
    assert found.ok and found.score == 8, found


#: A mistake, and the mark that shows it.
MARKS = {
    "returns true": "returns", "looks up a goal that was not reached": "returns", "a direction is mistyped": "path", "cost counts cells": "path",
    "first parent stays": "cheapest", "weights are ignored": "cheapest", "wrong end": "cheapest", "no lower bound": "way",
}  # fmt: skip


@pytest.mark.parametrize("mistake", MARKS)
def test_mistake_costs_the_points_of_its_mark(mistake):
    make, rules = students.MISTAKES[mistake]
    costs = [[1, 2, 9, 1], [3, 1, 9, 1], [1, 1, 4, 2]]
    shown = (costs, (0, 0), (3, 0)) if "array" in rules else ()
    found = gs.grade(make(), *shown, also=60, **rules)
    failed = [mark.name for mark in found.marks if mark.held is False]
    assert failed[:1] == [MARKS[mistake]] and found.line is not None, found
    assert all(mark.why for mark in found.marks if mark.name in failed[1:]), "each mark that fails says why"


def test_grade_of_a_function_states_its_points():
    good = gs.grade(a_star, also=20, neighbours=4)
    assert good.ok and bool(good) and good.score == good.of == 8 and float(good) == 8
    assert good.points == {"loads": 2, "returns": 2, "path": 2, "cheapest": 1, "way": 1}
    good.require()

    def greedy(rows, start, goal):
        return a_star(rows, start, goal, 20)

    bad = gs.grade(greedy, also=60, neighbours=4, optimal=True, points={"cheapest": 4, "way": 0})
    assert not bad.ok and (bad.score, bad.of, bad.points["cheapest"]) == (6, 10, 0), bad
    assert bad.rule == "not-shortest" and bad.smallest is not None and "Smallest map that shows it" in str(bad)
    bad.require(6)
    with pytest.raises(AssertionError, match="greedy: 6 of 10 points"):
        bad.require()
    assert "6 of 10 points" in bad._repr_html_() and bad.to_dict()["marks"][3]["held"] is False
    json.dumps(bad.to_dict())
    for points, word in (({"path2": 1}, "did you mean 'path'"), ([1, 2], "5 numbers"), ({"way": -1}, "from 0"), ({"way": "x"}, "from 0")):
        with pytest.raises(gs.GridscopeError, match=word):
            gs.grade(a_star, points=points)
