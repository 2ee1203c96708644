"""Markdown as HTML: notes and slides of lessons, with pins in place of their cells, and pages of docs/."""

import re

from markdown_it import MarkdownIt

from frame import text

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
CELL = re.compile(r"\((\d+),(\d+)\)")
# A line that offers a change to try, as the program reads it.
OFFER = re.compile(r"^(?:- )?\[(?P<title>.*)\]\(<?try:(?P<change>.*?)>?\)$")


def pin(label, cell=""):
    """Returns a pin in a text, with its cell for who cannot see the picture."""
    return f'<span class="pin">{text(label)}</span><span class="hidden"> {cell}</span>'


def cells(html, pins):
    """Returns HTML with pins in place of their cells, and other cells as numbers. `pins` has a label for each cell."""

    def one(match):
        place = (int(match[1]), int(match[2]))
        return pin(pins[place], match[0]) if place in pins else f'<code class="cell">{match[0]}</code>'

    parts = re.split(r"(<code.*?</code>|<[^>]*>)", html, flags=re.DOTALL)
    return "".join(part if number % 2 else CELL.sub(one, part) for number, part in enumerate(parts))


def offers(note):
    """Returns a note without the changes that it offers, and their titles and changes."""
    rest, all_offers = [], []
    for line in note.split("\n"):
        match = OFFER.match(line.strip())
        if match:
            all_offers.append((match["title"], match["change"].strip()))
        else:
            rest.append(line)
    return "\n".join(rest).strip(), all_offers


def prose(note, pins=None):
    """Returns the paragraphs of a note."""
    return cells(MARKDOWN.render(note), pins or {})


def inline(note, pins=None):
    """Returns a line of a note, without a paragraph around it."""
    return cells(MARKDOWN.renderInline(note), pins or {})


def plain(note):
    """Returns a note without marks."""
    return re.sub(r"<[^>]*>", "", MARKDOWN.render(note)).replace("\n", " ").strip()


def titled(note):
    """Splits the note of a slide into its title and its text."""
    match = re.match(r"\*\*(.+?)\*\*\s*\n\n", note)
    return (match[1], note[match.end() :]) if match else ("", note)


def anchor(title):
    """Returns the name of a heading in an address."""
    words = re.sub(r"<[^>]*>", "", title).lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words).strip())
