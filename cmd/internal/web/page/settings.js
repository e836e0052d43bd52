// Settings of the page that the browser keeps.

// setting reads or, with a value, keeps a setting.
export function setting(name, value) {
  try {
    if (value === undefined) return localStorage.getItem("searchex." + name);
    localStorage.setItem("searchex." + name, value);
  } catch { /* the page works without */ }
  return value ?? null;
}
