import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import { randomExamples } from '../../support/engines.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { type BothWays, comparable, expectSame, startBothWays } from './support/both-ways.ts';
import { searchedBusiness } from './support/business.ts';
import { randomQuery, randomText } from './support/spoken-business.ts';

let both: BothWays;
let business: DemoBusiness;

/** Contacts with further fields, in which something random is said. One looks secret. */
function businessWithNotes(seed: number): DemoBusiness {
  const random = randomOf(seed);
  const plain = searchedBusiness(seed, { contacts: 300, bookings: 30, calls: 1 });
  return {
    ...plain,
    contacts: plain.contacts.map((contact, index) => ({
      ...contact,
      name: random() < 0.2 ? `${randomText(random).slice(0, 60)} ${index}` : contact.name,
      notes: random() < 0.5 ? randomText(random) : '',
      door_code: random() < 0.3 ? `four two ${pick(random, ['seven', 'oh'])} one` : null,
      access_token: `hidden${index % 7} cleaning`,
      visits_a_year: index % 5,
    })),
  };
}

beforeAll(async () => {
  business = businessWithNotes(23);
  both = await startBothWays(business, 'list_filters');
}, 60_000);
afterAll(() => both?.close());

const api = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${both.platform.url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${both.key}`, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as { data: never; meta: Record<string, unknown> } };
};
const idsFor = async (query: string) => {
  const { status, body } = await api(`/v1/contacts?query=${encodeURIComponent(query)}&per_page=100`);
  expect(status, query).toBe(200);
  return (body.data as { id: string }[]).map(({ id }) => id);
};

describe('list_contacts with words', () => {
  it('answers random queries as a scan of all contacts does, in both orders and with visits', async () => {
    const random = randomOf(29);
    let found = 0;
    const rounds = randomExamples(60);
    for (let round = 0; round < rounds; round++) {
      const query = random() < 0.3 ? pick(random, business.contacts).name.trim() : randomQuery(random);
      if (query.trim() === '') continue;
      const args = {
        query,
        ...(random() < 0.4 ? { order: pick(random, ['asc', 'desc']) } : {}),
        ...(random() < 0.2 ? { no_appointment_ahead: true } : {}),
        per_page: pick(random, [9, 60, 100]),
      };
      found += (await expectSame(both, 'list_contacts', args)) > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(rounds * 0.4);
  }, 120_000);

  it.each([
    ['the last digits of a telephone number', '00017'],
    ['an e-mail address', 'person7@example.com'],
    ['a part of an e-mail address', 'rson7@exam'],
    ['a number that is spelled out', '4271'],
    ['a number in words', 'four two oh one'],
    ['a name without accents', 'diaz ana'],
    ['a hyphenated name as one word', 'annalena'],
    ['a name of one character', '李'],
    ['nothing but punctuation', '...'],
    ['a value that looks secret', 'hidden3'],
    ['words of which only the secret value has one', 'hidden3 cleaning'],
    ['no word of any contact', 'zzzzqq'],
    ['the time of its creation', '2026'],
    ['a part of ids', 'ct_'],
  ])('finds the same contacts by %s', async (_what, query) => {
    await expectSame(both, 'list_contacts', { query, per_page: 100 });
  });

  it('finds a contact by its whole id, and by no part of it', async () => {
    const { id } = pick(randomOf(3), business.contacts);
    expect(await idsFor(id)).toEqual([id]);
    expect(await expectSame(both, 'list_contacts', { query: ` ${id} ` })).toBe(1);
    expect(await expectSame(both, 'list_contacts', { query: id.slice(0, -1) })).toBe(0);
  });

  it('finds nothing for U+0000', async () => {
    expect(await idsFor('\0')).toEqual([]);
    expect(await idsFor('zzzzqq\0')).toEqual([]);
  });

  it('finds nothing in fields that look secret, also in totals', async () => {
    const { body } = await api('/v1/contacts?query=hidden3');
    expect(body).toMatchObject({ data: [], meta: { total: 0, has_more: false } });
  });

  it('asks the platform once for a page', async () => {
    const before = both.requests();
    const { data } = await both.asking.call('list_contacts', { query: 'diaz', per_page: 5 });
    expect(data.items).toHaveLength(5);
    expect(both.requests() - before).toBeLessThanOrEqual(2);
  });

  it('finds what a contact says now, and not what it said before', async () => {
    const created = await api('/v1/contacts', {
      method: 'POST',
      body: JSON.stringify({ name: 'Quendolyn Xaverova', phone: '+436609876543', notes: 'prefers mornings-only' }),
    });
    const { id } = created.body.data as { id: string };
    for (const query of ['xaver', '6543', '"mornings only"', 'morningsonly', 'endolyn 9876543'])
      expect(await idsFor(query), query).toEqual([id]);
    await api(`/v1/contacts/${id}`, {
      method: 'PUT',
      body: JSON.stringify({ name: 'Quendolyn Yvesdotter', notes: 'evenings', phone: null }),
    });
    for (const query of ['xaver', '9876543', 'morningsonly']) expect(await idsFor(query), query).toEqual([]);
    for (const query of ['yvesd', 'quendolyn evenings']) expect(await idsFor(query), query).toEqual([id]);
    await expectSame(both, 'list_contacts', { query: 'quendolyn' });
  });
});

describe('lookup_caller with a name', () => {
  it('answers as a scan of all contacts does', async () => {
    const random = randomOf(31);
    for (let round = 0; round < randomExamples(25); round++) {
      const words = pick(random, business.contacts).name.split(/\s+/);
      const query = random() < 0.5 ? words.join(' ') : pick(random, words).slice(0, 5);
      if (query.trim().length < 2) continue;
      const [asked, scanned] = await Promise.all([
        both.asking.call('lookup_caller', { query }),
        both.scanning.call('lookup_caller', { query }),
      ]);
      expect(comparable(asked), query).toEqual(comparable(scanned));
    }
  }, 60_000);
});
