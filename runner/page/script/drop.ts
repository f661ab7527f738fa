import type { Data } from "./data";
import { counted, el } from "./dom";
import { showTrace } from "./trace";
import type { Order, Told } from "./worker";

// The page that a trace is dropped on. A worker reads it, so that the page never waits;
// what is shown is the page that quock check --html writes.

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const zone = byId("zone"), state = byId("state"), result = byId("result"), bar = byId<HTMLProgressElement>("bar");
const cancel = byId<HTMLButtonElement>("cancel");

type Dropped = [string, File][];
let worker: Worker | undefined;

// module is the compiled program, made at its first use.
let compiled: Promise<WebAssembly.Module> | undefined;
const module = () => (compiled ??= compile().catch((err) => { compiled = undefined; throw err; }));

async function compile(): Promise<WebAssembly.Module> {
  const inside = document.getElementById("module")?.textContent;
  const packed = inside ? new Blob([bytesOf(inside)]) : await (await fetch("quock.wasm.gz")).blob();
  const head = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const plain = head[0] === 0x1f ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed.stream(); // a server may have unpacked it
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function newWorker(): Worker {
  const inside = document.getElementById("worker")?.textContent;
  if (!inside) return new Worker("worker.js");
  const url = URL.createObjectURL(new Blob([JSON.parse(inside)], { type: "text/javascript" }));
  const made = new Worker(url);
  URL.revokeObjectURL(url);
  return made;
}

type Done = Extract<Told, { kind: "done" }>;

// run has the module do something to what was dropped. It ends with undefined if that was
// cancelled, or if something else was begun.
async function run(what: string, args: string[], dropped: Dropped): Promise<Done | undefined> {
  stop();
  say(`${what} …`);
  bar.hidden = cancel.hidden = false;
  bar.removeAttribute("value");
  const own = worker = newWorker();
  const ended = new Promise<Done | undefined>((end) => {
    own.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === "done") return end(data);
      if (own !== worker) return;
      bar.max = data.size;
      bar.value = data.at;
      say(`${what}: ${mega(data.at)} of ${mega(data.size)} MB`);
    };
    own.onerror = (e) => { e.preventDefault(); end({ kind: "done", code: -1, out: "", err: e.message, written: [] }); };
    own.addEventListener("stopped", () => end(undefined));
  });
  try {
    const order: Order = { module: await module(), args, dropped };
    if (own !== worker) return undefined;
    own.postMessage(order);
    const done = await ended;
    return own === worker ? done : undefined;
  } finally {
    if (own === worker) stop();
  }
}

function stop(): void {
  worker?.terminate();
  worker?.dispatchEvent(new Event("stopped"));
  worker = undefined;
  bar.hidden = cancel.hidden = true;
}

const mega = (n: number) => (n / 1e6).toFixed(1);
function say(text: string, bad = false): void {
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

// why says what went wrong, and what does the same in a terminal.
function why(done: Done, name: string, command = "check"): string {
  if (done.code === 2 && !done.err.includes("goroutine ")) return done.err.trim();
  const memory = /out of memory|cannot allocate|allocation failed/i.test(done.err);
  return `${memory ? "The browser's memory is too small for this" : `The page failed (${done.err.trim().split("\n")[0].slice(0, 300)})`}. In a terminal: quock ${command} ${name}`;
}

// check reads a trace, the one of the list at a number if there are several; back shows
// the list again.
async function check(dropped: Dropped, path: string, at?: number, back?: () => void): Promise<void> {
  result.replaceChildren();
  try {
    const done = await run("reading", ["check", "/out", path, ...numbered(at)], dropped);
    if (!done) return;
    if (done.code !== 0) return say(why(done, path), true);
    say("");
    for (const [name, bytes] of done.written) {
      const text = new TextDecoder().decode(bytes);
      if (!name.endsWith("list.json")) {
        show(text, (into) => void distill(dropped, path, at, into), back);
        continue;
      }
      const all: Listed[] = JSON.parse(text), again = () => list(all, (n) => void check(dropped, path, n, again));
      again();
    }
  } catch (err) {
    stop();
    say(`The page failed: ${String(err)}. In a terminal: quock check ${path}`, true);
  }
}

const numbered = (at?: number) => (at === undefined ? [] : [String(at)]);

// distill makes fixtures of the trace that is shown, and says what was replaced in them.
async function distill(dropped: Dropped, path: string, at: number | undefined, into: HTMLElement): Promise<void> {
  into.replaceChildren();
  try {
    const done = await run("distilling", ["distill", "/out", path, ...numbered(at)], dropped);
    if (!done) return;
    say(done.code === 0 ? "" : why(done, path, "distill"), done.code !== 0);
    const files = done.written.filter(([name]) => name.endsWith(".txtar")).map(([name, bytes]): [string, Uint8Array] => [name.slice("/out/".length), bytes]);
    const buttons = files.map(([name, bytes]) => {
      const button = el("button", { type: "button" }, `Download ${name}`);
      button.addEventListener("click", () => download(name, bytes as Uint8Array<ArrayBuffer>));
      return button;
    });
    into.append(el("p", { class: "actions" }, ...buttons), el("pre", { class: "note", tabindex: "0", "aria-label": "what quock distill says" }, done.out.replaceAll("/out/", "")));
  } catch (err) {
    stop();
    say(`The page failed: ${String(err)}. In a terminal: quock distill ${path}`, true);
  }
}

// show takes the parts of the page that check writes, which is never run as a page.
function show(html: string, distill: (into: HTMLElement) => void, back?: () => void): void {
  const page = new DOMParser().parseFromString(html.replace(/<style>[^]*?<\/style>/, ""), "text/html"); // the style is here already
  const data: Data = JSON.parse(page.getElementById("data")?.textContent ?? "{}");
  const save = el("button", { type: "button" }, "Save as a page");
  save.addEventListener("click", () => download("trace.html", html));
  const kept = el("section", { "aria-label": "What was distilled" });
  const small = el("button", { type: "button" }, "Distill an anonymous fixture");
  small.addEventListener("click", () => distill(kept));
  const actions = el("p", { class: "actions" }, small, save), main = page.querySelector("main");
  if (back) {
    const all = el("button", { type: "button" }, "All traces");
    all.addEventListener("click", back);
    actions.prepend(all);
  }
  result.replaceChildren(...[page.querySelector("h1"), page.querySelector(".headline")].filter((e) => e !== null), actions, kept, ...(main ? [...main.children] : []));
  const host = document.getElementById("trace");
  if (host && data.trace) showTrace(host, data.trace);
}

interface Listed { name: string; verdict: string; passed: boolean }

// mostListed is the most traces of a list.
const mostListed = 2000;

function list(all: Listed[], open: (n: number) => void): void {
  say("");
  const rows = all.slice(0, mostListed).map((one, n) => {
    const button = el("button", { type: "button" }, one.name);
    button.addEventListener("click", () => open(n));
    return el("tr", {}, el("th", { scope: "row" }, button), el("td", { class: one.passed ? "pass" : "fail" }, one.verdict));
  });
  result.replaceChildren(
    el("h2", {}, `${counted(all.length, "trace")}, ${all.filter((one) => one.passed).length.toLocaleString("en")} passed`),
    el("table", { class: "listed" }, el("tbody", {}, ...rows)),
  );
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
  void check(dropped, tops.size === 1 ? [...tops][0] : ".");
}

// A folder that was dropped. TypeScript has not the way to it in its library.
interface Folder { kind: "directory"; name: string; values(): AsyncIterable<Folder | FileSystemFileHandle> }
type Handled = DataTransferItem & { getAsFileSystemHandle?(): Promise<Folder | FileSystemFileHandle | null> };

// whole reads an item that was dropped, a folder with all that is in it. It must be asked
// before the event is over. Chromium refuses the entries of a page from a disk, and other
// browsers have no handles.
function whole(item: DataTransferItem): Promise<Dropped> {
  const entry = item.webkitGetAsEntry(), file = item.getAsFile();
  if (!entry?.isDirectory) return Promise.resolve(file ? [[file.name, file]] : []);
  const handle = (item as Handled).getAsFileSystemHandle?.();
  handle?.catch(() => {});
  return below(entry).catch(async (err) => {
    const folder = await handle?.catch(() => null);
    if (folder?.kind !== "directory") throw err;
    return within(folder, folder.name);
  });
}

async function below(entry: FileSystemEntry): Promise<Dropped> {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise<File>((is, no) => (entry as FileSystemFileEntry).file(is, no))]];
  const reader = (entry as FileSystemDirectoryEntry).createReader(), all: Dropped = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((is, no) => reader.readEntries(is, no));
    if (some.length === 0) return all;
    for (const one of some) all.push(...await below(one));
  }
}

async function within(folder: Folder, path: string): Promise<Dropped> {
  const all: Dropped = [];
  for await (const one of folder.values()) {
    if (one.kind === "directory") all.push(...await within(one as Folder, `${path}/${one.name}`));
    else all.push([`${path}/${one.name}`, await (one as FileSystemFileHandle).getFile()]);
  }
  return all;
}

addEventListener("dragover", (e) => { e.preventDefault(); zone.classList.add("over"); });
addEventListener("dragleave", () => zone.classList.remove("over"));
addEventListener("drop", (e) => {
  e.preventDefault();
  zone.classList.remove("over");
  Promise.all([...e.dataTransfer?.items ?? []].filter((i) => i.kind === "file").map(whole)).then((all) => take(all.flat()), (err) => say(`What was dropped cannot be read: ${String(err)}. Choose it with the words above.`, true));
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
cancel.addEventListener("click", () => { stop(); say("Cancelled."); });
