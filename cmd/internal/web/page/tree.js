// Where the search looks: its moves as ribbons whose width is the SX that is left. Each
// ribbon ends in the decision that ended it.

import { Board, placement } from "./board.js";
import { element } from "./pieces.js";
import { count } from "./words.js";

function make(name, className, text) {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}

// kind is the class of a category's colour.
function kind(category = "") {
  for (const [word, name] of [["losing", "losing"], ["check", "check"], ["evasion", "check"], ["promotion", "capture"], ["capture", "capture"], ["killer", "killer"], ["attack", "attack"], ["mate", "attack"], ["backward", "backward"], ["forward", "forward"]]) {
    if (category.includes(word)) return name;
  }
  return "none";
}

const signs = { "new best": "★", "not better": "≤", cutoff: "✂", refuted: "✗", "not tried": "∅", "not valued": "∅", "under way": "…", "not generated": "∅" };
const sentences = {
  "new best": "It is better than what was found before, so it is the new best move here.",
  "not better": "It is not better than what the side to move already has, so it is dropped.",
  cutoff: "It is so good that the other side will not allow this position: the rest of the moves here need no look.",
  refuted: "A reply is so good that this move is dropped.",
  "not tried": "Another move was good enough before it was its turn.",
  "not valued": "It was only listed: another move was good enough before.",
  "under way": "The search ended here.",
  "not generated": "Another move was good enough before this one was even listed.",
};
const ends = {
  "SX spent": "Its price is more than is left, so the position is valued as it stands.",
  "SX too low": "What is left pays for no further move, so the position is valued as it stands.",
  "too dear there": "Quiet moves cost more than is left here, so the position is valued as it stands.",
  "too dear when late": "So late in the list it costs more than is left.",
  passed: "The other side stands so well that it need not even move (a pass cut).",
  draw: "It is a draw.", "no moves": "There is no legal reply: mate or stalemate.",
};

function pawns(v) {
  if (v === undefined) return "";
  if (v >= 30000) return "mate";
  if (v <= -30000) return "mated";
  return (v >= 0 ? "+" : "") + (v / 64).toFixed(2);
}

// after returns the pieces after a move.
function after(on, move) {
  const to = { ...on }, from = move.slice(0, 2), at = move.slice(2, 4), piece = on[from];
  delete to[from];
  if (!piece) return to;
  if (piece.toLowerCase() === "p" && from[0] !== at[0] && !on[at]) delete to[at[0] + from[1]]; // en passant
  if (piece.toLowerCase() === "k" && from[0] === "e" && (at[0] === "g" || at[0] === "c")) {
    const rook = (at[0] === "g" ? "h" : "a") + from[1];
    to[(at[0] === "g" ? "f" : "d") + from[1]] = on[rook];
    delete to[rook];
  }
  to[at] = move[4] ? (piece === "P" ? move[4].toUpperCase() : move[4]) : piece;
  return to;
}

const rowHeight = 23, widest = 20;

export class Tree {
  constructor(root, client, computer, { announce }) {
    Object.assign(this, { root, client, computer, announce, line: [], rows: [], step: 0, next: 1 });
    root.classList.add("lanes", "tree");
    root.append(make("p", "intro", "A line of moves has a budget, SX. Each move has a price: checks and captures are cheap, quiet moves dear. Here are the moves as the search tried them, from left to right and from top to bottom. A ribbon is as wide as the budget that is left; where it ends, a sign says which decision ended it."));
    this.buildControls();
    const stage = make("div", "stage");
    this.side = make("div", "inspect");
    const glass = make("div", "glass"), board = make("div", "boardlike");
    glass.append(board);
    this.board = new Board(board, { move: (from, to) => this.why(from + to), drop: (from, to) => to && this.why(from + to), none: () => {} });
    board.setAttribute("aria-label", "Position of the decision; a move made here is explained");
    this.caption = make("p", "hint");
    this.words = make("div", "words card");
    this.words.setAttribute("aria-live", "polite");
    this.words.id = "decision";
    this.answer = make("div", "answer card");
    this.answer.id = "why";
    this.answer.hidden = true;
    this.side.append(glass, this.caption, this.words, this.answer);
    this.scroll = make("div", "scroll");
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "region");
    this.scroll.setAttribute("aria-label", "Tree of the search");
    stage.append(this.scroll, this.side);
    root.append(this.controls, this.crumbs, this.summary, stage, this.legend());
    root.addEventListener("keydown", (e) => this.key(e));
    computer.changed.push(() => { if (!root.hidden) this.shown(); });
  }

  buildControls() {
    const c = this.controls = make("form", "controls");
    const label = (text, e) => { const l = make("label", "", text); l.append(e); return l; };
    const select = (all, value) => { const s = make("select"); for (const [v, t] of all) s.append(new Option(t ?? v, v)); s.value = value; return s; };
    this.button = make("button", "primary", "Look");
    this.button.id = "tree-start";
    this.profile = select([], "");
    this.sx = select([10, 18, 26, 34, 42, 50, 58, 66].map((v) => [v]), 34);
    this.plies = select([[1], [2], [3], [4]], 2);
    this.top = select([[3], [5], [8], [12]], 5);
    c.append(this.button, label("Program (prices)", this.profile), label("Budget (SX)", this.sx), label("Plies shown", this.plies), label("Moves of a node", this.top));
    this.steps = make("span", "steps");
    for (const [text, title, f] of [["|◀", "first decision", () => 0], ["◀", "decision before", () => this.step - 1], ["▶", "next decision", () => this.step + 1], ["▶|", "last decision", () => this.rows.length - 1]]) {
      const b = make("button", "", text);
      b.type = "button";
      b.title = title;
      b.setAttribute("aria-label", title);
      b.addEventListener("click", () => this.select(f()));
      this.steps.append(b);
    }
    this.play = make("button", "", "Replay");
    this.play.type = "button";
    this.play.addEventListener("click", () => this.replay());
    this.steps.append(this.play);
    c.append(this.steps);
    c.addEventListener("submit", (e) => { e.preventDefault(); this.line = []; this.ask(); });
    this.crumbs = make("p", "crumbs");
    this.summary = make("p", "verdict");
    this.summary.setAttribute("aria-live", "polite");
    this.summary.id = "summary";
  }

  legend() {
    const l = make("p", "legend");
    for (const [k, t] of [["check", "check"], ["capture", "capture, promotion"], ["attack", "attack, mate threat"], ["killer", "killer"], ["forward", "quiet forward"], ["backward", "quiet backward"], ["losing", "losing"], ["none", "no price: valued at once"]]) {
      const s = make("span", "k " + k, t);
      l.append(s);
    }
    l.append(make("span", "signs", "★ new best   ≤ not better   ✂ cutoff   ✗ refuted by a reply   » pass cut   ∅ not tried"));
    return l;
  }

  shown() {
    if (!this.profile.options.length && this.computer.profiles) {
      this.profile.replaceChildren(...this.computer.profiles.map((p) => new Option(p, p)));
      this.profile.value = "sx81";
    }
    const g = this.computer.game;
    if (g && (this.searched !== g.fen || (!this.result && !this.id) || this.wanted)) { this.line = this.wanted || []; this.wanted = null; this.ask(); }
  }

  // ask asks for the tree below this.line, and for the reasons why a move was not seen.
  ask(why) {
    const g = this.computer.game;
    if (!g) return;
    this.stopReplay();
    if (this.id) this.client.stop(this.id);
    const id = this.id = "tree-" + this.next++;
    this.searched = g.fen;
    this.button.textContent = "Stop";
    if (!why) this.answer.hidden = true;
    const order = { engine: "go", profile: this.profile.value, fen: g.start, moves: g.moves.slice(0, g.at).map((m) => m.uci), sx: Number(this.sx.value), line: this.line, plies: Number(this.plies.value), top: Number(this.top.value) };
    if (why) order.why = why;
    this.client.search(id, order, (m) => {
      if (id !== this.id) return;
      this.id = null;
      this.button.textContent = "Look";
      if (m.type === "tree") this.show(m, why);
      else if (m.type === "error") this.summary.textContent = m.text;
      else this.summary.textContent = "Stopped.";
    }, "tree");
  }

  why(move) {
    const known = this.legal.find((m) => m.startsWith(move));
    this.answer.hidden = false;
    this.answer.replaceChildren(make("p", "", "…"));
    this.ask(known ? (known.length === 5 ? move + "q" : move) : move);
  }

  show(m, why) {
    this.result = m;
    this.legal = m.legal;
    this.on = placement(m.fen);
    this.summary.textContent = m.summary;
    this.rows = m.moves.filter((r) => r.line.length > this.line.length);
    const way = m.moves.filter((r) => r.line.length <= this.line.length);
    this.budget = way.length ? (way.at(-1).sx_left ?? 0) : m.sx;
    this.showCrumbs(way);
    this.draw();
    this.scroll.scrollTop = 0;
    this.select(Math.max(this.rows.findIndex((r) => r.pv), 0), true);
    if (why) {
      this.answer.hidden = false;
      this.answer.replaceChildren(...(m.why?.length ? m.why : ["The search did not come there."]).map((t) => make("p", "", t)));
    }
  }

  showCrumbs(way) {
    const button = (text, line) => { const b = make("button", "quiet", text); b.type = "button"; b.addEventListener("click", () => { this.line = line; this.ask(); }); return b; };
    this.crumbs.replaceChildren(button("the position", []), ...way.flatMap((r) => [document.createTextNode(" › "), button(r.san, r.line)]));
  }

  draw() {
    const byLine = new Map(), children = new Map();
    this.rows.forEach((r, i) => {
      const key = r.line.join(" "), parent = r.line.slice(0, -1).join(" ");
      byLine.set(key, i);
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(i);
    });
    const base = this.line.length, depth = Math.max(1, ...this.rows.map((r) => r.line.length - base));
    const column = Math.max(150, Math.min(250, (this.scroll.clientWidth - 160) / depth));
    let slot = 0;
    const y = [];
    const place = (i) => {
      const below = children.get(this.rows[i].line.join(" ")) || [];
      if (!below.length) { y[i] = (slot++ + 0.8) * rowHeight; return; }
      below.forEach(place);
      y[i] = y[below[0]];
    };
    const top = children.get(this.line.join(" ")) || [];
    top.forEach((i) => { place(i); });
    const height = Math.max(slot, 1) * rowHeight + 16, width = 60 + depth * column + 130;
    const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": "moves in the order in which they were tried" });
    const full = this.result.sx || 1;
    const w = (sx) => Math.max(1.6, Math.min(sx, full) / full * widest);
    const ribbons = element("g", {}), labels = element("g", {});
    this.groups = [];
    const rootY = y[top[0]] ?? 20;
    svg.append(element("rect", { x: 8, y: rootY - widest / 2, width: 14, height: widest, rx: 3, class: "root" }));
    this.rows.forEach((r, i) => {
      const parent = byLine.get(r.line.slice(0, -1).join(" "));
      const d = r.line.length - base, x0 = 22 + (d - 1) * column, x1 = 22 + d * column - 112;
      const y0 = parent === undefined ? rootY : y[parent], y1 = y[i];
      const before = parent === undefined ? this.budget : Math.max(this.rows[parent].sx_left ?? 0, 0);
      const priced = r.price !== undefined, left = priced ? Math.max(r.sx_left, 0) : 0;
      const a = w(before) / 2, b = priced ? Math.max(w(left) / 2, 0.8) : 0.8, mid = (x0 + x1) / 2;
      const g = element("g", { class: `move ${kind(r.category)}${r.pv ? " pv" : ""}${priced ? "" : " unpriced"}`, tabindex: -1, role: "treeitem", "aria-level": d, "aria-label": this.describe(r).join(" ") });
      g.append(element("path", { class: "ribbon", d: `M${x0} ${y0 - a}C${mid} ${y0 - a} ${mid} ${y1 - b} ${x1} ${y1 - b}L${x1} ${y1 + b}C${mid} ${y1 + b} ${mid} ${y0 + a} ${x0} ${y0 + a}z` }));
      if (children.get(r.line.join(" "))) g.append(element("path", { class: "ribbon through", d: `M${x1} ${y1 - b}H${22 + d * column}V${y1 + b}H${x1}z` }));
      const t = element("text", { x: x1 + 5, y: y1 + 4.5 });
      const name = element("tspan", { class: "name" });
      name.textContent = r.san;
      const sign = element("tspan", { class: "sign", dx: 4 });
      sign.textContent = r.end === "passed" ? "»" : signs[r.verdict] || "";
      const price = element("tspan", { class: "price", dx: 4 });
      price.textContent = priced ? `−${r.price}` : "";
      t.append(name, sign, price);
      g.append(t);
      g.addEventListener("click", () => { this.stopReplay(); this.select(i); });
      g.addEventListener("dblclick", () => this.deeper(i));
      this.groups.push(g);
      ribbons.append(g);
    });
    svg.append(ribbons, labels);
    this.y = y;
    this.scroll.replaceChildren(svg);
    if (this.result.more) this.scroll.append(make("p", "hint", this.result.more + "."));
  }

  // describe describes a decision in sentences.
  describe(r) {
    const all = [];
    if (r.price !== undefined) {
      const parent = this.rows.find((p) => p.line.length === r.line.length - 1 && r.line.join(" ").startsWith(p.line.join(" ") + " "));
      const before = parent ? parent.sx_left : this.budget;
      all.push(`${r.san}: ${r.category}, price ${r.price}. ` + (r.sx_left >= 0 ? `Of ${before} SX ${r.sx_left} are left.` : `Only ${before} SX are left.`));
    } else all.push(`${r.san}: no price was asked.`);
    if (r.static !== undefined) {
      let text = `Its static value is ${pawns(r.static)}`;
      if (r.alpha !== undefined) text += r.static >= r.beta ? `, already as good as the other side allows (${pawns(r.beta)})` : r.alpha <= -30000 ? ", and nothing is to be beaten yet" : r.static > r.alpha ? `, above what is to be beaten (${pawns(r.alpha)})` : `, not above what is to be beaten (${pawns(r.alpha)})`;
      all.push(text + ".");
    }
    if (r.value !== undefined && r.value !== r.static) all.push(`Searched, it is worth ${pawns(r.value)}.`);
    if (r.end) all.push(ends[r.end] || r.end + ".");
    all.push((sentences[r.verdict] || r.verdict + ".") + (r.nodes ? ` ${count(r.nodes)} moves were evaluated below it.` : ""));
    return all;
  }

  // select shows a decision. Those after it are dimmed while the tree is replayed.
  select(i, whole) {
    if (!this.rows.length) { this.words.replaceChildren(make("p", "", "No move was tried here.")); return; }
    i = Math.max(0, Math.min(i, this.rows.length - 1));
    this.step = i;
    const r = this.rows[i];
    this.groups.forEach((g, k) => {
      g.classList.toggle("selected", k === i);
      g.classList.toggle("later", Boolean(this.replaying) && k > i);
      g.setAttribute("tabindex", k === i ? 0 : -1);
    });
    const box = this.scroll;
    if (!whole && (this.y[i] < box.scrollTop + 20 || this.y[i] > box.scrollTop + box.clientHeight - 30)) box.scrollTop = this.y[i] - box.clientHeight / 2;
    let on = this.on;
    for (const m of r.line.slice(this.line.length, -1)) on = after(on, m);
    on = after(on, r.line.at(-1));
    this.board.show({ on, last: r.line.at(-1), legal: [] });
    this.caption.textContent = `Decision ${count(i + 1)} of ${count(this.rows.length)} shown. Ask, below, explains a move of your own.`;
    const head = make("h2", "", `${r.number ? r.number + ". try: " : ""}${r.san} ${signs[r.verdict] || ""}`);
    const buttons = make("div", "row");
    const deeper = make("button", "", "Go deeper");
    deeper.type = "button";
    deeper.addEventListener("click", () => this.deeper(this.step));
    const ask = make("button", "", "Ask: why not …?");
    ask.type = "button";
    ask.id = "ask";
    ask.addEventListener("click", () => this.beginAsk());
    buttons.append(deeper, ask);
    this.words.replaceChildren(head, ...this.describe(r).map((t) => make("p", "", t)), buttons);
  }

  // beginAsk puts the node's position on the board, so that a move can be made there.
  beginAsk() {
    this.stopReplay();
    this.board.show({ on: this.on, legal: this.legal });
    this.caption.textContent = "Make the move that you expected: drag it, or click on its squares.";
    this.board.focus(this.legal[0]?.slice(0, 2) || "e2");
  }

  deeper(i) {
    this.line = this.rows[i].line;
    this.ask();
  }

  key(e) {
    if (e.target.closest("input, select, button, .boardlike")) return;
    const to = { ArrowDown: this.step + 1, ArrowUp: this.step - 1, Home: 0, End: this.rows.length - 1 }[e.key];
    if (to !== undefined) { this.stopReplay(); this.select(to); this.groups[this.step]?.focus({ preventScroll: true }); }
    else if (e.key === "Enter" && e.target.closest(".move")) this.deeper(this.step);
    else if (e.key === "Backspace" && this.line.length) { this.line = this.line.slice(0, -1); this.ask(); }
    else return;
    e.preventDefault();
  }

  replay() {
    if (this.replaying) { this.stopReplay(); this.select(this.step); return; }
    const slow = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1200 : 320;
    this.play.textContent = "Pause";
    this.replaying = setInterval(() => {
      if (this.step >= this.rows.length - 1) { this.stopReplay(); this.select(this.step); return; }
      this.select(this.step + 1);
    }, slow);
    this.select(this.step >= this.rows.length - 1 ? 0 : this.step);
  }

  stopReplay() {
    clearInterval(this.replaying);
    this.replaying = null;
    this.play.textContent = "Replay";
  }

  // link holds the budget, what is shown, and the line.
  link() { return this.result ? { tree: [this.sx.value, this.plies.value, this.top.value, ...this.line].join(".") } : {}; }

  follow(link) {
    const [sx, plies, top, ...line] = (link.tree || "").split(".");
    for (const [select, value] of [[this.sx, sx], [this.plies, plies], [this.top, top]]) if ([...select.options].some((o) => o.value === value)) select.value = value;
    this.wanted = line.filter((m) => /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(m));
  }

  closed(why) {
    this.stopReplay();
    this.id = null;
    this.button.textContent = "Look";
    if (why) this.summary.textContent = "";
  }
}
