import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { fixture, postReport, type ReportAnswer, SIGNERS } from '../support/signed-reports.ts';

/** Reports of the vendors' own forms, sent to a served platform on a real database. */
let started: StartedPlatform;
let key: string;

beforeEach(async () => {
  started = await startPlatform({ demo: true });
  key = await started.key();
});
afterEach(() => started.close());

const SECRET = 'secret_of_the_vendor_0123456789';

/** How a request differs from a genuine one. Without a secret it is not signed. */
interface Forgery {
  age?: number;
  secret?: string;
  signedBody?: string;
}

/** Adds a source, and returns what sends signed bodies to it. */
async function addSource(vendor: VendorName) {
  const { source } = await started.platform.callSources.add({ vendor, name: vendor, secret: SECRET });
  return async (body: string, { age = 0, secret = SECRET, signedBody = body }: Forgery = {}): Promise<ReportAnswer> => {
    const signed = secret === '' ? {} : await SIGNERS[vendor]?.(signedBody, Date.now() - age, secret);
    return postReport(`${started.url}/api/intake/${source.id}`, body, signed);
  };
}

async function get(path: string) {
  const response = await fetch(`${started.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as { data: never; meta: { total: number } };
}
const call = async (id: unknown) => (await get(`calls/${id}`)).data as Record<string, unknown>;
const numberOfCalls = async () => (await get('calls?per_page=1')).meta.total;

describe.each<[VendorName, string, number]>([
  ['vapi', 'vapi-end-of-call', 4],
  ['retell', 'retell-call-analyzed', 3],
  ['elevenlabs', 'elevenlabs-transcription', 4],
  ['bland', 'bland-inbound', 3],
])('a report of %s', (vendor, name, turns) => {
  it('a genuine report becomes one call with its turns, although it is sent twice', async () => {
    const [send, before] = [await addSource(vendor), await numberOfCalls()];
    const first = await send(fixture(name));
    expect(first).toMatchObject({ status: 200, received: true, understood: true });
    expect(await send(fixture(name))).toMatchObject({ status: 200, repeated: true });
    expect(await numberOfCalls()).toBe(before + 1);
    const recorded = await call(first.call_id);
    expect(recorded).toMatchObject({ phone: '+12125550142', direction: 'inbound', status: 'completed' });
    expect(recorded.transcript).toHaveLength(turns);
  });

  it('a forged, a changed, an unsigned and a late report do nothing', async () => {
    const [send, before] = [await addSource(vendor), await numberOfCalls()];
    const body = fixture(name);
    const forgeries = [{ secret: `${SECRET}x` }, { secret: '' }, { signedBody: `${body} ` }];
    // The signature of Bland has no time.
    for (const forgery of vendor === 'bland' ? forgeries : [...forgeries, { age: 50 * 60_000 }])
      expect(await send(body, forgery)).toMatchObject({ status: 401 });
    expect(await numberOfCalls()).toBe(before);
  });

  it('a genuine body of another vendor is kept with a reason', async () => {
    const send = await addSource(vendor);
    const other = vendor === 'retell' ? 'vapi-speech-update' : 'retell-transfer-started';
    const kept = { status: vendor === 'elevenlabs' ? 200 : 202, understood: false, reason: expect.any(String) };
    expect(await send(fixture(other))).toMatchObject(kept);
  });
});

it('the audio of a conversation of ElevenLabs is accepted and not kept', async () => {
  const send = await addSource('elevenlabs');
  const answer = await send(fixture('elevenlabs-audio'));
  expect(answer).toMatchObject({
    status: 200,
    understood: false,
    reason: expect.stringContaining('Audio is not used'),
  });
  expect(await started.platform.callSources.log({ limit: 10 })).toEqual([]);
});

describe('two reports of one call', () => {
  const stages: readonly [VendorName, first: string, second: string, shown: object][] = [
    ['retell', 'retell-call-ended', 'retell-call-analyzed', { summary: 'The caller asked when the appointment is.' }],
    ['retell', 'retell-call-started', 'retell-call-analyzed', { duration_seconds: 154.4 }],
    ['vapi', 'vapi-status-in-progress', 'vapi-end-of-call', { started_at: '2025-10-09T14:00:01.500Z' }],
    ['vapi', 'vapi-status-ended', 'vapi-end-of-call', { started_at: '2025-10-09T14:00:01.500Z' }],
  ];

  it.each(stages.flatMap(([vendor, a, b, shown]) => [[vendor, a, b, shown] as const, [vendor, b, a, shown] as const]))(
    'reports of %s in the order %s, %s are one call',
    async (vendor, first, second, shown) => {
      const [send, before] = [await addSource(vendor), await numberOfCalls()];
      const ids = [await send(fixture(first)), await send(fixture(second))].map(({ call_id }) => call_id);
      expect(await numberOfCalls()).toBe(before + 1);
      expect(await call(ids.find((id) => id != null))).toMatchObject(shown);
    },
  );

  it('a call of Vapi is in progress from its announcement until its report', async () => {
    const send = await addSource('vapi');
    const id = '0f9b6a4e-7d1c-4a52-9d5f-2b8f3b1c7a11';
    expect(await started.platform.calls.inProgress(id)).toBeUndefined();
    await send(fixture('vapi-status-in-progress'));
    expect(await started.platform.calls.inProgress(id)).toEqual({ phone: '+12125550142' });
    await send(fixture('vapi-end-of-call'));
    expect(await started.platform.calls.inProgress(id)).toBeUndefined();
  });
});
