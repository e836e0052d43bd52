// What a hand does on the machine's board: moves, a move planned while the machine thinks, and
// typed moves about which the page must ask.

import { ownerOf, reach } from "./geometry.js";
import { askPromotion } from "./promotion.js";
import { t } from "./texts.js";

const typedMove = /^([a-h][1-8][-x]?[a-h][1-8]=?[qrbn]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBNqrbn])?|[o0]-?[o0](-?[o0])?)[+#]?$/i;
const typedPromotion = /^([a-h])?([27])?[-x]?([a-h])([18])$/;

export class Hand {
  // computer is the Computer on whose board the hand plays. plan is the planned move in UCI
  // notation, refusal what is said of one that is refused; "" if there is none.
  constructor(computer) {
    Object.assign(this, { computer, plan: "", refusal: "" });
    document.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && !document.querySelector("dialog[open]")) this.cancel();
    });
  }

  // planner is the side whose moves can be planned: a person's, while the machine is to move.
  planner() {
    const m = this.computer.game;
    if (!m || m.why || this.computer.setup.on) return "";
    const [now, other] = m.turn === "white" ? m.seats : [m.seats[1], m.seats[0]];
    return now.machine && !other.machine ? (m.turn === "white" ? "black" : "white") : "";
  }

  mayPlan(square) {
    const side = ownerOf(this.computer.on[square]);
    return Boolean(side) && side === this.planner();
  }

  // plans lists where a man can be planned to go.
  plans(square) { return this.mayPlan(square) ? reach(this.computer.on, square) : []; }

  // isPromotion reports whether a pawn arrives at its last rank, as a legal or a planned move.
  isPromotion(from, to) {
    if (this.mayPlan(from)) return this.computer.on[from].toLowerCase() === "p" && "18".includes(to[1]);
    return this.computer.game.legal.some((m) => m.length === 5 && m.startsWith(from + to));
  }

  // move plays a move that was clicked or dragged, or plans it.
  async move(from, to) {
    if (!this.computer.game) { this.computer.early(from, to); return; } // until the program is there
    if (this.computer.why?.takes(from, to)) return;
    const { computer } = this, before = computer.game, planned = this.mayPlan(from);
    let move = from + to;
    if (planned && !this.plans(from).includes(to)) { this.refuse(t("board.plan.never", from, to)); return; }
    if (this.isPromotion(from, to)) {
      const piece = await askPromotion(computer.board, to);
      if (!piece) { computer.tell(t("board.promotion.left")); return; }
      if (!planned && computer.game.fen !== before.fen) { computer.tell(t("board.changed"), true); return; }
      move += piece;
    }
    if (planned && this.mayPlan(from)) this.keep(move); else this.play(move);
  }

  async play(move) {
    try {
      await this.computer.client.ask("move", { move });
    } catch (err) {
      this.computer.tell(err.message, true);
      this.computer.announce(err.message);
    }
  }

  // keep keeps a move until the machine has moved.
  keep(move) {
    this.plan = move;
    this.refusal = "";
    this.computer.showBoard();
    this.computer.tell(this.says());
  }

  // refuse says why something is not done, until the position changes.
  refuse(text) {
    this.refusal = text;
    this.computer.tell(text, true);
  }

  // cancel gives the planned move up, and reports whether there was one.
  cancel() {
    if (!this.plan) return false;
    this.plan = "";
    this.computer.showBoard();
    this.computer.tell(t("board.plan.cancelled"));
    return true;
  }

  // says is what the message under the board says of a planned or refused move; "" is nothing.
  says() { return this.refusal || (this.plan ? t("board.plan", this.plan.slice(0, 2), this.plan.slice(2, 4)) : ""); }

  // shown plays the planned move in a game that has just been shown, if it is legal there.
  shown(before, game) {
    this.refusal = "";
    if (!this.plan) return;
    const same = before && before.board === game.board && game.at >= before.at;
    if (same && this.planner()) return;
    const plan = this.plan;
    this.plan = "";
    this.computer.showBoard();
    if (!same || game.why) return;
    if (game.legal.includes(plan)) this.play(plan);
    else this.refuse(t("board.plan.dropped", plan.slice(0, 2), plan.slice(2, 4)));
  }

  // typed takes a typed move that the page answers itself: any while the machine thinks, and one
  // of a pawn that does not say what it becomes. It reports whether it did.
  typed(text) {
    const { computer } = this;
    if (computer.display?.thinking && !computer.display.entering && typedMove.test(text)) {
      this.refuse(t("board.typed.thinking", text));
      return true;
    }
    const p = text.match(typedPromotion);
    if (!p) return false;
    const [, file, rank, toFile, toRank] = p, to = toFile + toRank;
    const from = new Set(computer.game.legal.filter((m) => m.length === 5 && m.slice(2, 4) === to && m[0] === (file || toFile) && (!rank || m[1] === rank)).map((m) => m.slice(0, 2)));
    if (from.size !== 1) return false;
    this.move(...from, to);
    return true;
  }
}
