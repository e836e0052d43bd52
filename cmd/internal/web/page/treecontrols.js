// What the tree of a search is steered with, and the legend.

import { make } from "./pieces.js";
import { kinds } from "./ribbons.js";
import { t } from "./texts.js";

// buildControls makes what the tree is steered with: buttons, and menus.
export function buildControls(tree) {
  const c = tree.controls = make("form", "controls");
  const label = (text, e) => { const l = make("label", "", text); l.append(e); return l; };
  const select = (all, value) => { const s = make("select"); for (const [v, text] of all) s.append(new Option(text ?? v, v)); s.value = value; return s; };
  const button = (text, id, f) => { const b = make("button", "", text); b.type = "button"; b.id = id; b.addEventListener("click", f); return b; };
  tree.watchButton = button(t("tree.watch"), "tree-watch", () => tree.watch());
  tree.watchButton.className = "primary";
  tree.button = make("button", "", t("tree.show"));
  tree.button.id = "tree-start";
  tree.profile = select([], "");
  tree.sx = select([10, 18, 26, 34, 42, 50, 58, 66].map((v) => [v]), 34);
  tree.plies = select([[1], [2], [3], [4]], 2);
  tree.top = select([[3], [5], [8], [12]], 5);
  tree.pace = select([0, 4, 30, 1e6].map((v) => [v, t("tree.pace." + v)]), 30);
  tree.pace.id = "tree-pace";
  tree.pace.addEventListener("change", () => { tree.live.pace(Number(tree.pace.value)); tree.label(); });
  const acts = tree.actions = make("div", "actions");
  acts.append(tree.watchButton, tree.button);
  c.append(label(t("tree.profile"), tree.profile), label(t("tree.sx"), tree.sx), label(t("tree.plies"), tree.plies), label(t("tree.top"), tree.top), label(t("tree.pace"), tree.pace));
  tree.iteration = select([], "");
  tree.iteration.addEventListener("change", () => { tree.rest(); tree.see(tree.sheets[tree.iteration.selectedIndex]); });
  tree.iterationLabel = label(t("tree.iteration"), tree.iteration);
  tree.iterationLabel.hidden = true;
  tree.steps = make("span", "steps");
  for (const [text, name, f] of [["|◀", "first", () => tree.step(1)], ["◀", "back", () => tree.back()], ["▶", "next", () => tree.forward()], ["▶|", "last", () => tree.step(Infinity)]]) {
    const b = button(text, "", () => { tree.rest(); f(); });
    b.title = t("tree.step." + name);
    b.setAttribute("aria-label", b.title);
    tree.steps.append(b);
  }
  tree.play = button(t("tree.replay"), "tree-replay", () => tree.replay());
  tree.steps.append(tree.play);
  c.append(tree.iterationLabel);
  acts.append(tree.steps);
  tree.button.type = "button";
  tree.button.addEventListener("click", () => { if (tree.live.id) tree.live.stop(); else { tree.line = []; tree.ask(); } });
  c.addEventListener("submit", (e) => e.preventDefault());
  tree.crumbs = make("p", "crumbs");
  tree.summary = make("p", "verdict");
  tree.summary.setAttribute("aria-live", "polite");
  tree.summary.id = "summary";
}

// steer steers the tree by a key.
export function steer(tree, e) {
  if (e.target.closest("input, select, button, .boardlike")) return;
  const at = tree.ribbons.selected, rows = tree.sheet?.rows.length || 0;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows - 1 }[e.key];
  if (to !== undefined) tree.rest();
  if (to !== undefined) tree.select(to);
  else if (e.key === "ArrowRight") { tree.rest(); tree.forward(); }
  else if (e.key === "ArrowLeft") { tree.rest(); tree.back(); }
  else if (e.key === " ") tree.watch();
  else if (e.key === "Enter" && e.target.closest(".move")) tree.deeper(at);
  else if (e.key === "Backspace" && tree.line.length) { tree.line = tree.line.slice(0, -1); tree.ask(); }
  else return;
  if (e.key !== " ") tree.ribbons.focus(tree.ribbons.selected);
  e.preventDefault();
}

// legend explains colours and signs.
export function legend() {
  const l = make("p", "legend");
  for (const [word, colour, mark] of kinds.filter((k) => k[3])) l.append(make("span", "k " + colour, `${t("mark." + mark)}: ${t("kind." + word)}`));
  l.append(make("span", "k none", t("tree.unpriced")));
  l.append(make("span", "signs", t("tree.signs")));
  return l;
}
