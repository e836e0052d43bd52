// What a pawn becomes: chosen at the square on which it arrives.

import { nameOf, picture } from "./pieces.js";
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

// finger reports whether a pointer touches the screen: its clicks come after it was lifted.
const finger = (pointer) => pointer === "touch" || pointer === "pen";

// answers returns what closes the choice, by the type of its event.
function answers(box) {
  const answer = (at) => {
    const button = at.closest("button");
    if (button || at === box) box.close(button?.value || "");
  };
  // The key, or the finger, that made the move may still be down: only one that goes down on the
  // choice answers. So a finger's clicks answer nothing, since one follows the tap that made the
  // move. A click that does not say its pointer is the move's.
  const mover = window.event?.pointerType;
  let keyed = false, pressed = null;
  const keydown = (e) => {
    keyed ||= !e.repeat;
    if (!keyed) e.preventDefault();
    const letter = e.key.toLowerCase();
    if (letter.length !== 1 || !"qrbn".includes(letter) || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation(); // a letter for the choice is not typed
    box.close(letter);
  };
  const keypress = (e) => { if (!keyed) e.preventDefault(); };
  const pointerdown = (e) => {
    pressed = finger(e.pointerType) ? e.target : null;
    if (pressed) e.preventDefault(); // no square below gets the focus
  };
  const pointerup = (e) => {
    const at = document.elementFromPoint(e.clientX, e.clientY);
    if (pressed && at && (at === pressed || at.closest("button")?.contains(pressed))) answer(at);
    pressed = null;
  };
  const click = (e) => {
    e.preventDefault();
    if (!e.detail || !finger(e.pointerType ?? mover)) answer(e.target);
  };
  return { keydown, keypress, pointerdown, pointerup, click };
}

// askPromotion asks what a pawn becomes on a square of a board. The answer is q, r, b or n, or
// "" if the pawn stays.
export function askPromotion(board, square) {
  const box = $("promotion");
  box.returnValue = "";
  $("promotion-pieces").replaceChildren(...[..."qnrb"].map((letter) => {
    const b = document.createElement("button");
    b.value = letter;
    b.title = `${nameOf(letter)} (${letter})`;
    b.setAttribute("aria-label", nameOf(letter));
    b.append(picture(square[1] === "8" ? letter.toUpperCase() : letter));
    return b;
  }));
  $("promotion-none").setAttribute("aria-label", t("board.promotion.none"));
  const again = () => place(box, board, square);
  const listeners = [[window, "resize", again], [window, "scroll", again], ...Object.entries(answers(box)).map((l) => [box, ...l])];
  for (const [target, type, f] of listeners) target.addEventListener(type, f);
  box.showModal();
  again();
  return new Promise((resolve) => box.addEventListener("close", () => {
    for (const [target, type, f] of listeners) target.removeEventListener(type, f);
    resolve(box.returnValue);
  }, { once: true }));
}
