import { formatClock } from '../../../lib/time/clock-text.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import { nearestStarts } from '../../availability/alternatives.ts';
import type { FreeSlot } from '../../availability/free-slots.ts';
import { offerTimes } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import type { SaidClock } from '../said/clock/clock-reading.ts';
import { fittingMinute } from '../said/clock/wanted-time.ts';
import { spokenSentences } from './speech.ts';
import { type SpokenTimes, spokenTimes } from './spoken-times.ts';

interface DaysToSay {
  stepMs: number;
  /** How many times of each day. As many days are said. */
  max: readonly number[];
  /** The nearest times are said of one `at` which the caller would like to come. */
  clock?: SaidClock | undefined;
  /** True if there are more days that may be meant. */
  isMore?: boolean;
}

/** Weekdays alone mean one of the days of a period that is no longer. */
const WEEK_DAYS = 7;

/** Says the free times of the first days that have any, and that there are more. */
export async function sayDays(slots: readonly FreeSlot[], options: DaysToSay, office: Office): Promise<string> {
  const { texts, hasMore, starts, dates, first } = await saidDays(slots, options, office);
  offerTimes(starts, office, dates, first);
  return spokenSentences(...texts, hasMore ? office.speech.phrases.moreTimes : undefined);
}

/**
 * Returns a sentence for each of the first days that have free times, the starts in it and the first of all, the dates that a caller can
 * choose, and whether there are more times.
 */
export async function saidDays(
  slots: readonly FreeSlot[],
  options: DaysToSay,
  office: Office,
): Promise<{
  texts: string[];
  hasMore: boolean;
  starts: SpokenTimes['starts'][];
  dates: string[];
  first: number | undefined;
}> {
  const { max, isMore = false } = options;
  const dateOf = ({ start }: FreeSlot) => office.local(start).date;
  const all = [...new Set(slots.map(dateOf))];
  const dates = all.slice(0, max.length);
  const said = await Promise.all(
    dates.map((date, index) => {
      const ofDay = slots.filter((slot) => dateOf(slot) === date);
      return sayDay(ofDay, max[index] ?? 1, options, office);
    }),
  );
  const hasMore = said.some(({ isCut }) => isCut) || (isMore && all.length > said.length);
  return {
    texts: said.map(({ text }) => text),
    hasMore,
    starts: said.map(({ starts }) => starts),
    first: said[0]?.starts?.[0] ?? slots[0]?.start,
    // "There are more times" is on the other days of a week that was asked for.
    dates: isMore && all.length <= WEEK_DAYS ? all : dates,
  };
}

/** @param slots of one day, at least one, in order. */
async function sayDay(
  slots: readonly FreeSlot[],
  max: number,
  { stepMs, clock }: Pick<DaysToSay, 'stepMs' | 'clock'>,
  office: Office,
): Promise<Omit<SpokenTimes, 'times'> & { text: string }> {
  const { speech, local, today, context, at } = office;
  const { date } = local(slots[0]?.start ?? 0);
  const say = (times: readonly string[]) => speech.phrases.freeOn(speech.day(date, today), times);
  const minute = clock?.relation === 'at' ? fittingMinute(clock, [rangeOf(slots, office)]) : undefined;
  if (minute === undefined) {
    const { times, ...said } = spokenTimes(slots, { stepMs, max }, office);
    return { ...said, text: say(times) };
  }
  // The nearest times are those of the day, also to its end.
  const ofDay = Math.min(minute, DAY_MINUTES - 1);
  const [requested] = (await office.instants(`${date}T${formatClock(ofDay)}`)).starts;
  const { nearest } = nearestStarts(requested, slots, (start) => context.time.describe(new Date(start).toISOString()));
  const starts = nearest.map(({ start }) => start).sort((a, b) => a - b);
  return { text: say(starts.map(at)), isCut: slots.length > starts.length, starts };
}

/** Returns the first and the last minute of slots that are in order. */
export function rangeOf(slots: readonly FreeSlot[], { local }: Office): { from: number; to: number } {
  const minutes = slots.map(({ start }) => local(start).minute);
  return { from: Math.min(...minutes), to: Math.max(...minutes) };
}
