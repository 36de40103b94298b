import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_REPORT_BYTES } from '../../../src/lib/http/body-sizes.ts';
import { MAX_KEPT_REPORTS } from '../../../src/platform/intake/limits.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../support/generic-source.ts';

/** Reports of calls, sent to a served platform on a real database. */
let started: StartedPlatform;
let source: GenericSource;
let key: string;

beforeEach(async () => {
  started = await startPlatform({ demo: true });
  source = await addGenericSource(started.platform, started.url);
  key = await started.key();
});
afterEach(() => started.close());

async function get(path: string) {
  const response = await fetch(`${started.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as { data: never; meta: { total: number } };
}
const call = async (id: unknown) => (await get(`calls/${id}`)).data as Record<string, unknown>;
const numberOfCalls = async () => (await get('calls?per_page=1')).meta.total;
const log = async () => (await started.platform.callSources.log({ sourceId: source.id, limit: 10 })) ?? [];
const refused = async () => {
  await expect.poll(async () => (await started.platform.callSources.list())[0]?.refused.length).toBeGreaterThan(0);
  return (await started.platform.callSources.list())[0]?.refused.map(({ reason, count }) => ({ reason, count }));
};

describe('intake of genuine reports', () => {
  it('records a call with its turns, linked to the contact with the number', async () => {
    const [contact] = (await get('contacts?per_page=1')).data as { id: string; phone: string }[];
    const before = await numberOfCalls();
    const { status, body } = await source.send(
      endedCall('c-1', {
        phone: contact?.phone,
        business_phone: '+12125550199',
        summary: 'Asked for a cleaning.',
        outcome: 'callback_promised',
        language: 'en-US',
        recording_url: 'https://records.example.com/c-1',
        fields: { insured: true, insurer: 'Acme' },
        tools: [{ name: 'find_open_times', arguments: '{}', result: 'Tuesday' }],
      }),
    );
    expect({ status, body }).toMatchObject({ status: 200, body: { received: true, understood: true } });
    expect(await numberOfCalls()).toBe(before + 1);
    expect(await call(body.call_id)).toMatchObject({
      direction: 'inbound',
      status: 'completed',
      phone: contact?.phone,
      contact_id: contact?.id,
      started_at: '2024-01-07T15:00:00Z',
      ended_at: '2024-01-07T15:01:01Z',
      duration_seconds: 61,
      outcome: 'callback_promised',
      language: 'en-US',
      summary: 'Asked for a cleaning.',
      call_reference: 'c-1',
      source_name: 'front desk',
      business_phone: '+12125550199',
      recording_url: 'https://records.example.com/c-1',
      fields: { insured: true, insurer: 'Acme' },
      tools: [{ name: 'find_open_times' }],
      transcript: [
        { speaker: 'receptionist', text: 'How can I help?', offset_seconds: 1 },
        { speaker: 'caller', text: 'I would like a cleaning.', offset_seconds: 4 },
      ],
    });
  });

  it('records no number of a caller whom the network sends as a word on a keypad', async () => {
    for (const [index, phone] of ['+266696687', '2562533', '0086282452253', 'anonymous', '000'].entries()) {
      const { body } = await source.send(endedCall(`withheld-${index}`, { phone }));
      expect([phone, (await call(body.call_id)).phone]).toEqual([phone, null]);
    }
  });

  it('records a report that is sent twice once, and says so', async () => {
    const before = await numberOfCalls();
    await source.send(endedCall('c-1'));
    expect(await source.send(endedCall('c-1'))).toEqual({ status: 200, body: { received: true, repeated: true } });
    expect(await numberOfCalls()).toBe(before + 1);
    expect(await log()).toHaveLength(1);
  });

  it('completes a call from two reports, in either order', async () => {
    const reports = (id: string): object[] => [
      endedCall(id, { summary: null }),
      { event: 'ended', call_id: id, summary: 'Wants a cleaning.', fields: { new_patient: false } },
    ];
    const of = async (order: object[]) => {
      const ids = new Set<unknown>();
      for (const report of order) ids.add((await source.send(report)).body.call_id);
      expect(ids.size).toBe(1);
      return { ...(await call([...ids][0])), id: '', call_reference: '' } as Record<string, unknown>;
    };
    const forwards = await of(reports('c-1'));
    const backwards = await of(reports('c-2').reverse());
    expect(backwards).toEqual(forwards);
    expect(forwards).toMatchObject({ summary: 'Wants a cleaning.', fields: { new_patient: false } });
    expect(forwards.transcript).toHaveLength(2);
  });

  it('sends call.completed once, and call.updated when a later one adds something', async () => {
    const { events } = started.platform;
    const types = async () => {
      const read = await events.since(sequence, 100);
      return read.events.map(({ type }: { type: string }) => type);
    };
    const { sequence } = await events.since(undefined, 1);
    await source.send({ event: 'started', call_id: 'c-1', phone: '+12125550123' });
    await source.send(endedCall('c-1'));
    await source.send({ event: 'ended', call_id: 'c-1', summary: 'Wants a cleaning.' });
    await source.send({ event: 'ended', call_id: 'c-1', summary: 'Wants a cleaning.', phone: '+12125550123' });
    expect(await types()).toEqual(['call.completed', 'call.updated']);
  });

  it('knows the caller of a call in progress until the call has ended', async () => {
    const { calls } = started.platform;
    const before = await numberOfCalls();
    expect(await calls.inProgress('c-1')).toBeUndefined();
    await source.send({ event: 'started', call_id: 'c-1', phone: '+1 (212) 555-0123' });
    expect(await calls.inProgress('c-1')).toEqual({ phone: '+12125550123' });
    expect(await numberOfCalls()).toBe(before);
    await source.send(endedCall('c-1'));
    expect(await calls.inProgress('c-1')).toBeUndefined();
    expect(await numberOfCalls()).toBe(before + 1);
  });

  it.each([
    ['is before its start', { ended_at: '2024-01-07T14:00:00Z', duration_seconds: 61 }, '2024-01-07T15:01:01Z', 61],
    [
      'is a year after its start',
      { ended_at: '2025-01-07T15:00:00Z', duration_seconds: 61 },
      '2024-01-07T15:01:01Z',
      61,
    ],
    ['is a year after its start, without a length', { ended_at: '2025-01-07T15:00:00Z' }, '2024-01-07T15:00:04Z', 4],
  ])('leaves out the end of a call that %s', async (_which, times, ended_at, duration_seconds) => {
    const { body } = await source.send(endedCall('c-odd', { duration_seconds: null, ...times }));
    expect(await call(body.call_id)).toMatchObject({ started_at: '2024-01-07T15:00:00Z', ended_at, duration_seconds });
  });

  it.each([
    ['started_at', { started_at: '2199-01-07T15:00:00Z' }],
    ['ended_at', { started_at: undefined, ended_at: '2199-01-07T15:00:00Z' }],
    ['both', { ended_at: '2199-01-07T15:01:01Z', started_at: '2199-01-07T15:00:00Z' }],
  ])('takes a time of the future for none: the call ended when it was reported (%s)', async (_which, times) => {
    const before = Date.now();
    const { body } = await source.send(endedCall('c-future', times));
    const { started_at, ended_at, duration_seconds } = await call(body.call_id);
    const endedAt = Date.parse(String(ended_at));
    expect(endedAt).toBeGreaterThanOrEqual(before);
    expect(endedAt).toBeLessThanOrEqual(Date.now());
    expect(endedAt - Date.parse(String(started_at))).toBe(61_000);
    expect(duration_seconds).toBe(61);
  });

  it('takes a time before telephones had voice agents for none', async () => {
    const never = '0001-01-01T00:00:00Z';
    const ended = { ended_at: '2024-01-07T15:01:00Z', duration_seconds: 60 };
    const { body } = await source.send(endedCall('c-never', { started_at: never, ...ended }));
    expect(await call(body.call_id)).toMatchObject({ ...ended, started_at: '2024-01-07T15:00:00Z' });
    const other = await source.send(endedCall('c-1970', { started_at: '1970-01-01T00:00:00Z', ended_at: never }));
    expect(Date.parse(String((await call(other.body.call_id)).ended_at))).toBeGreaterThan(Date.UTC(2020, 0));
  });

  it('records a call without a number if the reported one cannot be a number', async () => {
    const { body } = await source.send(endedCall('c-1', { phone: 'anonymous' }));
    expect(await call(body.call_id)).toMatchObject({ phone: null, contact_id: null });
  });

  it('keeps a report that is not understood, answers 202, and shows the reason', async () => {
    const { status, body } = await source.send({ call_id: 'c-1', turns: [{ text: 7 }] });
    expect(status).toBe(202);
    expect(body).toMatchObject({ received: true, understood: false });
    expect(body.reason).toContain('turns[0].text');
    const [entry] = await log();
    expect(entry).toMatchObject({ status: 'kept', hasBody: true, callId: null });
    expect(entry?.problem).toContain('turns[0].text');
    expect(await started.platform.callSources.replay(entry?.id ?? '')).toMatchObject({ status: 'kept' });
  });

  it('removes what a database cannot store from texts', async () => {
    const { body } = await source.send(
      endedCall('c-1', { summary: 'a\0b\ud800c', turns: [{ speaker: 'caller', text: '\0' }] }),
    );
    expect(await call(body.call_id)).toMatchObject({ summary: 'ab\ufffdc', transcript: [{ text: '' }] });
  });
});

describe('intake of reports that are not genuine', () => {
  const untouched = async (sent: Promise<{ status: number; body: Record<string, unknown> }>, status: number) => {
    const before = await numberOfCalls();
    const { status: actual, body } = await sent;
    expect(actual).toBe(status);
    expect(body.message).toMatch(/Nothing was stored\./);
    expect(await numberOfCalls()).toBe(before);
    expect(await log()).toEqual([]);
  };

  it('refuses and counts a report that another secret signed', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await untouched(source.send(endedCall('c-1'), { secret }), 401);
    expect(await refused()).toEqual([{ reason: 'wrong signature', count: 1 }]);
  });

  it('refuses a report whose body was changed', async () => {
    const change = (request: { body: string }) => {
      request.body = request.body.replace('0123', '0124');
    };
    await untouched(source.send(endedCall('c-1'), { change }), 401);
  });

  it.each([-600, 600])('refuses a report whose timestamp differs by %i seconds', async (age) => {
    await untouched(source.send(endedCall('c-1'), { age }), 401);
    expect(await refused()).toEqual([{ reason: 'timestamp outside of the window', count: 1 }]);
  });

  it('refuses a report without a signature', async () => {
    const change = (request: { headers: Record<string, string> }) => void delete request.headers['webhook-signature'];
    await untouched(source.send(endedCall('c-1'), { change }), 401);
    expect(await refused()).toEqual([{ reason: 'no signature', count: 1 }]);
  });

  it('refuses a report that is too large', async () => {
    await untouched(source.send('x'.repeat(MAX_REPORT_BYTES + 1)), 413);
  });

  it('refuses a report to an address without a source, and requests other than POST', async () => {
    const response = await fetch(`${started.url}/api/intake/src_unknown`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
    expect((await fetch(`${started.url}/api/intake/${source.id}`)).status).toBe(405);
  });

  it('refuses reports of a removed source, whose calls stay', async () => {
    const { body } = await source.send(endedCall('c-1'));
    expect(await started.platform.callSources.remove(source.id)).toBe(true);
    expect((await source.send(endedCall('c-2'))).status).toBe(404);
    expect(await call(body.call_id)).toMatchObject({ source_name: 'front desk' });
    expect(await started.platform.callSources.list()).toEqual([]);
  });
});

describe('intake of other bodies', () => {
  it('keeps bodies that are not understood only up to a limit', async () => {
    for (let index = 0; index < MAX_KEPT_REPORTS; index += 50) {
      const many = Array.from({ length: 50 }, (_, offset) => source.send({ event: 'other', number: index + offset }));
      expect((await Promise.all(many)).every(({ status }) => status === 202)).toBe(true);
    }
    expect((await source.send({ event: 'other', number: -1 })).status).toBe(429);
    expect((await source.send(endedCall('c-1'))).status).toBe(200);
  });
});

describe('rotation of the secret of a source', () => {
  it('accepts the old and the new secret', async () => {
    const rotated = await started.platform.callSources.rotate(source.id, {});
    const secret = rotated?.secret?.reveal() ?? '';
    expect(rotated?.source.previousSecretUntil).not.toBeNull();
    expect((await source.send(endedCall('c-1'))).status).toBe(200);
    expect((await source.send(endedCall('c-2'), { secret })).status).toBe(200);
  });

  it('accepts the old secret also if the same new one is stored twice', async () => {
    const secret = 'whsec_bmV3IHNlY3JldCBvZiBhIHNvdXJjZSAwMTIzNDU2Nzg5';
    for (const _time of ['first', 'second']) await started.platform.callSources.rotate(source.id, { secret });
    expect((await source.send(endedCall('c-1'))).status).toBe(200);
    expect((await source.send(endedCall('c-2'), { secret })).status).toBe(200);
  });
});

describe('sources of calls', () => {
  const add = (options: Parameters<typeof started.platform.callSources.add>[0]) =>
    started.platform.callSources.add(options);
  const secret = '0123456789abcdef0123456789abcdef';

  it.each([
    ['twilio', secret, /^The API key is not one of Twilio: ACCOUNT_SID/],
    ['vapi', 'key', /^The API key is of no use: vapi sends whole calls/],
  ] as const)('refuse an API key for %s that cannot be used', async (vendor, credential, message) => {
    await expect(add({ vendor, name: 'line', secret, credential })).rejects.toThrow(message);
    expect(await started.platform.callSources.list()).toHaveLength(1);
  });

  it('keep the API key of Twilio without showing it', async () => {
    const credential = `AC${'0'.repeat(32)}:${secret}`;
    const { source: added } = await add({ vendor: 'twilio', name: 'line', secret, credential });
    expect(added.hasCredential).toBe(true);
    expect(JSON.stringify(await started.platform.callSources.list())).not.toContain(secret);
  });
});

describe('bookings that are made during a call', () => {
  const slot = async (which = 0) => {
    const [service] = (await get('services?per_page=1')).data as { id: string }[];
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const query = new URLSearchParams({ service_id: service?.id ?? '', from: day(1), to: day(10) });
    const { free } = (await get(`availability?${query}`)).data as { free: { from: string }[] };
    return { service_id: service?.id, start_time: free.at(which)?.from };
  };
  const request = async (method: string, path: string, reference: string, body: object) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-call-reference': reference,
    };
    const response = await fetch(`${started.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, data: ((await response.json()) as { data: Record<string, unknown> }).data };
  };
  const book = async (reference: string) =>
    request('POST', 'bookings', reference, {
      ...(await slot()),
      contact: { name: 'Ana Díaz', phone: '+12125550123' },
    });

  it('links a booking with its call when the report arrives', async () => {
    const { status, data } = await book('c-1');
    expect(status).toBe(200);
    expect(data.call_reference).toBe('c-1');
    const { body } = await source.send(endedCall('c-1', { started_at: new Date().toISOString() }));
    expect(await call(body.call_id)).toMatchObject({ booking_id: data.id, outcome: 'booked' });
  });

  it('a call of another time is that of the contact, also if several people were booked for in a call of today with its id', async () => {
    const contact = { name: 'Uma Neu', phone: '+12125550166' };
    await request('POST', 'bookings', 'c-1', { ...(await slot()), contact });
    await request('POST', 'bookings', 'c-1', { ...(await slot(3)), contact: { ...contact, name: 'Tim Alt' } });
    const ofToday = { phone: contact.phone, started_at: new Date().toISOString() };
    const { body: today } = await source.send(endedCall('c-1', ofToday));
    // Which of them called is not known.
    expect(await call(today.call_id)).toMatchObject({ contact_id: null, outcome: 'booked' });
    const other = await addGenericSource(started.platform, started.url, 'back office');
    const { body } = await other.send(endedCall('c-1', { phone: contact.phone }));
    expect(await call(body.call_id)).toMatchObject({ contact_name: 'Uma Neu', outcome: 'unclassified' });
  });

  it('links a booking with a call whose report has arrived already', async () => {
    const { body } = await source.send(endedCall('c-1', { started_at: new Date().toISOString() }));
    const { data } = await book('c-1');
    expect(await call(body.call_id)).toMatchObject({ booking_id: data.id, outcome: 'booked' });
  });

  it('calls a booking rescheduled only if its time or service changes, and links it after any change', async () => {
    const { data } = await book('c-0');
    const change = async (reference: string, body: object) =>
      expect((await request('PUT', `bookings/${data.id}`, reference, body)).status).toBe(200);
    const noted = (reference: string) => change(reference, { notes: `Said in ${reference}` });
    const more = { outcome: 'callback_promised', started_at: new Date().toISOString() };
    const reported = async (reference: string) => (await source.send(endedCall(reference, more))).body.call_id;

    const first = await reported('c-1');
    await noted('c-1');
    expect(await call(first)).toMatchObject({ booking_id: data.id, outcome: 'callback_promised' });
    await noted('c-2');
    expect(await call(await reported('c-2'))).toMatchObject({ booking_id: data.id, outcome: 'callback_promised' });

    await change('c-3', { start_time: (await slot(-1)).start_time });
    await noted('c-3');
    expect(await call(await reported('c-3'))).toMatchObject({ booking_id: data.id, outcome: 'rescheduled' });

    await noted('c-0');
    expect(await call(await reported('c-0'))).toMatchObject({ booking_id: data.id, outcome: 'booked' });

    const other = await book('c-4');
    await noted('c-4');
    expect(other.data.id).not.toBe(data.id);
    expect(await call(await reported('c-4'))).toMatchObject({ booking_id: other.data.id, outcome: 'booked' });
  });

  it('stores what searches read of a booking, its contact and its call together with them', async () => {
    await source.send(endedCall('c-1'));
    expect((await book('c-1')).status).toBe(200);
    // Announced once nothing is left to compute; this platform has no worker that would do so later.
    const { extensions } = (await get('capabilities')).data as { extensions: object };
    expect(Object.keys(extensions)).toEqual(expect.arrayContaining(['list_filters', 'call_search', 'follow_ups']));
  });

  it('refuses a booking with a malformed reference', async () => {
    expect((await book('with space')).status).toBe(400);
  });
});

describe('import of calls', () => {
  it('adds calls once, sends no events, and orders all calls by their start', async () => {
    const { calls, events } = started.platform;
    const { sequence } = await events.since(undefined, 1);
    const reports = ['a', 'b'].map((id, index) => ({
      ...endedCall(id, { started_at: `2020-01-0${index + 1}T10:00:00Z` }),
      event: 'ended' as const,
    }));
    expect(await calls.importBatch(reports as never, { dryRun: true })).toEqual(['added', 'added']);
    const before = await numberOfCalls();
    expect(await calls.importBatch(reports as never, { dryRun: false })).toEqual(['added', 'added']);
    expect(await calls.importBatch(reports as never, { dryRun: false })).toEqual(['unchanged', 'unchanged']);
    expect(await numberOfCalls()).toBe(before + 2);
    await calls.orderByStart();
    const listed = (await get('calls?per_page=100&page=1')).data as { started_at: string }[];
    const starts = listed.map(({ started_at }) => started_at);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect((await events.since(sequence, 100)).events).toEqual([]);
  });
});
