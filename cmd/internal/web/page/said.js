// What the program says, in the language of the page. It says sentences in English, made by formats of
// Go; the tables have the formats with their translations. A sentence without one stays as it is.

import { decimal, find, program, put, t } from "./texts.js";

const verbs = { d: "(-?\\d+)", q: "\"(.*?)\"", c: "(.)", g: "([\\d.]+)", f: "([\\d.]+)" };
// The value of another verb is any text; before the end of a format, one without a colon, behind which
// another sentence begins.
const any = "(.*)", part = "((?:(?!: ).)*?)";
const verb = /%(?:\.\d+)?([dqsvcgfw])/;
const known = new Map(); // what was translated before

// frames are the formats with verbs as expressions, those with most letters of their own first.
const frames = Object.entries(program).filter(([format]) => verb.test(format)).map(([format, text]) => {
  const parts = format.split(new RegExp(verb.source, "g"));
  const isLast = (i) => i === parts.length - 2 && !parts.at(-1);
  const literal = parts.map((x, i) => i % 2 ? verbs[x] || (isLast(i) ? any : part) : x.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("");
  return { own: parts.filter((_, i) => i % 2 === 0).join("").length, pattern: new RegExp(`^${literal}$`), text };
}).sort((a, b) => b.own - a.own);

// said returns a sentence of the program, or a part of one, in the language of the page.
export function said(text) {
  if (!frames.length || !text) return text;
  let own = known.get(text);
  if (own === undefined) {
    own = translated(text);
    if (known.size > 500) known.clear();
    known.set(text, own);
  }
  return own;
}

function translated(text) {
  const whole = program[text] ?? find("category." + text);
  if (whole !== undefined) return whole;
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return decimal(Number(text.replaceAll(",", "")));
  for (const { pattern, text: own } of frames) {
    const m = text.match(pattern);
    if (m) return put(own, m.slice(1).map(said));
  }
  for (const [mark, key] of [["; ", "said.also"], [": ", "said.then"], [", ", "said.list"]]) {
    const at = text.indexOf(mark);
    if (at > 0) return t(key, said(text.slice(0, at)), said(text.slice(at + mark.length)));
  }
  return text;
}

// sentences are the fields of the program's messages that have what it says.
const sentences = {
  error: ["text"], waiting: ["text"], display: ["message"], game: ["about", "why", "outcome"], tree: ["why", "more", "summary"], watched: ["summary"], reviewed: ["by"],
};

// translate puts what a message of the program says into the language of the page. What the display
// says stays in original too.
export function translate(m) {
  if (m.type === "display") m.original = m.message;
  for (const field of sentences[m.type] || []) m[field] = Array.isArray(m[field]) ? m[field].map(said) : said(m[field]);
  return m;
}
