import { DAY_MS } from './units.ts';

/**
 * Returns the date (`2026-11-26`) some days later. Days are counted in UTC, because a date has no time zone.
 * @param days negative: earlier.
 * @throws RangeError for a text that is no date
 */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
