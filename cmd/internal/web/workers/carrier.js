// The carrier of a static site: the program as WebAssembly in Web Workers, one for the chess
// computer and one for each engine that searches, so that they run side by side. The first worker
// fetches and compiles the module, so that the page goes on meanwhile; all others get it from there.

import { program, withGuests } from "./program.js";
import { t } from "./texts.js";

export const offline = true;

// member is a worker and the messages that wait for it.
class Member {
  // early is a worker that was started by early.js, with the messages that it sent since.
  constructor(told, died, early) {
    this.queue = [];
    this.ready = false;
    this.worker = early?.worker || new Worker("worker.js");
    this.worker.onmessage = (e) => {
      if (e.data.ready) {
        this.ready = true;
        for (const text of this.queue.splice(0)) this.worker.postMessage(text);
      } else told(e.data);
    };
    this.worker.onerror = (e) => { e.preventDefault(); died(e.message || "a worker has died"); };
    for (const e of early?.kept || []) this.worker.onmessage(e);
  }

  post(text) {
    if (this.ready) this.worker.postMessage(text);
    else this.queue.push(text);
  }
}

// connect begins. loading is told how many bytes of the program have arrived, of how many. With
// guests the chess computer's program is the one that reads a person's own programs.
export function connect({ open, message, closed, loading, guests }) {
  let module = null, moduleOf = null, members = {}, engineOf = {}, gone = false, of = guests ? withGuests : program;
  const died = (why) => {
    if (gone) return;
    gone = true;
    for (const m of Object.values(members)) m.worker.terminate();
    closed(t("page.programStopped", why));
    setTimeout(() => {
      members = {};
      engineOf = {};
      gone = false;
      begin();
    }, 1000);
  };
  const told = (m) => {
    if (typeof m === "string") message(m);
    else if (m.failed) {
      if (of === withGuests) it.missing = m.failed;
      of = program; // without a network there may be no other
      died(m.failed);
    } else if (m.total) loading(m.loaded, m.total);
    else {
      const first = !module;
      module = m.module;
      moduleOf = of;
      for (const [name, other] of Object.entries(members)) if (first && name !== "computer") other.worker.postMessage({ module });
    }
  };
  // earlyFor returns what early.js has started, once, if it is what the worker is to run.
  const earlyFor = (name) => {
    const { early } = globalThis;
    if (name !== "computer" || !early) return null;
    globalThis.early = null;
    if (of === program) return early;
    early.worker.terminate();
    return null;
  };
  const member = (name) => {
    if (!members[name]) {
      const early = earlyFor(name);
      members[name] = new Member(told, died, early);
      if (name === "computer" && moduleOf !== of) {
        if (!early) members[name].worker.postMessage({ load: of });
      } else if (module) members[name].worker.postMessage({ module });
    }
    return members[name];
  };
  const begin = () => {
    member("computer");
    open();
  };
  queueMicrotask(begin);
  const it = {
    // kill lets the program in a worker fail, for a test: there is no such module.
    kill(name = "computer") { member(name).worker.postMessage({ module: null }); },
    // wantGuests begins anew with the program that reads guests, unless it is there.
    wantGuests(why) {
      if (of === withGuests) return false;
      of = withGuests;
      it.missing = "";
      members.computer.worker.terminate();
      delete members.computer;
      closed(why);
      queueMicrotask(begin);
      return true;
    },
    send(m) {
      if (gone) return false;
      let name = "computer";
      if (["search", "tree", "watch", "cycles"].includes(m.type)) name = engineOf[m.id] = m.engine;
      else if (["stop", "pace", "more"].includes(m.type)) name = engineOf[m.id] || name;
      member(name).post(JSON.stringify(m));
      return true;
    },
    // missing says why the program that reads guests could not be loaded.
    missing: "",
  };
  return it;
}
