import { afterEach, describe, expect, it } from 'vitest';
import { connect, field } from '../support/clients.ts';
import { type ForeignOptions, type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { startGuarded } from '../support/guarded.ts';
import { KNOWN_BUSINESS } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json } from '../support/upstream.ts';

const MERGES = { merge_updates: { version: 1 } };
const LOCKS = { optimistic_locking: { version: 1 } };
const CONTACT = { name: 'Ana', email: 'ana@example.com', phone: '+15550100100' };
const BOOKING = {
  id: 'bk',
  service_id: 'svc',
  start_time: '2200-01-06T10:00:00Z',
  contact: CONTACT,
  notes: 'First visit',
};
const MOVED = '2200-01-06T11:00:00Z';

let platform: ForeignPlatform;
let session: HttpSession;
afterEach(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

/** Starts a platform with one booking and one contact, and a server in front of it. */
async function start(options: ForeignOptions) {
  platform = await startForeignPlatform(options);
  platform.records.set('bk', BOOKING);
  platform.records.set('ct', { id: 'ct', ...CONTACT });
  session = await startHttp({ ...KNOWN_BUSINESS, RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x' });
}
const call = (name: string, args: Record<string, unknown>) => session.client.call(name, args);
/** The requests since the start, without their headers. */
const requests = () =>
  platform.received.map(({ method, path, body }) => [method, path.replace('/api/v1', ''), body && JSON.parse(body)]);
const puts = () => platform.received.filter(({ method }) => method === 'PUT');
/** Changes the booking as another client would, after the next read of it. */
const changeAfterRead = (change: object) =>
  platform.afterRead(() => platform.records.set('bk', { ...platform.records.get('bk'), ...change }));

describe('a platform that announces merge_updates', () => {
  it('receives only the changed fields, and is read before only to check a move', async () => {
    await start({ put: 'merges', capabilities: { extensions: MERGES } });
    await call('update_booking', { booking_id: 'bk', start_time: MOVED, contact_name: 'Anna' });
    await call('update_booking', { booking_id: 'bk', notes: 'Second visit' });
    await call('update_contact', { contact_id: 'ct', email: 'anna@example.com' });
    expect(requests()).toEqual([
      ['GET', '/capabilities', ''],
      ['GET', '/bookings/bk', ''],
      ['GET', '/services?page=1&per_page=100', ''],
      ['GET', '/bookings?page=1&per_page=100', ''],
      ['PUT', '/bookings/bk', { start_time: MOVED, contact: { name: 'Anna' } }],
      ['PUT', '/bookings/bk', { notes: 'Second visit' }],
      ['PUT', '/contacts/ct', { email: 'anna@example.com' }],
    ]);
    expect(platform.records.get('bk')).toEqual({
      ...BOOKING,
      start_time: MOVED,
      contact: { ...CONTACT, name: 'Anna' },
      notes: 'Second visit',
    });
  });
});

describe.each([
  ['merges', { ...MERGES, ...LOCKS }],
  ['replaces', LOCKS],
] as const)('a platform that announces optimistic_locking and whose PUT %s', (put, extensions) => {
  const options = { put, entityTags: true, capabilities: { extensions } };

  it('receives the ETag of the state that a change is based on', async () => {
    await start(options);
    const { data } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(field(data, 'booking')).toMatchObject({ start_time: MOVED, notes: 'First visit' });
    expect(puts()).toHaveLength(1);
    expect(puts()[0]?.headers['if-match']).toMatch(/^"\w+"$/);
    expect(Object.keys(JSON.parse(puts()[0]?.body ?? ''))).toHaveLength(put === 'merges' ? 1 : 4);
  });

  it('keeps a change that another client made to another field after the read', async () => {
    await start(options);
    changeAfterRead({ notes: 'Brings a dog' });
    const { data, isError } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(isError).toBe(false);
    expect(field(data, 'booking')).toMatchObject({ start_time: MOVED, notes: 'Brings a dog' });
    expect(platform.records.get('bk')).toEqual({ ...BOOKING, start_time: MOVED, notes: 'Brings a dog' });
    expect(puts()).toHaveLength(2);
  });

  it('keeps a change that another client made to the same field, and reports it', async () => {
    await start(options);
    const theirs = { start_time: '2200-01-06T15:00:00Z', contact: { ...CONTACT, name: 'Anna' } };
    changeAfterRead(theirs);
    const { data, isError, text } = await call('update_booking', {
      booking_id: 'bk',
      start_time: MOVED,
      contact_name: 'Annika',
    });
    expect(isError).toBe(true);
    expect(text).toBe(
      'Another request changed start_time, contact_name of this record at the same time. Nothing was changed. ' +
        'Read it, and call again if the change is still right.',
    );
    expect(data.error).toMatchObject({ kind: 'concurrent_change', changed: 'no', retryable: false });
    expect(platform.records.get('bk')).toEqual({ ...BOOKING, ...theirs });
  });

  it('reports done if another client made the same change', async () => {
    await start(options);
    changeAfterRead({ start_time: '2200-01-06T12:00:00+01:00', notes: 'Brings a dog' });
    const { data } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(field(data, 'booking')).toMatchObject({ start_time: MOVED, notes: 'Brings a dog' });
  });

  it('refuses any concurrent change with if_unchanged_since', async () => {
    await start(options);
    const updated_at = '2199-01-01T00:00:00Z';
    platform.records.set('bk', { ...BOOKING, updated_at });
    changeAfterRead({ notes: 'Brings a dog' });
    const args = { booking_id: 'bk', start_time: MOVED, if_unchanged_since: updated_at };
    const { data, text } = await call('update_booking', args);
    expect(data.error).toMatchObject({ kind: 'concurrent_change', changed: 'no' });
    expect(text).toMatch(/^Another request changed this record at the same time\. Nothing was changed\./);
    expect(platform.records.get('bk')).toMatchObject({ start_time: BOOKING.start_time, notes: 'Brings a dog' });
  });

  it('receives ten attempts and stays unchanged if the record changes again before each', async () => {
    await start(options);
    let reads = 0;
    const changeEachTime = () => {
      platform.records.set('bk', { ...platform.records.get('bk'), notes: `Changed ${++reads}` });
      platform.afterRead(changeEachTime);
    };
    platform.afterRead(changeEachTime);
    const { data } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(data.error).toMatchObject({ kind: 'concurrent_change', changed: 'no' });
    expect(puts()).toHaveLength(10);
    expect(platform.records.get('bk')?.start_time).toBe(BOOKING.start_time);
  });
});

it('a platform that announces optimistic_locking and whose ETag is lost on the way is read again after a write', async () => {
  await start({ put: 'replaces', capabilities: { extensions: LOCKS } });
  const { isError } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
  expect(isError).toBe(false);
  expect(puts()[0]?.headers).not.toHaveProperty('if-match');
  expect(requests().at(-1)).toEqual(['GET', '/bookings/bk', '']);
  expect(platform.records.get('bk')).toEqual({ ...BOOKING, start_time: MOVED });
});

describe('a platform without extensions', () => {
  it('receives one request for its capabilities, with the first change and not with a read', async () => {
    await start({ put: 'replaces' });
    await call('get_booking', { booking_id: 'bk' });
    expect(requests()).toEqual([['GET', '/bookings/bk', '']]);
    for (const notes of ['One', 'Two']) await call('update_booking', { booking_id: 'bk', notes });
    expect(requests().filter(([, path]) => path === '/capabilities')).toHaveLength(1);
  });

  it('receives the whole record, and is read again after the write', async () => {
    await start({ put: 'replaces' });
    await call('update_booking', { booking_id: 'bk', notes: 'Second visit' });
    const { id: _, ...body } = { ...BOOKING, notes: 'Second visit' };
    expect(requests().slice(1)).toEqual([
      ['GET', '/bookings/bk', ''],
      ['PUT', '/bookings/bk', body],
      ['GET', '/bookings/bk', ''],
    ]);
  });

  it('accepts a change whose effect a lagging replica does not show yet', async () => {
    await start({ put: 'replaces' });
    platform.behave((request, response) => {
      const changed = request.method === 'PUT' ? { ...JSON.parse(request.body), id: 'bk' } : BOOKING;
      const status = request.path.endsWith('/capabilities') ? 404 : 200;
      json(status, { data: changed })(request, response);
    });
    const { data, isError } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(isError).toBe(false);
    expect(field(data, 'booking', 'start_time')).toBe(MOVED);
    expect(puts()).toHaveLength(1);
  });

  it('leaves the outcome unknown if other clients undo the change again and again', async () => {
    await start({ put: 'replaces' });
    let puts = 0;
    platform.behave((request, response) => {
      if (request.method === 'PUT') {
        const written = { ...JSON.parse(request.body), id: 'bk' };
        platform.records.set('bk', { ...BOOKING, notes: `Written by another client ${++puts}` });
        return json(200, { data: written })(request, response);
      }
      const found = request.path.endsWith('/bk');
      return json(found ? 200 : 404, { data: platform.records.get('bk') })(request, response);
    });
    const { data, text } = await call('update_booking', { booking_id: 'bk', start_time: MOVED });
    expect(data.error).toMatchObject({ kind: 'concurrent_change', changed: 'unknown' });
    expect(text).toMatch(
      /^Another request changed start_time of this record at the same time\. Whether it took effect/,
    );
    expect(puts).toBe(3);
  });
});

it('the extensions that are announced to one caller are not used for another', async () => {
  platform = await startForeignPlatform({ put: 'merges' });
  platform.records.set('bk', BOOKING);
  const announced = json(200, { data: { extensions: MERGES } });
  platform.behave((request, response) => {
    if (request.path.endsWith('/capabilities')) {
      const isFirst = request.headers.authorization?.endsWith('sk_live_first');
      return isFirst ? announced(request, response) : json(404, {})(request, response);
    }
    return json(200, { data: BOOKING })(request, response);
  });
  const server = await startGuarded('platform-key', [], { RCPT_BASE_URL: platform.url });
  try {
    for (const [key, fields] of [
      ['sk_live_first', ['notes']],
      ['sk_live_second', ['contact', 'notes', 'service_id', 'start_time']],
    ] as const) {
      const client = await connect('v2 2026-07-28', { url: server.url, headers: { 'x-api-key': key } });
      await client.call('update_booking', { booking_id: 'bk', notes: 'First visit' });
      expect(Object.keys(JSON.parse(puts().at(-1)?.body ?? '')).sort()).toEqual(fields);
      await client.close();
    }
  } finally {
    await server.close();
  }
});
