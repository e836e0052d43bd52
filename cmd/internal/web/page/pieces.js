// The pieces, drawn as the segments of a liquid crystal display: each is a few flat shapes
// with gaps between them. White's are outlines, Black's are filled. Or a plain set.

import { plain } from "./plainmen.js";
import { t } from "./texts.js";

const base = "M11 36.5h26v5.5h-26z";
const shapes = {
  k: ["M22.4 4h3.2v3.6h3.6v3.1h-3.6v4.3h-3.2v-4.3h-3.6v-3.1h3.6z",
    "M13 19.5C12.5 15 19.5 14.500 24 20.500C28.500 14.500 35.500 15 35 19.500C36 24 33.200 26.500 32.300 29.500H15.700C14.800 26.500 12 24 13 19.500z",
    "M15.500 31.300h17v3.200h-17z", base],
  q: ["M9.500 13.500L16.600 23.500L18.300 9.500L24 22.500L29.700 9.500L31.400 23.500L38.500 13.500L34.300 29.500H13.700z",
    "M7 9.700h4v4h-4zM16.300 5.500h4v4h-4zM27.700 5.500h4v4h-4zM37 9.700h4v4h-4z",
    "M14 31.300h20v3.200h-20z", base],
  r: ["M12 8h5.600v3.800h4v-3.800h4.800v3.800h4v-3.800h5.600v9.700h-24z", "M15.500 19.500h17l.8 15h-18.600z", base],
  b: ["M21.800 4.200h4.400v4h-4.400z",
    "M24 9.500C25.500 10.800 26.900 12.200 28.100 13.700L21.900 21.500L23.900 23.100L29.700 15.900C31.800 19.600 31.700 23.700 29 27.300H19C15.500 22.500 16.500 16 24 9.500z",
    "M19.300 29.200h9.400l2.300 5.300h-14z", base],
  n: ["M15.500 34.500C15.500 29 18.500 26.500 24.200 21.300C20.500 21.500 18.300 22.500 16.600 25.200L11.500 22.300L14.200 14.800L20.200 9.600L20.800 5L25.600 9.200C33.500 11.500 36.500 20 34.300 34.500z",
    base],
  p: ["M24 10.500l5 2.200 2 4.800-2 4.800-5 2.200-5-2.200-2-4.800 2-4.800z", "M20.500 26h7l3.300 8.500h-13.600z", "M14 36.500h20v5.500h-20z"],
};

const eye = "M20.500 14.200l3-1.300.6 2.400z";

// nameOf is the name of a piece, by its letter.
export function nameOf(letter) { return t("piece." + letter.toLowerCase()); }

const svgNS = "http://www.w3.org/2000/svg";

// make makes an element of the page.
export function make(name, className, text) {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}

// build makes an element with properties and children.
export function build(name, properties, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

export function element(name, attributes, ...children) {
  const e = document.createElementNS(svgNS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

// pieceSets are the names of the sets.
export const pieceSets = ["lcd", "plain"];

// drawing returns the shapes of a piece in a set.
function drawing(set, letter) {
  if (set === "plain") return [element("path", { d: plain[letter][0] }), element("path", { d: plain[letter][1], class: "detail" })];
  const all = [element("path", { d: shapes[letter].join("") })];
  if (letter === "n") all.push(element("path", { d: eye, class: "eye" }));
  return all;
}

// setPieces draws all pieces of the page in a set.
export function setPieces(set) {
  document.documentElement.dataset.pieces = set;
  for (const letter of Object.keys(shapes)) document.getElementById("p-" + letter).replaceChildren(...drawing(set, letter));
}

// defs returns the symbols p-k to p-p, and ghost: the segments that are not lit.
export function defs() {
  const symbols = Object.keys(shapes).map((letter) => element("symbol", { id: "p-" + letter, viewBox: "0 0 48 48" }, ...drawing("lcd", letter)));
  const ghost = element("symbol", { id: "p-ghost", viewBox: "0 0 48 48" }, element("path", { d: [...shapes.k, ...shapes.r, ...shapes.n, ...shapes.q].join("") }));
  return element("svg", { width: 0, height: 0, class: "defs", "aria-hidden": "true" }, ...symbols, ghost);
}

// picture returns a piece, given its letter in a FEN, "" for an empty square.
export function picture(letter) {
  const svg = element("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", class: "piece" });
  if (!letter) {
    svg.append(element("use", { href: "#p-ghost", class: "ghost" }));
    return svg;
  }
  const symbol = "#p-" + letter.toLowerCase();
  svg.append(
    element("use", { href: symbol, class: "shadow", x: 1.1, y: 1.5 }),
    element("use", { href: symbol, class: letter === letter.toLowerCase() ? "black" : "white" }));
  return svg;
}

// inWords returns the name of a piece: white knight.
export function inWords(letter) {
  return t(`piece.${letter === letter.toLowerCase() ? "black" : "white"}.${letter.toLowerCase()}`);
}
