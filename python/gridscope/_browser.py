"""The program in a browser's Python: its engine as WebAssembly, which answers the questions of `gridscope serve`."""

from __future__ import annotations

import importlib
from typing import Any

from ._program import ENGINE, GridscopeError, ProgramNotFound


class Engine:
    """One instance of the engine. After a crash there must be another."""

    def __init__(self) -> None:
        try:
            program = ENGINE.read_bytes()
        except OSError:
            raise ProgramNotFound(
                f"the engine of gridscope for browsers is missing ({ENGINE}). Install the wheel that has it: "
                "await micropip.install('gridscope'), or the file gridscope-VERSION-py3-none-any.whl of a release"
            ) from None
        self._js: Any = importlib.import_module("js")
        content = self._js.Uint8Array.new(len(program))
        content.assign(program)
        module = self._js.WebAssembly.Module.new(content)
        self._exports = self._js.WebAssembly.Instance.new(module, self._js.Object.new()).exports

    def answer(self, question: bytes) -> bytes:
        """Answers a line of JSON and the bytes after it, in the same form."""
        try:
            address = self._exports.question(len(question))
            # Room for the question may have moved the memory.
            self._js.Uint8Array.new(self._exports.memory.buffer, address, len(question)).assign(question)
            size = self._exports.answer()
            view = self._js.Uint8Array.new(self._exports.memory.buffer, self._exports.answered(), size)
            answer: bytes = view.to_bytes()
            return answer
        except Exception as error:  # A crash of the engine is an error of JavaScript.
            raise GridscopeError(f"this is an error in gridscope itself: {error}", "crash") from None
