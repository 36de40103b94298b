import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../scripts/token-cost.ts';
import { field, type ToolAnswer } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/**
 * Questions of users, answered for the demo business with the smallest number of calls. Each script does what a good
 * agent does: it uses only the question and earlier answers.
 */
const ZONE = 'America/New_York';
const BUDGET = 8_000;
let platform: StartedPlatform;
let session: HttpSession;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  session = await startHttp({
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE: ZONE,
    RCPT_DEFAULT_COUNTRY: 'US',
    RCPT_OPENING_HOURS: 'Mon-Fri 08:00-17:00',
  });
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
});

const today = () => Temporal.Now.plainDateISO(ZONE);
/** Returns the next date after today with this weekday (1 is Monday). */
const coming = (weekday: number) => today().add({ days: ((weekday - today().dayOfWeek + 6) % 7) + 1 });
const lastMonth = () => {
  const month = today().toPlainYearMonth().subtract({ months: 1 });
  return {
    from: month.toPlainDate({ day: 1 }).toString(),
    to: month.toPlainDate({ day: month.daysInMonth }).toString(),
  };
};

interface Item {
  [field: string]: string;
  id: string;
  start_local: string;
  started_local: string;
}
const items = (answer: ToolAnswer) => answer.data.items as Item[];

/** Counts the calls that a question takes, and compares each answer with the token budget. */
function agent() {
  let calls = 0;
  return {
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      calls++;
      const answer = await session.client.call(name, args);
      expect(answer.isError, answer.text).toBe(false);
      expect(countTokens(answer.text)).toBeLessThanOrEqual(BUDGET);
      return answer;
    },
    took: (count: number) => expect(calls).toBe(count),
  };
}

async function service({ call }: ReturnType<typeof agent>, name: string): Promise<string> {
  const found = items(await call('list_services', { query: name })).filter((item) => item.name === name);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? '';
}

describe('prices and times', () => {
  it('1. What does a cleaning cost, and how long does it take?', async () => {
    const { call, took } = agent();
    const found = items(await call('list_services', { query: 'cleaning' }));
    expect(found.find((item) => item.name === 'Cleaning')).toMatchObject({
      price_cents: 12_900,
      currency: 'USD',
      duration_minutes: 45,
    });
    took(1);
  });

  it('2. What time is it there, and when are you open?', async () => {
    const { call, took } = agent();
    const { data } = await call('get_account_context');
    expect(data).toMatchObject({ time_zone: ZONE, opening_hours: 'Mon-Fri 08:00-17:00' });
    took(1);
  });

  it('3. When can I have a root canal next week?', async () => {
    const ask = agent();
    const monday = coming(1);
    const { data } = await ask.call('find_open_times', {
      service_id: await service(ask, 'Root canal'),
      from: monday.toString(),
      to: monday.add({ days: 4 }).toString(),
    });
    const times = (data.times ?? []) as { start_local: string }[];
    for (const { start_local } of times) expect(start_local >= monday.toString()).toBe(true);
    expect(times.length + ((data.next_best ?? []) as unknown[]).length).toBeGreaterThan(0);
    ask.took(2);
  });
});

describe('booking', () => {
  it('4. Book a cleaning for Robin Tester, 212 555 0123, at the first free time next week.', async () => {
    const ask = agent();
    const id = await service(ask, 'Cleaning');
    const { data } = await ask.call('find_open_times', { service_id: id, from: coming(1).toString(), limit: 1 });
    const start = field(data, 'times', 0, 'start_local');
    const booked = await ask.call('create_booking', {
      service_id: id,
      start_time: start,
      contact_name: 'Robin Tester',
      contact_phone: '212 555 0123',
    });
    expect(field(booked.data, 'booking')).toMatchObject({
      start_local: start,
      contact_phone: '+12125550123',
      status: 'confirmed',
    });
    ask.took(3);
  });

  it('5. Move Thursday’s cleaning to the same time next week.', async () => {
    const ask = agent();
    const thursday = coming(4);
    const id = await service(ask, 'Cleaning');
    const [booking, ...more] = items(
      await ask.call('list_bookings', {
        from: thursday.toString(),
        to: thursday.toString(),
        service_id: id,
        status: 'confirmed',
      }),
    );
    expect(more).toEqual([]);
    const local = booking?.start_local.slice(0, 16) ?? '';
    const moved = await ask.call('update_booking', {
      booking_id: booking?.id,
      start_time: Temporal.PlainDateTime.from(local).add({ days: 7 }).toString({ smallestUnit: 'minute' }),
      weekday: 'Thursday',
    });
    expect(field(moved.data, 'booking', 'start_local')).toContain(`${thursday.add({ days: 7 })}T${local.slice(11)}`);
    expect(field(moved.data, 'booking', 'contact_name')).toBe(booking?.contact_name);
    ask.took(3);
  });

  it('6. Cancel Harriet Smith-Jones’s next appointment.', async () => {
    const ask = agent();
    const { data } = await ask.call('lookup_caller', { query: 'Harriet Smith-Jones' });
    const next = field(data, 'next_bookings', 0, 'id') ?? field(data, 'last_bookings', 0, 'id');
    const { data: cancelled } = await ask.call('cancel_booking', { booking_id: next });
    expect(cancelled).toMatchObject({
      booking: { id: next, status: 'cancelled', contact_name: 'Harriet Smith-Jones' },
    });
    ask.took(2);
  });

  it('7. How many appointments are there next week, and which were cancelled?', async () => {
    const { call, took } = agent();
    const week = { from: coming(1).toString(), to: coming(1).add({ days: 6 }).toString() };
    const all = await call('list_bookings', { ...week, per_page: 100 });
    expect(all.data).toMatchObject({ complete: true, total: expect.any(Number) });
    const cancelled = items(all).filter((item) => item.status === 'cancelled');
    expect(items(all).length).toBeGreaterThan(cancelled.length);
    took(1);
  });

  it('8. What is on tomorrow?', async () => {
    const { call, took } = agent();
    const { data } = await call('list_bookings', { from: 'tomorrow', to: 'tomorrow', per_page: 100 });
    const tomorrow = today().add({ days: 1 }).toString();
    for (const item of data.items as Item[]) expect(item.start_local.slice(0, 10)).toBe(tomorrow);
    expect(data.complete).toBe(true);
    took(1);
  });
});

describe('people', () => {
  it('9. Who has the number on the display, and what do they have booked?', async () => {
    const { call, took } = agent();
    const { data } = await call('lookup_caller', { query: 'nora fitzgerald' });
    expect(data).toMatchObject({ total_matches: 1, next_bookings: expect.any(Array), last_calls: expect.any(Array) });
    took(1);
  });

  it('10. Which of the two Michael Browns has an appointment ahead?', async () => {
    const { call, took } = agent();
    const both = (await call('lookup_caller', { query: 'Michael Brown' })).data.matches as Item[];
    expect(both).toHaveLength(2);
    const details = await Promise.all(both.map((one) => call('lookup_caller', { query: one.phone ?? one.email })));
    expect(details.map(({ data }) => data.total_matches)).toEqual([1, 1]);
    took(3);
  });

  it('11. Add Ana Diaz with this number; is she new?', async () => {
    const { call, took } = agent();
    const added = await call('create_contact', { name: 'Ana Diaz', phone: '(212) 555-0177' });
    expect(added.data.created).toBe(true);
    took(1);
    const again = await call('create_contact', { name: 'Anna Diaz', phone: '2125550177' });
    expect(again.data).toMatchObject({ created: false, contact: { name: 'Ana Diaz' } });
  });

  it('12. Nora Fitzgerald has a new e-mail address.', async () => {
    const { call, took } = agent();
    const { data } = await call('lookup_caller', { query: 'Nora Fitzgerald' });
    const changed = await call('update_contact', {
      contact_id: field(data, 'matches', 0, 'id'),
      email: 'nora.f@example.com',
    });
    expect(changed.data).toMatchObject({ contact: { name: 'Nora Fitzgerald', email: 'nora.f@example.com' } });
    took(2);
  });
});

describe('calls', () => {
  it('13. What did the last caller want?', async () => {
    const { call, took } = agent();
    const [last] = items(await call('list_calls', { order: 'desc', per_page: 1 }));
    const { data } = await call('get_call', { call_id: last?.id });
    expect(field(data, 'call', 'summary')).toEqual(expect.any(String));
    took(2);
  });

  it('14. Was there an emergency since yesterday?', async () => {
    const { call, took } = agent();
    const found = items(await call('list_calls', { from: 'yesterday', status: 'emergency' }));
    expect(found.map((item) => item.id)).toContain('call_1145');
    took(1);
  });

  it('15. Who was promised a callback in the last month?', async () => {
    const { call, took } = agent();
    const found = items(
      await call('list_calls', {
        from: today().subtract({ days: 31 }).toString(),
        status: 'callback_promised',
        per_page: 50,
      }),
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
    took(1);
  });

  it('16. Who called about a refund last month and was never called back?', async () => {
    const { call, took } = agent();
    const asked = items(await call('search_calls', { query: 'refund', ...lastMonth() })).filter(
      (hit) => hit.outcome === 'refund_requested' || hit.outcome === 'callback_promised' || hit.outcome === 'complaint',
    );
    const callers = [...new Set(asked.map((hit) => hit.phone))];
    const histories = await Promise.all(callers.map((phone) => call('lookup_caller', { query: phone })));
    const waiting = asked.filter((hit) => {
      const history = histories[callers.indexOf(hit.phone)]?.data;
      const later = ((history?.last_calls ?? []) as Item[]).filter(
        (one) => Date.parse(one.started_local) > Date.parse(hit.started_local),
      );
      return !later.some((one) => one.direction === 'outbound' || one.outcome === 'called_back');
    });
    expect(waiting.map((hit) => hit.call_id).sort()).toEqual(['call_1001', 'call_1004']);
    took(1 + callers.length);
  });

  it('17. What exactly did Rosa Delgado say about being charged twice?', async () => {
    const { call, took } = agent();
    const found = items(
      await call('search_calls', { query: '"hundred twenty-nine"', speaker: 'caller', ...lastMonth() }),
    );
    const hers = found.find((hit) => hit.call_id === 'call_1001') as unknown as {
      turns: { speaker: string; text: string }[];
    };
    expect(hers.turns.every((turn) => turn.speaker === 'caller' && /hundred twenty-nine/i.test(turn.text))).toBe(true);
    took(1);
  });

  it('18. Read me the whole of the long call.', async () => {
    const { call, took } = agent();
    const first = await call('get_call_transcript', { call_id: 'call_1012' });
    let turns = (first.data.turns as unknown[]).length;
    let calls = 1;
    for (let next = first.data.next_turn; next !== undefined; calls++) {
      const { data } = await call('get_call_transcript', { call_id: 'call_1012', from_turn: next });
      turns += (data.turns as unknown[]).length;
      next = data.next_turn;
    }
    expect(turns).toBe(first.data.total_turns);
    expect(turns).toBeGreaterThanOrEqual(120);
    took(calls);
    expect(calls).toBeLessThanOrEqual(2);
  });

  it('19. Did anybody ask in Spanish for an appointment?', async () => {
    const { call, took } = agent();
    const found = items(await call('search_calls', { query: 'cita', speaker: 'caller' }));
    expect(found.length).toBeGreaterThan(0);
    took(1);
  });
});

it('20. Tell https://hooks.example.com/desk of every new booking.', async () => {
  const { call, took } = agent();
  const events = items(await call('list_webhook_events')).map((event) => event.name);
  const wanted = events.filter((name) => /booking.*created/.test(name ?? ''));
  const { data } = await call('manage_webhooks', {
    action: 'create',
    url: 'https://hooks.example.com/desk',
    events: wanted,
  });
  expect(data).toMatchObject({ webhook: { url: 'https://hooks.example.com/desk', events: ['booking.created'] } });
  took(2);
});
