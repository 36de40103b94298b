import { MAX_AVAILABILITY_DAYS } from '../../../contract/index.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/time/units.ts';
import type { FreeSlot } from '../../availability/free-slots.ts';
import { computedTimes, offeredTimes } from '../../availability/open-times.ts';
import type { Named } from '../../search/named.ts';
import type { Office } from '../core/office.ts';

/** How far before and after a requested time other ones are searched. */
const BEFORE_MS = 7 * DAY_MS;
export const AFTER_MS = 14 * DAY_MS;
/** How far back the last free day before the end of the booking window is searched, step by step: about a year. */
const BACK_MS = [AFTER_MS, ...new Array<number>(4).fill(MAX_AVAILABILITY_DAYS * DAY_MS)];

/** Free starts of a service. Who has a taken time is not known here. */
export interface FreeTimes {
  /** In order. */
  slots: readonly FreeSlot[];
  /** False if there may be others, because the calendar could not be read completely. */
  isKnown: boolean;
  stepMs: number;
  /** Where the booking window limits the search, if that is known. */
  limit?: BookingLimit | undefined;
}

/** Both in epoch milliseconds. */
interface BookingLimit {
  /** The end of the booking window. The business may be closed or booked out then. */
  end: number;
  /** The last free start before it; undefined if none was found, or the calendar could not be read completely. */
  lastStart: number | undefined;
}

export interface FreeTimesQuery {
  service: Named;
  staffId: string | undefined;
  /** Epoch milliseconds; a part in the past is left out. */
  window: Interval;
  /** The appointment that is to be moved. */
  excludedBookingId?: string | undefined;
}

/** Asks the platform for free times, or computes them, as `find_open_times` of other profiles does. */
export async function readFreeTimes(
  { service, staffId, window: asked, excludedBookingId }: FreeTimesQuery,
  { context, business, zone, now }: Office,
): Promise<FreeTimes> {
  const start = Math.max(now + 1, asked.start);
  // "Before Christmas" can be farther away than platforms answer at once.
  const window = { start, end: Math.min(asked.end, start + MAX_AVAILABILITY_DAYS * DAY_MS) };
  if (window.end <= window.start) return { slots: [], isKnown: true, stepMs: DAY_MS };
  const query = { service: service.id, staff: staffId, timeZone: zone, excludedBookingId };
  const isOffered = await context.extensions.has('availability', context.signal);
  const search = async (searched: Interval) => {
    const asked = { ...query, window: searched, horizon: searched };
    const times = await (isOffered ? offeredTimes(asked, business, context) : computedTimes(asked, context));
    return { ...times, slots: await times.slots(searched), isKnown: times.unread.length === 0 };
  };
  const { slots, isKnown, stepMs, latest } = await search(window);
  if (latest === undefined) return { slots, isKnown, stepMs };
  const end = Date.parse(latest);
  const lastStart = slots.length > 0 ? lastOf({ slots, isKnown }) : await lastBefore(end + 1, now + 1, search);
  return { slots, isKnown, stepMs, limit: { end, lastStart } };
}

type Found = Pick<FreeTimes, 'slots' | 'isKnown'>;

const lastOf = ({ slots, isKnown }: Found) => (isKnown ? slots.at(-1)?.start : undefined);

/** Returns the last free start before an instant. */
async function lastBefore(
  end: number,
  earliest: number,
  search: (searched: Interval) => Promise<Found>,
): Promise<number | undefined> {
  let until = end;
  for (const back of BACK_MS) {
    const start = Math.max(earliest, until - back);
    if (start >= until) return undefined;
    const found = await search({ start, end: until });
    if (found.slots.length > 0 || !found.isKnown) return lastOf(found);
    until = start;
  }
  return undefined;
}

/** Reads the times around a requested one. */
export const readTimesAround = (start: number, query: Omit<FreeTimesQuery, 'window'>, office: Office) =>
  readFreeTimes({ ...query, window: { start: start - BEFORE_MS, end: start + AFTER_MS } }, office);

/**
 * Returns the slot of a start, also of one between two that are offered: who is free from the one before it to the end of the one
 * after it is free between them, by every rule.
 */
export function slotAt(start: number, { slots }: FreeTimes): FreeSlot | undefined {
  const offered = slots.find((slot) => slot.start === start);
  if (offered || start % MINUTE_MS !== 0) return offered;
  const near = slots.filter((slot) => slot.end > start && slot.start - start < slot.end - slot.start);
  const [before, after] = [near.filter((slot) => slot.start < start), near.filter((slot) => slot.start > start)];
  const pairs = before.flatMap((one) =>
    after.filter((other) => other.start <= one.end).map((other) => [one, other] as const),
  );
  const [pair] = pairs;
  if (!pair) return undefined;
  const hasNames = pairs.some(([one]) => one.staffIds().length > 0);
  const staffIds = [
    ...new Set(pairs.flatMap(([one, other]) => one.staffIds().filter((id) => other.staffIds().includes(id)))),
  ];
  if (hasNames && staffIds.length === 0) return undefined;
  return { start, end: start + pair[0].end - pair[0].start, staffIds: () => staffIds };
}
