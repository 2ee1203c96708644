// Answers queries of paths with packages of npm: node benches/paths.mjs PACKAGE FOLDER, where FOLDER has node_modules.
//
// Standard input is one JSON object: rows (1 for a free cell, 0 for a blocked one) and queries (x, y, x, y). Standard
// output is one too: the seconds of all queries, the version, and the path of each query as a list of [x, y]. Called by
// benches/python_paths.py.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [name, folder] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const { rows, queries } = JSON.parse(readFileSync(0, "utf8"));
const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));

const finders = {
  "rot-js"() {
    const ROT = require("rot-js");
    const isFree = (x, y) => rows[y]?.[x] === 1;
    return ([ax, ay, bx, by]) => {
      const path = [];
      new ROT.Path.AStar(bx, by, isFree, { topology: 8 }).compute(ax, ay, (x, y) => path.push([x, y]));
      return path;
    };
  },
  pathfinding() {
    const PF = require("pathfinding");
    const grid = new PF.Grid(rows.map((row) => row.map((free) => 1 - free)));
    const finder = new PF.AStarFinder({ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles });
    // A search leaves its marks on the grid, so each one gets a copy, as the manual says.
    return ([ax, ay, bx, by]) => finder.findPath(ax, ay, bx, by, grid.clone());
  },
};

const find = finders[name]();
queries.slice(0, 5).forEach(find);
const begun = performance.now();
const paths = queries.map(find);
console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000, version, paths }));
