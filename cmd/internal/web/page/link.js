// Permalinks: what is open, in the part of the address after #, which no server gets.

const fields = { fen: "fen", moves: "m", engine: "e", profile: "p", level: "l", speed: "x", screen: "s", lanes: "lp", sx: "sx", pace: "pace", poke: "poke", tree: "t", cycles: "c" };

export function writeLink(values) {
  const q = new URLSearchParams();
  for (const [name, key] of Object.entries(fields)) if (values[name] !== undefined && values[name] !== "") q.set(key, values[name]);
  return "#" + q;
}

// readLink returns null if there is no link. What it does not know is wrong.
export function readLink(hash) {
  if (hash.length < 2) return null;
  const q = new URLSearchParams(hash.slice(1)), link = {};
  for (const [name, key] of Object.entries(fields)) if (q.has(key)) link[name] = q.get(key).slice(0, name === "moves" ? 2401 : 300);
  for (const key of q.keys()) if (!Object.values(fields).includes(key)) link.wrong = `${key.slice(0, 30)} is unknown`;
  return link;
}
