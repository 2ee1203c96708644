// Prints how far the bar and the buttons of each player are below the edge of its frame, at most, by the page's width.
// node measure_players.mjs PAGE NODE_MODULES CHROMIUM WIDTH…
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page_file, modules, chromium, ...widths] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/x.js`)("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
const below = () => {
  const ends = ["bar", "time", "buttons", "count"].map(name => document.getElementById(name).getBoundingClientRect().bottom);
  return Math.max(...ends) - innerHeight;
};
try {
  const found = {};
  for (const width of widths) {
    const page = await browser.newPage();
    await page.setViewport({ width: +width, height: 1000 });
    await page.goto(pathToFileURL(page_file).href, { waitUntil: "load" });
    found[width] = [];
    for (const handle of await page.$$("iframe[srcdoc]")) {
      const frame = await handle.contentFrame();
      // A frame out of sight draws nothing.
      await handle.evaluate((place) => place.scrollIntoView());
      await frame.waitForSelector("html[data-ready]", { timeout: 20000 });
      // The frame gets the height of its content.
      await frame.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      // The text and the values above the bar differ by event.
      const all = await frame.$eval("#time", bar => +bar.max);
      let most = -Infinity;
      for (let event = 0; event <= all; event += Math.max(1, Math.floor(all / 12))) {
        await frame.$eval("#time", (bar, event) => { bar.value = event; bar.dispatchEvent(new Event("input")) }, event);
        // The frame follows in the next frames of the browser.
        await frame.evaluate(() => new Promise((done) => setTimeout(done, 80)));
        most = Math.max(most, await frame.evaluate(below));
      }
      found[width].push(most);
    }
    await page.close();
  }
  console.log(JSON.stringify(found));
} finally {
  await browser.close();
}
