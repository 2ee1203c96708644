"""The front page: one map that plays, three doors, six cards, three articles."""

import json
import re

import articles
import runs
from frame import ARROW, Page, maker, text

# The first map, and the events of its still, of the deciding moment, and of the card.
LESSON = "hello"
STILL = 550
DECIDING = 723
# Name, line, lesson, event of the still, part of the map (left, top, width, height in cells), flags.
CARDS = (
    ("Search", "Rings of equal cost", "rings-round-the-swamp", None, (0, -0.17, 21, 11.85), ()),
    ("Ties", "Two ways, one throw", "hello", DECIDING, (10, 7.2, 10.6, 5.98), ()),
    ("Flow map", "Rings on water", "rings-on-water", None, (0, 0.1, 21, 11.85), ()),
    ("Sight", "The doorway", "doorway", None, (1.05, 0, 8.86, 5), ()),
    ("Auto chess", "A whole fight", "a-whole-fight", None, (0, 1.6, 8, 4.51), ()),
    ("Explore", "A cave, cell by cell", "explore-cave", 12_000, (0, 1.2, 40, 22.58), ()),
)
ICONS = {
    "learn": '<path d="M2 9.5 12 5l10 4.5L12 14z"/><path d="M6 11.5V16c2 2 10 2 12 0v-4.5M22 9.5V15"/>',
    "bug": '<path d="M8 9a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0zM8 12h8M12 12v7M4 8l4 2M4 13h4M4 19l4-3M20 8l-4 2M20 13h-4M20 19l-4-3M9 5.5 7.5 4M15 5.5 16.5 4"/>',
    "brush": '<path d="M20 4c-5 2-9 6-11 10l2 2c4-2 7-6 9-12zM9 14c-3 0-4 2-4 4 0 1-1 2-2 2 4 1 8 0 8-4"/>',
    "terminal": '<rect x="3" y="4.5" width="18" height="15" rx="2"/><path d="m7 9 3 3-3 3M12.5 15H17"/>',
    "screen": '<rect x="3" y="5" width="18" height="11" rx="1.5"/><path d="M9 20h6M12 16v4"/>',
    "source": '<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14"/>',
    "copy": '<path d="M8 8V4h12v12h-4M4 8h12v12H4z"/>',
    "check": '<path d="m5 12.5 4.5 4.5L19 7"/>',
    "pause": '<path class="solid" d="M7 5h4v14H7zM13 5h4v14h-4z"/>',
    "play": '<path class="solid" d="M7 4.5v15L19.5 12z"/>',
    "flag": '<path d="M6 21V4h12l-3 4 3 4H6"/>',
}
DOORS = (
    ("learn", "Learn", "{lessons} short lessons, one question each. No account.", "learn/"),
    ("bug", "Debug my search", "Print a log, step through it, see where it goes wrong.", "app/?guide=own-program"),
    ("brush", "Draw a map", "Paint walls and costs. The search follows the brush.", "app/#lesson=hello&amp;view=edit"),
)
# The lesson whose numbers are the names of its units.
UNITS = "a-whole-fight"
# Tiles that no flag can stand on.
BLOCKED = {"wall", "window", "void"}


def icon(name):
    """Returns a picture of lines."""
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>'


def flags(site, scene):
    """Writes the run for each cell of the flag. Returns the jobs, and the cells as rows of letters."""
    rows, legend = scene["rows"], scene["legend"]
    plain = {key: scene[key] for key in ("format", "version", "title", "legend", "rows")}
    run = {key: scene["run"][key] for key in ("algorithm", "params", "seed") if key in scene["run"]}
    start = next(actor["at"] for actor in scene["actors"] if actor["kind"] == "guard")
    goal = next(actor["at"] for actor in scene["actors"] if actor["kind"] == "goal")
    folder = site.root / "target/site-runs"
    folder.mkdir(parents=True, exist_ok=True)
    jobs, cells = [], []
    for y, row in enumerate(rows):
        line = ""
        for x, letter in enumerate(row):
            is_free = legend.get(letter) not in BLOCKED and [x, y] != start
            line += "1" if is_free else "0"
            if not is_free:
                continue
            actors = [{**actor, "at": [x, y]} if actor["kind"] == "goal" else actor for actor in scene["actors"]]
            file = folder / f"{x}-{y}.scene.json"
            file.write_text(json.dumps({**plain, "actors": actors, "run": run}))
            jobs.append((f"front/flag/{x}-{y}.run", file))
        cells.append(line)
    return jobs, cells, goal


def route(site):
    """Returns the number of lessons on the route, in words."""
    return re.search(r"^(\w+) lessons in", (site.root / "docs/lessons.md").read_text(), flags=re.MULTILINE).group(1)


def installed(site):
    """Returns the rows of *Get it*. Without an address, a row says how to build."""
    release = {}
    file = site.root / "site/release.json"
    if file.is_file():
        release = json.loads(file.read_text())
    code = lambda command: (
        f'<code>{text(command)}</code><button type="button" class="copy" data-copy="{text(command)}" hidden>'
        f'{icon("copy")}{icon("check")}<span class="hidden">Copy</span></button>'
    )
    link = lambda address, words: f'<a href="{text(address)}">{words}</a>'
    package, programs = release.get("package"), release.get("programs")
    build = code("cargo build --release")
    python = code(f"pip install {package}") if package else code("pip install .") + " <span>in the source</span>"
    rows = (
        ("terminal", "Python", python),
        ("screen", "Windows, Linux", link(programs, "Download the program") if programs else build + " <span>in the source</span>"),
        ("source", "Source", link(site.source, "Rust, MIT or Apache 2.0") if site.source else "<span>Rust, MIT or Apache 2.0</span>"),
    )
    return "".join(f"<div><dt>{icon(name)}{title}</dt><dd>{content}</dd></div>" for name, title, content in rows)


def card(page, number, entry):
    """Returns a card: its picture, which plays under the pointer, and its words."""
    name, line, lesson, _, view, _ = entry
    run, still = f"front/{number}.run", f"front/{number}"
    extra = ' width="202" height="114" loading="lazy"'
    box = ",".join(f"{part:g}" for part in view)
    return (
        f'<li><a href="{page.to(f"l/{lesson}/")}"><gridscope-run src="{page.to(run)}" view="{box}" load="later" seconds="6" exact plain>'
        f'<div class="map">{runs.picture(page, still, "", extra)}</div></gridscope-run><b>{name}</b><span>{line}</span></a></li>'
    )


@maker("front")
def front(site):
    """Makes the front page."""
    scene = runs.scene_of(site, LESSON)
    jobs, cells, goal = flags(site, scene)
    for number, (_, _, lesson, _, _, more) in enumerate(CARDS):
        jobs.append((f"front/{number}.run", lesson, *more))
    inks, _ = runs.record(site, jobs)
    runs.style(site, "run-front.css", inks)
    for number, (_, _, lesson, at, view, _) in enumerate(CARDS):
        moment = at or runs.scene_of(site, lesson)["run"].get("picture", 0)
        runs.still(site, f"front/{number}", lesson, moment, view, numbers=lesson == UNITS, flags=("--run", "A"))
    runs.still(site, "front/first", LESSON, STILL, numbers=False)
    site.write("card.png", runs.rendered(site, LESSON, "png", "--card"))
    page = Page(path="", title="gridscope", description="Watch a grid algorithm think, one event at a time.", main="", kind="front")
    page.styles, page.scripts = ("run-front.css", "articles.css", "front.css"), (runs.script(site), "front.js")
    page.picture = "card.png"
    page.site = site
    doors = "".join(
        f'<li><a class="door" href="{page.to(address)}"><span class="sign">{icon(name)}</span><span><b>{title}</b>'
        f'<span>{line.format(lessons=route(site))}</span></span>{ARROW}</a></li>'
        for name, title, line, address in DOORS
    )
    cards = "".join(card(page, number, entry) for number, entry in enumerate(CARDS))
    x, y = goal
    first = runs.picture(page, "front/first", "A guard, six rooms, and the cells that the search has seen.", ' width="720" height="420"')
    page.main = f"""<h1>Watch a grid algorithm think, one event at a time.</h1>
<div class="top">
<section class="player" aria-label="A search at work">
<gridscope-run id="first" src="{page.to(f"front/flag/{x}-{y}.run")}" at="0" data-deciding="{DECIDING}" data-still="{STILL}" data-cells="{",".join(cells)}" data-runs="{page.to("front/flag/")}" seconds="8" plain label="The map"><div class="map">{first}</div></gridscope-run>
<div class="transport"><button type="button" class="toggle" aria-label="Play" disabled>{icon("pause")}{icon("play")}</button><span class="bar"><span></span></span>
<p aria-live="polite">A guard looks for the flag. <span class="scripted">Move it, and he looks again.</span></p></div>
</section>
<div class="beside"><ul class="doors" aria-label="Begin">{doors}</ul><h2>Get it</h2><dl class="get">{installed(site)}</dl></div>
</div>
<section aria-labelledby="six"><h2 id="six">Six algorithms at work</h2><ul class="cards">{cards}</ul></section>
<section class="read" aria-labelledby="three"><h2 id="three">Three articles</h2><ul class="articles">{articles.teasers(page)}</ul></section>"""
    yield page
