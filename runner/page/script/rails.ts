import { svg } from "./dom";

// The lanes of one line, as they stand in Line.lanes, drawn as rails.

export const rowHeight = 26;
const laneWidth = 18;

interface Cell { mark: string; join: string }

function cells(lanes: string): Cell[] {
  const all: Cell[] = [];
  const runes = Array.from(lanes);
  for (let i = 0; i + 1 < runes.length; i += 2) all.push({ mark: runes[i], join: runes[i + 1] });
  return all;
}

const speaks = (mark: string) => mark === "+" || (mark >= "A" && mark <= "Z");
const goesUp = (mark: string) => speaks(mark) || "│┊:├┤┼╯╰".includes(mark);
const goesDown = (mark: string) => speaks(mark) || "│┊:├┤┼".includes(mark);

// rails draws a line between the one above and the one below it, "" for none; most is how
// many lanes there are at most, so that all texts begin alike.
export function rails(lanes: string, above: string, below: string, most: number): SVGElement {
  const drawn = cells(lanes), before = cells(above), after = cells(below);
  const width = most * laneWidth, middle = rowHeight / 2;
  const root = svg("svg", { width, height: rowHeight, viewBox: `0 0 ${width} ${rowHeight}`, "aria-hidden": "true", class: "rails" });
  const line = (lane: number, x1: number, y1: number, x2: number, y2: number, more = "") =>
    root.append(svg("line", { x1, y1, x2, y2, class: `lane l${lane % 8} ${more}` }));
  drawn.forEach((cell, lane) => {
    const x = lane * laneWidth + laneWidth / 2;
    const dashed = cell.mark === "┊" ? "dashed" : cell.mark === ":" ? "dotted" : "";
    const was = before[lane]?.mark ?? " ", next = after[lane]?.mark ?? " ";
    if (goesUp(cell.mark) && goesDown(was)) line(lane, x, 0, x, middle, dashed);
    if (goesDown(cell.mark) && goesUp(next)) line(lane, x, middle, x, rowHeight, dashed);
    if (cell.join === "─") line(lane, x, middle, x + laneWidth, middle, "tie");
    if (speaks(cell.mark)) {
      root.append(svg("circle", { cx: x, cy: middle, r: 8, class: `dot l${lane % 8}` }));
      const letter = svg("text", { x, y: middle + 3.6, class: "letter" });
      letter.textContent = cell.mark;
      root.append(letter);
    }
  });
  return root;
}

// speaker is the lane that speaks in a line; -1 for none.
export function speaker(lanes: string): number {
  for (let lane = 0; lane * 2 < lanes.length; lane++) if (speaks(lanes[lane * 2])) return lane;
  return -1;
}
