import type { Layout } from "./data";
import { el } from "./dom";
import { speaker } from "./rails";
import type { Rows } from "./rows";

// The whole stream in a strip: which lane speaks where, and what is odd. It is for the
// eye and the mouse; with the keyboard the filters do the same.

const width = 64;

export class Minimap {
  readonly element = el("canvas", { class: "minimap", width, height: 400, "aria-hidden": "true" });
  private readonly strip = el("canvas", { width, height: 400 }); // without where the rows stand

  constructor(private readonly layout: Layout, private readonly rows: Rows) {
    const move = (e: PointerEvent) => {
      if (e.buttons !== 1) return;
      const part = (e.clientY - this.element.getBoundingClientRect().top) / this.element.clientHeight;
      rows.scrollTo(part * rows.lines.length - rows.height / 2);
    };
    this.element.addEventListener("pointerdown", move);
    this.element.addEventListener("pointermove", move);
    new ResizeObserver(() => this.refresh()).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
  }

  // refresh draws the strip anew, when other lines are shown or the colours change.
  refresh(): void {
    const height = Math.max(1, this.element.clientHeight), context = this.strip.getContext("2d");
    if (!context) return;
    this.element.height = this.strip.height = height;
    const style = getComputedStyle(document.documentElement), color = (name: string) => style.getPropertyValue(name);
    const lanes = Array.from({ length: 8 }, (_, i) => color(`--lane${i}`)), alarm = color("--fail");
    const lines = this.rows.lines, each = Math.max(height / Math.max(lines.length, 1), 1);
    const wide = Math.min(10, Math.max(...lines.slice(0, 5000).map((line) => this.layout.lines[line].lanes.length / 2), 3)), across = (width - 16) / wide;
    lines.forEach((line, i) => {
      const l = this.layout.lines[line], lane = speaker(l.lanes), y = (i / lines.length) * height;
      if (each === 1 && Math.floor(y) === Math.floor(((i - 1) / lines.length) * height) && l.mood !== "odd" && l.mood !== "bad") return;
      if (lane >= 0) {
        context.fillStyle = lanes[lane % 8];
        context.fillRect(3 + (lane % wide) * across, y, across - 1, Math.max(1, Math.min(each - 1, 14)));
      }
      if (l.mood === "odd" || l.mood === "bad") {
        context.fillStyle = alarm;
        context.fillRect(width - 10, y, 8, Math.max(2, Math.min(each - 1, 14)));
      }
    });
    this.draw();
  }

  // draw draws where the rows stand.
  draw(): void {
    const context = this.element.getContext("2d"), n = this.rows.lines.length, height = this.element.height;
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.drawImage(this.strip, 0, 0);
    if (n === 0) return;
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--text");
    context.strokeRect(0.5, (this.rows.top / n) * height + 0.5, width - 1, Math.max(6, (Math.min(this.rows.height, n) / n) * height - 1));
  }
}
