// Where the search looks: its moves as ribbons whose width is the SX that is left, while they
// are tried or afterwards. Each ribbon leads to the decision that ended it.

import { Board } from "./board.js";
import { Live } from "./live.js";
import { machineOf } from "./moves.js";
import { after, placement } from "./position.js";
import { Ribbons, Sheet } from "./ribbons.js";
import { t } from "./texts.js";
import { make } from "./pieces.js";
import { buildControls, legend, steer } from "./treecontrols.js";
import { follow, linkOf } from "./treelink.js";
import { describe } from "./treewords.js";
import { ahead, count, profileOptions } from "./words.js";

// mostRows bounds the rows of all iterations that are kept.
const mostRows = 60_000;

// mostSX bounds the budget with which the tree is opened from the board.
const mostSX = 66;

export class Tree {
  constructor(root, client, computer, { announce }) {
    Object.assign(this, { root, client, computer, announce, line: [], sheets: [], legal: [], next: 1 });
    root.classList.add("lanes", "tree");
    root.append(make("p", "intro", t("tree.intro")));
    buildControls(this);
    const stage = make("div", "stage");
    this.side = make("div", "inspect");
    const glass = make("div", "glass"), board = make("div", "boardlike");
    glass.append(board);
    this.board = new Board(board, { move: (from, to) => this.why(from + to), drop: (from, to) => to && this.why(from + to), none: () => {} });
    board.setAttribute("aria-label", t("tree.board"));
    this.caption = make("p", "hint");
    this.caption.id = "tree-caption";
    this.words = make("div", "words card");
    this.words.setAttribute("aria-live", "polite");
    this.words.id = "decision";
    this.answer = make("div", "answer card");
    this.answer.id = "why";
    this.answer.hidden = true;
    this.side.append(glass, this.caption, this.words, this.answer);
    this.scroll = make("div", "scroll");
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "region");
    this.scroll.setAttribute("aria-label", t("tree.name"));
    stage.append(this.scroll, this.side);
    this.more = make("p", "hint");
    root.append(this.actions, this.controls, this.crumbs, this.summary, stage, this.more, legend());
    this.ribbons = new Ribbons(this.scroll, {
      select: (i) => { this.rest(); this.select(i); }, open: (i) => this.deeper(i), describe: (row) => describe(this.sheet, row),
    });
    this.live = new Live(client, {
      sheet: (m) => this.newSheet(m), row: (r) => this.newRow(r), drawn: () => this.grown(), end: (m) => this.watched(m), asleep: () => root.hidden,
    });
    root.addEventListener("keydown", (e) => steer(this, e));
    computer.changed.push(() => { if (!root.hidden && !this.given) this.shown(); });
  }

  get sheet() { return this.ribbons.sheet; }

  // game is the position that is searched: the one on the board, or the one that open was given.
  get game() { return this.given || this.computer.game; }

  // open has the screen show the end of a line of a game's position, with a budget, and why a move was
  // not chosen there, until somebody comes back to the screen.
  open({ game, line, sx, why }) {
    this.opening = { line, why };
    this.given = game;
    const machine = machineOf(game);
    this.fill();
    if ([...this.profile.options].some((o) => o.value === machine.profile)) this.profile.value = machine.profile;
    sx = Math.min(sx || 34, mostSX);
    if (![...this.sx.options].some((o) => Number(o.value) === sx)) this.sx.append(new Option(sx, sx));
    this.sx.value = sx;
  }

  // fill fills the menu of programs.
  fill() {
    if (this.profile.options.length || !this.computer.profiles) return;
    this.profile.replaceChildren(...profileOptions(this.computer.profiles));
    this.profile.value = "sx81";
  }

  shown() {
    this.fill();
    if (this.opening) {
      const { line, why } = this.opening;
      this.opening = null;
      this.line = line;
      this.ask(why);
      return;
    }
    this.given = null;
    const g = this.computer.game;
    if (g && (this.searched !== g.fen || (!this.result && !this.id && !this.live.id) || this.wanted)) { this.line = this.wanted || []; this.wanted = null; this.ask(); }
  }

  // order is what both kinds of search have.
  order() {
    const g = this.game;
    this.searched = g.fen;
    return { engine: "go", profile: this.profile.value, fen: g.start, moves: g.moves.slice(0, g.at).map((m) => m.uci), sx: Number(this.sx.value), plies: Number(this.plies.value) };
  }

  // ask asks for the tree below this.line, and for the reasons why a move was not seen.
  ask(why) {
    this.seek = null;
    if (!this.game) return;
    this.stopReplay();
    this.live.stop();
    if (this.id) this.client.stop(this.id);
    const id = this.id = "tree-" + this.next++;
    this.answer.hidden = !why;
    if (why) this.answer.replaceChildren(make("p", "", "…"));
    const order = { ...this.order(), line: this.line, top: Number(this.top.value) };
    if (why) order.why = why;
    this.client.search(id, order, (m) => {
      if (id !== this.id) return;
      this.id = null;
      this.label();
      if (m.type === "tree") this.show(m, why);
      else if (m.type === "error") {
        this.summary.textContent = m.text;
        if (why) this.answer.replaceChildren(make("p", "", m.text));
      } else this.summary.textContent = t("tree.stopped");
    }, "tree");
    this.label();
  }

  why(move) {
    const known = this.legal.find((m) => m.startsWith(move));
    this.ask(known ? (known.length === 5 ? move + "q" : move) : move);
  }

  // show shows the tree of a search that has ended.
  show(m, why) {
    this.result = m;
    this.legal = m.legal;
    this.on = placement(m.fen);
    this.summary.textContent = this.found(m);
    const base = this.line.length, rows = m.moves.filter((r) => r.line.length > base), way = m.moves.filter((r) => r.line.length <= base);
    const s = new Sheet({ sx: m.sx, budget: way.length ? (way.at(-1).sx_left ?? 0) : m.sx, depth: Math.max(1, ...rows.map((r) => r.line.length - base)), base });
    s.addAll(rows);
    this.more.textContent = [m.more && t("tree.more", m.more), m.cut && t("tree.cut", count(m.cut))].filter(Boolean).join(" ");
    this.showCrumbs(way);
    this.keepSheets([s]);
    this.see(s);
    this.scroll.scrollTop = 0;
    const linked = this.wantedRow ? s.rows.findIndex((r) => r.line.join("") === this.wantedRow) : -1;
    this.wantedRow = "";
    this.select(linked >= 0 ? linked : Math.max(s.rows.findIndex((r) => this.seek ? !r.up && r.san === this.seek : r.pv), 0), true);
    if (why) {
      this.answer.replaceChildren(...(m.why?.length ? m.why : [t("tree.notThere")]).map((s) => make("p", "", s)));
      this.answer.scrollIntoView({ block: "nearest" });
      this.announce(m.why?.[0]);
    }
  }

  // found says what a search has found.
  found(m) {
    const side = this.game.turn;
    if (!m.san.length) return m.summary;
    const line = t(`tree.${m.san.length > 1 ? "expects" : "found"}.${side}`, m.san[0], m.san.slice(1).join(" "));
    return [line, t("tree.value", ahead(m.value, t("clocks." + side))), t("tree.spent", count(m.nodes), m.sx)].join(" ");
  }

  showCrumbs(way) {
    const button = (text, line) => { const b = make("button", "quiet", text); b.type = "button"; b.addEventListener("click", () => { this.line = line; this.ask(); }); return b; };
    this.crumbs.replaceChildren(button(t("tree.root"), []), ...way.flatMap((r) => [document.createTextNode(" › "), button(r.san, r.line)]));
  }

  // watch starts a search that is watched, halts it, or lets it go on.
  watch() {
    const rate = Number(this.pace.value), g = this.game;
    this.stopReplay();
    if (this.live.id) {
      this.toEnd();
      if (!rate) this.live.step();
      else this.live.pause(!this.live.paused);
      if (this.live.paused && this.sheet) this.select(this.sheet.steps.at(-1) ?? 0, true);
      this.label();
      return;
    }
    if (!g) return;
    if (g.why) { this.summary.textContent = t("lanes.over", g.why); return; }
    if (this.id) { this.client.stop(this.id); this.id = null; }
    this.line = [];
    this.legal = g.legal;
    this.on = placement(g.fen);
    this.answer.hidden = true;
    this.more.textContent = this.summary.textContent = "";
    this.words.replaceChildren(make("p", "", t("tree.begins")));
    this.showCrumbs([]);
    this.keepSheets([]);
    this.live.start(this.order(), rate);
    this.label();
  }

  // label names the buttons after what they do now.
  label() {
    const on = Boolean(this.live.id);
    this.watchButton.textContent = t(!on ? "tree.watch" : !Number(this.pace.value) ? "tree.next" : this.live.paused ? "tree.goOn" : "tree.pause");
    this.button.textContent = t(on || this.id ? "tree.stop" : "tree.show");
    this.words.setAttribute("aria-live", on && !this.live.paused ? "off" : "polite");
  }

  // newSheet begins an iteration of the search that is watched.
  newSheet(m) {
    const before = this.growing;
    if (before) before.over = true;
    this.growing = new Sheet({ sx: m.sx, budget: m.sx, depth: Number(this.plies.value) });
    this.following = !before || this.sheet === before;
    this.keepSheets([...this.sheets, this.growing]);
    if (this.following) this.see(this.growing);
  }

  newRow(r) {
    const s = this.growing, known = s.rows[r.n];
    const row = known || s.add({ ...r }, s.rows[r.up] || null);
    if (known) {
      if (r.searched_twice && !r.done) row.from = row.kids.length;
      Object.assign(row, r, { up: row.up });
    }
    if (r.done) s.end(row);
    if (s === this.sheet) {
      this.ribbons.changed(row);
      if (row.up?.kids.length === 1) this.ribbons.changed(row.up);
    }
  }

  // grown shows what has come, once a frame.
  grown() {
    const s = this.growing;
    if (s.rows.length > mostRows) { this.live.stop(); this.summary.textContent = t("tree.tooMany", count(mostRows)); return; }
    if (s !== this.sheet || this.ribbons.time !== Infinity) return;
    // The picture follows the search until somebody scrolls up.
    const box = this.scroll, below = this.bottom === undefined || box.scrollTop >= this.bottom - 30;
    const rate = Number(this.pace.value);
    this.ribbons.size();
    if (below) {
      box.scrollTop = box.scrollHeight;
      this.bottom = box.scrollTop;
    }
    if (rate <= 4 || this.live.paused) this.select(s.steps.at(-1) ?? s.rows.length - 1, true);
    else this.caption.textContent = t(this.live.nodes ? "tree.grownNodes" : "tree.grown", this.sheets.length, s.sx, count(s.steps.length), count(this.live.nodes || 0));
    this.ribbons.draw();
  }

  // watched is the end of the search that was watched.
  watched(m) {
    this.label();
    const s = this.growing;
    if (s) s.over = true;
    if (m.type === "watched") {
      this.result = m;
      this.summary.textContent = this.found(m);
      for (const r of s?.rows || []) r.pv = r.line.every((x, i) => m.pv[i] === x);
    } else this.summary.textContent = m.type === "error" ? m.text : t("tree.stoppedKept");
    if (!s || this.sheet !== s) return;
    this.ribbons.forget();
    this.select(Math.max(s.rows.findIndex((r) => r.pv && r.verdict === "new best"), m.type === "watched" ? 0 : s.rows.length - 1));
  }

  // keepSheets keeps iterations, the latest as far as there is room.
  keepSheets(sheets) {
    while (sheets.length > 1 && sheets.reduce((n, s) => n + s.rows.length, 0) > mostRows) sheets = sheets.slice(1);
    this.sheets = sheets;
    if (!sheets.length) this.growing = null;
    this.iterationLabel.hidden = sheets.length < 2;
    this.iteration.replaceChildren(...sheets.map((s) => new Option(t("tree.budget", s.sx))));
    this.iteration.selectedIndex = sheets.indexOf(this.sheet);
  }

  see(sheet) {
    if (!sheet) return;
    this.bottom = undefined;
    this.iteration.selectedIndex = this.sheets.indexOf(sheet);
    this.ribbons.show(sheet);
    if (sheet.rows.length) this.select(0);
  }

  // rest lets nothing move while a person looks.
  rest() {
    this.stopReplay();
    if (this.live.id && !this.live.paused) { this.live.pause(true); this.label(); }
  }

  toEnd() {
    if (this.growing && this.sheet !== this.growing) this.see(this.growing);
    this.ribbons.time = Infinity;
    this.bottom = undefined;
  }

  // step goes to the n-th decision of the iteration. Those after it are dimmed.
  step(n) {
    const s = this.sheet, last = s?.steps.length;
    if (!last) return;
    n = Math.max(1, Math.min(n, last));
    this.ribbons.time = n === last ? Infinity : n;
    this.select(s.steps[n - 1]);
  }

  // at is the number of the decision up to which the tree is shown.
  at() { return Math.min(this.ribbons.time, this.sheet?.steps.length || 0); }

  back() {
    const i = this.sheets.indexOf(this.sheet);
    if (this.at() > 1) this.step(this.at() - 1);
    else if (i > 0) { this.see(this.sheets[i - 1]); this.step(Infinity); }
  }

  forward() {
    const i = this.sheets.indexOf(this.sheet);
    if (this.at() < this.sheet.steps.length) this.step(this.at() + 1);
    else if (i >= 0 && i + 1 < this.sheets.length) { this.see(this.sheets[i + 1]); this.step(1); }
    else if (this.live.id) this.live.step();
  }

  // select shows a move's decision.
  select(i, still) {
    const s = this.sheet;
    if (!s?.rows.length) { this.words.replaceChildren(make("p", "", t("tree.noMove"))); return; }
    i = Math.max(0, Math.min(i, s.rows.length - 1));
    const r = s.rows[i];
    this.ribbons.choose(i);
    if (still) this.ribbons.draw(); else this.ribbons.reach(i);
    let on = this.on;
    for (const m of r.line.slice(this.line.length)) on = after(on, m);
    this.board.show({ on, last: r.line.at(-1), legal: [] });
    this.caption.textContent = r.ended === Infinity ? t("tree.undecided") : t(this.sheets.length > 1 ? "tree.decisionOf" : "tree.decision", count(r.ended), count(s.steps.length), s.sx);
    const head = make("h2", "", `${r.number ? t("tree.try", r.number, r.san) : r.san} ${this.ribbons.sign(r)}`);
    const row = make("div", "row");
    const button = (text, id, f) => { const b = make("button", "", text); b.type = "button"; if (id) b.id = id; b.addEventListener("click", f); row.append(b); };
    const by = s.decider(r);
    if (by && by !== r) button(t(r.verdict === "new best" || r.verdict === "not better" ? "tree.from" : "tree.ender", `${by.san} ${this.ribbons.sign(by)}`), "ended-by", () => { this.rest(); this.select(by.i); });
    else if (r.reply && r.ended !== Infinity) button(t(r.verdict === "refuted" ? "tree.ender" : "tree.from", t("tree.deeperOne", r.reply)), "ended-by", () => this.deeper(i, r.reply));
    button(t("tree.deeper"), "", () => this.deeper(i));
    button(t("tree.ask"), "ask", () => this.beginAsk());
    this.words.replaceChildren(head, ...describe(s, r).map((text) => make("p", "", text)), row);
  }

  // beginAsk puts the node's position on the board, so that a move can be made there.
  beginAsk() {
    this.rest();
    this.board.show({ on: this.on, legal: this.legal });
    this.caption.textContent = t("tree.make");
    this.board.focus(this.legal[0]?.slice(0, 2) || "e2");
  }

  // deeper shows what is below a move, and selects a reply.
  deeper(i, reply) {
    this.line = this.sheet.rows[i].line;
    this.ask();
    this.seek = reply;
  }

  replay() {
    if (this.replaying) { this.stopReplay(); return; }
    this.rest();
    const slow = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1200 : 320;
    this.play.textContent = t("tree.pause");
    this.replaying = setInterval(() => {
      if (this.at() >= this.sheet.steps.length) { this.stopReplay(); return; }
      this.step(this.at() + 1);
    }, slow);
    if (this.at() >= (this.sheet?.steps.length || 0)) this.step(1);
  }

  stopReplay() {
    clearInterval(this.replaying);
    this.replaying = null;
    this.play.textContent = t("tree.replay");
  }

  link() { return linkOf(this); }

  follow(link) { return follow(this, link); }

  closed(why) {
    this.stopReplay();
    this.id = null;
    this.live.stop();
    this.label();
    if (why) this.summary.textContent = "";
  }
}
