/** Letters of two columns (UAX #11, East Asian Wide and Fullwidth), and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e\u00a1-\u02ff\u2500-\u259f…–·]*$/;

const columnsOf = (grapheme: string) => (WIDE.test(grapheme) ? 2 : 1);

/** Returns the number of columns that a text of one line takes on a terminal. It must not contain controls. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += columnsOf(segment);
  return width;
}

/** Returns the beginning of a text that takes at most `width` columns. */
export function take(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += columnsOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

/** Shortens a text to at most `width` columns, with an ellipsis at its end. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width > 0 ? `${take(text, width - 1).trimEnd()}…` : '';
}

/** Fills a text with spaces to `width` columns. */
export const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Makes a text exactly `width` columns wide. */
export const fitTo = (text: string, width: number) => pad(shorten(text, width), width);

/** Breaks a text at spaces into lines of at most `width` columns. A longer word is split. */
export function wrapColumns(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1] as string;
    if (last !== '' && displayWidth(last) + 1 + displayWidth(word) <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    const pieces = splitColumns(word, width);
    if (last === '') lines.pop();
    lines.push(...pieces);
  }
  return lines;
}

function splitColumns(word: string, width: number): string[] {
  const pieces = [];
  for (let rest = word; ; ) {
    // A character that is wider than the line has one of its own.
    const piece = take(rest, width) || String.fromCodePoint(rest.codePointAt(0) ?? 32);
    pieces.push(piece);
    rest = rest.slice(piece.length);
    if (rest === '') return pieces;
  }
}
