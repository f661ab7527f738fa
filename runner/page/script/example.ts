import type { DrawnExample, ShownPosition, SidedRow } from "./data";
import { counted, el } from "./dom";
import { rowHeight } from "./rails";
import { Rows } from "./rows";
import { raw } from "./raw";

// One example: its lanes, a slider over its records, and at each what is expected beside
// what was seen.

export function showExample(host: HTMLElement, example: DrawnExample): void {
  const steps = new Map(example.steps.map((s) => [s.at, s]));
  const places = [...(steps.has(0) ? [0] : []), ...example.records.map((_, i) => i + 1), ...(steps.has(-1) ? [-1] : [])];
  const last = example.steps.at(-1)?.at ?? places.at(-1) ?? 0;
  const sides = el("div", { class: "sides", tabindex: 0, role: "region", "aria-label": "expected and seen" });
  const record = el("div", { class: "record" });
  const slider = el("input", { type: "range", min: 0, max: Math.max(places.length - 1, 0), step: 1, "aria-label": "position in the stream" });
  const place = el("output", { class: "position" });
  const back = el("button", { type: "button", "aria-label": "the position before" }, "◀");
  const forth = el("button", { type: "button", "aria-label": "the next position" }, "▶");
  let at = last;

  const rows = new Rows(example.layout, "the lanes of the stream", (line) => {
    const begin = example.layout.lines[line].begin;
    if (begin && places.includes(begin)) go(begin);
  });
  const read = (line: number) => example.layout.lines[line].begin ?? Infinity;
  const end = (line: number) => example.layout.lines[line].end ?? Infinity;
  rows.later = (line) => at >= 0 && read(line) > at && Number.isFinite(read(line));
  rows.current = (line) => at > 0 && read(line) <= at && at <= end(line) && Number.isFinite(read(line));
  rows.element.style.height = `${Math.min(Math.max(example.layout.lines.length, 1), 14) * rowHeight + 2}px`;

  function go(to: number): void {
    at = to;
    const index = places.indexOf(to), step = steps.get(to);
    slider.value = String(index);
    const words = step?.place ?? `after record ${to}`;
    slider.setAttribute("aria-valuetext", words);
    place.textContent = to < 0 ? `${words}, ${counted(example.records.length, "record")}` : `${words} of ${example.records.length}`;
    back.disabled = index <= 0;
    forth.disabled = index >= places.length - 1;
    sides.replaceChildren(transcripts(step));
    sides.scrollTop = 0;
    sides.querySelector("[data-mark]")?.scrollIntoView({ block: "nearest" });
    record.replaceChildren(raw(example.records[(to < 0 ? example.records.length : to) - 1]));
    if (to < 0) rows.scrollTo(rows.lines.length);
    else rows.follow();
  }
  slider.addEventListener("input", () => go(places[Number(slider.value)]));
  back.addEventListener("click", () => go(places[places.indexOf(at) - 1]));
  forth.addEventListener("click", () => go(places[places.indexOf(at) + 1]));

  host.append(el("div", { class: "moving" }, rows.element, el("div", { class: "slide" }, back, slider, forth, place), sides, record));
  host.classList.add("drawn");
  const top = window.scrollY;
  go(last);
  window.scrollTo(0, top); // scrollIntoView may have moved the page, too
}

const states: { [state: string]: string } = {
  agrees: "the same, in all that the candidate observes",
  unasked: "the candidate was not asked here",
};

function transcripts(step: ShownPosition | undefined): HTMLElement {
  if (!step) return el("p", { class: "missing" }, "The log has no transcript here.");
  if (step.rows.length === 0) return el("p", { class: "missing" }, "The candidate gave no transcript.");
  const body = el("tbody");
  const state = Object.hasOwn(states, step.state) ? states[step.state] : "";
  step.rows.forEach((row) => {
    const line = el("tr", {}, side(row, row.want, "want", !state), side(row, row.got, "got", !state));
    if (row.mark) line.setAttribute("data-mark", row.mark);
    body.append(line);
  });
  return el("table", { class: "transcripts" }, el("thead", {}, el("tr", {},
    el("th", { scope: "col" }, "Expected"), el("th", { scope: "col" }, "Seen", ...(state ? [": ", el("span", { class: "state" }, state)] : [])))), body);
}

function side(row: SidedRow, text: string | undefined, which: "want" | "got", compared: boolean): HTMLElement {
  const marked = row.mark && text;
  const cell = el("td", { class: marked ? which : text && compared && row.want !== row.got ? "aside" : "" });
  if (!text) return cell;
  cell.append(el("span", { class: "sign" }, marked ? (which === "want" ? "−" : "+") : " "));
  const words = el("span", { class: "field" }, text);
  words.style.marginLeft = `${Math.min(row.depth, 12) * 14}px`;
  cell.append(words);
  return cell;
}
