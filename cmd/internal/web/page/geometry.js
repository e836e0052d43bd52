// Where men could go: what a board needs to know before the program is asked.

const files = "abcdefgh";

export const isWhite = (letter) => letter === letter.toUpperCase();

// ownerOf is the side of a man, by his letter in a FEN.
export const ownerOf = (letter) => !letter ? "" : isWhite(letter) ? "white" : "black";

// castled is the square to which a king castles if he is put on his rook; "" if that is not castling.
export function castled(on, from, to) {
  const king = on[from];
  if (!king || king.toLowerCase() !== "k" || from !== (isWhite(king) ? "e1" : "e8")) return "";
  if (on[to] !== (isWhite(king) ? "R" : "r") || from[1] !== to[1]) return "";
  return (to > from ? "g" : "c") + from[1];
}

const straight = [[1, 0], [-1, 0], [0, 1], [0, -1]], slanted = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const jumps = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const steps = { n: [jumps, 1], b: [slanted, 7], r: [straight, 7], q: [[...straight, ...slanted], 7], k: [[...straight, ...slanted], 1] };

// reach lists the squares to which a man could move on a board where the other side may change
// everything first: nothing is in the way, and a pawn may capture on both sides.
export function reach(on, from) {
  const letter = on[from], file = files.indexOf(from[0]), rank = Number(from[1]), all = [];
  const add = (dx, dy) => {
    const inside = files[file + dx] && rank + dy >= 1 && rank + dy <= 8;
    if (inside) all.push(files[file + dx] + (rank + dy));
    return inside;
  };
  if (letter.toLowerCase() === "p") {
    const up = isWhite(letter) ? 1 : -1;
    for (const dx of [-1, 0, 1]) add(dx, up);
    if (rank === (up > 0 ? 2 : 7)) add(0, 2 * up);
    return all;
  }
  const [directions, far] = steps[letter.toLowerCase()];
  for (const [dx, dy] of directions) for (let n = 1; n <= far && add(n * dx, n * dy); n++);
  for (const rook of ["a" + rank, "h" + rank]) if (castled(on, from, rook)) all.push(rook, castled(on, from, rook));
  return all;
}

// moved pairs the men of two positions: [from, to] of each that stands elsewhere in the second.
// made is the move that leads to the second, takenBack the one that led to the first.
export function moved(before, after, made, takenBack) {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((s) => before[s] !== after[s]);
  const gone = new Set(changed.filter((s) => before[s])), come = new Set(changed.filter((s) => after[s])), pairs = [];
  const pair = (from, to) => {
    if (!gone.has(from) || !come.has(to) || from === to || ownerOf(before[from]) !== ownerOf(after[to])) return;
    gone.delete(from);
    come.delete(to);
    pairs.push([from, to]);
  };
  if (made) pair(made.slice(0, 2), made.slice(2, 4));
  if (takenBack) pair(takenBack.slice(2, 4), takenBack.slice(0, 2));
  const far = (a, b) => Math.max(Math.abs(files.indexOf(a[0]) - files.indexOf(b[0])), Math.abs(a[1] - b[1]));
  for (const to of [...come]) {
    const from = [...gone].filter((s) => before[s] === after[to]).sort((a, b) => far(a, to) - far(b, to))[0];
    if (from) pair(from, to);
  }
  return pairs;
}
