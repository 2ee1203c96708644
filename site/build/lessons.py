"""The page of each lesson: its player, its slides as prose with the picture of each moment, and its questions."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pictures
from frame import ARROW, Page, maker, text
from program import header, output, program
from prose import anchor, inline, offers, plain, prose, titled
from runs import rendered

# Maps with more columns have pictures as wide as the text, so that their numbers can be read.
BESIDE_TEXT = 13
# Widths of pictures beside the text and of those above it, in points.
NARROW, WIDE = 340, 760
BACK = '<svg class="arrow" viewBox="0 0 16 16" aria-hidden="true"><path d="M13.5 8h-11M7 3.5 2.5 8 7 12.5"/></svg>'
KEYS = (("← →", "one event back, on"), ("Space", "play, pause"), ("Esc", "back to the page"))


@dataclass
class Lesson:
    """What the program says of a lesson."""

    name: str
    scene: dict
    # How the list of lessons names it: group, place on the route, size.
    listed: dict
    algorithm: str
    run: dict
    header: dict
    # For each slide its files for dark and light, and the size of the picture.
    drawn: list
    still: tuple
    # The map alone, as small as in a list.
    thumb: tuple
    # The sentence of the still.
    sentence: str
    # Titles and links of changes to try.
    offers: list

    @property
    def question(self):
        """The first paragraph of the notes."""
        return self.scene["notes"].split("\n\n")[0]

    @property
    def slides(self):
        """The slides as the file has them."""
        return self.scene["run"].get("bookmarks", [])

    def pins(self, number):
        """Returns the labels of a slide's pins by their cells."""
        slide, width = self.header["slides"][number], len(self.scene["rows"][0])
        return {(cell % width, cell // width): label for cell, label in zip(slide["pinned"], slide["labels"])}


def listing(site):
    """Returns the lessons and the parts of the route, as the program lists them."""
    if not hasattr(site, "listing"):
        site.listing = output(site, "presets", "--json")
        site.algorithms = {card["id"]: card for card in output(site, "algorithms", "--json")["algorithms"]}
    return site.listing


def value(words):
    """Returns a parameter's value: a number, yes or no, or a word."""
    try:
        return json.loads(words)
    except json.JSONDecodeError:
        return words


def try_link(site, name, change):
    """Returns the link to a lesson with a change. `None` if a link cannot hold it."""
    if change.startswith(("break=", "event=")):
        return None
    fields = {name: value(words) for name, words in (one.split("=", 1) for one in change.split(";"))}
    more = {"seed": fields.pop("seed")} if "seed" in fields else {}
    program(site).ask("open", file=name, session="try", **({"set": fields} if fields else {}), **more)
    link = program(site).ask("link", session="try", at=0)["link"]
    program(site).ask("close", session="try")
    return "app/#" + link


def gather(site, listed):
    """Draws and reads a lesson."""
    name = listed["id"]
    scene = json.loads((site.root / f"presets/{name}.scene.json").read_text(encoding="utf-8"))
    ask = program(site).ask
    ask("open", file=name)
    run = ask("run")
    moment = scene["run"].get("picture", run["events"])
    page = ask("render", format="html", at=moment)
    site.write(f"l/{name}/player.html", page)
    site.write(f"l/{name}/card.png", rendered(site, name, "png", "--card"))
    head = header(page)
    runs = 1 + len(scene["run"].get("beside", []))
    width = len(scene["rows"][0])
    room = NARROW if runs == 1 and width <= BESIDE_TEXT else WIDE
    points = round(room * width / pictures.size(scene)[0])
    slides = scene["run"].get("bookmarks", [])
    drawn = [
        pictures.draw(site, f"l/{name}/{number + 1}", scene, runs, slide=number + 1, points=points)
        for number in range(len(slides))
    ]
    at_picture = [number for number, slide in enumerate(slides) if slide["at"] == moment]
    by_moment = {"slide": at_picture[0] + 1} if at_picture else {"at": moment}
    still = pictures.draw(
        site, f"l/{name}/still", scene, 1, run=0, points=round(WIDE * width / pictures.size(scene)[0]), **by_moment
    )
    thumb = pictures.draw(site, f"l/{name}/thumb", scene, 1, run=0, points=216, at=moment)
    sentence = ask("step", at=moment)["data"]["sentence"] if moment else head["first"]
    tries = [(title, try_link(site, name, change)) for title, change in offers(scene["notes"])[1]]
    algorithm = site.algorithms[run["algorithm"]]["title"]
    return Lesson(name, scene, listed, algorithm, run, head, drawn, still, thumb, sentence, tries)


def lessons(site):
    """Returns all lessons by name, in the order of the program's list."""
    if not hasattr(site, "lessons"):
        with ThreadPoolExecutor(2) as pool:
            wanted = [listed for listed in listing(site)["presets"] if not site.chosen or listed["id"] in site.chosen]
            all_lessons = list(pool.map(lambda listed: gather(site, listed), wanted))
        site.lessons = {lesson.name: lesson for lesson in all_lessons}
    return site.lessons


def picture(page, drawn, alt, lazy=True, classes=""):
    """Returns a picture for dark and light."""
    (dark, light), (width, height) = drawn
    loading = ' loading="lazy"' if lazy else ' fetchpriority="high"'
    return (
        f'<picture><source srcset="{page.to(dark)}" media="(prefers-color-scheme: dark)">'
        f'<img src="{page.to(light)}" width="{width:g}" height="{height:g}" alt="{text(alt)}"{loading}{classes}></picture>'
    )


def open_link(page, name, at, more=""):
    """Returns the address of a lesson in the program."""
    return page.to(f"app/#lesson={name}&amp;at={at}{more}")


def player(page, lesson):
    """Returns the place of the player: its still, until the script of the page puts the player there."""
    width, height = pictures.size(lesson.scene)
    moment = lesson.scene["run"].get("picture", 0)
    # A still is the picture of what its sentence says, so it needs no other description.
    return (
        f'<section class="player" aria-label="Player" style="--w:{width};--h:{height}" data-src="player.html">'
        f'<div class="still">{picture(page, lesson.still, f"The map after event {moment}", lazy=False)}</div>'
        f'<div class="strip"><p>{inline(lesson.sentence)}</p></div></section>'
    )


def rail(page, lesson, titles):
    """Returns the rail beside the text: the way into the program, the headings, figures and keys."""
    moment = lesson.scene["run"].get("picture", 0)
    links = "".join(f'<li><a href="#{name}">{text(title)}</a></li>' for name, title in titles)
    scene, run = lesson.scene, lesson.run
    facts = {
        "algorithm": lesson.algorithm,
        "map": f"{len(scene['rows'][0])} × {len(scene['rows'])} cells",
        "run": f"{run['events']:,} events",
    }
    expanded = run["outcome"].get("expanded")
    if isinstance(expanded, int):
        facts["expanded"] = f"{expanded:,} cells"
    rows = "".join(f"<div><dt>{word}</dt><dd>{text(value)}</dd></div>" for word, value in facts.items())
    keys = "".join(
        f"<div><dt>{''.join(f'<kbd>{key}</kbd>' for key in keys.split())}</dt><dd>{what}</dd></div>"
        for keys, what in KEYS
    )
    return (
        f'<aside class="rail" aria-label="About this lesson"><a class="now" href="{open_link(page, lesson.name, moment)}">'
        f'Open in gridscope {ARROW}</a><p class="at">at event <span>{moment:,}</span>, the one in the player</p>'
        f'<nav class="more" aria-label="On this page"><p class="label">On this page</p><ul>{links}</ul></nav>'
        f'<div class="more"><p class="label">The lesson</p><dl>{rows}</dl></div>'
        f'<div class="more keys"><p class="label">Keys, in the player</p><dl>{keys}</dl></div></aside>'
    )


def answered(ask, pins):
    """Returns the question of a slide with its answer, which is that of the run."""
    options = ""
    if ask["kind"] == "choice":
        options = "<ul>" + "".join(f"<li>{inline(words)}</li>" for words in ask["options"]) + "</ul>"
    answer = f"<p><b>{inline(ask['title'], pins)}</b></p>{prose(ask['text'], pins)}"
    return (
        f'<div class="ask"><p><b>{inline(ask["question"])}</b></p>{options}'
        f"<details><summary>Show the answer</summary>{answer}</details></div>"
    )


def slide(page, lesson, number, title):
    """Returns a slide as a section."""
    row, pins = lesson.slides[number], lesson.pins(number)
    name, note = titled(row["note"])
    drawn = lesson.drawn[number]
    wide = drawn[1][0] > NARROW + 1
    alt = f"{title}: the map after event {row['at']}"
    ask = lesson.header["slides"][number].get("ask")
    link = open_link(page, lesson.name, row["at"])
    return (
        f'<section class="slide{" wide" if wide else ""}" aria-labelledby="{anchor(title)}">'
        f'<a class="moment" href="{link}" data-at="{row["at"]}">{picture(page, drawn, alt)}</a>'
        f'<div><h2 id="{anchor(title)}">{text(name or title)}</h2>{prose(offers(note)[0], pins)}'
        f"{answered(ask, pins) if ask else ''}</div></section>"
    )


def answers(lesson, titles):
    """Returns the answers for readers on paper, who find them at the end."""
    rows = []
    for number, (_, title) in enumerate(titles):
        ask, pins = lesson.header["slides"][number].get("ask"), lesson.pins(number)
        if ask:
            rows.append(f"<p><b>{text(title)}:</b> {inline(ask['title'], pins)}</p>")
    return f'<div class="printed" aria-hidden="true"><p class="label">Answers</p>{"".join(rows)}</div>' if rows else ""


def exercise(page, lesson):
    """Returns the exercise and what to try, or nothing."""
    parts = []
    task = lesson.scene["run"].get("exercise", {}).get("say")
    if task:
        link = open_link(page, lesson.name, 0, "&amp;view=edit")
        parts.append(f'<div class="task">{prose(task)}</div><p><a href="{link}">Try it in gridscope {ARROW}</a></p>')
    links = [(title, link) for title, link in lesson.offers if link]
    if links:
        parts.append(
            "<ul>"
            + "".join(f'<li><a href="{page.to(link)}">{text(title)} {ARROW}</a></li>' for title, link in links)
            + "</ul>"
        )
    if not parts:
        return ""
    return f'<section class="exercise" aria-labelledby="try-it-yourself"><h2 id="try-it-yourself">Try it yourself</h2>{"".join(parts)}</section>'


def neighbours(site, page, lesson):
    """Returns the links to the lessons before and after: those of the route, or of the program's list."""
    route = [name for part in listing(site)["route"] for name in part["lessons"] if name in lessons(site)]
    names = route if lesson.name in route else [name for name in lessons(site) if name not in route]
    place = names.index(lesson.name)
    links = []
    if place > 0:
        links.append(("Previous", "before", lessons(site)[names[place - 1]]))
    if place + 1 < len(names):
        links.append(("Next", "after", lessons(site)[names[place + 1]]))
    cards = [
        f'<a class="{side}" rel="{"prev" if side == "before" else "next"}" href="{page.to(f"l/{other.name}/")}">'
        f"{BACK if side == 'before' else ARROW}<span><small>{word}</small>{text(other.scene['title'])}</span></a>"
        for word, side, other in links
    ]
    if place + 1 == len(names):
        cards.append(
            f'<a class="after" href="{page.to("learn/")}">{ARROW}<span><small>Next</small>All lessons</span></a>'
        )
    return f'<nav class="neighbours" aria-label="Other lessons">{"".join(cards)}</nav>'


def page_of(site, lesson):
    """Returns the page of a lesson."""
    page = Page(path=f"l/{lesson.name}/", title=lesson.scene["title"], description="", main="", section="Learn")
    page.scripts, page.styles, page.kind = ("lesson.js",), ("lesson.css",), "of-lesson"
    page.picture = f"l/{lesson.name}/card.png"
    note, _ = offers(lesson.scene["notes"])
    paragraphs = note.split("\n\n")
    page.description = plain(" ".join(paragraphs[:2]))[:300]
    titles = []
    for number, row in enumerate(lesson.slides):
        title = titled(row["note"])[0] or f"Slide {number + 1}"
        known = {name for name, _ in titles}
        titles.append((anchor(title) if anchor(title) not in known else f"{anchor(title)}-{number + 1}", title))
    slides = "".join(
        slide(page, lesson, number, title).replace(f'"{anchor(title)}"', f'"{name}"')
        for number, (name, title) in enumerate(titles)
    )
    printed = answers(lesson, titles)
    task = exercise(page, lesson)
    if task:
        titles.append(("try-it-yourself", "Try it yourself"))
    route = lesson.listed.get("route")
    whole = sum(len(part["lessons"]) for part in listing(site)["route"])
    group = lesson.listed["group"]
    place = f"Lesson {route} of {whole}" if route else group
    where = "learn/#route" if route else f"learn/#{anchor(group)}"
    page.main = (
        f'<nav class="crumbs" aria-label="Where this is"><a href="{page.to("learn/")}">Lessons</a> <span aria-hidden="true">›</span> '
        f'<a href="{page.to(where)}">{text(place)}</a></nav>'
        f'<h1>{text(page.title)}</h1><p class="question">{inline(paragraphs[0])}</p>'
        f'<div class="lesson">{player(page, lesson)}{rail(page, lesson, titles)}'
        f'<div class="text"><div class="notes">{prose(chr(10).join(chr(10) + p for p in paragraphs[1:]))}</div>'
        f"{slides}{task}{neighbours(site, page, lesson)}{printed}"
        f'<p class="printed">{text(site.address + page.path) if site.address else ""}</p></div></div>'
    )
    page.data = {
        "@type": "LearningResource",
        "name": page.title,
        "description": page.description,
        "inLanguage": "en",
        "learningResourceType": "interactive lesson",
        "interactivityType": "mixed",
        "teaches": lesson.algorithm,
        "isAccessibleForFree": True,
        "isPartOf": {
            "@type": "Course",
            "name": "gridscope",
            "description": "Lessons on grid algorithms",
            "provider": {"@type": "Organization", "name": "gridscope"},
        },
    }
    if site.address:
        page.data["url"] = site.address + page.path
        page.data["image"] = site.address + page.picture
    return page


@maker("lessons")
def pages(site):
    """Makes /l/NAME/ for each lesson."""
    for lesson in lessons(site).values():
        yield page_of(site, lesson)
