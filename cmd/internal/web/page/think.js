// Thinking aloud: while the machine thinks, the line that it tries is drawn over its board as thin
// arrows, and the best line so far.

import { element } from "./pieces.js";
import { t } from "./texts.js";

const longest = 6, bestShown = 3; // arrows of a line
const every = 320, restful = 1000; // milliseconds between two pictures; restful with reduced motion
const cheap = [176, 34, 8], dear = [70, 64, 156]; // colours of prices
const dearest = 20; // the price from which on the colour is dear

// colour is that of a price.
function colour(price) {
  const part = Math.min(Math.max(price - 1, 0) / (dearest - 1), 1);
  return `rgb(${cheap.map((c, i) => Math.round(c + part * (dear[i] - c))).join(" ")})`;
}

// arrowsOf returns the arrows of a display message, each with a key that stays while it does.
export function arrowsOf(m) {
  if (!m?.thinking) return [];
  const best = m.line.slice(0, bestShown).map((move, i) => ({
    key: `best ${i} ${move}`, move, kind: "best", colour: null, strength: 0.8 - 0.22 * i, line: m.line.slice(0, i + 1),
  }));
  const path = m.trying || [], budget = path.length ? path[0].price + path[0].sx_left : 1;
  const tried = path.slice(0, longest).map((x, i, all) => ({
    key: `try ${i} ${x.move} ${x.price}`, move: x.move, kind: "try", colour: colour(x.price), strength: 0.38 + 0.62 * Math.max(x.sx_left, 0) / Math.max(budget, 1),
    left: i === all.length - 1 ? x.sx_left : null, line: path.slice(0, i + 1).map((y) => y.move),
  }));
  return [...best, ...tried];
}

export class Think {
  // open(line, budget) is called for a click on an arrow.
  constructor(computer, store, open) {
    Object.assign(this, { computer, store, open, drawn: new Map(), at: 0, timer: 0 });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.board = document.getElementById("board");
    this.svg = element("svg", { class: "think", viewBox: "0 0 8 8", "aria-hidden": "true", focusable: "false" });
    this.board.after(this.svg);
    new ResizeObserver(() => this.place()).observe(this.board);
    this.buildButtons();
    this.turn(store.setting("think") !== "off");
    document.addEventListener("keydown", (e) => {
      if (e.key !== "." || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, textarea, select, dialog") || document.getElementById("computer").hidden) return;
      this.toggle.click();
      e.preventDefault();
    });
  }

  buildButtons() {
    const b = this.toggle = document.createElement("button");
    Object.assign(b, { id: "think", className: "quiet", type: "button", textContent: t("think.toggle"), title: t("think.title") });
    b.setAttribute("aria-keyshortcuts", ".");
    b.addEventListener("click", () => {
      this.turn(!this.on);
      this.store.setting("think", this.on ? "on" : "off");
    });
    document.querySelector("#board-choices .row").append(b);
    const go = this.go = document.createElement("button");
    Object.assign(go, { id: "think-open", type: "button", textContent: t("think.open"), hidden: true });
    go.addEventListener("click", () => this.follow((this.m?.trying || []).map((x) => x.move)));
    const legend = this.legend = document.createElement("p");
    legend.className = "hint";
    for (const [kind, text] of [["cheap", t("think.cheap")], ["dear", t("think.dear")], ["best", t("think.best")]]) {
      const s = document.createElement("span");
      s.className = "swatch " + kind;
      s.textContent = text;
      legend.append(s, " ");
    }
    legend.append(t("think.number"));
    document.querySelector("#computer .thoughts").append(legend, go);
  }

  turn(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", on);
    this.legend.hidden = !on;
    this.draw();
  }

  // follow opens the tree at the end of a line, with the budget of the search under way.
  follow(line) {
    const path = this.m?.trying || [];
    this.open(line, path.length ? path[0].price + path[0].sx_left : this.m?.sx);
  }

  // show shows a display message, not at once if a picture is still new.
  show(m) {
    const before = this.m;
    this.m = m;
    this.go.hidden = !m.thinking || !m.trying?.length;
    if (m.thinking && before?.thinking) {
      const wait = this.at + (this.still.matches ? restful : every) - performance.now();
      if (wait > 0) this.timer ||= setTimeout(() => this.draw(), wait);
      else this.draw();
    } else this.draw();
  }

  // place puts the picture over the board.
  place() {
    const s = this.svg.style, b = this.board;
    [s.left, s.top, s.width, s.height] = [b.offsetLeft, b.offsetTop, b.offsetWidth, b.offsetHeight].map((v) => v + "px");
  }

  draw() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.at = performance.now();
    const flipped = this.computer.board?.flipped, arrows = this.on ? arrowsOf(this.m) : [];
    if (flipped !== this.flipped) this.clear();
    this.flipped = flipped;
    const keys = new Set(arrows.map((a) => a.key));
    for (const [key, g] of this.drawn) if (!keys.has(key)) this.fade(key, g);
    for (const a of arrows) {
      let g = this.drawn.get(a.key);
      if (!g) {
        g = this.build(a);
        this.drawn.set(a.key, g);
        this.svg.append(g);
        if (!this.still.matches) g.getBoundingClientRect(); // so that it fades in
      }
      g.arrow = a;
      g.style.opacity = 1;
      g.body.style.opacity = a.strength.toFixed(2);
      this.number(g, a.left);
    }
  }

  clear() {
    this.drawn.clear();
    this.svg.replaceChildren();
  }

  // fade takes an arrow away, slowly unless little motion is wanted.
  fade(key, g) {
    this.drawn.delete(key);
    g.style.opacity = 0;
    g.classList.add("gone");
    if (this.still.matches || document.hidden) g.remove();
    else setTimeout(() => g.remove(), 450);
  }

  build(a) {
    const { board } = this.computer, [x, y] = board.middle(a.move.slice(0, 2)), [u, v] = board.middle(a.move.slice(2, 4));
    const long = Math.hypot(u - x, v - y), dx = (u - x) / long, dy = (v - y) / long;
    const on = (d) => [x + d * dx, y + d * dy], tip = long - 0.12, neck = tip - 0.26;
    const [[ax, ay], [nx, ny], [tx, ty]] = [on(0.3), on(neck), on(tip)], w = 0.13;
    const shape = `M${ax} ${ay}L${nx} ${ny}M${tx} ${ty}L${nx + w * dy} ${ny - w * dx}L${nx - w * dy} ${ny + w * dx}z`;
    const g = element("g", { class: "arrow " + a.kind });
    g.dataset.move = a.move;
    if (!this.still.matches) g.style.opacity = 0;
    const line = element("path", { class: "shaft", d: shape });
    if (a.colour) { line.style.stroke = a.colour; line.style.fill = a.colour; }
    // Only the middle of an arrow takes clicks: the squares at its ends are for pieces.
    const [hx, hy] = on(0.36), [kx, ky] = on(long - 0.36), hit = element("path", { class: "hit", d: `M${hx} ${hy}L${kx} ${ky}` });
    hit.addEventListener("pointerdown", (e) => this.press(e, g));
    g.body = element("g", {}, element("path", { class: "halo", d: shape }), line);
    g.append(g.body, hit);
    g.middle = on(Math.max(long * 0.5, 0.45));
    return g;
  }

  // press follows the arrow that was under the pointer when it went down.
  press(e, g) {
    if (e.button > 0) return;
    e.preventDefault();
    const { line } = g.arrow;
    addEventListener("pointerup", () => this.follow(line), { once: true });
  }

  // number shows how much SX is left at the end of the line.
  number(g, left) {
    if (left === null || left === undefined) { g.mark?.remove(); g.mark = null; return; }
    if (!g.mark) {
      const [x, y] = g.middle;
      g.mark = element("g", { class: "left" });
      g.mark.append(element("rect", { x: x - 0.25, y: y - 0.17, width: 0.5, height: 0.34, rx: 0.1 }), element("text", { x, y: y + 0.09 }));
      g.append(g.mark);
    }
    const text = g.mark.lastChild;
    if (text.textContent !== String(left)) text.textContent = left;
  }
}
