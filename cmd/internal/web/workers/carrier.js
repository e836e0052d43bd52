// The carrier of a static site: the program as WebAssembly in Web Workers, one for the chess
// computer and one for each engine that searches, so that they run side by side. The module
// is fetched and compiled once.

export const offline = true;

// load fetches the program and compiles it. A server that says Content-Encoding: gzip lets the
// browser unpack it; others leave that to the page.
async function load() {
  const response = await fetch("searchex.wasm.gz");
  if (!response.ok) throw new Error(`searchex.wasm.gz: ${response.status} ${response.statusText}`);
  const bytes = new Blob([await response.arrayBuffer()]);
  const magic = new Uint8Array(await bytes.slice(0, 2).arrayBuffer());
  let stream = bytes.stream();
  if (magic[0] === 0x1f && magic[1] === 0x8b) stream = stream.pipeThrough(new DecompressionStream("gzip"));
  try {
    return await WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  } catch (err) {
    throw new Error(`searchex.wasm.gz is damaged: ${err.message}`);
  }
}

// member is a worker and the messages that wait for it.
class Member {
  constructor(module, message, died) {
    this.queue = [];
    this.ready = false;
    this.worker = new Worker("worker.js");
    this.worker.onmessage = (e) => {
      if (typeof e.data === "string") { message(e.data); return; }
      this.ready = true;
      for (const text of this.queue.splice(0)) this.worker.postMessage(text);
    };
    this.worker.onerror = (e) => { e.preventDefault(); died(e.message || "a worker has died"); };
    module.then((m) => this.worker.postMessage({ module: m }), (err) => died(err.message));
  }

  post(text) {
    if (this.ready) this.worker.postMessage(text);
    else this.queue.push(text);
  }
}

export function connect({ open, message, closed }) {
  let module = load();
  let members = {}, engineOf = {}, gone = false;
  const died = (why) => {
    if (gone) return;
    gone = true;
    for (const m of Object.values(members)) m.worker.terminate();
    closed("the program has stopped: " + why);
    setTimeout(() => {
      module = module.catch(load);
      members = {};
      engineOf = {};
      gone = false;
      begin();
    }, 1000);
  };
  const member = (name) => members[name] ||= new Member(module, message, died);
  const begin = () => {
    member("computer");
    open();
  };
  queueMicrotask(begin);
  return {
    // kill lets the program in a worker fail, for a test: there is no such module.
    kill(name = "computer") { member(name).worker.postMessage({ module: null }); },
    send(m) {
      if (gone) return false;
      let name = "computer";
      if (["search", "tree", "watch", "cycles"].includes(m.type)) name = engineOf[m.id] = m.engine;
      else if (["stop", "pace", "more"].includes(m.type)) name = engineOf[m.id] || name;
      member(name).post(JSON.stringify(m));
      return true;
    },
  };
}
