// A worker that runs the program. Its first message is the compiled module, all others are
// texts for the program.

importScripts("wasm_exec.js");

const channel = new MessageChannel();
const paused = [];
channel.port1.onmessage = () => paused.shift()();

// pause calls back in a task of its own, after the messages that have arrived.
self.pause = (callback) => {
  paused.push(callback);
  channel.port2.postMessage(0);
};

// ready is called by the program when it can receive.
self.ready = () => self.postMessage({ ready: true });

self.onmessage = (e) => {
  if (typeof e.data === "string") {
    if (!self.receive(e.data)) throw new Error("too many messages wait");
    return;
  }
  const go = new Go();
  WebAssembly.instantiate(e.data.module, go.importObject)
    .then((instance) => go.run(instance))
    .then(() => { throw new Error("the program has ended"); })
    .catch((err) => setTimeout(() => { throw err; })); // reported by the worker's onerror
};
