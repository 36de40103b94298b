import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import { randomExamples } from '../../support/engines.ts';
import { startHttp } from '../../support/session.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { type BothWays, comparable, expectSame, startBothWays } from './support/both-ways.ts';
import { searchedBusiness } from './support/business.ts';
import { randomQuery, randomText } from './support/spoken-business.ts';

let both: BothWays;

/** Bookings and calls about which something random is written. */
function businessWithTexts(seed: number): DemoBusiness {
  const random = randomOf(seed);
  const plain = searchedBusiness(seed, { contacts: 60, bookings: 220, calls: 200 });
  return {
    ...plain,
    contacts: plain.contacts.map((contact, index) => ({
      ...contact,
      name: random() < 0.1 ? `${randomText(random).slice(0, 40)} ${index}` : contact.name,
    })),
    bookings: plain.bookings.map((booking) => ({ ...booking, notes: random() < 0.4 ? randomText(random) : '' })),
    calls: plain.calls.map((call) => ({ ...call, summary: random() < 0.5 ? randomText(random) : null })),
  };
}

const business = businessWithTexts(41);
beforeAll(async () => {
  both = await startBothWays(business, 'list_filters');
}, 60_000);
afterAll(() => both?.close());

type Body = { data: never; meta: Record<string, unknown> };
const api = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
  const response = await fetch(`${both.platform.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${both.key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, `${method} ${path}`).toBe(200);
  return (await response.json()) as Body;
};
const idsFor = async (list: 'bookings' | 'calls', query: string) => {
  const { data } = await api(`${list}?query=${encodeURIComponent(query)}&per_page=100`);
  return (data as { id: string }[]).map(({ id }) => id);
};

/** What people ask for: a part of a text, of a name, or of both. */
function queryOf(random: () => number): string {
  const name = () => pick(random, business.contacts).name.trim();
  const other = () => pick(random, [...business.services, ...business.staff]).name;
  return pick(random, [
    () => randomQuery(random),
    name,
    other,
    () => `${other()} ${name().split(' ')[0]}`,
    () => `${pick(random, ['cancelled', 'confirmed', 'inbound', 'booked', 'missed'])} ${name().slice(0, 4)}`,
  ])();
}

const FILTERS = {
  list_bookings: { status: ['active', 'cancelled'], service_id: ['sv_0', 'Filling'], staff_id: ['st_0'] },
  list_calls: { outcome: ['booked', 'question'], sort: ['time', 'duration'], has_contact: [true, false] },
};

const [booking, call] = [business.bookings[3], business.calls.find(({ contact_id }) => contact_id !== null)];

describe('lists of bookings and calls with words', () => {
  it.each(['list_bookings', 'list_calls'] as const)(
    '%s answers random queries as a scan of the whole list does',
    async (tool) => {
      const random = randomOf(43);
      let found = 0;
      const rounds = randomExamples(70);
      for (let round = 0; round < rounds; round++) {
        const query = queryOf(random);
        if (query.trim() === '') continue;
        const filters = Object.entries<readonly unknown[]>(FILTERS[tool]).filter(() => random() < 0.2);
        const args = {
          query,
          ...Object.fromEntries(filters.map(([name, values]) => [name, pick(random, values)])),
          ...(random() < 0.4 ? { order: pick(random, ['asc', 'desc']) } : {}),
          per_page: pick(random, [7, 30, 100]),
        };
        found += (await expectSame(both, tool, args)) > 0 ? 1 : 0;
      }
      expect(found).toBeGreaterThan(rounds / 3);
    },
    120_000,
  );

  it.each([
    ['bookings', ['week', 'status']],
    ['calls', ['month', 'outcome']],
  ])(
    'summarize_activity counts the %s that match random queries as a scan does',
    async (kind, group_by) => {
      const random = randomOf(47);
      let counted = 0;
      const rounds = randomExamples(25);
      for (let round = 0; round < rounds; round++) {
        const args = { kind, query: queryOf(random) || 'ana', group_by, from: '2000-01-01', to: '2100-01-01' };
        const [asked, scanned] = await Promise.all([
          both.asking.call('summarize_activity', args),
          both.scanning.call('summarize_activity', args),
        ]);
        expect(comparable(asked), args.query).toEqual(comparable(scanned));
        counted += ((asked.data[kind] as { count: number } | undefined)?.count ?? 0) > 0 ? 1 : 0;
      }
      expect(counted).toBeGreaterThan(rounds / 3);
    },
    60_000,
  );

  it.each([
    ['list_bookings', 'the name of its service', 'deep clean'],
    ['list_bookings', 'the name of a person who works here', 'ott'],
    ['list_bookings', 'words of two names and the status', 'filling ben cancelled'],
    ['list_bookings', 'a phrase across two names', '"filling ben"'],
    ['list_bookings', 'the last digits of a telephone number', '00017'],
    ['list_bookings', 'an e-mail address', 'person7@example.com'],
    ['list_bookings', 'its id', ` ${booking?.id} `],
    ['list_bookings', 'a part of its id', booking?.id.slice(0, -1)],
    ['list_bookings', 'the id of a service', 'sv_2'],
    ['list_bookings', 'the id of a contact', booking?.contact_id],
    ['list_bookings', 'its day', booking?.start_time.slice(0, 10)],
    ['list_bookings', 'nothing but punctuation', '...'],
    ['list_bookings', 'a word that none has', 'zzzzqq'],
    ['list_bookings', 'one letter', 'a'],
    ['list_calls', 'the name of a contact', 'zoe oconnell'],
    ['list_calls', 'a name and an outcome', 'diaz booked'],
    ['list_calls', 'a telephone number', '0660 1200001'],
    ['list_calls', 'its id', call?.id],
    ['list_calls', 'the id of a contact', call?.contact_id],
    ['list_calls', 'a language', 'es-mx'],
    ['list_calls', 'a word that none has', 'zzzzqq'],
  ])('%s finds the same records by %s', async (tool, _what, query) => {
    await expectSame(both, tool, { query, per_page: 100 });
  });

  it('finds records by the whole ids that they have, and by no part of them', async () => {
    const ofService = business.bookings.filter(({ service_id }) => service_id === 'sv_1');
    expect((await api('bookings?query=sv_1&per_page=1')).meta.total).toBe(ofService.length);
    expect(await idsFor('bookings', 'sv_')).toEqual([]);
    expect(await idsFor('bookings', booking?.id ?? '')).toEqual([booking?.id]);
    expect(await idsFor('calls', call?.id ?? '')).toEqual([call?.id]);
    const ofContact = business.calls.filter(({ contact_id }) => contact_id === call?.contact_id).map(({ id }) => id);
    expect((await idsFor('calls', call?.contact_id ?? '')).sort()).toEqual(ofContact.sort());
  });

  it('finds no call by what was said in it: search_calls does', async () => {
    const spoken = business.calls.flatMap(({ transcript }) => transcript);
    expect(spoken).toEqual([]);
    expect(await idsFor('calls', 'receptionist')).toEqual([]);
  });

  it('asks the platform once for a page', async () => {
    for (const tool of ['list_bookings', 'list_calls']) {
      await both.asking.call(tool, { query: 'diaz', per_page: 1 });
      const before = both.requests();
      const { data } = await both.asking.call(tool, { query: 'diaz', per_page: 5 });
      expect(data.items, tool).toHaveLength(5);
      expect(both.requests() - before, tool).toBeLessThanOrEqual(2);
    }
  });

  it('finds nothing for U+0000', async () => {
    for (const list of ['bookings', 'calls'] as const) {
      expect(await idsFor(list, '\0')).toEqual([]);
      expect(await idsFor(list, 'zzzzqq\0')).toEqual([]);
    }
  });
});

describe('list_calls with the name of a contact', () => {
  const named = 'Quirina Testova';
  let contact: string;
  beforeAll(async () => {
    contact = call?.contact_id ?? '';
    await api(`contacts/${contact}`, { name: named }, 'PUT');
  });

  it('finds calls by the name at present', async () => {
    const ofContact = business.calls.filter(({ contact_id }) => contact_id === contact).map(({ id }) => id);
    expect((await idsFor('calls', 'quirina test')).sort()).toEqual(ofContact.sort());
    await api(`contacts/${contact}`, { name: 'Renamed Otherwise' }, 'PUT');
    expect(await idsFor('calls', 'quirina')).toEqual([]);
    expect((await idsFor('calls', 'renamed')).sort()).toEqual(ofContact.sort());
    await expectSame(both, 'list_calls', { query: 'renamed' });
    await api(`contacts/${contact}`, { name: named }, 'PUT');
  });

  it.each([
    ['a key that may not read contacts', { scopes: ALL_SCOPES.filter((scope) => scope !== 'read:contacts'), env: {} }],
    ['a caller without the tools for contacts', { scopes: ALL_SCOPES, env: { RCPT_TOOLSETS: 'account,calls' } }],
  ])('finds none for %s', async (_who, { scopes, env }) => {
    const session = await startHttp({
      RCPT_BASE_URL: both.platform.url,
      RCPT_API_KEY: await both.platform.key(scopes),
      RCPT_TIME_ZONE: 'Europe/Vienna',
      ...env,
    });
    const { data } = await session.client.call('list_calls', { query: 'quirina' });
    const { data: counted } = await session.client.call('summarize_activity', {
      kind: 'calls',
      query: 'quirina',
      from: '2000-01-01',
    });
    await session.close();
    expect(data).toMatchObject({ items: [], total: 0, complete: true });
    expect(counted).toMatchObject({ calls: { count: 0 } });
  });
});

describe('a search for a booking', () => {
  const book = (notes: string, start_time: string) =>
    api('bookings', {
      service_id: 'sv_0',
      staff_id: 'st_0',
      start_time,
      notes,
      contact: { name: 'Ulrika Windisch', email: 'ulrika@example.com' },
    });

  it('finds what it says now, and not what it said before', async () => {
    const { data } = await book('bring the blueprints', '2199-01-07T10:00:00Z');
    const { id } = data as { id: string };
    for (const query of ['blueprint', 'ulrika cleaning', 'windisch confirmed', 'anna meyer ulrika@example.com'])
      expect(await idsFor('bookings', query), query).toEqual([id]);
    await api(`bookings/${id}`, { notes: 'no paper', contact: { name: 'Ulrika Neumann' } }, 'PUT');
    for (const query of ['blueprint', 'windisch']) expect(await idsFor('bookings', query), query).toEqual([]);
    for (const query of ['no paper', 'neumann confirmed']) expect(await idsFor('bookings', query), query).toEqual([id]);
    await api(`bookings/${id}/cancel`, {});
    expect(await idsFor('bookings', 'neumann confirmed')).toEqual([]);
    expect(await idsFor('bookings', 'neumann cancelled')).toEqual([id]);
    await expectSame(both, 'list_bookings', { query: 'neumann' });
  });

  it('finds it by the name that its service has now', async () => {
    const { data } = await book('renamed service', '2199-01-07T12:00:00Z');
    const { id } = data as { id: string };
    await api('business/apply', { business: { services: [{ id: 'sv_0', name: 'Polishing' }] } });
    expect(await idsFor('bookings', 'polishing "renamed service"')).toEqual([id]);
    expect(await idsFor('bookings', 'cleaning "renamed service"')).toEqual([]);
    await expectSame(both, 'list_bookings', { query: 'polish', per_page: 100 });
  });
});
