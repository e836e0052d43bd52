// What the page shows until the program is there: the board as it was, how much of the program
// has arrived, and a first move that waits for it.

import { first, placement } from "./position.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// openings are the legal moves of the position in which a game begins.
const openings = [..."abcdefgh"].flatMap((f) => [f + "2" + f + "3", f + "2" + f + "4"]).concat("b1a3", "b1c3", "g1f3", "g1h3");

// onDisplay is what the display shows when so many bytes of the program have arrived.
export function onDisplay(loaded, total) { return loaded < total ? `LOADING ${String(Math.floor(100 * loaded / total)).padStart(4)} %` : "STARTING"; }

export class Loading {
  constructor(client, store, computer) {
    Object.assign(this, { client, store, computer, move: "" });
    this.bar = document.createElement("progress");
    this.bar.id = "loading";
    this.bar.setAttribute("aria-label", t("loading.bar"));
    this.bar.hidden = true;
    $("message").before(this.bar);
    client.on("loading", (m) => this.arrived(m.loaded, m.total));
    computer.changed.push(() => store.setting("shown", computer.game.fen + (computer.board.flipped ? " flipped" : "")));
    this.showBoard();
  }

  // showBoard shows the position that the page showed last, or the first one with its moves.
  showBoard() {
    const shown = this.store.setting("shown") || first, board = this.computer.board;
    this.free = shown === first && !location.hash;
    this.on = placement(shown);
    board.flip(shown.endsWith("flipped"));
    board.show({ on: this.on, legal: this.free ? openings : [] });
    this.computer.early = (from, to) => this.early(from, to);
    this.tell(this.free ? "loading.begin" : "loading.wait");
  }

  tell(key) { if (!this.computer.game) this.computer.tell(t(key, this.move)); }

  // arrived shows how many bytes of the program have arrived.
  arrived(loaded, total) {
    if (document.body.dataset.ready) return;
    this.bar.hidden = false;
    this.bar.max = total;
    this.bar.value = Math.min(loaded, total);
    const all = loaded >= total;
    if (all) performance.mark("arrived");
    if (all) this.bar.removeAttribute("value"); // it starts: nobody knows how long
    this.computer.lcd.show(onDisplay(loaded, total));
    if (all && !this.move) this.tell("loading.starting");
  }

  // early keeps a move that was made before the program is there.
  early(from, to) {
    if (!this.free || !openings.includes(from + to)) { this.tell("loading.wait"); return; }
    const { [from]: piece, ...on } = this.on;
    this.move = from + to;
    this.computer.board.show({ on: { ...on, [to]: piece }, last: this.move });
    this.free = false; // one move, no more
    this.tell("loading.queued");
  }

  // done ends the waiting and plays the move that waited, unless a game was kept after all.
  async done() {
    this.bar.hidden = true;
    const move = this.move;
    this.move = "";
    if (!move) return;
    if (this.computer.game.fen === first) await this.client.ask("move", { move }).catch((err) => this.computer.tell(err.message, true));
    else this.computer.showBoard();
  }
}
