import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { nearestStarts } from '../availability/alternatives.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { computedTimes, offeredTimes } from '../availability/open-times.ts';
import type { Named } from './catalogue.ts';
import { hasWork, sayClosed } from './closed-days.ts';
import type { Office } from './office.ts';
import { spokenSentences } from './speech.ts';

/** How far before and after a requested time other ones are searched. */
const BEFORE_MS = 7 * DAY_MS;
export const AFTER_MS = 14 * DAY_MS;
/** A grid of starts that are as many in succession is said as a range. */
const MIN_RANGE = 3;

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
  /** The last free start before it. */
  lastStart: number;
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
  const window = { start: Math.max(now + 1, asked.start), end: asked.end };
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
  const near =
    slots.length > 0 ? { slots, isKnown } : await search({ start: Math.max(now + 1, end - AFTER_MS), end: end + 1 });
  const lastStart = near.isKnown ? near.slots.at(-1)?.start : undefined;
  return { slots, isKnown, stepMs, limit: lastStart === undefined ? undefined : { end, lastStart } };
}

/** Reads the times around a requested one. */
export const readTimesAround = (start: number, query: Omit<FreeTimesQuery, 'window'>, office: Office) =>
  readFreeTimes({ ...query, window: { start: start - BEFORE_MS, end: start + AFTER_MS } }, office);

/**
 * Says why nothing can be booked at a requested time, as far as everybody may know it. That another customer has the time is
 * not said.
 * @param asked an instant, or a day.
 */
export async function publicReason(
  asked: Interval,
  { slots, limit }: FreeTimes,
  office: Office,
): Promise<string | undefined> {
  const { speech, local, today } = office;
  const { date } = local(asked.start);
  const lastDay = limit && limit.end < asked.end - 1 ? local(limit.lastStart).date : undefined;
  if (lastDay !== undefined && lastDay < date) return speech.phrases.tooFar(speech.day(lastDay, today));
  if (date < today || slots.some(({ start }) => local(start).date === date)) return undefined;
  // Some people may work on a day on which the business is closed.
  return (await hasWork(date, office)) ? undefined : sayClosed(date, office);
}

/**
 * Says that a time is not possible, and the nearest free ones.
 * @param withoutDay leaves out the day of the request: the customer or the business has enough bookings on it.
 */
export async function refusal(start: number, times: FreeTimes, office: Office, withoutDay = false): Promise<string> {
  const { slots, isKnown } = times;
  const { context, speech, local, moment } = office;
  const { date } = local(start);
  const offered = withoutDay ? slots.filter((slot) => local(slot.start).date !== date) : slots;
  if (offered.length === 0 && !isKnown) return speech.phrases.calendarUnread;
  const describe = (instant: number) => context.time.describe(new Date(instant).toISOString());
  const { nearest } = nearestStarts(start, offered, describe);
  let last = '';
  const instead = nearest
    .map((one) => one.start)
    .sort((a, b) => a - b)
    .map((instant) => {
      const { date: day, minute } = local(instant);
      const isSameDay = day === last;
      last = day;
      return isSameDay ? speech.phrases.at(speech.time(minute)) : moment(instant);
    });
  const { notPossible, possible } = speech.phrases;
  const why = (await publicReason({ start, end: start + 1 }, times, office)) ?? notPossible;
  return instead.length > 0 ? spokenSentences(why, possible(instead)) : why;
}

/**
 * Says the starts of one day as times, or as ranges if they are many.
 * @param slots of one day, in order.
 */
export function spokenTimes(
  slots: readonly FreeSlot[],
  { stepMs, max }: { stepMs: number; max: number },
  { speech, local }: Office,
): { times: string[]; isCut: boolean } {
  const time = (instant: number) => speech.time(local(instant).minute);
  const single = (instant: number) => speech.phrases.at(time(instant));
  const starts = [...new Set(slots.map(({ start }) => start))];
  if (starts.length <= max) return { times: starts.map(single), isCut: false };
  const runs: [first: number, last: number][] = [];
  for (const start of starts) {
    const run = runs.at(-1);
    if (run && start - run[1] === stepMs) run[1] = start;
    else runs.push([start, start]);
  }
  const times = runs.flatMap(([first, last]) => {
    const count = Math.round((last - first) / stepMs) + 1;
    return count < MIN_RANGE
      ? Array.from({ length: count }, (_, index) => single(first + index * stepMs))
      : [speech.phrases.fromTo(time(first), time(last))];
  });
  return { times: times.slice(0, max), isCut: times.length > max };
}
