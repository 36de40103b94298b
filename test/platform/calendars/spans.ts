import { atOnce } from '../../../src/lib/concurrency/slices.ts';
import { busySpans } from '../../../src/platform/calendars/busy-spans.ts';
import { CalendarUnreadableError } from '../../../src/platform/calendars/errors.ts';
import { WINDOW, ZONE } from './cases.ts';

/** The busy times of a calendar in UTC, or the reason why it cannot be read as a whole. */
export function read(text: string, window: { from: string; to: string } = WINDOW, zone = ZONE): string[] | string {
  try {
    const { busy, error } = readParts(text, window, zone);
    return error ?? busy;
  } catch (error) {
    if (error instanceof CalendarUnreadableError) return error.reason;
    throw error;
  }
}

/** The busy times that are understood, in UTC, and the reason why there may be others. */
export function readParts(text: string, window: { from: string; to: string } = WINDOW, zone = ZONE) {
  const { busy, error } = atOnce(busySpans(text, { zone, from: Date.parse(window.from), to: Date.parse(window.to) }));
  const spans = busy.map(({ start, end }) => `${new Date(start).toISOString()}/${new Date(end).toISOString()}`);
  return { busy: spans, error };
}

export const utc = (spans: readonly (readonly [start: string, end: string])[]) =>
  spans.map((span) => span.map((time) => new Date(time).toISOString()).join('/'));
