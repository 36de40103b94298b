import { UNDETERMINED } from '../stated-values.ts';

/** A BCP 47 tag such as `es-MX`, or a name: one word, without digits before its first hyphen. */
const LANGUAGE = /^\p{L}{2,20}(-[\p{L}\d]{1,8}){0,3}$/u;

/** Returns the language that a text states; undefined if it is no language. */
export const statedLanguage = (text: unknown): string | undefined =>
  typeof text === 'string' && LANGUAGE.test(text) ? text : undefined;

/**
 * Returns the language that is known of a call: a stated one, but `und` (undetermined) only for a question for that.
 * @param wanted the requested language, in lower case; undefined if none is.
 */
export const knownLanguage = (stated: string | undefined, wanted: string | undefined): string | undefined =>
  stated?.toLowerCase() === UNDETERMINED && wanted !== UNDETERMINED ? undefined : stated;

/** True if a language is the wanted one (in lower case), or a variant of it: `es-MX` is also `es`. */
export function isInLanguage(language: string | undefined, wanted: string): boolean {
  const lowerCase = language?.toLowerCase();
  return lowerCase === wanted || lowerCase?.split('-')[0] === wanted;
}
