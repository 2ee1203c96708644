"""Calls that mypy reads: each wrong one has a comment, which mypy refuses where there is nothing wrong."""

from typing import Any

import gridscope as gs


def search(rows: Any, start: Any, goal: Any) -> Any: ...


gs.check(search, ["..", ".."], (0, 0), (1, 0), neighbors=4, corners="one", costs={"straight": 1}, header={"comment": "own"}, optimal=True)
gs.watch(search, ["..", ".."], (0, 0), (1, 0), neighbours=8, g="cost", h=lambda cell: 0, steps="jump")
gs.minimise(search, ["..", ".."], (0, 0), (1, 0), keep="wall", cells="rc")
gs.compare(search, "astar", ["..", ".."], (0, 0), (1, 0), array="cost", params={"weight": 2})
gs.grade(search, points={"way": 0}, neighbours=4).require(6)
gs.grade(search, ["..", ".."], (0, 0), (1, 0), points=(2, 2, 2, 1, 1), seed=2, also=10)
gs.grade(search, point={"way": 0})  # type: ignore[call-arg]
gs.check(search, ["..", ".."], (0, 0), (1, 0), neighbours=5)  # type: ignore[arg-type]
gs.check(search, ["..", ".."], (0, 0), (1, 0), corner="one")  # type: ignore[call-arg]
gs.check(search, ["..", ".."], (0, 0), (1, 0), corners="allways")  # type: ignore[arg-type]
gs.check(search, ["..", ".."], (0, 0), (1, 0), also="many")  # type: ignore[arg-type]
gs.watch(search, ["..", ".."], (0, 0), (1, 0), h=3)  # type: ignore[arg-type]
gs.minimise(search, ["..", ".."], (0, 0), (1, 0), optimum=True)  # type: ignore[call-arg]
gs.compare(search, "astar", ["..", ".."], (0, 0), (1, 0), cells="row")  # type: ignore[arg-type]
