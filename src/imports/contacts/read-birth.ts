import { FULL_YEAR, readFullDate } from '../../lib/dates-in-words/full-date.ts';
import { readWrittenDate } from '../../lib/time/written-date.ts';

/** Spreadsheets and databases write a date with its first moment. */
const MIDNIGHT = /[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?$/;
/** ISO 8601 in its basic form. */
const BASIC = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const SHORT_YEAR = /^(.*[\s./-])(\d\d)$/;

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
  if (before === undefined) return readFullDate(written, country);
  const recent = readFullDate(`${before}20${shortYear}`, country);
  // The 29th of February exists in one of them only.
  return recent !== undefined && recent <= today ? undefined : readFullDate(`${before}19${shortYear}`, country);
}
