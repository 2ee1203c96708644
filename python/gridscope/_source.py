"""Rewrites the list and set displays of a program's functions while it is watched, so that they record what happens.

Only code objects are exchanged, and only while the watched function runs: the functions, their names, line numbers and
closures stay. Functions without source text are left alone.
"""

from __future__ import annotations

import ast
import inspect
import os
import site
import sys
import sysconfig
import textwrap
import types
from typing import Any, Dict, List, Optional, Set, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
LIST, SET, RETURNS = "__gridscope_list__", "__gridscope_set__", "__gridscope_returns__"


def _installed() -> Tuple[str, ...]:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.update(site.getsitepackages() if hasattr(site, "getsitepackages") else [])
    folders.add(site.getusersitepackages() if hasattr(site, "getusersitepackages") else "")
    return tuple(os.path.normcase(os.path.abspath(f)) + os.sep for f in folders if f)


INSTALLED = _installed()


def is_own_file(file: str) -> bool:
    """Returns whether a file is the caller's own: not of Python, an installed package or this one."""
    if file.startswith("<ipython-input") or file.startswith("<stdin>"):
        return True
    if file.startswith("<"):
        return False
    path = os.path.normcase(os.path.abspath(file))
    return not path.startswith(INSTALLED) and not path.startswith(os.path.normcase(HERE) + os.sep)


def unwrapped(function: Any) -> Any:
    """Returns the function behind a method, a partial or a decorator, or an object's `__call__`."""
    for _ in range(20):
        if hasattr(function, "__func__"):
            function = function.__func__
        elif hasattr(function, "func") and not isinstance(function, types.FunctionType):
            function = function.func
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif isinstance(function, type) or isinstance(function, types.FunctionType):
            return function
        elif hasattr(type(function), "__call__") and isinstance(type(function).__call__, types.FunctionType):
            function = type(function).__call__
        else:
            return function
    return function


def own_parts(function: Any) -> Tuple[List[Dict[str, Any]], List[types.FunctionType]]:
    """Returns the namespaces and functions of the caller's own code that a function can reach."""
    spaces: List[Dict[str, Any]] = []
    functions: List[types.FunctionType] = []
    seen: Set[int] = set()

    def visit(value: Any, depth: int) -> None:
        if id(value) in seen or depth > 12:
            return
        if isinstance(value, types.ModuleType):
            if not is_own_file(getattr(value, "__file__", None) or "<built-in>"):
                return
            seen.add(id(value))
            visit_space(vars(value), depth)
        elif isinstance(value, types.FunctionType):
            seen.add(id(value))
            if not is_own_file(value.__code__.co_filename):
                return
            functions.append(value)
            visit_space(value.__globals__, depth)
            for cell in value.__closure__ or ():
                try:
                    visit(cell.cell_contents, depth + 1)
                except ValueError:
                    pass  # The cell is still empty.
            if hasattr(value, "__wrapped__"):
                visit(value.__wrapped__, depth + 1)
        elif isinstance(value, type):
            module = sys.modules.get(value.__module__)
            file = getattr(module, "__file__", None)
            if file is not None and not is_own_file(file) or value.__module__ == "builtins":
                return
            seen.add(id(value))
            for base in value.__mro__:
                for member in list(vars(base).values()) if base is not object else []:
                    member = getattr(member, "__func__", getattr(member, "fget", member))
                    if isinstance(member, (types.FunctionType, type)):
                        visit(member, depth + 1)
        elif isinstance(value, types.MethodType):
            visit(value.__func__, depth)
            visit(type(value.__self__), depth)

    def visit_space(space: Dict[str, Any], depth: int) -> None:
        if id(space) in seen:
            return
        seen.add(id(space))
        spaces.append(space)
        for value in list(space.values()):
            visit(value, depth + 1)

    inner = unwrapped(function)
    visit(function, 0)
    visit(inner, 0)
    visit(type(getattr(function, "__self__", None)), 0)
    return spaces, functions


class _Rewriter(ast.NodeTransformer):
    """Wraps list and set displays that are assigned, passed or returned."""

    def __init__(self, outermost: bool) -> None:
        self.outermost, self.depth = outermost, 0

    def wrap(self, node: Any) -> Any:
        if isinstance(node, ast.Tuple):
            node.elts = [self.wrap(e) for e in node.elts]
            return node
        name = None
        if isinstance(node, ast.List):
            name = LIST
        elif isinstance(node, ast.Set):
            name = SET
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords and len(node.args) <= 1
        ):
            name = {"list": LIST, "set": SET}.get(node.func.id)
            if name is not None:
                node.func = ast.copy_location(ast.Name(name, ast.Load()), node.func)
                return node
        if name is None:
            return node
        call = ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], [])
        return ast.copy_location(call, node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        node.value = self.wrap(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        if node.value is not None:
            node.value = self.wrap(node.value)
        return node

    def visit_NamedExpr(self, node: Any) -> Any:
        self.generic_visit(node)
        node.value = self.wrap(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        node.args = [self.wrap(a) for a in node.args]
        for keyword in node.keywords:
            keyword.value = self.wrap(keyword.value)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if node.value is None:
            return node
        node.value = self.wrap(node.value)
        if self.outermost and self.depth == 1:
            line = ast.copy_location(ast.Constant(node.lineno), node)
            name = ast.copy_location(ast.Name(RETURNS, ast.Load()), node)
            node.value = ast.copy_location(ast.Call(name, [node.value, line], []), node)
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        self.depth += 1
        node.body = [self.visit(statement) for statement in node.body]
        self.depth -= 1
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: Any) -> Any:
        return node


def rewritten(function: types.FunctionType, outermost: bool) -> types.CodeType:
    """Returns the function's code with recording displays. Raises an error if there is no source text."""
    # Of the code, since the source of a decorated function may be that of the function within.
    own = function.__code__
    lines, first = inspect.getsourcelines(own)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    found = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    # A lambda in the line of a `def` has the same source.
    if not found or found[0].name != own.co_name:
        raise OSError("no function of this name in the source")
    node = found[0]
    node.decorator_list = []
    ast.increment_lineno(node, max(first, 1) - 1)
    node = _Rewriter(outermost).visit(node)
    free = own.co_freevars
    args = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name, None) for name in free],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[],
    )
    # The wrapper only makes the closure's names free in the function.
    wrapper = ast.parse("def wrapper(): pass").body[0]
    assert isinstance(wrapper, ast.FunctionDef)
    class_name = class_around(function)
    body: ast.stmt = node
    if class_name is not None:
        # Within its class, names such as `__x` get the name of the class.
        within = ast.parse("class within: pass").body[0]
        assert isinstance(within, ast.ClassDef)
        within.name, within.body = class_name, [node]
        body = within
    wrapper.args, wrapper.body = args, [body]
    # A function that names itself or its class would find the wrapper's local name otherwise.
    own_names = [name for name in dict.fromkeys((node.name, class_name)) if name is not None and name not in free]
    if own_names:
        wrapper.body.insert(0, ast.Global(own_names))
    module = ast.Module([wrapper], [])
    ast.fix_missing_locations(module)
    flags = own.co_flags & 0x1FF0000  # the __future__ imports of the function's module
    made: types.CodeType = compile(module, own.co_filename, "exec", flags=flags & ~0x1000000, dont_inherit=True)
    for name in ("wrapper", *([class_name] if class_name else []), node.name):
        made = next(c for c in made.co_consts if isinstance(c, types.CodeType) and c.co_name == name)
    if made.co_freevars != free or names_in(made) != names_in(own):
        raise OSError("the function differs from the source")
    return made


def class_around(function: types.FunctionType) -> Optional[str]:
    """Returns the name of the innermost class in which a function is written, or `None`."""
    parts = function.__qualname__.split(".")
    while len(parts) > 1:
        parts.pop()
        if parts[-1] != "<locals>":
            return parts[-1]
        parts.pop()
    return None


def names_in(code: types.CodeType) -> Set[str]:
    """Returns the names that code uses, without those of lists and sets, which rewriting changes."""
    names = {*code.co_names, *code.co_varnames, *code.co_cellvars}
    names = names.union(*(names_in(c) for c in code.co_consts if isinstance(c, types.CodeType)))
    return names - {LIST, SET, RETURNS, "list", "set"}


#: Code that was rewritten before, since a check calls a search many times.
_made: Dict[Tuple[types.CodeType, bool], Optional[types.CodeType]] = {}


class Rewriting:
    """Exchanges the code of functions, and puts it back."""

    def __init__(self) -> None:
        self.before: List[Tuple[types.FunctionType, types.CodeType]] = []
        #: Names of functions without source text.
        self.without_source: List[str] = []

    def exchange(self, functions: List[types.FunctionType], outermost: Any) -> None:
        for function in functions:
            own = function.__code__
            key = (own, function is outermost)
            if key not in _made:
                try:
                    _made[key] = rewritten(function, function is outermost)
                except (OSError, TypeError, SyntaxError, ValueError, StopIteration):
                    _made[key] = None
            code = _made[key]
            if code is not None:
                self.before.append((function, own))
                function.__code__ = code
            elif function.__name__ != "<lambda>":
                self.without_source.append(function.__name__)

    def restore(self) -> None:
        for function, code in reversed(self.before):
            function.__code__ = code
