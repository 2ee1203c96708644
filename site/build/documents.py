"""The pages of docs/, and of the pages beside README.md, with a search over their sections."""

import json
import pathlib
import re
import textwrap

from frame import Page, maker, text
from prose import MARKDOWN, anchor

# Pages outside docs/ that have a place here.
BESIDE = ("README.md", "ACCESSIBILITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "python/README.md")
IMAGES = (".png", ".svg", ".gif", ".apng")


def address(file):
    """Returns the folder of a page from the root of the site, for its file from the root of the repository."""
    if file == "python/README.md":
        return "docs/python-package/"
    return f"docs/{pathlib.PurePosixPath(file).stem.lower()}/"


def files(site):
    """Returns the files of all pages, from the root of the repository."""
    docs = sorted(path.relative_to(site.root).as_posix() for path in (site.root / "docs").glob("*.md"))
    return [*docs, *BESIDE]


class Document:
    """A page of docs/ and what it links to."""

    def __init__(self, site, file, known):
        self.site, self.file, self.known = site, file, known
        self.page = Page(
            path=address(file),
            title="",
            description="",
            main="",
            section="Docs",
            styles=("docs.css",),
            scripts=("docs.js",),
        )
        self.page.kind = "of-docs"
        self.tokens = MARKDOWN.parse((site.root / file).read_text(encoding="utf-8"))
        self.headings = []

    def target(self, link):
        """Returns the address for a link of the page, or None if the site does not have what it leads to."""
        if link.startswith(("https:", "http:", "#", "mailto:")):
            return link
        path, _, part = link.partition("#")
        folder = pathlib.PurePosixPath(self.file).parent
        whole = pathlib.PurePosixPath(*normal(folder / path))
        name = whole.as_posix()
        if name in self.known:
            return self.page.to(address(name)) + (f"#{part}" if part else "")
        lesson = re.fullmatch(r"presets/([\w-]+)\.scene\.json", name)
        if lesson:
            return self.page.to(f"l/{lesson[1]}/")
        if name == "docs":
            return self.page.to("docs/")
        if whole.suffix in IMAGES and (self.site.root / name).is_file():
            self.site.write(f"docs/{name}", (self.site.root / name).read_bytes())
            return self.page.to(f"docs/{name}")
        if (self.site.root / name).exists() and self.site.source:
            return f"{self.site.source.rstrip('/')}/blob/main/{name}"
        return None

    def mend(self):
        """Gives headings their anchors, and links their addresses. Link texts without a target stay text."""
        lessons = {path.name.removesuffix(".scene.json") for path in (self.site.root / "presets").glob("*.scene.json")}
        used, level = {}, 0
        for place, token in enumerate(self.tokens):
            if token.type == "heading_open":
                title = self.tokens[place + 1].content
                level = min(int(token.tag[1]), level + 1)
                token.tag = self.tokens[place + 2].tag = f"h{level}"
                name = anchor(re.sub(r"[`*\[\]]|\(\S*\)$", "", title))
                used[name] = used.get(name, -1) + 1
                name += f"-{used[name]}" if used[name] else ""
                token.attrSet("id", name)
                self.headings.append((level, name, re.sub(r"[`*]|\[|\]\([^)]*\)", "", title)))
            if token.type in ("table_open", "fence", "code_block"):
                token.attrSet("tabindex", "0")
            self.mend_inline(token, lessons)

    def mend_inline(self, token, lessons):
        """Gives the links and pictures of a line their addresses."""
        open_links, children = [], []
        for child in token.children or []:
            if child.type == "link_open":
                target = self.target(child.attrGet("href"))
                open_links.append(target)
                child.attrSet("href", target or "")
            elif child.type == "link_close":
                if open_links.pop() is None:
                    continue
            elif child.type == "image":
                child.attrSet("src", self.target(child.attrGet("src")) or child.attrGet("src"))
                child.attrSet("loading", "lazy")
            if child.type == "link_open" and open_links[-1] is None:
                continue
            children.append(child)
            if child.type == "code_inline" and child.content in lessons and not open_links:
                link = f'<a href="{self.page.to(f"l/{child.content}/")}"><code>{child.content}</code></a>'
                child.type, child.content = "html_inline", link
        if token.children is not None:
            token.children = children

    def finish(self, menu):
        """Writes the text into the page."""
        self.mend()
        html = MARKDOWN.renderer.render(self.tokens, MARKDOWN.options, {})
        html = re.sub(r"<pre><code", '<pre tabindex="0"><code', html)
        html = html.replace("<table", '<div class="wide" tabindex="0" role="region" aria-label="Table"><table').replace(
            "</table>", "</table></div>"
        )
        html = html.replace(' tabindex="0">\n<thead>', ">\n<thead>")
        self.page.title = self.headings[0][2]
        first = next((self.tokens[i + 1].content for i, t in enumerate(self.tokens) if t.type == "paragraph_open"), "")
        # A link is its words; the whole paragraph, or as many of its words as fit.
        words = re.sub(r"\]\([^)]*\)|[`*\[\]]", "", first).replace("\n", " ")
        self.page.description = textwrap.shorten(words, 300, placeholder=" …")
        parts = [(name, title) for level, name, title in self.headings if level == 2]
        links = "".join(f'<li><a href="#{name}">{text(title)}</a></li>' for name, title in parts)
        contents = (
            f'<nav class="contents" aria-label="On this page"><p class="label">On this page</p><ul>{links}</ul></nav>'
            if parts
            else ""
        )
        self.page.main = f'<div class="docs">{menu(self.page)}<article>{html}</article>{contents}</div>'
        return html

    def sections(self, html):
        """Yields title, address and words of each section, for the search."""
        for part in re.split(r"(?=<h[1-4] id=)", html):
            head = re.match(r'<h[1-4] id="([^"]*)">(.*?)</h', part, re.DOTALL)
            if head:
                words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part))
                yield [self.page.title, re.sub(r"<[^>]*>", "", head[2]), f"{self.page.path[5:]}#{head[1]}", words]


def normal(path):
    """Returns the parts of a path without `..`."""
    parts = []
    for part in path.parts:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return parts


@maker("docs")
def documents(site):
    """Makes /docs/."""
    known = [file for file in files(site) if (site.root / file).is_file()]
    all_documents = [Document(site, file, known) for file in known]
    titles = {
        doc.page.path: next(
            t.content for i, t in enumerate(doc.tokens) if i and doc.tokens[i - 1].type == "heading_open"
        )
        for doc in all_documents
    }
    titles = {path: re.sub(r"[`*]", "", title) for path, title in titles.items()}

    def menu(page):
        rows = "".join(
            f'<li><a href="{page.to(path)}"{" aria-current=page" if path == page.path else ""}>{text(title)}</a></li>'
            for path, title in titles.items()
        )
        return (
            f'<div class="side"><form role="search" class="find" data-root="{page.to("docs/")}" hidden><label><span class="hidden">Search the docs</span>'
            f'<input type="search" placeholder="Search the docs" autocomplete="off"></label><ul class="found" aria-live="polite"></ul></form>'
            f'<nav aria-label="Docs"><ul>{rows}</ul></nav></div>'
        )

    index = []
    for doc in all_documents:
        html = doc.finish(menu)
        index += doc.sections(html)
    site.write(
        "docs/sections.js", "gridscopeSections(" + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ");"
    )
    page = Page(
        path="docs/",
        title="Docs",
        description="How to use gridscope: files, formats, logs, Python, teaching, and its promises.",
        main="",
        section="Docs",
    )
    page.styles, page.scripts, page.kind = ("docs.css",), ("docs.js",), "of-docs"
    rows = "".join(
        f'<li><a href="{page.to(doc.page.path)}">{text(doc.page.title)}</a><p>{text(doc.page.description)}</p></li>'
        for doc in all_documents
    )
    page.main = f'<div class="docs">{menu(page)}<article><h1>Docs</h1><ul class="all">{rows}</ul></article></div>'
    yield page
    for doc in all_documents:
        yield doc.page
