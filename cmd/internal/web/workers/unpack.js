// A worker that fetches, unpacks and compiles the program, and posts the module. The format
// is LZMA's, as xz --format=lzma writes it; cmd/internal/web/site packs it.

function unpack(input) {
  const properties = input[0], lc = properties % 9, lp = Math.floor(properties / 9) % 5, pb = Math.floor(properties / 45);
  const view = new DataView(input.buffer, input.byteOffset);
  const size = view.getUint32(5, true);
  const out = new Uint8Array(size);
  const probabilities = (n) => new Uint16Array(n).fill(1024);
  const literal = probabilities(0x300 << (lc + lp)), isMatch = probabilities(12 << 4), isRep = probabilities(12), isRep0 = probabilities(12),
    isRep1 = probabilities(12), isRep2 = probabilities(12), rep0Long = probabilities(12 << 4), slots = probabilities(4 << 6), special = probabilities(115),
    align = probabilities(16);
  const lengths = () => ({ choice: probabilities(2), low: probabilities(16 << 3), mid: probabilities(16 << 3), high: probabilities(256) });
  const matchLength = lengths(), repLength = lengths();
  let at = 14, range = 0xFFFFFFFF, code = view.getUint32(14) >>> 0;
  at = 18;

  const bit = (p, i) => {
    const bound = (range >>> 11) * p[i];
    let b;
    if (code < bound) {
      range = bound;
      p[i] += (2048 - p[i]) >>> 5;
      b = 0;
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      p[i] -= p[i] >>> 5;
      b = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[at++]) >>> 0;
    }
    return b;
  };
  const direct = (n) => {
    let v = 0;
    while (n--) {
      range >>>= 1;
      const b = code >= range ? 1 : 0;
      if (b) code = (code - range) >>> 0;
      v = v * 2 + b;
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
      }
    }
    return v;
  };
  const tree = (p, from, n) => {
    let m = 1;
    for (let i = 0; i < n; i++) m = (m << 1) | bit(p, from + m);
    return m - (1 << n);
  };
  const reverse = (p, from, n) => {
    let m = 1, v = 0;
    for (let i = 0; i < n; i++) {
      const b = bit(p, from + m);
      m = (m << 1) | b;
      v |= b << i;
    }
    return v;
  };
  const length = (l, posState) => {
    if (!bit(l.choice, 0)) return 2 + tree(l.low, posState << 3, 3);
    if (!bit(l.choice, 1)) return 10 + tree(l.mid, posState << 3, 3);
    return 18 + tree(l.high, 0, 8);
  };

  let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0, n = 0;
  while (n < size) {
    const posState = n & ((1 << pb) - 1);
    if (!bit(isMatch, (state << 4) + posState)) {
      const before = n ? out[n - 1] : 0;
      const from = 0x300 * (((n & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[n - rep0 - 1];
        do {
          const m = (match >> 7) & 1;
          match <<= 1;
          const b = bit(literal, from + ((1 + m) << 8) + symbol);
          symbol = (symbol << 1) | b;
          if (m !== b) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literal, from + symbol);
      out[n++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(rep0Long, (state << 4) + posState)) {
          state = state < 7 ? 9 : 11;
          out[n] = out[n - rep0 - 1];
          n++;
          continue;
        }
      } else {
        let distance;
        if (!bit(isRep1, state)) distance = rep1;
        else {
          if (!bit(isRep2, state)) distance = rep2;
          else { distance = rep3; rep3 = rep2; }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = distance;
      }
      count = length(repLength, posState);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2; rep2 = rep1; rep1 = rep0;
      count = length(matchLength, posState);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(count - 2, 3) << 6, 6);
      if (slot < 4) rep0 = slot;
      else {
        const k = (slot >> 1) - 1, base = (2 | (slot & 1)) * 2 ** k;
        rep0 = base + (slot < 14 ? reverse(special, base - slot - 1, k) : direct(k - 4) * 16 + reverse(align, 0, 4));
      }
      if (rep0 >= n) throw new Error("searchex.wasm.lzma is damaged");
    }
    for (; count > 0 && n < size; count--, n++) out[n] = out[n - rep0 - 1];
  }
  return out;
}

(async () => {
  try {
    const response = await fetch("searchex.wasm.lzma");
    if (!response.ok) throw new Error(`searchex.wasm.lzma: ${response.status} ${response.statusText}`);
    const bytes = unpack(new Uint8Array(await response.arrayBuffer()));
    postMessage({ module: await WebAssembly.compile(bytes) });
  } catch (err) {
    postMessage({ error: err.message });
  }
})();
