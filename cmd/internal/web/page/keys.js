// The keys of the machine: those that a game needs at once, the others in its drawer, and the
// block of letters and digits.

import { t } from "./texts.js";

// The groups of keys in the drawer, by what they do, after those that are always to be seen. A key has
// the word for which it stands, and perhaps a sign.
const always = [["new"], ["undo", "↶"], ["hint"], ["best"]];
const go = ["go"];
const groups = {
  look: [["back", "‹"], ["forward", "›"], ["replay", "▷"], [":flip"]],
  game: [["swap"], ["two"], ["auto"], ["simult"], ["draw"], ["resign"], ["stop"], ["start"]],
  set: [["mode"], [":problem"], [":setup"]],
  display: [["comment"], ["analysis"], ["clock"], ["verify"]],
};
const pad = [["A", "1"], ["B", "2"], ["C", "3"], ["D", "4"], ["E", "5"], ["F", "6"], ["G", "7"], ["H", "8"], ["Yes", "9"], ["No", "0"], ["CE", ""], ["Enter", ""]];

function button(className, ...children) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "key " + className;
  b.append(...children);
  return b;
}

function wordKey([word, sign], press) {
  const name = "keys." + word.replace(":", "");
  const b = button(word === "go" ? "go" : ["mode", ":problem"].includes(word) ? "level" : "", t(name));
  b.dataset.word = word;
  b.title = t(name + ".title");
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

// padKey is a key of the block: a letter with a digit and a man, or a word.
function padKey([letter, digit], press) {
  const word = ["Yes", "No", "Enter"].includes(letter), shown = word ? t("keys.pad." + letter) : letter;
  const b = button(letter === "Enter" ? "go" : "", digit ? `${shown} ${digit}` : shown);
  b.dataset.pad = letter;
  if (!word) {
    const s = document.createElement("small");
    s.textContent = t("keys.pad." + letter);
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
