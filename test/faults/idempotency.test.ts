import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { FAULT_NAMES, FAULTS, type Fault, type FaultProxy, startFaultProxy } from '../support/faults.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Each fault once on each kind of write: the reported outcome must be true of the platform's data. */
let platform: StartedPlatform;
let proxy: FaultProxy;
let session: HttpSession;
let next: { method: string; fault: Fault; times: number } | undefined;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  proxy = await startFaultProxy({
    target: platform.url,
    lateMs: 3_000,
    plan: ({ method }) => {
      if (!next || method !== next.method || next.times === 0) return undefined;
      next.times--;
      return next.fault;
    },
  });
  session = await startHttp({
    RCPT_BASE_URL: proxy.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE: 'America/New_York',
    RCPT_DEFAULT_COUNTRY: 'US',
    RCPT_TIMEOUT: '2',
  });
});
afterAll(async () => {
  await session?.close();
  await proxy?.close();
  await platform?.close();
});
beforeEach(() => {
  next = undefined;
});

let serial = 0;
const newCreateRequest = () => {
  serial++;
  const day = new Date(Date.UTC(2200, 0, 1) + serial * 86_400_000).toISOString().slice(0, 10);
  return {
    service_id: 'svc_cleaning',
    start_time: `${day}T10:00`,
    contact_name: `Person ${serial}`,
    contact_email: `p${serial}@example.com`,
  };
};

/** Reads the bookings of a person from the platform, without the proxy. */
async function bookingsOf(email: string): Promise<{ id: string; status: string; notes: string }[]> {
  const key = await platform.key();
  const all: { id: string; status: string; notes: string; contact: { email: string | null } }[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${platform.url}/api/v1/bookings?per_page=100&page=${page}`, {
      headers: { 'x-api-key': key },
    });
    const { data, meta } = (await answer.json()) as { data: typeof all; meta: { has_more: boolean } };
    all.push(...data);
    if (!meta.has_more) break;
  }
  return all.filter((booking) => booking.contact.email === email);
}

const changed = (answer: ToolAnswer) => field(answer.data, 'error', 'changed');

describe.each(FAULT_NAMES)('fault "%s"', (fault) => {
  const late = fault.startsWith('late');

  it('create_booking reports the outcome truthfully', async () => {
    const args = newCreateRequest();
    next = { method: 'POST', fault, times: 1 };
    const answer = await session.client.call('create_booking', args);
    const there = await bookingsOf(args.contact_email);
    if (!answer.isError) {
      expect(there.map(({ id }) => id)).toEqual([field(answer.data, 'booking', 'id')]);
    } else if (changed(answer) === 'no') {
      expect(there).toEqual([]);
      expect(answer.text).toMatch(/Nothing was changed/);
    } else {
      expect(fault).toBe('late request');
      expect(answer.text).toMatch(/unknown/);
    }
    // Only a request that arrives after the last verification may have an unknown outcome.
    if (!late) expect(answer.isError).toBe(!FAULTS[fault].committed && fault !== '429 before commit');
  });

  it('create_booking repeated after the fault returns the only booking', async () => {
    const args = newCreateRequest();
    next = { method: 'POST', fault, times: 1 };
    await session.client.call('create_booking', args);
    next = undefined;
    const again = await session.client.call('create_booking', args);
    expect(again.isError, again.text).toBe(false);
    expect((await bookingsOf(args.contact_email)).map(({ id }) => id)).toEqual([field(again.data, 'booking', 'id')]);
  });

  it('cancel_booking and update_booking report success only if the change is applied', async () => {
    const args = newCreateRequest();
    const made = await session.client.call('create_booking', args);
    const id = field(made.data, 'booking', 'id');
    next = { method: 'PUT', fault, times: 1 };
    const updated = await session.client.call('update_booking', { booking_id: id, notes: 'changed' });
    if (!updated.isError) expect((await bookingsOf(args.contact_email))[0]?.notes).toBe('changed');
    else expect(late).toBe(true);
    next = { method: 'POST', fault, times: 1 };
    const cancelled = await session.client.call('cancel_booking', { booking_id: id });
    if (!cancelled.isError) expect((await bookingsOf(args.contact_email))[0]?.status).toBe('cancelled');
    else expect(late).toBe(true);
  });

  it('create_contact and manage_webhooks create one record each when repeated', async () => {
    serial++;
    const email = `contact${serial}@example.com`;
    next = { method: 'POST', fault, times: 1 };
    const first = await session.client.call('create_contact', { name: 'Once', email });
    next = undefined;
    const second = await session.client.call('create_contact', { name: 'Once', email });
    expect(second.isError, second.text).toBe(false);
    if (!first.isError) expect(field(second.data, 'contact', 'id')).toBe(field(first.data, 'contact', 'id'));
    const found = await session.client.call('lookup_caller', { query: email });
    if (!late) expect(found.data.total_matches).toBe(1);

    const url = `https://hooks.example.com/${serial}`;
    next = { method: 'POST', fault, times: 1 };
    await session.client.call('manage_webhooks', { action: 'create', url, events: ['booking.created'] });
    next = undefined;
    const hook = await session.client.call('manage_webhooks', { action: 'create', url, events: ['booking.created'] });
    const listed = await session.client.call('list_webhooks', { query: url });
    if (!late) expect((listed.data.items as unknown[]).length).toBe(1);
    next = { method: 'DELETE', fault, times: 1 };
    const deleted = await session.client.call('manage_webhooks', {
      action: 'delete',
      webhook_id: field(hook.data, 'webhook', 'id'),
    });
    if (!late) expect(deleted.isError, deleted.text).toBe(false);
  });
});

describe('a repeated create request', () => {
  it('returns the first booking, unless it was cancelled or allow_duplicate is set', async () => {
    const args = newCreateRequest();
    const first = await session.client.call('create_booking', args);
    const again = await session.client.call('create_booking', { ...args, notes: 'other words, same key' });
    expect(field(again.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
    expect(again.data.note).toMatch(/no second one was created/);
    const second = await session.client.call('create_booking', { ...args, allow_duplicate: true });
    expect(field(second.data, 'booking', 'id')).not.toBe(field(first.data, 'booking', 'id'));
    expect(await bookingsOf(args.contact_email)).toHaveLength(2);

    const other = newCreateRequest();
    const booked = await session.client.call('create_booking', other);
    await session.client.call('cancel_booking', { booking_id: field(booked.data, 'booking', 'id') });
    const rebooked = await session.client.call('create_booking', other);
    expect(field(rebooked.data, 'booking')).toMatchObject({ status: 'confirmed' });
    expect(field(rebooked.data, 'booking', 'id')).not.toBe(field(booked.data, 'booking', 'id'));
  });

  it('coalesces with concurrent identical requests into one upstream request', async () => {
    const args = newCreateRequest();
    const answers = await Promise.all(Array.from({ length: 8 }, () => session.client.call('create_booking', args)));
    expect(new Set(answers.map((answer) => field(answer.data, 'booking', 'id'))).size).toBe(1);
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  });

  it('executes again after a refusal', async () => {
    const args = { ...newCreateRequest(), service_id: 'svc_none' };
    const refused = await session.client.call('create_booking', args);
    expect(changed(refused)).toBe('no');
    expect((await session.client.call('create_booking', { ...args, service_id: 'svc_cleaning' })).isError).toBe(false);
  });

  it('never matches the first booking with allow_duplicate when its response is lost', async () => {
    const args = newCreateRequest();
    await session.client.call('create_booking', args);
    next = { method: 'POST', fault: '500 before commit', times: 1 };
    const second = await session.client.call('create_booking', { ...args, allow_duplicate: true });
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
    // The one existing booking does not show whether the second request was executed.
    expect(second.isError, second.text).toBe(true);
    expect(changed(second)).toBe('unknown');

    next = { method: 'POST', fault: '500 before commit', times: 1 };
    expect(changed(await session.client.call('create_booking', { ...newCreateRequest(), allow_duplicate: true }))).toBe(
      'no',
    );
  });

  it('reads its outcome from the list when its response is lost', async () => {
    const args = newCreateRequest();
    next = { method: 'POST', fault: 'reset after commit', times: 1 };
    const plan = next;
    const answer = await session.client.call('create_booking', args);
    expect(plan.times).toBe(0);
    expect(answer.isError).toBe(false);
    expect(answer.data.note).toMatch(/the record exists/);
  });
});

it('concurrent identical creates with a lost response create one booking', async () => {
  const args = newCreateRequest();
  next = { method: 'POST', fault: 'reset after commit', times: 1 };
  const answers = await Promise.all(Array.from({ length: 5 }, () => session.client.call('create_booking', args)));
  expect(answers.every((answer) => !answer.isError)).toBe(true);
  expect(await bookingsOf(args.contact_email)).toHaveLength(1);
});

it('a create that may still be processing is not sent a second time', async () => {
  const slow = await startFaultProxy({
    target: platform.url,
    lateMs: 8_000,
    plan: ({ method }) => (method === 'POST' ? 'late request' : undefined),
  });
  const own = await startHttp({
    RCPT_BASE_URL: slow.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIMEOUT: '2',
    RCPT_TIME_ZONE: 'America/New_York',
  });
  const args = newCreateRequest();
  const first = await own.client.call('create_booking', args);
  expect(field(first.data, 'error')).toMatchObject({ kind: 'timeout', changed: 'unknown' });
  const second = await own.client.call('create_booking', args);
  expect(second.text).toMatch(/may still carry it out\. Ask again in \d+ seconds/);
  await expect.poll(() => bookingsOf(args.contact_email), { timeout: 10_000 }).toHaveLength(1);
  const third = await own.client.call('create_booking', args);
  expect(third.data.note).toMatch(/An earlier request, whose outcome was unknown, created this record/);
  expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  await own.close();
  await slow.close();
});

it.each(['502 before commit', '429 before commit', '503 before commit'] as const)(
  'a cancellation that timed out is not reported as not applied when its retry gets %s',
  async (fault) => {
    const posts: Fault[] = [];
    const own = await startFaultProxy({
      target: platform.url,
      lateMs: 2_500,
      plan: ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/cancel')) return undefined;
        posts.push(posts.length === 0 ? 'late request' : fault);
        return posts.at(-1);
      },
    });
    const slow = await startHttp({
      RCPT_BASE_URL: own.url,
      RCPT_API_KEY: await platform.key(),
      RCPT_TIMEOUT: '3',
      RCPT_TIME_ZONE: 'America/New_York',
    });
    const args = newCreateRequest();
    const made = await slow.client.call('create_booking', args);
    const cancelled = await slow.client.call('cancel_booking', { booking_id: field(made.data, 'booking', 'id') });
    expect(posts.length).toBeGreaterThan(1);
    expect(cancelled.isError).toBe(true);
    expect(changed(cancelled)).toBe('unknown');
    await expect
      .poll(async () => (await bookingsOf(args.contact_email))[0]?.status, { timeout: 10_000 })
      .toBe('cancelled');
    await slow.close();
    await own.close();
  },
);
