/**
 * Returns the form in which values such as statuses are compared: `Callback promised` is `callback_promised`. `canceled` is
 * `cancelled`, because platforms and models write either.
 */
export const normalizeValue = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
    .replace('canceled', 'cancelled');

/** The language of a call whose language is not known (BCP 47). It may be any. */
export const UNDETERMINED = 'und';

/** Returns the values by which a call in a language is found: `es-MX` also by `es`. */
export function languagesOf(tag: string | null | undefined): string[] {
  const language = tag?.split(/[-_]/, 1)[0];
  return [...new Set([language, tag])].filter((one) => typeof one === 'string' && one !== '') as string[];
}
