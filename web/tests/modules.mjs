// Tests the modules of the players without a browser. GRIDSCOPE is the program that writes the pages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const player = new URL("../../crates/debugger/src/export/page/player/", import.meta.url);
const load = (name) => import(new URL(name, player));
const program = process.env.GRIDSCOPE ?? fileURLToPath(new URL("../../target/debug/gridscope", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gridscope-modules-"));
after(() => rmSync(folder, { recursive: true }));

const { Run, signed, shortTextOf, textOf } = await load("run.js");
const { actionOf, sentenceParts, shareOf, tickShares } = await load("transport.js");
const { edgeOf, shapesOf, Brush } = await load("shapes.js");
const { heatsOf, legibleOn } = await load("colours.js");
const { heatOf, sideOf } = await load("map.js");
const { draws, markOf, refusedOf, slideOf } = await load("slides.js");

/** Returns the run of a page of a lesson. */
const runOf = (lesson) => {
  const file = join(folder, `${lesson}.html`);
  execFileSync(program, ["render", lesson, "--html", "-o", file], { stdio: "ignore" });
  const packed = readFileSync(file, "utf8").match(/id="data">([^<]*)</)[1];
  return new Run(gunzipSync(Buffer.from(packed, "base64")));
};
const textOfSentence = (run) => run.sentence().map((part) => (typeof part === "string" ? part : `(${part})`)).join("");

test("a run has the sentences of the events, forward and back", () => {
  const run = runOf("hello");
  const events = execFileSync(program, ["events", "hello"], { encoding: "utf8" }).split("\n");
  const moments = [1, 9, 544, 723, run.length - 1];
  const forward = moments.map((moment) => (run.seek(moment), textOfSentence(run)));
  forward.forEach((sentence, number) => assert.ok(events[moments[number] - 1].includes(sentence), sentence));
  run.seek(run.length);
  const back = moments.toReversed().map((moment) => (run.seek(moment), textOfSentence(run)));
  assert.deepEqual(back.toReversed(), forward);
});

test("a step back restores every value", () => {
  const run = runOf("corners");
  const state = () => run.heads.join();
  run.seek(40);
  const before = state();
  run.seek(run.length);
  assert.notEqual(state(), before);
  run.seek(40);
  assert.equal(state(), before);
  run.seek(-5);
  assert.equal(run.now, 0);
});

test("the path leads from the start to the goal by steps to neighbours", () => {
  const run = runOf("hello");
  run.seek(run.length);
  const path = run.path().map((cell) => run.place(cell));
  assert.ok(path.length > 2);
  path.slice(1).forEach(([x, y], step) => {
    assert.ok(Math.max(Math.abs(x - path[step][0]), Math.abs(y - path[step][1])) === 1);
  });
});

test("numbers with a sign and entries of layers are read", () => {
  assert.deepEqual([0, 1, 2, 3].map(signed), [0, -1, 1, -2]);
  assert.deepEqual([null, 7, "open", ["2.414", 2.414, "2.41"]].map(textOf), ["", "7", "open", "2.414"]);
  assert.deepEqual([null, 7, "open", ["2.414", 2.414, "2.41"]].map(shortTextOf), ["", "7", "", "2.41"]);
});

test("a sentence is split into texts and cells", () => {
  assert.deepEqual(sentenceParts("No step from (4,3) to (5,4)."), ["No step from ", [4, 3], " to ", [5, 4], "."]);
  assert.deepEqual(sentenceParts("(1,2)"), [[1, 2]]);
  assert.deepEqual(sentenceParts("f(x,y)"), ["f(x,y)"]);
});

test("keys ask for the same in both players", () => {
  const key = (name, more) => actionOf({ key: name, ...more });
  assert.deepEqual(["ArrowLeft", "ArrowRight", " ", "t", "Home", "x"].map((name) => key(name)),
    ["back", "next", "toggle", "nextTie", "start", undefined]);
  assert.deepEqual(["ArrowLeft", "T"].map((name) => key(name, { shiftKey: true })), ["previousStep", "previousTie"]);
  assert.equal(key("t", { ctrlKey: true }), undefined);
});

test("ticks of ties are within the range, and at most 400", () => {
  assert.deepEqual(tickShares([1, 5, 10, 20], 5, 15), [0, 0.5]);
  assert.ok(tickShares([...Array(5000).keys()], 0, 5000).length <= 400);
  assert.deepEqual([shareOf(3, 3, 3), shareOf(4, 3, 5)], [0, 0.5]);
});

test("every picture of a page is read and drawn inside its square, turned too", () => {
  const { tiles, actors } = runOf("patrol-and-keys").header;
  const pictures = [...Object.values(tiles).map((tile) => tile[2]), ...actors.map((actor) => actor[3])];
  assert.ok(pictures.some((picture) => picture !== ""));
  for (const picture of pictures) {
    for (const { kind, colours, points } of shapesOf(picture)) {
      assert.match(kind, /^[redpl]$/);
      assert.ok(colours.length > 0 && points.length > 0, picture);
      points.flat().forEach((share) => assert.ok(share >= 0 && share <= 1, picture));
    }
  }
  const drawn = [];
  const context = { fillRect: (...area) => drawn.push(area) };
  new Brush(context).picture("r wood 0 .25 1 .5;r wood 0 0 1 .001", 100, 200, 40, true, (name) => name);
  assert.deepEqual(drawn, [[110, 200, 10, 40]]);
  assert.deepEqual([10, 40, 100].map(edgeOf), [0.75, 1.2, 1.5]);
});

test("colours: the scale, and text that is legible on them", () => {
  const heats = heatsOf(["#000000", "#330000", "#660000", "#990000", "#cc0000", "#ff0000"]);
  assert.deepEqual([heats[0], heats[51], heats[255]], ["#000000", "#330000", "#ff0000"]);
  assert.deepEqual([legibleOn("#000000", true), legibleOn("#ffffff", true), legibleOn("#ffffff", false)],
    ["#ffffff", "#05080d", "#10141b"]);
});

test("a value has its place on the scale, and a map its side of a cell", () => {
  assert.deepEqual([heatOf(null, [0, 1]), heatOf(0, [0, 10]), heatOf(10, [0, 10]), heatOf(5, [5, 5])], [0, 1, 255, 128]);
  assert.deepEqual([sideOf(24, 14, 660, 500), sideOf(5, 5, 660, 500), sideOf(2000, 2000, 660, 500)], [27, 48, 0.25]);
});

test("modules use no name before it is there, and none twice", () => {
  const order = ["transport.js", "run.js", "shapes.js", "colours.js", "slides.js", "map.js", "turning.js", "stage.js", "page.js"];
  const names = [];
  for (const [number, name] of order.entries()) {
    const source = readFileSync(new URL(name, player), "utf8");
    for (const [, other] of source.matchAll(/from "\.\/(\S+)"/g)) assert.ok(order.indexOf(other) < number, name);
    const declared = /^(?:export )?(?:const|let|class|function) (?:(\w+)|[[{]([^\]}]*)[\]}])/gm;
    for (const [, one, several] of source.matchAll(declared)) names.push(...(one ?? several).split(/,\s*/));
    source.split("\n").forEach((line, at) => {
      assert.ok(line.length <= 130, `${name}:${at + 1} is longer than 130`);
      assert.doesNotMatch(line, /\s$|\bvar \b|[^=!]==[^=]/, `${name}:${at + 1}`);
    });
  }
  assert.deepEqual(names, [...new Set(names)]);
});

test("a slide decides which roles, signs and branches are drawn", () => {
  const run = runOf("hello");
  run.seek(723);
  const slide = slideOf(run.header.slides, 2);
  assert.deepEqual([draws(slide, "refused"), draws(slide, "ties"), draws({}, "ties")], [true, false, true]);
  assert.deepEqual(refusedOf(run).map((cells) => cells.map((cell) => run.place(cell))), [[[14, 12], [14, 11], [13, 10]]]);
  assert.deepEqual(slide.pins.map((cell) => run.place(cell)), [[13, 10], [14, 12]]);
  assert.deepEqual(markOf({ roles: 1 | 4, closed: true, settles: true }, 3, 40), [2, 40], "a current cell is closed");
  assert.deepEqual(markOf({ roles: 1, closed: false, settles: true }, 2, 40), [0, 0]);
});
