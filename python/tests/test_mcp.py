"""`gridscope serve --mcp`, asked by the client of the package `mcp`, which we did not write."""

import asyncio
import re

import pytest

import gridscope as gs

mcp = pytest.importorskip("mcp", reason="the package mcp is not installed")
stdio = pytest.importorskip("mcp.client.stdio")

NAMES = ["open", "run", "step", "why", "why_not", "diff", "check", "minimise"]


async def answers(calls):
    """Returns the tools, and the answer to each call as text."""
    program = stdio.StdioServerParameters(command=gs.program(), args=["serve", "--mcp"])
    async with stdio.stdio_client(program) as (read, write), mcp.ClientSession(read, write) as client:
        await client.initialize()
        tools = [tool.name for tool in (await client.list_tools()).tools]
        found = []
        for name, arguments in calls:
            answer = await client.call_tool(name, arguments)
            failed = getattr(answer, "isError", getattr(answer, "is_error", None))
            found.append((failed, "\n".join(part.text for part in answer.content)))
        return tools, found


def test_each_tool_answers_with_a_link():
    header = '{"format": "gridscope-trace", "version": 2, "map": [".."], "start": [0, 0], "goal": [1, 0], "neighbours": 4}'
    log = header + '\n{"event": "expand", "at": [0, 0], "g": 0}\n'
    tools, found = asyncio.run(answers([
        ("open", {"file": "hello"}),
        ("run", {}),
        ("step", {"at": 30}),
        ("why", {"cell": [14, 12]}),
        ("why_not", {"cells": [[14, 12]]}),
        ("open", {"session": "b", "file": "hello", "set": {"weight": 3}}),
        ("diff", {"with": "b"}),
        ("open", {"session": "log", "text": log}),
        ("check", {"session": "log"}),
        ("minimise", {"keep": "outcome cost = 51"}),
    ]))  # fmt: skip
    assert tools == NAMES
    for failed, text in found:
        assert not failed and re.search(r"\nlink: \S+$", text), text
    assert "event 30 of 824" in found[2][1] and found[2][1].endswith("link: lesson=hello&at=30")


def test_error_is_an_answer_and_the_next_call_works():
    _, found = asyncio.run(answers([
        ("run", {}),
        ("open", {"file": "no-such-file"}),
        ("open", {"file": "hello", "with": "sh"}),
        ("open", {"file": "hello"}),
    ]))  # fmt: skip
    assert [failed for failed, _ in found] == [True, True, True, False]
    assert "there is no session" in found[0][1] and "no-such-file: there is no such file" in found[1][1]
