// Four lanes: the same search in Go and on three processors, side by side. Equal hashes of
// all events mean equal searches.

import { placement } from "./position.js";
import { make, picture } from "./pieces.js";
import { differenceInWords, differenceTable } from "./racewords.js";
import { counted, t } from "./texts.js";
import { count, hertz, machines, profileOptions, seconds, speedOptions, valueWords } from "./words.js";

const engines = ["go", "z80", "6502", "68000"];
const classes = { go: "go", z80: "z80", 6502: "m6502", 68000: "m68k" };
const hz = { go: 0, z80: 4_000_000, 6502: 1_966_080, 68000: 8_000_000 };

// Bytes whose change is soon seen, as a start.
const examples = ["swap_values+1=9", "ray_step+1=2"];

export class Lanes {
  constructor(root, client, computer, { announce }) {
    Object.assign(this, { root, client, computer, announce, running: new Set(), lanes: {} });
    root.classList.add("lanes");
    const intro = make("p", "intro", t("lanes.intro"));
    this.buildControls();
    const course = make("div", "course");
    course.append(this.buildPicture(), this.buildLanes());
    root.append(intro, this.buildActions(), this.verdict, this.controls, course, this.buildPoke());
    computer.changed.push(() => { if (!root.hidden) this.position(); });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  // buildActions are the buttons that come first: a race, and a broken one.
  buildActions() {
    const row = make("div", "actions");
    const button = (id, f) => { const b = make("button", "", t("lanes." + id)); b.id = "lanes-" + id; b.type = "button"; b.addEventListener("click", f); row.append(b); return b; };
    button("start", () => { this.stop(); this.start(); }).className = "primary";
    this.halt = button("stop", () => this.stop());
    this.halt.disabled = true;
    this.breaker = button("break", () => {
      if (this.poke.value.trim()) this.poke.value = ""; else this.poke.value = examples[0];
      this.broken();
      this.stop();
      this.start();
    });
    return row;
  }

  // broken names the button that breaks a byte after what it does now.
  broken() { this.breaker.textContent = t(this.poke.value.trim() ? "lanes.repair" : "lanes.break"); }

  buildControls() {
    const c = this.controls = make("form", "controls");
    const label = (text, e) => { const l = make("label", "", text); l.append(e); return l; };
    this.profile = make("select");
    this.sx = make("select");
    for (const v of [34, 42, 50, 58, 66, 74, 82, 90, 106, 122]) this.sx.append(new Option([34, 66, 90, 122].includes(v) ? t("lanes.sx." + v) : v, v));
    this.sx.value = "42";
    this.pace = make("select");
    this.pace.append(...speedOptions());
    c.append(label(t("lanes.profile"), this.profile), label(t("lanes.sx"), this.sx), label(t("lanes.pace"), this.pace));
    c.addEventListener("submit", (e) => e.preventDefault());
    this.verdict = make("p", "verdict");
    this.verdict.setAttribute("aria-live", "polite");
    this.verdict.id = "verdict";
  }

  buildPicture() {
    const f = make("figure", "small board");
    const glass = make("div", "glass");
    this.mini = make("div", "board8");
    this.mini.setAttribute("role", "img");
    glass.append(this.mini);
    this.caption = make("figcaption");
    f.append(glass, this.caption);
    return f;
  }

  buildLanes() {
    const stack = make("div", "stack");
    for (const name of engines) {
      const lane = { root: make("article", "lane " + classes[name]), name };
      lane.root.id = "lane-" + name;
      lane.root.setAttribute("aria-label", machines[name]);
      const top = make("div", "top");
      lane.state = make("span", "state", t("lanes.ready"));
      top.append(make("h2", "", machines[name]), lane.what = make("span", "what"), lane.state);
      lane.track = make("div", "track");
      lane.track.setAttribute("role", "progressbar");
      lane.track.setAttribute("aria-label", t("lanes.part", machines[name]));
      lane.fill = make("div", "fill");
      lane.label = make("span", "name");
      lane.track.append(lane.fill, lane.label);
      lane.figures = {};
      const figures = make("div", "figures");
      for (const [key, title] of Object.entries({ nodes: "nodes", cycles: name === "z80" ? "tstates" : "cycles", time: name === "go" ? "timeHere" : "timeThere", value: "value", hash: "hash" })) {
        const d = make("div", key);
        lane.figures[key] = make("b", "", "-");
        d.append(make("span", "", t("lanes." + title)), lane.figures[key]);
        figures.append(d);
      }
      lane.pv = make("p", "pv", t("lanes." + name));
      lane.differ = make("div", "differ");
      lane.differ.hidden = true;
      lane.root.append(top, lane.track, figures, lane.pv, lane.differ);
      stack.append(lane.root);
      this.lanes[name] = lane;
    }
    return stack;
  }

  buildPoke() {
    const card = make("div", "card");
    card.append(make("h2", "", t("lanes.breakTitle")), make("p", "hint", t("lanes.breakHint")));
    const row = make("form", "poke");
    const label = (text, e) => { const l = make("label", "", text); l.append(e); return l; };
    this.pokeEngine = make("select");
    for (const name of engines.slice(1)) this.pokeEngine.append(new Option(machines[name], name));
    this.pokeEngine.value = "6502";
    this.poke = make("input");
    this.poke.id = "poke";
    this.poke.maxLength = 100;
    this.poke.spellcheck = false;
    this.poke.placeholder = t("lanes.example");
    this.poke.setAttribute("list", "poke-examples");
    const list = make("datalist");
    list.id = "poke-examples";
    for (const e of examples) list.append(new Option(e));
    const broken = make("button", "", t("lanes.breakStart"));
    broken.id = "poke-start";
    const whole = make("button", "", t("lanes.whole"));
    whole.type = "button";
    whole.addEventListener("click", () => { this.poke.value = ""; this.broken(); });
    row.append(label(t("lanes.machine"), this.pokeEngine), label(t("lanes.address"), this.poke), list, broken, whole);
    row.addEventListener("submit", (e) => {
      e.preventDefault();
      this.poke.value ||= examples[0];
      this.broken();
      this.stop();
      this.start();
    });
    card.append(row);
    return card;
  }

  shown() {
    if (!this.profile.options.length && this.computer.profiles) {
      this.profile.replaceChildren(...profileOptions(this.computer.profiles));
      this.profile.value = this.wanted?.lanes || "sx81";
    }
    for (const { name, what } of Object.values(this.lanes)) what.textContent = [t("lanes.about." + name), hz[name] && hertz(hz[name])].filter(Boolean).join(", ");
    this.position();
    this.broken();
    const g = this.computer.game;
    if (g && !g.why && this.raced !== g.fen && !this.running.size && !this.still.matches) { this.start(); this.auto = true; }
  }

  // left ends a race that began by itself, when another screen is shown.
  left() { if (this.auto) { this.stop(); this.raced = null; } }

  position() {
    const m = this.computer.game;
    if (!m || this.running.size) return;
    const on = placement(m.fen), rows = [];
    for (let rank = 8; rank >= 1; rank--) {
      const row = make("div", "rank");
      for (const f of "abcdefgh") {
        const s = make("div", "square " + (("abcdefgh".indexOf(f) + rank) % 2 ? "dark" : "light"));
        s.append(picture(on[f + rank]));
        row.append(s);
      }
      rows.push(row);
    }
    this.mini.replaceChildren(...rows);
    this.mini.setAttribute("aria-label", t("lanes.position", m.fen));
    const last = m.at ? `${m.number + Math.floor((m.at - (m.first === "white" ? 1 : 0)) / 2)}${m.turn === "black" ? "." : "…"} ${m.moves[m.at - 1].san}` : "";
    this.caption.textContent = t(`lanes.caption${last && "After"}.${m.turn}`, last);
  }

  start() {
    const m = this.computer.game;
    if (!m) return;
    if (m.why) { this.verdict.textContent = t("lanes.over", m.why); return; }
    this.position();
    this.raced = m.fen;
    this.auto = false;
    this.total = 0;
    this.results = {};
    this.generation = (this.generation || 0) + 1;
    const speed = this.pace.value === "max" ? 0 : Math.round(Number(this.pace.value) * 100);
    this.halt.disabled = false;
    this.verdict.textContent = "";
    for (const name of engines) {
      const lane = this.lanes[name];
      lane.root.classList.remove("red", "equal");
      lane.root.classList.add("begun");
      lane.differ.hidden = true;
      this.state(lane, "waits");
      lane.iterations = []; // that have ended
      lane.fill.style.width = "0";
      lane.label.textContent = "";
      lane.pv.textContent = "";
      for (const b of Object.values(lane.figures)) b.textContent = "-";
      for (const e of lane.track.querySelectorAll(".mark")) e.remove();
      const order = { engine: name, profile: this.profile.value, fen: m.start, moves: m.moves.slice(0, m.at).map((x) => x.uci), sx: Number(this.sx.value), speed: name === "go" ? 0 : speed };
      if (name === this.pokeEngine.value && this.poke.value.trim()) order.poke = [this.poke.value.trim()];
      const id = `lane-${name}-${this.generation}`;
      lane.id = id;
      lane.broken = Boolean(order.poke);
      this.running.add(id);
      this.client.search(id, order, (message) => this.receive(lane, id, message));
    }
  }

  stop() {
    for (const id of this.running) this.client.stop(id);
    this.end();
    for (const lane of Object.values(this.lanes)) if (/^(searches|waits)/.test(lane.root.dataset.state)) this.state(lane, "stopped");
  }

  // end ends the race for the page.
  end() {
    this.running.clear();
    this.halt.disabled = true;
  }

  closed(why) {
    if (this.running.size) this.verdict.textContent = why;
    this.end();
  }

  receive(lane, id, m) {
    if (lane.id !== id) return;
    switch (m.type) {
      case "progress": this.progress(lane, m); break;
      case "found": this.found(lane, m); break;
      case "differs": this.differs(lane, m); break;
      case "stopped": this.state(lane, "stopped"); break;
      case "error":
        this.state(lane, "failed");
        lane.pv.textContent = m.text;
        lane.root.classList.add("red");
        break;
    }
    if (m.type !== "progress") {
      this.running.delete(id);
      if (!this.running.size) { this.end(); this.auto = false; }
    }
  }

  // state shows what a lane does: waits, searches, stopped, failed, found or differs, in these words.
  state(lane, name, text = t("lanes." + name)) {
    lane.root.dataset.state = name;
    lane.state.textContent = text;
  }

  progress(lane, m) {
    lane.iterations = m.iterations;
    this.state(lane, "searches");
    this.figures(lane, { nodes: m.nodes, cycles: m.cycles, ms: m.ms, value: m.value, hash: m.hash, san: m.san });
    this.bar(lane, m.events, m.iterations);
    this.iterations();
  }

  // iterations compares the hashes at the end of each iteration with Go's, while the lanes
  // run: engines that search the same tree have the same hash there.
  iterations() {
    const go = this.lanes.go.iterations;
    for (const lane of Object.values(this.lanes)) {
      const own = lane.iterations, n = Math.min(own.length, go.length);
      if (lane.name === "go" || !n || this.results[lane.name] || lane.root.dataset.state === "differs") continue;
      const wrong = own.slice(0, n).findIndex((it, i) => it.hash !== go[i].hash || it.events !== go[i].events);
      lane.root.classList.toggle("red", wrong >= 0);
      if (this.running.has(lane.id)) this.state(lane, wrong >= 0 ? "differs" : "searches", wrong >= 0 ? t("lanes.differsIteration", wrong + 1) : counted("lanes.equalIterations", n));
    }
  }

  figures(lane, { nodes, cycles, ms, value, hash, san }) {
    const f = lane.figures;
    f.nodes.textContent = count(nodes);
    f.cycles.textContent = lane.name === "go" ? t("lanes.none") : count(cycles);
    if (lane.name !== "go") f.time.textContent = seconds(ms);
    f.value.textContent = value ? valueWords(value) : "-";
    f.hash.textContent = hash;
    lane.pv.textContent = san?.length ? san.join(" ") : "";
  }

  // bar shows what part of the events is done. Go ends first and knows how many there are.
  bar(lane, events, iterations) {
    lane.events = events;
    const total = this.total || 0;
    if (!total) return;
    const part = Math.min(events / total, 1);
    lane.fill.style.width = (100 * part).toFixed(2) + "%";
    lane.track.setAttribute("aria-valuenow", Math.round(100 * part));
    lane.label.textContent = t("lanes.decision", count(events), count(total));
    while (lane.track.querySelectorAll(".mark").length < iterations.length) {
      const mark = make("i", "mark"), it = iterations[lane.track.querySelectorAll(".mark").length];
      mark.style.left = (100 * it.events / total) + "%";
      mark.title = t("lanes.mark", it.sx, it.hash);
      lane.track.append(mark);
    }
  }

  found(lane, m) {
    const r = m.result;
    lane.iterations = m.iterations;
    this.figures(lane, { nodes: r.nodes, cycles: r.cycles, ms: m.ms, value: m.value, hash: r.events, san: m.san });
    if (lane.name === "go") {
      lane.figures.time.textContent = t("unit.ms", count(m.took_ms));
      this.total = r.event_count;
    }
    this.bar(lane, r.event_count, lane.iterations);
    for (const other of Object.values(this.lanes)) if (other !== lane && other.events) this.bar(other, other.events, other.iterations);
    this.results[lane.name] = m;
    this.state(lane, "found", t("lanes.finished", m.san[0] || t("lanes.noMove")));
    const go = this.results.go;
    if (go) {
      for (const [name, done] of Object.entries(this.results)) {
        const l = this.lanes[name], equal = done.result.events === go.result.events;
        if (name === "go") continue;
        l.root.classList.toggle("equal", equal);
        l.root.classList.toggle("red", !equal);
        this.state(l, "found", equal ? t("lanes.equal", done.san[0] || t("lanes.noMove")) : t("lanes.unequal"));
      }
    }
    const all = engines.filter((n) => this.results[n]);
    if (all.length === engines.length) {
      const equal = all.every((n) => this.results[n].result.events === go.result.events);
      this.verdict.textContent = equal ? t("lanes.allEqual", count(go.result.event_count), m.san[0]) + " " + this.slowest() : t("lanes.allDiffer");
    }
  }

  slowest() {
    const ms = engines.slice(1).map((n) => `${machines[n]} ${seconds(this.results[n].ms)}`);
    return t("lanes.slowest", t("unit.ms", count(this.results.go.took_ms)), ms.join(", "));
  }

  differs(lane, m) {
    const d = m.difference, at = count(d.event_index + 1);
    lane.root.classList.add("red");
    this.bar(lane, d.event_index, lane.iterations);
    this.state(lane, "differs", t("lanes.differsAt", at));
    lane.differ.replaceChildren(make("b", "", t("race.equalFor", count(d.event_index), this.poke.value.trim())), ...differenceTable(d));
    lane.differ.hidden = false;
    this.verdict.textContent = t("race.wrong", machines[lane.name]) + " " + differenceInWords(d, this.computer.game.fen);
  }

  link() {
    return { lanes: this.profile.value, sx: this.sx.value, pace: this.pace.value, poke: this.poke.value ? this.pokeEngine.value + " " + this.poke.value : "" };
  }

  follow(link) {
    this.wanted = link;
    if (this.computer.profiles?.includes(link.lanes)) { this.shown(); this.profile.value = link.lanes; }
    if ([...this.sx.options].some((o) => o.value === link.sx)) this.sx.value = link.sx;
    if ([...this.pace.options].some((o) => o.value === link.pace)) this.pace.value = link.pace;
    const [engine, poke] = (link.poke || "").split(" ");
    if (poke && engines.slice(1).includes(engine)) { this.pokeEngine.value = engine; this.poke.value = poke; }
  }
}
