import * as z from 'zod';
import type { Interval } from '../../lib/time/intervals.ts';
import type { FreeSlot } from '../availability/free-slots.ts';
import { defineTool } from '../core/define.ts';
import { choosePerson, chooseService } from './catalogue.ts';
import * as field from './fields.ts';
import { AFTER_MS, type FreeTimes, readFreeTimes, spokenTimes } from './free-times.ts';
import { type Office, openOffice } from './office.ts';
import { spokenSentences } from './speech.ts';

const PARTS_OF_DAY = {
  morning: [0, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, 24 * 60],
} as const satisfies Record<string, readonly [from: number, to: number]>;
type PartOfDay = keyof typeof PARTS_OF_DAY;

/** Times in the answer about one day; without a date, of the first days that have any. */
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
    const day = input.date === undefined ? undefined : await office.dayOf(input.date);
    const window = { start: day?.start ?? office.now, end: Math.max(day?.end ?? 0, office.now) + AFTER_MS };
    const query = { service: service.found, staffId: person.found?.id, window };
    const times = await readFreeTimes(query, office);
    const slots = times.slots.filter(isIn(input.part_of_day as PartOfDay | undefined, office));
    return { spoken: spokenSentences(answer({ ...times, slots }, day, office)) };
  },
});

function isIn(part: PartOfDay | undefined, { local }: Office): (slot: FreeSlot) => boolean {
  if (part === undefined) return () => true;
  const [from, to] = PARTS_OF_DAY[part];
  return ({ start }) => {
    const { minute } = local(start);
    return from <= minute && minute < to;
  };
}

function answer({ slots, isKnown, stepMs }: FreeTimes, day: Interval | undefined, office: Office): string {
  const { phrases } = office.speech;
  const [first] = slots;
  if (!first) return isKnown ? phrases.nothingFree(undefined) : phrases.calendarUnread;
  if (day) {
    const ofDay = slots.filter(({ start }) => start < day.end);
    return ofDay.length === 0
      ? phrases.nothingFree(office.moment(first.start))
      : sayDay(ofDay, { stepMs, max: MAX_TIMES }, office);
  }
  const dates = [...new Set(slots.map(({ start }) => office.local(start).date))].slice(0, MAX_TIMES_OF_DAYS.length);
  const days = dates.map((date) => slots.filter(({ start }) => office.local(start).date === date));
  // The times of one day leave no room for another.
  const shown = days.map((ofDay, index) =>
    sayDay(ofDay, { stepMs, max: MAX_TIMES_OF_DAYS[index] ?? 1 }, office, false),
  );
  return shown.join(' ');
}

function sayDay(
  slots: readonly FreeSlot[],
  options: { stepMs: number; max: number },
  office: Office,
  isAll = true,
): string {
  const { speech, local, today } = office;
  const { times, isCut } = spokenTimes(slots, options, office);
  const said = speech.phrases.freeOn(speech.day(local(slots[0]?.start ?? 0).date, today), times);
  return isCut && isAll ? `${said} ${speech.phrases.moreTimes}` : said;
}
