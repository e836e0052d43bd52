// The beeper: a square wave, as a flip-flop makes it.

let context = null;

export function beep() {
  try {
    context ||= new AudioContext();
    const o = context.createOscillator(), g = context.createGain(), now = context.currentTime;
    o.type = "square";
    o.frequency.value = 1050;
    g.gain.setValueAtTime(0.05, now);
    g.gain.setValueAtTime(0, now + 0.09);
    o.connect(g).connect(context.destination);
    o.start(now);
    o.stop(now + 0.1);
  } catch { /* a browser without sound */ }
}
