import { expect, it } from 'vitest';
import type { OpenTimes } from '../../src/tools/availability/open-times.ts';
import { whyNone } from '../../src/tools/availability/why-none.ts';
import { longestTurn } from '../business/rules/support/turns.ts';

/** Why a month has no free times, by the hours of thousands of people. */
const PEOPLE = 5_000;
const window = { start: Date.parse('2199-07-01T04:00Z'), end: Date.parse('2199-08-01T04:00Z') };
const ids = Array.from({ length: PEOPLE }, (_, index) => `p${index}`);

/** Times that are all taken, for people with these hours and absences. */
function takenTimes(opening_hours: (index: number) => string[] | null, timeOff: { from: string; to: string }[]) {
  const staff = ids.map((id, index) => ({
    id,
    name: id,
    active: true,
    opening_hours: opening_hours(index),
    time_off: timeOff,
  }));
  const business = { opening_hours: ['Mon-Fri 08:00-12:00, 13:00-17:00'], closures: [], special_hours: [], staff };
  return {
    zone: 'Asia/Tokyo',
    closuresZone: 'America/New_York',
    minutes: 60,
    stepMs: 900_000,
    staff: new Map(),
    closures: [],
    unread: [],
    known: {
      business,
      shown: { hours: undefined, zone: 'America/New_York' },
      staffIds: ids,
      staffId: undefined,
      fullDays: [],
      isTakenOtherwise: true,
    },
  } as unknown as OpenTimes;
}

const ownHours = (index: number) => {
  const minute = String(index % 60).padStart(2, '0');
  return [`Mon-Fri ${String(7 + (index % 4)).padStart(2, '0')}:${minute}-12:${minute}, 13:${minute}-17:${minute}`];
};

it.each([
  ['the hours of the business', () => null, []],
  ['hours of their own and absences', ownHours, [{ from: '2199-07-09T12:00', to: '2199-07-10' }]],
])('a month of thousands of people with %s leaves the event loop to others', async (_, hours, timeOff) => {
  const times = takenTimes(hours, timeOff);
  const turns: number[] = [];
  // The first round compiles, and the garbage collector may take a turn of its own.
  for (let round = 0; round < 3; round++) {
    turns.push(
      await longestTurn(async () => {
        const { reasons } = await whyNone(window, times);
        expect(reasons).not.toEqual([]);
      }),
    );
  }
  // With the calendar library for each person and day, a turn took seconds; with the hours of all people merged at once, 0.1 s.
  expect(Math.min(...turns)).toBeLessThan(70);
});
