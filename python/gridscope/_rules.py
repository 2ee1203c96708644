"""The keywords that state the rules of a search, for `check`, `watch`, `minimise` and `compare`."""

from __future__ import annotations

import difflib
import functools
import inspect
from typing import TYPE_CHECKING, Any, Callable, Dict, Literal, Mapping, Optional, Sequence, TypedDict, TypeVar, Union, cast

from ._maps import is_array, is_numbers, number_rows, refuse_costs
from ._program import GridscopeError

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack

Neighbours = Literal[4, 8]


class RuleWords(TypedDict, total=False):
    """Keywords that state the rules of a search. Each is optional."""

    neighbours: Optional[Neighbours]
    neighbors: Optional[Neighbours]
    corners: Literal["never", "one", "always"]
    costs: Optional[Mapping[str, Any]]
    optimal: Optional[bool]
    array: Optional[Literal["free", "wall", "cost", "tiles", "occupancy"]]
    legend: Optional[Mapping[str, Any]]
    cells: Literal["xy", "rc", "index"]
    g: Union[str, int, None]
    h: Optional[Callable[..., float]]
    ground: Any
    limit: Optional[int]
    steps: Optional[Literal["one", "jump", "any", "links", "own"]]
    wraps: Optional[Literal["x", "y", "both"]]
    header: Optional[Mapping[str, Any]]


DEFAULTS: Dict[str, Any] = {
    "neighbours": None, "neighbors": None, "corners": "never", "costs": None, "optimal": None, "array": None,
    "legend": None, "cells": "xy", "g": None, "h": None, "ground": None, "limit": None, "steps": None,
    "wraps": None, "header": None,
}  # fmt: skip
VALUES: Dict[str, Sequence[Any]] = {
    "neighbours": (4, 8), "neighbors": (4, 8), "corners": ("never", "one", "always"),
    "array": ("free", "wall", "cost", "tiles", "occupancy"), "cells": ("xy", "rc", "index"),
    "steps": ("one", "jump", "any", "links", "own"), "wraps": ("x", "y", "both"), "optimal": (True, False),
}  # fmt: skip
#: Steps and prices that `costs` names.
COSTS = ("straight", "diagonal", "wait", "enter", "times", "weights")


class WrongKeyword(GridscopeError, TypeError):
    """A keyword that does not exist."""


def _nearest(word: object, known: Sequence[Any]) -> str:
    by_text = {str(one): one for one in known}
    near = difflib.get_close_matches(str(word), list(by_text), 1, 0.5)
    if near:
        return f"did you mean {by_text[near[0]]!r}?"
    return "expected " + ", ".join(map(repr, known))


def words_of(words: Mapping[str, Any]) -> RuleWords:
    """Returns the keywords that differ from their defaults, under one spelling. Refuses wrong values."""
    for name, known in VALUES.items():
        value = words.get(name)
        if value is not None and (value not in known or isinstance(value, bool) != isinstance(known[0], bool)):
            raise GridscopeError(f"{name}={value!r}: {_nearest(value, known)}")
    for name, value in (words.get("costs") or {}).items():
        if name not in COSTS:
            raise GridscopeError(f"costs has no {name!r}: {_nearest(name, COSTS)}")
        if name in ("straight", "diagonal", "wait") and not (isinstance(value, (int, float)) and value > 0):
            raise GridscopeError(f"the cost of a {name} step is {value!r}; expected a number above 0")
    found = {name: value for name, value in words.items() if value is not None and value != DEFAULTS[name]}
    other = found.pop("neighbors", None)
    if other is not None and found.setdefault("neighbours", other) != other:
        raise GridscopeError("neighbours and neighbors differ; state one of them")
    return cast(RuleWords, found)


Function = TypeVar("Function", bound=Callable[..., Any])


def with_rules(function: Function) -> Function:
    """Makes a function with `**rules: Unpack[RuleWords]` show its keywords by name, and refuse wrong ones."""
    own = list(inspect.signature(function).parameters.values())[:-1]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=RuleWords.__annotations__[name])
        for name, default in DEFAULTS.items()
    ]
    known = [p.name for p in [*own, *more] if p.kind is inspect.Parameter.KEYWORD_ONLY]

    @functools.wraps(function)
    def wrapper(*args: Any, **words: Any) -> Any:
        rules: Dict[str, Any] = {}
        others: Dict[str, Any] = {}
        for name, value in words.items():
            if name in DEFAULTS:
                rules[name] = value
            elif any(name == p.name for p in own):
                others[name] = value
            else:
                raise WrongKeyword(f"{function.__name__} has no keyword {name!r}: {_nearest(name, known)}")
        stated = words_of(rules)
        if stated.get("array") == "cost":
            given = inspect.signature(function).bind_partial(*args, **others).arguments
            map = stated.get("ground", given.get("map"))
            if is_array(map) or is_numbers(map):
                refuse_costs(number_rows(map), inf_is_blocked=False)
        return function(*args, **others, **stated)

    wrapper.__signature__ = inspect.signature(function).replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    return cast(Function, wrapper)
