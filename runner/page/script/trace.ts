import type { DrawnTrace } from "./data";
import { counted, el } from "./dom";
import { Minimap } from "./minimap";
import { raw } from "./raw";
import { Rows } from "./rows";
import { Tree } from "./tree";

// A recorded stream: its lanes with search, filters and folds, and the record that is
// chosen.

export function showTrace(host: HTMLElement, trace: DrawnTrace): void {
  const { lines, sessions } = trace.layout;
  const tree = new Tree(trace.layout);
  const detail = el("aside", { class: "detail", "aria-label": "the record", "aria-live": "polite" }, el("p", { class: "missing" }, "Choose a line to see its record."));
  const search = el("input", { type: "search", placeholder: "Search words and records", "aria-label": "search words and records" });
  const session = choice("all sessions", sessions.map((s, i) => [String(i + 1), s.id + (s.agent ? ` (${s.agent})` : "") || "the root session"]));
  const tools = [...new Set(lines.flatMap((l) => (l.tool ? [l.tool] : [])))].sort();
  const tool = choice("all tools", tools.map((t) => [t, t]));
  const kinds = [...new Set(lines.flatMap((l) => (l.anomaly ? [l.anomaly] : [])))].sort();
  const odd = choice("all lines", [["any", "all that is odd or an error"], ...kinds.map((k): [string, string] => [`=${k}`, k])]);
  const found = el("output", { class: "found" });

  const rows = new Rows(trace.layout, "the lanes of the stream", choose, {
    level: (line) => tree.level(line), expanded: (line) => tree.expanded(line),
    toggle: (line, open) => { tree.toggle(line, open); filter(); },
  }, () => map.draw());
  const map = new Minimap(trace.layout, rows);

  function choose(line: number): void {
    const { begin = 0, end = 0, words, rule } = lines[line];
    const parts: Node[] = [el("p", { class: "said" }, words)];
    if (rule) parts.push(el("p", { class: "missing" }, `breaks ${rule}`));
    if (begin) {
      let at = begin;
      const box = el("div");
      const step = (to: number) => { at = to; box.replaceChildren(raw(recordAt(at))); back.disabled = at <= begin; forth.disabled = at >= end; };
      const back = el("button", { type: "button", "aria-label": "the record before, of this line" }, "◀");
      const forth = el("button", { type: "button", "aria-label": "the next record of this line" }, "▶");
      back.addEventListener("click", () => step(at - 1));
      forth.addEventListener("click", () => step(at + 1));
      if (end > begin) parts.push(el("p", { class: "slide" }, back, forth, ` lines ${begin} to ${end} of the stream`));
      step(begin);
      parts.push(box);
    }
    detail.replaceChildren(...parts);
  }

  const recordAt = (line: number) => {
    let low = 0, high = trace.records.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1, at = trace.records[middle].line;
      if (at === line) return trace.records[middle];
      if (at < line) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };

  function filter(): void {
    const text = search.value.toLowerCase(), of = Number(session.value), kind = odd.value;
    const matches = (line: number): boolean => {
      const l = lines[line];
      if (of && l.session !== of || tool.value && l.tool !== tool.value) return false;
      if (kind === "any" && l.mood !== "odd" && l.mood !== "bad" || kind.startsWith("=") && l.anomaly !== kind.slice(1)) return false;
      return !text || l.words.toLowerCase().includes(text) || !!l.begin && (recordAt(l.begin)?.text.toLowerCase().includes(text) ?? false);
    };
    const all: number[] = [];
    for (let i = 0; i < lines.length; i++) if (!tree.hidden(i) && matches(i)) all.push(i);
    rows.show(all);
    found.textContent = all.length === lines.length ? counted(lines.length, "line") : `${all.length.toLocaleString("en")} of ${counted(lines.length, "line")}`;
    map.refresh();
  }
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = window.setTimeout(filter, 120); });
  for (const one of [session, tool, odd]) one.addEventListener("change", filter);
  session.setAttribute("aria-label", "session");
  tool.setAttribute("aria-label", "tool");
  odd.setAttribute("aria-label", "what is reported");

  host.append(el("div", { class: "moving" },
    el("div", { class: "filters", role: "search" }, search, session, tool, odd, found),
    el("div", { class: "panes" }, el("div", { class: "lanes" }, rows.element, map.element), detail),
    el("p", { class: "ends" }, trace.layout.ends ?? ""),
  ));
  host.classList.add("drawn");
  filter();
}

// mostChoices is the most entries of a list.
const mostChoices = 2000;

function choice(all: string, entries: [string, string][]): HTMLSelectElement {
  const list = el("select", {}, el("option", { value: "" }, all));
  for (const [value, text] of entries.slice(0, mostChoices)) list.append(el("option", { value }, text));
  if (entries.length > mostChoices) list.append(el("option", { disabled: true }, `… ${entries.length - mostChoices} more: search for them`));
  list.disabled = entries.length === 0;
  return list;
}
