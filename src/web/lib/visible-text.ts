/** Longer texts of a caller are cut: a page with one is slow, and is not read to its end. */
const MAX_SHOWN = 20_000;

/**
 * Makes the text of a caller safe to look at: without control characters, overrides of the writing direction, and
 * characters without width, with which words can be hidden or turned around, and without more marks on one letter than
 * scripts have, which would cover the lines around it. Line breaks remain.
 */
export function visibleText(text: string): string {
  const cleaned = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (found) => (KEPT.has(found) ? found : ''))
    .replace(/(\p{M}{6})\p{M}+/gu, '$1');
  return cleaned.length > MAX_SHOWN ? `${cleaned.slice(0, MAX_SHOWN)} …` : cleaned;
}

/** The beginning of a text, with an ellipsis if it is longer than some characters. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text;
}

/** Line breaks, tabs, and the joiners that emoji and several scripts need. */
const KEPT = new Set(['\n', '\t', '\u200c', '\u200d']);
