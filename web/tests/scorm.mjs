// Tests the package for a learning platform, `gridscope render LESSON -o FILE.zip`, with the run-time of such a platform
// (scorm-again, SCORM 1.2) in a page around the lesson.
//
// GRIDSCOPE_PROGRAM is the program that writes the package. CHROMIUM is the browser. Needs `npm ci` here, and python3 to unpack.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const program = process.env.GRIDSCOPE_PROGRAM ?? "../../target/debug/gridscope";
/** Its first slide asks for a cell, its third for a number. */
const LESSON = "doorway";
const folder = mkdtempSync(join(tmpdir(), "gridscope-scorm-"));
const zip = join(folder, "lesson.zip");
execFileSync(program, ["render", LESSON, "-o", zip], { stdio: "inherit" });
execFileSync("python3", ["-m", "zipfile", "-e", zip, folder]);
const slides = JSON.parse(execFileSync(program, ["convert", LESSON, "-", "--to", "scene-json"], { encoding: "utf8" })).run.bookmarks;
const { outcome } = JSON.parse(execFileSync(program, ["run", LESSON, "--json"], { encoding: "utf8" }));

// The platform keeps what it was told, as a server would, and hands it back at the next visit.
const PLATFORM = `<!doctype html><meta charset="utf-8"><title>platform</title><script src="/scorm12.js"></script><script>
window.API = new (window.Scorm12API ?? window.SCORM12API)({ autocommit: false, logLevel: 5 });
const kept = JSON.parse(sessionStorage.kept ?? "null");
if (kept) window.API.loadFromJSON(kept, "");
window.calls = [];
for (const name of ["LMSInitialize", "LMSSetValue", "LMSCommit", "LMSFinish"]) {
  const real = window.API[name].bind(window.API);
  window.API[name] = (...given) => {
    const done = real(...given);
    calls.push([name, ...given, String(done), String(window.API.LMSGetLastError())]);
    sessionStorage.kept = JSON.stringify(window.API.renderCMIToJSONObject?.().cmi ?? window.API.renderCMIToJSON());
    return done;
  };
}
</script><iframe src="/lesson/index.html" style="width:900px;height:1000px"></iframe>`;

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const files = { "/scorm12.js": new URL("node_modules/scorm-again/dist/scorm12.js", import.meta.url).pathname, "/lesson/index.html": join(folder, "index.html") };
  const content = pathname === "/" ? PLATFORM : files[pathname] && readFileSync(files[pathname]);
  response.writeHead(content ? 200 : 404, { "content-type": pathname.endsWith(".js") ? "text/javascript" : "text/html" });
  response.end(content);
});
let browser, page, frame;
const faults = [];
const visit = async () => {
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("html[data-ready]");
};
const value = (name) => page.evaluate((name) => API.LMSGetValue(name), name);
before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
      "--disable-component-update", "--disable-dev-shm-usage"],
  });
  page = await browser.newPage();
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  page.on("pageerror", (error) => faults.push(error.message));
  await visit();
});
after(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
});
const press = (words) => frame.evaluate((words) => {
  const found = [...document.querySelectorAll("#turning button")].find((button) => button.textContent.includes(words));
  if (!found) throw new Error(`no button ${words}`);
  found.click();
}, words);

test("manifest names the page as a lesson", () => {
  const manifest = readFileSync(join(folder, "imsmanifest.xml"), "utf8");
  assert.match(manifest, /<schemaversion>1\.2<\/schemaversion>/);
  assert.match(manifest, /adlcp:scormtype="sco" href="index.html"/);
});

test("first visit begins an incomplete lesson with its slides", async () => {
  assert.equal(await value("cmi.core.lesson_status"), "incomplete");
  assert.notEqual(await frame.$eval("#note", (note) => getComputedStyle(note).display), "none");
});

test("right answer counts, wrong one does not, and the last slide completes", async () => {
  await press("Show me");
  assert.equal(await value("cmi.core.score.raw"), "0", "it was shown");
  await press("Next");
  await press("Next");
  await frame.type("#turning .ask input", String(outcome.visible));
  await press("Answer");
  assert.equal(await value("cmi.core.score.raw"), "50", "one of two");
  await press("Answer again");
  await press("Show me");
  assert.equal(await value("cmi.core.score.raw"), "50", "the first answer counts");
  assert.equal(await value("cmi.core.lesson_status"), "incomplete");
  await press("Next");
  assert.equal(await value("cmi.core.lesson_status"), "completed");
  assert.equal(await value("cmi.core.lesson_location"), String(slides.length));
});

test("platform accepts every value", async () => {
  const calls = await page.evaluate("calls");
  assert.deepEqual(calls.filter((call) => call.at(-1) !== "0" || call.at(-2) !== "true"), []);
  assert.ok(calls.some(([name]) => name === "LMSCommit"));
});

test("second visit goes on where the first ended", async () => {
  await visit();
  assert.match(await frame.$eval("#turning", (turning) => turning.textContent), new RegExp(`${slides.length} of ${slides.length}`));
  assert.equal(await value("cmi.core.lesson_status"), "completed");
});

test("page breaks no rule of its own", () => assert.deepEqual(faults, []));
