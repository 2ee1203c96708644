"""Writes the site. Usage: main.py [--address URL] [--source URL] [--only NAME,…] GRIDSCOPE, from the root of the repository."""

import argparse
import os
import pathlib
import shutil

import around
import frame

# Modules that register makers of pages, in the order in which they run.
import articles  # noqa: F401
import front  # noqa: F401
import lessons  # noqa: F401
import learn  # noqa: F401
import documents  # noqa: F401


def setting(value):
    """Returns an address with a slash at its end."""
    if value and not value.startswith(("https://", "http://")):
        raise SystemExit(f"{value!r} is no address of a site; expected http:// or https://")
    return value.rstrip("/") + "/" if value else ""


def main():
    """Builds what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Writes the site to site/dist.")
    parser.add_argument(
        "--address", default=os.environ.get("GRIDSCOPE_SITE", ""), help="address of the site, for canonical links"
    )
    parser.add_argument("--source", default=os.environ.get("GRIDSCOPE_SOURCE", ""), help="address of the source code")
    parser.add_argument("--only", default="", help=f"build only these parts: {', '.join(frame.MAKERS)}")
    parser.add_argument("--lessons", default="", help="build only these lessons, to look at them")
    parser.add_argument("program", help="a built gridscope")
    given = parser.parse_args()
    root = pathlib.Path.cwd()
    only = [name for name in given.only.split(",") if name]
    out = root / "site/dist"
    if not only:
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    site = frame.Site(root, out, str(pathlib.Path(given.program).resolve()), setting(given.address), given.source)
    site.chosen = [name for name in given.lessons.split(",") if name]
    around.before(site)
    for name in only or frame.MAKERS:
        before = len(site.paths)
        for page in frame.MAKERS[name](site):
            site.add(page)
        print(f"{name}: {len(site.paths) - before} pages")
    around.after(site)


main()
