"""Splits the program of the page: the functions that the first picture needs, and the rest, which is loaded after it.

Usage: split.py PROGRAM.wasm NAMED.wasm FOLDER. NAMED.wasm is the same program with the names of its functions. Writes
gridscope_bg.wasm and gridscope_later.wasm, and connects them in gridscope.js. Needs wasm-split, of binaryen.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from wasm import imported_functions, names

# Functions with these names are loaded later: formats of other tools, exports, dialogs and panels that a lesson does not
# open, long tasks, and what only they use. A function of the wrong part is no fault: it only moves bytes.
LATER = re.compile("|".join((
    r"gridscope_formats::(?!scene_json|scene_rest|link|plain|limits|error|options|reading|format|picture|map_rows|gzip)",
    r"gridscope_debugger::(export|minimise|experiment|exercise|recover|prepare|remote|page|work|find)",
    r"gridscope_app::(export|dialogs|rescue|recover|tour|start_page|narrow|exporting|previewing|own_scenes|guide)",
    r"gridscope_app::panels::(experiment|make_small|charts|roses|scores|breakpoints|exercise|conditions|tools|before)",
    r"gridscope_app::panels::(events|findings|compare|curves|plots|queue|columns|phases|turns|present)",
    r"gridscope_core::.*minimise|gridscope_trace::.*(minimise|exercise)",
    r"gridscope_algorithms::(?!astar|search|registry|descent|rng|memory|world)",
    r"quick_xml|png::|gif::|image::|weezl|zune|ruzstd|csv|statrs|num_bigint|roxmltree|base64|encoding|fdeflate|moxcms",
    r"egui_commonmark|pulldown_cmark|egui_extras",
)))


def main(program, named, folder):
    bytes_of = pathlib.Path(named).read_bytes()
    skip = imported_functions(bytes_of)
    later = [number - skip for number, name in sorted(names(bytes_of).items()) if number >= skip and LATER.search(name)]
    folder = pathlib.Path(folder)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write("\n".join(map(str, later)))
        wanted.flush()
        subprocess.run([
            "wasm-split", "--all-features", f"--split-funcs=@{wanted.name}", "--export-prefix=%",
            "--placeholder-namespace=later", "--import-namespace=primary",
            "-o1", folder / "gridscope_bg.wasm", "-o2", folder / "gridscope_later.wasm", program,
        ], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
