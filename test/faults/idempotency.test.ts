import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { FAULT_NAMES, FAULTS, type Fault, type FaultProxy, startFaultProxy } from '../support/faults.ts';
import { openHour } from '../support/open-hours.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Each fault once on each kind of write: the reported outcome must be true of the platform's data. */
const RCPT_TIME_ZONE = 'America/New_York';
let platform: StartedPlatform;
let proxy: FaultProxy;
let session: HttpSession;
/** Faults of the next requests that have a mark in their path or body. */
const planned: { method: string; mark: string; fault: Fault; times: number }[] = [];

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  proxy = await startFaultProxy({
    target: platform.url,
    lateMs: 3_000,
    commitAfterMs: () => 1_200,
    plan: ({ method, path, body }) => {
      const found = planned.find(
        (plan) => plan.times > 0 && plan.method === method && `${path} ${body}`.includes(plan.mark),
      );
      if (found) found.times--;
      return found?.fault;
    },
  });
  session = await startHttp({
    RCPT_BASE_URL: proxy.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE,
    RCPT_DEFAULT_COUNTRY: 'US',
    RCPT_TIMEOUT: '2',
  });
  // So that there is another record of each kind, which a fault can answer with.
  const url = 'https://hooks.example.com/another';
  await session.client.call('manage_webhooks', { action: 'create', url, events: ['call.completed'] });
});
afterAll(async () => {
  await session?.close();
  await proxy?.close();
  await platform?.close();
});

/** Injects a fault into the next request with this mark. */
function inject(fault: Fault, method: string, mark: string) {
  const plan = { method, mark, fault, times: 1 };
  planned.push(plan);
  return plan;
}

let serial = 0;
const newCreateRequest = () => {
  serial++;
  // One on each day.
  const day = openHour(serial * 8).slice(0, 10);
  return {
    service_id: 'svc_cleaning',
    start_time: `${day}T10:00`,
    contact_name: `Person ${serial}`,
    contact_email: `p${serial}@example.com`,
  };
};

/** No number is the beginning of another one: a search finds words by their beginning. */
const newWebhookUrl = () => `https://hooks.example.com/${1_000 + ++serial}/`;

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
const SLOW = { timeout: 60_000 };

/** True if the platform never receives the request, and the client cannot know that. */
const isLost = (fault: Fault) => FAULTS[fault] === 'never' && fault !== '429 before commit';

function expectUnknown(answer: ToolAnswer) {
  expect(answer.isError, answer.text).toBe(true);
  expect(changed(answer), answer.text).toBe('unknown');
  expect(answer.text).toMatch(
    /unknown, and the platform may still carry it out\. To find out, call again .*: .* does nothing twice\./,
  );
}

/** A repetition within a minute is not sent, because the first request may still be carried out. */
function expectStillUnknown(answer: ToolAnswer) {
  expect(answer.text).toMatch(
    /may still carry it out\. Ask again in \d+ seconds\. Whether it took effect is unknown\.$/,
  );
  expect(field(answer.data, 'error')).toMatchObject({
    kind: 'unconfirmed',
    changed: 'unknown',
    retryable: true,
    retry_after_seconds: expect.any(Number),
  });
}

describe.concurrent.each(FAULT_NAMES)('fault "%s"', (fault) => {
  it('create_booking reports the outcome truthfully, and a repetition creates no second booking', SLOW, async () => {
    const args = newCreateRequest();
    const plan = inject(fault, 'POST', args.contact_email);
    const answer = await session.client.call('create_booking', args);
    expect(plan.times).toBe(0);
    const idOf = (one: ToolAnswer) => field(one.data, 'booking', 'id');
    if (isLost(fault)) {
      expectUnknown(answer);
      expectStillUnknown(await session.client.call('create_booking', args));
      expect(await bookingsOf(args.contact_email)).toEqual([]);
      return;
    }
    // Only a request that arrives after the last verification may have an unknown outcome.
    if (answer.isError) expect(FAULTS[fault]).toBe('after');
    else expect((await bookingsOf(args.contact_email)).map(({ id }) => id)).toEqual([idOf(answer)]);
    await expect.poll(() => bookingsOf(args.contact_email), { timeout: 10_000 }).toHaveLength(1);
    const again = await session.client.call('create_booking', args);
    expect((await bookingsOf(args.contact_email)).map(({ id }) => id)).toEqual([idOf(again)]);
  });

  it('update_booking and cancel_booking report success only if the change is applied', SLOW, async () => {
    const args = newCreateRequest();
    const made = await session.client.call('create_booking', args);
    const id = field(made.data, 'booking', 'id') as string;
    // The client repeats an update that failed, but not one that was answered with success.
    const isHidden = !fault.startsWith('200') || FAULTS[fault] === 'before';
    const update = inject(fault, 'PUT', id);
    const updated = await session.client.call('update_booking', { booking_id: id, notes: 'changed' });
    expect(update.times).toBe(0);
    if (!updated.isError) expect((await bookingsOf(args.contact_email))[0]?.notes).toBe('changed');
    else if (isHidden) expect(FAULTS[fault]).toBe('after');
    if (!isHidden) expectUnknown(updated);
    const cancel = inject(fault, 'POST', `${id}/cancel`);
    const cancelled = await session.client.call('cancel_booking', { booking_id: id });
    expect(cancel.times).toBe(0);
    if (!cancelled.isError) expect((await bookingsOf(args.contact_email))[0]?.status).toBe('cancelled');
    else if (isHidden) expect(FAULTS[fault]).toBe('after');
    // A repeated attempt of this call finds it cancelled: by this call.
    expect(cancelled.data).not.toHaveProperty('changed');
    if (!isHidden) expectUnknown(cancelled);
    const again = await session.client.call('cancel_booking', { booking_id: id });
    expect(again.isError, again.text).toBe(false);
  });

  it('create_contact and update_contact report the outcome truthfully', SLOW, async () => {
    const email = `contact${++serial}@example.com`;
    inject(fault, 'POST', email);
    const first = await session.client.call('create_contact', { name: 'Once', email });
    const second = await session.client.call('create_contact', { name: 'Once', email });
    const found = await session.client.call('lookup_caller', { query: email });
    if (isLost(fault)) {
      expectUnknown(first);
      expectStillUnknown(second);
      expect(found.data.total_matches).toBe(0);
      return;
    }
    if (first.isError) expect(FAULTS[fault]).toBe('after');
    else expect(field(second.data, 'contact', 'id')).toBe(field(first.data, 'contact', 'id'));
    expect(found.data.total_matches).toBe(1);
    const id = field(second.data, 'contact', 'id') as string;
    inject(fault, 'PUT', id);
    const updated = await session.client.call('update_contact', { contact_id: id, name: 'Twice' });
    const read = await session.client.call('get_contact', { contact_id: id });
    if (!updated.isError) expect(field(read.data, 'contact', 'name')).toBe('Twice');
    else expect(changed(updated)).toBe('unknown');
  });

  it('manage_webhooks reports the outcome truthfully', SLOW, async () => {
    const url = newWebhookUrl();
    const create = { action: 'create', url, events: ['booking.created'] };
    inject(fault, 'POST', url);
    const first = await session.client.call('manage_webhooks', create);
    const hook = await session.client.call('manage_webhooks', create);
    const listed = await session.client.call('list_webhooks', { query: url });
    if (isLost(fault)) {
      expectUnknown(first);
      expectStillUnknown(hook);
      expect(listed.data.items).toEqual([]);
      return;
    }
    if (first.isError) expect(FAULTS[fault]).toBe('after');
    expect(listed.data.items).toMatchObject([{ id: field(hook.data, 'webhook', 'id') }]);
  });

  it('manage_webhooks reports a deletion only if the webhook is deleted', SLOW, async () => {
    const url = newWebhookUrl();
    const made = await session.client.call('manage_webhooks', { action: 'create', url, events: ['booking.created'] });
    const id = field(made.data, 'webhook', 'id') as string;
    inject(fault, 'DELETE', id);
    const deleted = await session.client.call('manage_webhooks', { action: 'delete', webhook_id: id });
    const listed = await session.client.call('list_webhooks', { query: url });
    if (!deleted.isError) expect(listed.data.items).toEqual([]);
    else expectUnknown(deleted);
    expect(deleted.isError).toBe(fault.startsWith('200') && FAULTS[fault] === 'never');
  });
});

describe('a repeated create request', () => {
  it('returns the first booking, unless it was cancelled or allow_duplicate is set', async () => {
    const args = newCreateRequest();
    const first = await session.client.call('create_booking', args);
    const again = await session.client.call('create_booking', args);
    expect(field(again.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
    expect(again.data.note).toMatch(/no second one was created\.$/);
    expect(first.text).toMatch(/^Booked for /m);
    expect(first.data).not.toHaveProperty('changed');
    expect(again.text).toMatch(/^Already booked for \S+day .*: nothing was booked a second time\.$/m);
    expect(again.data.changed).toBe(false);
    const withNotes = await session.client.call('create_booking', { ...args, notes: 'other words, same key' });
    expect(field(withNotes.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
    expect(withNotes.data.note).toMatch(
      /no second one was created\. Its notes are not those requested: change them with update_booking\.$/,
    );
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

  it.each(['moved', 'given to another person'])('makes another booking if the first was %s', async (change) => {
    const args = newCreateRequest();
    const idOf = (answer: ToolAnswer) => field(answer.data, 'booking', 'id');
    const first = idOf(await session.client.call('create_booking', args));
    const updated = await session.client.call('update_booking', {
      booking_id: first,
      ...(change === 'moved'
        ? { start_time: args.start_time.replace('10:00', '14:00') }
        : { contact_name: 'Someone Else', contact_email: `else.${args.contact_email}` }),
    });
    expect(updated.isError, updated.text).toBe(false);
    const again = await session.client.call('create_booking', args);
    const { contact_name, contact_email } = args;
    const start_local = expect.stringContaining(args.start_time);
    expect(field(again.data, 'booking'), again.text).toMatchObject({ start_local, contact_name, contact_email });
    expect(idOf(again)).not.toBe(first);
    expect(again.data.note).toBeUndefined();
    expect(idOf(await session.client.call('create_booking', args))).toBe(idOf(again));
  });

  it('returns the contact with its name if another one has its e-mail address, too', async () => {
    const email = `family${++serial}@example.com`;
    const add = async (name: string, more = {}) => {
      const { data } = await session.client.call('create_contact', { name, email, ...more });
      return { id: field(data, 'contact', 'id'), created: data.created, note: data.note };
    };
    const bob = await add('Bob Zimmer');
    await add('Ann Zimmer', { allow_duplicate: true });
    expect(await add('bob zimmer')).toEqual({ id: bob.id, created: false, note: undefined });
  });

  it('adds another contact if the first has become another person', async () => {
    const args = { name: 'Dup Person', email: `dup${++serial}@example.com` };
    const first = field((await session.client.call('create_contact', args)).data, 'contact', 'id');
    const renamed = { name: 'Renamed Person', email: `renamed${serial}@example.com` };
    await session.client.call('update_contact', { contact_id: first, ...renamed });
    const again = await session.client.call('create_contact', args);
    expect(again.data).toMatchObject({ created: true, contact: args });
    expect(field(again.data, 'contact', 'id')).not.toBe(first);
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

  it('returns the second booking if it repeats allow_duplicate, and makes a third one only with other notes', async () => {
    const args = newCreateRequest();
    const idOf = (answer: ToolAnswer) => field(answer.data, 'booking', 'id');
    const book = (more: object) => session.client.call('create_booking', { ...args, ...more });
    const first = idOf(await book({}));
    const second = idOf(await book({ allow_duplicate: true }));
    const repeated = await Promise.all([1, 2, 3].map(() => book({ allow_duplicate: true })));
    expect(repeated.map(idOf)).toEqual([second, second, second]);
    expect(repeated[0]?.data.note).toMatch(
      /^The same request was made .* For one more, repeat it with other notes, such as whom it is for\.$/,
    );
    expect(idOf(await book({}))).toBe(first);
    expect(await bookingsOf(args.contact_email)).toHaveLength(2);
    // Two people take cleanings.
    await session.client.call('cancel_booking', { booking_id: first });
    const third = await book({ allow_duplicate: true, notes: 'for the daughter' });
    expect(third.isError, third.text).toBe(false);
    expect([first, second]).not.toContain(idOf(third));
    expect(third.data.note).toBeUndefined();
    expect(await bookingsOf(args.contact_email)).toHaveLength(3);
  });

  it('without allow_duplicate returns the booking that was made with it if there is no other', async () => {
    const args = newCreateRequest();
    const only = await session.client.call('create_booking', { ...args, allow_duplicate: true });
    const repeated = await session.client.call('create_booking', args);
    expect(field(repeated.data, 'booking', 'id')).toBe(field(only.data, 'booking', 'id'));
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  });

  it('sends nothing for allow_duplicate for a minute after a request whose response was lost', async () => {
    const args = { ...newCreateRequest(), allow_duplicate: true };
    inject('reset after commit', 'POST', args.contact_email);
    expect(changed(await session.client.call('create_booking', args))).toBe('unknown');
    const again = await session.client.call('create_booking', args);
    expect(changed(again)).toBe('unknown');
    expect(again.text).toMatch(/Check in \d+ seconds whether the record exists, before you ask again/);
    expect(field(again.data, 'error', 'retry_after_seconds')).toBeGreaterThan(30);
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  });

  it('never answers with an earlier equal booking when its response is lost', async () => {
    const args = newCreateRequest();
    // Another server booked it: this one has no record of the request.
    const other = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key(), RCPT_TIME_ZONE });
    const before = await other.client.call('create_booking', args);
    await other.close();
    expect(before.isError, before.text).toBe(false);
    inject('500 before commit', 'POST', args.contact_email);
    const second = await session.client.call('create_booking', { ...args, allow_duplicate: true });
    expect(changed(second), second.text).toBe('unknown');
    const repeated = await session.client.call('create_booking', args);
    expect(repeated.text).not.toMatch(/^Booked/);
    expect(field(repeated.data, 'booking')).toBeUndefined();
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  });

  it('returns the booking of the same contact when it is repeated for one of two with equal details', async () => {
    const { service_id, start_time, contact_email: email } = newCreateRequest();
    const details = { name: 'Twin Person', email };
    const contacts = await Promise.all(
      [1, 2].map(async () => {
        const answer = await fetch(`${platform.url}/api/v1/contacts`, {
          method: 'POST',
          headers: { 'x-api-key': await platform.key(), 'content-type': 'application/json' },
          body: JSON.stringify(details),
        });
        return field(await answer.json(), 'data', 'id');
      }),
    );
    const book = async (contact_id: unknown) => {
      const args = { service_id, start_time, contact_id, allow_duplicate: true };
      const answer = await session.client.call('create_booking', args);
      expect(answer.isError, answer.text).toBe(false);
      return field(answer.data, 'booking', 'id');
    };
    const [first, second] = [await book(contacts[0]), await book(contacts[1])];
    expect(first).not.toBe(second);
    expect([await book(contacts[0]), await book(contacts[1])]).toEqual([first, second]);
    expect(await bookingsOf(email)).toHaveLength(2);
  });

  it('leaves the record of the first booking if the platform refuses one with allow_duplicate', async () => {
    const args = newCreateRequest();
    const first = await session.client.call('create_booking', args);
    const staff_id = field(first.data, 'booking', 'staff_id');
    expect(staff_id).toEqual(expect.any(String));
    // That person has the first one then.
    const second = await session.client.call('create_booking', { ...args, staff_id, allow_duplicate: true });
    expect(changed(second)).toBe('no');
    const repeated = await session.client.call('create_booking', args);
    expect(field(repeated.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
  });

  it('never matches the first booking with allow_duplicate when its response is lost', async () => {
    const args = newCreateRequest();
    await session.client.call('create_booking', args);
    inject('500 before commit', 'POST', args.contact_email);
    const second = await session.client.call('create_booking', { ...args, allow_duplicate: true });
    expect(await bookingsOf(args.contact_email)).toHaveLength(1);
    // The one existing booking does not show whether the second request was executed.
    expect(second.isError, second.text).toBe(true);
    expect(changed(second)).toBe('unknown');
  });

  it('reads its outcome from the list when its response is lost', async () => {
    const args = newCreateRequest();
    const plan = inject('reset after commit', 'POST', args.contact_email);
    const answer = await session.client.call('create_booking', args);
    expect(plan.times).toBe(0);
    expect(answer.isError).toBe(false);
    expect(answer.data.note).toMatch(/the record exists/);
  });
});

it('concurrent identical creates with a lost response create one booking', async () => {
  const args = newCreateRequest();
  inject('reset after commit', 'POST', args.contact_email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => session.client.call('create_booking', args)));
  expect(answers.every((answer) => !answer.isError)).toBe(true);
  expect(await bookingsOf(args.contact_email)).toHaveLength(1);
});

it('simultaneous contacts under other names with one e-mail address or number become one contact', async () => {
  const [phone, email] = ['+12125550188', 'one.address@example.com'];
  for (const [one, other] of [
    [{ phone }, { phone: '(212) 555-0188' }],
    [{ email, phone: '+12125550189' }, { email: 'One.Address@example.com' }],
  ]) {
    const answers = await Promise.all([
      session.client.call('create_contact', { name: 'Anna Meier', ...one }),
      session.client.call('create_contact', { name: 'A. Meier', ...other }),
    ]);
    const ids = answers.map((answer) => field(answer.data, 'contact', 'id'));
    expect(ids).toEqual([expect.any(String), ids[0]]);
    expect(answers.map(({ data }) => data.created).sort()).toEqual([false, true]);
  }
});

it.concurrent('a create that may still be processing is not sent a second time', SLOW, async () => {
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
  expect(third.data.note).toMatch(/an earlier request, whose outcome was unknown, created it/);
  expect(await bookingsOf(args.contact_email)).toHaveLength(1);
  await own.close();
  await slow.close();
});

it.concurrent.each(['502 before commit', '429 before commit', '503 before commit'] as const)(
  'a cancellation that timed out is not reported as not applied when its retry gets %s',
  SLOW,
  async (fault) => {
    const posts: Fault[] = [];
    const own = await startFaultProxy({
      target: platform.url,
      lateMs: 10_000,
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
      .poll(async () => (await bookingsOf(args.contact_email))[0]?.status, { timeout: 15_000 })
      .toBe('cancelled');
    await slow.close();
    await own.close();
  },
);
