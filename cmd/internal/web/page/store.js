// Games that are kept in this browser. Nothing leaves it.

const key = "searchex.games";

export class Store {
  // say tells the person why games are not kept.
  constructor(say) {
    this.say = say;
    this.mine = true; // no other tab keeps the games
    this.kept = { current: 1, speed: 100, games: {} };
  }

  // open reads what is kept. Of several tabs only the first keeps games.
  async open() {
    if (navigator.locks) {
      this.mine = await new Promise((resolve) => {
        // A page that is loaded again finds the lock of the page before it for a moment.
        navigator.locks.request("searchex.games", { signal: AbortSignal.timeout(1000) }, () => {
          resolve(true);
          return new Promise(() => {}); // held until the tab is closed
        }).catch((err) => resolve(err.name !== "TimeoutError" && err.name !== "AbortError"));
      });
    }
    if (!this.mine) {
      this.say("Another tab has your games open. You can play here, but what you play in this tab is not kept.");
      return this.kept;
    }
    try {
      const text = localStorage.getItem(key);
      if (text) {
        const kept = JSON.parse(text);
        if (kept && typeof kept.games === "object" && kept.games) this.kept = { current: 1, speed: 100, ...kept };
      }
    } catch (err) {
      this.fail(err);
    }
    return this.kept;
  }

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
    this.say(`This browser does not keep your games (${err.name}: its storage is full or forbidden). Play goes on; copy the PGN to keep a game.`);
  }

  // setting reads or, with a value, keeps a setting of the page.
  setting(name, value) {
    try {
      if (value === undefined) return localStorage.getItem("searchex." + name);
      localStorage.setItem("searchex." + name, value);
    } catch { /* the page works without */ }
    return value ?? null;
  }
}
