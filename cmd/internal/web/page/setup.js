// Enter Position: pieces are put on the board by hand, or a FEN is pasted.

import { field, first, placement } from "./board.js";
import { inWords, picture } from "./pieces.js";

const $ = (id) => document.getElementById(id);

export class Setup {
  // computer is the Computer whose board and display it uses. on are the pieces of the position that is being set up, by square; null at other times.
  constructor(computer) { Object.assign(this, { computer, on: null, side: "w", chosen: "P" }); }

  begin() {
    this.on = { ...this.computer.on };
    this.side = this.computer.game.turn === "black" ? "b" : "w";
    this.computer.lcd.show("ENTER POSITION");
    const form = $("palette");
    const tools = document.createElement("div");
    tools.className = "pieces";
    for (const letter of [..."KQRBNPkqrbnp", ""]) {
      const b = document.createElement("button");
      b.type = "button";
      if (letter) b.append(picture(letter)); else b.textContent = "✕";
      b.setAttribute("aria-label", letter ? inWords(letter) : "empty the square");
      b.setAttribute("aria-pressed", letter === this.chosen);
      b.addEventListener("click", () => {
        this.chosen = letter;
        for (const x of tools.children) x.setAttribute("aria-pressed", x === b);
      });
      tools.append(b);
    }
    const row = (...all) => { const d = document.createElement("div"); d.className = "row"; d.append(...all); return d; };
    const button = (text, f) => { const b = document.createElement("button"); b.type = "button"; b.textContent = text; b.addEventListener("click", f); return b; };
    const fen = document.createElement("input");
    fen.type = "text";
    fen.id = "fen";
    fen.maxLength = 300;
    fen.spellcheck = false;
    fen.setAttribute("aria-label", "Position as a FEN");
    fen.addEventListener("input", () => {
      const f = fen.value.trim().split(/\s+/);
      if (/^([1-8kqrbnpKQRBNP]+\/){7}[1-8kqrbnpKQRBNP]+$/.test(f[0])) {
        this.on = placement(f[0]);
        if (f[1] === "b" || f[1] === "w") { this.side = f[1]; side.value = f[1]; }
        this.computer.board.show({ on: this.on });
      }
    });
    const side = document.createElement("select");
    side.setAttribute("aria-label", "Side to move");
    side.append(new Option("White to move", "w"), new Option("Black to move", "b"));
    side.value = this.side;
    side.addEventListener("change", () => { this.side = side.value; this.showFEN(); });
    const wrong = document.createElement("p");
    wrong.className = "wrong";
    wrong.id = "setup-wrong";
    wrong.setAttribute("role", "alert");
    const use = document.createElement("button");
    use.textContent = "Play from here";
    form.replaceChildren(tools, row(side, button("Empty board", () => this.put({})), button("First position", () => this.put(placement(first))), button("Leave", () => this.end())), row(fen, use), wrong);
    form.onsubmit = (e) => { e.preventDefault(); this.use(fen.value); };
    form.hidden = false;
    fen.value = this.computer.game.fen;
    this.computer.showBoard();
    this.computer.tell("Choose a piece and click its squares; a second click empties one. Or drag pieces, or paste a FEN.");
  }

  put(on) { this.on = on; this.showFEN(); }

  // showFEN writes the position that is being set up.
  showFEN() {
    const on = this.on;
    const may = (king, at, rook, from, letter) => on[at] === king && on[from] === rook ? letter : "";
    const rights = may("K", "e1", "R", "h1", "K") + may("K", "e1", "R", "a1", "Q") + may("k", "e8", "r", "h8", "k") + may("k", "e8", "r", "a8", "q");
    $("fen").value = `${field(on)} ${this.side} ${rights || "-"} - 0 1`;
    this.computer.board.show({ on });
  }

  // edit puts the chosen man on a square, or empties it. edit and drop return whether a position
  // is being set up.
  edit(square) {
    if (!this.on) return false;
    if (!this.chosen || this.on[square] === this.chosen) delete this.on[square];
    else this.on[square] = this.chosen;
    this.showFEN();
    return true;
  }

  // drop moves a man, or takes him off the board where to is empty.
  drop(from, to) {
    if (!this.on) return false;
    const piece = this.on[from];
    delete this.on[from];
    if (to) this.on[to] = piece;
    this.showFEN();
    return true;
  }

  async use(fen) {
    try {
      await this.computer.client.ask("setup", { fen });
      this.end();
    } catch (err) {
      $("setup-wrong").textContent = err.message;
    }
  }

  end() {
    this.on = null;
    $("palette").hidden = true;
    if (this.computer.display) this.computer.lcd.show(this.computer.display.lcd);
    this.computer.showBoard();
  }
}
