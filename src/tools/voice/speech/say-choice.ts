import type { FreeSlot } from '../../availability/free-slots.ts';
import type { FreeTimes } from '../business/free-times.ts';
import { nearestToWanted, type Wanted, wantedSlots, within } from '../business/wanted-slots.ts';
import { sayDayOff } from '../business/working-times.ts';
import { offerTimes } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { saidDays } from './say-days.ts';
import { spokenSentences } from './speech.ts';
import { publicReason, type SpokenTimes } from './spoken-times.ts';

/** Times of a day in an answer about several, and of the first days of a period. */
const MAX_TIMES = [3];
const MAX_TIMES_OF_PERIOD = [3, 2];

/** A day of which the caller wants one, or a period, with the free times from then on. */
export interface Choice {
  wanted: Wanted;
  times: FreeTimes;
}

/** Says the free times of each day of which the caller wants one, or why there are none. @param choice in order. */
export async function sayChoice(choice: readonly Choice[], office: Office): Promise<string> {
  const { moment, speech } = office;
  const { phrases } = speech;
  const said: string[] = [];
  const starts: SpokenTimes['starts'][] = [];
  const dates: string[] = [];
  let [hasTimes, hasMore] = [false, false];
  let first: number | undefined;
  for (const group of byDay(choice)) {
    const [{ wanted, times }] = group;
    const { slots, stepMs, isKnown } = times;
    const ofDays = slotsOfAll(group, office);
    const isDay = wanted.days?.count === 1;
    if (ofDays.length > 0) {
      const max = isDay ? MAX_TIMES : MAX_TIMES_OF_PERIOD;
      const days = await saidDays(ofDays, { stepMs, max, clock: wanted.time.clock, isMore: !isDay }, office);
      said.push(...days.texts);
      starts.push(...days.starts);
      dates.push(...days.dates);
      first ??= days.first;
      hasTimes = true;
      hasMore ||= days.hasMore;
    } else {
      // What is not known to be free may be. Another time may be said.
      starts.push(undefined);
      said.push(...(isKnown || slots.length > 0 ? [await sayNone(times, wanted, office)] : []));
    }
  }
  if (hasTimes) {
    offerTimes(starts, office, dates, first);
    return spokenSentences(...new Set(said), hasMore ? phrases.moreTimes : undefined);
  }
  const all = choice.flatMap(({ times }) => times.slots);
  if (all.length === 0 && choice.some(({ times }) => !times.isKnown)) return phrases.calendarUnread;
  const ahead = choice.flatMap(({ wanted, times }) => wantedSlots(times.slots, wanted, office).ahead);
  const following = (ahead.length > 0 ? ahead : all).map(({ start }) => start);
  const next = following.length > 0 ? Math.min(...following) : undefined;
  offerTimes(next === undefined ? starts : [...starts, [next]], office);
  return spokenSentences(...new Set(said), next === undefined ? undefined : phrases.nextFree(moment(next)));
}

/** Joins the parts of one day, so that it is said once. Of times of a day, the nearest ones are said for each. */
function byDay(choice: readonly Choice[]): [Choice, ...Choice[]][] {
  const groups: [Choice, ...Choice[]][] = [];
  for (const one of choice) {
    const last = groups.at(-1);
    const isSame =
      last?.[0].wanted.days?.start === one.wanted.days?.start &&
      [one, ...(last ?? [])].every(({ wanted }) => wanted.time.clock?.relation !== 'at');
    if (last && isSame) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Returns the free slots at one of the wanted times of a day, in order, each once. */
function slotsOfAll(group: readonly Choice[], office: Office): FreeSlot[] {
  const slots = group.flatMap(({ wanted, times }) => wantedSlots(times.slots, wanted, office).ofDays);
  return [...new Map(slots.map((slot) => [slot.start, slot])).values()].sort((a, b) => a.start - b.start);
}

/** Says why nothing is free on a day of a choice, or another time of it. */
async function sayNone(times: FreeTimes, { days, time, person }: Wanted, office: Office): Promise<string> {
  const { local, moment, speech, today } = office;
  const { phrases } = speech;
  if (!days) return phrases.nothingFree;
  const { date } = local(days.start);
  const ofDays = within(
    days,
    times.slots.filter(({ start }) => start >= days.start),
  );
  const near = nearestToWanted(time, ofDays, office);
  if (near) return phrases.possible([moment(near.start)]);
  const reason = await publicReason(days, times, office);
  if (reason !== undefined || days.count > 1) return reason ?? phrases.nothingFree;
  const dayOff = person && (await sayDayOff(date, person, office));
  return dayOff ?? phrases.nothingFreeOn(speech.day(date, today));
}
