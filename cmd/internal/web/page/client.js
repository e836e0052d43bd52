// The conversation of docs/session-protocol.md, over a carrier: a WebSocket or workers.

import { connect } from "./carrier.js";
import { translate } from "./said.js";
import { t } from "./texts.js";

export class Client {
  constructor() {
    this.handlers = {};
    this.waiting = new Map();
    this.searches = new Map();
    this.next = 1;
  }

  // on registers the function for a type of message, and for open and closed.
  on(type, f) { this.handlers[type] = f; }

  call(type, message) { if (this.handlers[type]) this.handlers[type](message); }

  start() {
    this.carrier = connect({
      guests: this.guests,
      open: () => this.call("open"),
      message: (text) => this.receive(JSON.parse(text)),
      loading: (loaded, total) => this.call("loading", { loaded, total }),
      closed: (why) => {
        for (const w of this.waiting.values()) w.reject(new Error(why));
        for (const s of this.searches.values()) s({ type: "error", text: why });
        this.waiting.clear();
        this.searches.clear();
        this.call("closed", why);
      },
    });
  }

  receive(m) {
    translate(m);
    const search = m.id && this.searches.get(m.id);
    if (m.type === "waiting") {
      this.call(m.type, m);
    } else if (search) {
      if (["found", "differs", "stopped", "tree", "watched", "cycles", "reviewed", "error"].includes(m.type)) this.searches.delete(m.id);
      search(m);
    } else this.answer(m);
  }

  answer(m) {
    const w = m.id && this.waiting.get(m.id);
    if (!w) {
      this.call(m.type, m);
    } else if (m.type === "done" || m.type === "error") {
      this.waiting.delete(m.id);
      if (m.type === "error") w.reject(new Error(m.text));
      else w.resolve(w.answer);
    } else if (m.type === "games") {
      this.waiting.delete(m.id);
      w.resolve(m);
    } else {
      w.answer = m;
      this.call(m.type, m);
    }
  }

  // wantGuests has a program that reads guests take the place of one that does not. It reports
  // whether the page is connected anew for it.
  wantGuests(why) { return Boolean(this.carrier.wantGuests?.(why)); }

  // ask sends a message and returns its answer.
  ask(type, fields = {}) {
    const id = "m" + this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (!this.carrier.send({ type, id, ...fields })) {
        this.waiting.delete(id);
        reject(new Error(t("page.unconnected")));
      }
    });
  }

  // search begins a search; each is called with its messages.
  search(id, order, each, type = "search") {
    this.searches.set(id, each);
    if (!this.carrier.send({ type, id, ...order })) {
      this.searches.delete(id);
      each({ type: "error", text: t("page.unconnected") });
    }
  }

  pace(id, hz) { this.carrier.send({ type: "pace", id, hz }); }

  // more lets a search that is watched report more decisions.
  more(id, decisions) { this.carrier.send({ type: "more", id, decisions }); }

  stop(id) { this.carrier.send({ type: "stop", id }); }
}
