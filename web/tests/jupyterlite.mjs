// Tests the wheel for browsers in Pyodide, as in JupyterLite: in a worker of a page.
//
// GRIDSCOPE_WHEEL is the wheel, by default the newest of ../../target/release-files. CHROMIUM is the browser. Needs `npm ci` here.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const folder = new URL("../../target/release-files/", import.meta.url).pathname;
const wheel = process.env.GRIDSCOPE_WHEEL ?? join(folder, readdirSync(folder).findLast((name) => name.endsWith("-none-any.whl")));
const types = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

// The kernel of JupyterLite runs in a worker, too. Cells have names of files, and show what IPython would show.
const WORKER = `
import { loadPyodide } from "/pyodide/pyodide.mjs";
const python = await loadPyodide({ indexURL: "/pyodide/" });
const bytes = await (await fetch("/wheel.whl")).arrayBuffer();
python.unpackArchive(bytes, "wheel");
let cell = 0;
onmessage = ({ data }) => {
  cell += 1;
  try { postMessage({ value: String(python.runPython(data, { filename: \`cell\${cell}.py\` })) }); }
  catch (error) { postMessage({ error: String(error) }); }
};
postMessage({ value: python.version });`;
const PAGE = `<!doctype html><meta charset="utf-8"><title>kernel</title><script type="module">
const kernel = new Worker("/worker.mjs", { type: "module" });
const answer = () => new Promise((resolve) => { kernel.onmessage = ({ data }) => resolve(data); kernel.onerror = (event) => resolve({ error: event.message }); });
window.started = answer();
window.run = (code) => { const done = answer(); kernel.postMessage(code); return done; };
</script>`;

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  const made = { "/": PAGE, "/worker.mjs": WORKER }[path];
  const file = path === "/wheel.whl" ? wheel : new URL(`node_modules${path}`, import.meta.url).pathname;
  try {
    const content = made ?? readFileSync(file);
    response.writeHead(200, { "content-type": types[extname(path)] ?? (made ? "text/html" : "application/octet-stream") });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
let browser, page;
const requests = [];
before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, protocolTimeout: 300_000,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
      "--disable-component-update", "--disable-dev-shm-usage"],
  });
  page = await browser.newPage();
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  console.log(`Pyodide ${(await page.evaluate("started")).value}, wheel of ${readFileSync(wheel).length} bytes`);
});
after(async () => {
  await browser.close();
  server.close();
});
const run = async (code) => {
  const { value, error } = await page.evaluate((code) => window.run(code), code);
  if (error) throw new Error(error);
  return value;
};

const SEARCHES = `
import heapq
def astar(rows, start, goal, sees_walls=True):
    h = lambda c: abs(c[0] - goal[0]) + abs(c[1] - goal[1])
    heap, g, came, closed = [(h(start), start)], {start: 0}, {}, set()
    while heap:
        f, c = heapq.heappop(heap)
        if c in closed:
            continue
        closed.add(c)
        if c == goal:
            path = [c]
            while c in came:
                c = came[c]
                path.append(c)
            return path[::-1]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            n = c[0] + dx, c[1] + dy
            if not (0 <= n[1] < len(rows) and 0 <= n[0] < len(rows[0])) or sees_walls and rows[n[1]][n[0]] == "#":
                continue
            if n not in g or g[c] + 1 < g[n]:
                g[n], came[n] = g[c] + 1, c
                heapq.heappush(heap, (g[n] + h(n), n))
def through_walls(rows, start, goal):
    return astar(rows, start, goal, False)
rows = ["....#...", "..#.#.#.", "..#...#.", "..####..", "........"]
`;

test("preset runs in a browser's Python", async () => {
  assert.equal(await run("import gridscope as gs; r = gs.run('hello'); (r.cost, len(r))"), "(51, 824)");
  assert.match(await run("r.why(14, 12)"), /\(14,12\)/);
});

test("right search has no fault", async () => {
  const report = await run(`${SEARCHES}\nrepr(gs.check(astar, rows, (0, 0), (7, 0), neighbours=4))`);
  assert.match(report, /rules hold/);
  assert.doesNotMatch(report, /fault[s]?;/);
});

test("wrong search is found, with its line and smallest map", async () => {
  const report = await run("found = gs.check(through_walls, rows, (0, 0), (7, 0), neighbours=4)\nrepr(found)");
  assert.match(report, /wall, line \d+.*it is a wall/);
  assert.match(report, /S#G/);
});

test("player of a run plays in the notebook", async () => {
  const size = await run("gs.show(r)._repr_mimebundle_()['text/html'].__len__()");
  assert.ok(Number(size) > 20_000, size);
  const html = await run("gs.show(r)._repr_html_()");
  await page.evaluate((html) => { document.body.innerHTML = html; }, html);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("html[data-ready]");
  assert.match(await frame.$eval("#count", (output) => output.textContent), /824/);
  await frame.click("#start");
  await frame.click("#next");
  assert.match(await frame.$eval("#count", (output) => output.textContent), /^1\D/);
});

test("what needs the program says how to get it", async () => {
  await assert.rejects(run("r.save('map.tmx')"), /pip install gridscope/);
  await assert.rejects(run("gs.program()"), /a browser's Python cannot start the program/);
});

test("missing engine says which wheel has it", async () => {
  const code = "import os\nfrom gridscope import _program, _serve\nos.rename(_program.ENGINE, '/tmp/engine')\n_serve.server._end()\ngs.run('secret-door')";
  await assert.rejects(run(code), /py3-none-any\.whl/);
});

test("nothing is fetched from other hosts", () => {
  assert.deepEqual(requests.filter((url) => !/^(http:\/\/127\.0\.0\.1|data:|about:|blob:)/.test(url)), []);
});
