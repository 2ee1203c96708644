"""The page of all lessons: the route in its parts, and the library, which a script can search and filter."""

from frame import Page, maker, text
from lessons import lessons, listing, picture
from prose import anchor, inline, plain

TICK = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 8.5 6.5 11.5 12.5 4.5"/></svg>'


def route(site, page):
    """Returns the parts of the route with their lessons."""
    found, number = [], 0
    for part in listing(site)["route"]:
        rows = []
        for name in part["lessons"]:
            number += 1
            lesson = lessons(site).get(name)
            if lesson is None:
                continue
            rows.append(
                f'<li><a href="{page.to(f"l/{name}/")}"><span class="node">{number}</span>'
                f"{picture(page, lesson.thumb, '')}<span>{text(lesson.scene['title'])}</span></a></li>"
            )
        found.append(f"<section><h3>{text(part['title'])}</h3><ol>{''.join(rows)}</ol></section>")
    return "".join(found)


def card(page, lesson):
    """Returns a lesson of the library."""
    size = " × ".join(str(side) for side in lesson.listed["size"])
    words = f"{lesson.name} {plain(lesson.scene['notes'])} {' '.join(plain(row['note']) for row in lesson.slides)}"
    words = " ".join(sorted({word for word in words.lower().split() if len(word) > 2}))
    return (
        f'<li data-group="{anchor(lesson.listed["group"])}" data-algorithm="{text(lesson.algorithm)}" data-words="{text(words)}">'
        f'<a href="{page.to(f"l/{lesson.name}/")}">{picture(page, lesson.thumb, "")}'
        f"<b>{text(lesson.scene['title'])}</b></a><p>{inline(lesson.question)}</p>"
        f'<p class="facts">{text(lesson.algorithm)}, {size}</p></li>'
    )


def library(site, page):
    """Returns all lessons by their groups, in the order of the program's list of groups."""
    groups = {}
    for lesson in lessons(site).values():
        groups.setdefault(lesson.listed["group"], []).append(lesson)
    sections = "".join(
        f'<section class="group" aria-labelledby="{anchor(group)}"><h3 id="{anchor(group)}">{text(group)}</h3>'
        f'<ul class="cards">{"".join(card(page, lesson) for lesson in members)}</ul></section>'
        for group, members in groups.items()
    )
    buttons = "".join(
        f'<button type="button" data-group="{anchor(group)}" aria-pressed="false">{text(group)} <span>{len(members)}</span></button>'
        for group, members in groups.items()
    )
    algorithms = sorted({lesson.algorithm for lesson in lessons(site).values()})
    options = "".join(f"<option>{text(name)}</option>" for name in algorithms)
    return (
        '<form class="filters" role="search" hidden><label><span class="hidden">Search all lessons</span>'
        '<input type="search" placeholder="Search all lessons"></label>'
        f'<label><span class="hidden">Algorithm</span><select><option value="">All algorithms</option>{options}</select></label>'
        f'<div class="groups" role="group" aria-label="Topics">{buttons}</div><p class="count" aria-live="polite"></p></form>{sections}'
    )


@maker("learn")
def learn(site):
    """Makes /learn/."""
    count = len(lessons(site))
    page = Page(
        path="learn/",
        title="Lessons",
        description=f"{count} lessons on grid algorithms: a route of twenty for newcomers, and a library with search.",
        main="",
        section="Learn",
        styles=("learn.css",),
        scripts=("learn.js",),
        kind="of-learn",
    )
    on_route = sum(len(part["lessons"]) for part in listing(site)["route"])
    page.main = (
        f'<h1>Lessons</h1><p class="question">Step through what an algorithm did, and see why.</p>'
        f'<section class="route" aria-labelledby="route"><h2 id="route">The route: {on_route} lessons for newcomers</h2>'
        f'<div class="parts">{route(site, page)}</div></section>'
        f'<section class="library" aria-labelledby="library"><h2 id="library">The library: all {count} lessons</h2>'
        f"{library(site, page)}</section>"
    )
    page.data = (
        {
            "@type": "ItemList",
            "name": page.title,
            "itemListElement": [
                {
                    "@type": "ListItem",
                    "position": number + 1,
                    "name": lesson.scene["title"],
                    "url": site.address + f"l/{lesson.name}/",
                }
                for number, lesson in enumerate(lessons(site).values())
            ],
        }
        if site.address
        else None
    )
    yield page
