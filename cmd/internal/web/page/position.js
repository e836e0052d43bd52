// Positions as squares with letters: reading a FEN, and the pieces after a move.

export { placement } from "./board.js";

// after returns the pieces after a move.
export function after(on, move) {
  const to = { ...on }, from = move.slice(0, 2), at = move.slice(2, 4), piece = on[from];
  delete to[from];
  if (!piece) return to;
  if (piece.toLowerCase() === "p" && from[0] !== at[0] && !on[at]) delete to[at[0] + from[1]]; // en passant
  if (piece.toLowerCase() === "k" && from[0] === "e" && (at[0] === "g" || at[0] === "c")) {
    const rook = (at[0] === "g" ? "h" : "a") + from[1];
    to[(at[0] === "g" ? "f" : "d") + from[1]] = on[rook];
    delete to[rook];
  }
  to[at] = move[4] ? (piece === "P" ? move[4].toUpperCase() : move[4]) : piece;
  return to;
}
