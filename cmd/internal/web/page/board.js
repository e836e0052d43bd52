// The board: drag, click, or arrow keys and Enter.

import { defs, inWords, picture } from "./pieces.js";

const files = "abcdefgh";

// first is the position in which a game begins.
export const first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// placement reads the first field of a FEN: letters by square.
export function placement(fen) {
  const on = {};
  fen.split(" ")[0].split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else on[files[file++] + (8 - i)] = c;
    }
  });
  return on;
}

// field writes the first field of a FEN.
export function field(on) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "", empty = 0;
    for (const f of files) {
      const c = on[f + rank];
      if (!c) { empty++; continue; }
      row += (empty || "") + c;
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

export class Board {
  // options: move(from, to) is called for a move by hand, edit(square) for a click in set-up.
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.on = {};
    this.flipped = false;
    this.legal = [];
    this.picked = "";
    this.cursor = "e2";
    if (!document.querySelector("svg.defs")) document.body.append(defs());
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", "Chess board");
    root.addEventListener("keydown", (e) => this.key(e));
    root.addEventListener("pointerdown", (e) => this.down(e));
    root.addEventListener("focusin", (e) => { if (e.target.dataset.square) { this.cursor = e.target.dataset.square; this.keyed = true; } });
    this.build();
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
    this.root.replaceChildren(...rows);
    this.drawn = {};
    this.draw();
  }

  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    const focused = this.root.contains(document.activeElement);
    this.build();
    if (focused) this.squares[this.cursor].focus();
  }

  // show shows a position. marks: last is a move in UCI notation, check a square, hint a move.
  show({ on, legal, last, check, hint }) {
    this.on = on;
    this.legal = legal || [];
    this.marks = { last: last || "", check: check || "", hint: hint || "" };
    if (this.picked && !this.movesFrom(this.picked).length) this.picked = "";
    this.draw();
  }

  movesFrom(square) { return this.legal.filter((m) => m.slice(0, 2) === square); }

  draw() {
    const { last = "", check = "", hint = "" } = this.marks || {};
    const targets = this.picked ? this.movesFrom(this.picked).map((m) => m.slice(2, 4)) : [];
    for (const [name, s] of Object.entries(this.squares)) {
      const letter = this.on[name] || "";
      if (this.drawn[name] !== letter) {
        this.drawn[name] = letter;
        s.replaceChildren(picture(letter));
      }
      const is = {
        last: last.slice(0, 2) === name || last.slice(2, 4) === name, check: check === name,
        hint: hint.slice(0, 2) === name || hint.slice(2, 4) === name, picked: this.picked === name, target: targets.includes(name),
      };
      for (const [mark, set] of Object.entries(is)) s.classList.toggle(mark, set);
      s.tabIndex = name === this.cursor ? 0 : -1;
      s.setAttribute("aria-label", [name, letter ? inWords(letter) : "empty",
        is.check && "in check", is.picked && "picked", is.target && "can be reached", is.last && "last move", is.hint && "hint"].filter(Boolean).join(", "));
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
    } else if (e.key === "Enter" || e.key === " ") this.choose(this.cursor);
    else if (e.key === "Escape") { this.picked = ""; this.draw(); }
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // choose picks the piece on a square, or moves the picked piece there.
  choose(square) {
    if (this.options.edit && this.options.edit(square)) return;
    const from = this.picked;
    this.picked = "";
    if (from && from !== square && !(this.on[square] && this.movesFrom(square).length)) {
      this.draw();
      this.options.move(from, square);
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

  // down begins a click or a drag.
  down(e) {
    const s = e.target.closest(".square");
    if (!s || e.button > 0) return;
    e.preventDefault();
    const from = s.dataset.square;
    this.cursor = from;
    s.focus({ preventScroll: true });
    this.keyed = false; // the square got the focus by hand, not by keyboard
    const start = { x: e.clientX, y: e.clientY };
    let carried = null;
    const wasPicked = this.picked;
    const move = (ev) => {
      if (!carried && Math.hypot(ev.clientX - start.x, ev.clientY - start.y) > 6 && this.on[from]) {
        const size = s.getBoundingClientRect().width;
        carried = picture(this.on[from]);
        carried.classList.add("carried");
        carried.style.width = carried.style.height = size + "px";
        document.body.append(carried);
        s.classList.add("lifted");
        this.picked = from;
        this.draw();
      }
      if (carried) {
        carried.style.left = ev.clientX + "px";
        carried.style.top = ev.clientY + "px";
        const over = this.squareAt(ev.clientX, ev.clientY);
        for (const [name, q] of Object.entries(this.squares)) q.classList.toggle("over", name === over);
      }
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
      const to = this.squareAt(ev.clientX, ev.clientY);
      this.picked = "";
      this.draw();
      if (ev.type === "pointerup" && to !== from) this.options.drop ? this.options.drop(from, to) : to && this.options.move(from, to);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }
}
