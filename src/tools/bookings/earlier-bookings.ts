import { type Booking, MAX_SERVICE_DAYS, type Read } from '../../contract/index.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { Filter } from '../search/filters.ts';

/** The longest that a booking is taken to last. */
const LONGEST_MS = MAX_SERVICE_DAYS * DAY_MS;
/** Collected of one list at most. */
const MAX_COLLECTED = 200;

/** The bookings that began shortly before the window of a list, of which a view draws those that reach into it. */
interface EarlierBookings {
  window: Required<TimeRange>;
  /** Those that a scan of the list passed, in no order, without those that ended before. A platform that searches itself sends none of them. */
  passed: Read<typeof Booking>[];
  /** Notes what a scan passes. Matches every record. */
  visit: Filter<typeof Booking>;
}

/**
 * @param from the start of the window.
 * @param matches the other filters of the list.
 */
export function earlierBookings(from: string, matches: Filter<typeof Booking> | undefined): EarlierBookings {
  const to = Date.parse(from);
  const passed: Read<typeof Booking>[] = [];
  return {
    window: { from: new Date(to - LONGEST_MS).toISOString(), to: from },
    passed,
    visit(read) {
      const start = epochMs(read.fields.start_time) ?? to;
      const hasEnded = (epochMs(read.fields.end_time) ?? to + 1) <= to;
      const isEarlier = to - LONGEST_MS <= start && start < to && !hasEnded;
      if (isEarlier && passed.length < MAX_COLLECTED && (!matches || matches(read) === true)) passed.push(read);
      return true;
    },
  };
}
