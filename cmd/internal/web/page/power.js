// Power-on: the machine lights all its segments for a moment.

const lasts = 1100; // milliseconds

// powerOn lights all segments of the display and of empty squares. A key or a click ends it.
export function powerOn(machine) {
  const end = () => {
    machine.classList.remove("testing");
    clearTimeout(timer);
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, end, true);
  };
  machine.classList.add("testing");
  performance.mark("power-on");
  const timer = setTimeout(end, lasts);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, true);
}
