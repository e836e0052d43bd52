// Ribbons: the moves of a search in the order in which they were tried. A ribbon is as wide
// as the SX that is left. Only those in sight are in the document, so that a tree may grow
// while it is looked at.

import { element } from "./pieces.js";
import { t } from "./texts.js";

// Kinds of moves: a word in a category, the class of the colour, the key of the mark on the ribbon, and
// whether the legend has it.
export const kinds = [
  ["losing", "losing", "lose", true], ["check", "check", "check", true], ["evasion", "check", "evade", true], ["promotion", "capture", "take"], ["capture", "capture", "take", true],
  ["killer", "killer", "kill", true], ["attack", "attack", "attack", true], ["mate", "attack", "attack"], ["forward", "forward", "fwd", true], ["backward", "backward", "back", true],
];
const noKind = ["", "none", ""];

function kindOf(category = "") { return kinds.find(([word]) => category.includes(word)) || noKind; }

export const signs = { "new best": "★", "not better": "≤", cutoff: "✂", refuted: "✗", "not tried": "∅", "not valued": "∅", "under way": "…", "not generated": "∅" };

// Sheet is the tree of one iteration. A row has the fields of searchex tree --json, up, the
// row before it or null, and kids, those after it. begun and ended are the numbers of
// decisions that came before it, and up to its verdict.
export class Sheet {
  constructor({ sx, budget, depth, base }) {
    Object.assign(this, { sx, budget, depth, base: base || 0, rows: [], steps: [], slots: 0, firsts: [] });
  }

  // add adds the next row in the order in which they began. A first reply stands beside its
  // move, any other row below all rows so far.
  add(row, up) {
    Object.assign(row, { i: this.rows.length, up, kids: [], begun: this.steps.length, ended: Infinity, from: 0 });
    row.slot = up && !up.kids.length ? up.slot : this.slots++;
    (up ? up.kids : this.firsts).push(row.i);
    this.rows.push(row);
    return row;
  }

  // end ends a row with its verdict: a decision.
  end(row) {
    if (row.ended === Infinity) row.ended = this.steps.push(row.i);
  }

  // addAll adds the rows of a search that has ended. A row ends when the next begins that it does
  // not lead to.
  addAll(rows) {
    const open = []; // the row above, by ply
    for (const r of rows) {
      const ply = r.line.length - this.base;
      while (open.length >= ply) this.end(open.pop());
      open.push(this.add(r, open.at(-1) || null));
    }
    while (open.length) this.end(open.pop());
    this.over = true;
  }

  before(row) { return row.up ? Math.max(row.up.sx_left ?? 0, 0) : this.budget; }

  // decider returns the row of the decision that ended a row, if it is shown.
  decider(row) {
    const kids = row.kids.slice(row.from).map((i) => this.rows[i]);
    if (row.verdict === "refuted") return kids.findLast((r) => r.verdict === "cutoff");
    if (["new best", "not better", "cutoff"].includes(row.verdict)) return kids.findLast((r) => r.verdict === "new best" || r.verdict === "cutoff");
    if (row.verdict.startsWith("not ")) return (row.up ? row.up.kids : this.firsts).map((i) => this.rows[i]).find((r) => r.verdict === "cutoff");
  }
}

const rowHeight = 23, widest = 20, margin = 160;

export class Ribbons {
  // select(i) is called for a click, open(i) for a double click; describe(row) is the text
  // for a screen reader.
  constructor(scroll, { select, open, describe }) {
    Object.assign(this, { scroll, select, open, describe, drawn: new Map(), time: Infinity, selected: -1 });
    this.svg = element("svg", { role: "tree", "aria-label": t("tree.rows") });
    this.rootMark = element("rect", { x: 8, width: 14, height: widest, rx: 3, class: "root" });
    this.leader = element("path", { class: "leader" });
    this.svg.append(this.rootMark, this.leader);
    scroll.replaceChildren(this.svg);
    scroll.addEventListener("scroll", () => this.soon(), { passive: true });
    new ResizeObserver(() => this.sheet && this.fit()).observe(scroll);
  }

  // show shows another sheet.
  show(sheet) {
    this.sheet = sheet;
    this.time = Infinity;
    this.selected = -1;
    this.forget();
    this.fit();
  }

  forget() {
    for (const g of this.drawn.values()) g.remove();
    this.drawn.clear();
  }

  // fit chooses the width of the columns.
  fit() {
    const column = Math.max(165, Math.min(260, (this.scroll.clientWidth - 160) / this.sheet.depth));
    if (column !== this.column) { this.column = column; this.forget(); }
    this.draw();
  }

  soon() { this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.draw(); }); }

  y(row) { return (row.slot + 0.8) * rowHeight; }

  // depth returns the column of a row, from 1.
  depth(row) { return row.line.length - this.sheet.base; }

  end(row) { return 22 + this.depth(row) * this.column - 127; }

  changed(row) {
    this.drawn.get(row.i)?.remove();
    this.drawn.delete(row.i);
  }

  // size makes the picture as large as the sheet.
  size() {
    const s = this.sheet, height = Math.max(s.slots, 1) * rowHeight + 16, width = 60 + s.depth * this.column + 130;
    for (const [name, value] of [["height", height], ["width", width]]) if (this.svg.getAttribute(name) !== String(value)) this.svg.setAttribute(name, value);
    this.rootMark.setAttribute("y", (s.firsts.length ? this.y(s.rows[s.firsts[0]]) : 20) - widest / 2);
  }

  // draw brings the document up to date with what is in sight.
  draw() {
    const s = this.sheet;
    if (!s) return;
    this.size();
    const from = this.first((this.scroll.scrollTop - margin) / rowHeight), to = this.first((this.scroll.scrollTop + this.scroll.clientHeight + margin) / rowHeight);
    for (const [i, g] of this.drawn) if (i < from || i >= to) { g.remove(); this.drawn.delete(i); }
    let next = null; // in the document they stand in their order
    for (let i = to - 1; i >= from; i--) {
      let g = this.drawn.get(i);
      if (!g) {
        g = this.build(s.rows[i]);
        this.drawn.set(i, g);
        this.svg.insertBefore(g, next);
      }
      next = g;
      this.mark(i);
    }
  }

  // first returns the first row at a slot or below: rows are sorted by slot.
  first(slot) {
    let a = 0, b = this.sheet.rows.length;
    while (a < b) {
      const mid = (a + b) >> 1;
      if (this.sheet.rows[mid].slot < slot) a = mid + 1; else b = mid;
    }
    return a;
  }

  mark(i) {
    const g = this.drawn.get(i), row = this.sheet.rows[i];
    g.classList.toggle("selected", i === this.selected);
    g.classList.toggle("decider", i === this.decider);
    g.classList.toggle("later", row.begun >= this.time);
    g.setAttribute("tabindex", i === this.selected ? 0 : -1);
    const sign = this.sign(row);
    if (g.sign.textContent !== sign) g.sign.textContent = sign;
    // The name begins with what is to be seen, for who speaks to the page.
    const name = `${g.textContent}. ${g.words}`;
    if (g.getAttribute("aria-label") !== name) g.setAttribute("aria-label", name);
  }

  // sign is the sign of the decision that ended a row, at the time that is shown.
  sign(row) {
    if (row.ended > this.time || row.ended === Infinity) return "…";
    return row.end === "passed" ? "»" : signs[row.verdict] || "";
  }

  build(row) {
    const s = this.sheet, full = s.sx || 1, d = this.depth(row);
    const w = (sx) => Math.max(1.6, Math.min(sx, full) / full * widest);
    const up = row.up, x0 = 22 + (d - 1) * this.column, x1 = this.end(row);
    const y0 = this.y(up || s.rows[s.firsts[0]]), y1 = this.y(row);
    const priced = row.price !== undefined, left = priced ? Math.max(row.sx_left, 0) : 0;
    const a = w(s.before(row)) / 2, b = priced ? Math.max(w(left) / 2, 0.8) : 0.8, mid = (x0 + x1) / 2;
    const [, colour, mark] = kindOf(row.category);
    const g = element("g", { class: `move ${colour}${row.pv ? " pv" : ""}${priced ? "" : " unpriced"}`, role: "treeitem", "aria-level": d });
    g.words = this.describe(row).join(" ");
    g.append(element("path", { class: "ribbon", d: `M${x0} ${y0 - a}C${mid} ${y0 - a} ${mid} ${y1 - b} ${x1} ${y1 - b}L${x1} ${y1 + b}C${mid} ${y1 + b} ${mid} ${y0 + a} ${x0} ${y0 + a}z` }));
    if (row.kids.length) g.append(element("path", { class: "ribbon through", d: `M${x1} ${y1 - b}H${22 + d * this.column}V${y1 + b}H${x1}z` }));
    const label = element("text", { x: x1 + 5, y: y1 + 4.5 });
    const part = (name, text) => {
      const e = element("tspan", name === "name" ? { class: name } : { class: name, dx: 4 });
      e.textContent = text;
      label.append(e);
      return e;
    };
    part("name", row.san);
    g.sign = part("sign", this.sign(row));
    part("price", priced ? `${mark && t("mark." + mark)} −${row.price}`.trim() : "");
    g.append(label);
    g.addEventListener("click", () => this.select(row.i));
    g.addEventListener("dblclick", () => this.open(row.i));
    return g;
  }

  // choose selects a row, and leads to the decision that ended it.
  choose(i) {
    const row = this.sheet.rows[i], by = row && this.sheet.decider(row);
    this.selected = i;
    this.decider = by ? by.i : -1;
    this.leader.setAttribute("d", by ? `M${this.end(row) - 4} ${this.y(row) + 9}C${this.end(row) - 40} ${(this.y(row) + this.y(by)) / 2} ${this.end(by) - 60} ${this.y(by) + 9} ${this.end(by)} ${this.y(by) + 9}` : "");
  }

  // reach scrolls to a row.
  reach(i) {
    const y = this.y(this.sheet.rows[i]), box = this.scroll;
    if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 30) box.scrollTop = y - box.clientHeight / 2;
    this.draw();
  }

  focus(i) { this.drawn.get(i)?.focus({ preventScroll: true }); }
}
