import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { zonedDay } from '../../lib/time/zoned-day.ts';

/** The local times of a date that do not exist, because clocks are set forward over them. */
export function skippedOn(date: string, zone: string): OpenPeriod | undefined {
  const { change } = zonedDay(date, zone);
  return change && change.by > 0 ? { from: change.minutes, to: change.minutes + change.by } : undefined;
}
