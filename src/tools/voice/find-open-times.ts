import * as z from 'zod';
import { addDays } from '../../lib/time/add-days.ts';
import { formatClock } from '../../lib/time/clock-text.ts';
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
import { rangeOf, sayDays } from './say-days.ts';
import { spokenSentences } from './speech.ts';
import { publicReason } from './spoken-times.ts';
import { type WantedTime, wantedMinutes, wantedTime } from './wanted-time.ts';
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
    const { part: said, clock } = days ?? {};
    const time = wantedTime(input.part_of_day as PartOfDay | undefined, { part: said, clock }, office);
    if ('spoken' in time) return time;
    const window = { start: days?.start ?? office.now, end: Math.max(days?.end ?? 0, office.now) + AFTER_MS };
    const query = { service: service.found, staffId: person.found?.id, window };
    const times = await readFreeTimes(query, office);
    const nights = time.part === 'evening' && days ? await nightsOf(days, office) : NO_NIGHTS;
    return { spoken: spokenSentences(await answer(times, { days, time, nights, person: person.found }, office)) };
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

function isIn({ time, nights }: Wanted, slots: readonly FreeSlot[], office: Office): (slot: FreeSlot) => boolean {
  const minutes = slots.length > 0 ? wantedMinutes(time, [rangeOf(slots, office)]) : undefined;
  if (minutes === undefined) return () => true;
  const [from, to] = minutes;
  return ({ start }) => {
    const { date, minute } = office.local(start);
    return (from <= minute && minute < to) || minute < (nights.ends.get(date) ?? 0);
  };
}

/** What is asked for. */
interface Wanted {
  /** Undefined: from now on. */
  days: AskedDays | undefined;
  time: WantedTime;
  nights: Nights;
  person: Named | undefined;
}

async function answer(times: FreeTimes, wanted: Wanted, office: Office): Promise<string> {
  const { days, nights, time } = wanted;
  const ahead = times.slots.filter(isIn(wanted, times.slots, office));
  const slots = within(days, ahead, nights.end);
  if (slots.length === 0) return sayNothing(times, ahead, wanted, office);
  // The times of one day leave no room for another, but a night has two.
  const max = days?.count === 1 && nights.end === undefined ? [MAX_TIMES] : MAX_TIMES_OF_DAYS;
  // Without a period that is asked for, other days follow always.
  return sayDays(slots, { stepMs: times.stepMs, max, clock: time.clock, isMore: days !== undefined }, office);
}

const within = (days: AskedDays | undefined, slots: readonly FreeSlot[], end = days?.end) =>
  end === undefined ? slots : slots.filter(({ start }) => start < end);

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
  const minutes = ofDays.length > 0 ? wantedMinutes(time, [rangeOf(ofDays, office)]) : undefined;
  const near = minutes && nearestTo(minutes, ofDays, office);
  if (near) {
    const starts = [near.start, ...(first ? [first.start] : [])].sort((a, b) => a - b);
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
  return spokenSentences(why, next && phrases.nextFree(moment(next.start)));
}

/** Returns the slot next to minutes of its day in which none is. */
function nearestTo(
  [from, to]: readonly [number, number],
  slots: readonly FreeSlot[],
  { local }: Office,
): FreeSlot | undefined {
  const distance = ({ start }: FreeSlot) => Math.max(from - local(start).minute, local(start).minute - to);
  return [...slots].sort((a, b) => distance(a) - distance(b))[0];
}
