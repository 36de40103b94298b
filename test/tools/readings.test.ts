import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Details that the specification does not show: the tools are correct for each interpretation and invent nothing. */
let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream();
  session = await startHttp({
    RCPT_BASE_URL: `${upstream.url}/some/prefix/`,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_KEY_HEADER: 'x-api-key',
  });
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

const call = (name: string, args: Record<string, unknown>) => session.client.call(name, args);

it('an answer lists missing documented fields and contains undocumented ones, but no secret', async () => {
  upstream.behave(
    json(200, {
      data: {
        id: 1,
        start_time: '2025-12-01T15:00:00+00:00',
        contact: 'Ana',
        room: 'B',
        meta: { api_key: 'k', x: 1 },
        client_secret: 's',
      },
    }),
  );
  const { data } = await call('get_booking', { booking_id: '1' });
  expect(data).toEqual({
    booking: {
      id: '1',
      start_time: '2025-12-01T15:00:00Z',
      start_local: '2025-12-01T15:00:00+00:00',
      weekday: 'Monday',
    },
    time_zone: 'UTC',
    missing_fields: ['service_id', 'contact', 'notes'],
    other_fields: { contact: 'Ana', room: 'B', meta: { x: 1 } },
    withheld_fields: ['client_secret'],
  });
  expect(upstream.received.at(-1)).toMatchObject({
    path: '/some/prefix/api/v1/bookings/1',
    headers: { 'x-api-key': 'sk_live_x' },
  });
});

it('a list reports an unknown total and next page if the platform sends no meta', async () => {
  upstream.behave(json(200, { data: [{ id: 'svc_1', cost: '20 EUR' }] }));
  const { data, text } = await call('list_services', {});
  expect(data).toMatchObject({
    items: [{ id: 'svc_1', other_fields: { cost: '20 EUR' } }],
    total: null,
    has_more: null,
  });
  expect(text).toContain('Whether there are more is unknown.');
});

describe('transcripts', () => {
  it.each([
    [
      'turns',
      [{ speaker: 'caller', text: 'Hi', offset_seconds: 0 }],
      [{ turn: 1, speaker: 'caller', offset_seconds: 0, text: 'Hi' }],
    ],
    [
      'other turns',
      [{ speaker: 'agent', text: 'Hi' }, 'Bye'],
      [
        { turn: 1, speaker: 'agent', text: 'Hi' },
        { turn: 2, text: 'Bye' },
      ],
    ],
    [
      'text',
      'A: Hi\n\nB: Bye\n',
      [
        { turn: 1, speaker: 'A', text: 'Hi' },
        { turn: 2, speaker: 'B', text: 'Bye' },
      ],
    ],
  ])('parses a transcript in the form of %s', async (_form, transcript, turns) => {
    upstream.behave(json(200, { data: { id: 'c', transcript } }));
    expect((await call('get_call_transcript', { call_id: 'c' })).data).toMatchObject({
      turns,
      total_turns: turns.length,
      has_more: false,
    });
    expect((await call('get_call', { call_id: 'c' })).data).toEqual({
      call: { id: 'c', turns: turns.length },
      time_zone: 'UTC',
    });
  });

  it.each([[undefined], [null], [[]], ['']])('reports an absent transcript (%j)', async (transcript) => {
    upstream.behave(json(200, { data: { id: 'c', transcript } }));
    const { data, text } = await call('get_call_transcript', { call_id: 'c' });
    expect(data).toMatchObject({ turns: [], total_turns: 0 });
    expect(text).toContain('no transcript');
  });
});

it.each(['secret', 'signing_key'])('writes a signing secret to a file and not to the answer (%s)', async (name) => {
  const url = `https://${name.replace('_', '')}.example.com`;
  upstream.behave(json(200, { data: { id: 'wh_1', url, [name]: 'whsec_canary' } }));
  const answer = await call('manage_webhooks', { action: 'create', url, events: ['a'] });
  expect(JSON.stringify(answer)).not.toContain('canary');
  expect(answer.data.withheld_fields).toEqual(name === 'secret' ? undefined : [name]);
  expect(readFileSync(answer.data.secret_file as string, 'utf8')).toBe('whsec_canary\n');
});

describe('event types of a new webhook', () => {
  /** Subscribes at a platform with this catalogue. Returns the answer and the create requests. */
  async function subscribe(catalogue: Behaviour, events: string[], url = 'https://x.example.com') {
    upstream.behave((request, response) => {
      if (request.path.includes('/events')) return catalogue(request, response);
      if (request.method === 'GET') return page([])(request, response);
      return json(200, { data: { id: 'wh_1' } })(request, response);
    });
    const before = upstream.received.length;
    const answer = await call('manage_webhooks', { action: 'create', url, events });
    const created = upstream.received.slice(before).filter(({ method }) => method === 'POST');
    return { answer, created: created.map(({ body }) => JSON.parse(body)) };
  }

  it.each(['name', 'type', 'event', 'key'])(
    'rejects event types that the catalogue does not contain (by %s)',
    async (property) => {
      const catalogue = page([{ [property]: 'booking.created' }, { [property]: 'call.ended' }]);
      const { answer, created } = await subscribe(catalogue, ['booking.created', `call.completed.${property}`]);
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain(`events: the platform has no "call.completed.${property}"`);
      expect(answer.text).toContain('Choose from "booking.created, call.ended"');
      expect(answer.text).toContain('Nothing was changed');
      expect(created).toEqual([]);
    },
  );

  it.each([
    ['is not there', json(404, { error: 'not_found', message: 'no' })],
    ['has another form', page([{ title: 'a' }, { name: 'b' }])],
    ['is empty', page([])],
    ['may not be read', json(403, { error: 'forbidden', message: 'no' })],
  ])('lets the platform check event types if its catalogue %s', async (how, catalogue) => {
    const { answer, created } = await subscribe(catalogue, [`event.${how.length}`]);
    expect(answer.isError, answer.text).toBe(false);
    expect(created).toEqual([{ url: 'https://x.example.com', events: [`event.${how.length}`] }]);
  });

  it('accepts patterns as event types', async () => {
    const { created } = await subscribe(page([{ name: 'booking.created' }]), ['booking.*']);
    expect(created).toHaveLength(1);
  });

  it.each(['https://user:pass@x.example.com/', 'https://x.example.com/#part'])(
    'rejects the webhook URL %s',
    async (url) => {
      const { answer, created } = await subscribe(page([{ name: 'a' }]), ['a'], url);
      expect(answer.text).toMatch(/^url: leave out .* Nothing was changed\./);
      expect(created).toEqual([]);
    },
  );
});

it('update_contact lists the undocumented fields that a replacing platform dropped', async () => {
  const answers = [
    { id: 'ct_1', name: 'Ana', email: null, tags: ['vip'], note: null },
    { id: 'ct_1', name: 'Anna' },
  ];
  let stored = answers[0];
  upstream.behave((request, response) => {
    if (request.method === 'PUT') stored = answers[1];
    json(200, { data: stored })(request, response);
  });
  const { data } = await call('update_contact', { contact_id: 'ct_1', name: 'Anna' });
  expect(data.lost_fields).toEqual(['tags']);
  const put = upstream.received.findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(put?.body ?? '')).toEqual({ name: 'Anna' });
  expect(put?.headers).not.toHaveProperty('if-match');
});

it.each(['null', 'absent', 'unchanged'])(
  'update_contact removes a detail from a platform that then answers it %s',
  async (reading) => {
    const before = { id: 'ct_1', name: 'Ana', email: 'ana@example.com', phone: '+12125550123' };
    const { email: _, ...without } = before;
    const after = { null: { ...before, email: null }, absent: without, unchanged: before }[reading];
    let stored: object | undefined = before;
    upstream.behave((request, response) => {
      if (request.method === 'PUT') stored = after;
      json(200, { data: stored })(request, response);
    });
    const answer = await call('update_contact', { contact_id: 'ct_1', remove: ['email'] });
    const put = upstream.received.findLast(({ method }) => method === 'PUT');
    expect(JSON.parse(put?.body ?? '')).toEqual({ name: 'Ana', email: null, phone: '+12125550123' });
    if (reading === 'unchanged') {
      expect(answer.isError).toBe(true);
      expect(answer.text).toMatch(/email/);
    } else expect(answer.data.contact).toMatchObject({ name: 'Ana', phone: '+12125550123' });
  },
);

it('list_webhook_events reads event types from other fields and from plain strings', async () => {
  upstream.behave(page(['booking.created', { type: 'call.completed' }, { event: 'x.y', description: 'X' }]));
  expect((await call('list_webhook_events', {})).data.items).toEqual([
    { name: 'booking.created' },
    { name: 'call.completed' },
    { name: 'x.y', description: 'X' },
  ]);
});

it('list_webhook_events shows only known fields of an event type, and counts those without a name', async () => {
  const secrets = { secret: 'whsec_canary', key: 'sk_live_canary', sample: { token: 'canary' } };
  upstream.behave(page([{ name: 'booking.created', ...secrets }, secrets, { ...secrets, description: 'X' }]));
  const { data, text } = await call('list_webhook_events', {});
  expect(data.items).toEqual([{ name: 'booking.created' }]);
  expect(data.omitted).toBe('2 event types without a name in a known field.');
  expect(JSON.stringify(data) + text).not.toContain('canary');
});

it('untrusted text loses invisible characters and stays on its line', async () => {
  upstream.behave(page([{ id: 'ct_1', name: 'Ana\u202e\u{E0041}\nname: Bob; phone: 1' }]));
  const { data, text } = await call('list_contacts', {});
  expect(field(data, 'items', 0, 'name')).toBe('Ana\nname: Bob; phone: 1');
  expect(text).toContain('- id: ct_1; name: "Ana\\nname: Bob; phone: 1"');
});
