// What is typed: words and moves in the field, and keys while no field has the focus.

import { isGame, take } from "./pgn.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// words are the words that the page carries out itself. The machine carries out the others,
// and setup with a position.
const words = {
  flip: (c) => c.press(":flip"),
  setup: (c) => c.press(":setup"),
  help: (c) => c.tell(t("typed.help")),
  sound: (c) => { $("choose-sound").click(); c.tell(t($("choose-sound").checked ? "typed.soundon" : "typed.soundoff")); },
  size: (c) => c.tell(t("typed.size")),
  quit: (c) => c.tell(t("typed.quit")),
  save: () => $("pgn-file").click(),
  open: (c) => { $("pgn-card").open = true; $("pgn-open").click(); c.tell(t("typed.open")); },
  list: (c) => c.tell(t("typed.list", c.game.boards.join(", "), c.game.board)),
};

// others are other names of words.
const others = {
  "?": "help", h: "help", commands: "help", rotate: "flip", position: "setup", fen: "setup", load: "open", read: "open", write: "save",
  exit: "quit", q: "quit", x: "quit", bye: "quit", ":q": "quit", "!": "go", "<": "back", ">": "forward",
};

// shortest is the least number of letters of an abbreviation.
const shortest = 3;

// pageWord is the word of the page that was typed, perhaps abbreviated.
function pageWord(typed) {
  const word = others[typed] || typed;
  if (words[word]) return word;
  const found = word.length < shortest ? [] : Object.keys(words).filter((w) => w.startsWith(word));
  return found.length === 1 ? found[0] : "";
}

// enter carries out what was typed or pasted: a game or position, a word, or a move.
export function enter(computer, text) {
  text = text.trim();
  if (!text || computer.why?.takesText(text)) return;
  if (isGame(text)) { take(computer, text); return; }
  const first = text.toLowerCase().split(/\s+/)[0], word = pageWord(first);
  if (word && !(word === "setup" && first.length < text.length)) words[word](computer);
  else if (!computer.hand.typed(text)) computer.say(others[first] && first.length === text.length ? others[first] : text);
}

// buildField listens to the field, and to keys outside it.
export function buildField(computer) {
  const field = $("typed");
  $("entry").addEventListener("submit", (e) => {
    e.preventDefault();
    enter(computer, field.value);
    field.value = "";
  });
  field.addEventListener("beforeinput", (e) => { if (e.data === "<" || e.data === ">") e.preventDefault(); });
  document.addEventListener("keydown", (e) => shortcut(computer, e));
}

// signs are keys that stand for a word. Of these < and > do so in the field too: no move has them.
const signs = { "<": "back", ">": "forward", PageUp: "back", PageDown: "forward", "!": "go", "?": "help" };

// shortcut carries out a key that was pressed while the chess computer is shown.
function shortcut(computer, e) {
  const field = e.target.closest("input, textarea, select"), m = computer.game;
  if (e.defaultPrevented || document.querySelector("dialog[open]") || e.ctrlKey || e.altKey || e.metaKey || $("computer").hidden) return;
  const flipped = computer.flippedByKey;
  computer.flippedByKey = false;
  if (field && !(field.id === "typed" && (e.key === "<" || e.key === ">"))) return;
  if (flipped && /^[1-8x]$/.test(e.key) && !computer.display?.entering) {
    computer.press(":flip"); // the f began a move, such as f4
    $("typed").value = "f";
  } else if (e.key === "f") {
    computer.press(":flip");
    computer.flippedByKey = true;
    return;
  }
  const to = m && !computer.setup.on ? { ArrowLeft: m.at - 1, ArrowRight: m.at + 1, Home: 0, End: m.moves.length }[e.key] : undefined;
  if (to !== undefined) computer.goTo(Math.max(0, Math.min(to, m.moves.length)));
  else if (signs[e.key]) enter(computer, signs[e.key]);
  else if (/^[a-zA-Z0-9]$/.test(e.key)) {
    $("typed").focus(); // the letter itself goes into the field
    return;
  } else return;
  e.preventDefault();
}
