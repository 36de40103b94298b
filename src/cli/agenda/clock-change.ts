import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { zonedDay } from '../../lib/time/zoned-day.ts';

/** The local times of a date that clocks skip, or show twice, because they are set forward or back. */
export function clockChangeOn(date: string, zone: string): { skipped?: OpenPeriod; repeated?: OpenPeriod } {
  const { change } = zonedDay(date, zone);
  if (!change) return {};
  const { minutes, by } = change;
  return by > 0 ? { skipped: { from: minutes, to: minutes + by } } : { repeated: { from: minutes + by, to: minutes } };
}
