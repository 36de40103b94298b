import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DELIVERY_BYTES } from '../../src/lib/http/body-sizes.ts';
import { notification } from '../support/deliveries.ts';
import { post } from '../support/guarded.ts';
import { type Division, largest, largestPage, repeated, TEXTS } from '../support/largest.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/**
 * The attacker writes what the platform sends: the largest answers that are read. While one caller gets them, no other
 * caller waits as long as this, in milliseconds: a tenth of a second, and on a slow machine as long as it takes to parse the one
 * with the most objects ten times. How fast a long text is parsed tells little of a machine that is slow with many small values.
 */
const maxWait = Math.max(100, 10 * shortestParse(largestPage({ division: 'turns', text: 'numbers', records: 1 })));
const PRELOAD = fileURLToPath(new URL('../support/longest-stall.cjs', import.meta.url));
const PATH_SECRET = 'p4th'.repeat(6);

/** Returns the shortest of several times that it takes to parse a body, in milliseconds. */
function shortestParse(body: Buffer): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    JSON.parse(body.toString());
    return performance.now() - begin;
  });
  return Math.min(...times);
}

let upstream: Upstream;
let session: HttpSession;
let stalls: string;
let otherCaller: { close(): Promise<void> };

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: [], meta: { total: 0 } }));
  session = await startHttp(
    {
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: 'sk_live_x',
      RCPT_REDACT: 'strict',
      RCPT_WEBHOOK_PATH_SECRET: PATH_SECRET,
      NODE_OPTIONS: `--require ${PRELOAD}`,
    },
    ['--poll', '5s', '--webhooks'],
  );
  const port = () => /longest stall at port (\d+)/.exec(session.program.output.stderr)?.[1];
  while (port() === undefined) await delay(20);
  stalls = `http://127.0.0.1:${port()}`;
  // What is loaded with the first calls takes its time once.
  upstream.behave(largest(largestPage({ division: 'all fields', text: 'numbers', records: 20 })));
  for (const { run } of READERS) await run();
  otherCaller = startOtherCaller();
}, 60_000);
afterAll(async () => {
  await otherCaller?.close();
  await session?.close();
  await upstream?.close();
});

/**
 * Another caller, who calls again and again: one call that reads nothing of the platform, and one that is refused by the tool
 * pipeline. The preload script recognises it by its user agent. It pauses for much less than a stall lasts, so it meets each one.
 */
function startOtherCaller() {
  let isOpen = true;
  const headers = { 'user-agent': 'other caller' };
  const running = (async () => {
    while (isOpen) {
      const list = await post(session.url, headers);
      expect(await list.text()).toContain('"get_booking"');
      const refused = await post(session.url, headers, 'tools/call', { name: 'get_booking', arguments: {} });
      expect(await refused.text()).toContain('booking_id');
      await delay(10);
    }
  })();
  return {
    close() {
      isOpen = false;
      return running;
    },
  };
}

interface Stalls {
  /** The longest turn of the server's event loop, in milliseconds. */
  longestTurn: number;
  /** The longest time in which the other caller waited for an answer. */
  longestWait: number;
  /** The answers that it got. */
  answered: number;
}

/** Returns the longest turn and wait since the last question, which are then forgotten. */
const stallsSince = async () => (await (await fetch(stalls)).json()) as Stalls;

/** Returns the longer of both. Waits until the other caller has been answered. */
async function longestStall(): Promise<number> {
  let { longestTurn, longestWait, answered } = await stallsSince();
  // A reader may be faster than any call of the other caller.
  for (let rest: Stalls; answered === 0; answered += rest.answered) {
    await delay(5);
    rest = await stallsSince();
    longestWait = Math.max(longestWait, rest.longestWait);
    longestTurn = Math.max(longestTurn, rest.longestTurn);
  }
  return Math.max(longestTurn, longestWait);
}

const call = (name: string, args: Record<string, unknown> = {}) => ({
  name: `${name} ${JSON.stringify(args)}`,
  run: (): Promise<unknown> => session.client.call(name, args),
});
const READERS = [
  call('get_booking', { booking_id: 'id_0' }),
  call('get_contact', { contact_id: 'id_0' }),
  call('get_call', { call_id: 'id_0' }),
  call('get_call_transcript', { call_id: 'id_0' }),
  call('get_call_transcript', { call_id: 'id_0', max_turns: 1 }),
  call('get_webhook', { webhook_id: 'id_0' }),
  call('list_bookings', { per_page: 100 }),
  call('list_bookings', { query: '555', detail: 'full' }),
  call('list_contacts', { query: 'card' }),
  call('list_calls', { query: 'zzz' }),
  call('list_services', { detail: 'full' }),
  call('list_webhooks'),
  call('list_webhook_events'),
  call('search_calls', { query: 'card' }),
  call('find_follow_ups', { status: 'all' }),
  call('lookup_caller', { query: '+12125550123' }),
  call('find_open_times', { service_id: 'id_0' }),
  call('list_recent_events'),
  { name: 'the resource of a booking', run: () => session.client.read('rcpt://bookings/id_0') },
  { name: 'the resource of a transcript', run: () => session.client.read('rcpt://calls/id_0/transcript') },
  {
    name: 'the completion of an appointment',
    run: () => session.client.complete({ prompt: 'move_appointment' }, 'appointment', 'a'),
  },
  {
    name: 'four searches at once',
    run: () => Promise.all(Array.from({ length: 4 }, call('list_calls', { query: 'a' }).run)),
  },
];

/** Runs each reader. Returns those during which another caller would have waited too long. */
async function readersThatStall(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, run } of READERS) {
    await longestStall();
    await run();
    const stall = await longestStall();
    if (stall >= maxWait) found.push(`${name}: ${Math.round(stall)} ms`);
  }
  return found;
}

describe('no reader holds the event loop longer than a tenth of a second', () => {
  // Long texts take longest to look at, whatever is in them; how many records there are depends on no text.
  const kinds: [Division, keyof typeof TEXTS, number[]][] = [
    ['one text', 'numbers', [1, 100]],
    ['one record', 'numbers', [100]],
    ['turns', 'numbers', [1, 100]],
    ['values', 'digits', [1, 100]],
    ['names', 'digits', [1, 100]],
    ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((text): [Division, keyof typeof TEXTS, number[]] => [
      'all fields',
      text,
      text === 'numbers' ? [1, 100] : [1],
    ]),
  ];
  it.each(kinds)(
    'when the platform sends the largest answers, divided as %s, with %s, in %j records',
    { timeout: 120_000, retry: 2 },
    async (division, text, counts) => {
      for (const records of counts) {
        upstream.behave(largest(largestPage({ division, text, records })));
        const read = await session.client.call('list_bookings', { per_page: 100 });
        expect(read.data.error, 'the answer is within the limits').toBeUndefined();
        expect(await readersThatStall(), `${records} records`).toEqual([]);
      }
    },
  );

  it('when 2,000 members of staff have 10,000 bookings', { timeout: 120_000, retry: 2 }, async () => {
    const staff_ids = Array.from({ length: 2_000 }, (_, index) => `staff_${index}`);
    const services = Array.from({ length: 20 }, (_, index) => ({ id: `id_${index}`, duration_minutes: 30, staff_ids }));
    const start = Date.now() + 86_400_000;
    const at = (index: number) => new Date(start + index * 60_000).toISOString();
    upstream.behave(({ path }, response) => {
      const { pathname, searchParams } = new URL(path, 'http://x');
      const page = Number(searchParams.get('page'));
      const isServices = pathname.endsWith('/services');
      const total = isServices ? services.length : 10_000;
      const booking = (index: number) => ({
        id: `bk_${index}`,
        service_id: `id_${index % 20}`,
        start_time: at(index),
        status: 'confirmed',
        ...(index % 2 ? { staff_id: `staff_${index % 2_000}` } : {}),
      });
      const data = isServices ? services : Array.from({ length: 100 }, (_, index) => booking((page - 1) * 100 + index));
      json(200, { data, meta: { total, page, per_page: 100, has_more: page * 100 < total } })({} as never, response);
    });
    await longestStall();
    const startedAt = performance.now();
    const { data } = await session.client.call('find_open_times', { service_id: 'id_0', from: at(0), limit: 100 });
    expect(data).toMatchObject({ complete: true, found: expect.any(Number) });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await longestStall()).toBeLessThan(maxWait);
  });

  it.each(Object.entries(TEXTS))(
    'when a webhook delivers the largest event, with %s',
    { retry: 2 },
    async (_name, text) => {
      const url = new URL(`/webhooks/${PATH_SECRET}`, session.url);
      for (const field of ['notes', 'transcript', 'contact'] as const) {
        const size = (MAX_DELIVERY_BYTES - 1_000) / ((Buffer.byteLength(JSON.stringify(text)) - 2) / text.length);
        const value = repeated(text, Math.floor(size));
        const record = { id: 'id_0', [field]: field === 'contact' ? { name: value, phone: '+12125550123' } : value };
        await longestStall();
        const body = JSON.stringify(notification('call.completed', record));
        const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        expect(answer.status).toBe(200);
        await session.client.call('list_recent_events');
        expect(await longestStall()).toBeLessThan(maxWait);
      }
    },
  );
});
