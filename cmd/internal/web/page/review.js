// The review of a game: the value of each move, the moves that lost, and what was better.

import { element, make } from "./pieces.js";
import { sideOf } from "./moves.js";
import { t } from "./texts.js";
import { download } from "./pgn.js";

const budgets = [2000, 20000, 100000]; // moves evaluated for each position
const most = 6; // pawns at the edge of the picture
const width = 600, height = 150;

// pawnsOf is the height of a value, White's side up: of "+0.38", "#-3", or "mate" by a move of
// a side.
export function pawnsOf(value, white) {
  if (value === "mate") return white ? most : -most;
  if (value[0] === "#") return value[1] === "-" ? -most : most;
  return Math.max(-most, Math.min(most, Number(value)));
}

export class Review {
  // why(ply) shows why the machine prefers another move to that of a half-move, from 0.
  constructor(client, computer, { announce, why }) {
    Object.assign(this, { client, computer, announce, why, id: null, next: 1, moves: [], of: "" });
    this.root = make("section", "card review");
    this.root.id = "review";
    const title = make("h2", "", t("review.title"));
    title.id = "review-title";
    this.root.setAttribute("aria-labelledby", title.id);
    this.start = make("button", "", t("review.start"));
    this.start.type = "button";
    this.start.addEventListener("click", () => (this.id ? this.client.stop(this.id) : this.begin()));
    this.nodes = make("select");
    this.nodes.setAttribute("aria-label", t("review.depth"));
    this.nodes.append(...budgets.map((n, i) => new Option(t("review.depth." + i), n)));
    this.bar = make("progress");
    this.bar.hidden = true;
    this.bar.setAttribute("aria-label", t("review.progress"));
    this.said = make("p", "hint");
    this.picture = make("div", "course");
    this.slips = make("ol", "slips");
    this.save = make("button", "", t("review.save"));
    this.save.type = "button";
    this.save.addEventListener("click", () => download(this.pgn, `searchex-review-${this.computer.game.board}.pgn`));
    const row = make("div", "row");
    row.append(this.start, this.nodes, this.bar);
    this.root.append(title, row, this.said, this.picture, this.slips, this.save);
    computer.changed.push(() => this.show());
    this.clear();
  }

  // line is the game on the board as far as its moves go, by which a review is told from
  // that of another game.
  line() {
    const g = this.computer.game;
    return g ? g.start + " " + g.moves.map((m) => m.uci).join(" ") : "";
  }

  clear() {
    Object.assign(this, { moves: [], of: "", pgn: "" });
    this.said.textContent = t("review.about");
    this.show();
  }

  async begin() {
    const of = this.line(), id = this.id = "review-" + this.next++;
    this.start.textContent = t("review.stop");
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    try {
      const { pgn } = await this.client.ask("save");
      this.client.search(id, { pgn, nodes: Number(this.nodes.value) }, (m) => this.receive(m, of), "review");
    } catch (err) {
      this.receive({ type: "error", text: err.message }, of);
    }
  }

  receive(m, of) {
    if (m.type === "judging") {
      this.bar.max = m.of;
      this.bar.value = m.done;
      return;
    }
    this.id = null;
    this.start.textContent = t("review.start");
    this.bar.hidden = true;
    if (m.type !== "reviewed") {
      this.said.textContent = m.type === "stopped" ? t("review.stopped") : m.text;
      return;
    }
    Object.assign(this, { moves: m.moves, pgn: m.pgn, of });
    const bad = m.moves.filter((v) => v.glyph).length;
    this.said.textContent = t(bad ? "review.found" : "review.clean", bad, m.by);
    this.announce(this.said.textContent);
    this.show();
  }

  // show shows the review if it is that of the game on the board.
  show() {
    const g = this.computer.game, mine = this.moves.length > 0 && this.of === this.line();
    this.start.disabled = !this.id && !g?.moves.length;
    this.picture.hidden = this.slips.hidden = this.save.hidden = !mine;
    if (!mine) {
      if (this.moves.length && !this.id) this.clear();
      return;
    }
    this.draw();
    const buttons = document.querySelectorAll("#moves li button");
    this.moves.forEach((v, i) => {
      if (!v.glyph || !buttons[i] || buttons[i].querySelector(".glyph")) return;
      buttons[i].firstChild.after(make("b", "glyph", v.glyph));
    });
    this.slips.replaceChildren(...this.moves.flatMap((v, i) => (v.glyph ? [this.slip(v, i)] : [])));
  }

  white(i) { return sideOf(this.computer.game, i) === "white"; }

  // draw draws the values by half-move.
  draw() {
    const g = this.computer.game, step = width / this.moves.length, middle = height / 2;
    const x = (i) => step * (i + 0.5), y = (i) => middle - pawnsOf(this.moves[i].eval, this.white(i)) / most * (middle - 8);
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("review.picture") });
    const points = this.moves.map((_, i) => `${x(i).toFixed(1)},${y(i).toFixed(1)}`).join(" ");
    svg.append(
      element("polygon", { class: "area", points: `${x(0)},${middle} ${points} ${x(this.moves.length - 1)},${middle}` }),
      element("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }),
      element("polyline", { class: "values", points }),
    );
    if (g.at) svg.append(element("line", { class: "at", x1: x(g.at - 1), x2: x(g.at - 1), y1: 0, y2: height }));
    this.moves.forEach((v, i) => {
      if (v.glyph) svg.append(element("circle", { class: v.glyph === "??" ? "blunder" : "slip", cx: x(i), cy: y(i), r: 5 }));
    });
    svg.addEventListener("click", (e) => {
      const box = svg.getBoundingClientRect();
      this.computer.goTo(Math.min(this.moves.length, Math.floor((e.clientX - box.left) / box.width * this.moves.length) + 1));
    });
    this.picture.replaceChildren(svg);
  }

  // slip is a row of the list: a move that lost, with what was better.
  slip(v, i) {
    const g = this.computer.game, li = make("li"), go = make("button", "", `${this.number(i)} ${v.san}${v.glyph}`), why = make("button", "quiet", t("review.why"));
    go.type = why.type = "button";
    go.title = t("review.go");
    go.addEventListener("click", () => this.computer.goTo(i));
    if (g.at === i) go.setAttribute("aria-current", "true");
    why.setAttribute("aria-label", t("review.whynot", v.san));
    why.addEventListener("click", () => this.why(i));
    li.append(go, make("span", "", t("review.lost", (v.loss / 100).toFixed(2), v.best_san.join(" "))), why);
    return li;
  }

  // number is that of a half-move, as a game is written: 12. or 12…
  number(i) {
    const g = this.computer.game, half = (g.first === "white" ? 0 : 1) + i;
    return g.number + Math.floor(half / 2) + (half % 2 ? "…" : ".");
  }
}
