/**
 * Characters that change how a text looks or reads without being seen: format characters (soft hyphen, zero-width,
 * bidirectional controls, byte order mark), line and paragraph separators, the tag block and the variation
 * selectors' supplement (U+E0000 to U+E01EF) in which hidden instructions are smuggled, and all controls but
 * tab and newline.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u{E0000}-\u{E01EF}]|[^\P{Cc}\n\t]/gu;

/** Removes what cannot be seen from text that somebody else wrote; lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').toWellFormed().replace(INVISIBLE, '');
}

/** The same on one line, for names, messages and log fields. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Cuts a text after `max` characters (never inside a surrogate pair) and marks the cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
