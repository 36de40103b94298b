import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { nearestStarts } from '../availability/alternatives.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { computedTimes, offeredTimes } from '../availability/open-times.ts';
import type { Named } from './catalogue.ts';
import { sayClosed } from './closed-days.ts';
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
  /** The last start that the booking window allows, if it is known and limits the search. */
  latest?: number | undefined;
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
  const query = { service: service.id, staff: staffId, timeZone: zone, window, horizon: window, excludedBookingId };
  const isOffered = await context.extensions.has('availability', context.signal);
  const times = await (isOffered ? offeredTimes(query, business, context) : computedTimes(query, context));
  const slots = await times.slots(window);
  const latest = times.latest === undefined ? undefined : Date.parse(times.latest);
  return { slots, isKnown: times.unread.length === 0, stepMs: times.stepMs, latest };
}

/** Reads the times around a requested one. */
export const readTimesAround = (start: number, query: Omit<FreeTimesQuery, 'window'>, office: Office) =>
  readFreeTimes({ ...query, window: { start: start - BEFORE_MS, end: start + AFTER_MS } }, office);

/** Says why nothing can be booked at an instant, as far as everybody may know it. That another customer has the time is not said. */
export function publicReason(instant: number, { slots, latest }: FreeTimes, office: Office): string | undefined {
  const { speech, local, today } = office;
  if (latest !== undefined && instant > latest) return speech.phrases.tooFar(speech.day(local(latest).date, today));
  const { date } = local(instant);
  // Some people may work on a day on which the business is closed.
  if (date < today || slots.some(({ start }) => local(start).date === date)) return undefined;
  return sayClosed(date, office);
}

/**
 * Says that a time is not possible, and the nearest free ones.
 * @param withoutDay leaves out the day of the request: the customer or the business has enough bookings on it.
 */
export function refusal(start: number, times: FreeTimes, office: Office, withoutDay = false): string {
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
  const why = publicReason(start, times, office) ?? notPossible;
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
