// Captured men beside the clocks, and who has more.

import { isWhite } from "./geometry.js";
import { nameOf, picture } from "./pieces.js";
import { after, placement } from "./position.js";
import { t } from "./texts.js";

const order = "qrbnp";
const worth = { q: 9, r: 5, b: 3, n: 3, p: 1 };

// captured lists the men that the moves of a game have taken, most valuable first, by the side
// that took them. A piece that was a pawn is the piece that it had become.
export function captured(start, moves) {
  const gone = { white: [], black: [] };
  let on = placement(start);
  for (const move of moves) {
    const from = move.slice(0, 2), to = move.slice(2, 4), man = on[from];
    const taken = on[to] || (man?.toLowerCase() === "p" && from[0] !== to[0] && on[to[0] + from[1]]);
    if (taken && isWhite(taken) !== isWhite(man)) gone[isWhite(man) ? "white" : "black"].push(taken);
    on = after(on, move);
  }
  for (const men of Object.values(gone)) men.sort((a, b) => order.indexOf(a.toLowerCase()) - order.indexOf(b.toLowerCase()));
  return gone;
}

// balance is by how many pawns White has more.
export function balance(fen) {
  return Object.values(placement(fen)).reduce((sum, c) => sum + (worth[c.toLowerCase()] || 0) * (isWhite(c) ? 1 : -1), 0);
}

// inWords counts men in words: queen, 2 pawns.
function inWords(men) {
  const n = {};
  for (const c of men) n[c.toLowerCase()] = (n[c.toLowerCase()] || 0) + 1;
  return Object.entries(n).map(([c, k]) => k > 1 ? t("piece.many." + c, k) : nameOf(c)).join(", ");
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
    const { start, fen, moves, at } = computer.game, gone = captured(start, moves.slice(0, at).map((m) => m.uci)), white = balance(fen);
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
