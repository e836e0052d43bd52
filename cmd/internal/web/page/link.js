// Permalinks: what is open, in the part of the address after #, which no server gets.

import { first } from "./position.js";
import { machineOf } from "./moves.js";
import { t } from "./texts.js";

const fields = { fen: "fen", moves: "m", engine: "e", profile: "p", level: "l", speed: "x", screen: "s", language: "lang", lanes: "lp", sx: "sx", pace: "pace", poke: "poke", tree: "t", treeProfile: "tp", treeAt: "ta", cycles: "c" };

// longest is the greatest length of a link's moves: those of 300 full moves.
const longest = 2400;

export function writeLink(values) {
  const q = new URLSearchParams();
  for (const [name, key] of Object.entries(fields)) if (values[name] !== undefined && values[name] !== "") q.set(key, values[name]);
  return "#" + q;
}

// readLink returns null if there is no link. What it does not know is wrong.
export function readLink(hash) {
  if (hash.length < 2) return null;
  const q = new URLSearchParams(hash.slice(1)), link = {};
  for (const [name, key] of Object.entries(fields)) if (q.has(key)) link[name] = q.get(key).slice(0, name === "moves" ? longest + 1 : 300);
  for (const key of q.keys()) if (!Object.values(fields).includes(key)) link.wrong = t("link.unknown", key.slice(0, 30));
  return link;
}

// movesOf returns the moves of a link, null if they are not understood.
export function movesOf(link) {
  const moves = link.moves?.match(/[a-h][1-8][a-h][1-8][qrbn]?/g) || [];
  return moves.join("") === (link.moves || "") ? moves : null;
}

// setUp sets a link's game up, by what has ask: a Client or a Computer.
export async function setUp(by, fen, moves) {
  await by.ask("setup", { fen });
  if (!moves.length) return;
  await by.ask("load", { pgn: `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves.join(" ")} *`, name: "link" });
  await by.ask("say", { text: "forward " + moves.length });
}

// key is the name of a link's game.
const key = (fen, moves) => fen + " " + moves;

// linkOf is the part of a link that holds the game, its machine and its level.
export function linkOf({ game: m, store }) {
  if (!m) return {};
  const machine = machineOf(m);
  // A game from another position than the first has that too; of a game that is too long
  // for an address only the position is held.
  const moves = m.moves.slice(0, m.at).map((x) => x.uci).join("");
  const game = !moves || moves.length > longest ? { fen: m.fen } : { fen: m.start === first ? "" : m.start, moves };
  store.linked(key(game.fen || first, game.moves || ""), m.board);
  // A person's own program is on no other page.
  return { ...game, ...(machine.title ? {} : { engine: machine.engine, profile: machine.profile }), level: m.level, speed: m.speed ? m.speed / 100 : "max" };
}

// follow puts what a link holds on a free board, so that no game is lost.
export async function follow(computer, link) {
  const fen = link.fen || (link.moves ? first : "");
  const moves = movesOf(link);
  try {
    if (!moves) throw new Error(t("link.moves", link.moves.slice(0, 20)));
    const again = fen && await reach(computer, fen, moves);
    await settings(computer, link);
    if (fen) computer.tell(t(again ? "link.again" : "link.here", computer.game.board));
  } catch (err) {
    computer.notice(t("link.impossible", err.message));
  }
}

// holds reports whether the game on the board is that of a link, perhaps played on.
function holds(m, fen, moves) {
  if (!moves.length && (m.fen === fen || fen === first)) return m.fen === fen;
  return m.start === fen && moves.every((x, i) => m.moves[i]?.uci === x);
}

// reach shows a link's game. It reports whether a board had it already.
async function reach(computer, fen, moves) {
  const name = key(fen, moves.join(""));
  if (holds(computer.game, fen, moves)) return true;
  const before = computer.game.board, known = computer.store.boardOf(name);
  if (known && computer.game.boards.includes(known)) {
    await computer.say("game " + known);
    if (holds(computer.game, fen, moves)) return true;
    await computer.say("game " + before);
  }
  await computer.freeBoard();
  try {
    await setUp(computer, fen, moves);
  } catch (err) {
    if (computer.game.board !== before) await computer.say("game " + before);
    throw err;
  }
  computer.store.linked(name, computer.game.board);
  return false;
}

// settings sets the machine, the level and the speed of a link.
async function settings(computer, link) {
  const m = () => computer.game, seat = () => machineOf(m());
  const set = async (text, done) => {
    await computer.say(text);
    if (!done()) throw new Error(computer.display.message || text);
  };
  if (link.engine || link.profile) {
    const engine = link.engine || seat().engine, profile = link.profile || seat().profile;
    await set(`machine ${engine}:${profile}`, () => seat().engine === engine && seat().profile === profile);
  }
  const level = m().level;
  if (link.level) await set("level " + link.level, () => m().level !== level || level.toLowerCase() === link.level.toLowerCase());
  if (link.speed) await set("speed " + link.speed, () => m().speed === (link.speed === "max" ? 0 : Math.round(link.speed * 100)));
}
