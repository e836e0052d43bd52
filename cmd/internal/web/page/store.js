// Games that are kept in this browser. Nothing leaves it.

import { setting } from "./settings.js";
import { t } from "./texts.js";

const key = "searchex.games", lock = "searchex.games", boards = 12;

// reload is how long a page may take to come back when it is loaded again, in milliseconds: then
// another tab takes over, until the page is there after all.
const reload = 3000;

// keeper reports whether this tab had the games before it was loaded again; with a value, it is
// remembered.
function keeper(value) {
  try {
    if (value !== undefined) sessionStorage.setItem("searchex.keeper", value);
    return performance.getEntriesByType("navigation")[0]?.type === "reload" && sessionStorage.getItem("searchex.keeper") === "true";
  } catch { return false; } // without storage every load is the first
}

// begun reports whether a game that is kept has moves or a position of its own.
function begun(game) { return game.pgn.includes("[FEN ") || game.pgn.replace(/^\[.*\]$/gm, "").trim() !== "*"; }

export class Store {
  // say tells the person why games are not kept.
  constructor(say) {
    this.say = say;
    this.mine = true; // no other tab keeps the games
    this.known = {}; // games by board that another tab has from this one
    this.kept = { current: 1, speed: 100, games: {}, links: {} };
  }

  // open reads what is kept. Of several tabs only the first keeps games, also when it is loaded
  // again; when it is closed, another takes over and calls taken with what merge returns.
  async open(taken) {
    this.taken = taken;
    // A new page finds the lock of the page before it for a moment. How long a busy page takes to be
    // granted a free lock does not matter.
    if (navigator.locks) this.mine = await this.lock(keeper() ? { steal: true } : { ifAvailable: true });
    for (let n = 0; !this.mine && n < 10; n++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      this.mine = await this.lock({ ifAvailable: true });
    }
    if (this.mine) this.read();
    else this.follow();
    return this.kept;
  }

  // follow has another tab keep the games until it is closed.
  follow() {
    this.say(t("tabs.other"));
    this.wait().then(() => this.taken(this.merge()));
  }

  // lock reports whether this tab has the games; it then has them until it is closed, or the tab
  // that had them before is there again.
  lock(options) {
    return new Promise((resolve) => {
      let had = false;
      navigator.locks.request(lock, options, (granted) => {
        had = Boolean(granted);
        if (had) keeper(true);
        resolve(had);
        return granted && new Promise(() => {});
      }).catch((err) => {
        if (had) this.lost();
        else resolve(true);
      });
    });
  }

  lost() {
    keeper(false);
    this.mine = false;
    this.known = { ...this.kept.games };
    this.follow();
  }

  // wait returns when this tab has the games. A first tab that is only loaded again is let go
  // before.
  async wait() {
    do {
      await navigator.locks.request(lock, () => {});
      await new Promise((resolve) => setTimeout(resolve, reload));
    } while (!await this.lock({ ifAvailable: true }));
    this.mine = true;
  }

  // merge reads what the other tab has kept, and adds the games played in this one on free
  // boards. It returns those boards, and the PGN of each game for which there was none.
  merge() {
    const own = this.kept, to = [], left = [];
    this.kept = { current: 1, speed: own.speed, games: {}, links: {} };
    this.read();
    for (const game of Object.values(own.games).filter((g) => begun(g) && g.pgn !== this.known[g.board]?.pgn)) {
      let board = 1;
      while (board <= boards && this.kept.games[board] && begun(this.kept.games[board])) board++;
      if (board > boards) { left.push(game.pgn); continue; }
      this.kept.games[board] = { ...game, board };
      if (own.current === game.board) this.kept.current = board;
      to.push(board);
    }
    this.write();
    return { to, left };
  }

  read() {
    try {
      const text = localStorage.getItem(key);
      if (text) {
        const kept = JSON.parse(text);
        if (kept && typeof kept.games === "object" && kept.games) this.kept = { ...this.kept, ...kept };
      }
    } catch (err) {
      this.fail(err);
    }
  }

  // linked remembers the board of a link's game, boardOf returns it.
  linked(link, board) {
    this.kept.links[board] = link;
    this.write();
  }

  boardOf(link) { return Number(Object.keys(this.kept.links).find((board) => this.kept.links[board] === link)); }

  keep({ current, speed, game }) {
    this.kept.current = current;
    this.kept.speed = speed;
    this.kept.games[game.board] = game;
    this.write();
  }

  write() {
    if (!this.mine) return;
    try {
      localStorage.setItem(key, JSON.stringify(this.kept));
      this.failed = false;
    } catch (err) {
      this.fail(err);
    }
  }

  fail(err) {
    if (this.failed) return;
    this.failed = true;
    this.say(t("page.unkept", err.name));
  }

  // setting is that of settings.js.
  setting(name, value) { return setting(name, value); }
}
