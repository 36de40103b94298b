import { withDaysInFigures } from '../../../../lib/dates-in-words/day-numbers.ts';
import { dateInWords, FULL_YEAR, readFullDate, wordsOfDate } from '../../../../lib/dates-in-words/full-date.ts';
import { withoutPoliteness } from '../small-words.ts';
import { withYearInFigures } from './said-year.ts';

/** Longer texts are no date that a caller says. */
const MAX_LENGTH = 200;

/**
 * Reads a date with its year as a caller says it: also with the day and the year in words, `le six mai mille neuf cent quatre-vingts`.
 * @param country ISO 3166 code, which decides whether `3/12/1980` is in March.
 * @returns ISO 8601; undefined if it is none
 */
export function readSaidFullDate(text: string, country: string | undefined): string | undefined {
  const read = readFullDate(text, country);
  if (read !== undefined || text.length > MAX_LENGTH) return read;
  const words = wordsOfDate(withoutPoliteness(text));
  return dateInWords(words, country, (language) => {
    const said = FULL_YEAR.test(words) ? words : withYearInFigures(words, language);
    return said && withDaysInFigures(said, language);
  });
}
