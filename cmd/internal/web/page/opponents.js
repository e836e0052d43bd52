// The opponents: cards of machines with their programs and levels, of which one is chosen. What
// they are made of, processor, program, level and speed, can be chosen one by one under "More".

import { machineOf } from "./moves.js";
import { make } from "./pieces.js";
import { t } from "./texts.js";

export class Opponents {
  // root has a title and the single settings, which move under "More".
  constructor(root, computer) {
    Object.assign(this, { computer, all: [] });
    const title = root.querySelector("h2"), more = document.createElement("details");
    title.textContent = t("opponents.title");
    more.className = "settings";
    more.append(make("summary", "", t("opponents.more")), ...[...root.children].filter((e) => e !== title));
    this.cards = make("div", "cards", "");
    this.cards.setAttribute("role", "group");
    this.cards.setAttribute("aria-label", t("opponents.title"));
    root.append(this.cards, more);
    computer.changed.push(() => this.show());
  }

  card(o) {
    const b = make("button", "opponent", "");
    b.type = "button";
    b.dataset.key = o.key;
    b.append(make("b", "", t("opponents." + o.key)), make("span", "elo", o.elo ? t("opponents.elo", o.elo) : t("opponents.unrated")), make("small", "", t(`opponents.${o.key}.about`)));
    b.addEventListener("click", () => this.choose(o));
    return b;
  }

  async choose(o) {
    for (const word of [`machine ${o.engine}:${o.profile}`, `level ${o.level}`, `speed ${o.speed ? o.speed / 100 : "max"}`]) await this.computer.say(word);
  }

  // show marks the opponent of the game on the board.
  show() {
    const g = this.computer.game;
    if (this.all !== this.computer.opponents) {
      this.all = this.computer.opponents;
      this.cards.replaceChildren(...this.all.map((o) => this.card(o)));
    }
    const machine = machineOf(g);
    this.all.forEach((o, i) => {
      const is = o.engine === machine.engine && o.level === g.level && o.speed === g.speed && (o.level.startsWith("ELO") || o.profile === machine.profile);
      this.cards.children[i].setAttribute("aria-pressed", is);
    });
  }
}
