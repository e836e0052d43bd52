// What the machine thinks of the position shown: its line, the value, and what it has spent.

import { machineOf } from "./moves.js";
import { t } from "./texts.js";
import { count, whiteValue } from "./words.js";

const $ = (id) => document.getElementById(id);

// showThoughts shows the thoughts of a display. Those of another position the program does not
// send, and those of a game that is over say nothing any more.
export function showThoughts(m, game) {
  const some = !game?.why && Boolean(m.nodes || m.line.length || m.now);
  const none = $("no-thoughts");
  none.dataset.first ||= none.textContent;
  none.dataset.thought ||= some ? "yes" : "";
  none.textContent = game?.why ? t("thoughts.over", game.outcome, game.why) : none.dataset.thought ? t("thoughts.other") : none.dataset.first;
  none.hidden = some;
  $("thoughts").hidden = !some;
  $("line").textContent = m.san.join(" ") || "-";
  $("now").textContent = m.now || "-";
  $("value").textContent = m.value ? whiteValue(m.value, m.side).words : "-";
  $("nodes").textContent = m.nodes ? count(m.nodes) : "-";
  $("cycles").textContent = m.cycles ? count(m.cycles) : "-";
  if (m.depth && game && machineOf(game).title) $("budget").textContent = t("guests.depth", m.depth);
  else $("budget").textContent = m.depth ? t("thoughts.iteration", m.sx, m.depth) : "-";
}
