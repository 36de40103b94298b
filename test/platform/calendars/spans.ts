import { atOnce } from '../../../src/lib/slices.ts';
import { busySpans } from '../../../src/platform/calendars/busy-spans.ts';
import { CalendarUnreadableError } from '../../../src/platform/calendars/errors.ts';
import { WINDOW, ZONE } from './cases.ts';

/** The busy times of a calendar in UTC, or the reason why it cannot be read. */
export function read(text: string, window: { from: string; to: string } = WINDOW, zone = ZONE): string[] | string {
  try {
    const spans = atOnce(busySpans(text, { zone, from: Date.parse(window.from), to: Date.parse(window.to) }));
    return spans.map(({ start, end }) => `${new Date(start).toISOString()}/${new Date(end).toISOString()}`);
  } catch (error) {
    if (error instanceof CalendarUnreadableError) return error.reason;
    throw error;
  }
}

export const utc = (spans: readonly (readonly [start: string, end: string])[]) =>
  spans.map((span) => span.map((time) => new Date(time).toISOString()).join('/'));
