// Cycles: where a machine's clock cycles go, and its program as it runs.

import { make } from "./pieces.js";
import { decimal, t } from "./texts.js";
import { count, hertz, machines, percent, profileOptions, seconds } from "./words.js";

const hz = { z80: 4_000_000, 6502: 1_966_080, 68000: 8_000_000 };

// The steps of a search, and the source files that do them; the three programs have files of the same names.
const stepFiles = {
  list: ["movegen", "list", "legal", "board", "position"], judge: ["swapoff", "swapslow", "hits", "attack", "losing", "glance", "quiet"],
  price: ["price", "early", "half"], make: ["makeboard", "key", "frames"], reply: ["search", "node", "try", "pass", "cache", "root"],
  value: ["eval", "scan", "score", "terms", "kingterms", "rootnet", "tables_gen"],
};

export class Cycles {
  constructor(root, client, computer) {
    Object.assign(this, { root, client, computer, next: 1, watching: null });
    root.classList.add("lanes", "cycles");
    const c = this.controls = make("form", "controls");
    const label = (text, e) => { const l = make("label", "", text); l.append(e); return l; };
    this.engine = make("select");
    for (const name of ["6502", "z80", "68000"]) this.engine.append(new Option(machines[name], name));
    this.profile = make("select");
    this.sx = make("select");
    for (const v of [10, 18, 26, 34, 42, 50, 58]) this.sx.append(new Option(v));
    this.sx.value = "42";
    const count = make("button", "", t("cycles.count"));
    count.type = "button";
    count.addEventListener("click", () => this.account());
    this.crawl = make("button", "primary", t("cycles.watch"));
    this.crawl.type = "button";
    this.crawl.id = "crawl";
    this.crawl.addEventListener("click", () => this.watching ? this.stop() : this.watch());
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", id: "clock-hz", min: 0, max: 100, step: 1, value: 30 });
    this.slider.addEventListener("input", () => this.pace());
    this.clock = make("span", "hint");
    const slow = make("label", "slow", t("cycles.clock"));
    slow.append(this.slider, this.clock);
    this.actions = make("div", "actions");
    this.actions.append(this.crawl, slow);
    c.append(count, label(t("cycles.machine"), this.engine), label(t("cycles.profile"), this.profile), label(t("cycles.sx"), this.sx));
    c.addEventListener("submit", (e) => e.preventDefault());
    for (const s of [this.engine, this.profile, this.sx]) s.addEventListener("change", () => {
      const on = this.watching;
      this.stop();
      this.pace();
      this.account();
      if (on) this.watch();
    });
    this.summary = make("p", "verdict");
    this.summary.setAttribute("aria-live", "polite");
    const grid = make("div", "columns");
    this.routines = make("div", "bars");
    this.routines.id = "routines";
    this.kinds = make("div", "bars");
    this.kinds.id = "kinds";
    const left = make("div", "card"), right = make("div", "card program"), below = make("div", "card");
    left.append(make("h2", "", t("cycles.byRoutine")), make("p", "hint", t("cycles.byRoutine.about")), this.routines);
    below.append(make("h2", "", t("cycles.byKind")), this.kinds);
    this.where = make("h2", "", t("cycles.program"));
    this.figures = make("p", "hint", t("cycles.program.about"));
    this.registers = make("p", "registers");
    this.listing = make("pre", "source listing");
    this.listing.id = "listing";
    right.append(this.where, this.figures, this.registers, this.listing);
    const stack = make("div", "stack");
    stack.append(left, below);
    grid.append(right, stack);
    root.append(make("p", "intro", t("cycles.intro")), this.actions, this.buildNow(), c, this.summary, grid);
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.pace();
    computer.changed.push(() => { if (!root.hidden && !this.watching && this.counted !== computer.game.fen) this.account(); });
  }

  // buildNow is what the program does now, in words: its steps, one of which is marked, and the routine.
  buildNow() {
    const box = make("div", "card doing"), steps = make("ol", "steps");
    this.steps = {};
    for (const name of Object.keys(stepFiles)) {
      const li = make("li", "", t("cycles." + name));
      this.steps[name] = li;
      steps.append(li);
    }
    this.doing = make("p", "does", t("cycles.ready"));
    this.doing.id = "does";
    box.append(make("h2", "", t("cycles.now")), steps, this.doing);
    return box;
  }

  // rate returns the clock that the slider shows, in Hz: from 12 to the machine's own.
  rate() { return 12 * (hz[this.engine.value] / 12) ** (this.slider.value / 100); }

  pace() {
    const r = this.rate();
    this.clock.textContent = r >= hz[this.engine.value] * 0.999 ? t("cycles.own", hertz(hz[this.engine.value])) : r >= 1e6 ? t("unit.mhz", decimal(r / 1e6, 2)) : r >= 1e3 ? t("unit.khz", decimal(r / 1e3, 1)) : t("unit.hz", count(r));
    if (this.watching) this.client.pace(this.watching, r);
  }

  order() {
    const g = this.computer.game;
    return { engine: this.engine.value, profile: this.profile.value, fen: g.start, moves: g.moves.slice(0, g.at).map((m) => m.uci), sx: Number(this.sx.value) };
  }

  shown() {
    if (!this.profile.options.length && this.computer.profiles) {
      this.profile.replaceChildren(...profileOptions(this.computer.profiles));
      this.profile.value = "sx81";
    }
    if (this.computer.game && this.counted !== this.computer.game.fen) this.account();
    if (!this.watching && !this.still.matches && !this.computer.game?.why) this.watch();
  }

  account() {
    if (!this.computer.game) return;
    const id = this.counting = "cycles-" + this.next++;
    this.counted = this.computer.game.fen;
    this.summary.textContent = t("cycles.counting");
    this.client.search(id, this.order(), (m) => {
      if (id !== this.counting) return;
      if (m.type === "cycles") this.show(m.account);
      else this.summary.textContent = m.text || t("cycles.stopped");
    }, "cycles");
  }

  show(a) {
    this.summary.textContent = t("cycles.summary", count(a.cycles), count(a.nodes), count(a.cycles_per_node), seconds(a.seconds * 1000), machines[a.engine], count(a.ram_written), count(a.stack_used));
    const bar = (name, part, title, number) => {
      const row = make("div", "bar");
      row.dataset.name = name;
      row.title = title;
      const fill = make("span", "fill");
      fill.style.width = (100 * part / this.most).toFixed(2) + "%";
      row.append(fill, make("span", "label", name), make("span", "number", number));
      return row;
    };
    const routines = [...a.routines].sort((x, y) => y.self - x.self).slice(0, 22);
    this.most = routines[0]?.self || 1;
    this.routines.replaceChildren(...routines.map((r) => bar(r.label, r.self, t("cycles.calls", count(r.self), count(r.calls), count(r.total)), percent(r.self / a.cycles))));
    const all = a.kinds.filter((k) => k.cycles);
    this.most = Math.max(1, ...all.map((k) => k.cycles));
    this.kinds.replaceChildren(...all.map((k) => {
      const row = bar(t("cycles.kind." + k.kind), k.cycles, t("cycles.visits", count(k.cycles), count(k.visits)), `${percent(k.cycles / a.cycles)}, ${count(k.visits)}×`);
      row.append(make("small", "", t(`cycles.kind.${k.kind}.about`)));
      return row;
    }));
  }

  watch() {
    if (!this.computer.game) return;
    const id = this.watching = "watch-" + this.next++;
    this.crawl.textContent = t("cycles.stop");
    this.client.search(id, { ...this.order(), hz: this.rate(), places: true }, (m) => {
      if (id !== this.watching) return;
      if (m.place) this.showPlace(m);
      if (m.type === "progress") return;
      this.watching = null;
      this.crawl.textContent = t("cycles.watch");
      if (m.type === "found") this.figures.textContent = t("cycles.finished", m.san[0] || t("lanes.noMove"), count(m.result.cycles));
      else if (m.text) this.figures.textContent = m.text;
    });
  }

  showPlace(m) {
    const p = m.place;
    this.where.textContent = p.routine;
    const file = p.file.split("/").at(-1).replace(/\.s$/, "");
    for (const [name, files] of Object.entries(stepFiles)) this.steps[name].classList.toggle("now", files.includes(file));
    this.doing.replaceChildren(make("b", "", p.task || p.routine), p.does ? `: ${p.does}` : "");
    this.figures.textContent = [t("cycles.place", `${p.file}:${p.line}`, p.pc, count(m.cycles), count(m.nodes)), m.san.length && t("cycles.best", m.san[0])].filter(Boolean).join("; ");
    this.registers.textContent = p.registers;
    const lines = p.lines.map((text, i) => {
      const e = make("span", p.first + i === p.line ? "now" : "", `${String(p.first + i).padStart(4)} ${p.first + i === p.line ? "▶" : " "} ${text.replaceAll("\t", "    ")}`);
      return e;
    });
    this.listing.replaceChildren(...lines);
    for (const b of this.routines.children) b.classList.toggle("now", b.dataset.name === p.routine);
  }

  stop() {
    if (!this.watching) return;
    this.client.stop(this.watching);
    this.watching = null;
    this.crawl.textContent = t("cycles.watch");
  }

  link() { return { cycles: this.engine.value + "." + this.sx.value }; }

  follow(link) {
    const [engine, sx] = (link.cycles || "").split(".");
    for (const [select, value] of [[this.engine, engine], [this.sx, sx]]) if ([...select.options].some((o) => o.value === value)) select.value = value;
    this.pace();
  }

  closed() {
    this.watching = null;
    this.counted = null;
    this.crawl.textContent = t("cycles.watch");
  }
}
