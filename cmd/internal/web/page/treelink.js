// The tree in a link.

import { t } from "./texts.js";

// linkOf holds the budget, what is shown, and the line.
export function linkOf(tree) {
  if (!tree.result) return {};
  const chosen = tree.sheet?.rows[tree.ribbons.selected];
  return { tree: [tree.sx.value, tree.plies.value, tree.top.value, ...tree.line].join("."), treeProfile: tree.profile.value, treeAt: chosen ? chosen.line.join("") : "" };
}

// follow takes what a link holds. It returns what of it is wrong.
export function follow(tree, link) {
  if (!link.tree) return "";
  const [sx, plies, top, ...line] = link.tree.split("."), wrong = line.find((m) => !/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(m));
  tree.fill();
  for (const [select, value] of [[tree.sx, sx], [tree.plies, plies], [tree.top, top], [tree.profile, link.treeProfile || tree.profile.value]]) {
    if (![...select.options].some((o) => o.value === value)) return t("link.tree", value);
    select.value = value;
  }
  if (wrong !== undefined) return t("link.line", wrong);
  tree.wanted = line;
  tree.wantedRow = link.treeAt;
  return "";
}
