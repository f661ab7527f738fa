import { counted, el } from "./dom";

// The rules of a report or of a board, filtered by family, verdict and text. The rows stand
// in the page; those that are filtered out are printed all the same.

interface Family { name: string; parts: Element[]; rows: Element[] }

const verdicts = [["", "all verdicts"], ["fail", "✕ fails"], ["known", "≈ fails where that is known"], ["pass", "✓ passes"], ["none", "– not judged"]];

export function filterRules(section: HTMLElement): void {
  const families = [...section.querySelectorAll("table.rules, .board > tbody")].map((part): Family => {
    const title = part.tagName === "TABLE" ? part.previousElementSibling : part.querySelector(".family");
    return {
      name: title?.textContent?.trim() ?? "", parts: part.tagName === "TABLE" && title ? [title, part] : [part],
      rows: [...part.querySelectorAll(part.tagName === "TABLE" ? "tbody > tr" : "tr:not(.family)")],
    };
  });
  const all = families.reduce((n, f) => n + f.rows.length, 0);
  if (all === 0) return;
  const list = (label: string, entries: string[][]) => el("select", { "aria-label": label }, ...entries.map(([value, text]) => el("option", { value }, text)));
  const family = list("family", [["", "all families"], ...families.map((f, i) => [String(i + 1), f.name])]), verdict = list("verdict", verdicts);
  const search = el("input", { type: "search", placeholder: "Search rules", "aria-label": "search rules" }), found = el("output", { class: "found" });

  function filter(): void {
    const text = search.value.toLowerCase().trim(), only = Number(family.value);
    let shown = 0;
    families.forEach((f, i) => {
      let here = 0;
      for (const row of f.rows) {
        const out = !!only && only !== i + 1 || !!verdict.value && !row.querySelector(`.badge.${verdict.value}, td.${verdict.value}`) || !!text && !row.textContent?.toLowerCase().includes(text);
        row.classList.toggle("out", out);
        if (!out) here++;
      }
      for (const part of f.parts) part.classList.toggle("out", here === 0);
      shown += here;
    });
    found.textContent = shown === all ? counted(all, "rule") : `${shown.toLocaleString("en")} of ${counted(all, "rule")}`;
  }
  for (const one of [search, family, verdict]) one.addEventListener("input", filter);
  section.querySelector("h2")?.after(el("div", { class: "filters moving", role: "search", "aria-label": "filter the rules" }, search, family, verdict, found));
  filter();
}
