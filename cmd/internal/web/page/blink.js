// The machine's move blinks, on its squares and on the display.

// blink lets from and to of a move in UCI notation blink. Style ends it, and leaves it out with
// reduced motion.
export function blink(board, lcd, move) {
  const squares = [move.slice(0, 2), move.slice(2, 4)];
  lcd.blink(squares);
  for (const name of squares) {
    const square = board.squares[name];
    square.classList.remove("blink");
    void square.offsetWidth; // else an animation that still runs would not begin again
    square.classList.add("blink");
    square.addEventListener("animationend", () => square.classList.remove("blink"), { once: true });
  }
}
