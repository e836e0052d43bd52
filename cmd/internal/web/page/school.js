// How a chess computer of 1981 thinks, in five stations: each a position, what the search did
// there, and one thing to try. All that is shown comes from searches of the program.

import { Board } from "./board.js";
import { placement } from "./position.js";
import { Client } from "./client.js";
import { make } from "./pieces.js";
import { chooser, fill, t } from "./texts.js";
import { describe } from "./treewords.js";
import { Sheet } from "./ribbons.js";
import { count } from "./words.js";

const $ = (id) => document.getElementById(id);
const client = new Client();
globalThis.searchex = client; // for tests

// The stations. A try is a button or a slider: what it changes of the order of the search.
const opening = "r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 8";
const stations = [
  { key: "budget", fen: opening, sx: 10, budgets: [10, 14, 18, 22, 26, 34] },
  { key: "swap", fen: "4k3/2p1p3/3p4/8/8/8/3Q4/3RK3 w - - 0 1", sx: 10, other: { fen: "4k3/8/3p4/8/8/8/3Q4/3RK3 w - - 0 1" } },
  { key: "window", fen: opening, sx: 26, plies: 2, of: (r) => r.line.length === 1 && r.alpha !== undefined, other: { profile: "uniform", sx: 16 } },
  { key: "killer", fen: "8/pp3p2/4k1p1/3p4/3P1P2/1P2K1P1/P7/8 w - - 0 1", sx: 34, plies: 2, of: (r) => r.line.length === 2 && /killer/.test(r.category), other: { sx: 26 } },
];

class Station {
  constructor(s, number) {
    Object.assign(this, { s, number, order: { fen: s.fen, profile: "sx81", sx: s.sx, plies: s.plies || 1 }, moves: [], id: null, next: 1, tried: false });
    this.root = make("section", "station card");
    this.root.id = s.key;
    const title = make("h2", "", `${number}. ${t(`school.${s.key}.title`)}`);
    title.id = s.key + "-title";
    this.root.setAttribute("aria-labelledby", title.id);
    const glass = make("div", "glass"), board = make("div", "boardlike");
    glass.append(board);
    const move = (from, to) => to && this.move(from, to);
    this.board = new Board(board, { move, drop: move, none: () => {} });
    board.setAttribute("aria-label", t("school.board"));
    this.found = make("p", "found");
    this.found.setAttribute("aria-live", "polite");
    this.rows = make("ol", "tries");
    this.rows.tabIndex = 0;
    this.rows.setAttribute("aria-label", t("school.rows"));
    this.words = make("div", "words");
    this.words.setAttribute("aria-live", "polite");
    const seen = make("div", "seen"), left = make("div");
    left.append(glass, this.controls());
    seen.append(left, this.picture());
    this.root.append(title, make("p", "", t(`school.${s.key}.text`)), make("p", "task", t(`school.${s.key}.task`)), seen);
  }

  picture() {
    const d = make("div");
    d.append(this.found, this.rows, this.words);
    return d;
  }

  // controls are what there is to try.
  controls() {
    const row = make("div", "row");
    if (this.s.budgets) {
      const label = make("label", "", t("school.budget.label")), range = make("input"), out = make("output", "", String(this.s.sx));
      range.type = "range";
      range.max = this.s.budgets.length - 1;
      range.value = this.s.budgets.indexOf(this.s.sx);
      range.addEventListener("input", () => {
        out.textContent = this.order.sx = this.s.budgets[range.value];
        this.ask();
      });
      label.append(range, out);
      row.append(label);
    }
    if (this.s.other) {
      const b = this.toggle = make("button", "", t(`school.${this.s.key}.try`));
      b.type = "button";
      b.setAttribute("aria-pressed", "false");
      b.addEventListener("click", () => {
        this.tried = !this.tried;
        b.setAttribute("aria-pressed", this.tried);
        this.reset();
      });
      row.append(b);
    }
    const again = make("button", "", t("school.again"));
    again.type = "button";
    again.addEventListener("click", () => this.reset());
    row.append(again);
    return row;
  }

  reset() {
    this.moves = [];
    Object.assign(this.order, { fen: this.s.fen, profile: "sx81", sx: this.s.budgets ? this.order.sx : this.s.sx }, this.tried ? this.s.other : {});
    this.ask();
  }

  move(from, to) {
    const move = this.legal.find((m) => m.startsWith(from + to));
    if (!move) return;
    this.moves.push(move.length === 5 ? from + to + "q" : move);
    this.ask();
  }

  ask() {
    if (this.id) client.stop(this.id);
    const id = this.id = `${this.s.key}-${this.next++}`;
    client.search(id, { engine: "go", ...this.order, moves: this.moves, line: [], top: 20 }, (m) => {
      if (id !== this.id) return;
      this.id = null;
      if (m.type === "tree") this.show(m);
      else if (m.text) this.found.textContent = m.text;
    }, "tree");
  }

  show(m) {
    this.legal = m.legal;
    this.board.show({ on: placement(m.fen), legal: m.legal, last: this.moves.at(-1) });
    const sheet = new Sheet({ sx: m.sx, budget: m.sx, depth: this.order.plies });
    sheet.addAll(m.moves);
    const shown = sheet.rows.filter(this.s.of || ((r) => r.line.length === 1));
    this.found.textContent = m.san.length ? t("school.found", m.san.join(" "), count(m.nodes), m.sx) : m.summary;
    this.rows.replaceChildren(...shown.map((r) => this.row(r, sheet)));
    this.words.replaceChildren(make("p", "hint", shown.length ? t("school.choose") : t(`school.${this.s.key}.none`)));
  }

  // row is a move of the search: its name after the move before it, its price as a bar of the
  // budget, and its end. A click says all of it in words.
  row(r, sheet) {
    const li = make("li"), b = make("button"), bar = make("span", "bar"), fill = make("span"), gone = make("span", "gone");
    b.type = "button";
    const before = sheet.before(r) || 1, left = Math.max(r.sx_left ?? 0, 0);
    fill.style.setProperty("width", `${100 * left / sheet.budget}%`);
    gone.style.setProperty("width", `${100 * Math.max(Math.min(r.price ?? 0, before), 0) / sheet.budget}%`);
    bar.append(fill, gone);
    b.append(make("b", r.pv ? "pv" : "", (r.up ? r.up.san + " " : "") + r.san), bar, make("span", "price", r.price === undefined ? t("school.noprice") : t("school.price", r.price, Math.max(r.sx_left, 0))));
    b.addEventListener("click", () => {
      for (const x of this.rows.querySelectorAll("[aria-current]")) x.removeAttribute("aria-current");
      b.setAttribute("aria-current", "true");
      this.words.replaceChildren(...describe(sheet, r).map((x) => make("p", "", x)));
    });
    li.append(b);
    return li;
  }
}

// Assembly is the last station: the program of the 6502 while it searches, at a clock so slow
// that one can read along.
class Assembly extends Station {
  picture() {
    this.listing = make("pre", "source listing");
    this.listing.tabIndex = 0;
    this.listing.setAttribute("aria-label", t("school.assembly.listing"));
    const d = make("div");
    d.append(this.found, this.listing);
    return d;
  }

  controls() {
    const row = make("div", "row"), b = this.toggle = make("button", "", t("school.assembly.try"));
    b.type = "button";
    b.addEventListener("click", () => (this.id ? client.stop(this.id) : this.crawl()));
    row.append(b);
    return row;
  }

  crawl() {
    const id = this.id = `${this.s.key}-${this.next++}`;
    this.toggle.textContent = t("school.assembly.stop");
    client.search(id, { engine: "6502", profile: "sx81", fen: this.s.fen, moves: [], nodes: 1000, hz: 40, places: true }, (m) => {
      if (id === this.id && m.type === "progress" && m.place) this.place(m);
      if (id !== this.id || m.type === "progress") return;
      this.id = null;
      this.toggle.textContent = t("school.assembly.try");
    });
  }

  place(m) {
    const p = m.place;
    this.found.textContent = t("school.assembly.at", p.label, count(m.cycles));
    this.listing.replaceChildren(...p.lines.map((text, i) => make("span", p.first + i === p.line ? "now" : "", text.replaceAll("\t", "    ") + "\n")));
  }
}

fill();
chooser(document.querySelector(".tools"));
const all = stations.map((s, i) => new Station(s, i + 1));
const last = new Assembly({ key: "assembly", fen: opening, sx: 10 }, stations.length + 1);
$("stations").append(...[...all, last].map((s) => s.root));
client.on("open", async () => {
  await client.ask("hello");
  for (const s of [...all, last]) if (s !== last) s.ask(); else s.board.show({ on: placement(opening), legal: [] });
  document.body.dataset.ready = "yes";
});
client.on("closed", (why) => { $("notice").textContent = why; $("notice").hidden = false; });
client.start();
