// The keys of the machine: those that a game needs at once, the others in its drawer, and the
// block of letters and digits.

import { t } from "./texts.js";

// The groups of keys in the drawer, by what they do, after those that are always to be seen. A
// key has a label, the word for which it stands, and what it does.
const always = [
  ["New Game", "new", "Begin again; it asks first"], ["Take Back", "undo", "Take your move back, and the answer", "↶"], ["Hint", "hint", "What it would play for you"],
  ["Next Best", "best", "Take its move back and let it find another"],
];
const go = ["Go", "go", "It moves; while it thinks: it moves now"];
const groups = {
  look: [["Back", "back", "Look at the position before; the moves stay", "‹"], ["Forward", "forward", "Look at the next position", "›"],
    ["Replay", "replay", "Show the game again from its first move", "▷"], ["Flip", ":flip", "Turn the board"]],
  game: [["Swap", "swap", "Change sides"], ["Two Players", "two", "It only referees"], ["Auto", "auto", "It plays against itself"], ["Next Simult", "simult", "The next of twelve games"],
    ["Draw", "draw", "Offer a draw"], ["Resign", "resign", "Give up the game"], ["Stop Clock", "stop", "Halt the clocks and the machine"], ["Start Clock", "start", "Let the clocks and the machine go on"]],
  set: [["Mode", "mode", "The next of four kinds of level; then numbers"], ["Problem", ":problem", "Find a mate: Mode, Problem"], ["Enter Position", ":setup", "Set up a position: put pieces on the board"]],
  display: [["Comment", "comment", "The display shows all in turn"], ["Analysis", "analysis", "The display shows the best line"], ["Clock", "clock", "The display shows the clocks"],
    ["Verify", "verify", "Where the pieces are, in words"]],
};
const pad = [
  ["A", "1", "Pawn"], ["B", "2", "Knight"], ["C", "3", "Bishop"], ["D", "4", "Rook"], ["E", "5", "Queen"], ["F", "6", "King"], ["G", "7", "White"], ["H", "8", "Black"],
  ["Yes", "9", ""], ["No", "0", ""], ["CE", "", "clear"], ["Enter", "", ""],
];

function button(className, ...children) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "key " + className;
  b.append(...children);
  return b;
}

function wordKey([label, word, title, sign], press) {
  const b = button(word === "go" ? "go" : ["mode", ":problem"].includes(word) ? "level" : "", label);
  b.dataset.word = word;
  b.title = title;
  if (sign) {
    const s = document.createElement("span");
    s.setAttribute("aria-hidden", "true");
    s.className = "sign";
    s.textContent = sign;
    b.prepend(s, " ");
  }
  b.addEventListener("click", () => press(word));
  return b;
}

function group(name, className, keys) {
  const g = document.createElement("div");
  g.className = "keygroup " + className;
  g.setAttribute("role", "group");
  const title = document.createElement("span");
  title.id = "keys-" + name;
  title.className = "keytitle";
  title.textContent = t("keys." + name);
  g.setAttribute("aria-labelledby", title.id);
  g.append(title, ...keys);
  return g;
}

function padKey([letter, digit, piece], press) {
  const b = button(letter === "Enter" ? "go" : "", digit ? `${letter} ${digit}` : letter);
  b.dataset.pad = letter;
  if (piece) {
    const s = document.createElement("small");
    s.textContent = piece;
    b.append(s);
  }
  b.addEventListener("click", () => press(letter, digit));
  return b;
}

// buildKeys builds all keys into place. press is called with the word of a key, pad with the
// letter and the digit of one of the block. store remembers whether the drawer is open.
export function buildKeys(place, { press, pad: padPressed, store }) {
  const drawer = document.createElement("div");
  drawer.id = "drawer";
  drawer.className = "drawer";
  for (const [name, keys] of Object.entries(groups)) drawer.append(group(name, name, keys.map((k) => wordKey(k, press))));
  drawer.append(group("pad", "pad", pad.map((k) => padKey(k, padPressed))));
  const more = button("more", t("keys.more"));
  more.id = "more-keys";
  more.title = t("keys.moreTitle");
  more.setAttribute("aria-controls", drawer.id);
  const open = (on) => {
    drawer.hidden = !on;
    more.setAttribute("aria-expanded", on);
    place.parentElement.classList.toggle("open", on);
  };
  more.addEventListener("click", () => {
    open(drawer.hidden);
    store.setting("drawer", drawer.hidden ? "closed" : "open");
    if (!drawer.hidden) drawer.scrollIntoView({ block: "nearest" });
  });
  drawer.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    open(false);
    more.focus();
  });
  open(store.setting("drawer") === "open");
  const first = document.createElement("div");
  first.className = "first";
  first.append(...always.map((k) => wordKey(k, press)), more, wordKey(go, press));
  place.append(first, drawer);
}
