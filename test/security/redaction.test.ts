import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/proxy.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream } from '../support/upstream.ts';
import { legible } from './legible.ts';

/** `--redact` in the built program with the demo business, whose callers dictate card and account numbers. */
let platform: StartedPlatform;
let proxy: RecordingProxy;
let key: string;
const sessions = {} as Record<'off' | 'contact' | 'strict', HttpSession>;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  proxy = await startRecordingProxy(platform.url, { withoutExtensions: true });
  key = await platform.key();
  const env = { RCPT_BASE_URL: proxy.url, RCPT_API_KEY: key, RCPT_DEFAULT_COUNTRY: 'US', RCPT_MAX_TOKENS: '100000' };
  await Promise.all(
    (['off', 'contact', 'strict'] as const).map(async (level) => {
      sessions[level] = await startHttp(env, ['--redact', level]);
    }),
  );
});
afterAll(async () => {
  await Promise.all(Object.values(sessions).map((session) => session.close()));
  await proxy?.close();
  await platform?.close();
});

async function call(level: keyof typeof sessions, name: string, args: Record<string, unknown> = {}) {
  const answer = await sessions[level].client.call(name, args);
  expect(answer.isError, answer.text).toBe(false);
  return answer;
}

interface Turn {
  turn: number;
  speaker: string;
  text: string;
}

describe('redaction of transcripts', () => {
  /** Turns of every demo call, original and masked. */
  const calls: { id: string; off: Turn[]; strict: Turn[] }[] = [];
  const bySpeaker = (turns: Turn[], speaker: string) =>
    turns
      .filter((turn) => turn.speaker === speaker)
      .map((turn) => turn.text)
      .join(' ');

  beforeAll(async () => {
    for (let page = 1, more = true; more; page++) {
      const { data } = await call('off', 'list_calls', { page, per_page: 100 });
      more = data.has_more === true;
      for (const { id } of data.items as { id: string }[]) {
        const [off, strict] = await Promise.all(
          (['off', 'strict'] as const).map(async (level) => {
            const answer = await call(level, 'get_call_transcript', { call_id: id });
            return answer.data.turns as Turn[];
          }),
        );
        calls.push({ id, off: off ?? [], strict: strict ?? [] });
      }
    }
  });

  it('removes the cards, accounts and social security numbers of the demo business at level strict', () => {
    const said = calls.filter(({ off }) => legible(bySpeaker(off, 'caller'), 9).length > 0);
    expect(said.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'call_1001',
        'call_1051',
        'call_1053',
        'call_1070',
        'call_1091',
        'call_1113',
        'call_1119',
      ]),
    );
    // What is left below that are prices, times and tooth numbers.
    for (const { id, strict } of calls)
      for (const speaker of ['caller', 'receptionist']) expect(legible(bySpeaker(strict, speaker), 11), id).toEqual([]);
  });

  it('leaves all other text unchanged', () => {
    const touched = calls.flatMap(({ off, strict }) =>
      off.flatMap((turn, index) => (turn.text === strict[index]?.text ? [] : [turn.text])),
    );
    const reasons = (text: string) =>
      legible(text, 5).length > 0 || /\bat\W{1,3}\w+\W{1,3}dot \w+/i.test(text) || /\bcode\b/.test(text);
    expect(touched.filter((text) => !reasons(text))).toEqual([]);
    expect(touched.length).toBeLessThan(calls.length);
    for (const { off, strict } of calls) expect(strict.map(({ turn }) => turn)).toEqual(off.map(({ turn }) => turn));
  });

  it('masks a slice of a transcript like the whole', async () => {
    const whole = calls.find(({ id }) => id === 'call_1070')?.strict ?? [];
    for (const { turn, text } of whole) {
      const { data } = await call('strict', 'get_call_transcript', {
        call_id: 'call_1070',
        from_turn: turn,
        max_turns: 1,
      });
      expect(field(data, 'turns', 0, 'text')).toBe(text);
    }
  });

  it('prevents that a search matches masked text', async () => {
    const query = { query: '"four two four two"' };
    expect((await call('off', 'search_calls', query)).data.items).not.toEqual([]);
    expect((await call('strict', 'search_calls', query)).data.items).toEqual([]);
  });
});

describe.each(['contact', 'strict'] as const)('redaction at level %s', (level) => {
  it.each([
    ['list_contacts', {}],
    ['list_bookings', { detail: 'full', per_page: 100 }],
    ['list_calls', { per_page: 100 }],
    ['lookup_caller', { query: 'Delgado' }],
    ['search_calls', { query: 'card' }],
  ])('%s shows no address and no telephone number', async (name, args) => {
    const open = JSON.stringify((await call('off', name, args)).data);
    expect(open).toMatch(/\+1\d{10}/);
    const { data, text } = await call(level, name, args);
    for (const shown of [JSON.stringify(data), text]) {
      expect(shown).not.toMatch(/\+1\d{10}|[\w.+-]{2,}@/);
      expect(shown).toMatch(/\+1…\d{4}/);
    }
  });

  it('accepts ids and telephone numbers that the user knows', async () => {
    const { data } = await call('off', 'list_contacts', {});
    const { id, phone, email, name } = field(data, 'items', 0) as Record<string, string>;
    expect(field((await call(level, 'get_contact', { contact_id: id })).data, 'contact')).toMatchObject({ id, name });
    for (const query of [phone, email]) {
      if (query)
        expect(JSON.stringify((await call(level, 'lookup_caller', { query })).data.matches)).toContain(`"${id}"`);
    }
  });

  it('writes the original value back in an update, not the mask', async () => {
    const contact = { name: 'Robin 212-555-0123', email: 'robin.tester@example.com', phone: '+12125550187' };
    const notes = 'Card 4242 4242 4242 4242, social 987-65-4321, write to robin.tester@example.com';
    const api = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${platform.url}/api/v1${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return ((await answer.json()) as { data: Record<string, unknown> }).data;
    };
    const { data } = await call('off', 'list_services', { query: 'Cleaning' });
    const service_id = field(data, 'items', 0, 'id');
    // Each level on a day of its own.
    const day = openHour(level === 'strict' ? 0 : 8).slice(0, 10);
    const start_time = `${day}T15:00:00Z`;
    const booked = await api('POST', '/bookings', { service_id, start_time, contact, notes });

    const moved = await call(level, 'update_booking', {
      booking_id: booked.id,
      start_time: start_time.replace('T15', 'T18'),
    });
    expect(JSON.stringify(moved)).not.toMatch(/robin\.tester|2125550187|212-555-0123/);
    if (level === 'strict') expect(JSON.stringify(moved)).not.toMatch(/4242|4321/);
    const put = JSON.parse(proxy.received.findLast(({ method }) => method === 'PUT')?.body ?? '{}');
    expect(put).toMatchObject({ contact, notes });
    expect(await api('GET', `/bookings/${booked.id}`)).toMatchObject({ contact, notes });

    const made = await api('POST', '/contacts', { ...contact, phone: '+12125550188' });
    await call(level, 'update_contact', { contact_id: made.id, name: 'Robin Tester' });
    expect(await api('GET', `/contacts/${made.id}`)).toMatchObject({
      name: 'Robin Tester',
      email: contact.email,
      phone: '+12125550188',
    });
    await call(level, 'cancel_booking', { booking_id: booked.id });
  });
});

it.each([
  ['update_booking', { booking_id: 'bk_1', notes: 'Card [card number], call …0123' }, 'notes'],
  ['update_contact', { contact_id: 'ct_1', additional_fields: { remark: 'see a…@example.com' } }, 'additional_fields'],
  ['create_contact', { name: 'Ana +1…0123' }, 'name'],
])('%s refuses a mask as an argument', async (name, args, argument) => {
  const requests = proxy.received.length;
  const answer = await sessions.contact.client.call(name, args);
  expect(answer.isError).toBe(true);
  expect(answer.text).toMatch(
    new RegExp(`^${argument}: ".*" is a mask, and would replace the masked value on the platform.*Nothing was changed`),
  );
  expect(proxy.received.length).toBe(requests);
  // Without masking, such a text is ordinary.
  expect((await sessions.off.client.call(name, args)).text).not.toContain('masked');
});

it('redaction masks undocumented fields by their text and by their names', async () => {
  const upstream = await startUpstream(
    json(200, {
      data: {
        id: 'ct_1',
        name: 'Ana',
        mobile: 12125550123,
        alt_email: 'ana@example.com',
        card_last: '4242',
        profile: {
          remark: 'SSN 987-65-4321',
          phones: ['212-555-0123'],
          born: '1986-04-12',
          visits: 12,
          size: 1764601200000,
        },
      },
    }),
  );
  const session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, ['--redact', 'strict']);
  const { data } = await session.client.call('get_contact', { contact_id: 'ct_1' });
  expect(data.other_fields).toEqual({
    mobile: '…0123',
    alt_email: 'a…@example.com',
    card_last: '[number]',
    profile: {
      remark: 'SSN [social security number]',
      phones: ['…0123'],
      born: '1986-04-12',
      visits: 12,
      size: 1764601200000,
    },
  });
  upstream.behave(json(400, { error: 'x', message: 'ana@example.com (+12125550123) exists already' }));
  const refused = await session.client.call('get_contact', { contact_id: 'ct_1' });
  expect(refused.text).toContain(`It says: "a…@example.com (+1…0123) exists already"`);
  await session.close();
  await upstream.close();
});
