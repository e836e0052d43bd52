// The chess computer: board, display, keys, and what stands beside them.

import { Board } from "./board.js";
import { blink } from "./blink.js";
import { buildKeys } from "./keys.js";
import { Hand } from "./hand.js";
import { LCD } from "./lcd.js";
import { showClocks } from "./clocks.js";
import { follow, linkOf } from "./link.js";
import { called, machineOf, showMoves, sideOf } from "./moves.js";
import { buildPGN } from "./pgn.js";
import { placement } from "./position.js";
import { followMoves } from "./score.js";
import { Setup } from "./setup.js";
import { sounds } from "./sound.js";
import { t } from "./texts.js";
import { showThoughts } from "./thoughts.js";
import { buildField, enter } from "./typed.js";
import { levels, machines, profileOptions, speedOptions, spoken, whiteValue } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Computer {
  constructor(client, store, { notice, announce }) {
    Object.assign(this, { client, store, notice, announce, bells: -1, changed: [], displayed: [] });
    this.hand = new Hand(this);
    this.lcd = new LCD($("lcd"));
    this.board = new Board($("board"), {
      move: (from, to) => this.hand.move(from, to),
      drop: (from, to, landing) => {
        if (!this.setup.drop(from, to) && to) this.hand.move(from, landing);
      },
      plans: (square) => this.hand.plans(square),
      cancel: () => this.hand.cancel(),
      edit: (square) => this.setup.edit(square),
      none: (square) => this.tell(t("play.none", square)),
    });
    this.setup = new Setup(this);
    buildKeys($("keys"), { press: (word) => this.press(word), pad: (letter, digit) => this.padKey(letter, digit), store });
    $("keys").addEventListener("click", () => sounds.play("key"));
    this.buildSettings();
    buildPGN(this);
    this.buildBoards();
    followMoves($("moves"));
    buildField(this);
    client.on("welcome", (m) => this.welcome(m));
    client.on("game", (m) => this.showGame(m));
    client.on("display", (m) => this.showDisplay(m));
    client.on("keep", (m) => store.keep(m));
    this.lcd.show("CONNECTING");
  }

  // resume hands the games that the browser keeps to the program.
  async resume() {
    const { current, speed, games } = this.store.kept;
    const all = Object.values(games);
    if (!all.length) return;
    try {
      await this.client.ask("resume", { current, speed, games: all });
    } catch (err) {
      this.notice(err.message);
    }
  }

  closed() { this.lcd.show("NO CONNECTION"); $("lamp").classList.remove("lit"); }

  // ask sends a message. What the display says then is shown even if it said it before.
  async ask(type, fields) {
    this.told = null;
    await this.client.ask(type, fields);
    if (this.told === null) this.showMessage(this.display);
  }

  // say lets the machine carry out a word, or a move.
  async say(text) {
    try { await this.ask("say", { text }); } catch (err) { this.tell(err.message, true); }
  }

  // tell shows a message of the page, until the display has another.
  tell(text, wrong) {
    this.told = this.display ? this.words(this.display) : null; // the display says it again only when that changes
    $("message").textContent = text;
    $("message").classList.toggle("wrong", Boolean(wrong));
  }

  // freeBoard goes to a board without a game, unless this one has none, so that no game is lost.
  async freeBoard() {
    if (!this.game.moves.length) return;
    const free = [...Array(12).keys()].map((i) => i + 1).find((n) => !this.game.boards.includes(n));
    if (!free) throw new Error(t("boards.full"));
    await this.say("game " + free);
  }

  enter(text) { enter(this, text); }

  press(word) {
    switch (word) {
      case ":flip":
        this.board.flip(!this.board.flipped);
        return;
      case ":setup":
        if (this.setup.on) this.setup.end(); else this.setup.begin();
        return;
      case ":problem":
        this.say("level PROBLEM 2").then(() => this.tell(t("play.problem")));
        return;
    }
    this.say(word);
  }

  // padKey enters a move letter by digit, as on the machine: E 2 E 4. While numbers are
  // entered, the keys are digits.
  padKey(letter, digit) {
    const field = $("typed"), text = field.value;
    if (letter === "CE") {
      field.value = "";
      if (this.display?.entering) this.say("ce");
    } else if (letter === "Enter") {
      this.enter(text);
      field.value = "";
    } else if (this.display?.asking && (letter === "Yes" || letter === "No")) {
      this.say(letter.toLowerCase());
    } else if (this.display?.entering) {
      field.value += digit;
    } else if (letter.length === 1) {
      field.value += text.length % 2 ? digit : letter.toLowerCase();
      if (/^([a-h][1-8]){2}$/.test(field.value)) {
        this.enter(field.value);
        field.value = "";
      }
    } else if (letter === "Yes" || letter === "No") this.say(letter.toLowerCase());
  }

  buildSettings() {
    for (const [group, all] of levels()) {
      const g = document.createElement("optgroup");
      g.label = group;
      for (const [value, label] of all) g.append(new Option(label, value));
      $("level").append(g);
    }
    $("speed").append(...speedOptions());
    $("level").addEventListener("change", () => this.say("level " + $("level").value));
    $("speed").addEventListener("change", () => this.say("speed " + $("speed").value));
    $("engine").addEventListener("change", () => this.say("machine " + $("engine").value));
    $("profile").addEventListener("change", () => this.say("machine :" + $("profile").value));
  }

  welcome(m) {
    this.engines = m.engines;
    this.profiles = m.profiles;
    this.opponents = m.opponents;
    $("engine").replaceChildren(...m.engines.map((e) => new Option(e.name === "go" ? t("play.goTimed") : machines[e.name] || e.name, e.name)));
    $("profile").replaceChildren(...profileOptions(m.profiles));
  }

  buildBoards() {
    for (let n = 1; n <= 12; n++) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = n;
      b.setAttribute("aria-label", t("play.gameNumber", n));
      b.addEventListener("click", () => this.say("game " + n));
      $("boards").append(b);
    }
  }

  showGame(m) {
    const before = this.game;
    this.game = m;
    const seats = m.seats;
    this.turn(m, before);
    this.on = placement(m.fen);
    this.showBoard();
    showMoves($("moves"), m, (at) => this.goTo(at));
    const machine = machineOf(m);
    $("engine").value = machine.engine;
    $("profile").value = machine.profile;
    $("model").textContent = called(machine);
    const level = $("level");
    level.querySelector("option.own")?.remove();
    level.value = m.level;
    if (level.value !== m.level) {
      const own = new Option(m.level, m.level);
      own.className = "own";
      level.append(own);
      level.value = m.level;
    }
    $("about").textContent = t("play.level", m.level, m.about);
    const speed = m.speed ? String(m.speed / 100) : "max";
    if (![...$("speed").options].some((o) => o.value === speed)) $("speed").append(new Option(t("speed.times", speed), speed));
    $("speed").value = speed;
    $("game-number").textContent = m.board;
    [...$("boards").children].forEach((b, i) => {
      b.classList.toggle("used", m.boards.includes(i + 1));
      b.setAttribute("aria-pressed", m.board === i + 1);
    });
    $("book").textContent = m.book.join(" ");
    $("book-line").hidden = !m.book.length;
    $("start").hidden = m.moves.length > 0;
    if (before && before.board === m.board && m.at > before.at) {
      const made = m.moves[m.at - 1], side = sideOf(m, m.at - 1);
      const who = seats[side === "white" ? 0 : 1];
      if (who.machine) blink(this.board, this.lcd, made.uci);
      this.announce([who.machine ? t("play.plays", called(who), spoken(made.san)) : t("play.made", t("clocks." + side), spoken(made.san)),
        made.value && t("play.value", whiteValue(made.value, side).words)].filter(Boolean).join(", ") + (m.why ? `. ${m.why}: ${m.outcome}` : ""));
    }
    sounds.played(before, m);
    this.hand.shown(before, m);
    for (const f of this.changed) f();
  }

  // turn turns the board to the person's side when the sides change. A problem is looked at from
  // where one stands.
  turn(m, before) {
    const sides = (g) => g.seats.map((s) => s.machine).join();
    if (before && before.board === m.board && (sides(before) === sides(m) || (m.level.startsWith("PROBLEM") && before.start === m.start))) return;
    this.board.flip(m.seats[0].machine && !m.seats[1].machine);
  }

  showBoard() {
    const m = this.game;
    if (!m) return;
    if (this.setup.on) {
      this.board.show({ on: this.setup.on });
      return;
    }
    const last = m.at ? m.moves[m.at - 1].uci : "";
    this.board.show({ on: this.on, legal: m.legal, last, check: m.check, hint: m.hint, plan: this.hand.plan });
  }

  goTo(at) {
    const n = at - this.game.at;
    if (n) return this.say(n > 0 ? "forward " + n : "back " + -n);
  }

  showDisplay(m) {
    const before = this.display;
    this.display = m;
    this.think?.show(m);
    this.lcd.show(m.lcd);
    $("lcd").setAttribute("aria-label", t("play.displayShows", m.lcd.trim()));
    $("lamp").classList.toggle("lit", m.thinking);
    $("machine").classList.toggle("thinking", m.thinking);
    const out = showClocks(m, before, this.game);
    this.showMessage(m);
    if (out) { this.tell(out); this.announce(out); }
    showThoughts(m, this.game);
    sounds.rung(this.bells >= 0 && m.bells > this.bells);
    this.bells = m.bells;
    for (const f of this.displayed) f();
  }

  // showMessage shows what the display says, or what comes next, if that is new.
  showMessage(m) {
    const text = this.words(m);
    if (text === this.told || (this.setup.on && !m.message)) return;
    this.tell(text, /illegal|can't|cannot|no piece|in the way|unknown|not /i.test(m.original) && !/new game/i.test(m.original) || text === this.hand.refusal);
    this.told = text;
  }

  // words are what the message under the board says.
  words(m) { return (m.thinking && !m.asking && this.hand.says()) || m.message || this.situation(m); }

  // situation says what comes next, while the machine has no message.
  situation(m) {
    const g = this.game;
    if (!g || this.setup.on) return "";
    const seat = g.seats[g.turn === "white" ? 0 : 1], name = called(seat);
    if (g.why) return t("computer.over", g.outcome, g.why, g.result);
    if (this.hand.says()) return this.hand.says();
    if (m.thinking) return t("play.thinks", name);
    if (seat.machine) return t("play.press", name);
    if (!g.moves.length) return t("play.begin");
    return g.seats[0].machine || g.seats[1].machine ? t("play.yours") : t("play." + g.turn);
  }

  link() { return linkOf(this); }

  follow(link) { return follow(this, link); }
}
