import { SET_BACK_FACTOR } from '../store/leases.ts';
import type { FoundCalendar } from '../store/staff/staff-calendars.ts';
import { type CalendarSettings, MAX_RETRY_AFTER_MS } from './settings.ts';
import { sourceDigest } from './source.ts';

/** Part of the interval by which it varies, so that the calendars of one business are not all read at once. */
export const JITTER = 0.1;

type Timed = Pick<FoundCalendar, 'calendar_url' | 'time_zone' | 'source_digest' | 'next_at' | 'leased_until'>;

/** Milliseconds until a calendar may be read. Times further away than any delay are from before a clock was set back. */
export function waitOf(calendar: Timed, now: number, settings: CalendarSettings): number {
  const lease = leaseOf(calendar, now, settings);
  if (lease > 0) return lease;
  if (calendar.source_digest !== sourceDigest(calendar)) return 0;
  const due = (calendar.next_at ?? 0) - now;
  return due <= MAX_RETRY_AFTER_MS + settings.intervalMs * (1 + JITTER) ? due : 0;
}

/** True if a calendar is read at present, or as soon as a process looks for what is due. */
export const isBeingRead = (calendar: Timed, now: number, settings: CalendarSettings): boolean =>
  leaseOf(calendar, now, settings) > 0 || waitOf(calendar, now, settings) <= 0;

/** Milliseconds for which a process may still take to read a calendar; 0 if none reads it. */
function leaseOf({ leased_until }: Timed, now: number, { leaseMs }: CalendarSettings): number {
  const lease = (leased_until ?? 0) - now;
  return lease > 0 && lease <= SET_BACK_FACTOR * leaseMs ? lease : 0;
}
