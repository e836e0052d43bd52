// The display of sixteen characters, each of fourteen segments and a colon.

import { element } from "./pieces.js";

const segments = {
  a: "M3.200 2.500h11.600l1.200 1.200-1.500 1.500h-11l-1.500-1.500z",
  f: "M2 5l1.600 1.600v7.600l-1.300 1.500-1.100-1.300v-8.500z",
  b: "M16 5l.8.900v8.500l-1.100 1.300-1.300-1.500v-7.600z",
  g: "M3.300 16.900l1.300-1.200h3.300l.9 1.200-.9 1.200h-3.300z",
  G: "M9.300 16.900l.9-1.200h3.300l1.300 1.200-1.300 1.200h-3.300z",
  e: "M2.300 18.100l1.300 1.500v7.600l-1.600 1.600-.8-.9v-8.500z",
  c: "M15.700 18.100l1.100 1.300v8.500l-.8.900-1.600-1.600v-7.600z",
  d: "M3.500 28.600h11l1.500 1.500-1.200 1.200h-11.600l-1.200-1.200z",
  h: "M4.300 6.200h1.300l2.500 6.100v2.400h-.9l-2.900-6z",
  i: "M8.100 6.200h1.800v8l-.9 1.200-.9-1.200z",
  j: "M13.700 6.200h-1.300l-2.500 6.100v2.400h.9l2.900-6z",
  k: "M4.300 27.600h1.300l2.500-6.100v-2.400h-.9l-2.900 6z",
  l: "M8.100 27.600h1.800v-8l-.9-1.200-.9 1.200z",
  m: "M13.700 27.600h-1.300l-2.500-6.100v-2.400h.9l2.900 6z",
  p: "M18.200 29h2.200v2.300h-2.200z",
  q: "M18.200 9h2.200v2.300h-2.200zM18.200 21h2.200v2.300h-2.200z",
};

const font = {
  0: "abcdefjk", 1: "bcj", 2: "abdegG", 3: "abcdG", 4: "bcfgG", 5: "acdfgG", 6: "acdefgG", 7: "abc", 8: "abcdefgG", 9: "abcdfgG",
  A: "abcefgG", B: "abcdGil", C: "adef", D: "abcdil", E: "adefgG", F: "aefg", G: "acdefG", H: "bcefgG", I: "adil", J: "bcde", K: "efgjm",
  L: "def", M: "bcefhj", N: "bcefhm", O: "abcdef", P: "abefgG", Q: "abcdefm", R: "abefgGm", S: "acdfgG", T: "ail", U: "bcdef", V: "efjk",
  W: "bcefkm", X: "hjkm", Y: "hjl", Z: "adjk", "-": "gG", "+": "gGil", "/": "jk", "=": "dgG", "?": "abGl", "*": "gGhijklm", "'": "i",
  "(": "jm", ")": "hk", "<": "jm", ">": "hk", ",": "k", ".": "p", ":": "q", "!": "ilp", "#": "bcdgGil", _: "d", "%": "cfjk", "&": "adehgjm",
  ";": "qk", '"': "fi", "$": "acdfgGil", "@": "abdefGi", "\\": "hm", "^": "km", "|": "il",
};

export const width = 16;

export class LCD {
  constructor(root) {
    this.root = root;
    this.cells = [];
    this.groups = [];
    this.blinking = [];
    const svg = element("svg", { viewBox: `0 0 ${width * 22.4 + 3} 36`, class: "segments", "aria-hidden": "true" });
    for (let i = 0; i < width; i++) {
      const g = element("g", { transform: `translate(${i * 22.4 + 4.5} 1.500) skewX(-5)` });
      const cell = {};
      this.groups.push(g);
      for (const [name, d] of Object.entries(segments)) {
        cell[name] = element("path", { d, class: "segment" });
        g.append(cell[name]);
      }
      this.cells.push(cell);
      svg.append(g);
    }
    this.text = "";
    root.append(svg);
    this.show("");
  }

  show(text) {
    text = text.slice(0, width).padEnd(width).toUpperCase();
    if (text === this.text) return;
    this.text = text;
    this.root.dataset.text = text;
    this.cells.forEach((cell, i) => {
      const lit = font[text[i]] || "";
      for (const [name, path] of Object.entries(cell)) path.classList.toggle("lit", lit.includes(name));
    });
    this.markBlinking();
  }

  // blink lets from and to of a move blink once, as soon as the display shows both.
  blink(squares) {
    this.blinking = squares.map((s) => s.toUpperCase());
    for (const g of this.groups) g.classList.remove("blink");
    this.markBlinking();
  }

  markBlinking() {
    const places = this.blinking.map((s) => this.text.indexOf(s));
    const on = places.includes(-1) ? [] : places.flatMap((i) => [i, i + 1]);
    if (on.length) this.blinking = [];
    this.groups.forEach((g, i) => g.classList.toggle("blink", on.includes(i)));
  }
}
