// The chess computer: board, display, keys, and what stands beside them.

import { Board, first, placement } from "./board.js";
import { blink } from "./blink.js";
import { buildKeys, words } from "./keys.js";
import { LCD } from "./lcd.js";
import { buildPGN } from "./pgn.js";
import { names, picture } from "./pieces.js";
import { followMoves } from "./score.js";
import { Setup } from "./setup.js";
import { beep } from "./sound.js";
import { t } from "./texts.js";
import { ahead, clock, count, levels, machines, profileOptions, speeds, spoken } from "./words.js";

const $ = (id) => document.getElementById(id);

// longest is the greatest length of a link's moves: those of 300 full moves.
const longest = 2400;

export class Computer {
  constructor(client, store, { notice, announce }) {
    Object.assign(this, { client, store, notice, announce, sound: false, beep, flippedByHand: null, bells: -1, changed: [] });
    this.lcd = new LCD($("lcd"));
    this.board = new Board($("board"), {
      move: (from, to) => this.moveByHand(from, to),
      drop: (from, to) => {
        if (!this.setup.drop(from, to) && to) this.moveByHand(from, to);
      },
      edit: (square) => this.setup.edit(square),
      none: (square) => this.tell(`There is no piece of yours to move on ${square}.`),
    });
    this.setup = new Setup(this);
    buildKeys($("keys"), { press: (word) => this.press(word), pad: (letter, digit) => this.padKey(letter, digit), store });
    this.buildSettings();
    buildPGN(this);
    this.buildBoards();
    followMoves($("moves"));
    $("entry").addEventListener("submit", (e) => {
      e.preventDefault();
      this.enter($("typed").value);
      $("typed").value = "";
    });
    document.addEventListener("keydown", (e) => this.shortcut(e));
    $("promotion").addEventListener("keydown", (e) => {
      if (!"qrbn".includes(e.key.toLowerCase())) return;
      e.preventDefault();
      e.stopPropagation(); // shortcut would put the letter into the field
      $("promotion").close(e.key.toLowerCase());
    });
    $("promotion-none").addEventListener("click", () => $("promotion").close(""));
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

  async say(text) {
    try { await this.client.ask("say", { text }); } catch (err) { this.tell(err.message, true); }
  }

  tell(text, wrong) {
    this.told = null; // what the display says next is shown even if it said it before
    $("message").textContent = text;
    $("message").classList.toggle("wrong", Boolean(wrong));
  }

  // enter takes what was typed: a word of the page, or of the machine, or a move.
  enter(text) {
    text = text.trim();
    if (!text) return;
    const word = text.toLowerCase();
    if (["flip", "rotate"].includes(word)) this.press(":flip");
    else if (["setup", "position"].includes(word)) this.press(":setup");
    else if (["help", "?", "h", "commands"].includes(word)) this.tell("Words: " + words().join(", ") + ", level 30, speed max, machine z80:tuned, game 3, setup FEN.");
    else if (["sound", "size", "quit", "save", "open", "list"].includes(word.split(" ")[0])) this.tell("That is done by the buttons of this page.");
    else this.say(text);
  }

  press(word) {
    switch (word) {
      case ":flip":
        this.flippedByHand = !this.board.flipped;
        this.board.flip(this.flippedByHand);
        return;
      case ":setup":
        if (this.setup.on) this.setup.end(); else this.setup.begin();
        return;
      case ":problem":
        this.say("level PROBLEM 2").then(() => this.tell("Problem: set up a position or play on; Go lets the machine prove a mate in 2. Choose the number of moves under Level."));
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
        const from = field.value.slice(0, 2), to = field.value.slice(2);
        if (this.isPromotion(from, to)) this.moveByHand(from, to);
        else this.enter(field.value);
        field.value = "";
      }
    } else if (letter === "Yes" || letter === "No") this.say(letter.toLowerCase());
  }

  shortcut(e) {
    const typing = e.target.closest("input, textarea, select");
    if (typing || $("promotion").open || e.ctrlKey || e.altKey || e.metaKey || $("computer").hidden) return;
    const word = { "<": "back", ">": "forward", PageUp: "back", PageDown: "forward", "!": "go", "?": "help" }[e.key];
    if (word) this.enter(word);
    else if (/^[a-zA-Z0-9]$/.test(e.key)) {
      $("typed").focus(); // the letter itself goes into the field
      return;
    } else return;
    e.preventDefault();
  }

  buildSettings() {
    $("opponents-title").textContent = t("play.opponent");
    $("no-moves").textContent = t("play.noMoves");
    for (const [group, all] of levels) {
      const g = document.createElement("optgroup");
      g.label = group;
      for (const [value, label] of all) g.append(new Option(label, value));
      $("level").append(g);
    }
    for (const [value, label] of speeds) $("speed").append(new Option(label, value));
    $("level").addEventListener("change", () => this.say("level " + $("level").value));
    $("speed").addEventListener("change", () => this.say("speed " + $("speed").value));
    $("engine").addEventListener("change", () => this.say("machine " + $("engine").value));
    $("profile").addEventListener("change", () => this.say("machine :" + $("profile").value));
  }

  welcome(m) {
    this.engines = m.engines;
    this.profiles = m.profiles;
    this.opponents = m.opponents;
    $("engine").replaceChildren(...m.engines.map((e) => new Option(e.name === "go" ? "Go, timed as a Z80" : machines[e.name] || e.name, e.name)));
    $("profile").replaceChildren(...profileOptions(m.profiles));
  }

  buildBoards() {
    for (let n = 1; n <= 12; n++) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = n;
      b.setAttribute("aria-label", "Game " + n);
      b.addEventListener("click", () => this.say("game " + n));
      $("boards").append(b);
    }
  }

  showGame(m) {
    const before = this.game;
    this.game = m;
    const seats = m.seats;
    const turned = seats[0].machine && !seats[1].machine;
    if (!before || before.board !== m.board || before.seats[0].machine !== seats[0].machine || before.seats[1].machine !== seats[1].machine) this.flippedByHand = null;
    this.board.flip(this.flippedByHand ?? turned);
    this.on = placement(m.fen);
    this.showBoard();
    this.showMoves(m);
    const machine = seats.find((s) => s.machine) || seats[1];
    $("engine").value = machine.engine;
    $("profile").value = machine.profile;
    $("model").textContent = machines[machine.engine] || machine.engine;
    const level = $("level");
    level.querySelector("option.own")?.remove();
    level.value = m.level;
    if (level.value !== m.level) {
      const own = new Option(m.level, m.level);
      own.className = "own";
      level.append(own);
      level.value = m.level;
    }
    $("about").textContent = "Level " + m.level + ": " + m.about + ".";
    const speed = m.speed ? String(m.speed / 100) : "max";
    if (![...$("speed").options].some((o) => o.value === speed)) $("speed").append(new Option(speed + " times", speed));
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
      const made = m.moves[m.at - 1], side = this.sideOf(m, m.at - 1);
      const who = seats[side === "white" ? 0 : 1];
      if (who.machine) blink(this.board, this.lcd, made.uci);
      this.announce(`${who.machine ? (machines[who.engine] || who.engine) + " plays" : side} ${spoken(made.san)}${made.value ? ", value " + made.value : ""}${m.why ? ". " + m.why : ""}`);
    }
    for (const f of this.changed) f();
  }

  sideOf(m, i) { return (i % 2 === 0) === (m.first === "white") ? "white" : "black"; }

  showBoard() {
    const m = this.game;
    if (!m) return;
    if (this.setup.on) {
      this.board.show({ on: this.setup.on });
      return;
    }
    const last = m.at ? m.moves[m.at - 1].uci : "";
    this.board.show({ on: this.on, legal: m.legal, last, check: m.check, hint: m.hint });
  }

  showMoves(m) {
    const list = $("moves"), rows = [];
    let number = m.number, row = null;
    m.moves.forEach((made, i) => {
      const side = this.sideOf(m, i);
      if (side === "white" || !row) {
        row = document.createElement("li");
        const no = document.createElement("span");
        no.className = "no";
        no.textContent = number + ".";
        row.append(no);
        if (side === "black") row.append(document.createElement("span"));
        rows.push(row);
      }
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = made.san;
      b.className = i + 1 === m.at ? "now" : i >= m.at ? "ahead" : "";
      if (i + 1 === m.at) b.setAttribute("aria-current", "true");
      if (made.value || made.book) {
        const s = document.createElement("small");
        s.textContent = made.book ? "book" : made.value;
        b.append(s);
      }
      b.addEventListener("click", () => this.goTo(i + 1));
      row.append(b);
      if (side === "black") number++;
    });
    if (m.why) {
      const end = document.createElement("li");
      const text = document.createElement("span");
      text.className = "end";
      text.textContent = `${m.result} ${m.why}`;
      end.append(text);
      rows.push(end);
    }
    list.replaceChildren(...rows);
  }

  goTo(at) {
    const n = at - this.game.at;
    if (n) this.say(n > 0 ? "forward " + n : "back " + -n);
  }

  showDisplay(m) {
    const before = this.display;
    this.display = m;
    this.lcd.show(m.lcd);
    $("lcd").setAttribute("aria-label", "Display: " + m.lcd.trim());
    $("lamp").classList.toggle("lit", m.thinking);
    $("machine").classList.toggle("thinking", m.thinking);
    const turn = this.game?.turn;
    ["white", "black"].forEach((side, i) => {
      const c = $("clock-" + side);
      c.textContent = (side === "white" ? "White " : "Black ") + clock(m.clocks[i]);
      c.classList.toggle("runs", turn === side && !this.game.why);
    });
    const text = m.message || this.situation(m);
    if (text !== this.told && !(this.setup.on && !m.message)) {
      this.tell(text, /illegal|can't|cannot|no piece|in the way|unknown|not /i.test(m.message) && !/new game/i.test(m.message));
      this.told = text;
    }
    $("thoughts").hidden = !m.nodes && !m.line.length && !m.now;
    $("no-thoughts").hidden = !$("thoughts").hidden;
    $("line").textContent = (m.san.length ? m.san : m.line).join(" ") || "-";
    $("now").textContent = m.now || "-";
    $("value").textContent = m.value ? ahead(m.value) : "-";
    $("nodes").textContent = m.nodes ? count(m.nodes) : "-";
    $("cycles").textContent = m.cycles ? count(m.cycles) : "-";
    $("budget").textContent = m.depth ? `${m.sx} in iteration ${m.depth}` : "-";
    if (this.sound && this.bells >= 0 && m.bells > this.bells) beep();
    this.bells = m.bells;
  }

  // situation says what comes next, while the machine has no message.
  situation(m) {
    const g = this.game;
    if (!g || this.setup.on) return "";
    const seat = g.seats[g.turn === "white" ? 0 : 1], name = machines[seat.engine] || seat.engine;
    if (g.why) return `${g.why}: ${g.result}.`;
    if (m.thinking) return `The ${name} is thinking about its move.`;
    if (seat.machine) return `It is the ${name}'s move: press Go.`;
    if (!g.moves.length) return `Your move: drag a piece, or click on it and then on a square.`;
    return g.seats[0].machine || g.seats[1].machine ? "Your move." : `${g.turn === "white" ? "White" : "Black"} to move.`;
  }

  isPromotion(from, to) { return this.game.legal.some((m) => m.length === 5 && m.startsWith(from + to)); }

  // promotion asks what a pawn becomes: q, r, b or n, or "" for no move.
  promotion() {
    const box = $("promotion"), white = this.game.turn === "white";
    box.returnValue = "";
    $("promotion-pieces").replaceChildren(...[..."qrbn"].map((letter) => {
      const b = document.createElement("button");
      b.value = letter;
      b.append(picture(white ? letter.toUpperCase() : letter), names[letter]);
      return b;
    }));
    box.showModal();
    return new Promise((resolve) => box.addEventListener("close", () => resolve(box.returnValue), { once: true }));
  }

  // moveByHand plays a move that was clicked or dragged.
  async moveByHand(from, to) {
    let move = from + to;
    if (this.isPromotion(from, to)) {
      const before = this.game, piece = await this.promotion();
      if (!piece) { this.tell("The pawn stays where it is."); return; }
      if (this.game.fen !== before.fen) { this.tell("The position has changed meanwhile: no move was made.", true); return; }
      move += piece;
    }
    try {
      await this.client.ask("move", { move });
    } catch (err) {
      this.tell(err.message, true);
      this.announce(err.message);
    }
  }

  // Links.

  link() {
    const m = this.game;
    if (!m) return {};
    const machine = m.seats.find((s) => s.machine) || m.seats[1];
    // A game from another position than the first has that too; of a game that is too long
    // for an address only the position is held.
    const moves = m.moves.slice(0, m.at).map((x) => x.uci).join("");
    const game = !moves || moves.length > longest ? { fen: m.fen } : { fen: m.start === first ? "" : m.start, moves };
    return { ...game, engine: machine.engine, profile: machine.profile, level: m.level, speed: m.speed ? m.speed / 100 : "max" };
  }

  // follow puts what a link holds on a free board, so that no game is lost.
  async follow(link) {
    const fen = link.fen || (link.moves ? first : "");
    const moves = link.moves?.match(/[a-h][1-8][a-h][1-8][qrbn]?/g) || [];
    try {
      if (moves.join("") !== (link.moves || "")) throw new Error(`its moves are not understood: ${link.moves.slice(0, 20)}`);
      const { start, at } = this.game, same = (all) => all.map((m) => m.uci).join("") === moves.join("");
      if (fen && fen !== (moves.length ? "" : this.game.fen) && !(start === fen && same(this.game.moves.slice(0, at)))) {
        if (this.game.moves.length) {
          const free = [...Array(12).keys()].map((i) => i + 1).find((n) => !this.game.boards.includes(n));
          if (!free) throw new Error("The link's position finds no free board: all twelve have games. Begin a new game on one of them first");
          await this.say("game " + free);
        }
        await this.client.ask("setup", { fen });
        if (moves.length) {
          await this.client.ask("load", { pgn: `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves.join(" ")} *`, name: "link" });
          await this.client.ask("say", { text: "forward " + moves.length });
        }
      }
      if (link.engine || link.profile) await this.say(`machine ${link.engine || ""}:${link.profile || this.game.seats[1].profile}`);
      if (link.level) await this.say("level " + link.level);
      if (link.speed) await this.say("speed " + link.speed);
      if (fen) this.tell("This position is from a link.");
    } catch (err) {
      this.notice(`The link is not possible: ${err.message}. Your game is kept.`);
    }
  }
}
