import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import { randomExamples } from '../../support/engines.ts';
import { startHttp } from '../../support/session.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { type BothWays, comparable, expectSame, startBothWays } from './support/both-ways.ts';
import { FIRST, searchedBusiness } from './support/business.ts';

let both: BothWays;
const searched = searchedBusiness(7, { contacts: 120, bookings: 260, calls: 240 });
/** To every fourth past booking the customer did not come. */
const business = {
  ...searched,
  bookings: searched.bookings.map((booking, index) =>
    index % 4 === 0 && booking.status === 'confirmed' && Date.parse(booking.start_time) < Date.now()
      ? { ...booking, status: 'no_show' }
      : booking,
  ),
};

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
  status: ['active', 'confirmed', 'Cancelled', 'no_show'],
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

const CONTACTS = {
  ...PAGING,
  last_visit_before: [day(4), day(10), day(14)],
  no_appointment_ahead: [true, false],
  service_id: ['sv_0', 'Filling', 'sv_3'],
};

describe('filtered lists of a platform that searches them itself', () => {
  it.each([
    ['list_bookings', BOOKINGS, 50],
    ['list_calls', CALLS, 60],
    ['list_contacts', CONTACTS, 30],
  ] as const)(
    '%s answers random questions as a scan of the whole list does',
    async (tool, choices, count) => {
      const cases = randomExamples(count);
      const random = randomOf(11);
      let found = 0;
      for (let round = 0; round < cases; round++) {
        const args = randomArguments(random, choices, 0.3);
        // Without any of them the platform's pages are returned as they are.
        if (Object.keys(args).every((name) => name === 'per_page')) continue;
        found += (await expectSame(both, tool, { per_page: 60, ...args })) > 0 ? 1 : 0;
      }
      expect(found).toBeGreaterThan(cases / 4);
    },
    120_000,
  );

  it.each([
    ['list_bookings', { status: 'no-show' }],
    ['list_bookings', { status: 'canceled', from: day(300) }],
    ['list_bookings', { service_id: 'sv_9' }],
    ['list_bookings', { service_id: 'sv_4' }],
    ['list_bookings', { service_id: 'Clean' }],
    ['list_bookings', { staff_id: 'Carla' }],
    ['list_bookings', { staff_id: 'Meyer' }],
    ['list_bookings', { contact_id: 'ct_none' }],
    ['list_contacts', { service_id: 'sv_4' }],
    ['list_contacts', { service_id: 'sv_9' }],
    ['list_contacts', { service_id: 'Clean' }],
    ['list_calls', { status: 'answered' }],
    ['list_calls', { status: 'missed' }],
    ['list_calls', { direction: 'sideways' }],
    ['list_calls', { outcome: 'booked!', from: day(300) }],
    ['list_calls', { language: 'fr' }],
    ['list_calls', { language: 'es_AR', sort: 'duration' }],
  ])('%s %j is refused, or not, in the same words', async (tool, args) => {
    await expectSame(both, tool, args);
  });

  it.each([{ no_appointment_ahead: true }, { last_visit_before: day(4), service_id: 'sv_0' }])(
    'list_contacts %j is refused with the scope read:bookings to a key without it',
    async (args) => {
      const key = await both.platform.key(ALL_SCOPES.filter((scope) => scope !== 'read:bookings'));
      const session = await startHttp({
        RCPT_API_KEY: key,
        RCPT_BASE_URL: both.platform.url,
        RCPT_TIME_ZONE: 'Europe/Vienna',
      });
      const { text, isError } = await session.client.call('list_contacts', args);
      await session.close();
      expect(isError).toBe(true);
      expect(text).toContain('This call needs the scope read:bookings,');
    },
  );
});

describe('lookup_caller on a platform that searches its lists itself', () => {
  const people = business.contacts.slice(0, 30);
  const queries = [
    ...people.flatMap(({ phone, email }) => [phone, email]).filter((text) => text !== null),
    ...people.map(({ name }) => name).filter((name) => name.trim().length > 1),
    ...['ana', 'anna lena', 'annalena gross', 'zoe oconnell', 'DIAZ ana', '小龙', 'no such person', 'x@example.com'],
    ...['0660 1299999', '+43 (0)660 1200001', 'PERSON7@EXAMPLE.COM', '\u202a+43 660 1200001\u202c'],
  ];

  it('answers as scans of the lists do, with seven requests at most', async () => {
    let [single, several, none, missing] = [0, 0, 0, 0];
    for (const query of new Set(queries)) {
      const before = both.requests();
      const [asked, scanned] = await Promise.all([
        both.asking.call('lookup_caller', { query }),
        both.scanning.call('lookup_caller', { query }),
      ]);
      expect(both.requests() - before, query).toBeLessThanOrEqual(7);
      expect(comparable(asked), query).toEqual(comparable(scanned));
      const total = asked.data.total_matches as number;
      if (asked.data.no_shows !== undefined) missing++;
      if (total === 1) single++;
      else if (total > 1) several++;
      else none++;
    }
    expect(Math.min(single, several, none, missing)).toBeGreaterThan(2);
  }, 60_000);
});
