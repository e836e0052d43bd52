// What a pawn becomes: chosen at the square on which it arrives.

import { names, picture } from "./pieces.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// place puts the choice over the square, and its other pieces towards the middle of the board.
function place(box, board, square) {
  const at = board.squares[square].getBoundingClientRect(), top = board.middle(square)[1] < 4;
  box.style.setProperty("--side", at.width + "px");
  box.classList.toggle("upwards", !top);
  box.style.left = at.left + "px";
  box.style.top = top ? at.top + "px" : "auto";
  box.style.bottom = top ? "auto" : document.documentElement.clientHeight - at.bottom + "px";
}

// askPromotion asks what a pawn becomes on a square of a board. The answer is q, r, b or n, or
// "" if the pawn stays.
export function askPromotion(board, square) {
  const box = $("promotion");
  box.returnValue = "";
  $("promotion-pieces").replaceChildren(...[..."qnrb"].map((letter) => {
    const b = document.createElement("button");
    b.value = letter;
    b.title = `${names[letter]} (${letter})`;
    b.setAttribute("aria-label", names[letter]);
    b.append(picture(square[1] === "8" ? letter.toUpperCase() : letter));
    return b;
  }));
  $("promotion-none").setAttribute("aria-label", t("board.promotion.none"));
  const again = () => place(box, board, square);
  const key = (e) => {
    const letter = e.key.toLowerCase();
    if (letter.length !== 1 || !"qrbn".includes(letter) || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation(); // a letter for the choice is not typed
    box.close(letter);
  };
  const outside = (e) => { if (e.target === box || e.target.closest("#promotion-none")) box.close(""); };
  // The finger that made the move is still on the square: the click that follows chooses nothing.
  let finger = window.event?.pointerType === "touch" ? window.event.pointerId : null;
  const ghost = (e) => {
    if (e.pointerId !== finger) return;
    finger = null;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  const listeners = [[box, "click", ghost, true], [window, "resize", again], [window, "scroll", again], [box, "keydown", key], [box, "click", outside]];
  for (const [target, type, f, capture] of listeners) target.addEventListener(type, f, capture);
  box.showModal();
  again();
  return new Promise((resolve) => box.addEventListener("close", () => {
    for (const [target, type, f, capture] of listeners) target.removeEventListener(type, f, capture);
    resolve(box.returnValue);
  }, { once: true }));
}
