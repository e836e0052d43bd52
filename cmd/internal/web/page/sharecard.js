// The share card: a picture of the position with result, machine and level, to be sent on.

import { defs, element, picture } from "./pieces.js";
import { placement } from "./position.js";
import { LCD } from "./lcd.js";
import { t } from "./texts.js";
import { machines } from "./words.js";

// The size of the picture, in pixels: that of link previews.
export const wide = 1200, high = 630;

const colours = ["page", "case", "case-lo", "case-ink", "case-soft", "lcd", "lcd-ink", "warm", "key-edge"];

// style is the style of the picture: it gets none of the page's.
function style() {
  const of = getComputedStyle(document.documentElement);
  return `svg { ${colours.map((c) => `--${c}: ${of.getPropertyValue("--" + c)};`).join(" ")} }
    text { font-family: system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; fill: var(--case-soft); font-size: 26px; }
    .title { fill: var(--case-ink); font-size: 46px; font-weight: 700; } .who { fill: var(--case-ink); }
    .dark { fill: url(#hatch); } .last { fill: none; stroke: var(--warm); stroke-width: 4; } .coordinate { fill: var(--lcd-ink); font-size: 14px; font-weight: 600; }
    .piece .white { fill: var(--lcd); stroke: var(--lcd-ink); stroke-width: 2; } .piece .black { fill: var(--lcd-ink); stroke: var(--lcd-ink); stroke-width: .6; }
    .piece .shadow { fill: #101a0c; opacity: .16; } .piece .eye { fill: var(--lcd); stroke: none; }
    .segment { fill: var(--lcd-ink); opacity: .03; } .segment.lit { opacity: .93; }`;
}

// wrap breaks a text into lines of at most n characters.
function wrap(text, n) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length >= n) lines.push(word);
    else lines[lines.length - 1] = (last + " " + word).trim();
  }
  return lines;
}

// seat says who plays a side.
function seat(s) { return s.machine ? s.title || t("sendon.machine", machines[s.engine] || s.engine, s.profile) : t("sendon.person"); }

// textsOf are the texts of the card: the result or whose move it is, the players, the level.
export function textsOf(game) {
  const over = game.why && game.at === game.moves.length;
  return {
    title: over ? `${game.result} ${game.why}` : t(game.turn === "white" ? "sendon.white" : "sendon.black", game.number + Math.floor((game.at + (game.first === "black" ? 1 : 0)) / 2)),
    lines: [t("sendon.players", seat(game.seats[0]), seat(game.seats[1])), t("sendon.level", game.level, game.about), t("sendon.made", game.moves.slice(0, game.at).slice(-4).map((m) => m.san).join(" ") || "-")],
  };
}

function drawBoard(svg, game, flipped, x, y, size) {
  const s = size / 8, on = placement(game.fen), last = game.at ? game.moves[game.at - 1].uci : "";
  svg.append(element("rect", { x: x - 12, y: y - 12, width: size + 24, height: size + 24, rx: 8, fill: "var(--key-edge)" }),
    element("rect", { x: x - 6, y: y - 6, width: size + 12, height: size + 12, rx: 5, fill: "var(--lcd)" }));
  for (let i = 0; i < 64; i++) {
    const column = i % 8, row = Math.floor(i / 8), left = x + column * s, top = y + row * s;
    const name = "abcdefgh"[flipped ? 7 - column : column] + (flipped ? row + 1 : 8 - row);
    if ((column + row) % 2) svg.append(element("rect", { x: left, y: top, width: s, height: s, class: "dark" }));
    if (last.slice(0, 2) === name || last.slice(2, 4) === name) svg.append(element("rect", { x: left + 2, y: top + 2, width: s - 4, height: s - 4, class: "last" }));
    if (column === 0) svg.append(element("text", { x: left + 3, y: top + 15, class: "coordinate" }, name[1]));
    if (row === 7) svg.append(element("text", { x: left + s - 12, y: top + s - 4, class: "coordinate" }, name[0]));
    if (!on[name]) continue;
    const piece = picture(on[name]);
    for (const [k, v] of Object.entries({ x: left + 2, y: top + 2, width: s - 4, height: s - 4 })) piece.setAttribute(k, v);
    svg.append(piece);
  }
  svg.append(element("rect", { x, y, width: size, height: size, fill: "none", stroke: "var(--lcd-ink)", "stroke-width": 1.5 }));
}

// drawCard returns the card as an element of SVG.
export function drawCard(game, lcd, flipped, address) {
  const svg = element("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high }, element("style", {}, style()),
    element("pattern", { id: "hatch", width: 5.6, height: 5.6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      element("rect", { width: 1.7, height: 5.6, fill: "#0f160c", opacity: .3 })),
    ...defs().childNodes,
    element("rect", { width: wide, height: high, fill: "var(--case)" }), element("rect", { x: 20, y: 20, width: wide - 40, height: high - 40, rx: 24, fill: "var(--case-lo)" }));
  drawBoard(svg, game, flipped, 58, 58, 514);
  const display = new LCD(document.createElement("div"));
  display.show(lcd);
  const segments = display.root.querySelector("svg");
  for (const [k, v] of Object.entries({ x: 640, y: 66, width: 494, height: 50 })) segments.setAttribute(k, v);
  svg.append(element("rect", { x: 618, y: 46, width: 536, height: 92, rx: 8, fill: "var(--key-edge)" }), element("rect", { x: 624, y: 52, width: 524, height: 80, rx: 5, fill: "var(--lcd)" }), segments);
  const { title, lines } = textsOf(game);
  let y = 208;
  const put = (text, n, name, step) => { for (const line of wrap(text, n)) { svg.append(element("text", { x: 622, y, class: name }, line)); y += step; } };
  put(title, 22, "title", 54);
  y += 8;
  lines.forEach((line, i) => { put(line, 40, i ? "level" : "who", 35); y += 10; });
  y = high - 52;
  svg.append(element("text", { x: 622, y, class: "site" }, t("sendon.from") + (address ? " · " + address : "")));
  return svg;
}

// toPNG draws an element of SVG as a picture, and returns its address and its file.
export async function toPNG(svg) {
  const image = new Image(wide, high);
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = high;
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return { address: canvas.toDataURL("image/png"), blob };
}
