// Sounds: the machine's beeper, a square wave as a flip-flop makes it, and men that are put on
// wood. All are made here; none is recorded.

// Of each sound: its tones, with their wave, Hz, the loudness, and when they begin and how long they last in seconds.
const tones = {
  beep: [["square", 1050, 0.05, 0, 0.09]],
  key: [["square", 2400, 0.02, 0, 0.006]],
  move: [["triangle", 190, 0.35, 0, 0.06], ["square", 900, 0.02, 0, 0.01]],
  capture: [["triangle", 150, 0.4, 0, 0.06], ["square", 1300, 0.04, 0, 0.015], ["triangle", 210, 0.3, 0.05, 0.06]],
  check: [["triangle", 190, 0.35, 0, 0.06], ["square", 1400, 0.04, 0.05, 0.09]],
  end: [["square", 1050, 0.05, 0, 0.1], ["square", 790, 0.05, 0.14, 0.1], ["square", 525, 0.05, 0.28, 0.22]],
};

class Sounds {
  // on reports whether sounds have been asked for; volume is 0 to 1.
  constructor() { Object.assign(this, { on: false, volume: 1, heard: false, context: null }); }

  // play makes a sound. A page that nobody has touched yet may make none.
  play(name) {
    if (!this.on || navigator.userActivation?.hasBeenActive === false) return;
    try {
      this.context ||= new AudioContext();
      this.context.resume();
      for (const tone of tones[name]) this.tone(...tone);
    } catch { /* a browser without sound */ }
  }

  tone(type, frequency, loud, begin, lasts) {
    const o = this.context.createOscillator(), g = this.context.createGain(), at = this.context.currentTime + begin;
    o.type = type;
    o.frequency.value = frequency;
    g.gain.setValueAtTime(loud * this.volume, at);
    if (type === "triangle") g.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    else g.gain.setValueAtTime(0, at + lasts);
    o.connect(g).connect(this.context.destination);
    o.start(at);
    o.stop(at + lasts + 0.01);
  }

  // played makes the sound of what has changed between two states of a game.
  played(before, m) {
    if (!before || before.board !== m.board || before.at === m.at) return;
    const san = m.at > before.at ? m.moves[m.at - 1].san : "";
    this.play(m.why && m.at > before.at ? "end" : san.endsWith("+") ? "check" : san.includes("x") ? "capture" : "move");
    this.heard = true;
  }

  // rung makes the machine's beep if it has rung, unless the sound of its move has just been heard.
  rung(has) {
    if (has && !this.heard) this.play("beep");
    this.heard = false;
  }
}

export const sounds = new Sounds();
