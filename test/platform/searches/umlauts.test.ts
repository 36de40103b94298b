import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import { type BothWays, expectSame, startBothWays } from './support/both-ways.ts';
import { searchedBusiness } from './support/business.ts';

const NAMES = [
  'Jürgen Müller',
  'Juergen Mueller',
  'Jurgen Muller',
  'Käthe Jørgensen',
  'Kaethe Joergensen',
  'Manuel Weiß',
];
const SAID = [
  'Hier ist Jürgen Müller.',
  'Hier ist Juergen Mueller.',
  'Hier ist Jurgen Muller.',
  'Die Quelle, Herr Bauer.',
];

/** A contact, a booking and a call for each name. */
function businessWithUmlauts(): DemoBusiness {
  const plain = searchedBusiness(3, { contacts: NAMES.length, bookings: NAMES.length, calls: NAMES.length });
  const contacts = plain.contacts.map((contact, index) => ({ ...contact, name: NAMES[index] as string }));
  return {
    ...plain,
    contacts,
    bookings: plain.bookings.map((booking, index) => {
      const { id, name, email, phone } = contacts[index] as (typeof contacts)[number];
      return { ...booking, contact_id: id, contact: { name, email, phone } };
    }),
    calls: plain.calls.map((call, index) => ({
      ...call,
      contact_id: contacts[index]?.id ?? null,
      transcript: SAID.slice(index, index + 1).map((text) => ({ speaker: 'caller', text, offset_seconds: 1 })),
    })),
  };
}

let both: BothWays;
beforeAll(async () => {
  both = await startBothWays(businessWithUmlauts(), 'list_filters', 'call_search');
}, 60_000);
afterAll(() => both?.close());

const CASES: [query: string, names: string[]][] = [
  ['Mueller', ['Jürgen Müller', 'Juergen Mueller']],
  ['müller', ['Jürgen Müller', 'Juergen Mueller', 'Jurgen Muller']],
  ['muller', ['Jürgen Müller', 'Jurgen Muller']],
  ['juergen muell', ['Jürgen Müller', 'Juergen Mueller']],
  ['"Juergen Mueller"', ['Jürgen Müller', 'Juergen Mueller']],
  ['Kaethe Jørgensen', ['Käthe Jørgensen', 'Kaethe Joergensen']],
  ['Weiss', ['Manuel Weiß']],
  ['Manuel', ['Manuel Weiß']],
  ['Manul', []],
];

describe.each(CASES)('the query %s', (query, names) => {
  it.each([
    ['list_contacts', 'name'],
    ['list_bookings', 'contact_name'],
    ['list_calls', 'contact_name'],
  ])('finds the names in %s, however the platform is read', async (tool, field) => {
    expect(await expectSame(both, tool, { query, per_page: 50 })).toBe(names.length);
    const { data } = await both.asking.call(tool, { query, per_page: 50 });
    const found = (data.items as Record<string, string>[] | undefined)?.map((item) => item[field]) ?? [];
    expect(found.sort()).toEqual([...names].sort());
  });
});

it.each([
  ['Mueller', 2],
  ['müller', 3],
  ['"ist Juergen Mueller"', 2],
  ['"jürgen müller"', 3],
  ['Quelle', 1],
  ['Baur', 0],
])('search_calls finds the query %s in %i calls, however the platform is read', async (query, count) => {
  const answers = await Promise.all(
    [both.asking, both.scanning].map((client) => client.call('search_calls', { query })),
  );
  for (const { data, text } of answers) expect(data.items, text).toHaveLength(count);
});

it('lookup_caller finds a person by the name with an umlaut, and with two letters', async () => {
  for (const client of [both.asking, both.scanning])
    for (const query of ['Kaethe Joergensen', 'Käthe Jørgensen']) {
      const { text } = await client.call('lookup_caller', { query });
      expect(text).toContain('Käthe Jørgensen');
      expect(text).toContain('Kaethe Joergensen');
    }
});
