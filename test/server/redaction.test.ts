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
