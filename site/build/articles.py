"""The articles. `site/articles/NAME.html` is the text of one, `NAME.json` its title, players and claims.

A claim names words of the text and the fact about a run that makes them true, as in a lesson (docs/lessons.md, *Claims*). The build
stops if a claim is false, or if the text has a number that no claim names. Numbers that are arithmetic, years or names are listed
under `free`.
"""

import html
import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import runs
from frame import MAKERS, Page, maker, text  # noqa: F401

# In the order of the front page.
NAMES = ("two-shortest-paths", "shadows", "where-will-they-go")
# Largest width and height of a map, and of a cell, in points.
WIDEST, HIGHEST, LARGEST = 648, 440, 72
# A number of the text: digits with commas, a decimal part, halves.
NUMBER = re.compile(r"(?<![\w.,/(−])\d[\d,]*(?:\.\d+)?½?")
# A link to a cell of a player.
LINK = re.compile(r"\[(\d+,\d+) ([\w-]+)\]")
CELL = re.compile(r"\(\d+,\d+\)")


def facts_of(site, name):
    """Returns the facts of an article."""
    return json.loads((site.root / f"site/articles/{name}.json").read_text())


def scene_path(site, name, scene):
    """Returns the file of a scene: the article's own, or a lesson's."""
    own = site.root / f"site/articles/{name}/{scene}.scene.json"
    return own if own.is_file() else site.root / f"presets/{scene}.scene.json"


def words_of(content):
    """Returns the text of an article without its marks, code and sources."""
    content = re.sub(r'<(pre|svg|h3)[ >].*?</\1>|<ul class="sources">.*?</ul>', " ", content, flags=re.DOTALL)
    content = LINK.sub(r"(\1)", re.sub(r"<!--.*?-->|<[^>]+>", "", content))
    return re.sub(r"\s+", " ", html.unescape(content)).strip()


def unproved(words, proved):
    """Returns the numbers of a text that no proved words contain, each with what is around it."""
    marked = [False] * len(words)
    for part in proved:
        start = words.find(part)
        while start >= 0:
            marked[start : start + len(part)] = [True] * len(part)
            start = words.find(part, start + 1)
    for cell in CELL.finditer(words):
        marked[cell.start() : cell.end()] = [True] * len(cell.group())
    return [words[max(0, n.start() - 30) : n.end() + 20] for n in NUMBER.finditer(words) if not marked[n.start()]]


def check(site, name, facts, content):
    """Stops the build if a claim of an article is false or a number has none."""
    words = words_of(content)
    with tempfile.TemporaryDirectory() as folder:
        for scene, claims in facts["claims"].items():
            data = json.loads(scene_path(site, name, scene).read_text())
            data["notes"] = words
            data["run"].pop("bookmarks", None)
            data["run"]["claims"] = claims
            file = Path(folder) / f"{scene}.scene.json"
            file.write_text(json.dumps(data))
            done = subprocess.run([site.program, "check", str(file), "--claims"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                raise SystemExit(f"article {name}: {done.stdout.strip()}")
        for scene, rule, count, _ in facts.get("pairs", ()):
            found = runs.text_of(site, ["asymmetry", str(scene_path(site, name, scene)), "--set", f"variant={rule}"])
            if int(found.split()[0]) != count:
                raise SystemExit(f"article {name}: {rule} on {scene}: {found.splitlines()[0]}; the text has {count}")
    for scene, rule, count, _ in facts.get("events", ()):
        command = ["run", str(scene_path(site, name, scene)), "--set", f"variant={rule}", "--json"]
        found = json.loads(runs.text_of(site, command))["events"]
        if found != count:
            raise SystemExit(f"article {name}: {rule} on {scene} has {found} events; the text has {count}")
    if first := facts.get("first-runs"):
        sampled = paths_taken(site, name, first["scene"])[0][: first["runs"]]
        counts = [sampled.count(digit) for digit in "123"]
        if counts != first["counts"]:
            raise SystemExit(f"article {name}: the first {first['runs']} runs gave {counts}; the text has {first['counts']}")
        facts["free"].append(first["words"])
    proved = [claim["words"] for claims in facts["claims"].values() for claim in claims]
    proved += [words for kind in ("pairs", "events") for *_, words in facts.get(kind, ())] + facts.get("free", [])
    missing = [part for part in [*proved] if part not in words]
    if missing:
        raise SystemExit(f"article {name}: the text does not contain {missing}")
    if numbers := unproved(words, proved):
        raise SystemExit(f"article {name}: no claim names these numbers:\n  " + "\n  ".join(numbers))


def paths_taken(site, name, scene):
    """Returns, for the parents rule and for the paths rule, a digit for each sample: the number of the path that it took."""
    sampled = runs.text_of(site, ["events", str(scene_path(site, name, scene)), "--kind", "sampled"])
    return ["".join(re.findall(rf"of the {rule} rule gave path ([1-3]),", sampled)) for rule in ("parents", "paths")]


def flags_of(entry):
    """Returns the flags of a player's run, which is the first one of its scene."""
    flags = [("--run", "A")] + [("--set", change) for change in entry.get("set", ())]
    flags += [("--layer", entry["layer"])] if "layer" in entry else []
    return [part for flag in flags for part in flag]


def figure(site, page, name, key, entry):
    """Returns a player: its still and sentence, with the recording for those who have scripts."""
    scene = runs.scene_of(site, scene_path(site, name, entry["scene"]))
    left, top, columns, rows = view = runs.view_of(scene)
    cell = min(LARGEST, WIDEST / columns, HIGHEST / rows)
    cell = int(cell) if cell > 8 else cell
    at = entry["at"]
    sentence, length = entry["sentence"], entry["length"]
    bars = site.root / f"site/articles/{name}/{key}.bars.html"
    below = bars.read_text() if bars.is_file() else ""
    box = "" if view[0] == 0 else f' view="{left:g},{top:g},{columns:g},{rows:g}"'
    folder = f"article/{name}/{key}"
    first, last = drawn(entry)
    ground = "map" if runs.is_walled(scene) else "map open"
    return (
        f'<figure class="player" id="{key}" aria-label="{text(entry["label"])}"><gridscope-run controls src="{page.to(folder)}.run" at="{at}" edge="16"{box} '
        f'drawn="{first} {last} {page.to(folder)}/" app="{page.to("app/")}" label="{text(entry["label"])}" style="--columns:{columns:g};--rows:{rows:g};--cell:{cell:g}px">'
        f'<div class="{ground}">{runs.picture(page, f"{folder}/{at}", text(entry["alt"]), " loading=lazy")}</div>'
        f'<p class="sentence">{text(sentence)}</p><p class="position">Event {at:,} of {length:,}</p></gridscope-run>{below}</figure>'
    )


def drawn(entry):
    """Returns the first and the last event of a player with a picture of the program."""
    return entry.get("drawn") or (entry["at"], entry["at"])


def complete(site, file, entry):
    """Adds the sentence of a player's moment and the length of its run."""
    changes = [part for change in entry.get("set", ()) for part in ("--set", change)]
    entry["length"] = json.loads(runs.text_of(site, ["run", str(file), "--json", *changes]))["events"]
    if entry["at"] == "end":
        entry["at"] = entry["length"]
    entry["sentence"] = json.loads(runs.text_of(site, ["step", str(file), "--at", str(entry["at"]), "--json", *changes]))["sentence"]


def teasers(page):
    """Returns the articles as cards of the front page, with the still of one player each."""
    items = []
    for name in NAMES:
        facts = facts_of(page.site, name)
        still = runs.picture(page, f"article/{name}/teaser", "", ' width="400" height="160" loading="lazy"')
        items.append(
            f'<li><a href="{page.to(f"article/{name}/")}"><span class="frame">{still}</span><b>{text(facts["title"])}</b>{text(facts["teaser"])}</a></li>'
        )
    return "".join(items)


def article(site, name):
    """Returns the page of an article, and the colours that its players need."""
    facts = facts_of(site, name)
    content = (site.root / f"site/articles/{name}.html").read_text()
    check(site, name, facts, content)
    page = Page(path=f"article/{name}/", title=facts["title"], description=facts["description"], main="", section="Articles", kind="article")
    jobs = []
    for key, entry in facts["players"].items():
        file = scene_path(site, name, entry["scene"])
        complete(site, file, entry)
        span = [part for end in ("from", "to") if end in entry for part in (f"--{end}", str(entry[end]))]
        jobs.append((f"article/{name}/{key}.run", file, "--at", str(entry["at"]), *span, *flags_of(entry)))
    inks, endings = runs.record(site, jobs)
    for entry, ending in zip(facts["players"].values(), endings):
        if entry["at"] == entry["length"] and ending:
            entry["sentence"] = ending
    for key, entry in facts["players"].items():
        file = scene_path(site, name, entry["scene"])
        view = runs.view_of(runs.scene_of(site, file))
        first, last = drawn(entry)
        moments = [(f"article/{name}/{key}/{at}", file, at, view) for at in range(first, last + 1)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda moment: runs.still(site, *moment, flags=flags_of(entry)), moments))
    scene, at = facts["still"]
    file = scene_path(site, name, scene)
    runs.still(site, f"article/{name}/teaser", file, at, runs.view_of(runs.scene_of(site, file)), flags=("--run", "A"))
    if "first-runs" in facts:
        site.write(f"article/{name}/paths.txt", "\n".join(paths_taken(site, name, facts["first-runs"]["scene"])) + "\n")
    site.write(f"article/{name}/card.png", runs.rendered(site, card(site, name, facts), "png", "--card", *facts.get("card-flags", ())))
    body = re.sub(r"<!-- player (\S+) -->", lambda found: figure(site, page, name, found[1], facts["players"][found[1]]), content)
    body = LINK.sub(r'<a class="cell" href="#\2" data-cell="\1">(\1)</a>', body)
    page.main = f"""<article>
<header>
<p class="kicker">An explorable explanation<span class="keys"> · step through it with the arrow keys</span></p>
<h1>{text(facts["title"])}</h1>
<p class="standfirst">{text(facts["standfirst"])}</p>
<noscript><p class="notice">Scripts are off. Each player shows one moment of its run.</p></noscript>
</header>
{body}
</article>"""
    page.picture = f"article/{name}/card.png"
    page.data = {"@type": "LearningResource", "name": facts["title"], "description": facts["description"], "learningResourceType": "article",
                 "isAccessibleForFree": True, "inLanguage": "en", **({"url": site.address + page.path} if site.address else {})}
    return page, inks


def card(site, name, facts):
    """Writes the scene of an article's card: that of one of its players with the article's title. Returns its path."""
    data = runs.scene_of(site, scene_path(site, name, facts["card"]))
    data["title"], data["notes"] = facts["title"], facts["standfirst"]
    data["run"]["picture"] = facts.get("card-at", data["run"].get("picture", data["run"].get("at", 0)))
    data["run"].pop("bookmarks", None)
    file = site.root / f"target/site-runs/{name}.scene.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data))
    return file


@maker("articles")
def all_articles(site):
    """Makes /article/ and the articles."""
    made = [article(site, name) for name in NAMES]
    inks = {theme: {} for theme in runs.THEMES}
    for _, found in made:
        for theme in runs.THEMES:
            inks[theme].update(found[theme])
    runs.style(site, "run-articles.css", inks)
    for page, _ in made:
        page.styles, page.scripts = ("run-articles.css", "article.css"), (runs.script(site), "article.js")
        yield page
    page = Page(path="article/", title="Articles", description="Three articles whose pictures play.", main="", section="Articles", kind="article-list")
    page.styles = ("articles.css",)
    page.site = site
    page.main = f'<h1>Articles</h1><ul class="articles">{teasers(page)}</ul>'
    yield page
