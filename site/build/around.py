"""What is around the pages: style sheets, scripts, font and icon before them; the program, the sitemap and the page for
addresses that do not exist after them."""

import shutil

from frame import Page, text

NOT_FOUND = "There is no such page"


def before(site):
    """Writes what pages refer to."""
    for file in sorted([*site.root.glob("site/*.css"), *site.root.glob("site/*.js")]):
        site.write(file.name, file.read_bytes())
    site.write("inter.woff2", (site.root / "web/inter.woff2").read_bytes())
    for file in site.root.glob("web/icon-*.png"):
        site.write(file.name, file.read_bytes())
    site.write("icon.svg", (site.root / "release/gridscope.svg").read_bytes())


def after(site):
    """Writes what refers to all pages, and copies the program."""
    page = Page(path="404.html", title=NOT_FOUND, description="", main="", kind="of-404")
    page.main = (
        f'<div class="missing"><h1>{NOT_FOUND}</h1><p>It may have moved. Look among <a href="learn/">the lessons</a> or '
        '<a href="docs/">the docs</a>, or begin at <a href="./">the front page</a>.</p></div>'
    )
    site.add(page)
    # Hosts look for it, and it tells some of them to leave names alone that begin with a line.
    site.write(".nojekyll", "")
    site.write("_headers", HEADERS)
    pages = [path for path in site.paths if path != "404.html"]
    if site.address:
        rows = "".join(f"<url><loc>{text(site.address + path)}</loc></url>\n" for path in pages)
        site.write(
            "sitemap.xml",
            f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n',
        )
        site.write("robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site.address}sitemap.xml\n")
    else:
        site.write("robots.txt", "User-agent: *\nAllow: /\n")
        print("no sitemap: the site has no address (--address URL)")
    program = site.root / "web/dist"
    if (program / "index.html").is_file():
        shutil.copytree(program, site.out / "app", dirs_exist_ok=True)
    else:
        print("no program: /app/ is empty until scripts/web has built web/dist")


# For hosts that read it: players on other hosts may fetch what is here, and names with a hash never change.
HEADERS = """/*
  Access-Control-Allow-Origin: *
  X-Content-Type-Options: nosniff
/*.wasm
  Content-Type: application/wasm
/*.woff2
  Cache-Control: public, max-age=31536000
"""
