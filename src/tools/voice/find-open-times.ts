import * as z from 'zod';
import { addDays } from '../../lib/time/add-days.ts';
import { formatClock } from '../../lib/time/clock-text.ts';
import { nearestStarts } from '../availability/alternatives.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { defineTool } from '../core/define.ts';
import { type AskedDays, askedDays } from './asked-days.ts';
import { chooseService, type Named } from './catalogue.ts';
import { hasClosedForToday, knownHours } from './closed-days.ts';
import { nightEnd } from './day-hours.ts';
import * as field from './fields.ts';
import { AFTER_MS, type FreeTimes, readFreeTimes } from './free-times.ts';
import { type Office, openOffice } from './office.ts';
import { PARTS_OF_DAY, type PartOfDay } from './parts-of-day.ts';
import { choosePerson } from './people.ts';
import { spokenSentences } from './speech.ts';
import { publicReason, spokenTimes } from './spoken-times.ts';
import { sayDayOff } from './working-times.ts';

/** Times in the answer about one day; otherwise, of the first days that have any. */
const MAX_TIMES = 5;
const MAX_TIMES_OF_DAYS = [3, 2];

export const findOpenTimes = defineTool({
  name: 'find_open_times',
  title: 'Find open times',
  description: `Free times for a service. ${field.SAY_IT}`,
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  spoken: true,
  input: () =>
    z.strictObject({
      service: field.service(),
      date: field.date(),
      part_of_day: z.enum(Object.keys(PARTS_OF_DAY) as [PartOfDay, ...PartOfDay[]]).optional(),
      staff: field.staff(),
    }),
  output: field.spokenOutput,
  async run(input, context) {
    const office = await openOffice(context);
    const service = await chooseService(input.service, office);
    if ('spoken' in service) return service;
    const person = await choosePerson(input.staff, service.found, office);
    if ('spoken' in person) return person;
    const days = input.date === undefined ? undefined : await askedDays(input.date, office);
    if (days && 'spoken' in days) return days;
    const window = { start: days?.start ?? office.now, end: Math.max(days?.end ?? 0, office.now) + AFTER_MS };
    const query = { service: service.found, staffId: person.found?.id, window };
    const times = await readFreeTimes(query, office);
    const part = (input.part_of_day as PartOfDay | undefined) ?? days?.part;
    const nights = part === 'evening' && days ? await nightsOf(days, office) : NO_NIGHTS;
    return { spoken: spokenSentences(await answer(times, { days, part, nights, person: person.found }, office)) };
  },
});

/** Times after midnight that belong to the evening before, where the business is open then. */
interface Nights {
  /** When the night before a date ends, in minutes of it. */
  ends: ReadonlyMap<string, number>;
  /** When the night ends that begins on the last of the days; undefined if they end at midnight. Epoch milliseconds. */
  end: number | undefined;
}

const NO_NIGHTS: Nights = { ends: new Map(), end: undefined };

async function nightsOf({ start, count }: AskedDays, office: Office): Promise<Nights> {
  const { local, now, today } = office;
  const hours = knownHours(office);
  if (!hours) return NO_NIGHTS;
  const first = local(start).date;
  const dates = Array.from({ length: count + 1 }, (_, index) => addDays(first, index));
  const ends = new Map<string, number>();
  for (const date of dates) {
    const end = await nightEnd(addDays(date, -1), hours, office);
    // Said in the night before, "tonight" is the rest of it.
    const isAsked = date !== first || (date === today && local(now).minute < (end ?? 0));
    if (end !== undefined && isAsked) ends.set(date, end);
  }
  const dayAfter = dates.at(-1) ?? first;
  const last = ends.get(dayAfter);
  const end = last === undefined ? undefined : (await office.instants(`${dayAfter}T${formatClock(last)}`)).starts[0];
  return { ends, end };
}

function isIn({ part, nights }: Wanted, { local }: Office): (slot: FreeSlot) => boolean {
  if (part === undefined) return () => true;
  const [from, to] = PARTS_OF_DAY[part];
  return ({ start }) => {
    const { date, minute } = local(start);
    return (from <= minute && minute < to) || minute < (nights.ends.get(date) ?? 0);
  };
}

/** What is asked for. */
interface Wanted {
  /** Undefined: from now on. */
  days: AskedDays | undefined;
  part: PartOfDay | undefined;
  nights: Nights;
  person: Named | undefined;
}

async function answer(times: FreeTimes, wanted: Wanted, office: Office): Promise<string> {
  const { days, nights } = wanted;
  const { stepMs } = times;
  const ahead = times.slots.filter(isIn(wanted, office));
  const slots = within(days, ahead, nights.end);
  if (slots.length === 0) return sayNothing(times, ahead, wanted, office);
  const { near } = days ?? {};
  if (near !== undefined) {
    const ofDay = slots.filter(({ start }) => office.local(start).date === office.local(near).date);
    if (ofDay.length > 0) return sayNearest(near, ofDay, office);
  }
  // The times of one day leave no room for another, but a night has two.
  const max = days?.count === 1 && nights.end === undefined ? [MAX_TIMES] : MAX_TIMES_OF_DAYS;
  // Without a period that is asked for, other days follow always.
  return sayDays(slots, { stepMs, max, isPeriod: days !== undefined }, office);
}

/** Says the times of the first days. @param max how many of each day; `isPeriod`: that there are more days is said, too. */
function sayDays(
  slots: readonly FreeSlot[],
  { stepMs, max, isPeriod }: { stepMs: number; max: readonly number[]; isPeriod: boolean },
  office: Office,
): string {
  const all = [...new Set(slots.map(({ start }) => office.local(start).date))];
  const dates = all.slice(0, max.length);
  const said = dates.map((date, index) => {
    const ofDay = slots.filter(({ start }) => office.local(start).date === date);
    return sayDay(ofDay, { stepMs, max: max[index] ?? 1 }, office);
  });
  const isMore = said.some(({ isCut }) => isCut) || (isPeriod && all.length > dates.length);
  return spokenSentences(...said.map(({ text }) => text), isMore ? office.speech.phrases.moreTimes : undefined);
}

const within = (days: AskedDays | undefined, slots: readonly FreeSlot[], end = days?.end) =>
  end === undefined ? slots : slots.filter(({ start }) => start < end);

/** Says that nothing is free then, and what leads on: another time of these days, and the next one. */
async function sayNothing(
  times: FreeTimes,
  ahead: readonly FreeSlot[],
  { days, part, person }: Wanted,
  office: Office,
): Promise<string> {
  const { local, moment, speech, today } = office;
  const { phrases } = speech;
  const [first] = ahead;
  if (!first && !times.isKnown) return phrases.calendarUnread;
  const near = part && days && nearestTo(part, within(days, times.slots), office);
  if (near) {
    const starts = [near.start, ...(first ? [first.start] : [])].sort((a, b) => a - b);
    return spokenSentences(phrases.nothingFree, phrases.possible(starts.map(moment)));
  }
  const date = days?.count === 1 ? local(days.start).date : undefined;
  const following = ahead.length > 0 ? ahead : times.slots;
  if (date === today && (await hasClosedForToday(office))) {
    const nextDay = sayDays(following, { stepMs: times.stepMs, max: [MAX_TIMES], isPeriod: false }, office);
    return spokenSentences(phrases.closedForToday, nextDay);
  }
  const dayOff = async () => (date !== undefined && person ? sayDayOff(date, person, office) : undefined);
  const why = (days && (await publicReason(days, times, office))) ?? (await dayOff()) ?? phrases.nothingFree;
  const [next] = following;
  return spokenSentences(why, next && phrases.nextFree(moment(next.start)));
}

/** Returns the slot next to a part of its day in which none is. */
function nearestTo(part: PartOfDay, slots: readonly FreeSlot[], { local }: Office): FreeSlot | undefined {
  const [from, to] = PARTS_OF_DAY[part];
  const distance = ({ start }: FreeSlot) => Math.max(from - local(start).minute, local(start).minute - to);
  return [...slots].sort((a, b) => distance(a) - distance(b))[0];
}

/** Says the free times of a day that are nearest to a preferred one. */
function sayNearest(near: number, slots: readonly FreeSlot[], { context, speech, local, today, at }: Office): string {
  const { phrases, day } = speech;
  const { nearest } = nearestStarts(near, slots, (start) => context.time.describe(new Date(start).toISOString()));
  const starts = nearest.map(({ start }) => start).sort((a, b) => a - b);
  const said = phrases.freeOn(day(local(near).date, today), starts.map(at));
  return spokenSentences(said, slots.length > starts.length ? phrases.moreTimes : undefined);
}

function sayDay(slots: readonly FreeSlot[], options: { stepMs: number; max: number }, office: Office) {
  const { speech, local, today } = office;
  const { times, isCut } = spokenTimes(slots, options, office);
  return { text: speech.phrases.freeOn(speech.day(local(slots[0]?.start ?? 0).date, today), times), isCut };
}
