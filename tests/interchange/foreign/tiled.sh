#!/bin/sh
# Compares maps that gridscope wrote with what Tiled reads in them, cell by cell, and converts them with Tiled.
# Needs: tiled (tested with 1.8.2) and python3. No display.
#
# tiled.sh SCENE.scene.json MAP.tmx MAP.tmj ...
#   SCENE is the scene that the maps were written from.
#   OUT, if set, is a folder in which Tiled's conversions to TMX and TMJ are left, named after the maps.
#   GRIDSCOPE_PROGRAM, if set, is the program. It reads each conversion, and the result is compared with the scene.
set -eu
here=$(dirname "$0")
export QT_QPA_PLATFORM=offscreen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR="$work"
out=${OUT:-$work/out}
mkdir -p "$out"
scene=$1
shift
count=0
for map in "$@"; do
    rm -rf "$work/csv"
    mkdir "$work/csv"
    tiled --export-map csv "$map" "$work/csv/o.csv"
    python3 "$here/tiled_cells.py" "$scene" "$map" "$work/csv"
    name=$(basename "$map" | tr . -)
    tiled --export-map tmx "$map" "$out/$name.tmx"
    tiled --export-map json "$map" "$out/$name.tmj"
    if [ -n "${GRIDSCOPE_PROGRAM:-}" ]; then
        for back in "$out/$name.tmx" "$out/$name.tmj"; do
            "$GRIDSCOPE_PROGRAM" convert "$back" "$work/back.scene.json" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
            if ! cmp -s "$scene" "$work/back.scene.json"; then
                echo "$back: read again, it is not the scene $scene"
                exit 1
            fi
        done
    fi
    count=$((count + 1))
done
echo "Tiled agrees with $count maps of $scene"
