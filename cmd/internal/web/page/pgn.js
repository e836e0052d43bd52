// The game as PGN: pasted, opened, dropped, copied and downloaded.

import { count } from "./words.js";

const $ = (id) => document.getElementById(id);

// download lets the browser save a PGN as a file.
export function download(pgn, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
}

// buildPGN gives the buttons of the PGN card their work.
export function buildPGN(computer) {
  const load = async (number) => {
    const pgn = $("pgn").value;
    try {
      if (!number) {
        const { games } = await computer.client.ask("list", { pgn });
        if (games.length > 1) {
          $("pgn-games").hidden = false;
          $("pgn-games").replaceChildren(...games.map((text, i) => {
            const li = document.createElement("li"), b = document.createElement("button");
            b.type = "button";
            b.textContent = text;
            b.addEventListener("click", () => load(i + 1));
            li.append(b);
            return li;
          }));
          computer.tell(`${games.length} games: choose one.`);
          return;
        }
      }
      await computer.client.ask("load", { pgn, number: number || 1 });
    } catch (err) {
      computer.tell(err.message, true);
    }
  };
  $("pgn-load").addEventListener("click", () => load());
  $("pgn-copy").addEventListener("click", async () => {
    const { pgn } = await computer.client.ask("save");
    $("pgn").value = pgn;
    $("pgn").select();
    try { await navigator.clipboard.writeText(pgn); computer.tell("The game is copied."); } catch { computer.tell("The game is in the box."); }
  });
  $("pgn-file").addEventListener("click", async () => {
    const { pgn } = await computer.client.ask("save");
    download(pgn, `searchex-game-${computer.game.board}.pgn`);
  });
  const open = async (file) => {
    if (!file) return;
    if (file.size > 900_000) { computer.tell(`${file.name} has ${count(file.size)} bytes: want at most 900,000; cut the file.`, true); return; }
    $("pgn").value = await file.text();
    $("pgn-card").open = true;
    load();
  };
  $("pgn-open").addEventListener("change", (e) => { open(e.target.files[0]); e.target.value = ""; });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => { e.preventDefault(); open(e.dataTransfer?.files[0]); });
}
