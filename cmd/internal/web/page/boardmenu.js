// The menu of the board: how it looks and sounds, and what is copied from it.

import { EvalBar } from "./evalbar.js";
import { buildMaterial } from "./material.js";
import { build, pieceSets, setPieces } from "./pieces.js";
import { sounds } from "./sound.js";
import { t } from "./texts.js";

const boards = ["lcd", "wood"];

// copy puts a text on the clipboard, and says so.
export async function copy(computer, text) {
  try {
    await navigator.clipboard.writeText(text);
    computer.tell(t("board.copied", text));
  } catch {
    computer.tell(t("board.not.copied", text), true);
  }
}

export class BoardMenu {
  // place is the element in which the menu's button stands.
  constructor(place, computer, store) {
    Object.assign(this, { computer, store });
    this.bar = new EvalBar(computer);
    buildMaterial(computer);
    this.button = build("button", { type: "button", className: "quiet", id: "board-menu", textContent: t("board.menu"), title: t("board.menu.title") });
    this.button.setAttribute("aria-expanded", false);
    this.button.setAttribute("aria-controls", "board-choices");
    this.panel = build("div", { id: "board-choices", className: "choices", hidden: true }, ...this.rows());
    this.panel.setAttribute("role", "group");
    this.panel.setAttribute("aria-label", t("board.menu.title"));
    this.button.addEventListener("click", () => this.open(this.panel.hidden));
    this.root = build("div", { className: "menu" }, this.button, this.panel);
    place.prepend(this.root);
    this.root.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || this.panel.hidden) return;
      this.open(false);
      this.button.focus();
      e.stopPropagation();
    });
    document.addEventListener("pointerdown", (e) => { if (!this.root.contains(e.target)) this.open(false); });
  }

  open(on) {
    this.panel.hidden = !on;
    this.button.setAttribute("aria-expanded", on);
    if (!on) return;
    this.panel.classList.remove("rightwards");
    this.panel.classList.toggle("rightwards", this.panel.getBoundingClientRect().left < 0);
    this.panel.querySelector("select").focus();
  }

  rows() {
    const button = (key, id, f) => {
      const b = build("button", { type: "button", id, textContent: t(key) });
      b.addEventListener("click", f);
      return b;
    };
    return [
      this.choice("pieces", pieceSets, setPieces),
      this.choice("board", boards, (name) => { document.documentElement.dataset.board = name; }),
      this.tick("evalbar", (on) => this.bar.show(on)),
      this.tick("sound", (on) => { sounds.on = on; sounds.play("move"); }),
      this.volume(),
      build("div", { className: "row" },
        button("board.flip", "board-flip", () => this.computer.press(":flip")),
        button("board.copy", "copy-fen", () => copy(this.computer, this.computer.setup.on ? this.computer.setup.fen() : this.computer.game.fen))),
      build("p", { className: "hint", textContent: t("board.menu.hint") }),
    ];
  }

  // choice is a select whose choice is kept; the first name is the default.
  choice(name, all, use) {
    const select = build("select", { id: "choose-" + name });
    select.append(...all.map((n) => new Option(t(`board.${name}.${n}`), n)));
    const kept = this.store.setting(name);
    select.value = all.includes(kept) ? kept : all[0];
    use(select.value);
    select.addEventListener("change", () => use(this.store.setting(name, select.value)));
    return build("label", {}, t("board." + name), select);
  }

  // tick is a box that is kept; at first it is off.
  tick(name, use) {
    const box = build("input", { type: "checkbox", id: "choose-" + name, checked: this.store.setting(name) === "on" });
    use(box.checked);
    box.addEventListener("change", () => use(this.store.setting(name, box.checked ? "on" : "off") === "on"));
    return build("label", { className: "tick" }, box, t("board." + name));
  }

  volume() {
    const range = build("input", { type: "range", id: "volume", min: 10, max: 100, step: 10 });
    range.value = this.store.setting("volume") ?? 100;
    const use = () => { sounds.volume = range.value / 100; };
    use();
    range.addEventListener("change", () => {
      this.store.setting("volume", range.value);
      use();
      sounds.play("move");
    });
    return build("label", {}, t("board.volume"), range);
  }
}
