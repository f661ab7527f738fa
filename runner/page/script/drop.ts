import type { Data } from "./data";
import { counted, el } from "./dom";
import { type Dropped, itemsOf } from "./dropped";
import { type Done, run, stop } from "./runs";
import { showTrace } from "./trace";

// The page that a trace is dropped on. A worker reads it, so that the page never waits;
// what is shown is the page that quock check --html writes.

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const zone = byId("zone"), state = byId("state"), result = byId("result"), bar = byId<HTMLProgressElement>("bar");
const cancel = byId<HTMLButtonElement>("cancel");

// A Choice is what a user reads: all that was dropped, the path that means it, and the
// number of a trace if there are several.
interface Choice { dropped: Dropped; path: string; at?: number }

// steps says what the program does when it reads a trace for the first time, and again.
const steps = { check: ["reading", "drawing"], distill: ["distilling", "distilling"] };
type Command = keyof typeof steps;

// doing runs a command of the program on a choice, and shows how far it is. It ends with
// undefined if there is no result to show.
async function doing(command: Command, { dropped, path, at }: Choice): Promise<Done | undefined> {
  say(`${steps[command][0]} …`);
  bar.removeAttribute("value");
  bar.hidden = cancel.hidden = false;
  let pass = 0, last = { path: "", at: 0 };
  try {
    const done = await run([command, "/out", path, ...(at === undefined ? [] : [String(at)])], dropped, (now) => {
      if (now.path === last.path && now.at < last.at) pass = 1;
      last = now;
      [bar.max, bar.value] = [now.size, now.at];
      say(`${steps[command][pass]} ${now.path}: ${mega(now.at)} of ${mega(now.size)} MB`);
    });
    if (!done) return undefined; // whoever stopped it says so
    idle();
    if (done.code === 0) say("");
    else say(why(done, command, path), true);
    return done;
  } catch (err) {
    idle();
    say(failed(String(err), command, path), true);
    return undefined;
  }
}

function idle(): void { bar.hidden = cancel.hidden = true; }

const mega = (n: number) => (n / 1e6).toFixed(1);

function say(text: string, bad = false): void {
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

// terminal is the command that does the same in a terminal, as it is typed in a shell.
function terminal(command: Command, path: string): string {
  const name = /^[\w./:@%+=,^-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `In a terminal: quock ${command} ${name}`;
}

const failed = (what: string, command: Command, path: string) => `The page failed: ${what}. ${terminal(command, path)}`;

// why says what went wrong, and what does the same in a terminal.
function why(done: Done, command: Command, path: string): string {
  if (done.code === 2 && !done.err.includes("goroutine ")) return done.err.trim();
  if (/out of memory|cannot allocate|allocation failed/i.test(done.err)) return `The browser's memory is too small for this. ${terminal(command, path)}`;
  return failed(done.err.trim().split("\n")[0].slice(0, 300), command, path);
}

// check reads a trace, or lists all of several; back shows the list again.
async function check(choice: Choice, back?: () => void): Promise<void> {
  result.replaceChildren();
  const done = await doing("check", choice);
  if (done?.code !== 0) return;
  for (const [name, bytes] of done.written) {
    const text = new TextDecoder().decode(bytes);
    if (!name.endsWith("list.json")) {
      show(text, (into) => void distill(choice, into), back);
      continue;
    }
    const all: Listed[] = JSON.parse(text), again = () => list(all, (at) => void check({ ...choice, at }, again));
    again();
  }
}

// distill makes fixtures of the trace that is shown, and says what was replaced in them.
async function distill(choice: Choice, into: HTMLElement): Promise<void> {
  into.replaceChildren();
  const done = await doing("distill", choice);
  if (!done) return;
  const buttons = done.written.filter(([path]) => path.endsWith(".txtar")).map(([path, bytes]) => {
    const name = path.slice("/out/".length);
    return button(`Download ${name}`, () => download(name, bytes as Uint8Array<ArrayBuffer>));
  });
  into.append(el("p", { class: "actions" }, ...buttons), el("pre", { class: "note", tabindex: "0", "aria-label": "what quock distill says" }, done.out.replaceAll("/out/", "")));
}

// The page that check writes is cut in two: its text, and the data of its script, which are
// the larger part by far and are no markup. A "<" within the data is escaped.
const dataBegins = '<script type="application/json" id="data">', dataEnds = "</script>";

function cut(html: string): { text: string; data: Data } {
  const from = html.indexOf(dataBegins) + dataBegins.length, to = html.indexOf(dataEnds, from);
  return { text: html.slice(0, from) + html.slice(to), data: JSON.parse(html.slice(from, to)) };
}

// show takes the parts of the page that check writes, which is never run as a page.
function show(html: string, distill: (into: HTMLElement) => void, back?: () => void): void {
  const { text, data } = cut(html);
  const page = new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ""), "text/html"); // the style is here already
  const kept = el("section", { "aria-label": "What was distilled" });
  const actions = el("p", { class: "actions" }, ...(back ? [button("All traces", back)] : []),
    button("Distill an anonymous fixture", () => distill(kept)), button("Save as a page", () => download("trace.html", html)));
  const head = [page.querySelector("h1"), page.querySelector(".headline")].filter((e) => e !== null);
  result.replaceChildren(...head, actions, kept, ...(page.querySelector("main")?.children ?? []));
  arrive(head[0]);
  const host = document.getElementById("trace");
  if (host && data.trace) showTrace(host, data.trace);
}

// arrive leads the keyboard, and who hears the page, to the heading of what is new.
function arrive(heading: Element | null): void {
  heading?.setAttribute("tabindex", "-1");
  (heading as HTMLElement | null)?.focus({ preventScroll: true });
}

function button(words: string, press: () => void): HTMLButtonElement {
  const made = el("button", { type: "button" }, words);
  made.addEventListener("click", press);
  return made;
}

interface Listed { name: string; verdict: string; passed: boolean }

// mostListed is the most traces of a list.
const mostListed = 2000;

function list(all: Listed[], open: (at: number) => void): void {
  say("");
  const rows = all.slice(0, mostListed).map((one, at) => el("tr", {},
    el("th", { scope: "row" }, button(one.name, () => open(at))), el("td", { class: one.passed ? "pass" : "fail" }, one.verdict)));
  result.replaceChildren(
    el("h2", {}, `${counted(all.length, "trace")}, ${all.filter((one) => one.passed).length.toLocaleString("en")} passed`),
    el("table", { class: "listed" }, el("tbody", {}, ...rows)),
  );
  arrive(result.firstElementChild);
  if (all.length > mostListed) result.append(el("p", { class: "missing" }, `left out: ${counted(all.length - mostListed, "trace")}`));
}

function download(name: string, text: BlobPart): void {
  const url = URL.createObjectURL(new Blob([text]));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function take(dropped: Dropped): void {
  if (dropped.length === 0) return say("There is no file in what was dropped.", true);
  const tops = new Set(dropped.map(([path]) => path.split("/")[0]));
  void check({ dropped, path: tops.size === 1 ? [...tops][0] : "." });
}

addEventListener("dragover", (e) => { e.preventDefault(); zone.classList.add("over"); });
addEventListener("dragleave", () => zone.classList.remove("over"));
addEventListener("drop", (e) => {
  e.preventDefault();
  zone.classList.remove("over");
  itemsOf(e).then(take, (err) => say(`What was dropped cannot be read: ${String(err)}. Choose it with the words above.`, true));
});
for (const input of document.querySelectorAll("input")) {
  input.addEventListener("change", () => {
    take([...input.files ?? []].map((f) => [f.webkitRelativePath || f.name, f]));
    input.value = "";
  });
}
// The folder keeps itself in the browser; the one file is on a disk.
if (!document.getElementById("module") && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").then(() => navigator.serviceWorker.ready).then(
    () => { byId("kept").hidden = false; }, () => {}, // a browser may refuse: then it needs the network
  );
}
cancel.addEventListener("click", () => { stop(); idle(); say("Cancelled."); });
