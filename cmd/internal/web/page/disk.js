// What a page shows that was opened as a file: the position of its address, and what plays it. A
// browser runs no modules from files, so this is a plain script; before it Page puts the modules that
// it needs.

// man draws a man, by his letter in a FEN.
function man(letter) {
  const side = letter === letter.toLowerCase() ? "black" : "white";
  return `<svg viewBox="0 0 48 48" class="piece"><path class="${side}" d="${plain[letter.toLowerCase()]?.[0] || ""}"/></svg>`;
}

function fromDisk() {
  const link = new URLSearchParams(location.hash.slice(1));
  let on = placement(link.get("fen") || first), last = "";
  for (const move of link.get("m")?.match(/[a-h][1-8][a-h][1-8][qrbn]?/g) || []) on = after(on, last = move);
  const square = (name) => {
    const shade = (name.charCodeAt(0) + Number(name[1])) % 2 ? "light" : "dark";
    return `<div class="square ${shade}${last.includes(name) ? " last" : ""}">${on[name] ? man(on[name]) : ""}</div>`;
  };
  document.getElementById("board").innerHTML = [..."87654321"].map((rank) => `<div class="rank">${[..."abcdefgh"].map((file) => square(file + rank)).join("")}</div>`).join("");
  document.getElementById("disk").hidden = false;
}

if (location.protocol === "file:") addEventListener("DOMContentLoaded", fromDisk);
