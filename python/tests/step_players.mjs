// Steps the last player of a converted notebook with the keyboard, and prints what it showed.
// node step_players.mjs PAGE NODE_MODULES CHROMIUM [PICTURE]
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page_file, modules, chromium, picture] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/x.js`)("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 1000 });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(pathToFileURL(page_file).href, { waitUntil: "load" });
  const handles = await page.$$("iframe[srcdoc]");
  const last = handles[handles.length - 1];
  await last.evaluate((frame) => frame.scrollIntoView());
  const frame = await last.contentFrame();
  const text = () => frame.evaluate(() => document.body.innerText);
  await frame.waitForFunction(() => document.body.innerText.trim().length > 20, { timeout: 20000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  // After a click, the arrows are those of the events.
  await frame.click("#canvas");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = await text();
  await page.keyboard.press("ArrowRight");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const after = await text();
  await page.keyboard.press("ArrowLeft");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const back = await text();
  if (picture) {
    await page.screenshot({ path: picture, fullPage: true });
  }
  console.log(JSON.stringify({ frames: handles.length, before, after, back, errors }));
} finally {
  await browser.close();
}
