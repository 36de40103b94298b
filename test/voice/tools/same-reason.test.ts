import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller hears the same reason of a refusal with and without the name of a person. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice(
    {},
    {
      opening_hours: ['Mon-Fri 09:00-18:00'],
      closures: [{ from: '2026-03-20', reason: 'Renovation' }],
      services: [
        { id: 'cut', name: 'Haircut', duration: '45m', staff: ['anna', 'ben', 'carla'] },
        { id: 'nails', name: 'Manicure', duration: '45m', staff: ['carla'] },
      ],
      staff: [
        { id: 'anna', name: 'Anna Weber' },
        { id: 'ben', name: 'Ben Novak', opening_hours: ['Wed-Fri 10:00-16:00'] },
        { id: 'carla', name: 'Carla Ruiz', opening_hours: ['Tue-Thu 12:00-20:00', 'Sat 10:00-13:00'] },
      ],
      rules: { minimum_notice: '2h', booking_window: '30d', slot_interval: '15m' },
    },
  );
});
afterAll(() => office?.close());

const call = (name: string, args: object) => office.as(CALLER)(name, { ...args });
/** The sentences before the times that are free. */
const reasonOf = ({ text }: { text: string }) =>
  text.replace(/ (?:It would be possible|The next free time|\w+ the \d+\w+: ).*$/, '');
const book = async (service: string, start: string, staff?: string) =>
  reasonOf(await call('create_booking', { service, start, caller_name: 'Ann Archer', ...(staff ? { staff } : {}) }));
const find = async (service: string, date: string, staff?: string) =>
  reasonOf(await call('find_open_times', { service, date, ...(staff ? { staff } : {}) }));

const BEFORE = 'On Wednesday the 4th we are open from 9:00 to 18:00 and by appointment from 18:00 to 20:00.';
const SATURDAY = 'On Saturday the 7th Carla Ruiz works from 10:00 to 13:00.';

it.each([
  ['before the opening hours', 'Haircut', '2026-03-04T08:00', 'Anna', BEFORE],
  ['on a closed day', 'Haircut', '2026-03-20T10:00', 'Anna', 'On Friday the 20th we are closed: Renovation.'],
  ['on a day without work', 'Haircut', '2026-03-08T10:00', 'Ben', 'On Sunday the 8th we are closed.'],
  [
    'beyond the booking window',
    'Haircut',
    '2026-06-04T10:00',
    'Anna',
    'That is too far ahead. The latest possible day is Wednesday the 1st of April.',
  ],
  ['with too short notice', 'Haircut', '2026-03-02T10:30', 'Anna', 'That time is not possible.'],
  [
    'before the only person works',
    'Manicure',
    '2026-03-04T10:00',
    'Carla',
    'On Wednesday the 4th Carla Ruiz works from 12:00 to 20:00.',
  ],
  [
    'on a day off of the only person',
    'Manicure',
    '2026-03-06T13:00',
    'Carla',
    'On Friday the 6th Carla Ruiz does not work.',
  ],
  ['on a closed day after the work of the only person', 'Manicure', '2026-03-07T15:00', 'Carla', SATURDAY],
  ['on a closed day after the work of one of several', 'Haircut', '2026-03-07T15:00', 'Carla', SATURDAY],
])('a time %s has one reason', async (_when, service, start, staff, reason) => {
  expect([await book(service, start), await book(service, start, staff)]).toEqual([reason, reason]);
});

it.each([
  ['a closed day', 'Haircut', '2026-03-20', 'Anna', 'On Friday the 20th we are closed: Renovation.'],
  ['a day off of the only person', 'Manicure', '2026-03-06', 'Carla', 'On Friday the 6th Carla Ruiz does not work.'],
])('free times of %s are refused for one reason', async (_when, service, date, staff, reason) => {
  expect([await find(service, date), await find(service, date, staff)]).toEqual([reason, reason]);
});

it('a time at which only others work has the hours of the person who is asked for', async () => {
  expect(await book('Haircut', '2026-03-04T18:30', 'Anna')).toBe(
    'On Wednesday the 4th Anna Weber works from 9:00 to 18:00.',
  );
});

it('an appointment that is too long for the last one who works has its length as the reason, with and without a name', async () => {
  const long = 'Haircut takes 45 minutes.';
  expect(await book('Haircut', '2026-03-04T19:30')).toBe(`${BEFORE} ${long}`);
  expect(await book('Haircut', '2026-03-04T19:30', 'Carla')).toBe(
    `On Wednesday the 4th Carla Ruiz works from 12:00 to 20:00. ${long}`,
  );
});
