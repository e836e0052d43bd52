// The clocks: the time that is left, or without a limit the time that was used.

import { t } from "./texts.js";
import { clock } from "./words.js";

const $ = (id) => document.getElementById(id);

// showClocks shows both clocks of a display. It returns what is to be said when one has run
// out since the display before.
export function showClocks(m, before, game) {
  let said = "";
  ["white", "black"].forEach((side, i) => {
    const c = $("clock-" + side), name = t("clocks." + side), left = m.left?.[i];
    const out = left < 0;
    c.textContent = left === undefined ? `${name} ${clock(m.clocks[i])}` : t(out ? "clocks.over" : "clocks.left", name, clock(Math.abs(left)));
    c.title = t(left === undefined ? "clocks.usedtitle" : "clocks.lefttitle", name);
    c.classList.toggle("over", out);
    c.classList.toggle("runs", Boolean(game) && game.turn === side && !game.why);
    if (out && before?.left?.[i] >= 0) said = t("clocks.out", name);
  });
  return said;
}
