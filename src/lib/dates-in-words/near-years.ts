import { numberOf } from './number-words.ts';

/** The end of a text with a year in words, in all languages, normalized: "of twenty twenty-six". */
const YEAR =
  /[, ]+(?:twenty|two thousand(?: and)?|zwei ?tausend(?:und)?|dos mil|deux mille|due ?mila|dois mil(?: e)?) ?(\S+(?: (?:e )?\S+)?)$/;

/** Writes a year from 2020 to 2029 at the end of a text in figures. "Twenty thirty" may be a time. @param text normalized */
export const withNearYear = (text: string): string =>
  text.replace(YEAR, (words, behind: string) => {
    const year = numberOf(behind);
    return year >= 20 && year < 30 ? ` 20${year}` : words;
  });
