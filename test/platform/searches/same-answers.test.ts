import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { type BothWays, expectSame, startBothWays } from './support/both-ways.ts';
import { FIRST, searchedBusiness } from './support/business.ts';

let both: BothWays;
const business = searchedBusiness(7, { contacts: 120, bookings: 260, calls: 240 });

beforeAll(async () => {
  both = await startBothWays(business, 'list_filters');
}, 60_000);
afterAll(() => both?.close());

const day = (offset: number) => new Date(FIRST + offset * 86_400_000).toISOString().slice(0, 10);

/** Returns random arguments: each of the choices with a probability. */
function randomArguments(random: () => number, choices: Record<string, readonly unknown[]>, probability: number) {
  const chosen = Object.entries(choices).filter(() => random() < probability);
  return Object.fromEntries(chosen.map(([name, values]) => [name, pick(random, values)]));
}

const PAGING = { order: ['asc', 'desc'], per_page: [9, 25, 100] };
const TIMES = { from: [day(0), day(5), day(12)], to: [day(13), day(14), day(60)] };
const contactIds = business.contacts.slice(0, 4).map(({ id }) => id);

const BOOKINGS = {
  ...PAGING,
  ...TIMES,
  service_id: ['sv_0', 'sv_1', 'Filling', 'x-ray'],
  staff_id: ['st_0', 'Ott', 'st_3'],
  contact_id: contactIds,
  status: ['active', 'confirmed', 'Cancelled'],
};
const CALLS = {
  ...PAGING,
  ...TIMES,
  direction: ['inbound', 'OUTBOUND'],
  status: ['completed', 'voicemail', 'missed', 'booked'],
  outcome: ['callback promised', 'booked', 'question'],
  language: ['es', 'es-mx', 'EN', 'und', 'de'],
  has_contact: [true, false],
  min_duration_seconds: [1, 15, 60, 61],
  sort: ['time', 'duration'],
};

describe('filtered lists of a platform that searches them itself', () => {
  it.each([
    ['list_bookings', BOOKINGS, 60],
    ['list_calls', CALLS, 80],
  ] as const)(
    '%s answers random questions as a scan of the whole list does',
    async (tool, choices, cases) => {
      const random = randomOf(11);
      let found = 0;
      for (let round = 0; round < cases; round++) {
        const args = randomArguments(random, choices, 0.3);
        // Without any of them the platform's pages are returned as they are.
        if (Object.keys(args).every((name) => name === 'per_page')) continue;
        found += (await expectSame(both, tool, { per_page: 60, ...args })) > 0 ? 1 : 0;
      }
      expect(found).toBeGreaterThan(cases / 3);
    },
    120_000,
  );

  it.each([
    ['list_bookings', { status: 'no_show' }],
    ['list_bookings', { status: 'canceled', from: '2210-01-01' }],
    ['list_bookings', { service_id: 'sv_9' }],
    ['list_bookings', { service_id: 'sv_4' }],
    ['list_bookings', { service_id: 'Clean' }],
    ['list_bookings', { staff_id: 'Carla' }],
    ['list_bookings', { staff_id: 'Meyer' }],
    ['list_bookings', { contact_id: 'ct_none' }],
    ['list_calls', { status: 'answered' }],
    ['list_calls', { status: 'missed' }],
    ['list_calls', { direction: 'sideways' }],
    ['list_calls', { outcome: 'booked!', from: '2210-01-01' }],
    ['list_calls', { language: 'fr' }],
    ['list_calls', { language: 'es_AR', sort: 'duration' }],
  ])('%s %j is refused, or not, in the same words', async (tool, args) => {
    await expectSame(both, tool, args);
  });
});
