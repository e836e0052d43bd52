// The page's texts, by key, in the language that the page speaks.

import { english } from "./english.js";

let table = english;

// t is the text of a key; {0}, {1} … in it stand for the values.
export function t(key, ...values) {
  const text = table[key] ?? english[key];
  if (text === undefined) throw new Error(`no text has the key ${key}`);
  return text.replace(/\{(\d)\}/g, (_, i) => values[i]);
}
