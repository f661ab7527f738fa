"use strict";
(() => {
  // script/dom.ts
  function el(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== void 0 && value !== false) made.setAttribute(name, value === true ? "" : String(value));
    }
    made.append(...children);
    return made;
  }
  function svg(tag, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    return made;
  }
  function counted(n, noun) {
    return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
  }

  // script/rails.ts
  var rowHeight = 26;
  var laneWidth = 18;
  function cells(lanes) {
    const all = [];
    const runes = Array.from(lanes);
    for (let i = 0; i + 1 < runes.length; i += 2) all.push({ mark: runes[i], join: runes[i + 1] });
    return all;
  }
  var speaks = (mark) => mark === "+" || mark >= "A" && mark <= "Z";
  var goesUp = (mark) => speaks(mark) || "\u2502\u250A:\u251C\u2524\u253C\u256F\u2570".includes(mark);
  var goesDown = (mark) => speaks(mark) || "\u2502\u250A:\u251C\u2524\u253C".includes(mark);
  function rails(lanes, above, below, most) {
    const drawn = cells(lanes), before = cells(above), after = cells(below);
    const width2 = most * laneWidth, middle = rowHeight / 2;
    const root = svg("svg", { width: width2, height: rowHeight, viewBox: `0 0 ${width2} ${rowHeight}`, "aria-hidden": "true", class: "rails" });
    const line = (lane, x1, y1, x2, y2, more = "") => root.append(svg("line", { x1, y1, x2, y2, class: `lane l${lane % 8} ${more}` }));
    drawn.forEach((cell, lane) => {
      const x = lane * laneWidth + laneWidth / 2;
      const dashed = cell.mark === "\u250A" ? "dashed" : cell.mark === ":" ? "dotted" : "";
      const was = before[lane]?.mark ?? " ", next = after[lane]?.mark ?? " ";
      if (goesUp(cell.mark) && goesDown(was)) line(lane, x, 0, x, middle, dashed);
      if (goesDown(cell.mark) && goesUp(next)) line(lane, x, middle, x, rowHeight, dashed);
      if (cell.join === "\u2500") line(lane, x, middle, x + laneWidth, middle, "tie");
      if (speaks(cell.mark)) {
        root.append(svg("circle", { cx: x, cy: middle, r: 8, class: `dot l${lane % 8}` }));
        const letter = svg("text", { x, y: middle + 3.6, class: "letter" });
        letter.textContent = cell.mark;
        root.append(letter);
      }
    });
    return root;
  }
  function speaker(lanes) {
    for (let lane = 0; lane * 2 < lanes.length; lane++) if (speaks(lanes[lane * 2])) return lane;
    return -1;
  }

  // script/rows.ts
  var margin = 10;
  var Rows = class _Rows {
    constructor(layout, label, chosen, folds, scrolled = () => {
    }) {
      this.layout = layout;
      this.chosen = chosen;
      this.folds = folds;
      this.scrolled = scrolled;
      this.name = `rows${++_Rows.made}`;
      this.most = layout.lines.reduce((most, l) => Math.max(most, l.lanes.length / 2), 1);
      this.shown = layout.lines.map((_, i) => i);
      this.inner.style.height = `${this.shown.length * rowHeight}px`;
      this.element = el("div", { class: "rows", role: "tree", tabindex: 0, "aria-label": label }, this.inner);
      this.element.addEventListener("scroll", () => this.draw());
      this.element.addEventListener("keydown", (e) => this.key(e));
      this.inner.addEventListener("click", (e) => this.click(e));
      new ResizeObserver(() => this.draw()).observe(this.element);
    }
    layout;
    chosen;
    folds;
    scrolled;
    element;
    // later says which lines are still to come.
    later = () => false;
    // current says which lines are of the record that is shown.
    current = () => false;
    inner = el("div", { class: "inner", role: "presentation" });
    shown;
    at = -1;
    // the place of the selected line in shown
    name;
    static made = 0;
    most;
    get lines() {
      return this.shown;
    }
    get selected() {
      return this.at < 0 ? -1 : this.shown[this.at];
    }
    get top() {
      return this.element.scrollTop / rowHeight;
    }
    get height() {
      return this.element.clientHeight / rowHeight;
    }
    show(lines) {
      const selected = this.selected;
      this.shown = lines;
      this.inner.style.height = `${lines.length * rowHeight}px`;
      this.at = lines.indexOf(selected);
      this.draw();
    }
    // select selects a line and brings it into view, without telling who listens.
    select(line) {
      this.at = this.shown.indexOf(line);
      this.reveal();
      this.draw();
    }
    scrollTo(row) {
      this.element.scrollTop = row * rowHeight;
      this.draw();
    }
    // follow brings into view the line that is current, with what comes behind it.
    follow() {
      const last = this.shown.findLastIndex((line) => this.current(line));
      this.reveal(Math.min(last + 1, this.shown.length - 1));
      this.reveal(last);
      this.draw();
    }
    reveal(at = this.at) {
      if (at < 0) return;
      const y = at * rowHeight, box = this.element;
      if (y < box.scrollTop) box.scrollTop = y;
      else if (y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y + rowHeight - box.clientHeight;
    }
    choose(at) {
      if (this.shown.length === 0) return;
      this.at = Math.max(0, Math.min(this.shown.length - 1, at));
      this.reveal();
      this.draw();
      this.chosen(this.selected);
    }
    key(e) {
      const page = Math.max(1, Math.floor(this.height) - 1);
      const to = {
        ArrowDown: this.at + 1,
        ArrowUp: this.at - 1,
        PageDown: this.at + page,
        PageUp: this.at - page,
        Home: 0,
        End: this.shown.length - 1
      };
      if (Object.hasOwn(to, e.key)) this.choose(to[e.key]);
      else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && this.folds && this.at >= 0 && this.folds.expanded(this.selected) !== void 0) {
        this.folds.toggle(this.selected, e.key === "ArrowRight");
      } else if ((e.key === "Enter" || e.key === " ") && this.at >= 0) this.chosen(this.selected);
      else return;
      e.preventDefault();
    }
    click(e) {
      const target = e.target, row = target.closest("[data-at]");
      if (!row) return;
      const at = Number(row.getAttribute("data-at"));
      if (target.closest(".fold") && this.folds) {
        const line = this.shown[at];
        this.folds.toggle(line, this.folds.expanded(line) === false);
        return;
      }
      this.choose(at);
    }
    draw() {
      const from = Math.max(0, Math.floor(this.top) - margin);
      const to = Math.min(this.shown.length, Math.ceil(this.top + this.height) + margin);
      const rows = [];
      for (let at = from; at < to; at++) rows.push(this.row(at));
      this.inner.replaceChildren(...rows);
      if (this.at >= from && this.at < to) this.element.setAttribute("aria-activedescendant", `${this.name}-${this.at}`);
      else this.element.removeAttribute("aria-activedescendant");
      this.scrolled();
    }
    row(at) {
      const index = this.shown[at], line = this.layout.lines[index];
      const lanes = (i) => i >= 0 && i < this.shown.length ? this.layout.lines[this.shown[i]].lanes : "";
      const open2 = this.folds?.expanded(index);
      const place = !line.begin ? "end" : line.begin === line.end ? `${line.begin}` : `${line.begin}\u2013${line.end}`;
      const classes = ["row", line.mood ?? ""];
      if (this.later(index)) classes.push("later");
      if (this.current(index)) classes.push("current");
      const row = el("div", {
        class: classes.join(" "),
        role: "treeitem",
        id: `${this.name}-${at}`,
        "data-at": at,
        "aria-selected": at === this.at ? "true" : "false",
        "aria-level": this.folds?.level(index) ?? 1,
        "aria-setsize": this.shown.length,
        "aria-posinset": at + 1,
        "aria-expanded": open2 === void 0 ? void 0 : String(open2)
      }, el("span", { class: "place" }, place), rails(line.lanes, lanes(at - 1), lanes(at + 1), this.most));
      if (this.folds) row.append(el("span", { class: "fold" }, open2 === void 0 ? "" : open2 ? "\u25BE" : "\u25B8"));
      row.append(el("span", { class: "words", title: line.words }, line.words));
      row.style.transform = `translateY(${at * rowHeight}px)`;
      return row;
    }
  };

  // script/raw.ts
  function raw(record) {
    if (!record) return el("p", { class: "missing" }, "There is no record here, or its text is left out.");
    let text = record.text;
    if (!record.cut) {
      try {
        text = JSON.stringify(JSON.parse(text), null, 2);
      } catch {
      }
    }
    const shown = el("pre", { tabindex: 0, "aria-label": `record ${record.line}` }, text);
    const parts = [el("h4", {}, `Record ${record.line}`), shown];
    if (record.cut) parts.push(el("p", { class: "missing" }, `\u2026 ${record.cut.toLocaleString("en")} more bytes are left out`));
    return el("div", {}, ...parts);
  }

  // script/example.ts
  function showExample(host, example) {
    const steps = new Map(example.steps.map((s) => [s.at, s]));
    const places = [...steps.has(0) ? [0] : [], ...example.records.map((_, i) => i + 1), ...steps.has(-1) ? [-1] : []];
    const last = example.steps.at(-1)?.at ?? places.at(-1) ?? 0;
    const sides = el("div", { class: "sides", tabindex: 0, role: "region", "aria-label": "expected and seen" });
    const record = el("div", { class: "record" });
    const slider = el("input", { type: "range", min: 0, max: Math.max(places.length - 1, 0), step: 1, "aria-label": "position in the stream" });
    const place = el("output", { class: "position" });
    const back = el("button", { type: "button", "aria-label": "the position before" }, "\u25C0");
    const forth = el("button", { type: "button", "aria-label": "the next position" }, "\u25B6");
    let at = last;
    const rows = new Rows(example.layout, "the lanes of the stream", (line) => {
      const begin = example.layout.lines[line].begin;
      if (begin && places.includes(begin)) go(begin);
    });
    const read = (line) => example.layout.lines[line].begin ?? Infinity;
    const end = (line) => example.layout.lines[line].end ?? Infinity;
    rows.later = (line) => at >= 0 && read(line) > at && Number.isFinite(read(line));
    rows.current = (line) => at > 0 && read(line) <= at && at <= end(line) && Number.isFinite(read(line));
    rows.element.style.height = `${Math.min(Math.max(example.layout.lines.length, 1), 14) * rowHeight + 2}px`;
    function go(to) {
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
    window.scrollTo(0, top);
  }
  var states = {
    agrees: "the same, in all that the candidate observes",
    unasked: "the candidate was not asked here"
  };
  function transcripts(step) {
    if (!step) return el("p", { class: "missing" }, "The log has no transcript here.");
    if (step.rows.length === 0) return el("p", { class: "missing" }, "The candidate gave no transcript.");
    const body = el("tbody");
    const state = Object.hasOwn(states, step.state) ? states[step.state] : "";
    step.rows.forEach((row) => {
      const line = el("tr", {}, side(row, row.want, "want", !state), side(row, row.got, "got", !state));
      if (row.mark) line.setAttribute("data-mark", row.mark);
      body.append(line);
    });
    return el("table", { class: "transcripts" }, el("thead", {}, el(
      "tr",
      {},
      el("th", { scope: "col" }, "Expected"),
      el("th", { scope: "col" }, "Seen", ...state ? [": ", el("span", { class: "state" }, state)] : [])
    )), body);
  }
  function side(row, text, which, compared) {
    const marked = row.mark && text;
    const cell = el("td", { class: marked ? which : text && compared && row.want !== row.got ? "aside" : "" });
    if (!text) return cell;
    cell.append(el("span", { class: "sign" }, marked ? which === "want" ? "\u2212" : "+" : " "));
    const words = el("span", { class: "field" }, text);
    words.style.marginLeft = `${Math.min(row.depth, 12) * 14}px`;
    cell.append(words);
    return cell;
  }

  // script/rules.ts
  var verdicts = [["", "all verdicts"], ["fail", "\u2715 fails"], ["known", "\u2248 fails where that is known"], ["pass", "\u2713 passes"], ["none", "\u2013 not judged"]];
  function filterRules(section) {
    const families = [...section.querySelectorAll("table.rules, .board > tbody")].map((part) => {
      const title = part.tagName === "TABLE" ? part.previousElementSibling : part.querySelector(".family");
      return {
        name: title?.textContent?.trim() ?? "",
        parts: part.tagName === "TABLE" && title ? [title, part] : [part],
        rows: [...part.querySelectorAll(part.tagName === "TABLE" ? "tbody > tr" : "tr:not(.family)")]
      };
    });
    const all = families.reduce((n, f) => n + f.rows.length, 0);
    if (all === 0) return;
    const list = (label, entries) => el("select", { "aria-label": label }, ...entries.map(([value, text]) => el("option", { value }, text)));
    const family = list("family", [["", "all families"], ...families.map((f, i) => [String(i + 1), f.name])]), verdict = list("verdict", verdicts);
    const search = el("input", { type: "search", placeholder: "Search rules", "aria-label": "search rules" }), found = el("output", { class: "found" });
    function filter() {
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

  // script/minimap.ts
  var width = 64;
  var Minimap = class {
    // without where the rows stand
    constructor(layout, rows) {
      this.layout = layout;
      this.rows = rows;
      const move = (e) => {
        if (e.buttons !== 1) return;
        const part = (e.clientY - this.element.getBoundingClientRect().top) / this.element.clientHeight;
        rows.scrollTo(part * rows.lines.length - rows.height / 2);
      };
      this.element.addEventListener("pointerdown", move);
      this.element.addEventListener("pointermove", move);
      new ResizeObserver(() => this.refresh()).observe(this.element);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
    }
    layout;
    rows;
    element = el("canvas", { class: "minimap", width, height: 400, "aria-hidden": "true" });
    strip = el("canvas", { width, height: 400 });
    // refresh draws the strip anew, when other lines are shown or the colours change.
    refresh() {
      const height = Math.max(1, this.element.clientHeight), context = this.strip.getContext("2d");
      if (!context) return;
      this.element.height = this.strip.height = height;
      const style = getComputedStyle(document.documentElement), color = (name) => style.getPropertyValue(name);
      const lanes = Array.from({ length: 8 }, (_, i) => color(`--lane${i}`)), alarm = color("--fail");
      const lines = this.rows.lines, each = Math.max(height / Math.max(lines.length, 1), 1);
      const wide = Math.min(10, Math.max(...lines.slice(0, 5e3).map((line) => this.layout.lines[line].lanes.length / 2), 3)), across = (width - 16) / wide;
      lines.forEach((line, i) => {
        const l = this.layout.lines[line], lane = speaker(l.lanes), y = i / lines.length * height;
        if (each === 1 && Math.floor(y) === Math.floor((i - 1) / lines.length * height) && l.mood !== "odd" && l.mood !== "bad") return;
        if (lane >= 0) {
          context.fillStyle = lanes[lane % 8];
          context.fillRect(3 + lane % wide * across, y, across - 1, Math.max(1, Math.min(each - 1, 14)));
        }
        if (l.mood === "odd" || l.mood === "bad") {
          context.fillStyle = alarm;
          context.fillRect(width - 10, y, 8, Math.max(2, Math.min(each - 1, 14)));
        }
      });
      this.draw();
    }
    // draw draws where the rows stand.
    draw() {
      const context = this.element.getContext("2d"), n = this.rows.lines.length, height = this.element.height;
      if (!context) return;
      context.clearRect(0, 0, width, height);
      context.drawImage(this.strip, 0, 0);
      if (n === 0) return;
      context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--text");
      context.strokeRect(0.5, this.rows.top / n * height + 0.5, width - 1, Math.max(6, Math.min(this.rows.height, n) / n * height - 1));
    }
  };

  // script/tree.ts
  var Tree = class {
    // whether a session is within a folded one
    constructor(layout) {
      this.layout = layout;
      layout.lines.forEach((l, i) => {
        if (!l.session) return;
        if (this.first[l.session] === void 0) this.first[l.session] = i;
        else this.many[l.session] = true;
      });
      layout.sessions.forEach((s) => {
        if (s.parent) this.many[s.parent] = true;
      });
      for (let s = 1; s <= layout.sessions.length; s++) this.down(s, this.depth, (above) => Math.min((above ?? 0) + 1, 50));
      this.covered = new Uint8Array(layout.sessions.length + 1);
    }
    layout;
    first = [];
    // the first line of each session
    many = [];
    // whether it has more lines, or children
    depth = [];
    folded = /* @__PURE__ */ new Set();
    covered;
    parent(session) {
      return this.layout.sessions[session - 1]?.parent ?? 0;
    }
    // down fills in the values of a session and of those above it that have none yet, from
    // the top.
    down(session, values, value) {
      const chain = [], on = /* @__PURE__ */ new Set();
      let at = session;
      while (at && values[at] === void 0 && !on.has(at)) {
        chain.push(at);
        on.add(at);
        at = this.parent(at);
      }
      let above = on.has(at) ? void 0 : values[at];
      for (const s of chain.reverse()) above = values[s] = value(above, s);
    }
    level(line) {
      return this.depth[this.layout.lines[line].session ?? 0] ?? 1;
    }
    expanded(line) {
      const session = this.layout.lines[line].session;
      if (!session || this.first[session] !== line || !this.many[session]) return void 0;
      return !this.folded.has(session);
    }
    toggle(line, open2) {
      const session = this.layout.lines[line].session;
      if (!session) return;
      if (open2) this.folded.delete(session);
      else this.folded.add(session);
      const within = {};
      for (let s = 1; s <= this.layout.sessions.length; s++) {
        this.down(s, within, (above, one) => above || this.folded.has(one) ? 1 : 0);
      }
      for (let s = 1; s < this.covered.length; s++) this.covered[s] = within[s] ?? 0;
    }
    // hidden says whether a line is folded away. Of a folded session the first line stays.
    hidden(line) {
      const session = this.layout.lines[line].session;
      if (!session || !this.covered[session]) return false;
      return this.first[session] !== line || !!this.parent(session) && !!this.covered[this.parent(session)];
    }
  };

  // script/trace.ts
  function showTrace(host, trace2) {
    const { lines, sessions } = trace2.layout;
    const tree = new Tree(trace2.layout);
    const detail = el("aside", { class: "detail", "aria-label": "the record", "aria-live": "polite" }, el("p", { class: "missing" }, "Choose a line to see its record."));
    const search = el("input", { type: "search", placeholder: "Search words and records", "aria-label": "search words and records" });
    const session = choice("all sessions", sessions.map((s, i) => [String(i + 1), s.id + (s.agent ? ` (${s.agent})` : "") || "the root session"]));
    const tools = [...new Set(lines.flatMap((l) => l.tool ? [l.tool] : []))].sort();
    const tool = choice("all tools", tools.map((t) => [t, t]));
    const kinds = [...new Set(lines.flatMap((l) => l.anomaly ? [l.anomaly] : []))].sort();
    const odd = choice("all lines", [["any", "all that is odd or an error"], ...kinds.map((k) => [`=${k}`, k])]);
    const found = el("output", { class: "found" });
    const rows = new Rows(trace2.layout, "the lanes of the stream", choose, {
      level: (line) => tree.level(line),
      expanded: (line) => tree.expanded(line),
      toggle: (line, open2) => {
        tree.toggle(line, open2);
        filter();
      }
    }, () => map.draw());
    const map = new Minimap(trace2.layout, rows);
    function choose(line) {
      const { begin = 0, end = 0, words, rule } = lines[line];
      const parts = [el("p", { class: "said" }, words)];
      if (rule) parts.push(el("p", { class: "missing" }, `breaks ${rule}`));
      if (begin) {
        let at = begin;
        const box = el("div");
        const step = (to) => {
          at = to;
          box.replaceChildren(raw(recordAt(at)));
          back.disabled = at <= begin;
          forth.disabled = at >= end;
        };
        const back = el("button", { type: "button", "aria-label": "the record before, of this line" }, "\u25C0");
        const forth = el("button", { type: "button", "aria-label": "the next record of this line" }, "\u25B6");
        back.addEventListener("click", () => step(at - 1));
        forth.addEventListener("click", () => step(at + 1));
        if (end > begin) parts.push(el("p", { class: "slide" }, back, forth, ` lines ${begin} to ${end} of the stream`));
        step(begin);
        parts.push(box);
      }
      detail.replaceChildren(...parts);
    }
    const recordAt = (line) => {
      let low = 0, high = trace2.records.length - 1;
      while (low <= high) {
        const middle = low + high >> 1, at = trace2.records[middle].line;
        if (at === line) return trace2.records[middle];
        if (at < line) low = middle + 1;
        else high = middle - 1;
      }
      return void 0;
    };
    function filter() {
      const text = search.value.toLowerCase(), of = Number(session.value), kind = odd.value;
      const matches = (line) => {
        const l = lines[line];
        if (of && l.session !== of || tool.value && l.tool !== tool.value) return false;
        if (kind === "any" && l.mood !== "odd" && l.mood !== "bad" || kind.startsWith("=") && l.anomaly !== kind.slice(1)) return false;
        return !text || l.words.toLowerCase().includes(text) || !!l.begin && (recordAt(l.begin)?.text.toLowerCase().includes(text) ?? false);
      };
      const all = [];
      for (let i = 0; i < lines.length; i++) if (!tree.hidden(i) && matches(i)) all.push(i);
      rows.show(all);
      found.textContent = all.length === lines.length ? counted(lines.length, "line") : `${all.length.toLocaleString("en")} of ${counted(lines.length, "line")}`;
      map.refresh();
    }
    let waiting2 = 0;
    search.addEventListener("input", () => {
      clearTimeout(waiting2);
      waiting2 = window.setTimeout(filter, 120);
    });
    for (const one of [session, tool, odd]) one.addEventListener("change", filter);
    session.setAttribute("aria-label", "session");
    tool.setAttribute("aria-label", "tool");
    odd.setAttribute("aria-label", "what is reported");
    host.append(el(
      "div",
      { class: "moving" },
      el("div", { class: "filters", role: "search" }, search, session, tool, odd, found),
      el("div", { class: "panes" }, el("div", { class: "lanes" }, rows.element, map.element), detail),
      el("p", { class: "ends" }, trace2.layout.ends ?? "")
    ));
    host.classList.add("drawn");
    filter();
  }
  var mostChoices = 2e3;
  function choice(all, entries) {
    const list = el("select", {}, el("option", { value: "" }, all));
    for (const [value, text] of entries.slice(0, mostChoices)) list.append(el("option", { value }, text));
    if (entries.length > mostChoices) list.append(el("option", { disabled: true }, `\u2026 ${entries.length - mostChoices} more: search for them`));
    list.disabled = entries.length === 0;
    return list;
  }

  // script/main.ts
  var data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  var waiting = new Map((data.examples ?? []).map((e) => [e.id, e]));
  function open(item) {
    for (const host of item.querySelectorAll(".example")) {
      const example = waiting.get(host.id);
      if (example) {
        waiting.delete(host.id);
        showExample(host, example);
      }
    }
  }
  var items = [...document.querySelectorAll("details.item")];
  for (const item of items) item.addEventListener("toggle", () => {
    if (item.open) open(item);
  });
  function follow() {
    const to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (to instanceof HTMLDetailsElement) {
      to.open = true;
      open(to);
      to.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    for (const item of items) item.open = true;
  });
  for (const again of document.querySelectorAll(".again")) {
    const button = el("button", { type: "button" }, "Copy");
    button.addEventListener("click", () => void copy(again.querySelector("code"), button));
    again.append(button);
  }
  async function copy(code, button) {
    if (!code) return;
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
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
  var trace = document.getElementById("trace");
  if (trace && data.trace) showTrace(trace, data.trace);
  document.documentElement.classList.add("moves");
})();
