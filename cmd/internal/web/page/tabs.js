// Several tabs: one keeps the games, and the next takes over when it is closed.

import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// takeOver shows the games that are kept, with those played in this tab on the boards that moved
// has for them, and says so.
export async function takeOver(store, computer, moved) {
  const boards = Object.values(moved), here = boards.filter(Boolean);
  if (boards.includes(0)) {
    $("pgn").value = (await computer.client.ask("save")).pgn;
    $("pgn-card").open = true;
  }
  await computer.resume();
  const text = boards.includes(0) ? t("tabs.full") : here.length ? t("tabs.moved", here.join(", ")) : t("tabs.mine");
  computer.notice(text);
}
