// A person's own programs as opponents: files are chosen or dropped, the session reads them, and
// each program has a card. This browser keeps the files.

import { offline } from "./carrier.js";
import { forget, keep, kept } from "./filestore.js";
import { machineOf } from "./moves.js";
import { make } from "./pieces.js";
import { t } from "./texts.js";
import { count, hertz, machines } from "./words.js";

const most = 4 << 20; // bytes of the files of a program, as in the session
const part = 300_000; // bytes of a message

const isDescription = (name) => name.toLowerCase().endsWith(".toml");

// hasGuests reports whether one of the files is the description of a program.
export function hasGuests(files) { return [...files].some((f) => isDescription(f.name)); }

function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

export class Guests {
  // cards are the cards of the other opponents, behind which those of the programs stand.
  constructor(cards, client, computer, store) {
    Object.assign(this, { client, computer, store, all: null, waiting: [] });
    this.cards = make("div", "cards guests", "");
    this.cards.setAttribute("role", "group");
    this.cards.setAttribute("aria-label", t("guests.title"));
    this.adder = make("label", "opponent file", "");
    this.input = document.createElement("input");
    Object.assign(this.input, { type: "file", multiple: true, id: "guest-files" });
    this.adder.append(make("b", "", t("guests.add")), make("small", "", t("guests.about") + " " + t(offline ? "guests.here" : "guests.served")), this.input);
    this.status = make("p", "hint", "");
    this.status.setAttribute("role", "status");
    cards.after(this.cards, this.status);
    this.input.addEventListener("change", () => { this.load([...this.input.files]); this.input.value = ""; });
    computer.changed.push(() => this.mark());
    client.guests = Boolean(store.setting("guests")); // it begins with the program that reads them
    this.show();
  }

  tell(text, wrong) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", Boolean(wrong));
  }

  // load takes files: descriptions, and what they name.
  async load(list) {
    this.tell("");
    try {
      const large = list.find((f) => f.size > most);
      if (large) throw new Error(t("guests.large", large.name, count(large.size), count(most)));
      if (!hasGuests(list)) throw new Error(t("guests.none"));
      const files = await Promise.all(list.map(async (f) => [f.name, new Uint8Array(await f.arrayBuffer())]));
      for (const [name, text] of files.filter(([n]) => isDescription(n))) {
        const says = new TextDecoder().decode(text);
        await this.add({ name, files: files.filter(([n]) => n === name || says.includes(n)) });
      }
    } catch (err) {
      this.tell(err.message, true);
    }
  }

  // add has the session read a program, and gives it a card.
  async add(program) {
    if (this.client.wantGuests(t("guests.loading"))) await new Promise((resolve) => this.waiting.push(resolve));
    const kind = await this.bring(program), all = await this.loaded();
    const unkept = await keep(program).then(() => this.store.setting("guests", "yes") && null, (err) => err);
    this.all = [...all.filter((p) => p.name !== program.name), { ...program, kind }];
    this.show();
    this.tell(unkept ? t("guests.unkept", kind.title, unkept.name) : t("guests.loaded", kind.title), unkept);
  }

  // bring sends the files of a program, and returns the session's answer.
  async bring({ name, files }) {
    if (this.client.carrier.missing) throw new Error(t("guests.missing", this.client.carrier.missing));
    for (const [file, bytes] of files) {
      for (let at = 0; at === 0 || at < bytes.length; at += part) await this.client.ask("bring", { name: file, at, data: base64(bytes.subarray(at, at + part)) });
    }
    return this.client.ask("guest", { name });
  }

  // loaded returns the programs, at first those that the browser keeps.
  async loaded() {
    if (!this.all) this.all = this.store.setting("guests") ? await kept().catch(() => []) : [];
    return this.all;
  }

  // again brings all programs to a session that has just begun, before its games come back.
  async again() {
    for (const program of await this.loaded()) {
      delete program.kind;
      try { program.kind = await this.bring(program); } catch (err) { this.tell(err.message, true); }
    }
    this.show();
  }

  // connected lets those go on who wait for a session.
  connected() { for (const go of this.waiting.splice(0)) go(); }

  async forget(program) {
    this.all = this.all.filter((p) => p !== program);
    if (!this.all.length) this.store.setting("guests", "");
    this.show();
    this.tell(t("guests.forgotten", program.kind.title));
    this.input.focus();
    await forget(program.name).catch(() => {});
  }

  async choose({ kind }) {
    for (const word of ["machine " + kind.name, "level 5", "speed 1"]) await this.computer.say(word);
  }

  card(program) {
    const { kind } = program, box = make("div", "guest", ""), b = make("button", "opponent", ""), x = make("button", "forget", "×");
    b.type = x.type = "button";
    b.dataset.engine = kind.name;
    b.append(make("b", "", kind.title), make("span", "elo", `${machines[kind.cpu] || kind.cpu}, ${hertz(kind.clock_hz)}`), make("small", "", kind.about || program.name));
    b.addEventListener("click", () => this.choose(program));
    x.setAttribute("aria-label", t("guests.forget", kind.title));
    x.title = t("guests.forget", kind.title);
    x.addEventListener("click", () => this.forget(program));
    box.append(b, x);
    return box;
  }

  show() {
    const all = (this.all || []).filter((p) => p.kind), menu = document.getElementById("engine");
    this.cards.replaceChildren(...all.map((p) => this.card(p)), this.adder);
    for (const o of menu.querySelectorAll(".guest")) o.remove();
    for (const { kind } of all) {
      const o = new Option(kind.title, kind.name);
      o.className = "guest";
      menu.append(o);
    }
    this.mark();
  }

  // aside says on a screen other than the board that a program of one's own is not on it.
  aside(elsewhere, notice) {
    const { title } = this.computer.game ? machineOf(this.computer.game) : {};
    if (elsewhere && title) notice(this.said = t("guests.elsewhere", title));
    else if (this.said && document.getElementById("notice").textContent === this.said) notice("");
  }

  // mark marks the opponent of the game on the board.
  mark() {
    if (!this.computer.game) return;
    const { engine } = machineOf(this.computer.game);
    for (const b of this.cards.querySelectorAll("button.opponent")) b.setAttribute("aria-pressed", b.dataset.engine === engine);
    document.getElementById("engine").value = engine;
  }
}
