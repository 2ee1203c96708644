#!/bin/sh
# Compiles or runs a map written as arrays, and compares what each language sees with the same map as flat JSON.
#
# Usage: arrays.sh FOLDER, which has map.flat.json and any of map.c, map.cs, map.gd, map.js, map.lua, map.py, map.rs.
# Needs python3. Uses those of cc, mcs and mono, gdparse (pip install gdtoolkit), node, lua5.4 (or lua) and rustc that are
# there. A language without its tool is named and left out.
set -eu
from=$1
to=$(mktemp -d)
trap 'rm -rf "$to"' EXIT
checked=
missing=

# Prints the size, the rows of tiles, the rows of weights and the actors, one a line.
python3 - "$from/map.flat.json" > "$to/expected" <<'PY'
import json, sys
m = json.load(open(sys.argv[1], encoding="utf-8"))
w, h = m["width"], m["height"]
print(w, h)
for name in ("tiles", "weights"):
    for y in range(len(m[name]) // w):
        print(name, *m[name][y * w:(y + 1) * w])
for a in m["actors"]:
    print(a["kind"], a["x"], a["y"])
PY
weights=0
grep -q '^weights' "$to/expected" && weights=1

agrees() {
    diff -u "$to/expected" "$to/$1.out" || { echo "$1 sees another map"; exit 1; }
    checked="$checked $1"
}
has() { [ -f "$from/map.$1" ] || return 1; shift; for tool in "$@"; do command -v "$tool" > /dev/null || { missing="$missing $tool"; return 1; }; done; }

if has c cc; then
    cat > "$to/main.c" <<C
#include <stdio.h>
#include "$from/map.c"
static void grid(const char *name, const unsigned char all[HEIGHT][WIDTH]) {
    for (int y = 0; y < HEIGHT; y++) {
        printf("%s", name);
        for (int x = 0; x < WIDTH; x++) printf(" %d", all[y][x]);
        printf("\n");
    }
}
int main(void) {
    printf("%d %d\n", WIDTH, HEIGHT);
    grid("tiles", TILES);
#if $weights
    grid("weights", WEIGHTS);
#endif
    for (int i = 0; i < ACTOR_COUNT; i++) printf("%s %d %d\n", ACTORS[i].kind, ACTORS[i].x, ACTORS[i].y);
    return ACTORS[ACTOR_COUNT].kind != 0;
}
C
    for std in c99 gnu17; do
        cc -std=$std -pedantic -Wall -Wextra -Werror -Wno-unused-const-variable "$to/main.c" -o "$to/c"
        "$to/c" > "$to/c.out"
        agrees c
    done
fi
if has cs mcs mono; then
    cat > "$to/main.cs" <<'CS'
using System;
static class Program {
    static void Grid(string name, byte[,] all) {
        for (int y = 0; y < all.GetLength(0); y++) {
            Console.Write(name);
            for (int x = 0; x < all.GetLength(1); x++) Console.Write(" " + all[y, x]);
            Console.Write("\n");
        }
    }
    static void Main() {
        Console.Write(GridscopeMap.WIDTH + " " + GridscopeMap.HEIGHT + "\n");
        Grid("tiles", GridscopeMap.TILES);
        WEIGHTS
        foreach (var a in GridscopeMap.ACTORS) Console.Write(a.Kind + " " + a.X + " " + a.Y + "\n");
    }
}
CS
    [ $weights = 1 ] && line='Grid("weights", GridscopeMap.WEIGHTS);' || line=
    sed -i "s/^ *WEIGHTS\$/$line/" "$to/main.cs"
    mcs -out:"$to/cs.exe" "$to/main.cs" "$from/map.cs"
    mono "$to/cs.exe" > "$to/cs.out"
    agrees cs
fi
if has gd gdparse; then
    gdparse "$from/map.gd" > /dev/null
    checked="$checked gd(parsed)"
fi
if has js node; then
    cp "$from/map.js" "$to/map.mjs"
    cat > "$to/main.mjs" <<'JS'
import * as m from "./map.mjs";
console.log(m.WIDTH, m.HEIGHT);
for (const [name, all] of [["tiles", m.TILES], ["weights", m.WEIGHTS ?? []]])
  for (const row of all) console.log([name, ...row].join(" "));
for (const a of m.ACTORS) console.log(a.kind, a.x, a.y);
JS
    node "$to/main.mjs" > "$to/js.out"
    agrees js
fi
lua=lua5.4
command -v $lua > /dev/null || lua=lua
if has lua $lua; then
    cat > "$to/main.lua" <<'LUA'
local m = dofile(arg[1])
print(m.WIDTH .. " " .. m.HEIGHT)
for _, name in ipairs({ "tiles", "weights" }) do
  for _, row in ipairs(m[name:upper()] or {}) do print(name .. " " .. table.concat(row, " ")) end
end
for _, a in ipairs(m.ACTORS) do print(a.kind .. " " .. a.x .. " " .. a.y) end
LUA
    $lua "$to/main.lua" "$from/map.lua" > "$to/lua.out"
    agrees lua
fi
if has py python3; then
    cat > "$to/main.py" <<'PY'
import runpy, sys
m = runpy.run_path(sys.argv[1])
print(m["WIDTH"], m["HEIGHT"])
for name in ("tiles", "weights"):
    for row in m.get(name.upper(), []):
        print(name, *row)
for kind, x, y in m["ACTORS"]:
    print(kind, x, y)
PY
    python3 "$to/main.py" "$from/map.py" > "$to/py.out"
    agrees py
fi
if has rs rustc; then
    cat > "$to/main.rs" <<RS
#[path = "$from/map.rs"]
#[allow(dead_code)]
mod map;
fn grid(name: &str, all: &[[u8; map::WIDTH]]) {
    for row in all {
        print!("{name}");
        row.iter().for_each(|n| print!(" {n}"));
        println!();
    }
}
fn main() {
    println!("{} {}", map::WIDTH, map::HEIGHT);
    grid("tiles", &map::TILES);
    WEIGHTS
    map::ACTORS.iter().for_each(|a| println!("{} {} {}", a.kind, a.x, a.y));
}
RS
    [ $weights = 1 ] && line='grid("weights", \&map::WEIGHTS);' || line=
    sed -i "s/^ *WEIGHTS\$/$line/" "$to/main.rs"
    rustc --edition 2021 -D warnings -o "$to/rs" "$to/main.rs"
    "$to/rs" > "$to/rs.out"
    agrees rs
fi
echo "the same map in:$checked${missing:+; not there:$missing}"
