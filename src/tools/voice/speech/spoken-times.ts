import { addDays } from '../../../lib/time/add-days.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { nearestStarts } from '../../availability/alternatives.ts';
import type { FreeSlot } from '../../availability/free-slots.ts';
import { hasClosedForToday, hasWork, sayClosed } from '../business/closed-days.ts';
import { type FreeTimes, slotAt } from '../business/free-times.ts';
import { sayHoursAround, type WantedService } from '../business/working-times.ts';
import { offerTimes } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { spokenSentences } from './speech.ts';

/** Starts that are as many in succession are said as a range. */
const MIN_RANGE = 3;

/**
 * Says why nothing can be booked at a requested time, as far as everybody may know it. That another customer has the time is
 * not said.
 * @param asked an instant, a day or several. Of more than two days it is said only that they are too far ahead.
 */
export async function publicReason(
  asked: Interval,
  { slots, limit }: FreeTimes,
  office: Office,
): Promise<string | undefined> {
  const { speech, local, today } = office;
  const { date } = local(asked.start);
  if (limit && limit.end < asked.end - 1) {
    const lastDay = local(limit.lastStart ?? limit.end).date;
    const said = limit.lastStart === undefined ? undefined : speech.day(lastDay, today);
    if (lastDay < date) return speech.phrases.tooFar(said);
  }
  const last = local(asked.end - 1).date;
  // A weekend, but not each day of a week.
  if (date < today || last > addDays(date, 1)) return undefined;
  const closed: string[] = [];
  for (const day of new Set([date, last])) {
    if (day === today && (await hasClosedForToday(office))) {
      closed.push(speech.phrases.closedForToday);
      continue;
    }
    // Some people may work on a day on which the business is closed.
    const isUsed = slots.some(({ start }) => local(start).date === day) || (await hasWork(day, office));
    const said = isUsed ? undefined : await sayClosed(day, office);
    if (said === undefined) return undefined;
    closed.push(said);
  }
  return spokenSentences(...closed);
}

/** Why a time is refused, as far as it is known before. */
export interface RefusalReason {
  /** Leaves out the day of the request: the customer or the business has enough bookings on it. */
  withoutDay?: boolean;
  /** The sentence that says the reason. */
  why?: string | undefined;
}

/**
 * Refuses a time that is over before anything is read. The day is said with it: a model may have assumed another year.
 * @throws WrongArgumentError
 */
export function refusePast({ starts, given }: LocalInstants, { now, moment, speech }: Office): void {
  // Of two, the later one may be ahead.
  const last = Math.max(...starts);
  if (last <= now) throw new WrongArgumentError(given, 'is in the past', speech.phrases.timeOver(moment(last)));
}

/**
 * Returns the start that a local time means: the free one of two, or else the first, with its slot if it is free. A skipped time is not
 * free, because the caller would get another one.
 */
export function freeStart({ starts, isSkipped }: LocalInstants, times: FreeTimes, { speech }: Office) {
  const [free] = isSkipped ? [] : starts.flatMap((start) => slotAt(start, times) ?? []);
  const reason: RefusalReason = isSkipped ? { why: speech.phrases.skippedTime } : {};
  return { start: free?.start ?? starts[0], slot: free, reason };
}

/**
 * Says that a time is not possible, and the nearest free ones.
 * @param wanted what does not fit then.
 */
export async function refusal(
  start: number,
  times: FreeTimes,
  office: Office,
  { withoutDay = false, why: known }: RefusalReason = {},
  wanted?: WantedService,
): Promise<string> {
  const { slots, isKnown } = times;
  const { context, speech, local, moment, at } = office;
  const { date } = local(start);
  const offered = withoutDay ? slots.filter((slot) => local(slot.start).date !== date) : slots;
  if (offered.length === 0 && !isKnown) return speech.phrases.calendarUnread;
  const describe = (instant: number) => context.time.describe(new Date(instant).toISOString());
  const { nearest } = nearestStarts(start, offered, describe);
  let last = '';
  const starts = nearest.map((one) => one.start).sort((a, b) => a - b);
  offerTimes([starts], office);
  const instead = starts.map((instant) => {
    const { date: day } = local(instant);
    const isSameDay = day === last;
    last = day;
    return isSameDay ? at(instant) : moment(instant);
  });
  const { notPossible, possible } = speech.phrases;
  const why =
    known ??
    (await publicReason({ start, end: start + 1 }, times, office)) ??
    (wanted && !withoutDay ? await sayHoursAround(start, wanted, office) : undefined) ??
    notPossible;
  return instead.length > 0 ? spokenSentences(why, possible(instead)) : why;
}

/** The times of one day. */
export interface SpokenTimes {
  times: string[];
  isCut: boolean;
  /** The starts that are said; undefined if they are said as ranges. */
  starts: readonly number[] | undefined;
}

/**
 * Says the starts of one day as times, or as ranges if they are many.
 * @param slots of one day, in order.
 */
export function spokenTimes(
  slots: readonly FreeSlot[],
  { stepMs, max }: { stepMs: number; max: number },
  { speech, local, at, withClockChange }: Office,
): SpokenTimes {
  const time = (instant: number) => speech.time(local(instant).minute);
  const range = (first: number, last: number) => withClockChange(speech.phrases.fromTo(time(first), time(last)), last);
  const starts = [...new Set(slots.map(({ start }) => start))];
  if (starts.length <= max) return { times: starts.map(at), isCut: false, starts };
  const runs: number[][] = [];
  for (const start of starts) {
    const run = runs.at(-1);
    // The grids of two people together are denser than the step.
    if (run && start - (run.at(-1) as number) <= stepMs) run.push(start);
    else runs.push([start]);
  }
  const times = runs.flatMap((run) =>
    run.length < MIN_RANGE ? run.map(at) : [range(run[0] as number, run.at(-1) as number)],
  );
  const isExact = runs.every(({ length }) => length < MIN_RANGE);
  return { times: times.slice(0, max), isCut: times.length > max, starts: isExact ? starts.slice(0, max) : undefined };
}
