"""The frame of the site: what every page has around its own part, and the registry of those who make pages.

A maker is a function of a `Site` that yields `Page`s:

    @maker("front")
    def front(site):
        yield Page(path="", title="gridscope", description="…", main="<h1>…</h1>")

Addresses inside a page are written from the root of the site (`l/hello/`) and go through `page.to(...)`, so that the site works
below any path.
"""

import hashlib
import html
import json
import pathlib
from dataclasses import dataclass, field

# Functions that make pages, by name, in the order in which they run.
MAKERS = {}

NAME = "gridscope"
# Words of the navigation, with their addresses from the root.
NAVIGATION = {"Learn": "learn/", "Articles": "article/", "Docs": "docs/"}
ARROW = '<svg class="arrow" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 8h11M9 3.5 13.5 8 9 12.5"/></svg>'
MARK = (
    '<svg class="mark" viewBox="0 0 18 18" aria-hidden="true"><rect width="18" height="18" rx="4" fill="#4f66aa"/>'
    '<path d="M18 4v10a4 4 0 0 1-4 4H4a4 4 0 0 1-2.8-1.2L16.8 1.2A4 4 0 0 1 18 4z" fill="#ffbf3f"/></svg>'
)
MENU = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4.5h16M2 10h16M2 15.5h16"/></svg>'


def maker(name):
    """Registers a function that makes pages."""

    def register(function):
        MAKERS[name] = function
        return function

    return register


def text(words):
    """Returns words as the text of an element or an attribute."""
    return html.escape(words, quote=True)


@dataclass
class Site:
    """What is built: where from, where to, and for which address."""

    root: pathlib.Path
    out: pathlib.Path
    program: str
    # The canonical address, with a slash at its end, or an empty text.
    address: str = ""
    # Address of the source code, or an empty text.
    source: str = ""
    # Names of the lessons to build, or none for all.
    chosen: list = field(default_factory=list)
    # Paths of all pages that were written, for the sitemap.
    paths: list = field(default_factory=list)

    def write(self, path, content):
        """Writes a file of the site. `path` is from its root."""
        file = self.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            file.write_text(content, encoding="utf-8")
        else:
            file.write_bytes(content)

    def stamp(self, path):
        """Returns a query that changes with a file of the site, so that browsers do not keep an old one."""
        return "?" + hashlib.sha256((self.out / path).read_bytes()).hexdigest()[:8]

    def add(self, page):
        """Writes a page in its frame."""
        self.write(page.file(), layout(self, page))
        self.paths.append(page.path)


@dataclass
class Page:
    """A page without its frame."""

    # Its folder from the root, with a slash at its end (`l/hello/`), empty for the front page, or a file (`404.html`).
    path: str
    title: str
    description: str
    # HTML of the part that is this page's own.
    main: str
    # The word of the navigation that it belongs to.
    section: str = ""
    # The card to share: a path from the root. Shown only if the site has an address.
    picture: str = ""
    # Structured data, without `@context`.
    data: dict | None = None
    # Style sheets and scripts from the root, beside the site's own. Scripts are deferred.
    styles: tuple = ()
    scripts: tuple = ()
    # More elements of the head.
    head: str = ""
    # Classes of the body.
    kind: str = ""

    def file(self):
        """Returns the path of its file from the root."""
        return self.path + "index.html" if self.path.endswith("/") or not self.path else self.path

    def to(self, target):
        """Returns a relative address for one that is from the root."""
        if target.startswith(("https:", "http:", "#", "data:")):
            return target
        return "../" * self.path.count("/") + target or "./"


def head(site, page):
    """Returns the head of a page."""
    title = page.title if NAME in page.title else f"{page.title} · {NAME}"
    lines = [
        '<meta charset="utf-8">',
        # Its own address can be anywhere below that of the site.
        *([f'<base href="{text(site.address or "/")}">'] if page.path == "404.html" else []),
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(title)}</title>",
        f'<meta name="description" content="{text(page.description)}">',
        '<meta name="color-scheme" content="dark light">',
        f'<meta property="og:title" content="{text(page.title)}">',
        f'<meta property="og:description" content="{text(page.description)}">',
        '<meta property="og:type" content="article">',
        f'<meta property="og:site_name" content="{NAME}">',
    ]
    picture = page.picture or "card.png"
    if (site.out / picture).is_file():
        lines += [
            f'<meta property="og:image" content="{text(site.address + picture if site.address else page.to(picture))}">',
            '<meta property="og:image:width" content="1200">',
            '<meta property="og:image:height" content="630">',
            '<meta name="twitter:card" content="summary_large_image">',
        ]
    if site.address and page.path != "404.html":
        lines += [
            f'<link rel="canonical" href="{text(site.address + page.path)}">',
            f'<meta property="og:url" content="{text(site.address + page.path)}">',
        ]
    lines.append(f'<link rel="preload" href="{page.to("inter.woff2")}" as="font" type="font/woff2" crossorigin>')
    for style in ("style.css", *page.styles):
        lines.append(f'<link rel="stylesheet" href="{page.to(style)}{site.stamp(style)}">')
    lines.append(f'<link rel="icon" href="{page.to("icon.svg")}" type="image/svg+xml">')
    lines.append(f'<link rel="apple-touch-icon" href="{page.to("icon-192.png")}">')
    for script in page.scripts:
        lines.append(f'<script defer src="{page.to(script)}{site.stamp(script)}"></script>')
    if page.data:
        data = json.dumps({"@context": "https://schema.org", **page.data}, ensure_ascii=False)
        lines.append('<script type="application/ld+json">' + data.replace("<", "\\u003c") + "</script>")
    return "\n".join([*lines, page.head]).rstrip()


def navigation(site, page):
    """Returns the bar at the top of a page."""
    links = dict(NAVIGATION)
    if site.source:
        links["Source"] = site.source
    items = "".join(
        f'<li><a href="{page.to(address)}"{" aria-current=true" if page.section == word else ""}>{word}</a></li>'
        for word, address in links.items()
    )
    app = f'<a class="open" href="{page.to("app/")}">Open {NAME} {ARROW}</a>'
    return (
        f'<header class="bar"><a class="home" href="{page.to("")}">{MARK}{NAME}</a>'
        f'<nav aria-label="Site"><ul class="words">{items}<li>{app}</li></ul>'
        f'<details class="menu"><summary aria-label="Menu">{MENU}</summary><ul>{items}<li>{app}</li></ul></details></nav></header>'
    )


def footer(page):
    """Returns the foot of a page."""
    links = {
        "All lessons": "learn/#library",
        "Formats": "docs/formats/",
        "For teachers": "docs/course/",
        "Accessibility": "docs/accessibility/",
    }
    items = "".join(f'<li><a href="{page.to(address)}">{word}</a></li>' for word, address in links.items())
    return f'<footer class="foot"><p>Works offline. No cookies, nothing is counted.</p><ul>{items}</ul></footer>'


def layout(site, page):
    """Returns a page with everything around it."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{head(site, page)}\n</head>\n<body class="{page.kind}">\n'
        f'<a class="skip" href="#main">Skip to the text</a>\n{navigation(site, page)}\n'
        f'<main id="main">\n{page.main}\n</main>\n{footer(page)}\n</body>\n</html>\n'
    )
