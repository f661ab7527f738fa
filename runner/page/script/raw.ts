import type { RawRecord } from "./data";
import { el } from "./dom";

// raw shows a record as it stands in the stream: set out in lines if it is JSON.
export function raw(record: RawRecord | undefined): HTMLElement {
  if (!record) return el("p", { class: "missing" }, "There is no record here, or its text is left out.");
  let text = record.text;
  if (!record.cut) {
    try {
      text = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // it is no JSON: shown as it is
    }
  }
  const shown = el("pre", { tabindex: 0, "aria-label": `record ${record.line}` }, text);
  const parts: Node[] = [el("h4", {}, `Record ${record.line}`), shown];
  if (record.cut) parts.push(el("p", { class: "missing" }, `… ${record.cut.toLocaleString("en")} more bytes are left out`));
  return el("div", {}, ...parts);
}
