// The machine in a frame of another page: board, display and a few keys. The address has what links
// have; nothing is kept.

import { Board } from "./board.js";
import { Client } from "./client.js";
import { LCD } from "./lcd.js";
import { movesOf, readLink, setUp } from "./link.js";
import { onDisplay } from "./loading.js";
import { machineOf } from "./moves.js";
import { first, placement } from "./position.js";
import { fill, t } from "./texts.js";
import { machines, spoken } from "./words.js";

const $ = (id) => document.getElementById(id);
const client = new Client(), lcd = new LCD($("lcd"));
globalThis.searchex = client; // for the console, and for tests
const link = readLink(location.hash) || {};
let game = null, before = null;

const tell = (text) => { $("message").textContent = text; };
const board = new Board($("board"), { move: (from, to) => move(from, to), none: (square) => tell(t("embed.none", square)) });

async function ask(type, fields) {
  try { await client.ask(type, fields); } catch (err) { tell(err.message); }
}

// move plays a move by hand. A pawn becomes a queen.
function move(from, to) {
  if (!game) { tell(t("loading.wait")); return; }
  ask("move", { move: from + to + (game.legal.includes(from + to + "q") ? "q" : "") });
}

function key(name, act) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "key" + (name === "go" ? " go" : "");
  b.textContent = t("embed." + name);
  b.addEventListener("click", act);
  return b;
}

function buildKeys() {
  const open = document.createElement("a");
  open.className = "key";
  open.textContent = t("embed.open");
  open.target = "_blank";
  open.rel = "noopener";
  open.href = "./" + location.hash;
  $("keys").append(key("back", () => ask("say", { text: "back" })), key("forward", () => ask("say", { text: "forward" })),
    key("flip", () => board.flip(!board.flipped)), key("go", () => ask("say", { text: "go" })), open);
}

// follow sets up what the address has.
async function follow() {
  if (link.wrong) throw new Error(t("embed.wrong", link.wrong));
  const moves = movesOf(link);
  if (!moves) throw new Error(t("embed.wrong", link.moves.slice(0, 20)));
  await setUp(client, link.fen || first, moves);
  if (link.engine || link.profile) await client.ask("say", { text: `machine ${link.engine || ""}:${link.profile || "sx81"}` });
  if (link.level) await client.ask("say", { text: "level " + link.level });
  if (link.speed) await client.ask("say", { text: "speed " + link.speed });
}

// turn says whose move it is.
function turn() { tell(t(game.seats[game.turn === "white" ? 0 : 1].machine ? "embed.press" : "embed.move")); }

client.on("loading", (m) => lcd.show(onDisplay(m.loaded, m.total)));
client.on("game", (m) => {
  before = game;
  game = m;
  board.show({ on: placement(m.fen), legal: m.legal, last: m.at ? m.moves[m.at - 1].uci : "", check: m.check, hint: m.hint });
  const machine = machineOf(m);
  $("model").textContent = machines[machine.engine] || machine.engine;
  if (before && m.at > before.at) $("live").textContent = spoken(m.moves[m.at - 1].san);
});
client.on("display", (m) => {
  lcd.show(m.lcd);
  $("lcd").setAttribute("aria-label", t("play.displayShows", m.lcd.trim()));
  $("lamp").classList.toggle("lit", m.thinking);
  if (m.message || game?.why) tell(m.message || `${game.result} ${game.why}`);
  else if (document.body.dataset.ready && !m.thinking) turn();
});
client.on("open", async () => {
  try {
    await client.ask("hello");
    await follow();
    if (!game.why) turn();
    document.body.dataset.ready = "yes";
  } catch (err) {
    tell(err.message);
  }
});
client.on("closed", (why) => { delete document.body.dataset.ready; tell(why); });
client.on("error", (m) => tell(m.text));

fill();
buildKeys();
board.show({ on: placement(link.fen || first) });
tell(t("loading.wait"));
client.start();
