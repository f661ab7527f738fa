import type { Data } from "./data";
import { el } from "./dom";
import { showExample } from "./example";
import { filterRules } from "./rules";
import { showTrace } from "./trace";

const data: Data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

// Each example is drawn when its item is opened for the first time.
const waiting = new Map((data.examples ?? []).map((e) => [e.id, e]));

function open(item: HTMLDetailsElement): void {
  for (const host of item.querySelectorAll<HTMLElement>(".example")) {
    const example = waiting.get(host.id);
    if (example) {
      waiting.delete(host.id);
      showExample(host, example);
    }
  }
}

const items = [...document.querySelectorAll<HTMLDetailsElement>("details.item")];
for (const item of items) item.addEventListener("toggle", () => { if (item.open) open(item); });

function follow(): void {
  const to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (to instanceof HTMLDetailsElement) {
    to.open = true;
    open(to);
    to.scrollIntoView();
  }
}
window.addEventListener("hashchange", follow);

// What is printed is whole: the drawings as text, for a slider cannot be moved on paper.
window.addEventListener("beforeprint", () => { for (const item of items) item.open = true; });

for (const again of document.querySelectorAll(".again")) {
  const button = el("button", { type: "button" }, "Copy");
  button.addEventListener("click", () => void copy(again.querySelector("code"), button));
  again.append(button);
}

async function copy(code: HTMLElement | null, button: HTMLButtonElement): Promise<void> {
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(code); // it may not write: the reader can
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

for (const id of ["rules", "board"]) {
  const section = document.getElementById(id)?.parentElement;
  if (section) filterRules(section);
}

if (location.hash) follow();
else if (items.length > 0 && items[0].querySelector(".example")) {
  items[0].open = true;
  open(items[0]);
}

const trace = document.getElementById("trace");
if (trace && data.trace) showTrace(trace, data.trace);
document.documentElement.classList.add("moves");
