// The page: a chess computer, and four processors side by side.

import { watchHands } from "./byhand.js";
import { Client } from "./client.js";
import { Store } from "./store.js";
import { Computer } from "./computer.js";
import { Opponents } from "./opponents.js";
import { Guests } from "./guests.js";
import { Think } from "./think.js";
import { Why } from "./why.js";
import { choose, chooser, fill, language, languages, ownFiles, t } from "./texts.js";
import { Loading } from "./loading.js";
import { readLink, writeLink } from "./link.js";
import { takeOver } from "./tabs.js";
import { BoardMenu } from "./boardmenu.js";
import { offline } from "./carrier.js";
import { powerOn } from "./power.js";

const $ = (id) => document.getElementById(id);

export function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

// announce tells a screen reader.
export function announce(text) {
  if (text && $("live").textContent !== text) $("live").textContent = text;
}

fill();
const client = new Client();
globalThis.searchex = client; // for the console, and for tests
const store = new Store(notice);
const computer = new Computer(client, store, { notice, announce });
new BoardMenu(document.querySelector(".tools"), computer, store);
chooser(document.querySelector(".tools"));
const guests = new Guests(new Opponents($("opponents"), computer).cards, client, computer, store);
computer.guests = guests;

// What is not needed for a move is fetched and built when one can be made: the other screens, the
// review, and what is sent on.
let lanes, tree, cycles, building;

async function build() {
  const before = computer.changed.length;
  const modules = ["lanes", "tree", "cycles", "review", "sendon"].map((name) => import(`./${name}.js`));
  const [{ Lanes }, { Tree }, { Cycles }, { Review }, { SendOn }] = await Promise.all(modules);
  lanes = new Lanes($("lanes"), client, computer, { announce });
  tree = new Tree($("tree"), client, computer, { announce });
  cycles = new Cycles($("cycles-screen"), client, computer);
  const review = new Review(client, computer, { announce, why: async (ply) => {
    const why = computer.game.moves[ply].uci;
    await computer.goTo(ply);
    openTree({ line: [], why });
  } });
  $("boards").closest(".card").after(review.root);
  new SendOn($("sendon"), client, computer);
  if (computer.game) for (const changed of computer.changed.slice(before)) changed();
  show(document.body.dataset.screen);
}

// built builds once. What could not be fetched is said, and fetched again the next time.
function built() { return building ??= build().catch((err) => { building = null; notice(err.message); throw err; }); }

// What the machine thinks leads to the tree, and a move that is asked about.
async function openTree(how) {
  const { game } = computer;
  await built();
  tree.open({ game, ...how });
  go("tree", true);
}
computer.think = new Think(computer, store, (line, sx) => openTree({ line, sx }));
computer.why = new Why(computer, (why) => openTree({ line: [], why, sx: computer.display?.sx }));
const loading = new Loading(client, store, computer);

// Screens.
const screens = ["computer", "lanes", "tree", "cycles"];
const section = (name) => $(name === "cycles" ? "cycles-screen" : name);

// show shows a screen.
function show(screen, focus) {
  for (const name of screens) {
    const tab = $("tab-" + name), on = name === screen;
    section(name).hidden = !on;
    tab.setAttribute("aria-selected", on);
    tab.tabIndex = on ? 0 : -1;
    if (on && focus) tab.focus();
  }
  guests.aside(screen !== "computer", notice);
  document.body.dataset.screen = screen;
  if (!lanes) return; // build shows it
  if (screen === "lanes") lanes.shown();
  else lanes.left();
  if (screen === "tree") tree.shown();
  if (screen === "cycles") cycles.shown();
  else cycles.stop();
}

// The history has an entry for each screen that was gone to. Its state has the screen, and
// linked while the address is a link that was made here, which a reload must not follow.
const plain = () => location.pathname + location.search;

function go(screen, focus) {
  if (screen !== document.body.dataset.screen) history.pushState({ screen }, "", plain());
  show(screen, focus);
}
addEventListener("popstate", () => show(screens.includes(history.state?.screen) ? history.state.screen : "computer"));

for (const name of screens) {
  $("tab-" + name).addEventListener("click", () => go(name));
  $("tab-" + name).addEventListener("keydown", (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    go(screens[(screens.indexOf(name) + (e.key === "ArrowRight" ? 1 : screens.length - 1)) % screens.length], true);
    e.preventDefault();
  });
}

// Light and dark.
function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}
theme(store.setting("theme"));
$("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  theme(store.setting("theme", dark ? "light" : "dark"));
});

// Links.
$("link").addEventListener("click", async () => {
  await built();
  const hash = writeLink({ ...computer.link(), ...lanes.link(), ...tree.link(), ...cycles.link(), screen: document.body.dataset.screen });
  history.replaceState({ screen: document.body.dataset.screen, linked: true }, "", hash);
  let where = t("page.linkin");
  try {
    await navigator.clipboard.writeText(location.href);
    where = t("page.linkcopied");
  } catch { /* without a clipboard the address line has it */ }
  notice(t("page.linked", where));
});

async function follow() {
  const link = readLink(location.hash);
  if (!link || history.state?.linked) return;
  if (link.language && !languages.includes(link.language)) link.wrong = t("link.language", link.language.slice(0, 30));
  else if (link.language && link.language !== language) { choose(link.language); return; }
  await built();
  if (link.screen && !screens.includes(link.screen)) link.wrong = t("link.screen", link.screen.slice(0, 30));
  for (const screen of [lanes, tree, cycles]) link.wrong = screen.follow(link) || link.wrong;
  if (link.wrong) notice(t("link.bad", link.wrong));
  await computer.follow(link);
  if (screens.includes(link.screen)) show(link.screen);
  history.replaceState({ screen: document.body.dataset.screen }, "", plain()); // the game goes on from here
}
addEventListener("hashchange", () => { if (location.hash) follow(); });

// The game goes on: the address is that of its page, no more a link to what it was.
computer.changed.push(() => { if (history.state?.linked) history.replaceState({ screen: document.body.dataset.screen }, "", plain()); });

// The conversation.
let begun = false; // once a page, however often it is connected
client.on("open", async () => {
  try {
    await opened;
    await client.ask("hello");
    await guests.again();
    await computer.resume();
    notice(store.failed || !store.mine ? $("notice").textContent : "");
    if (!begun && screens.includes(history.state?.screen)) show(history.state.screen);
    begun = true;
    await follow();
    await loading.done();
    performance.mark("playable");
    await built();
    document.body.dataset.ready = "yes";
    guests.connected();
    keepOffline();
  } catch (err) {
    notice(err.message);
  }
});
client.on("closed", (why) => {
  delete document.body.dataset.ready;
  computer.closed();
  for (const screen of [lanes, tree, cycles]) screen?.closed(why);
  notice(t(offline ? "page.stopped" : "page.silent", why));
});
client.on("error", (m) => notice(m.text));
client.on("waiting", (m) => notice(m.text));

// keepOffline has the browser keep the files of a static site, after the page is ready.
function keepOffline() {
  if (offline && "serviceWorker" in navigator && isSecureContext) {
    const worker = navigator.serviceWorker, keep = () => { for (const name of ownFiles()) fetch(name); };
    if (worker.controller) keep();
    else worker.addEventListener("controllerchange", keep, { once: true });
    worker.register("offline.js").catch(() => { /* a browser that forbids it needs the network again */ });
  }
}

watchHands();
show("computer");
const opened = store.open((merged) => takeOver(computer, merged)).then(() => { // while the program loads
  if (!Object.keys(store.kept.games).length && !location.hash) powerOn($("machine"));
});
client.start();
