import { normalizeName } from '../search/text-search.ts';
import { WRITTEN_LANGUAGES } from '../time/date-languages.ts';
import { readWrittenDate } from '../time/written-date.ts';
import { readSaidDate } from './said-dates.ts';

/** A year with its century. */
export const FULL_YEAR = /(?<!\d)\d{4}(?!\d)/;

/**
 * Reads a date with its year, in figures or with the month as a word in any of the languages: `1. Mai 1990`, `May 1, 1990`.
 * @param country ISO 3166 code, which decides whether `3/12/1980` is in March.
 * @returns ISO 8601; undefined if it is none
 */
export function readFullDate(text: string, country: string | undefined): string | undefined {
  const inFigures = readWrittenDate(text, country);
  if (inFigures !== undefined || !FULL_YEAR.test(text)) return inFigures;
  return dateInWords(wordsOfDate(text), country);
}

/** Normalizes a date in words. */
export const wordsOfDate = (text: string) => normalizeName(text.replace(/-|\.(?=\p{L})/gu, ' '));

/**
 * Returns the date of a text in the first language in which it is one.
 * @param words normalized
 * @param inFigures returns them with figures, undefined if a language has no such date
 */
export function dateInWords(
  words: string,
  country: string | undefined,
  inFigures: (language: string) => string | undefined = () => words,
): string | undefined {
  for (const language of WRITTEN_LANGUAGES) {
    const said = inFigures(language);
    const date = said && readSaidDate(said, { language, country, today: '', weekdayOf: () => undefined });
    if (date) return date;
  }
  return undefined;
}
