import { readWrittenDate } from '../../lib/time/written-date.ts';

/** ISO 8601 in its basic form, as iCalendar (RFC 5545) writes it: `20240309`, `20240309T120000`, `20240309T120000Z`. */
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Returns a date, or a date with its time, in the extended form of ISO 8601: `2024-03-09T12:00:00Z`.
 * @returns undefined for another text, and for a date that does not exist
 */
export function expandCompact(text: string): string | undefined {
  const [, year, month, day, hour, minute, second = '00', offset = ''] = COMPACT.exec(text) ?? [];
  const date = year === undefined ? undefined : readWrittenDate(`${year}-${month}-${day}`, undefined);
  if (date === undefined || hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${offset.toUpperCase()}`;
}
