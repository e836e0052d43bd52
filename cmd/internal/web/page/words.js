// Numbers and names in words.

import { t } from "./texts.js";

export const machines = { go: "Go", z80: "Z80", 6502: "6502", 68000: "68000" };

// Programs are the profiles: what moves cost.
const programs = {
  uniform: "every move costs the same", sx81: "prices of 1981", parker83: "prices of 1983", cyrus86: "prices of 1986", sex88: "prices of 1988", tuned: "our own prices", net: "tables by a network",
  "sx81-text": "prices of 1981, no ideas of ours", "sx81-graded": "the same, quiet moves by value",
};

// profileOptions are the options of a menu of profiles.
export function profileOptions(names) { return names.map((p) => new Option(programs[p] ? `${p}: ${programs[p]}` : p, p)); }

// ahead says in words whom a value favours: it is that of the side called own.
export function ahead(value, own = "the machine") {
  if (value.startsWith("mated")) return `${value}: ${own} loses`;
  if (value.startsWith("mate")) return `${value}: ${own} wins`;
  const v = Math.abs(Number(value));
  const much = v < 0.3 ? "about even" : (v < 1 ? "a little " : v < 3 ? "clearly " : "much ") + (Number(value) > 0 ? "better" : "worse") + ` for ${own}`;
  return `${value} pawns: ${much}`;
}

// whiteValue turns the value for a side into White's: short as in a PGN, and in words.
export function whiteValue(value, side) {
  const black = side === "black", mate = value.match(/^(mated?) in (\d+)$/);
  if (mate) {
    const white = (mate[1] === "mate") !== black, words = t(white ? "value.whitemates" : "value.blackmates", mate[2]);
    return { short: (white ? "#" : "#-") + mate[2], words };
  }
  const v = Number(value) * (black ? -1 : 1), size = Math.abs(v), short = (v < 0 ? "" : "+") + v.toFixed(2);
  const words = t(size < 0.3 ? "value.even" : `value.${v > 0 ? "white" : "black"}${size < 1 ? "little" : size < 3 ? "clearly" : "much"}`, short);
  return { short, words };
}

export function count(n) { return Math.round(n).toLocaleString("en-US"); }

export function hertz(hz) { return hz ? (hz / 1e6).toFixed(hz % 1e4 ? 3 : 2) + " MHz" : "no clock"; }

export function seconds(ms) {
  const s = ms / 1000;
  if (s < 100) return s.toFixed(1) + " s";
  const m = Math.floor(s / 60);
  return m < 60 ? `${m}:${String(Math.floor(s % 60)).padStart(2, "0")} min` : `${Math.floor(m / 60)}:${String(m % 60).padStart(2, "0")} h`;
}

export function clock(s) { return `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`; }

// Levels in words: what is entered on the machine, and what it means.
export const levels = [
  ["A move in …", [["0", "at once (the first iteration)"], ["1", "a move in 1 second"], ["2", "a move in 2 seconds"], ["5", "a move in 5 seconds"],
    ["10", "a move in 10 seconds"], ["30", "a move in 30 seconds"], ["60", "a move in a minute"], ["180", "a move in 3 minutes"]]],
  ["A game in …", [["SPEED 5", "the game in 5 minutes"], ["SPEED 15", "the game in 15 minutes"], ["SPEED 30", "the game in 30 minutes"], ["SPEED 60", "the game in an hour"]]],
  ["A tournament", [["TOURN 40/120", "40 moves in 2 hours"], ["TOURN 40/120 20/60 30", "40 moves in 2 hours, 20 in one, the rest in 30 minutes"]]],
  ["A problem", [1, 2, 3, 4, 5, 6, 7].map((n) => ["PROBLEM " + n, `prove a mate in ${n}`])],
  ["About as strong as …", [200, 400, 600, 800, 1000, 1200, 1400, 1600].map((n) => ["ELO " + n, `${n} on the page's own scale`])],
];

export const speeds = [["1", "true speed"], ["4", "4 times"], ["20", "20 times"], ["max", "fastest"]];

// spoken turns a move into words for a screen reader.
export function spoken(san) {
  const names = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };
  if (san.startsWith("O-O-O")) return "castles queenside" + ending(san);
  if (san.startsWith("O-O")) return "castles kingside" + ending(san);
  const m = san.match(/^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/);
  if (!m) return san;
  return [names[m[1]] || "pawn", m[2], m[3] ? "takes" : "to", m[4], m[5] ? "becomes " + names[m[5]] : ""].filter(Boolean).join(" ") + ending(san);
}

function ending(san) { return san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : ""; }
