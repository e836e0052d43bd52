// Captured men beside the clocks, and who has more.

import { placement } from "./board.js";
import { isWhite } from "./geometry.js";
import { names, picture } from "./pieces.js";
import { t } from "./texts.js";

const worth = { q: 9, r: 5, b: 3, n: 3, p: 1 };

function counts(fen) {
  const n = {};
  for (const letter of Object.values(placement(fen))) n[letter] = (n[letter] || 0) + 1;
  return n;
}

// captured lists the men that are gone between two positions, most valuable first, by the side
// that took them. A pawn that became a piece is not gone.
export function captured(start, fen) {
  const then = counts(start), now = counts(fen), gone = { white: [], black: [] };
  for (const [side, pawn] of [["white", "p"], ["black", "P"]]) {
    const letters = [..."qrbnp"].map((c) => pawn === "p" ? c : c.toUpperCase());
    const less = (c) => (then[c] || 0) - (now[c] || 0);
    const promoted = letters.filter((c) => c !== pawn).reduce((sum, c) => sum + Math.max(0, -less(c)), 0);
    for (const c of letters) for (let n = less(c) - (c === pawn ? promoted : 0); n > 0; n--) gone[side].push(c);
  }
  return gone;
}

// balance is by how many pawns White has more.
export function balance(fen) {
  return Object.values(placement(fen)).reduce((sum, c) => sum + (worth[c.toLowerCase()] || 0) * (isWhite(c) ? 1 : -1), 0);
}

// plural counts men in words: queen, 2 pawns.
function inWords(men) {
  const n = {};
  for (const c of men) n[c.toLowerCase()] = (n[c.toLowerCase()] || 0) + 1;
  return Object.entries(n).map(([c, k]) => k > 1 ? `${k} ${names[c]}s` : names[c]).join(", ");
}

// buildMaterial shows the men that a side has taken beside its clock.
export function buildMaterial(computer) {
  const places = ["white", "black"].map((side) => {
    const clock = document.getElementById("clock-" + side), player = document.createElement("span"), place = document.createElement("span");
    player.className = "player";
    place.className = "captured";
    place.id = "captured-" + side;
    place.setAttribute("role", "img");
    clock.replaceWith(player);
    player.append(clock, place);
    return [side, place];
  });
  computer.changed.push(() => {
    const { start, fen } = computer.game, gone = captured(start, fen), white = balance(fen);
    for (const [side, place] of places) {
      const ahead = side === "white" ? white : -white, men = gone[side];
      const more = document.createElement("b");
      more.textContent = ahead > 0 ? "+" + ahead : "";
      place.replaceChildren(...men.map((c, i) => {
        const man = picture(c);
        man.classList.toggle("next", i > 0 && men[i - 1] === c);
        return man;
      }), more);
      place.setAttribute("aria-label", [men.length ? t("board.taken." + side, inWords(men)) : t("board.taken.none." + side), ahead > 0 ? t("board.ahead", ahead) : ""].filter(Boolean).join("; "));
    }
  });
}
