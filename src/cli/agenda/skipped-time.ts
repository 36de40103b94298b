import { Temporal } from 'temporal-polyfill';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';

/** The local times of a date that do not exist, because clocks are set forward over them. */
export function skippedOn(date: string, zone: string): OpenPeriod | undefined {
  const start = Temporal.PlainDate.from(date).toZonedDateTime(zone);
  const change = start.getTimeZoneTransition('next');
  if (change?.toPlainDate().toString() !== date) return undefined;
  const skipped = (change.offsetNanoseconds - start.offsetNanoseconds) / 60_000_000_000;
  const to = change.hour * 60 + change.minute;
  return skipped > 0 && skipped <= to ? { from: to - skipped, to } : undefined;
}
