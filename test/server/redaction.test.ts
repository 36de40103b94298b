import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Resources and completion mask the same data as tools. */
let upstream: Upstream;

const CALLER = { name: 'Ana Bell', email: 'ana.bell@example.com', phone: '+12125550123' };
const CARD = '4111 1111 1111 1111';
const booking = {
  id: 'b1',
  service_id: 's1',
  start_time: '2199-07-01T08:00:00Z',
  contact: CALLER,
  notes: `Card ${CARD}, write to ${CALLER.email}`,
};
const call = {
  id: 'k1',
  phone: CALLER.phone,
  summary: `Gave her card ${CARD}.`,
  transcript: [{ speaker: 'caller', text: `It is ${CARD}, and ${CALLER.email}`, offset_seconds: 1 }],
};

beforeAll(async () => {
  upstream = await startUpstream(({ path }, response) => {
    const [, , , kind = '', id] = path.split(/[/?]/);
    const record = { bookings: booking, contacts: { id: 'c1', ...CALLER }, calls: call }[kind] ?? {};
    const list = id === undefined || id.startsWith('per_page');
    (list ? page([record]) : json(200, { data: record }))({ method: '', path, headers: {}, body: '' }, response);
  });
});
afterAll(() => upstream?.close());

describe.each(['contact', 'strict'])('--redact %s', (level) => {
  let session: HttpSession;
  beforeAll(async () => {
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, ['--redact', level]);
  });
  afterAll(() => session?.close());

  const addresses = ['rcpt://bookings/b1', 'rcpt://contacts/c1', 'rcpt://calls/k1', 'rcpt://calls/k1/transcript'];
  const masked = (text: string) => {
    expect(text).not.toContain(CALLER.email);
    expect(text).not.toContain(CALLER.phone);
    if (level === 'strict') expect(text).not.toContain(CARD);
  };

  it.each(addresses)('masks personal data in %s', async (uri) => {
    const { text } = await session.client.read(uri);
    masked(text);
    // Ids keep working.
    expect(text).toMatch(/\b(b1|c1|k1)\b/);
  });

  it('masks suggestions, and masked data matches no record', async () => {
    const { client } = session;
    const customers = await client.complete({ prompt: 'book_appointment' }, 'customer', 'ana');
    const calls = await client.complete({ prompt: 'summarize_call' }, 'call', '');
    expect(customers).toHaveLength(1);
    expect(calls).toHaveLength(1);
    masked(customers.join() + calls.join());
    expect(await client.complete({ uri: 'rcpt://contacts/{id}' }, 'id', '2125550')).toEqual([]);
    expect(await client.complete({ uri: 'rcpt://calls/{id}' }, 'id', '2125550')).toEqual([]);
    expect(await client.complete({ uri: 'rcpt://contacts/{id}' }, 'id', 'bell')).toEqual(['c1']);
  });
});

describe('cursors of lists', () => {
  const services = Array.from({ length: 3 }, (_, index) => ({
    id: `s${index}`,
    name: `Ana Bell 212 555 012${index} ${'long '.repeat(200)}`,
  }));
  const decoded = (cursor: unknown) => {
    const text = String(cursor);
    const parts = [text, ...text.split('.')];
    return parts.map((part) => `${part}\n${Buffer.from(part, 'base64url').toString('utf8')}`).join('\n');
  };

  it('reveal no name and no number, stay within their length, and continue at another process', async () => {
    const list = await startUpstream(page(services));
    const env = { RCPT_BASE_URL: list.url, RCPT_API_KEY: 'sk_live_x', RCPT_TOOLSETS: 'services' };
    const replicas = await Promise.all([1, 2].map(() => startHttp(env, ['--redact', 'strict'])));
    const found: unknown[] = [];
    let cursor: unknown;
    for (let index = 0; index < services.length; index++) {
      const session = replicas[index % 2] as HttpSession;
      const args = { order: 'asc', per_page: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { data, isError, text } = await session.client.call('list_services', args);
      expect(isError, text).toBe(false);
      found.push(...(data.items as { id: string }[]).map(({ id }) => id));
      cursor = data.cursor;
      if (cursor === undefined) break;
      expect(decoded(cursor)).not.toMatch(/ana|bell|212|555|long/i);
      expect(String(cursor).length).toBeLessThanOrEqual(512);
    }
    expect(found).toEqual(['s0', 's1', 's2']);
    await Promise.all([...replicas.map((session) => session.close()), list.close()]);
  });
});

it('numbers and addresses in a status, an outcome, a language and in names of fields are masked', async () => {
  const planted = {
    id: 'k1',
    started_at: '2020-07-01T08:00:00Z',
    status: '+1-212-555-0123',
    outcome: 'ana.bell(at)example.com',
    language: '4111-1111-1111-1111',
    'ana.bell@example.com': 1,
    '4111 1111 1111 1111': 'first',
    '5555-5555-5555-4444': 'second',
    nested: { 'call 212-555-0123': true },
  };
  const calls = await startUpstream(json(200, { data: planted }));
  const env = { RCPT_BASE_URL: calls.url, RCPT_API_KEY: 'sk_live_x' };
  const session = await startHttp(env, ['--redact', 'strict']);
  const { text, data } = await session.client.call('get_call', { call_id: 'k1' });
  for (const shown of [text, JSON.stringify(data)]) {
    expect(shown).not.toMatch(/ana\.bell|212.?555|4111|5555/);
    expect(shown).toContain('[card number] (2)');
  }
  expect(data.call).not.toHaveProperty('status');
  await session.close();
  await calls.close();
});
