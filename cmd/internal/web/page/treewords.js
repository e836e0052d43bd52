// What a search decided about a move, in sentences.

import { count } from "./words.js";

const sentences = {
  "new best": "It is better than what was found before, so it is the new best move here.",
  "not better": "It is not better than what the side to move already has, so it is dropped.",
  cutoff: "It is so good that the other side will not allow this position: the rest of the moves here need no look.",
  refuted: "A reply is so good that this move is dropped.",
  "not tried": "Another move was good enough before it was its turn.",
  "not valued": "It was only listed: another move was good enough before.",
  "under way": "The search ended here.",
  "not generated": "Another move was good enough before this one was even listed.",
};
const ends = {
  "SX spent": "Its price is more than is left, so the position is valued as it stands.",
  "SX too low": "What is left pays for no further move, so the position is valued as it stands.",
  "too dear there": "Quiet moves cost more than is left here, so the position is valued as it stands.",
  "too dear when late": "So late in the list it costs more than is left.",
  passed: "The other side stands so well that it need not even move (a pass cut).",
  draw: "It is a draw.", "no moves": "There is no legal reply: mate or stalemate.",
};

function pawns(v) {
  if (v >= 30000) return "mate";
  if (v <= -30000) return "mated";
  return (v >= 0 ? "+" : "") + (v / 64).toFixed(2);
}

// against compares a static value with the window.
function against(r) {
  if (r.alpha === undefined) return "";
  if (r.static >= r.beta) return `, already as good as the other side allows (${pawns(r.beta)})`;
  if (r.alpha <= -30000) return ", and nothing is to be beaten yet";
  return (r.static > r.alpha ? ", above" : ", not above") + ` what is to be beaten (${pawns(r.alpha)})`;
}

// describe describes a row of a sheet.
export function describe(sheet, r) {
  const all = [];
  if (r.price !== undefined) {
    const before = sheet.before(r);
    all.push(`${r.san}: ${r.category}, price ${r.price}. ` + (r.sx_left >= 0 ? `Of ${before} SX ${r.sx_left} are left.` : `Only ${before} SX are left.`));
  } else all.push(`${r.san}: no price was asked.`);
  if (r.static !== undefined) all.push(`Its static value, before any reply, is ${pawns(r.static)} pawns${against(r)}.`);
  if (r.ended === Infinity && r.verdict === "under way" && !sheet.over) return [...all, "Its replies are being searched."];
  if (r.value !== undefined && r.value !== r.static) all.push(`Searched, it is worth ${pawns(r.value)}.`);
  if (r.end) {
    // Whether some move here was given a price may be known only later than this one's end.
    const priced = r.end === "SX too low" && (r.up ? r.up.kids : sheet.firsts).some((i) => sheet.rows[i].price !== undefined);
    all.push(ends[priced ? "too dear there" : r.end] || r.end + ".");
  }
  const verdict = r.verdict === "refuted" && r.reply ? `The reply ${r.reply} is so good that this move is dropped.` : sentences[r.verdict] || r.verdict + ".";
  all.push(verdict + (r.skipped ? ` That saved ${count(r.skipped)} of them.` : "") + (r.nodes ? ` ${count(r.nodes)} moves were evaluated below it.` : ""));
  return all;
}
