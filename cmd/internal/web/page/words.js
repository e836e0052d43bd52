// Numbers and names in words.

import { nameOf } from "./pieces.js";
import { decimal, find, t } from "./texts.js";

export const machines = { go: "Go", z80: "Z80", 6502: "6502", 68000: "68000" };

// profileOptions are the options of a menu of profiles: the table may say what their moves cost.
export function profileOptions(names) { return names.map((p) => new Option(find("program." + p) ?? p, p)); }

// mateOf is [, "mate" or "mated", moves] of a value that is a mate, null of others.
const mateOf = (value) => value.match(/^(mated?) in (\d+)$/);

// stepOf is how large a value is, in pawns, for one side.
const stepOf = (size) => (size < 1 ? "little" : size < 3 ? "clearly" : "much");

// valueWords is a value, as the protocol has it, in the words of the language.
export function valueWords(value) {
  const mate = mateOf(value);
  return mate ? t(`value.${mate[1]}in`, mate[2]) : value;
}

// ahead says in words whom a value favours: it is that of the side called own.
export function ahead(value, own) {
  const words = valueWords(value);
  if (value.startsWith("mate")) return t(value.startsWith("mated") ? "value.loses" : "value.wins", words, own);
  const v = Math.abs(Number(value));
  const much = v < 0.3 ? t("value.evenWords") : t(`value.${stepOf(v)}${Number(value) > 0 ? "Better" : "Worse"}`, own);
  return t("value.pawns", value, much);
}

// whiteValue turns the value for a side into White's: short as in a PGN, and in words.
export function whiteValue(value, side) {
  const black = side === "black", mate = mateOf(value);
  if (mate) {
    const white = (mate[1] === "mate") !== black, words = t(white ? "value.whitemates" : "value.blackmates", mate[2]);
    return { short: (white ? "#" : "#-") + mate[2], words };
  }
  const v = Number(value) * (black ? -1 : 1), size = Math.abs(v), short = (v < 0 ? "" : "+") + v.toFixed(2);
  const words = t(size < 0.3 ? "value.even" : `value.${v > 0 ? "white" : "black"}${stepOf(size)}`, short);
  return { short, words };
}

export function count(n) { return decimal(Math.round(n)); }

// percent writes a part as a percentage.
export function percent(part) { return t("unit.percent", decimal(100 * part, 1)); }

export function hertz(hz) { return hz ? t("unit.mhz", decimal(hz / 1e6, hz % 1e4 ? 3 : 2)) : t("unit.noclock"); }

export function seconds(ms) {
  const s = ms / 1000;
  if (s < 100) return t("unit.seconds", decimal(s, 1));
  const m = Math.floor(s / 60), two = (n) => String(n).padStart(2, "0");
  return m < 60 ? t("unit.minutes", `${m}:${two(Math.floor(s % 60))}`) : t("unit.hours", `${Math.floor(m / 60)}:${two(m % 60)}`);
}

export function clock(s) { return `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`; }

// levels are the levels in words: what is entered on the machine, and what it means, by groups.
export function levels() {
  const group = (name, values) => [t("level." + name), values.map((v) => [v, t("level." + v)])];
  return [
    group("moves", ["0", "1", "2", "5", "10", "30", "60", "180"]),
    group("games", ["SPEED 5", "SPEED 15", "SPEED 30", "SPEED 60"]),
    group("tournaments", ["TOURN 40/120", "TOURN 40/120 20/60 30"]),
    [t("level.problems"), [1, 2, 3, 4, 5, 6, 7].map((n) => ["PROBLEM " + n, t("level.problem", n)])],
    [t("level.rated"), [200, 400, 600, 800, 1000, 1200, 1400, 1600].map((n) => ["ELO " + n, t("level.elo", n)])],
  ];
}

// speedOptions are the options of a menu of speeds.
export function speedOptions() { return ["1", "4", "20", "max"].map((v) => new Option(t("speed." + v), v)); }

// spoken turns a move into words for a screen reader.
export function spoken(san) {
  if (san.startsWith("O-O-O")) return t("spoken.long") + ending(san);
  if (san.startsWith("O-O")) return t("spoken.short") + ending(san);
  const m = san.match(/^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/);
  if (!m) return san;
  const piece = [nameOf(m[1] || "p"), m[2]].filter(Boolean).join(" ");
  return [t(m[3] ? "spoken.takes" : "spoken.to", piece, m[4]), m[5] && t("spoken.becomes", nameOf(m[5]))].filter(Boolean).join(" ") + ending(san);
}

function ending(san) { return san.endsWith("#") ? ", " + t("spoken.mate") : san.endsWith("+") ? ", " + t("spoken.check") : ""; }
