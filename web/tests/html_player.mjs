// Tests a page written by `gridscope render --html` in a browser.
//
// GRIDSCOPE_PROGRAM is the program that writes the pages, by default ../../target/debug/gridscope. CHROMIUM is the browser, by
// default /usr/bin/chromium. Needs `npm install` here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const program = process.env.GRIDSCOPE_PROGRAM ?? "../../target/debug/gridscope";
const folder = mkdtempSync(join(tmpdir(), "gridscope-page-"));
const write = (name, ...flags) => {
  const file = join(folder, name);
  execFileSync(program, ["render", ...flags, "--html", "-o", file], { stdio: ["ignore", "ignore", "inherit"] });
  return file;
};
const events = execFileSync(program, ["events", "hello"], { encoding: "utf8" });

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const faults = [];

/** Opens a file and collects errors, refused scripts, and requests to any host. */
const open = async (file, width = 900, features = []) => {
  const page = await browser.newPage();
  page.on("pageerror", error => faults.push(error.message));
  page.on("console", message => message.type() === "error" && faults.push(message.text()));
  page.on("dialog", dialog => { faults.push(`dialog ${dialog.message()}`); dialog.dismiss() });
  page.on("request", request => /^(file|data|blob|about):/.test(request.url()) || faults.push(request.url()));
  await page.setViewport({ width, height: 700, deviceScaleFactor: 2 });
  await page.emulateMediaFeatures(features);
  await page.goto(`file://${file}`);
  await page.waitForSelector("html[data-ready]");
  return page;
};
const pixels = page => page.$eval("#canvas", canvas => canvas.toDataURL());
const sentence = page => page.$eval("#sentence", element => element.textContent);
const count = page => page.$eval("#count", element => element.textContent);
const press = async (page, key, times = 1) => { for (let k = 0; k < times; k++) await page.keyboard.press(key) };

const tests = {
  "a frame gets the height of its content, with the text of the slide": async () => {
    const host = join(folder, "host.html");
    const player = write("framed.html", "hello", "--at", "0");
    writeFileSync(host, `<!doctype html><iframe sandbox="allow-scripts" style="width:800px;height:300px" src="file://${player}"></iframe>
      <script>addEventListener("message", ({ data, source }) => {
        const frame = document.querySelector("iframe");
        if (source === frame.contentWindow && data.gridscope) frame.style.height = data.gridscope.height + "px";
      })</script>`);
    const page = await browser.newPage();
    await page.goto(`file://${host}`);
    const frame = await (await page.$("iframe")).contentFrame();
    await frame.waitForSelector("html[data-ready]");
    await page.waitForFunction(() => parseFloat(document.querySelector("iframe").style.height) > 300);
    const settled = () => frame.evaluate(() => innerHeight - document.body.getBoundingClientRect().height);
    for (let tries = 0; tries < 50 && Math.abs(await settled()) > 1; tries++) await new Promise(done => setTimeout(done, 50));
    assert.ok(Math.abs(await settled()) <= 1, "the frame is as high as its content");
    assert.match(await frame.$eval("#note", note => note.textContent), /^Which way\?/);
    const bottom = () => frame.$eval("#transport", row => row.getBoundingClientRect().top);
    const before = await bottom();
    await frame.evaluate(() => [...document.querySelectorAll("#turning button")].find(b => b.textContent.startsWith("Next")).click());
    assert.equal(await bottom(), before, "nothing jumps when a slide is turned");
    await page.close();
  },
  "the legend lists the signs of the slide": async () => {
    const page = await open(write("legend.html", "hello", "--at", "723"));
    const names = await page.$$eval("#legend .sign", all => all.map(sign => sign.textContent));
    assert.deepEqual(names, ["closed: its cost is known", "open: waits its turn", "path so far", "refused by the dice", "door"]);
    await page.close();
  },
  "steps forward and back to the same pixels and sentences": async () => {
    const page = await open(write("hello.html", "hello", "--at", "723"));
    assert.equal(await count(page), "723 of 824");
    const [picture, words] = [await pixels(page), await sentence(page)];
    assert.match(words, /^Tie at \(14,12\): from \(13,11\)/);
    assert.ok(events.includes(words), words);
    await press(page, "ArrowRight", 30);
    assert.notEqual(await pixels(page), picture);
    await press(page, "ArrowLeft", 30);
    assert.equal(await pixels(page), picture);
    assert.equal(await sentence(page), words);
    await press(page, "Home");
    assert.match(await sentence(page), /^Nothing has happened yet/);
    await press(page, "End");
    assert.equal(await count(page), "824 of 824");
    await page.$eval("#time", bar => { bar.value = 723; bar.dispatchEvent(new Event("input")) });
    assert.equal(await pixels(page), picture);
    await page.keyboard.down("Shift");
    await press(page, "ArrowRight");
    await press(page, "ArrowLeft");
    await page.keyboard.up("Shift");
    await press(page, "t");
    assert.match(await count(page), /^\d+ of 824$/);
  },
  "shows the values and the history of a clicked cell": async () => {
    const page = await open(join(folder, "hello.html"));
    const box = await (await page.$("#canvas")).boundingBox();
    await page.mouse.click(box.x + 14.5 / 24 * box.width, box.y + 12.5 / 14 * box.height);
    assert.match(await page.$eval("#name", e => e.textContent), /^\(14,12\)floor/);
    assert.match(await page.$eval("#values", e => e.textContent), /g37h14/);
    const rows = await page.$$eval("#history li", all => all.map(e => e.textContent));
    assert.deepEqual(rows.slice(0, 4), ["544openedfrom (14,11)", "722rolledfrom (13,11)", "723tiedfrom (13,11)", "now"]);
    await page.click("#history li:first-child button");
    assert.equal(await count(page), "544 of 824");
    await page.click("#sentence .cell");
    assert.match(await page.$eval("#name", e => e.textContent), /^\(14,12\)/);
  },
  "says each cell that the arrows go to": async () => {
    const page = await open(join(folder, "hello.html"));
    const line = () => page.$eval(".unseen[aria-live=polite]", e => e.textContent);
    assert.equal(await line(), "");
    await page.focus("#canvas");
    assert.match(await line(), /^\(14,12\), floor, /);
    for (const words of ["g 37", "h 14", "parent (13,11)", "pin 2", "refused"]) assert.ok((await line()).split(", ").includes(words), words);
    await press(page, "ArrowLeft");
    assert.match(await line(), /^\(13,12\), /);
    assert.equal(await count(page), "723 of 824", "the moment stays");
    await press(page, "ArrowUp", 2);
    assert.ok((await line()).endsWith("on the path, pin 1"), await line());
    await press(page, "t");
    assert.notEqual(await count(page), "723 of 824", "all other keys work as before");
    // After a click, the arrows go through the events.
    await page.click("#canvas");
    const before = await count(page);
    await press(page, "ArrowLeft");
    assert.notEqual(await count(page), before);
  },
  "plays, and says nothing aloud meanwhile": async () => {
    const page = await open(join(folder, "hello.html"));
    await press(page, "Home");
    await page.select("#speed", "250");
    await page.click("#play");
    assert.equal(await page.$eval("#sentence", e => e.getAttribute("aria-live")), "off");
    await page.waitForFunction(() => document.getElementById("count").textContent.startsWith("824"));
    assert.equal(await page.$eval("#sentence", e => e.getAttribute("aria-live")), "polite");
  },
  "fits narrow windows, and follows the system's theme": async () => {
    const narrow = await open(join(folder, "hello.html"), 380);
    assert.ok(await narrow.evaluate(() => document.documentElement.scrollWidth <= 380));
    const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const scheme = value => [{ name: "prefers-color-scheme", value }];
    const light = await ground(await open(join(folder, "hello.html"), 900, scheme("light")));
    assert.notEqual(await ground(await open(join(folder, "hello.html"), 900, scheme("dark"))), light);
    const fixed = write("dark.html", "hello", "--theme", "dark");
    assert.equal(await ground(await open(fixed, 900, scheme("light"))), await ground(await open(fixed, 900, scheme("dark"))));
  },
  "works in a sandboxed frame": async () => {
    const page = await browser.newPage();
    page.on("request", request => /^(file|data|blob|about):/.test(request.url()) || faults.push(request.url()));
    const text = readFileSync(join(folder, "hello.html"), "utf8");
    await page.setContent('<iframe sandbox="allow-scripts" width="900" height="700"></iframe>');
    await page.$eval("iframe", (frame, text) => { frame.srcdoc = text }, text);
    const frame = await page.waitForFrame(frame => frame.url() === "about:srcdoc");
    await frame.waitForSelector("html[data-ready]");
    await frame.click("#back");
    assert.equal(await frame.$eval("#count", e => e.textContent), "722 of 824");
  },
  "says what it lacks, without scripts and without what unpacks it": async () => {
    const file = write("lacking.html", "counter-example");
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`file://${file}`);
    assert.match(await sentence(page), /scripts.*sandbox="allow-scripts"/);
    const old = await browser.newPage();
    await old.evaluateOnNewDocument(() => { delete self.DecompressionStream; });
    await old.goto(`file://${file}`);
    await old.waitForFunction(() => document.getElementById("sentence").textContent.includes("cannot play here: "));
    await Promise.all([page.close(), old.close()]);
  },
  "runs no markup of a title": async () => {
    const scene = JSON.parse(execFileSync(program, ["convert", "hello", "-"], { encoding: "utf8" }));
    scene.title = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const file = join(folder, "bad.scene.json");
    writeFileSync(file, JSON.stringify(scene));
    const page = await open(write("bad.html", file));
    assert.equal(await page.$eval("h1", e => e.textContent), scene.title);
  },
  "links to the same event of the full page": async () => {
    const linked = async (what, part) => {
      const page = await open(write("linked.html", what, "--app", "http://localhost:8000/"));
      await press(page, "Home");
      await press(page, "ArrowRight", 9);
      await page.waitForFunction(part => document.getElementById("app").href.includes(part), {}, part);
      await new Promise(done => setTimeout(done, 300));
      return (await page.$eval("#app", e => e.href)).split("#")[1];
    };
    assert.equal(await linked("hello", "#lesson="), "lesson=hello&at=9");
    const scene = JSON.parse(execFileSync(program, ["convert", "hello", "-"], { encoding: "utf8" }));
    const file = join(folder, "other.scene.json");
    writeFileSync(file, JSON.stringify({ ...scene, title: "Another" }));
    const link = await linked(file, "#gridscope:1:");
    const read = JSON.parse(execFileSync(program, ["convert", "-", "-"], { encoding: "utf8", input: link }));
    assert.deepEqual([read.title, read.run.at], ["Another", 9]);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  faults.length = 0;
  try {
    await test();
    assert.deepEqual(faults, []);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
