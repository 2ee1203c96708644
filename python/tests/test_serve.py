"""The process that answers questions: one recording for all of them, and what ends or copies it."""

import os
import pickle
import signal
import threading
import time

import pytest

import gridscope as gs
from gridscope._serve import Session, server

def recordings(run):
    return run._session.ask("run")["recordings"]


def test_all_questions_about_a_run_share_one_recording():
    before = recordings(gs.run("hello"))
    run = gs.run("hello", weight=2)
    assert len(run.events) == len(run)
    assert run.layer("g").shape == run.layer("h").shape == (14, 24)
    assert run.why(14, 12) and run.why_not(14, 12) and run.step(3) and run.html(at=3)
    assert recordings(run) == before + 1
    assert gs.diff(run, run).first is None and recordings(run) == before + 1


def test_session_closes_with_its_run():
    run = gs.run("hello")
    name = run._session.name
    del run
    other = Session(file="hello")
    other.ask("scene")
    with pytest.raises(gs.GridscopeError, match="there is no session"):
        server._exchange({"session": name, "ask": "run"}, None, "")
    assert other.ask("run")["algorithm"] == "astar"


def test_error_has_kind_sentence_and_place(tmp_path):
    file = tmp_path / "broken.scene.json"
    file.write_text('{"format": "gridscope-scene",\n "version": 1,\n "rows": 3}')
    with pytest.raises(gs.GridscopeError) as error:
        gs.run(file)
    assert error.value.kind == "input" and error.value.place.startswith(str(file))
    assert str(error.value).startswith(f"{error.value.place}: ")
    with pytest.raises(gs.GridscopeError) as error:
        gs.run(["..."])
    assert error.value.kind == "run" and error.value.place is None
    copied = pickle.loads(pickle.dumps(error.value))
    assert (str(copied), copied.kind) == (str(error.value), "run")


def test_killed_server_process_is_restarted():
    run = gs.run("hello")
    want = run.why(14, 12)
    server._process.kill()
    server._process.wait()
    assert run.why(14, 12) == want and run.layer("g").shape == (14, 24)


def test_program_that_cannot_serve_says_why(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho 'gridscope: no room left' >&2\nexit 2\n")
    program.chmod(0o755)
    monkeypatch.setenv("GRIDSCOPE_PROGRAM", str(program))
    with pytest.raises(gs.GridscopeError, match="^no room left$"):
        gs.run({"rows": ["..."], "actors": [], "run": {"algorithm": "astar", "params": {"costs": "1"}}})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_fork_gets_its_own_server_process():
    run = gs.run("hello")
    want, read, write = run.why(14, 12), *os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, b"equal" if run.why(14, 12) == want and gs.run("hello").cost == 51 else b"differs")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 20) == b"equal" and run.why(14, 12) == want


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupted_request_leaves_no_stale_answer(interruptions):
    run = gs.run("hello")
    want = run.why(14, 12)
    actors = [{"kind": "explorer", "at": [0, 0]}, {"kind": "goal", "at": [399, 399]}]
    head = {"format": "gridscope-scene", "version": 1, "legend": {".": "floor"}, "run": {"algorithm": "dijkstra"}}
    slow = Session(scene={**head, "rows": ["." * 400] * 400, "actors": actors})
    threading.Thread(target=lambda: (time.sleep(0.2), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            slow.ask("minimise", keep="outcome found = true")
    assert run.why(14, 12) == want


def test_threads_share_one_server_process():
    runs = [gs.run("hello", weight=weight) for weight in (1, 2, 3)]
    want = [run.why(14, 12) for run in runs]
    got = [None] * 3

    def ask(index):
        got[index] = [runs[index].why(14, 12) for _ in range(5)]

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [[text] * 5 for text in want]
