// Enter Position: pieces are put on the board by hand, or a FEN is pasted.

import { field, first, placement } from "./position.js";
import { copy } from "./boardmenu.js";
import { inWords, picture } from "./pieces.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// castlings are the rights of a FEN with the men that must stand at home for them.
const castlings = { K: ["K", "e1", "R", "h1"], Q: ["K", "e1", "R", "a1"], k: ["k", "e8", "r", "h8"], q: ["k", "e8", "r", "a8"] };

function row(...all) {
  const d = document.createElement("div");
  d.className = "row";
  d.append(...all);
  return d;
}

function button(text, f) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = text;
  if (f) b.addEventListener("click", f);
  return b;
}

export class Setup {
  // computer is the Computer whose board and display it uses. on are the pieces of the position
  // that is being set up, by square; null at other times. rest are the FEN's last three fields.
  constructor(computer) { Object.assign(this, { computer, on: null, side: "w", rights: "", rest: "- 0 1", chosen: "P" }); }

  begin() {
    this.computer.lcd.show("ENTER POSITION");
    const form = $("palette"), wrong = document.createElement("p"), use = button(t("setup.use"));
    use.type = "submit";
    wrong.className = "wrong";
    wrong.id = "setup-wrong";
    wrong.setAttribute("role", "alert");
    form.replaceChildren(this.tools(), row(this.sides(), this.boxes()),
      row(button(t("setup.empty"), () => this.put({})), button(t("setup.first"), () => this.put(placement(first), "KQkq")),
        button(t("board.flip"), () => this.computer.press(":flip")), button(t("setup.leave"), () => this.end())),
      row(this.text(), button(t("board.copy"), () => copy(this.computer, this.fen())), use), wrong);
    form.onsubmit = (e) => { e.preventDefault(); this.use($("fen").value); };
    form.hidden = false;
    $("fen").value = this.computer.game.fen;
    this.read(this.computer.game.fen);
    this.computer.tell(t("setup.how"));
  }

  // tools are the pieces from which one is chosen.
  tools() {
    const tools = document.createElement("div");
    tools.className = "pieces";
    for (const letter of [..."KQRBNPkqrbnp", ""]) {
      const b = button(letter ? "" : "✕", () => {
        this.chosen = letter;
        for (const x of tools.children) x.setAttribute("aria-pressed", x === b);
      });
      if (letter) b.append(picture(letter));
      b.setAttribute("aria-label", letter ? inWords(letter) : t("setup.remove"));
      b.setAttribute("aria-pressed", letter === this.chosen);
      tools.append(b);
    }
    return tools;
  }

  sides() {
    const side = document.createElement("select");
    side.id = "setup-side";
    side.setAttribute("aria-label", t("setup.side"));
    side.append(new Option(t("play.whiteToMove"), "w"), new Option(t("play.blackToMove"), "b"));
    side.addEventListener("change", () => { this.side = side.value; this.rest = "- 0 1"; this.show(); });
    return side;
  }

  // boxes are the rights to castle; one that the men do not allow cannot be ticked.
  boxes() {
    const group = document.createElement("fieldset"), legend = document.createElement("legend");
    legend.textContent = t("setup.castling");
    group.append(legend, ...Object.keys(castlings).map((letter) => {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.id = "castling-" + letter;
      box.addEventListener("change", () => {
        this.rights = Object.keys(castlings).filter((c) => $("castling-" + c).checked).join("");
        this.show();
      });
      label.append(box, t("setup.castling." + letter));
      return label;
    }));
    return group;
  }

  text() {
    const fen = document.createElement("input");
    fen.type = "text";
    fen.id = "fen";
    fen.maxLength = 300;
    fen.spellcheck = false;
    fen.setAttribute("aria-label", t("setup.fen"));
    fen.addEventListener("input", () => this.read(fen.value));
    return fen;
  }

  // read takes over what a FEN says, as far as it is one; the text itself stays as it was typed.
  read(text) {
    const [men, side, rights, ...rest] = text.trim().split(/\s+/);
    if (!/^([1-8kqrbnpKQRBNP]+\/){7}[1-8kqrbnpKQRBNP]+$/.test(men)) return;
    this.on = placement(men);
    if (side === "b" || side === "w") this.side = side;
    this.rights = Object.keys(castlings).filter((c) => rights === undefined ? this.possible(c) : rights.includes(c)).join("");
    this.rest = rest.length === 3 ? rest.join(" ") : "- 0 1";
    this.show(text);
  }

  possible(letter) {
    const [king, at, rook, from] = castlings[letter];
    return this.on[at] === king && this.on[from] === rook;
  }

  // fen writes the position that is being set up.
  fen() {
    const rights = [...this.rights].filter((c) => this.possible(c)).join("");
    return `${field(this.on)} ${this.side} ${rights || "-"} ${this.rest}`;
  }

  // show shows the position; text stays in the field for the FEN if it is given.
  show(text) {
    $("setup-side").value = this.side;
    for (const c of Object.keys(castlings)) {
      $("castling-" + c).disabled = !this.possible(c);
      $("castling-" + c).checked = this.possible(c) && this.rights.includes(c);
    }
    if (text === undefined) $("fen").value = this.fen();
    $("setup-wrong").textContent = "";
    this.computer.board.show({ on: this.on });
  }

  // put shows other men. What the last fields of a FEN said is then no longer true.
  put(on, rights = this.rights) {
    Object.assign(this, { on, rights, rest: "- 0 1" });
    this.show();
  }

  // edit puts the chosen man on a square, or empties it. edit and drop return whether a position
  // is being set up.
  edit(square) {
    if (!this.on) return false;
    const on = { ...this.on };
    if (!this.chosen || on[square] === this.chosen) delete on[square];
    else on[square] = this.chosen;
    this.put(on);
    return true;
  }

  // drop moves a man, or takes him off the board where to is empty.
  drop(from, to) {
    if (!this.on) return false;
    const { [from]: piece, ...on } = this.on;
    if (to) on[to] = piece;
    this.put(on);
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
