// Several tabs: one keeps the games, and the next takes over when it is closed.

import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// takeOver shows the games that are kept, and says where those are that were played in this tab:
// on the boards to, or in the box if they are left over.
export async function takeOver(computer, { to, left }) {
  if (left.length) {
    $("pgn").value = left.join("\n\n");
    $("pgn-card").open = true;
  }
  await computer.resume();
  computer.notice(left.length ? t("tabs.full") : to.length ? t("tabs.moved", to.join(", ")) : t("tabs.mine"));
}
