"""One process of the program that answers questions: `gridscope serve`. It keeps what was opened, and its run."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._browser import Engine
from ._process import Process
from ._program import GridscopeError, Halted, Progress, in_browser, program

_names = itertools.count(1)


class Server(Process):
    """The process. It is started with the first question, and again if it has ended, or after a fork."""

    def __init__(self) -> None:
        self._path = ""
        #: Number of processes so far. Sessions of an earlier one are opened again.
        self.number = 0
        #: Sessions that nothing refers to any more. They are closed with the next question.
        self.dropped: List[Tuple[int, str]] = []
        self._prepare()

    def _begin(self) -> None:
        process, path = self._process, program()
        if process is None or process.poll() is not None or path != self._path:
            self._end()
            self._path = path
            self._start("serve")
            self.number += 1
            self.dropped.clear()

    def _forget(self) -> None:
        super()._forget()
        self.number += 1

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Starts the process if it is not there. An interruption ends it."""
        with self._lock:
            try:
                self._begin()
                yield
            except GridscopeError:
                raise
            except BaseException:
                # The answer that is still to come would be taken for the next one.
                self._end()
                raise

    def ask(self, session: "Session", message: Dict[str, Any], others: Tuple["Session", ...], what: str) -> Dict[str, Any]:
        """Asks a question about a session."""
        with self._asking():
            while self.dropped:
                number, name = self.dropped.pop()
                if number == self.number:
                    self._exchange({"session": name, "ask": "close"}, None, "")
            for one in (session, *others):
                if one.number != self.number:
                    opened = self._exchange({**one.source, "session": one.name, "ask": "open"}, one.content, what)
                    one.number, one.opened = self.number, opened
            return session.opened if message["ask"] == "open" else self._exchange(message, None, what)

    def card(self, algorithm: str) -> Dict[str, Any]:
        """Returns the card of an algorithm."""
        with self._asking():
            card: Dict[str, Any] = self._exchange({"ask": "algorithm", "name": algorithm}, None, "")["card"]
            return card

    def place(self) -> str:
        """Returns where the program is."""
        return program()

    def _exchange(self, message: Dict[str, Any], content: Optional[bytes], what: str) -> Dict[str, Any]:
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        if content is not None:
            message = {**message, "bytes": len(content)}
        progress = Progress(what)
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n" + (content or b""))
            self._process.stdin.flush()
            while True:
                line = self._process.stdout.readline()
                if not line:
                    raise self._failed()
                answer: Dict[str, Any] = json.loads(line)
                if "progress" not in answer:
                    break
                progress.tick()
            size = answer.get("bytes", 0)
            answer["block"] = self._process.stdout.read(size)
            if len(answer["block"]) < size:
                raise self._failed()
        except (OSError, ValueError):  # It has ended, or it is another program.
            raise self._failed() from None
        finally:
            progress.end()
        if "error" in answer:
            raise error_of(**answer["error"])
        return answer


class EngineServer(Server):
    """The engine in a browser, which answers the same questions."""

    _engine: Optional[Engine] = None

    def _begin(self) -> None:
        if self._engine is None:
            self._engine = Engine()
            self.number += 1
            self.dropped.clear()

    def _end(self) -> None:
        self._engine = None

    def _exchange(self, message: Dict[str, Any], content: Optional[bytes], what: str) -> Dict[str, Any]:
        assert self._engine is not None
        if content is not None:
            message = {**message, "bytes": len(content)}
        try:
            line, _, block = self._engine.answer(json.dumps(message).encode() + b"\n" + (content or b"")).partition(b"\n")
        except GridscopeError:
            self._end()
            raise
        answer: Dict[str, Any] = {**json.loads(line), "block": block}
        if "error" in answer:
            raise error_of(**answer["error"])
        return answer

    def place(self) -> str:
        return "browser"


def error_of(kind: str, sentence: str, place: Optional[str]) -> GridscopeError:
    text = sentence if place is None else f"{place}: {sentence}"
    return (Halted if kind == "halted" else GridscopeError)(text, kind, place)


server = EngineServer() if in_browser() else Server()
atexit.register(server._end)

class Session:
    """Something that was opened in the process. It is opened again if the process has ended."""

    number = 0

    def __init__(self, content: Optional[bytes] = None, **source: Any) -> None:
        self.content, self.source = content, source
        self.name = str(next(_names))
        self.opened: Dict[str, Any] = {}

    def ask(self, ask: str, *others: "Session", what: Optional[str] = None, **fields: Any) -> Dict[str, Any]:
        """Asks a question, and returns the answer. `what` is shown while that takes long; "" shows nothing."""
        fields = {name: value for name, value in fields.items() if value is not None}
        message = {"session": self.name, "ask": ask, **fields}
        return server.ask(self, message, others, f"gridscope {ask}" if what is None else what)

    def __getstate__(self) -> Dict[str, Any]:
        return {"content": self.content, "source": self.source, "opened": {}}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state, name=str(next(_names)))

    def __del__(self) -> None:
        if self.number:
            server.dropped.append((self.number, self.name))
