// The ring round the focus is for the keyboard: style.css hides it after a mouse, a pen or a
// finger. :focus-visible alone does not, for an element that a script gives the focus.

// watchHands notes in the root element's data-by whether a pointer or the keyboard was last.
export function watchHands() {
  const by = (what) => { document.documentElement.dataset.by = what; };
  addEventListener("pointerdown", () => by("pointer"), true);
  addEventListener("keydown", (e) => { if (!["Shift", "Control", "Alt", "Meta"].includes(e.key)) by("keys"); }, true);
}
