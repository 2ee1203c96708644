// A student's A* on a grid with eight neighbours, never past a corner. Lines marked "// log" are all that gridscope needs.
//
//     GRIDSCOPE=astar.trace.jsonl node astar.js < maze.txt      # is wall, . floor, G the start, X the goal
"use strict";
const fs = require("fs");
const tty = require("tty");
const gridscope = require("../gridscope.js"); // log

const MAP = ["##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
  "#..###.####..#", "#......#...X.#", "#....#.......#", "##############"];
const DIAGONAL = Math.sqrt(2);

function octile([ax, ay], [bx, by]) {
  const dx = Math.abs(ax - bx), dy = Math.abs(ay - by);
  return dx + dy + (DIAGONAL - 2) * Math.min(dx, dy);
}

function astar(rows, start, goal) {
  gridscope.start(rows, start, goal, 8, "never", ["f", "#"], { costs: { straight: 1, diagonal: DIAGONAL } }); // log
  const free = (x, y) => ".GX".includes(rows[y][x]);
  const g = new Map([[String(start), 0]]), parent = new Map(), closed = new Set();
  const open = [{ f: octile(start, goal), cell: start }];
  gridscope.open(...start, null, 0, octile(start, goal)); // log
  while (open.length > 0) {
    let best = 0; // if f is equal, the one pushed first
    open.forEach((entry, i) => { if (entry.f < open[best].f) best = i; });
    const here = open.splice(best, 1)[0].cell, [x, y] = here;
    if (closed.has(String(here))) continue; // a dearer entry that was left over
    closed.add(String(here));
    gridscope.expand(x, y, g.get(String(here))); // log
    if (String(here) === String(goal)) {
      const path = [here];
      while (parent.has(String(path[0]))) path.unshift(parent.get(String(path[0])));
      gridscope.path(path, g.get(String(goal))); // log
      gridscope.done("found"); // log
      return g.get(String(goal));
    }
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) {
      const to = [x + dx, y + dy], key = String(to);
      if ((dx === 0 && dy === 0) || rows[to[1]]?.[to[0]] === undefined) continue;
      const cost = g.get(String(here)) + (dx && dy ? DIAGONAL : 1);
      let why = null;
      if (!free(...to)) why = "wall";
      else if (dx && dy && !(free(x + dx, y) && free(x, y + dy))) why = "corner";
      else if (closed.has(key)) why = "closed";
      else if (g.has(key) && cost >= g.get(key)) why = cost === g.get(key) ? "equal" : "dearer";
      if (why) {
        gridscope.reject(...to, here, why); // log
        continue;
      }
      g.set(key, cost);
      parent.set(key, here);
      open.push({ f: cost + octile(to, goal), cell: to });
      gridscope.open(...to, here, cost, octile(to, goal)); // log
    }
  }
  gridscope.done("none"); // log
  return null;
}

function find(rows, glyph) {
  const y = rows.findIndex((row) => row.includes(glyph));
  return y < 0 ? null : [rows[y].indexOf(glyph), y];
}

const text = tty.isatty(0) ? "" : fs.readFileSync(0, "utf8").replace(/[\r\n]+$/, "");
const rows = text ? text.split(/\r?\n/) : MAP;
const start = find(rows, "G"), goal = find(rows, "X");
if (!start || !goal) {
  console.error("the map needs a G (start) and an X (goal)");
  process.exit(1);
}
const cost = astar(rows, start, goal);
console.error(cost === null ? "there is no way" : `cost ${cost.toFixed(4)}`);
