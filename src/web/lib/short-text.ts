import { visibleText } from './visible-text.ts';

/** Names, numbers and single words of others are cut to this length: a longer one is no name. In characters. */
const MAX_NAME = 80;

/** A text of others on one line. */
export function oneLine(text: string, maxLength = MAX_NAME): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** Letters, digits and the marks of names and telephone numbers, also masked ones. */
const NAME = /^[\p{L}\p{M}\p{N}\s.,'’·&()/+@_…-]{1,60}$/u;

/** Whether a text on one line could be a name, a number or a word, and not a sentence, markup or a symbol. */
export const isNameLike = (line: string): boolean => NAME.test(line);

/** A text of others with at most one empty line in a row, so that it cannot push the rest of the page away. */
export const block = (text: string): string =>
  visibleText(text)
    .trim()
    .replace(/\n[^\S\n]*(?:\n[^\S\n]*)+\n/g, '\n\n');

/** `price quote` of `price_quote`. */
export const platformWord = (word: string): string => word.replace(/[_-]+/g, ' ').trim();
