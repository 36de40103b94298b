import { normalizeName } from '../../lib/search/text-search.ts';
import { readWrittenDate } from '../../lib/time/written-date.ts';
import { readSaidDate } from '../../tools/voice/said-dates.ts';

/** Spreadsheets and databases write a date with its first moment. */
const MIDNIGHT = /[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?$/;
/** ISO 8601 in its basic form. */
const BASIC = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const FULL_YEAR = /(?<!\d)\d{4}(?!\d)/;
const SHORT_YEAR = /^(.*[\s./-])(\d\d)$/;
/** Those of the recognised headers. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it'];

export interface BirthReading {
  /** ISO 3166 code of the business, which decides whether `3/12/1980` is in March. */
  country: string;
  /** The date at the business, ISO 8601. */
  today: string;
}

/**
 * Reads a date of birth as files have it, also `1. Mai 1990`, `May 1, 1990`, `19900501`, and `1.5.90`, which is of 1990 because 2090 has
 * not come. A year such as 15 can be of two centuries.
 * @returns ISO 8601, also of a date in the future; undefined if it is none
 */
export function readBirth(text: string, { country, today }: BirthReading): string | undefined {
  const written = text.trim().replace(MIDNIGHT, '');
  const [, year, month, day] = BASIC.exec(written) ?? [];
  if (year !== undefined) return readWrittenDate(`${year}-${month}-${day}`, country);
  const [, before, shortYear] = FULL_YEAR.test(written) ? [] : (SHORT_YEAR.exec(written) ?? []);
  if (before === undefined) return readDate(written, country);
  const recent = readDate(`${before}20${shortYear}`, country);
  // The 29th of February exists in one of them only.
  return recent !== undefined && recent <= today ? undefined : readDate(`${before}19${shortYear}`, country);
}

function readDate(text: string, country: string): string | undefined {
  const inFigures = readWrittenDate(text, country);
  if (inFigures !== undefined || !FULL_YEAR.test(text)) return inFigures;
  const words = normalizeName(text.replace(/-|\.(?=\p{L})/gu, ' '));
  for (const language of LANGUAGES) {
    const date = readSaidDate(words, { language, country, today: '', weekdayOf: () => undefined });
    if (date !== undefined) return date;
  }
  return undefined;
}
