import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Platforms that do not confirm a write, or answer in a form of their own: only what their records show is reported. */
type Stored = Record<string, unknown>;

let upstream: Upstream;
let session: HttpSession;
/** The platform's records. */
const stored = { bookings: [] as Stored[], contacts: [] as Stored[], webhooks: [] as Stored[] };
/** Responses to the writes with a mark in their path or body. Default: the connection is reset. */
const responses: [mark: string, Behaviour][] = [];
/** While true, no list can be read. */
let isUnreadable = false;
const EVENT_TYPES = page([{ name: 'booking.created' }, { name: 'booking.cancelled' }]);

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const { method, path, body } = request;
    if (method !== 'GET') {
      const respond = responses.findLast(([mark]) => `${path} ${body}`.includes(mark))?.[1];
      return respond ? respond(request, response) : void response.destroy();
    }
    const [, kind = '', id] = /^\/api\/v1\/(\w+)(?:\/(\w+))?/.exec(path) ?? [];
    if (id === 'events') return EVENT_TYPES(request, response);
    if (!Object.hasOwn(stored, kind)) return json(404, {})(request, response);
    const records = stored[kind as keyof typeof stored];
    const found = records.find((record) => record.id === id);
    if (id === undefined && isUnreadable) return json(500, {})(request, response);
    const respond = id === undefined ? page(records) : found ? json(200, { data: found }) : json(404, {});
    respond(request, response);
  });
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_operator',
    RCPT_TOOLSETS: 'account,bookings,contacts,webhooks,keys',
    RCPT_SESSION_COOKIE: 'rcpt_session=cookie',
    RCPT_TEAM_ID: 'team_1',
  });
});
afterAll(async () => {
  await session?.close();
  await upstream?.close();
});

const call = (tool: string, args: Stored) => session.client.call(tool, args);
const sent = (mark: string) =>
  upstream.received.filter(({ method, path, body }) => method !== 'GET' && `${path} ${body}`.includes(mark)).length;
const isUnknown = (answer: ToolAnswer) => field(answer.data, 'error', 'changed') === 'unknown';
const SLOW = { timeout: 60_000 };

let serial = 0;
/** Arguments of a booking on a day of its own, and the record that the platform makes of them. */
function newBooking() {
  const email = `ben${++serial}@example.com`;
  const start_time = new Date(Date.UTC(2200, 0, 1, 10) + serial * 86_400_000).toISOString();
  const contact: Stored = { name: 'Ben Liu', email, phone: '+12125550142' };
  const args = { service_id: 'svc_1', start_time, contact_name: 'Ben Liu', contact_email: email };
  return {
    args: { ...args, contact_phone: '+12125550142' },
    record: {
      id: `bk_${serial}`,
      service_id: 'svc_1',
      start_time,
      contact,
      notes: '',
      status: 'confirmed',
    } as Stored & {
      id: string;
      contact: Stored;
    },
    email,
  };
}

/** Stores a record when the request with this mark arrives, and resets the connection. */
const storeUnanswered = (mark: string, record: Stored) =>
  responses.push([
    mark,
    (_request, response) => {
      stored.bookings.push(record);
      response.destroy();
    },
  ]);

describe.concurrent('create_booking, not answered,', () => {
  it.each<[string, Stored, Stored]>([
    ['name', {}, { name: 'Anna Liu' }],
    ['e-mail address', {}, { email: 'anna@example.com' }],
    ['telephone number', {}, { phone: '+12125550143' }],
    ['service', { service_id: 'svc_2' }, {}],
    ['time', { start_time: '2199-01-01T10:00:00Z' }, {}],
    ['status', { status: 'cancelled' }, {}],
  ])('does not return a booking with another %s as its own', SLOW, async (_field, change, person) => {
    const { args, record, email } = newBooking();
    storeUnanswered(email, { ...record, ...change, contact: { ...record.contact, ...person } });
    const answer = await call('create_booking', args);
    expect(isUnknown(answer), answer.text).toBe(true);
    expect(answer.text).toMatch(
      /The connection to the platform broke before it answered\. Whether it took effect is unknown/,
    );
  });

  it.each<[string, Stored]>([
    ['name', { name: undefined }],
    ['e-mail address', { email: null }],
    ['telephone number', { phone: undefined }],
  ])('is unknown if the record at its time lacks the %s', SLOW, async (_field, lacking) => {
    const { args, record, email } = newBooking();
    storeUnanswered(email, { ...record, contact: { ...record.contact, ...lacking } });
    const answer = await call('create_booking', args);
    expect(isUnknown(answer), answer.text).toBe(true);
  });

  it(
    'an unanswered create does not return the booking of a namesake with a telephone number that was not requested',
    SLOW,
    async () => {
      const { args, record } = newBooking();
      const { service_id, start_time, contact_name } = args;
      storeUnanswered(start_time, record);
      const answer = await call('create_booking', { service_id, start_time, contact_name });
      expect(isUnknown(answer), answer.text).toBe(true);
    },
  );

  it('returns its booking in the notation of the platform', SLOW, async () => {
    const { args, record, email } = newBooking();
    const contact = { name: '  BEN  LIU ', email: email.toUpperCase(), phone: '1 (212) 555-0142' };
    storeUnanswered(email, { ...record, start_time: args.start_time.replace('.000Z', '+00:00'), contact });
    const answer = await call('create_booking', args);
    expect(field(answer.data, 'booking', 'id'), answer.text).toBe(record.id);
    expect(answer.data.note).toMatch(/did not confirm it, but the record exists/);
  });

  it('finds a booking that appears within four seconds', SLOW, async () => {
    const { args, record } = newBooking();
    setTimeout(() => stored.bookings.push(record), 2_500);
    const answer = await call('create_booking', args);
    expect(field(answer.data, 'booking', 'id'), answer.text).toBe(record.id);
  });

  it('finds a booking that appears later when it is repeated, and sends no second request', SLOW, async () => {
    const { args, record, email } = newBooking();
    expect(isUnknown(await call('create_booking', args))).toBe(true);
    const again = await call('create_booking', args);
    expect(again.data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown', retryable: true });
    const seconds = field(again.data, 'error', 'retry_after_seconds') as number;
    expect(seconds).toBeGreaterThan(40);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(again.text).toContain(`Ask again in ${seconds} seconds. Whether it took effect is unknown.`);
    stored.bookings.push(record);
    const found = await call('create_booking', { ...args, contact_name: ' ben  LIU' });
    expect(field(found.data, 'booking', 'id'), found.text).toBe(record.id);
    expect(found.data.note).toMatch(/no second one was created/i);
    expect(found.text).toMatch(/^Already booked for .*: nothing was booked a second time\.$/m);
    expect(sent(email)).toBe(1);
  });
});

describe.concurrent('the answer to create_booking', () => {
  const answered = async (change: Stored, person: Stored = {}, more: Stored = {}) => {
    const { args, record, email } = newBooking();
    responses.push([email, json(200, { data: { ...record, ...change, contact: { ...record.contact, ...person } } })]);
    return call('create_booking', { ...args, ...more });
  };

  it.each<[string, Stored, Stored]>([
    ['normalized the person', {}, { name: 'ben liu', phone: '212-555-0142' }],
    [
      'left out undocumented and documented fields',
      { service_id: undefined, start_time: undefined, status: undefined },
      { email: null },
    ],
  ])('is believed if the platform %s', async (_name, change, person) => {
    const answer = await answered(change, person);
    expect(answer.isError, answer.text).toBe(false);
    expect(answer.data.note).toBeUndefined();
  });

  it('an answer is believed, with a note, if the notes are not the requested ones', async () => {
    const answer = await answered({ notes: 'Cut o' }, {}, { notes: 'Cut off' });
    expect(answer.data.note).toBe('The platform stored other notes than requested.');
    expect((await answered({ notes: 'Rings\r\ntwice ' }, {}, { notes: 'Rings\ntwice' })).data.note).toBeUndefined();
  });

  it.each<[string, Stored, Stored]>([
    ['contact_name', {}, { name: 'Anna Liu' }],
    ['contact_phone', {}, { phone: '+12125550143' }],
    ['start_time', { start_time: '2199-01-01T10:00:00Z' }, {}],
    ['service_id', { service_id: 'svc_2' }, {}],
    ['status', { status: 'rejected' }, {}],
  ])('is not believed if it has another %s', SLOW, async (name, change, person) => {
    const answer = await answered(change, person);
    expect(answer.data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown', retryable: true });
    expect(answer.text).toContain(`but its record differs from the request in ${name}. Whether`);
  });
});

describe.concurrent('changes of a booking', () => {
  it(
    'changes are reported as unknown if the answer shows the earlier state, and as done when the record changes',
    SLOW,
    async () => {
      const { record } = newBooking();
      const { record: slow } = newBooking();
      // Another person: the second move of one person to a time would be a question.
      slow.contact.phone = '+12125550143';
      const start_time = '2199-06-01T10:00:00Z';
      for (const one of [record, slow]) {
        stored.bookings.push(one);
        responses.push([
          `bookings/${one.id}`,
          (request, response) => {
            json(200, { data: { ...one } })(request, response);
            const later = request.path.endsWith('/cancel') ? { status: 'cancelled' } : { start_time };
            if (one === slow) setTimeout(() => Object.assign(slow, later), 1_000);
          },
        ]);
      }
      const [moved, movedLater] = await Promise.all(
        [record, slow].map(({ id }) => call('update_booking', { booking_id: id, start_time })),
      );
      expect(moved?.data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown' });
      expect(moved?.text).toContain('its record differs from the request in start_time');
      expect(movedLater?.data.note, movedLater?.text).toMatch(/did not confirm it, but the booking is changed/);
      const [cancelled, cancelledLater] = await Promise.all(
        [record, slow].map(({ id }) => call('cancel_booking', { booking_id: id })),
      );
      expect(cancelled?.text).toContain('its record differs from the request in status');
      expect(cancelledLater?.data.note).toMatch(/did not confirm it, but the booking is cancelled/);
    },
  );

  it('changes are believed if the platform shows no status, or another change of the same record', async () => {
    const { record } = newBooking();
    stored.bookings.push(record);
    responses.push([`${record.id}/cancel`, json(200, { data: { ...record, status: undefined } })]);
    const cancelled = await call('cancel_booking', { booking_id: record.id });
    expect([cancelled.isError, cancelled.data.note]).toEqual([false, undefined]);
    responses.push([`bookings/${record.id}`, json(200, { data: { ...record, notes: 'new', service_id: 'svc_9' } })]);
    const changed = await call('update_booking', { booking_id: record.id, notes: ' new' });
    expect([changed.isError, changed.data.note]).toEqual([false, undefined]);
  });

  it('include a cancellation that the platform refuses because it is done', async () => {
    const { record } = newBooking();
    stored.bookings.push(record);
    responses.push([
      `${record.id}/cancel`,
      (request, response) => {
        record.status = 'CANCELED';
        json(409, { error: 'conflict', message: 'Cancelled before' })(request, response);
      },
    ]);
    const answer = await call('cancel_booking', { booking_id: record.id });
    expect(answer.data.note, answer.text).toMatch(/refused to cancel it again: the booking is cancelled/);
    stored.bookings.push({ ...record, id: 'bk_done', status: 'done' });
    responses.push(['bk_done/cancel', json(409, { error: 'conflict', message: 'Too late' })]);
    const refused = await call('cancel_booking', { booking_id: 'bk_done' });
    expect(refused.data.error).toMatchObject({ kind: 'bad_request', changed: 'no' });
  });
});

describe.concurrent('contacts', () => {
  it('contacts of another person with the same telephone number are not returned as the new one', SLOW, async () => {
    const phone = '+12125550177';
    const [answer] = await Promise.all([
      call('create_contact', { name: 'Ben Contact', phone }),
      new Promise((resolve) => setTimeout(resolve, 700)).then(() =>
        stored.contacts.push({ id: 'ct_anna', name: 'Anna Contact', email: null, phone }),
      ),
    ]);
    expect(isUnknown(answer), answer.text).toBe(true);
  });

  it(
    'without telephone number and e-mail address are found once, and a namesake is not taken for one',
    SLOW,
    async () => {
      stored.contacts.push({ id: 'ct_old', name: 'John Namesake', email: null, phone: null });
      setTimeout(() => stored.contacts.push({ id: 'ct_new', name: 'John Namesake', email: null, phone: null }), 1_000);
      const answer = await call('create_contact', { name: 'john namesake' });
      expect(field(answer.data, 'contact', 'id'), answer.text).toBe('ct_new');
      expect(isUnknown(await call('create_contact', { name: 'John Late' }))).toBe(true);
      stored.contacts.push({ id: 'ct_late', name: 'John Late', email: null, phone: null });
      // The list does not show which request created it.
      expect(isUnknown(await call('create_contact', { name: 'John Late' }))).toBe(true);
      expect(sent('John Late')).toBe(1);
    },
  );

  it('contacts are changed only if the answer or the record has the requested values', SLOW, async () => {
    const contact = { id: 'ct_change', name: 'Cleo', email: 'cleo@example.com', phone: null, vip: false, size: 7 };
    stored.contacts.push(contact);
    responses.push(['contacts/ct_change', json(200, { data: { ...contact } })]);
    const change = { contact_id: 'ct_change', additional_fields: { vip: true, size: '7' } };
    const answer = await call('update_contact', change);
    expect(answer.data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown' });
    expect(answer.text).toContain('its record differs from the request in vip. Whether');
  });
});

describe.concurrent('webhooks and keys', () => {
  const hook = (path: string) => ({ url: `https://hooks.example.com/${path}`, events: ['booking.created'] });

  it('a webhook whose answer has no id gets it from the list, and its secret from the answer', SLOW, async () => {
    responses.push([
      'anonymous',
      (request, response) => {
        stored.webhooks.push({ id: 'wh_anonymous', ...hook('anonymous') });
        json(200, { data: { ...hook('anonymous'), secret: 'whsec_once' } })(request, response);
      },
    ]);
    const answer = await call('manage_webhooks', { action: 'create', ...hook('anonymous') });
    expect(field(answer.data, 'webhook', 'id'), answer.text).toBe('wh_anonymous');
    expect(readFileSync(answer.data.secret_file as string, 'utf8')).toContain('whsec_once');
    expect(answer.data.note).not.toMatch(/create it again/);
  });

  it('a webhook is not reported as created if the answer has other events', SLOW, async () => {
    const events = ['booking.cancelled'];
    responses.push(['other-events', json(200, { data: { id: 'wh_other', ...hook('other-events'), events } })]);
    const answer = await call('manage_webhooks', { action: 'create', ...hook('other-events') });
    expect(answer.text).toContain('its record differs from the request in events');
    expect(isUnknown(answer)).toBe(true);
  });

  it.each([
    ['an empty response', json(200, {})],
    ['no content', (_request, response) => response.writeHead(204).end()],
    ['a page', (_request, response) => response.end('<html>Welcome</html>')],
    ['a failure', json(200, { deleted: false })],
  ] satisfies [string, Behaviour][])(
    'a deletion answered with %s is reported as done only if the webhook is gone',
    SLOW,
    async (_name, behaviour) => {
      const [kept, gone] = [`wh_kept${++serial}`, `wh_gone${serial}`];
      stored.webhooks.push({ id: kept, ...hook(kept) });
      responses.push([kept, behaviour], [gone, behaviour]);
      expect(isUnknown(await call('manage_webhooks', { action: 'delete', webhook_id: kept }))).toBe(true);
      expect((await call('manage_webhooks', { action: 'delete', webhook_id: gone })).data).toMatchObject({
        deleted: gone,
        note: expect.stringMatching(/did not confirm it, but the webhook is gone/),
      });
    },
  );

  it.each<[string, Stored]>([
    ['no key', { data: null }],
    ['another name', { data: { key: 'sk_live_canary', name: 'other' } }],
    ['other scopes', { data: { key: 'sk_live_canary', scopes: ['write:bookings'] } }],
    ['another lifetime', { data: { key: 'sk_live_canary', expires_at: '2999-01-01T00:00:00Z' } }],
  ])('create_api_key is unknown if the answer has %s', async (name, body) => {
    const label = `reader ${++serial}`;
    responses.push([label, json(200, body)]);
    const answer = await call('create_api_key', { name: label, scopes: ['read:calls'], expires_in_days: 7 });
    expect(answer.data.error, name).toMatchObject({ kind: 'unconfirmed', changed: 'unknown' });
    expect(answer.text).toContain('Read the record or list before repeating');
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it('create_api_key is done if the platform rounds the expiry to the end of a day', async () => {
    const expires = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10);
    responses.push([
      'rounded',
      json(200, { data: { key: 'sk_live_rounded', name: 'rounded ', expires_at: `${expires}T00:00:00Z` } }),
    ]);
    const answer = await call('create_api_key', { name: 'rounded', scopes: ['read:calls'], expires_in_days: 7 });
    expect(answer.isError, answer.text).toBe(false);
  });
});

it('a create that is repeated stays unknown while the list cannot be read, and is found afterwards', SLOW, async () => {
  const { args: booking, record } = newBooking();
  const contact = { name: 'Ben Unread', email: 'unread@example.com' };
  const hook = { action: 'create', url: 'https://hooks.example.com/unread', events: ['booking.created'] };
  const creates: [string, Stored][] = [
    ['create_booking', booking],
    ['create_contact', contact],
    ['manage_webhooks', hook],
  ];
  const all = () => Promise.all(creates.map(([tool, args]) => call(tool, args)));
  expect((await all()).map(isUnknown)).toEqual([true, true, true]);
  isUnreadable = true;
  for (const answer of await all()) {
    expect(answer.data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown', retryable: true });
    expect(answer.text).toMatch(/the list that shows it cannot be read \(server_error\)\. Check by other means first/);
    expect(answer.text).not.toContain('Nothing was changed');
  }
  isUnreadable = false;
  stored.bookings.push(record);
  stored.contacts.push({ id: 'ct_unread', ...contact });
  stored.webhooks.push({ id: 'wh_unread', ...hook });
  expect((await all()).map(({ isError }) => isError)).toEqual([false, false, false]);
  const total = [booking.contact_email, contact.email, hook.url].map(sent);
  expect(total).toEqual([1, 1, 1]);
});

it('a webhook for a pattern of events is created even if the platform shows the events that it matches', async () => {
  const hook = { url: 'https://hooks.example.com/pattern', events: ['booking.*'] };
  responses.push(['pattern', json(200, { data: { id: 'wh_pattern', url: hook.url, events: ['booking.created'] } })]);
  const answer = await call('manage_webhooks', { action: 'create', ...hook });
  expect([answer.isError, answer.data.note], answer.text).toEqual([false, undefined]);
});
