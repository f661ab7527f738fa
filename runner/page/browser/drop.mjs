// Drops traces on the page in a Chromium and says as JSON what it sees. The specs in
// drop_test.go judge it.
//
//   node drop.mjs CHROMIUM URL JOBS [FLAG]
//
// JOBS is JSON: a list of {name, paths, folder, open, each, drag, cancel, cut, distill, search,
// twice, axe, shot}. FLAG is one more of Chromium.
import { tmpdir } from "node:os";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , executablePath, url, jobs, ...flags] = process.argv;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "drop-")), {
  executablePath, viewport: { width: 1280, height: 800 }, acceptDownloads: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...flags],
});
const seen = {};
const texts = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((e) => e.textContent.trim()));

// dragged drops files and folders as a mouse does.
async function dragged(page, files) {
  const mouse = await context.newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await mouse.send("Input.dispatchDragEvent", { type, x: 200, y: 100, data: { items: [], files, dragOperationsMask: 1 } });
  }
}

// processor is the seconds of processor time that all processes of the browser took.
const processes = await context.browser().newBrowserCDPSession();
const processor = async () => (await processes.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, p) => sum + p.cpuTime, 0);

for (const job of JSON.parse(jobs)) {
  const page = await context.newPage(), facts = (seen[job.name] = { bad: [], asked: [] });
  page.setDefaultTimeout(900_000);
  context.on("request", (r) => { if (!/^(blob|data):/.test(r.url()) && r.url() !== url) facts.asked.push(r.url()); });
  page.on("pageerror", (e) => facts.bad.push(`fails: ${e.message}`));
  page.on("console", (m) => { if (m.type() !== "log") facts.bad.push(`${m.type()}: ${m.text()}`); });
  page.on("dialog", (d) => { facts.bad.push(`asks: ${d.message()}`); void d.dismiss(); });
  await page.goto(url);
  if (job.cut) { // the page is kept, then the network is gone
    await page.locator("#kept").waitFor({ state: "visible" });
    await fetch(job.cut);
    await page.reload();
  }
  const settled = () => page.waitForFunction(() => document.getElementById("cancel").hidden && (document.getElementById("result").children.length > 0 || document.getElementById("state").textContent !== ""), undefined, { polling: 50 });
  const input = page.locator(job.folder ? "input[webkitdirectory]" : "input[multiple]");
  let began = Date.now(), worked = await processor();
  if (job.drag) await dragged(page, job.paths);
  else await input.setInputFiles(job.paths);
  if (job.cancel) {
    await page.locator("#cancel").click();
    facts.cancelled = await page.locator("#state").textContent();
    [began, worked] = [Date.now(), await processor()];
    await input.setInputFiles(job.paths); // and once more, to its end
  }
  await settled();
  facts.ms = Date.now() - began;
  facts.processor = await processor() - worked;
  if (job.twice) { // the program is compiled now
    worked = await processor();
    await input.setInputFiles(job.paths);
    await settled();
    facts.again = await processor() - worked;
  }
  facts.listed = await texts(page, ".listed tr");
  if (job.open !== undefined) {
    await page.locator(".listed button").nth(job.open).click();
    await page.waitForSelector("h1");
    await settled();
  }
  for (let n = 0; job.each && n < facts.listed.length; n++) { // and all are opened
    await page.locator(".listed button").nth(n).click();
    await page.waitForSelector("h1");
    await settled();
    (facts.each ??= []).push((await texts(page, "h1"))[0]);
    if (await page.locator("script").count() !== 3 || (await page.title()).startsWith("ran") || await page.evaluate(() => "polluted" in {})) facts.bad.push(`ran: ${facts.each.at(-1)}`);
    for (const key of ["End", "Home"]) await page.locator("#trace .rows").press(key);
    await page.locator("#trace .row").last().click();
    if (n < facts.listed.length - 1) await page.getByText("All traces").click();
  }
  facts.state = await page.locator("#state").textContent();
  facts.title = (await texts(page, "h1"))[0] ?? "";
  facts.verdict = (await texts(page, ".headline"))[0] ?? "";
  facts.notes = await texts(page, "#result > .missing");
  facts.ends = (await texts(page, "#trace .ends"))[0] ?? "";
  facts.elements = await page.locator("#trace .row").count();
  if (facts.elements > 0) {
    await page.locator("#trace .rows").press("End");
    facts.last = await texts(page, "#trace .row .words");
    await page.locator("#trace .rows").press("Home");
  }
  if (job.search) {
    await page.locator("#trace input[type=search]").fill(job.search);
    await page.waitForFunction(() => document.querySelector(".found").textContent.includes(" of "));
  }
  facts.found = (await texts(page, ".found"))[0] ?? "";
  facts.rows = await texts(page, "#trace .row .words");
  facts.scripts = await page.locator("script").count();
  facts.polluted = await page.evaluate(() => "polluted" in {});
  if (facts.title) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Save as a page").click()]);
    facts.saved = readFileSync(await file.path(), "utf8");
  }
  if (job.distill) {
    await page.getByText("Distill an anonymous fixture").click();
    await page.waitForFunction(() => document.getElementById("cancel").hidden && document.querySelector("#result pre.note"), undefined, { polling: 50 });
    facts.note = (await texts(page, "#result pre.note"))[0];
    facts.fixtures = {};
    for (const button of await page.getByText(/^Download /).all()) {
      const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
      facts.fixtures[file.suggestedFilename()] = readFileSync(await file.path(), "utf8");
    }
    facts.state = await page.locator("#state").textContent();
  }
  if (job.axe) {
    facts.axe = [];
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      for (const v of violations) if (v.impact === "serious" || v.impact === "critical") facts.axe.push(`${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  if (job.shot) await page.screenshot({ path: job.shot });
  await page.close();
}
await context.close();
process.stdout.write(JSON.stringify(seen));
