// Arrows and circles that a hand draws on a board: with the right button, or with Shift+Enter
// on two squares.

import { element } from "./pieces.js";
import { t } from "./texts.js";

const colours = ["green", "red", "blue", "yellow"];

// colour is by the modifier keys: shift or ctrl red, alt blue, both yellow.
const colour = (e) => colours[(e.shiftKey || e.ctrlKey ? 1 : 0) + (e.altKey ? 2 : 0)];

export class Arrows {
  constructor(board) {
    this.board = board;
    this.all = new Map(); // colours by squares: e2e4 is an arrow, e4e4 a circle
    this.from = ""; // where an arrow of the keyboard begins
    this.layer = board.layer("arrows");
    board.turned.push(() => this.draw());
    board.root.addEventListener("contextmenu", (e) => e.preventDefault());
  }

  // down begins an arrow or a circle.
  down(e) {
    const from = this.board.squareAt(e.clientX, e.clientY), ink = colour(e);
    const at = (ev) => from + this.board.squareAt(ev.clientX, ev.clientY);
    const move = (ev) => this.draw(at(ev), ink);
    const up = (ev) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (ev.type === "pointerup") this.toggle(at(ev), ink); else this.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    move(e);
  }

  // key begins an arrow at a square, or ends it there; on the same square it is a circle.
  key(square) {
    if (this.from) this.toggle(this.from + square, colours[0]);
    this.from = this.from ? "" : square;
    this.board.draw();
  }

  toggle(squares, ink) {
    if (squares.length === 4) {
      if (this.all.get(squares) === ink) this.all.delete(squares); else this.all.set(squares, ink);
    }
    this.draw();
    this.board.draw();
  }

  clear() {
    if (!this.all.size && !this.from) return;
    this.all.clear();
    this.from = "";
    this.draw();
    this.board.draw();
  }

  // words are what a screen reader says of a square's marks.
  words(square) {
    const all = [...this.all.keys()].filter((s) => s.slice(0, 2) === square).map((s) => s.slice(2) === square ? t("board.circle") : t("board.arrow", s.slice(2)));
    if (this.from === square) all.push(t("board.arrow.begins"));
    return all;
  }

  draw(squares, ink) {
    const all = [...this.all].map(([s, c]) => this.shape(s, c));
    if (squares?.length === 4) all.push(this.shape(squares, ink));
    this.layer.replaceChildren(...all);
  }

  shape(squares, ink) {
    const [x, y] = this.board.middle(squares.slice(0, 2)), [u, v] = this.board.middle(squares.slice(2));
    if (x === u && y === v) return element("circle", { cx: x, cy: y, r: 0.45, class: "circle " + ink, "data-mark": squares });
    const far = Math.hypot(u - x, v - y), dx = (u - x) / far, dy = (v - y) / far;
    const point = (along, across) => `${u - along * dx - across * dy} ${v - along * dy + across * dx}`;
    return element("path", {
      d: `M${x + 0.2 * dx} ${y + 0.2 * dy}L${point(0.4, 0)}M${point(0.05, 0)}L${point(0.45, 0.22)}L${point(0.45, -0.22)}z`, class: "arrow " + ink, "data-mark": squares,
    });
  }
}
