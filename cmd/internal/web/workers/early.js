// Starts the program before the page's modules are there. A plain script: make site puts program.js
// before it.

const worker = new Worker("worker.js"), kept = [];
worker.onmessage = (e) => kept.push(e);
worker.onerror = (e) => kept.push({ data: { failed: e.message || "a worker has died" } });
worker.postMessage({ load: program });
globalThis.early = { worker, kept };
