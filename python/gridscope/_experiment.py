"""Experiments: many seeds, a sweep over a parameter, parts on several machines."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple, Union

from ._program import GridscopeError, PathLike, call
from ._run import as_json, prepared

if TYPE_CHECKING:
    import pandas


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("gs.experiment returns a table and needs pandas: pip install pandas") from error
    return pandas


def _table(file: str) -> "pandas.DataFrame":
    table = _pandas().read_csv(io.BytesIO(Path(file).read_bytes()))
    for name in table.columns:
        # A column that is a flag in some rows and empty in others is no text.
        if table[name].dtype == object and set(table[name].dropna().astype(str)) <= {"true", "false", "True", "False"}:
            table[name] = table[name].map({"true": True, "false": False, True: True, False: False})
    return table.drop(columns=["part-of"], errors="ignore")


def experiment(
    map: Any,
    start: Optional[Sequence[int]] = None,
    goal: Optional[Sequence[int]] = None,
    algorithm: Optional[str] = None,
    *,
    sweep: Optional[Mapping[str, Sequence[Any]]] = None,
    samples: int = 100,
    seed: Optional[int] = None,
    shard: Union[Tuple[int, int], str, None] = None,
    out: Optional[PathLike] = None,
    jobs: Optional[int] = None,
    array: Optional[str] = None,
    tiles: Optional[Mapping[Any, str]] = None,
    **params: Any,
) -> "pandas.DataFrame":
    """Runs a scene with many seeds and returns one row per run.

    sweep: one parameter and its values, such as `{"weight": [1, 1.5, 2]}`; `size` and `actors` too.
    samples: number of seeds for each value.
    shard: part of the runs, such as `(3, 16)`, or "auto" in a job of Slurm, PBS or GNU parallel. `gs.merge` puts parts together.
    out: file for the rows. They are written as they are ready, and an interrupted experiment resumes.
    jobs: number of runs at once, with the same result; None means all processors.
    """
    _pandas()
    scene, _ = prepared(map, start, goal, algorithm, seed, array, tiles, None, params)
    flags = ["--samples", str(samples)]
    if jobs is not None:
        flags += ["--jobs", str(jobs)]
    values = 1
    if sweep:
        if len(sweep) != 1:
            raise GridscopeError(
                f"sweep={dict(sweep)!r}: expected one parameter; run one experiment for each value of the other"
            )
        ((name, points),) = sweep.items()
        points = list(points)
        values = len(points)
        flags += ["--sweep", f"{name.replace('_', '-')}={','.join(_value(point) for point in points)}"]
    parts = 1
    if shard is not None:
        flags += ["--shard", shard if isinstance(shard, str) else f"{shard[0]}/{shard[1]}"]
        parts = shard[1] if isinstance(shard, tuple) else 1
    with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
        file = os.fspath(out) if out is not None else os.path.join(folder, "rows.csv")
        total = max(samples * values // max(parts, 1), 1)

        def count() -> str:
            try:
                with open(file, "rb") as rows:
                    done = max(sum(block.count(b"\n") for block in iter(lambda: rows.read(1 << 20), b"")) - 1, 0)
            except OSError:
                done = 0
            bar = "█" * (20 * done // total) + "░" * (20 - 20 * done // total)
            return f"{bar} {done} of {total} runs"

        call(["experiment", "-", "-o", file, *flags], as_json(scene), what="experiment", count=count)
        return _table(file)


def _value(point: Any) -> str:
    if hasattr(point, "item"):
        point = point.item()
    if isinstance(point, bool):
        return "true" if point else "false"
    return repr(point) if isinstance(point, float) else str(point)


def merge(files: Sequence[PathLike], out: Optional[PathLike] = None) -> "pandas.DataFrame":
    """Merges the parts of an experiment. `out` is a file for all rows. Raises an error if runs are missing."""
    names: List[str] = [os.fspath(file) for file in files]
    with tempfile.TemporaryDirectory(prefix="gridscope-") as folder:
        file = os.fspath(out) if out is not None else os.path.join(folder, "rows.csv")
        call(["merge", "-o", file, *names])
        return _table(file)
