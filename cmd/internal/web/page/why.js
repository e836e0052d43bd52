// Why not this move? A move of the position on the board that is made with Shift, or after the button,
// is explained in "Where it looks" instead of played. So is one that is typed after the word why.

import { t } from "./texts.js";

export class Why {
  // open(move) explains a move.
  constructor(computer, open) {
    Object.assign(this, { computer, open, on: false, shift: false });
    for (const kind of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(kind, (e) => { this.shift = e.shiftKey; }, true);
    const b = this.button = document.createElement("button");
    Object.assign(b, { id: "why-not", type: "button", textContent: t("why.button"), title: t("why.title") });
    b.addEventListener("click", () => this.turn(!this.on));
    document.addEventListener("keydown", (e) => { if (e.key === "Escape" && this.on) this.turn(false); });
    document.querySelector("#computer .thoughts").append(" ", b);
    this.turn(false, true);
  }

  turn(on, silent) {
    this.on = on;
    this.button.setAttribute("aria-pressed", on);
    if (!silent) this.computer.tell(t(on ? "why.make" : "why.off"));
  }

  // takes reports whether a move by hand is to be explained. Then it is.
  takes(from, to) {
    if (!this.on && !this.shift) return false;
    this.shift = false;
    this.turn(false, true);
    const moves = this.computer.game.legal.filter((m) => m.startsWith(from + to));
    this.open(moves.find((m) => m[4] === "q") || moves[0] || from + to);
    return true;
  }

  // takesText does the same with what was typed.
  takesText(text) {
    const [word, ...rest] = text.trim().split(/\s+/);
    if (word.toLowerCase() !== "why") return false;
    const move = rest.filter((x) => x.toLowerCase() !== "not").join(" ").replace(/\?+$/, "");
    if (move) this.open(move);
    else this.turn(true);
    return true;
  }
}
