/** Longer words of a platform, such as a status or an outcome, are cut. In characters. */
export const MAX_WORD_LENGTH = 64;
/** Longer texts are no outcome or status, in characters. */
const MAX_LENGTH = 100;

/**
 * Returns the words of a status or an outcome, which a platform or a telephone system writes in its own way: `hung_up`,
 * `no-answer`, `CallbackPromised`. In lower case, separated by single spaces, so that a pattern finds whole words:
 * `change_requested` is no `hang`.
 */
export function outcomeWords(...texts: (string | null | undefined)[]): string {
  return texts
    .map((text) => (text ?? '').slice(0, MAX_LENGTH))
    .join(' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
}
