"""Checks the pages of a built site without a browser: elements are closed, names are there once, headings are in order, there is
one `main`, and every link leads to a file and a name in it. Usage: check.py FOLDER [LESSON…], from the root of the repository.

Links to lessons that are not among those named, to the front page and to articles are not followed: a quick check builds a few
lessons, learn and docs.
"""

import html.parser
import pathlib
import sys
from urllib.parse import unquote, urlsplit

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# What these refer to is loaded or opened.
REFERENCES = {"href", "src", "srcset", "data-src"}


class Reader(html.parser.HTMLParser):
    """Reads a page and collects its faults, names and links."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.names, self.links = [], [], [], []
        self.heading, self.mains, self.titles, self.alone = 0, 0, 0, []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if len(given) < len(attributes):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag not in VOID:
            self.open.append(tag)
        self.names += [given["id"]] if "id" in given else []
        self.mains += tag == "main"
        self.titles += tag == "title" and "svg" not in self.open
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            if int(tag[1]) > self.heading + 1:
                self.faults.append(f"<{tag}> follows <h{self.heading}>")
            self.heading = int(tag[1])
        if tag == "img" and "alt" not in given:
            self.faults.append("a picture has no text for who cannot see it")
        for name in REFERENCES & given.keys():
            self.links.append(given[name] or "")
        for name in ("aria-labelledby", "aria-describedby", "for"):
            self.alone += (given.get(name) or "").split()

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes <{self.open[-1] if self.open else 'nothing'}>")
        if tag in self.open:
            while self.open.pop() != tag:
                pass


def read(path):
    """Returns a page as it was read."""
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader


def faults(page, reader):
    """Yields what is wrong with a page in itself."""
    yield from reader.faults
    if reader.open:
        yield f"<{reader.open[-1]}> is not closed"
    if reader.mains != 1:
        yield f"it has {reader.mains} main parts"
    if reader.titles != 1:
        yield f"it has {reader.titles} titles"
    for name in {name for name in reader.names if reader.names.count(name) > 1}:
        yield f"the name {name!r} is there {reader.names.count(name)} times"
    for name in reader.alone:
        if name not in reader.names:
            yield f"nothing has the name {name!r}"


def broken(root, page, reader, pages, lessons):
    """Yields the links of a page that lead nowhere."""
    for link in reader.links:
        parts = urlsplit(link)
        if parts.scheme or link.startswith("//"):
            continue
        here = root if page.name == "404.html" else page.parent
        target = (here / unquote(parts.path)).resolve() if parts.path else page
        if root not in (target, *target.parents):
            yield f"{link} leaves the site"
            continue
        place = target.relative_to(root).parts
        if (
            lessons
            and place[:1] == ("l",)
            and place[1] not in lessons
            or place[:1] == ("app",)
            and not (root / "app").is_dir()
        ):
            continue
        if lessons and place[:1] in ((), ("article",)):
            continue
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"{link} leads to no file"
        elif (
            parts.fragment
            and place[:1] != ("app",)
            and target in pages
            and unquote(parts.fragment) not in pages[target].names
        ):
            yield f"{link} leads to no name"


def main(folder, lessons):
    """Checks all pages. Returns whether they are sound."""
    root = pathlib.Path(folder).resolve()
    paths = [
        path
        for path in sorted(root.rglob("*.html"))
        if "app" not in path.relative_to(root).parts[:1] and path.name != "player.html"
    ]
    pages = {path: read(path) for path in paths}
    found, links = [], 0
    for path, reader in pages.items():
        links += len(reader.links)
        for fault in [*faults(path, reader), *broken(root, path, reader, pages, lessons)]:
            found.append(f"{path.relative_to(root)}: {fault}")
    if not (root / "app").is_dir():
        print("not checked: links into /app/, which is not built")
    print(f"{len(pages)} pages, {links} links and files, {len(found)} faults")
    for fault in found:
        print(fault)
    return not found


sys.exit(0 if main(sys.argv[1], sys.argv[2:]) else 1)
