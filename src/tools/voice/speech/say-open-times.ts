import { calendarDay } from '../../../lib/time/working-hours.ts';
import type { FreeSlot } from '../../availability/free-slots.ts';
import type { Named } from '../../search/named.ts';
import { hasClosedForToday } from '../business/closed-days.ts';
import { AFTER_MS, type FreeTimes, type FreeTimesQuery, readFreeTimes } from '../business/free-times.ts';
import type { OfferedService } from '../business/offered-service.ts';
import { nearestToWanted, type Wanted, wantedOf, wantedSlots, within } from '../business/wanted-slots.ts';
import { onlyPerformer, sayDayOff } from '../business/working-times.ts';
import { offerTimes } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { PARTS_OF_DAY, type PartOfDay } from '../said/clock/parts-of-day.ts';
import { type WantedTime, wantedTime } from '../said/clock/wanted-time.ts';
import type { AskedDays } from '../said/days/asked-days.ts';
import { type Choice, sayChoice } from './say-choice.ts';
import { sayDays } from './say-days.ts';
import { spokenSentences } from './speech.ts';
import { publicReason } from './spoken-times.ts';

/** Times in the answer about one day; otherwise, of the first days that have any. */
const MAX_TIMES = 5;
const MAX_TIMES_OF_DAYS = [3, 2];

const ANY_TIME: WantedTime = { part: undefined, clock: undefined };

/** The times that a caller asks for. */
export interface OpenTimesQuery {
  /** A choice of days; one that is undefined: from now on. */
  asked: readonly (AskedDays | undefined)[];
  /** Said apart from the days. */
  part?: PartOfDay | undefined;
  service: Pick<OfferedService, 'id' | 'name' | 'staffIds'>;
  person: Named | undefined;
  /** The appointment that is to be moved. */
  excludedBookingId?: string | undefined;
}

/** Says the free times of a service in days, or why there are none. */
export async function sayOpenTimes(
  { asked, part, service, person, excludedBookingId }: OpenTimesQuery,
  office: Office,
): Promise<{ spoken: string }> {
  const wanted: Wanted[] = [];
  // Whose day off it can be.
  const performer = person ?? (await onlyPerformer(service, office));
  for (const days of asked) {
    const time = wantedTime(part, days ?? ANY_TIME, office);
    if ('spoken' in time) return time;
    wanted.push(await wantedOf(days, time, performer, office));
  }
  const read = await readTimesOf(asked, { service, staffId: person?.id, excludedBookingId }, office);
  const times = read.map((one, index) => ofWeekdays(one, asked[index], office));
  const choice = wanted.map((one, index) => ({ wanted: one, times: times[index] as FreeTimes }));
  const [first, ...others] = choice as [Choice, ...Choice[]];
  const said = others.length > 0 ? await sayChoice(choice, office) : await answer(first.times, first.wanted, office);
  return { spoken: spokenSentences(said) };
}

/** Says the free times of a start without an exact time, and asks for one of them. */
export async function askExactTime(query: OpenTimesQuery, office: Office): Promise<{ spoken: string }> {
  const { phrases } = office.speech;
  const { spoken } = await sayOpenTimes(query, office);
  // Without a calendar, a time cannot be chosen; a question is one already.
  const isAnswer = spoken !== phrases.calendarUnread && !spoken.endsWith('?');
  return { spoken: isAnswer ? spokenSentences(spoken, phrases.askTime) : spoken };
}

/** Reads the free times of days and after them: together unless the days are far apart. */
async function readTimesOf(
  asked: readonly (AskedDays | undefined)[],
  query: Omit<FreeTimesQuery, 'window'>,
  office: Office,
): Promise<FreeTimes[]> {
  const { now } = office;
  const read = (start = now, end = now) =>
    readFreeTimes({ ...query, window: { start, end: Math.max(end, now) + AFTER_MS } }, office);
  const [first, last] = [asked[0], asked.at(-1)];
  if ((last?.end ?? now) - (first?.start ?? now) > AFTER_MS)
    return Promise.all(asked.map((days) => read(days?.start, days?.end)));
  const times = await read(first?.start, last?.end);
  return asked.map(() => times);
}

/** Returns the free times on the wanted weekdays. */
function ofWeekdays(times: FreeTimes, days: AskedDays | undefined, { local }: Office): FreeTimes {
  const { weekdays, unwanted } = days ?? {};
  if (!weekdays) return times;
  const [from, to] = unwanted ? PARTS_OF_DAY[unwanted.part] : [0, 0];
  const slots = times.slots.filter(({ start }) => {
    const { date, minute } = local(start);
    const { dayOfWeek } = calendarDay(date);
    const isUnwanted = unwanted?.weekdays.includes(dayOfWeek) && from <= minute && minute < to;
    return weekdays.includes(dayOfWeek) && !isUnwanted;
  });
  return { ...times, slots };
}

async function answer(times: FreeTimes, wanted: Wanted, office: Office): Promise<string> {
  const { days, nights, time } = wanted;
  const { ofDays: slots, ahead } = wantedSlots(times.slots, wanted, office);
  if (slots.length === 0) return sayNothing(times, ahead, wanted, office);
  // The times of one day leave no room for another, but a night has two.
  const max = days?.count === 1 && nights.end === undefined ? [MAX_TIMES] : MAX_TIMES_OF_DAYS;
  // Without a period that is asked for, other days follow always.
  return sayDays(slots, { stepMs: times.stepMs, max, clock: time.clock, isMore: days !== undefined }, office);
}

/** Says that nothing is free then, and what leads on: another time of these days, and the next one. */
async function sayNothing(
  times: FreeTimes,
  ahead: readonly FreeSlot[],
  { days, time, person }: Wanted,
  office: Office,
): Promise<string> {
  const { local, moment, speech, today } = office;
  const { phrases } = speech;
  const [first] = ahead;
  if (!first && !times.isKnown) return phrases.calendarUnread;
  const ofDays = days ? within(days, times.slots) : [];
  const near = nearestToWanted(time, ofDays, office);
  if (near) {
    const starts = [near.start, ...(first ? [first.start] : [])].sort((a, b) => a - b);
    offerTimes([starts], office);
    return spokenSentences(phrases.nothingFree, phrases.possible(starts.map(moment)));
  }
  const date = days?.count === 1 ? local(days.start).date : undefined;
  const following = ahead.length > 0 ? ahead : times.slots;
  if (date === today && (await hasClosedForToday(office))) {
    const nextDay = await sayDays(following, { stepMs: times.stepMs, max: [MAX_TIMES], clock: time.clock }, office);
    return spokenSentences(phrases.closedForToday, nextDay);
  }
  const dayOff = async () => (date !== undefined && person ? sayDayOff(date, person, office) : undefined);
  const why = (days && (await publicReason(days, times, office))) ?? (await dayOff()) ?? phrases.nothingFree;
  const [next] = following;
  offerTimes([next ? [next.start] : []], office);
  return spokenSentences(why, next && phrases.nextFree(moment(next.start)));
}
