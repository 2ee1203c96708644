"""gridscope's logger for Python 3: copy this file beside your program and call what it has; nothing else is needed.

GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
Unset, it writes to gridscope.trace.jsonl in the current folder: who calls a logger wants a log.
"""
import io, json, math, os, sys
_default, _out, _searches = "gridscope.trace.jsonl", None, 0
_to = os.environ.get("GRIDSCOPE") or _default

def _plain(v):  # JSON has no infinity, and nothing of numpy
    v = v.tolist() if hasattr(v, "tolist") else v
    if isinstance(v, float): return None if math.isnan(v) else v if math.isfinite(v) else "inf" if v > 0 else "-inf"
    if isinstance(v, dict): return {str(k): _plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)): return [_plain(x) for x in v]
    return v
def _file(name):  # a log is replaced, but never a file that is none
    if name == _default and os.path.islink(name):
        raise OSError(name + " is a link, so it is not followed; set GRIDSCOPE to another name")
    if os.path.isfile(name) and os.path.getsize(name):
        with io.open(name, "rb") as old: head = old.read(1024)
        if not head.startswith(b"{") or b"gridscope-trace" not in head:
            raise OSError(name + " is no gridscope log, so it is not replaced; set GRIDSCOPE to another name")
    return io.open(name, "w", encoding="utf-8")
def _write(line):
    global _to, _out
    if _to == "off": return
    try:
        _out = _out or (sys.stdout if _to == "1" else _file(_to))
        _out.write(json.dumps(_plain(line), default=str) + "\n")
        _out.flush()  # so that a log can be followed, and is whole after a crash
    except OSError as error:
        _to = "off"
        print("gridscope writes no log:", error, file=sys.stderr)

def start(rows, start, goal, neighbours=8, corners="never", order=("f",), **more):  # more: costs=…, optimal=…, title=…
    global _searches
    _searches += 1
    if _searches > 2: event("end")
    if _searches > 1: return event("begin", phase="search", start=start, goal=goal, order=order)
    _write({"format": "gridscope-trace", "version": 2, "map": rows, "start": start, "goal": goal,
            "neighbours": neighbours, "corners": corners, "order": order, **more})

def event(word, **fields): _write({"event": word, **fields})
def open(x, y, parent=None, g=None, h=None): _write({"event": "open", "at": [x, y], "from": parent, "g": g, "h": h})
def expand(x, y, g=None): event("expand", at=[x, y], g=g)
def reject(x, y, parent, why): _write({"event": "reject", "at": [x, y], "from": parent, "why": why})
def path(cells, cost=None): event("path", cells=list(cells), cost=cost)
def done(result): event("done", result=result)
