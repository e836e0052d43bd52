// Men that slide from their old square to the new one.

const atMost = 6; // men that slide at once: more is another position, not a move
const duration = 170; // milliseconds

const still = matchMedia("(prefers-reduced-motion: reduce)");

// slide lets the men of a board, shown where they are now, come from where they were. pairs are
// of geometry.js.
export function slide(board, pairs) {
  if (still.matches || pairs.length > atMost) return;
  for (const [from, to] of pairs) {
    const square = board.squares[to], [x, y] = board.middle(from), [u, v] = board.middle(to);
    square.classList.add("sliding");
    const done = () => square.classList.remove("sliding");
    square.firstElementChild.animate(
      [{ transform: `translate(${100 * (x - u)}%, ${100 * (y - v)}%)` }, { transform: "none" }], { duration, easing: "ease-in-out" },
    ).finished.then(done, done);
  }
}
