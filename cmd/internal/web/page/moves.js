// A game: who moves, and the list of its moves.

import { t } from "./texts.js";
import { machines, whiteValue } from "./words.js";

// machineOf is the seat of a game's machine; of two machines White's, of two persons Black's.
export function machineOf({ seats }) { return seats.find((s) => s.machine) || seats[1]; }

// called is the name of a seat's machine: of a person's own program its title.
export function called({ title, engine }) { return title || machines[engine] || engine; }

// sideOf is the side that made move i of a game.
export function sideOf(m, i) { return (i % 2 === 0) === (m.first === "white") ? "white" : "black"; }

// showMoves shows the moves of a game in a list. goTo(n) is called for a click on the n-th.
export function showMoves(list, m, goTo) {
  const rows = [];
  let number = m.number, row = null;
  m.moves.forEach((made, i) => {
    const side = sideOf(m, i);
    if (side === "white" || !row) {
      row = document.createElement("li");
      const no = document.createElement("span");
      no.className = "no";
      no.textContent = number + ".";
      row.append(no);
      if (side === "black") row.append(document.createElement("span"));
      rows.push(row);
    }
    row.append(button(m, made, i, goTo));
    if (side === "black") number++;
  });
  if (m.why) {
    const end = document.createElement("li"), text = document.createElement("span");
    text.className = "end";
    text.textContent = `${m.result} ${m.why}`;
    end.append(text);
    rows.push(end);
  }
  list.replaceChildren(...rows);
}

// button is move i, with its value for White.
function button(m, made, i, goTo) {
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = made.san;
  b.className = i + 1 === m.at ? "now" : i >= m.at ? "ahead" : "";
  if (i + 1 === m.at) b.setAttribute("aria-current", "true");
  if (made.value || made.book) {
    const s = document.createElement("small");
    s.textContent = made.book ? t("play.book") : whiteValue(made.value, sideOf(m, i)).short;
    b.append(s);
  }
  b.addEventListener("click", () => goTo(i + 1));
  return b;
}
