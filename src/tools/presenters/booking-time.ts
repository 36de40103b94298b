import type * as z from 'zod';
import { repetitionOf } from '../../lib/time/repeated-times.ts';
import type { BookingShape, bookingOutput } from './booking.ts';

/** Returns a time such as `Thursday 2026-11-26 09:00 (America/New_York)`, if the platform states one. */
export function bookingTime(output: z.output<ReturnType<typeof bookingOutput>>): string {
  const start = localStart(output.booking, output.time_zone);
  return start ? `${start} (${output.time_zone})` : 'a time the platform did not state';
}

/**
 * Returns a local time such as `Thursday 2026-11-26 09:00`, with its offset if a clock change repeats it; undefined if there is none.
 * @param zone IANA.
 */
export function localStart(
  { start_local: local, weekday }: Pick<BookingShape, 'start_local' | 'weekday'>,
  zone: string,
) {
  if (!local) return undefined;
  const offset = repetitionOf(Date.parse(local), zone) ? ` (UTC${local.slice(19)})` : '';
  return `${weekday} ${local.slice(0, 10)} ${local.slice(11, 16)}${offset}`;
}
