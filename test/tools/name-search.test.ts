import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMES, OTHER_NAMES } from '../support/names.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { page, startUpstream, type Upstream } from '../support/upstream.ts';

/** One search for names and numbers in all tools, in front of a platform that has them in its own writing. */
const STORED = [...NAMES.map(([stored]) => stored), ...OTHER_NAMES];
const phoneOf = (index: number) => `+1201555${String(index + 100).padStart(4, '0')}`;
const contacts = STORED.map((name, index) => ({ id: `con_${index}`, name, phone: phoneOf(index) }));
const bookings = STORED.map((name, index) => ({
  id: `bk_${index}`,
  service_id: 'svc_1',
  status: 'confirmed',
  start_time: `2199-12-02T${String(index % 24).padStart(2, '0')}:00:00Z`,
  contact: { name, phone: phoneOf(index) },
}));

let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://upstream');
    const lists: Record<string, readonly object[]> = {
      contacts,
      bookings,
      calls: [],
      services: [
        { id: 'svc_1', name: 'Crème-Behandlung' },
        { id: 'svc_2', name: 'Cleaning' },
      ],
    };
    const list = lists[pathname.split('/').at(-1) ?? ''];
    if (!list) return void response.writeHead(404).end('{"error":"not_found","message":"no"}');
    const perPage = Number(searchParams.get('per_page') ?? 25);
    const end = Number(searchParams.get('page') ?? 1) * perPage;
    const meta = { page: end / perPage, per_page: perPage, total: list.length, has_more: end < list.length };
    page(list.slice(end - perPage, end), meta)({ path, method: 'GET', headers: {}, body: '' }, response);
  });
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_test',
    RCPT_DEFAULT_COUNTRY: 'US',
  });
});
afterAll(async () => {
  await session?.close();
  await upstream?.close();
});

async function found(tool: string, args: Record<string, unknown>): Promise<string[]> {
  const { data, text, isError } = await session.client.call(tool, { ...args, per_page: 100 });
  expect(isError, text).toBe(false);
  return (data.items as { name?: string; contact_name?: string }[]).map((item) => item.contact_name ?? item.name ?? '');
}

describe('a name in another writing', () => {
  it('finds exactly its contact and its booking, in twelve scripts', async () => {
    for (const [stored, ...writings] of NAMES) {
      for (const query of writings) {
        expect(await found('list_contacts', { query }), query).toEqual([stored]);
        expect(await found('list_bookings', { query }), query).toEqual([stored]);
      }
    }
  });

  it('finds exactly its contact in lookup_caller, with their bookings', async () => {
    for (const [stored, writing] of NAMES) {
      const { data, text } = await session.client.call('lookup_caller', { query: writing });
      expect(
        (data.matches as { name: string }[]).map(({ name }) => name),
        `${writing}\n${text}`,
      ).toEqual([stored]);
      expect(data.next_bookings ?? data.last_bookings, writing).toBeDefined();
    }
  });

  it('finds a service', async () => {
    const { data } = await session.client.call('list_services', { query: 'creme behandlung' });
    expect(data.items).toMatchObject([{ id: 'svc_1' }]);
  });
});

describe('a telephone number', () => {
  const first = contacts[0] as { name: string };

  it.each([
    '201 555 0100',
    '(201) 555-0100',
    '+12015550100',
    '0100',
    'two oh one, five five five, oh one zero zero',
    '٢٠١٥٥٥٠١٠٠',
  ])('is found as %j, and no number that has only parts of it', async (query) => {
    expect(await found('list_contacts', { query })).toEqual([first.name]);
  });

  it.each(['555 01', '2015', '120155501'])('is not found by digits from its middle: %j', async (query) => {
    expect(await found('list_contacts', { query })).toEqual([]);
  });

  it.each(['two oh one five five five oh one zero zero', '201.555.0100'])('finds its caller as %j', async (query) => {
    const { data, text } = await session.client.call('lookup_caller', { query });
    expect(data.matches, text).toMatchObject([{ name: first.name }]);
  });
});
