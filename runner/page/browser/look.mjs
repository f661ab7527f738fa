// Opens the pages of a folder in one Chromium and says as JSON what it sees. The specs in
// browser_test.go judge it.
//
//   node look.mjs CHROMIUM FOLDER
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [, , executablePath, folder] = process.argv;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const seen = {};

const context = await chromium.launchPersistentContext(join(folder, "profile"), {
  executablePath, viewport: { width: 1280, height: 800 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// open opens a page, and notes what must not happen there.
async function open(name, from = context) {
  const page = await from.newPage();
  const url = pathToFileURL(join(folder, `${name}.html`)).href;
  const facts = (seen[name] ??= { bad: [] });
  page.setDefaultTimeout(20_000);
  page.on("request", (r) => { if (r.url().split("#")[0] !== url && !r.url().startsWith("data:")) facts.bad.push(`requests ${r.url()}`); });
  page.on("pageerror", (e) => facts.bad.push(`fails: ${e.message}`));
  page.on("console", (m) => { if (m.type() !== "log") facts.bad.push(`${m.type()}: ${m.text()}`); });
  page.on("dialog", (d) => { facts.bad.push(`asks: ${d.message()}`); void d.dismiss(); });
  const began = Date.now();
  await page.goto(url);
  facts.ms = Date.now() - began;
  facts.title = await page.title();
  return { page, facts };
}

// serious are the findings of axe that count, in light and dark.
async function serious(page) {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations) {
      if (v.impact === "serious" || v.impact === "critical") found.push(`${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
    }
  }
  return found;
}

const texts = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((e) => e.textContent.trim()));

{
  const { page, facts } = await open("report");
  const example = page.locator("#example-deviation-1");
  const at = async () => ({
    place: await example.locator(".position").textContent(), rows: await texts(page, "#example-deviation-1 .row .words"),
    current: await texts(page, "#example-deviation-1 .row.current .words"), marked: await texts(page, "#example-deviation-1 tr[data-mark] td:first-child"),
    state: await texts(page, "#example-deviation-1 .state"), record: await example.locator(".record pre").textContent(),
  });
  facts.last = await at();
  await example.locator("input[type=range]").focus();
  await page.keyboard.press("ArrowLeft");
  facts.before = await at();
  await example.locator(".row").first().click();
  facts.first = await at();
  facts.again = await texts(page, ".again code");
  await page.goto(`${page.url().split("#")[0]}#finding-1`);
  facts.opened = await page.locator("#finding-1").getAttribute("open");
  facts.rules = {};
  const rules = page.locator("section[aria-labelledby=rules]");
  const filtered = async (name) => { facts.rules[name] = [(await rules.locator(".found").textContent()), ...await rules.locator("tbody tr:visible code").allTextContents()]; };
  await filtered("all");
  await rules.locator("input[type=search]").focus();
  await page.keyboard.type("BY-ID");
  await filtered("text");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab"); // to the families, by keyboard alone
  await page.keyboard.press("ArrowDown");
  await filtered("family");
  await page.keyboard.press("ArrowUp");
  await rules.locator("select[aria-label=verdict]").selectOption("fail");
  await filtered("fail");
  facts.axe = await serious(page);
  await page.emulateMedia({ media: "print" });
  facts.printed = await page.locator("#example-deviation-1 .plain").isVisible() && await rules.locator("tbody tr").last().isVisible();
  await page.close();
}
{
  const { page, facts } = await open("trace");
  const shown = async () => ({ found: await page.locator(".found").textContent(), words: await texts(page, "#trace .row .words") });
  facts.all = await shown();
  await page.locator("select[aria-label=session]").selectOption("2");
  facts.session = await shown();
  await page.locator("select[aria-label=session]").selectOption("");
  await page.locator("select[aria-label=tool]").selectOption({ index: 1 });
  facts.tool = await shown();
  await page.locator("select[aria-label=tool]").selectOption("");
  await page.locator("select[aria-label='what is reported']").selectOption("any");
  facts.odd = await shown();
  await page.locator("select[aria-label='what is reported']").selectOption("");
  await page.locator("input[type=search]").fill("only in the record");
  await page.waitForFunction(() => document.querySelector(".found").textContent.includes(" of "));
  facts.search = await shown();
  await page.locator("input[type=search]").fill("");
  await page.waitForFunction(() => !document.querySelector(".found").textContent.includes(" of "));
  await page.locator("#trace .row", { hasText: "child" }).first().click();
  await page.keyboard.press("ArrowLeft");
  facts.folded = await shown();
  await page.keyboard.press("ArrowRight");
  facts.unfolded = await shown();
  facts.record = await page.locator(".detail pre").textContent();
  facts.axe = await serious(page);
  await page.close();
}
{
  const { page, facts } = await open("long");
  const onScreen = async () => page.locator("#example-deviation-1 .rows").evaluate((box) => {
    const row = box.querySelector(".row.current"), b = box.getBoundingClientRect(), r = row?.getBoundingClientRect();
    return !!r && r.top >= b.top - 1 && r.bottom <= b.bottom + 1;
  });
  facts.onScreen = [await onScreen()];
  await page.locator("#example-deviation-1 input[type=range]").focus();
  for (const key of ["Home", "End", "ArrowLeft"]) {
    await page.keyboard.press(key);
    facts.onScreen.push(await onScreen());
  }
  await page.close();
}
{
  const { page, facts } = await open("large");
  facts.elements = await page.locator(".row").count();
  await page.locator(".rows").focus();
  await page.keyboard.press("End");
  facts.end = (await texts(page, ".row[aria-selected=true] .words"))[0];
  facts.elementsAtEnd = await page.locator(".row").count();
  await page.close();
}
for (const name of ["hostile", "hostile-report"]) {
  const { page, facts } = await open(name);
  facts.polluted = await page.evaluate(() => "polluted" in {});
  if (name === "hostile") {
    for (const key of ["End", "Home", "ArrowLeft", "ArrowRight"]) await page.locator(".rows").press(key);
    facts.rows = await page.locator(".row").count();
  }
  facts.scripts = await page.locator("script").count();
  facts.title = await page.title();
  await page.close();
}
{
  const { page, facts } = await open("board");
  facts.axe = await serious(page);
  await page.close();
}
await context.close();

// A reader without a script.
const bare = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const quiet = await bare.newContext({ javaScriptEnabled: false });
for (const name of ["report", "trace"]) {
  const page = await quiet.newPage();
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  seen[name].bare = await page.locator(".plain pre").first().textContent();
  seen[name].visible = name === "trace" ? await page.locator(".plain pre").first().isVisible() : await page.locator("#finding-1 > summary").isVisible();
  await page.close();
}
await bare.close();
process.stdout.write(JSON.stringify(seen));
