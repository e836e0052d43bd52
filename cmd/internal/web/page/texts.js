// The page's texts, by key, in the language that the page speaks. Modules that import it wait until the
// table is there; only the table of the chosen language is fetched.

import { english } from "./english.js";
import { setting } from "./settings.js";

const tables = { de: "german", fr: "french" };

// languages are the codes of the languages that the page speaks.
export const languages = ["en", ...Object.keys(tables)];

// language is the one that the page speaks: that of the link, else the one that was chosen, else the
// first that the browser prefers.
export const language = chosen();

// table has the texts by key, program those of the program by their format in Go.
const { texts: table, program } = await load().catch(() => ({ texts: english, program: {} }));

export { program };

function chosen() {
  const asked = new URLSearchParams(location.hash.slice(1)).get("lang");
  return [asked, setting("language"), ...navigator.languages].map((code) => code?.slice(0, 2).toLowerCase()).find((code) => languages.includes(code)) || "en";
}

async function load() { return language === "en" ? { texts: english, program: {} } : import(`./${tables[language]}.js`); }

// ownFiles are the files of the language, for the service worker.
export function ownFiles() { return language === "en" ? [] : [tables[language] + ".js", tables[language] + "program.js"]; }

// t is the text of a key; {0}, {1} … in it stand for the values.
export function t(key, ...values) {
  const text = table[key] ?? english[key];
  if (text === undefined) throw new Error(`no text has the key ${key}`);
  return put(text, values);
}

// find is the text of a key, undefined if there is none.
export function find(key) { return table[key]; }

// counted is the text of a key for a number of things, which is value {0}; for one it is that of KEY.one.
export function counted(key, n, ...values) { return t(n === 1 ? key + ".one" : key, decimal(n), ...values); }

// put puts values into a text.
export function put(text, values) { return text.replace(/\{(\d)\}/g, (_, i) => values[i]); }

// decimal writes a number as the language has it, with so many digits after the point.
export function decimal(n, digits = 0) {
  return n.toLocaleString(language === "en" ? "en-US" : language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// fill puts the texts of the language into a document whose elements have their keys: data-t for what
// stands in the element, data-t-NAME for attributes.
const attributes = { tLabel: "aria-label", tTitle: "title", tPlaceholder: "placeholder" };

export function fill() {
  document.documentElement.lang = language;
  if (language === "en") return; // it is there already
  for (const e of document.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  for (const [name, attribute] of Object.entries(attributes)) {
    for (const e of document.querySelectorAll(`[data-t-${attribute.replace("aria-", "")}]`)) e.setAttribute(attribute, t(e.dataset[name]));
  }
}

// choose has the page speak a language from now on: it is loaded again, since all of it is built of texts.
export function choose(code) {
  setting("language", code);
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has("lang")) link.set("lang", code);
  if (link.size) history.replaceState(history.state, "", "#" + link);
  location.reload();
}

// chooser builds the menu of languages into a place.
export function chooser(place) {
  const menu = document.createElement("select");
  menu.id = "language";
  menu.className = "quiet";
  menu.setAttribute("aria-label", t("page.language"));
  menu.title = t("page.language");
  menu.append(...languages.map((code) => new Option(code.toUpperCase(), code)));
  menu.value = language;
  menu.addEventListener("change", () => choose(menu.value));
  place.append(menu);
}
