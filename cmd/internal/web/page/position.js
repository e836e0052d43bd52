// Positions as squares with letters: reading and writing a FEN, and the pieces after a move.

const files = "abcdefgh";

// first is the position in which a game begins.
export const first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// placement reads the first field of a FEN: letters by square.
export function placement(fen) {
  const on = {};
  fen.split(" ")[0].split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else on[files[file++] + (8 - i)] = c;
    }
  });
  return on;
}

// field writes the first field of a FEN.
export function field(on) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "", empty = 0;
    for (const f of files) {
      const c = on[f + rank];
      if (!c) { empty++; continue; }
      row += (empty || "") + c;
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

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
