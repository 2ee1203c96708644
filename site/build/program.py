"""Questions to a built gridscope, and what it exports."""

import base64
import gzip
import json
import re
import subprocess
import threading

LOCAL = threading.local()


class Program:
    """A running `gridscope serve`."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, kind, **fields):
        """Returns the answer to a question: an object, or the bytes of a file."""
        self.process.stdin.write(json.dumps({"ask": kind, **fields}).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"gridscope ended at the question {kind} {fields}")
            answer = json.loads(line)
            if "progress" in answer:
                continue
            if "error" in answer:
                raise RuntimeError(f"{kind} {fields}: {answer['error']['sentence']}")
            return self.process.stdout.read(answer["bytes"]) if "bytes" in answer else answer


def program(site):
    """Returns the program of this thread."""
    if not hasattr(LOCAL, "program"):
        LOCAL.program = Program(site.program)
    return LOCAL.program


def output(site, *arguments):
    """Returns the object that a command prints as JSON."""
    return json.loads(subprocess.run([site.program, *arguments], check=True, stdout=subprocess.PIPE).stdout)


def header(page):
    """Returns the header of a page that plays: names, slides with the answers to their questions, and the scene's size."""
    packed = re.search(rb'id="data">([^<]+)<', page).group(1)
    content = gzip.decompress(base64.b64decode(packed))
    length = place = 0
    while True:
        byte = content[place]
        length |= (byte & 127) << (7 * place)
        place += 1
        if byte < 128:
            return json.loads(content[place : place + length])
