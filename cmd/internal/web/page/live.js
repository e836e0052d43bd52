// A search whose tree is drawn while it grows. The search reports as many decisions as the
// page has asked for, and waits: so the page sets the pace, and is sent no more than it draws.

const atOnce = 600; // decisions that may be on their way at the fastest pace
const mostAFrame = 300, longest = 6; // decisions, and milliseconds, that a frame takes over

export class Live {
  // sheet(m) is called for an iteration, row(r) for each row in order, drawn() after them,
  // end(m) at the end, and asleep() reports that nobody looks.
  constructor(client, { sheet, row, drawn, end, asleep }) {
    Object.assign(this, { client, sheet, row, drawn, end, asleep, id: null, next: 1 });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  // start starts a search. rate is decisions a second, 0 for one at a time.
  start(order, rate) {
    this.stop();
    const id = this.id = "watch-" + this.next++;
    Object.assign(this, { queue: [], taken: 0, rate, paused: rate === 0, allowed: rate === 0 ? 1 : 0, iteration: 0, at: 0, shown: 0 });
    this.asked = this.ahead();
    this.client.search(id, { ...order, decisions: this.asked }, (m) => {
      if (id !== this.id) return;
      if (m.type === "decisions") {
        this.queue.push({ nodes: m.nodes, iteration: m.iteration, sx: m.sx }, ...m.rows);
      } else if (m.type === "watched") this.queue.push({ last: m });
      else this.finish(m);
    }, "watch");
    requestAnimationFrame((now) => this.frame(id, now));
  }

  finish(m) {
    this.id = null;
    this.end(m);
  }

  stop() {
    if (!this.id) return;
    this.client.stop(this.id);
    this.finish({ type: "stopped" });
  }

  // ahead is how many decisions may be on their way.
  ahead() { return this.rate ? Math.min(Math.max(Math.ceil(this.rate / 2), 2), atOnce) : 1; }

  pace(rate) {
    this.rate = rate;
    if (this.id) { this.paused = rate === 0; this.ask(); }
  }

  pause(on) {
    this.paused = on;
    this.allowed = 0;
  }

  // step lets one decision be made.
  step() {
    this.paused = true;
    this.allowed = 1;
    this.ask();
  }

  ask() {
    const ahead = this.ahead(), more = this.taken + ahead - this.asked;
    if (this.id && more > 0 && more >= ahead / 2) { this.asked += more; this.client.more(this.id, more); }
  }

  frame(id, now) {
    if (id !== this.id) return;
    requestAnimationFrame((next) => this.frame(id, next));
    const passed = Math.min(now - (this.at || now), 500);
    this.at = now;
    if (this.asleep()) return;
    if (!this.paused) this.allowed = Math.min(this.allowed + passed / 1000 * this.rate, Math.max(this.rate, 1));
    // Who wants little motion gets a new picture once a second.
    if (this.still.matches && !this.paused && now - this.shown < 1000) return;
    this.take();
    this.shown = now;
    if (this.id && (!this.paused || this.allowed >= 1)) this.ask();
  }

  // take takes over what has come, as far as the pace allows.
  take() {
    const until = performance.now() + longest;
    let n = 0, some = false;
    while (this.queue.length && n < mostAFrame && performance.now() < until) {
      const r = this.queue[0];
      if (r.last) {
        if (some) this.drawn();
        this.finish(r.last);
        return;
      }
      if (r.n === undefined) {
        if (r.iteration > this.iteration) { this.iteration = r.iteration; this.sheet(r); }
        this.nodes = r.nodes;
        this.queue.shift();
        continue;
      }
      if (r.done) {
        if (this.allowed < 1) break;
        this.allowed--;
        this.taken++;
        n++;
      }
      this.queue.shift();
      this.row(r);
      some = true;
    }
    if (some) this.drawn();
  }
}
