// What a search decided about a move, in sentences.

import { t } from "./texts.js";
import { count } from "./words.js";

function pawns(v) {
  if (v >= 30000) return t("value.mate");
  if (v <= -30000) return t("value.mated");
  return (v >= 0 ? "+" : "") + (v / 64).toFixed(2);
}

// judged is the static value of a row, and how it lies to the window.
function judged(r) {
  const value = pawns(r.static);
  if (r.alpha === undefined) return t("decided.static", value);
  if (r.static >= r.beta) return t("decided.static.enough", value, pawns(r.beta));
  if (r.alpha <= -30000) return t("decided.static.free", value);
  return t(r.static > r.alpha ? "decided.static.above" : "decided.static.below", value, pawns(r.alpha));
}

// describe describes a row of a sheet.
export function describe(sheet, r) {
  const all = [];
  if (r.price !== undefined) {
    const before = sheet.before(r);
    all.push(t("decided.price", r.san, t("category." + r.category), r.price) + " " + (r.sx_left >= 0 ? t("decided.left", before, r.sx_left) : t("decided.short", before)));
  } else all.push(t("decided.unpriced", r.san));
  if (r.static !== undefined) all.push(judged(r));
  if (r.ended === Infinity && r.verdict === "under way" && !sheet.over) return [...all, t("decided.replies")];
  if (r.value !== undefined && r.value !== r.static) all.push(t("decided.searched", pawns(r.value)));
  if (r.end) {
    // Whether some move here was given a price may be known only later than this one's end.
    const priced = r.end === "SX too low" && (r.up ? r.up.kids : sheet.firsts).some((i) => sheet.rows[i].price !== undefined);
    all.push(t("end." + (priced ? "too dear there" : r.end)));
  }
  const verdict = r.verdict === "refuted" && r.reply ? t("verdict.refutedBy", r.reply) : t("verdict." + r.verdict);
  all.push([verdict, r.skipped && t("decided.saved", count(r.skipped)), r.nodes && t("decided.nodes", count(r.nodes))].filter(Boolean).join(" "));
  return all;
}
