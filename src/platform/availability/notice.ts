import { DAY_MS, MINUTE_MS } from '../../lib/time/units.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { LocalDays } from './local-days.ts';
import { workingIntervals } from './working-hours.ts';

/** How far ahead notice in opening hours is counted. A business that is closed for longer takes no bookings. */
const HORIZON_MS = 400 * DAY_MS;
/** Opening hours are read a fortnight at a time, because notice is usually short. */
const STEP_MS = 14 * DAY_MS;

/** The first and last instants at which an appointment may start, as of `now`: notice and booking window. */
interface BookableRange {
  earliest: number;
  latest: number;
}

export function bookableRange(
  business: Business,
  { settings }: Pick<OfferedService, 'settings'>,
  now: number,
): BookableRange {
  const { rules } = business;
  const notice = settings.minimum_notice ?? rules.minimum_notice ?? 0;
  const window = settings.booking_window ?? rules.booking_window;
  return {
    earliest:
      rules.notice_counts === 'opening_hours'
        ? afterOpenTime(business, now, notice * MINUTE_MS)
        : now + notice * MINUTE_MS,
    latest: window === undefined ? Number.POSITIVE_INFINITY : now + window * MINUTE_MS,
  };
}

/** The instant at which the business has been open for `duration` since `now`, in milliseconds. */
function afterOpenTime(business: Business, now: number, duration: number): number {
  if (duration === 0) return now;
  const days = new LocalDays(business.team.time_zone);
  let rest = duration;
  let counted = now;
  for (let start = now; start < now + HORIZON_MS; start += STEP_MS) {
    for (const open of workingIntervals(business, null, days, { start, end: start + STEP_MS })) {
      const from = Math.max(open.start, counted);
      const length = open.end - from;
      if (length <= 0) continue;
      if (length >= rest) return from + rest;
      rest -= length;
      counted = open.end;
    }
  }
  return Number.POSITIVE_INFINITY;
}
