/** Returns the phrases of one entry of a table: `as soon/early as possible`, `/the earliest`. */
const spelledOut = (entry: string): string[] =>
  entry
    .split(' ')
    .reduce((begun, words) => begun.flatMap((text) => words.split('/').map((word) => `${text} ${word}`.trim())), ['']);

/**
 * Returns the phrases of tables as alternatives of a regular expression. A table has normalized text with commas between its entries, and
 * slashes between words of which any will do. Words with a slash before the first one can be left out.
 */
export const anyPhrase = (...tables: readonly string[]): string =>
  // The longest first: an expression takes the first alternative that fits, and "si" fits in "si es posible".
  `(?:${tables
    .flatMap((table) => table.split(', ').flatMap(spelledOut))
    .sort((a, b) => b.length - a.length)
    .join('|')})`;
