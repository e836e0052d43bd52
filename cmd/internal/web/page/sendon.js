// What is sent on: a picture of the game, a frame for other pages, and the ROMs of real machines.

import { offline } from "./carrier.js";
import { writeLink } from "./link.js";
import { build } from "./pieces.js";
import { drawCard, textsOf, toPNG } from "./sharecard.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);

// The images of real machines, and what starts each in an emulator: docs/manual/machines.md has the
// commands.
export const roms = [
  ["mk5", "ccmk5.zip", ["mame ccmk5 -rompath roms"]],
  ["msx", "searchex.rom", ["openmsx -machine C-BIOS_MSX1 -cart searchex.rom -romtype Normal4000"]],
  ["md", "searchex.bin", ["blastem searchex.bin", "mame genesis -cart searchex.bin"]],
];

function button(id, text, click) {
  const b = build("button", { type: "button", id }, text);
  b.addEventListener("click", click);
  return b;
}

// frame is the text that shows the game in a frame of another page.
export function frame(address) {
  return `<iframe src="${address.replaceAll("&", "&amp;")}" title="${t("sendon.frame-title")}" width="420" height="580" loading="lazy" style="border:0"></iframe>`;
}

export class SendOn {
  constructor(root, client, computer) {
    Object.assign(this, { client, computer });
    root.append(build("summary", {}, t("sendon.title")), this.embed(), this.machines());
    this.key = button("share", t("sendon.picture"), () => this.share());
    $("boards").after(build("div", { className: "row buttons share" }, this.key));
    this.buildDialog();
    computer.changed.push(() => this.changed());
  }

  // changed offers the picture when a game has ended.
  changed() {
    const over = Boolean(this.computer.game.why);
    this.key.textContent = t(over ? "sendon.over" : "sendon.picture");
    this.key.classList.toggle("offered", over);
  }

  // embed is the part about frames in other pages. Those of a server of this computer's own would
  // need its token.
  embed() {
    const part = build("div", { className: "part" }, build("h3", {}, t("sendon.embed")));
    if (!offline) {
      part.append(build("p", { className: "hint" }, t("sendon.embed-serve")));
      return part;
    }
    const text = build("textarea", { id: "frame", rows: 4, readOnly: true, spellcheck: false });
    text.setAttribute("aria-label", t("sendon.embed"));
    const show = () => {
      const { screen, ...link } = this.computer.link();
      text.value = frame(new URL("embed.html" + writeLink(link), location.href).href);
    };
    this.computer.changed.push(show);
    const copy = button("frame-copy", t("sendon.embed-copy"), async () => {
      text.select();
      try { await navigator.clipboard.writeText(text.value); copy.textContent = t("sendon.copied"); } catch { /* it is selected, to be copied by hand */ }
    });
    part.append(build("p", { className: "hint" }, t("sendon.embed-about")), text, build("div", { className: "row buttons" }, copy));
    return part;
  }

  machines() {
    const list = build("ul", { className: "roms" });
    for (const [name, file, commands] of roms) {
      const item = build("li", {}, build("a", { href: file, download: file, className: "rom" }, t("sendon." + name)), build("p", {}, t(`sendon.${name}-start`)));
      for (const c of commands) item.append(build("code", {}, c));
      list.append(item);
    }
    return build("div", { className: "part" }, build("h3", {}, t("sendon.roms")), build("p", { className: "hint" }, t("sendon.roms-about")), list);
  }

  buildDialog() {
    this.image = build("img", { id: "share-picture", width: 1200, height: 630 });
    this.save = build("a", { id: "share-save", className: "rom" }, t("sendon.save"));
    this.send = button("share-send", t("sendon.send"), () => this.sendPicture());
    const close = button("share-close", t("sendon.close"), () => this.dialog.close());
    this.dialog = build("dialog", { id: "share-dialog" }, build("h2", { id: "share-title" }, t("sendon.picture-title")), this.image, build("div", { className: "row buttons" }, this.save, this.send, close));
    this.dialog.setAttribute("aria-labelledby", "share-title");
    this.dialog.addEventListener("close", () => { if (this.save.href) URL.revokeObjectURL(this.save.href); });
    document.body.append(this.dialog);
  }

  // share draws the picture and shows it, to be saved or sent.
  async share() {
    const { game, display, board } = this.computer;
    if (!game) return;
    try {
      const { address, blob } = await toPNG(drawCard(game, display.lcd, board.flipped, offline ? location.host : ""));
      const { title, lines } = textsOf(game);
      this.text = [title, ...lines].join(". ");
      this.file = new File([blob], `searchex-game-${game.board}.png`, { type: "image/png" });
      this.image.src = address;
      this.image.alt = this.text;
      this.save.href = URL.createObjectURL(blob);
      this.save.download = this.file.name;
      this.send.hidden = !navigator.canShare?.({ files: [this.file] });
      this.dialog.showModal();
    } catch (err) {
      this.computer.tell(t("sendon.failed", err.message), true);
    }
  }

  async sendPicture() {
    const url = offline ? new URL(writeLink(this.computer.link()), location.href).href : undefined;
    try {
      await navigator.share({ files: [this.file], title: "searchex", text: this.text, url });
    } catch (err) {
      if (err.name !== "AbortError") this.computer.tell(t("sendon.failed", err.message), true);
    }
  }
}
