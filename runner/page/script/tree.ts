import type { Layout } from "./data";

// The sessions of a layout as a tree, and which of them are folded. Parents may form a
// ring, and a chain of them may be long: each session is looked at once.

export class Tree {
  private readonly first: number[] = []; // the first line of each session
  private readonly many: boolean[] = []; // whether it has more lines, or children
  private readonly depth: number[] = [];
  private folded = new Set<number>();
  private covered: Uint8Array; // whether a session is within a folded one

  constructor(private readonly layout: Layout) {
    layout.lines.forEach((l, i) => {
      if (!l.session) return;
      if (this.first[l.session] === undefined) this.first[l.session] = i;
      else this.many[l.session] = true;
    });
    layout.sessions.forEach((s) => { if (s.parent) this.many[s.parent] = true; });
    for (let s = 1; s <= layout.sessions.length; s++) this.down(s, this.depth, (above) => Math.min((above ?? 0) + 1, 50));
    this.covered = new Uint8Array(layout.sessions.length + 1);
  }

  private parent(session: number): number { return this.layout.sessions[session - 1]?.parent ?? 0; }

  // down fills in the values of a session and of those above it that have none yet, from
  // the top.
  private down<T>(session: number, values: { [at: number]: T }, value: (above: T | undefined, session: number) => T): void {
    const chain: number[] = [], on = new Set<number>();
    let at = session;
    while (at && values[at] === undefined && !on.has(at)) {
      chain.push(at);
      on.add(at);
      at = this.parent(at);
    }
    let above = on.has(at) ? undefined : values[at];
    for (const s of chain.reverse()) above = values[s] = value(above, s);
  }

  level(line: number): number { return this.depth[this.layout.lines[line].session ?? 0] ?? 1; }

  expanded(line: number): boolean | undefined {
    const session = this.layout.lines[line].session;
    if (!session || this.first[session] !== line || !this.many[session]) return undefined;
    return !this.folded.has(session);
  }

  toggle(line: number, open: boolean): void {
    const session = this.layout.lines[line].session;
    if (!session) return;
    if (open) this.folded.delete(session);
    else this.folded.add(session);
    const within: { [at: number]: number } = {};
    for (let s = 1; s <= this.layout.sessions.length; s++) {
      this.down(s, within, (above, one) => (above || this.folded.has(one) ? 1 : 0));
    }
    for (let s = 1; s < this.covered.length; s++) this.covered[s] = within[s] ?? 0;
  }

  // hidden says whether a line is folded away. Of a folded session the first line stays.
  hidden(line: number): boolean {
    const session = this.layout.lines[line].session;
    if (!session || !this.covered[session]) return false;
    return this.first[session] !== line || !!this.parent(session) && !!this.covered[this.parent(session)];
  }
}
