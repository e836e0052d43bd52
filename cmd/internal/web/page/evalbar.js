// The evaluation bar: beside the board, who is ahead by the machine's own value.

import { sideOf } from "./moves.js";
import { t } from "./texts.js";
import { valueWords } from "./words.js";

// forWhite is a value, in the words of the protocol, as pawns for White; a mate is infinite.
export function forWhite(value, side) {
  const own = value.startsWith("mated") ? -Infinity : value.startsWith("mate") ? Infinity : Number(value);
  return side === "white" ? own : -own;
}

// share is White's part of the bar, 0 to 1: half at 0, three quarters at about 3 pawns.
export function share(pawns) { return 1 / (1 + Math.exp(-0.37 * pawns)); }

// latest is the latest value of the position on the board: { value, side } of the search under
// way, or of the last move that has one; null if there is none.
function latest({ game, display }) {
  if (display?.thinking && display.value) return { value: display.value, side: display.side };
  for (let i = game.at - 1; i >= 0 && i >= game.at - 2; i--) {
    if (game.moves[i].value) return { value: game.moves[i].value, side: sideOf(game, i) };
  }
  return null;
}

export class EvalBar {
  constructor(computer) {
    this.computer = computer;
    this.bar = document.createElement("div");
    this.bar.className = "evalbar";
    this.bar.id = "evalbar";
    this.bar.setAttribute("role", "meter");
    this.bar.setAttribute("aria-label", t("board.evalbar"));
    this.bar.setAttribute("aria-valuemin", 0);
    this.bar.setAttribute("aria-valuemax", 100);
    this.white = document.createElement("div");
    this.bar.append(this.white);
    this.glass = computer.board.root.parentElement;
    this.glass.prepend(this.bar);
    for (const list of [computer.changed, computer.displayed, computer.board.turned]) list.push(() => this.draw());
    this.show(false);
  }

  show(on) {
    this.on = on;
    this.bar.hidden = !on;
    this.glass.classList.toggle("barred", on);
    this.draw();
  }

  draw() {
    const { game, board } = this.computer;
    if (!this.on || !game) return;
    const now = latest(this.computer), ended = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 }[game.result];
    const white = ended ?? (now ? share(forWhite(now.value, now.side)) : 0.5);
    this.bar.classList.toggle("turned", board.flipped);
    this.white.style.height = 100 * white + "%";
    this.bar.setAttribute("aria-valuenow", Math.round(100 * white));
    const text = ended !== undefined ? game.result : !now ? t("board.evalbar.none")
      : now.value.startsWith("mate") ? t("board.evalbar." + now.side, valueWords(now.value)) : signed(forWhite(now.value, now.side));
    this.bar.setAttribute("aria-valuetext", text);
    this.bar.title = t("board.evalbar") + ": " + text;
  }
}

// signed writes pawns with their sign.
function signed(pawns) { return (pawns > 0 ? "+" : "") + pawns.toFixed(2); }
