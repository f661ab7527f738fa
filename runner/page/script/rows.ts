import type { Layout } from "./data";
import { el } from "./dom";
import { rails, rowHeight } from "./rails";

// The lines of a layout as rows of a tree. Only the rows that can be seen are elements, so
// that a hundred thousand lines are as quick as ten.

const margin = 10; // rows above and below what is seen

export interface Folds {
  level(line: number): number;
  // expanded says of the first line of a session whether it is open; undefined of others.
  expanded(line: number): boolean | undefined;
  toggle(line: number, open: boolean): void;
}

export class Rows {
  readonly element: HTMLElement;
  // later says which lines are still to come.
  later: (line: number) => boolean = () => false;
  // current says which lines are of the record that is shown.
  current: (line: number) => boolean = () => false;
  private readonly inner = el("div", { class: "inner", role: "presentation" });
  private shown: number[];
  private at = -1; // the place of the selected line in shown
  private readonly name: string;
  private static made = 0;
  private readonly most: number;

  constructor(
    private readonly layout: Layout, label: string, private readonly chosen: (line: number) => void,
    private readonly folds?: Folds, private readonly scrolled: () => void = () => {},
  ) {
    this.name = `rows${++Rows.made}`;
    this.most = layout.lines.reduce((most, l) => Math.max(most, l.lanes.length / 2), 1);
    this.shown = layout.lines.map((_, i) => i);
    this.inner.style.height = `${this.shown.length * rowHeight}px`;
    this.element = el("div", { class: "rows", role: "tree", tabindex: 0, "aria-label": label }, this.inner);
    this.element.addEventListener("scroll", () => this.draw());
    this.element.addEventListener("keydown", (e) => this.key(e));
    this.inner.addEventListener("click", (e) => this.click(e));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  get lines(): readonly number[] { return this.shown; }
  get selected(): number { return this.at < 0 ? -1 : this.shown[this.at]; }
  get top(): number { return this.element.scrollTop / rowHeight; }
  get height(): number { return this.element.clientHeight / rowHeight; }

  show(lines: number[]): void {
    const selected = this.selected;
    this.shown = lines;
    this.inner.style.height = `${lines.length * rowHeight}px`;
    this.at = lines.indexOf(selected);
    this.draw();
  }

  // select selects a line and brings it into view, without telling who listens.
  select(line: number): void {
    this.at = this.shown.indexOf(line);
    this.reveal();
    this.draw();
  }

  scrollTo(row: number): void {
    this.element.scrollTop = row * rowHeight;
    this.draw();
  }

  // follow brings into view the line that is current, with what comes behind it.
  follow(): void {
    const last = this.shown.findLastIndex((line) => this.current(line));
    this.reveal(Math.min(last + 1, this.shown.length - 1));
    this.reveal(last);
    this.draw();
  }

  private reveal(at = this.at): void {
    if (at < 0) return;
    const y = at * rowHeight, box = this.element;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y + rowHeight - box.clientHeight;
  }

  private choose(at: number): void {
    if (this.shown.length === 0) return;
    this.at = Math.max(0, Math.min(this.shown.length - 1, at));
    this.reveal();
    this.draw();
    this.chosen(this.selected);
  }

  private key(e: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.height) - 1);
    const to: { [key: string]: number } = {
      ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + page, PageUp: this.at - page, Home: 0, End: this.shown.length - 1,
    };
    if (Object.hasOwn(to, e.key)) this.choose(to[e.key]);
    else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && this.folds && this.at >= 0 && this.folds.expanded(this.selected) !== undefined) {
      this.folds.toggle(this.selected, e.key === "ArrowRight");
    } else if ((e.key === "Enter" || e.key === " ") && this.at >= 0) this.chosen(this.selected);
    else return;
    e.preventDefault();
  }

  private click(e: MouseEvent): void {
    const target = e.target as Element, row = target.closest("[data-at]");
    if (!row) return;
    const at = Number(row.getAttribute("data-at"));
    if (target.closest(".fold") && this.folds) {
      const line = this.shown[at];
      this.folds.toggle(line, this.folds.expanded(line) === false);
      return;
    }
    this.choose(at);
  }

  draw(): void {
    const from = Math.max(0, Math.floor(this.top) - margin);
    const to = Math.min(this.shown.length, Math.ceil(this.top + this.height) + margin);
    const rows: Node[] = [];
    for (let at = from; at < to; at++) rows.push(this.row(at));
    this.inner.replaceChildren(...rows);
    if (this.at >= from && this.at < to) this.element.setAttribute("aria-activedescendant", `${this.name}-${this.at}`);
    else this.element.removeAttribute("aria-activedescendant");
    this.scrolled();
  }

  private row(at: number): HTMLElement {
    const index = this.shown[at], line = this.layout.lines[index];
    const lanes = (i: number) => (i >= 0 && i < this.shown.length ? this.layout.lines[this.shown[i]].lanes : "");
    const open = this.folds?.expanded(index);
    const place = !line.begin ? "end" : line.begin === line.end ? `${line.begin}` : `${line.begin}–${line.end}`;
    const classes = ["row", line.mood ?? ""];
    if (this.later(index)) classes.push("later");
    if (this.current(index)) classes.push("current");
    const row = el("div", {
      class: classes.join(" "), role: "treeitem", id: `${this.name}-${at}`, "data-at": at, "aria-selected": at === this.at ? "true" : "false",
      "aria-level": this.folds?.level(index) ?? 1, "aria-setsize": this.shown.length, "aria-posinset": at + 1,
      "aria-expanded": open === undefined ? undefined : String(open),
    }, el("span", { class: "place" }, place), rails(line.lanes, lanes(at - 1), lanes(at + 1), this.most));
    if (this.folds) row.append(el("span", { class: "fold" }, open === undefined ? "" : open ? "▾" : "▸"));
    row.append(el("span", { class: "words", title: line.words }, line.words));
    row.style.transform = `translateY(${at * rowHeight}px)`;
    return row;
  }
}
