// A worker that runs the program. Its first message is the compiled module, or says that this
// worker is to fetch and compile it; all others are texts for the program.

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
  if (e.data.load) load(e.data.load).then((module) => { self.postMessage({ module }); run(module); }, (err) => self.postMessage({ failed: err.message }));
  else run(e.data.module);
};

function run(module) {
  const go = new Go();
  WebAssembly.instantiate(module, go.importObject)
    .then((instance) => go.run(instance))
    .then(() => { throw new Error("the program has ended"); })
    .catch((err) => setTimeout(() => { throw err; })); // reported by the worker's onerror
}

// load fetches the program and compiles it while it arrives. It is packed twice: the second time
// takes what a table of the program leaves of the first. A server that says Content-Encoding: gzip
// lets the browser unpack it once.
async function load({ name, size, unpackedOnce }) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const total = response.headers.get("Content-Encoding") === "gzip" ? unpackedOnce : size;
  let loaded = 0, told = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.length;
      if (loaded - told > total / 100 || loaded >= total) self.postMessage({ loaded: told = loaded, total });
      controller.enqueue(chunk);
    },
  }));
  try {
    return await WebAssembly.compileStreaming(new Response(await unpack(counted), { headers: { "Content-Type": "application/wasm" } }));
  } catch (err) {
    throw new Error(`${name} is damaged: ${err.message}`);
  }
}

// unpack returns what a stream packs, and the stream itself if it packs nothing: gzip begins with
// 1f 8b.
async function unpack(stream) {
  const reader = stream.getReader();
  let next = await reader.read();
  const isPacked = next.value?.[0] === 0x1f && next.value[1] === 0x8b;
  const whole = new ReadableStream({
    async pull(controller) {
      const { done, value } = next || await reader.read();
      next = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  return isPacked ? unpack(whole.pipeThrough(new DecompressionStream("gzip"))) : whole;
}
