// What the first event is in which a broken machine's search differs from Go's, in words.

import { after, placement } from "./position.js";
import { make, nameOf } from "./pieces.js";
import { t } from "./texts.js";
import { count, machines } from "./words.js";

function pawns(v) { return (v >= 0 ? "+" : "") + (v / 64).toFixed(2); }

// numberOf is the number after a word of an event's values.
function numberOf(values, word) {
  const m = values.match(new RegExp(`${word} (-?\\d+)`));
  return m ? Number(m[1]) : 0;
}

// moveOf names a side's move: its piece and squares.
function moveOf(side, fen) {
  if (!side.move) return t("race.pass");
  let on = placement(fen);
  for (const m of side.line || []) on = after(on, m);
  const piece = on[side.move.slice(0, 2)];
  return `${piece ? nameOf(piece) : ""} ${side.move.slice(0, 2)}–${side.move.slice(2, 4)}`.trim();
}

// did says what a side did at its event.
function did(side, fen) {
  if (side.error) return t("race.failed");
  const move = moveOf(side, fen), v = side.values || "";
  switch (side.event) {
    case "generated": return t("race.generated", v);
    case "scored": return t("race.scored", move, pawns(numberOf(v, "value")));
    case "priced": return t("race.priced", move, v.split(",")[0], numberOf(v, "SXDEC"));
    case "beta test": case "alpha test": return t("race.tested", move, pawns(numberOf(v, "value")));
    case "best": return t("race.best", move);
    case "iteration": return t("race.iteration", pawns(numberOf(v, "score")));
    default: return t("race.ended");
  }
}

// differenceInWords says a difference, as docs/session-protocol.md has it, in a sentence. fen is
// the position that was searched.
export function differenceInWords(d, fen) {
  const [go, machine] = d.engines, line = (go.line || []).map((m) => `${m.slice(0, 2)}–${m.slice(2, 4)}`).join(" ");
  return t("race.differs", count(d.event_index + 1), line ? t("race.after", line) : t("race.atRoot"), did(go, fen), machines[machine.engine] || machine.engine, did(machine, fen));
}

// differenceTable is both sides of a difference beside each other, and where the machine stood.
export function differenceTable(d) {
  const [go, machine] = d.engines, table = make("table"), head = make("tr");
  head.append(make("th", "", ""), make("th", "", "Go"), make("th", "", machines[machine.engine]));
  table.append(head);
  for (const key of ["event", "move", "values", "line", "ply"]) {
    const text = (s) => Array.isArray(s[key]) ? s[key].join(" ") : String(s[key] ?? "");
    const equal = text(go) === text(machine), tr = make("tr", equal ? "" : "unequal");
    tr.append(make("th", "", t("race." + key)), make("td", "", text(go) || "-"), make("td", "", (equal ? "" : "≠ ") + (text(machine) || "-")));
    table.append(tr);
  }
  const all = [table];
  if (machine.error) all.push(make("p", "", machine.error));
  if (machine.pc) all.push(make("pre", "source", `${machine.source || ""}  ${machine.pc}\n${machine.source_text || ""}\n${machine.registers || ""}`));
  return all;
}
