// The board: drag, click, or arrow keys and Enter.

import { Arrows } from "./arrows.js";
import { castled, moved } from "./geometry.js";
import { defs, element, inWords, picture } from "./pieces.js";
import { field } from "./position.js";
import { slide } from "./slide.js";
import { t } from "./texts.js";

const files = "abcdefgh";

export class Board {
  // options: move(from, to) is called for a move by hand, edit(square) for a click in set-up.
  // On a board that is played on, plans(square) lists where a man can be planned to go, and
  // cancel() gives a planned move up and reports whether there was one; it has arrows, and its
  // men slide.
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.on = {};
    this.flipped = false;
    this.legal = [];
    this.picked = "";
    this.cursor = "e2";
    this.layers = [];
    this.turned = []; // functions that are called when the board has been turned
    if (!document.querySelector("svg.defs")) document.body.append(defs());
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", t("board.name"));
    root.addEventListener("keydown", (e) => this.key(e));
    root.addEventListener("pointerdown", (e) => this.down(e));
    root.addEventListener("focusin", (e) => { if (e.target.dataset.square) { this.cursor = e.target.dataset.square; this.keyed = true; } });
    this.build();
    if (options.plans) this.arrows = new Arrows(this);
  }

  // layer returns a drawing over the squares: its unit is a square, middle has its points.
  layer(name) {
    const svg = element("svg", { viewBox: "0 0 8 8", class: "layer " + name, "aria-hidden": "true" });
    this.layers.push(svg);
    this.root.append(svg);
    return svg;
  }

  // middle returns the middle of a square, in squares from the board's left and top.
  middle(square) {
    const x = files.indexOf(square[0]) + 0.5, y = 8.5 - square[1];
    return this.flipped ? [8 - x, 8 - y] : [x, y];
  }

  build() {
    this.squares = {};
    const rows = [];
    const ranks = this.flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    const order = this.flipped ? [...files].reverse() : [...files];
    for (const rank of ranks) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.className = "rank";
      for (const f of order) {
        const s = document.createElement("div");
        s.dataset.square = f + rank;
        s.className = "square " + ((files.indexOf(f) + rank) % 2 ? "dark" : "light");
        s.setAttribute("role", "gridcell");
        if (f === order[0]) s.dataset.rank = rank;
        if (rank === ranks[7]) s.dataset.file = f;
        this.squares[f + rank] = s;
        row.append(s);
      }
      rows.push(row);
    }
    this.root.replaceChildren(...rows, ...this.layers);
    this.drawn = {};
    this.draw();
  }

  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    const focused = this.root.contains(document.activeElement);
    this.build();
    if (focused) this.squares[this.cursor].focus();
    for (const f of this.turned) f();
  }

  // show shows a position. marks: last is a move in UCI notation, check a square, hint a move,
  // plan a planned move.
  show({ on, legal, last = "", check = "", hint = "", plan = "" }) {
    const before = this.on, lastBefore = this.marks?.last || "", same = field(before) === field(on);
    this.on = on;
    this.legal = legal || [];
    this.marks = { last, check, hint, plan };
    if (this.picked && !this.targets(this.picked).length) this.picked = "";
    if (this.arrows && !same) this.arrows.clear();
    this.draw();
    if (!this.options.plans || same) return;
    slide(this, moved(before, on, last, last === lastBefore ? "" : lastBefore).filter(([, to]) => to !== this.dropped));
    this.dropped = "";
  }

  // targets lists where a man can go, or can be planned to go. A king castles onto his rook too.
  targets(square) {
    const all = this.legal.filter((m) => m.slice(0, 2) === square).map((m) => m.slice(2, 4));
    if (!all.length) return this.options.plans ? this.options.plans(square) : all;
    const rooks = ["a", "h"].map((f) => f + square[1]).filter((rook) => all.includes(castled(this.on, square, rook)));
    return [...all, ...rooks];
  }

  draw() {
    const { last = "", check = "", hint = "", plan = "" } = this.marks || {};
    const targets = this.picked ? this.targets(this.picked) : [];
    const ends = (move, square) => move.slice(0, 2) === square || move.slice(2, 4) === square;
    for (const [name, s] of Object.entries(this.squares)) {
      const letter = this.on[name] || "";
      if (this.drawn[name] !== letter) {
        this.drawn[name] = letter;
        s.replaceChildren(picture(letter));
      }
      const is = {
        last: ends(last, name), check: check === name, hint: ends(hint, name), plan: ends(plan, name),
        picked: this.picked === name, target: targets.includes(name),
      };
      for (const [mark, set] of Object.entries(is)) s.classList.toggle(mark, set);
      s.tabIndex = name === this.cursor ? 0 : -1;
      s.setAttribute("aria-label", [name, letter ? inWords(letter) : t("board.empty"),
        is.check && t("board.inCheck"), is.picked && t("board.picked"), is.target && t("board.reached"), is.last && t("board.last"),
        is.hint && t("board.hint"), is.plan && t("board.plan.marked"), ...(this.arrows?.words(name) || [])].filter(Boolean).join(", "));
      s.setAttribute("aria-selected", is.picked);
    }
  }

  focus(square) {
    this.cursor = square;
    this.draw();
    this.squares[square].focus();
  }

  key(e) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    // After a click the arrows to the sides go through the game, not over the board.
    if (step && step[0] && !this.keyed) return;
    if (step && !e.altKey && !e.ctrlKey && !e.metaKey) {
      const sign = this.flipped ? -1 : 1;
      const file = files.indexOf(this.cursor[0]) + sign * step[0], rank = Number(this.cursor[1]) + sign * step[1];
      if (files[file] && rank >= 1 && rank <= 8) this.focus(files[file] + rank);
    } else if (e.key === "Enter" && e.shiftKey && this.arrows) this.arrows.key(this.cursor);
    else if (e.key === "Enter" || e.key === " ") this.choose(this.cursor);
    else if (e.key === "Escape") { this.picked = ""; this.arrows?.clear(); this.options.cancel?.(); this.draw(); }
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // choose picks the piece on a square, or moves the picked piece there.
  choose(square) {
    if (this.options.edit && this.options.edit(square)) return;
    const from = this.picked;
    this.picked = "";
    if (from && from !== square && (this.targets(from).includes(square) || !this.targets(square).length)) {
      this.draw();
      this.options.move(from, castled(this.on, from, square) || square);
      return;
    }
    if (from !== square) {
      if (this.on[square]) this.picked = square;
      else this.options.none(square);
    }
    this.draw();
  }

  squareAt(x, y) {
    const e = document.elementFromPoint(x, y);
    const s = e && e.closest && e.closest(".square");
    return s && this.root.contains(s) ? s.dataset.square : "";
  }

  // down begins a click or a drag; with the right button, an arrow.
  down(e) {
    const s = e.target.closest(".square");
    if (s && e.button === 2 && this.arrows) {
      if (!this.options.cancel()) this.arrows.down(e);
      return;
    }
    if (!s || e.button > 0) return;
    e.preventDefault();
    this.arrows?.clear();
    this.dropped = "";
    const from = s.dataset.square;
    this.cursor = from;
    s.focus({ preventScroll: true });
    this.keyed = false; // the square got the focus by hand, not by keyboard
    this.carry(e, s, from);
  }

  // lift shows the piece of a square in the hand.
  lift(square, from) {
    const carried = picture(this.on[from]);
    carried.classList.add("carried");
    carried.style.width = carried.style.height = square.getBoundingClientRect().width + "px";
    document.body.append(carried);
    square.classList.add("lifted");
    this.picked = from;
    this.draw();
    return carried;
  }

  // carry follows the pointer from a square until it is up.
  carry(start, square, from) {
    let carried = null;
    const wasPicked = this.picked;
    const move = (ev) => {
      if (!carried && Math.hypot(ev.clientX - start.clientX, ev.clientY - start.clientY) > 6 && this.on[from]) carried = this.lift(square, from);
      if (!carried) return;
      carried.style.left = ev.clientX + "px";
      carried.style.top = ev.clientY + "px";
      const over = this.squareAt(ev.clientX, ev.clientY);
      for (const [name, q] of Object.entries(this.squares)) q.classList.toggle("over", name === over);
    };
    const up = (ev) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      for (const q of Object.values(this.squares)) q.classList.remove("over", "lifted");
      if (!carried) {
        if (ev.type === "pointerup") { this.picked = wasPicked; this.choose(from); }
        return;
      }
      carried.remove();
      this.picked = "";
      this.draw();
      if (ev.type === "pointerup") this.drop(from, this.squareAt(ev.clientX, ev.clientY));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  // drop puts a carried piece down: to is "" beside the board.
  drop(from, to) {
    if (to === from) return;
    this.dropped = castled(this.on, from, to) || to;
    if (this.options.drop) this.options.drop(from, to, this.dropped);
    else if (to) this.options.move(from, this.dropped);
  }
}
