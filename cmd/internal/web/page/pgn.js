// Games and positions from outside: pasted, opened, dropped, typed; and the game as PGN.

import { hasGuests } from "./guests.js";
import { t } from "./texts.js";
import { count } from "./words.js";

const $ = (id) => document.getElementById(id);

const fen = /^["']?\s*([1-8kqrbnp]+\/){7}[1-8kqrbnp]+(\s|["']|$)/i;
const pgn = /^\s*\[\w+\s+"|\b\d+\s*\.+\s*[a-hKQRBNO]\S*\s+\S/m;
const link = /^https?:\/\/\S+(#\S+)$/;
const move = "([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBNqrbn])?|O-O(-O)?)[+#]?";
const moves = new RegExp(`^${move}(\\s+${move}){2,}$`); // without numbers

// isGame reports whether a text is a position, a game, or a link to one.
export function isGame(text) { return fen.test(text.trim()) || pgn.test(text) || link.test(text.trim()); }

// take puts a position or a game on a free board, or tells why it is none.
export async function take(computer, text) {
  text = text.trim();
  if (computer.setup.on) computer.setup.end();
  try {
    if (!text) throw new Error(t("paste.empty"));
    if (link.test(text)) location.hash = text.match(link)[1]; // main follows it
    else if (fen.test(text)) await position(computer, text);
    else if (pgn.test(text) || moves.test(text)) {
      $("pgn").value = text;
      await load(computer);
    } else throw new Error(t("paste.neither", text.length > 40 ? text.slice(0, 40) + "…" : text));
    if ($("computer").hidden && !link.test(text)) computer.notice(t("paste.taken", computer.game.board));
  } catch (err) {
    computer.tell(err.message, true);
    computer.announce(err.message);
    if ($("computer").hidden) computer.notice(err.message);
  }
}

// position sets a FEN up, without what an EPD has after its fields.
async function position(computer, text) {
  const before = computer.game.board, fields = text.split("\n")[0].replace(/["']/g, "").trim().split(/\s+/);
  while (fields.length > 4 && !/^\d+$/.test(fields.at(-1))) fields.pop();
  await computer.freeBoard();
  try {
    await computer.ask("setup", { fen: fields.slice(0, 6).join(" ") });
  } catch (err) {
    if (computer.game.board !== before) await computer.say("game " + before);
    throw err;
  }
}

// load puts a game of the box on a free board. Of several one is chosen first.
async function load(computer, number) {
  const text = $("pgn").value, box = $("pgn-games");
  if (!number) {
    const { games } = await computer.client.ask("list", { pgn: text });
    box.hidden = games.length < 2;
    box.replaceChildren(...games.map((line, i) => {
      const li = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.textContent = line;
      b.addEventListener("click", () => load(computer, i + 1).catch((err) => computer.tell(err.message, true)));
      li.append(b);
      return li;
    }));
    if (games.length > 1) {
      $("pgn-card").open = true;
      computer.tell(t("paste.choose", games.length));
      return;
    }
  }
  await computer.freeBoard();
  await computer.ask("load", { pgn: text, number: number || 1 });
}

async function openFile(computer, file) {
  if (file.size > 900_000) { computer.tell(t("paste.large", file.name, count(file.size)), true); return; }
  await take(computer, await file.text());
}

// download lets the browser save a PGN as a file.
export function download(pgn, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
}

// buildPGN gives the buttons of the PGN card their work, and takes what is pasted or dropped.
export function buildPGN(computer) {
  $("pgn-load").addEventListener("click", () => take(computer, $("pgn").value));
  $("pgn-copy").addEventListener("click", async () => {
    const { pgn } = await computer.client.ask("save");
    $("pgn").value = pgn;
    $("pgn").select();
    try { await navigator.clipboard.writeText(pgn); computer.tell(t("pgn.copied")); } catch { computer.tell(t("pgn.inBox")); }
  });
  $("pgn-file").addEventListener("click", async () => {
    const { pgn } = await computer.client.ask("save");
    const name = `searchex-game-${computer.game.board}.pgn`;
    download(pgn, name);
    computer.tell(t("typed.saved", name));
  });
  $("pgn-open").addEventListener("change", (e) => { if (e.target.files[0]) openFile(computer, e.target.files[0]); e.target.value = ""; });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    const file = e.dataTransfer?.files[0], text = e.dataTransfer?.getData("text/plain");
    if (file && hasGuests(e.dataTransfer.files)) computer.guests.load([...e.dataTransfer.files]);
    else if (file) openFile(computer, file);
    else if (text) take(computer, text);
  });
  document.addEventListener("paste", (e) => {
    const field = e.target.closest?.("input, textarea"), text = e.clipboardData?.getData("text/plain") || "";
    if (field && !(field.id === "typed" && isGame(text))) return; // it goes into the field
    e.preventDefault();
    take(computer, text);
  });
}
