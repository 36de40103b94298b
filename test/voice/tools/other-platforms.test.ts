import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import type { LogFields } from '../../../src/lib/logging/logger.ts';
import type { Audit, AuditedEnd } from '../../../src/tools/core/audit-log.ts';
import { NotConfiguredError, toFailure } from '../../../src/tools/core/errors.ts';
import { manualClock } from '../../support/clock.ts';
import { startFaultProxy } from '../../support/faults.ts';
import { startPermissivePlatform } from '../../support/permissive-platform.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { CALLER, callAs, confirmed, OTHER_CALLER, openVoiceOffice, voiceServices, WITHHELD } from './support/office.ts';

/** Platforms without extensions, and platforms that fail. */
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const NOW = '2199-01-07T14:00:00Z';
const ENV = {
  RCPT_API_KEY: 'sk_live_x',
  RCPT_TIME_ZONE: 'America/New_York',
  RCPT_OPENING_HOURS: 'Mon-Fri 09:00-17:00',
};

async function serve(url: string, env: Record<string, string> = {}) {
  const { services, close } = await voiceServices({ ...ENV, RCPT_BASE_URL: url, ...env });
  closing.push(close);
  return { ...services, clock: manualClock(NOW) };
}

/** A platform by the specification alone, with 30 bookings of others, so that its list has several pages. */
async function openForeign() {
  const platform = await startPermissivePlatform();
  closing.push(platform.close);
  for (let index = 0; index < 30; index++)
    platform.bookings.push({
      id: `old_${index}`,
      status: 'confirmed',
      service_id: 'svc_short',
      start_time: new Date(Date.parse('2199-01-14T14:00:00Z') + index * 86_400_000).toISOString(),
      contact: { name: `Customer ${index}`, phone: `+1212555${String(1000 + index)}` },
    });
  return { platform, services: await serve(platform.url) };
}

const BOOK = { service: 'svc_short', start: '2199-01-10T09:00', caller_name: 'Ann Archer' };

it('a caller hears no times where the time zone of the business is not known', async () => {
  const platform = await startPermissivePlatform();
  closing.push(platform.close);
  const { RCPT_TIME_ZONE: _, ...env } = ENV;
  const { services, close } = await voiceServices({ ...env, RCPT_BASE_URL: platform.url });
  closing.push(close);
  const logged: unknown[] = [];
  const logger = {
    ...services.logger,
    warn: (_: string, fields?: LogFields) => void logged.push(typeof fields === 'function' ? fields() : fields),
  };
  const call = callAs({ ...services, logger, clock: manualClock(NOW) }, CALLER);
  for (const [name, args] of [
    ['create_booking', { ...BOOK, confirmed: true }],
    ['find_open_times', { service: 'svc_short', date: '2199-01-10' }],
    ['list_bookings', {}],
  ] as const)
    expect(await call(name, args)).toMatchObject({
      isError: true,
      text: 'Something does not work on our side, and nothing was changed. Please ask our team to call you back.',
    });
  expect(platform.bookings).toEqual([]);
  const cause = expect.objectContaining({ message: expect.stringContaining('set --time-zone (RCPT_TIME_ZONE)') });
  expect(logged).toContainEqual(expect.objectContaining({ operation: 'create_booking', cause }));
  // The business was read to find the zone.
  const error = new NotConfiguredError('The time zone of the business is not known');
  const operation = { name: 'list_bookings', effect: 'read' } as const;
  const failure = toFailure(error, operation, {
    logger,
    observed: { missingScopes: new Set() },
    settings: services.settings,
  });
  expect(failure.message).toMatch(/ is not known, so the call was refused\. Nothing was changed\. /);
});

it('a caller is asked to wait while a platform does not say yet that it states the time zone', async () => {
  let announce = () => {};
  const announced = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const business = { name: 'Salon', time_zone: 'America/New_York', country: 'US', opening_hours: null };
  const platform = await startPermissivePlatform({ extensions: ['business'], business, announced });
  closing.push(platform.close);
  const { RCPT_TIME_ZONE: _, ...env } = ENV;
  const { services, close } = await voiceServices({ ...env, RCPT_BASE_URL: platform.url });
  closing.push(close);
  const call = callAs({ ...services, clock: manualClock(NOW) }, CALLER);
  const moment = 'I could not reach the calendar, and nothing was changed. Please try again in a moment.';
  expect(await call('list_bookings')).toMatchObject({ isError: true, text: moment });
  // An answer while a caller waits is used for this caller.
  const waiting = call('list_bookings');
  await new Promise((resolve) => setTimeout(resolve, 500));
  announce();
  expect((await waiting).text).toMatch(/^I find no appointment/);
});

it('all seven tools work on a platform without extensions', async () => {
  const { platform, services } = await openForeign();
  const call = callAs(services, CALLER);
  expect((await call('list_services', { service: 'svc_long' })).text).toBe('svc_long takes 1 hour and 30 minutes.');
  expect((await call('get_opening_hours', { date: '2199-01-10' })).text).toBe(
    'On Thursday the 10th we are open from 9:00 to 17:00.',
  );
  expect(
    (await call('find_open_times', { service: 'svc_short', date: '2199-01-10', part_of_day: 'morning' })).text,
  ).toBe('Thursday the 10th: 9:00 to 11:45 are free.');
  expect((await call('find_open_times', { service: 'svc_short', staff: 'Kim' })).text).toBe(
    'I cannot choose the person here. Shall I look for a time with anyone?',
  );
  expect(await confirmed(call, 'create_booking', BOOK)).toEqual({
    asked: 'I would book svc_short on Thursday the 10th at 9:00, under the name Ann Archer. Is that right?',
    done: 'It is booked: svc_short on Thursday the 10th at 9:00.',
  });
  expect((await call('list_bookings')).text).toBe('You have svc_short on Thursday the 10th at 9:00.');
  expect((await callAs(services, OTHER_CALLER)('list_bookings')).text).toMatch(/^I find no appointment/);
  expect((await confirmed(call, 'update_booking', { new_start: '2199-01-11T10:30' })).done).toBe(
    'It is moved. You now have svc_short on Friday the 11th at 10:30.',
  );
  const made = platform.bookings.find(({ id }) => id === 'bk_31') as JsonObject;
  expect(made).toMatchObject({ start_time: '2199-01-11T15:30:00Z', contact: { phone: CALLER.phone } });
  expect((await confirmed(call, 'cancel_booking', {})).done).toBe(
    'It is cancelled: svc_short on Friday the 11th at 10:30.',
  );
  expect(made.status).toBe('cancelled');
});

it('a caller hears of an appointment among 11,000 others where the platform finds the bookings of a number', async () => {
  const platform = await startPermissivePlatform({ extensions: ['list_filters'] });
  closing.push(platform.close);
  const services = await serve(platform.url);
  const add = (id: string, phone: string) =>
    platform.bookings.push({
      id,
      status: 'confirmed',
      service_id: 'svc_short',
      start_time: '2199-01-14T14:00:00Z',
      contact: { name: 'Customer', phone },
    });
  add('own', CALLER.phone ?? '');
  for (let index = 0; index < 11_000; index++) add(`old_${index}`, OTHER_CALLER.phone ?? '');
  expect((await callAs(services, CALLER)('list_bookings')).text).toBe('You have svc_short on Monday the 14th at 9:00.');
});

it('an appointment of another customer whose stored number ends alike is neither said nor in the way', async () => {
  const { platform, services } = await openForeign();
  const others = [{ phone: '5550101' }, { phone: '3035550101' }, { email: 'ann@example.com' }];
  for (const [index, detail] of others.entries())
    platform.bookings.push({
      id: `alike_${index}`,
      status: 'confirmed',
      service_id: 'svc_long',
      start_time: '2199-01-10T15:00:00Z',
      staff_id: `staff_${index}`,
      contact: { name: BOOK.caller_name, ...detail },
    });
  const call = callAs(services, CALLER);
  // The business has room for several at a time, as far as this platform shows.
  platform.bookings.push({ id: 'gone', status: 'cancelled', start_time: '2199-01-10T14:00:00Z', contact: {} });
  const { asked } = await confirmed(call, 'create_booking', { ...BOOK, start: '2199-01-10T14:00' });
  expect(asked).toBe('I would book svc_short on Thursday the 10th at 14:00, under the name Ann Archer. Is that right?');
  expect((await call('list_bookings')).text).toBe('You have svc_short on Thursday the 10th at 14:00.');
  // At their time, the answer is that of a taken time.
  expect((await call('create_booking', { ...BOOK, start: '2199-01-10T10:00' })).text).toMatch(
    /^That time is not possible\./,
  );
});

it('a caller without a number books by name alone where the platform knows no new_contact', async () => {
  const { platform, services } = await openForeign();
  const call = callAs(services, WITHHELD);
  await confirmed(call, 'create_booking', { ...BOOK, callback_number: '+12125551003' });
  expect(platform.bookings.at(-1)).toMatchObject({
    contact: { name: 'Ann Archer' },
    notes: 'Callback number as the caller said it, not verified: +12125551003',
  });
  expect(platform.bookings.at(-1)).not.toHaveProperty('new_contact');
  expect(platform.bookings.at(-1)?.contact).not.toHaveProperty('phone');
});

it('a caller without a number hears what is needed where the platform requires one', async () => {
  const { platform, services } = await openForeign();
  const call = callAs(services, WITHHELD);
  const args = { ...BOOK, callback_number: '+12125551003' };
  await call('create_booking', args);
  const proxy = await startUpstream(async ({ method, path, body }, response) => {
    if (method === 'POST')
      return json(400, { error: 'invalid', message: 'contact: needs an email' })(
        { method, path, headers: {}, body },
        response,
      );
    const answer = await fetch(platform.url + path);
    json(answer.status, await answer.json())({ method, path, headers: {}, body }, response);
  });
  closing.push(proxy.close);
  const refused = callAs(await serve(proxy.url), WITHHELD);
  expect(await confirmed(refused, 'create_booking', args)).toMatchObject({
    done: 'I cannot book without seeing your number. Please call again without hiding it.',
  });
});

it.each([
  ['is not reached', 503, 'I could not reach the calendar, and nothing was changed. Please try again in a moment.'],
  [
    'refuses the key',
    401,
    'Something does not work on our side, and nothing was changed. Please ask our team to call you back.',
  ],
])(
  'a platform that %s is a sentence for every tool',
  async (_title, status, sentence) => {
    const upstream = await startUpstream(json(status, { error: 'x', message: 'Bea Winter +13035550202 bk_1' }));
    closing.push(upstream.close);
    const call = callAs(await serve(upstream.url), CALLER);
    for (const [name, args] of [
      ['list_services', {}],
      ['find_open_times', { service: 'Cleaning' }],
      ['create_booking', BOOK],
      ['list_bookings', {}],
      ['update_booking', { new_start: BOOK.start }],
      ['cancel_booking', { confirmed: true }],
    ] as const)
      expect(await call(name, args), name).toMatchObject({ text: sentence, isError: true });
  },
  60_000,
);

it('a booking whose outcome is unknown is reported so, and found when the caller asks again', async () => {
  const office = await openVoiceOffice();
  closing.push(office.close);
  const { url, apiKey } = office;
  let isFaulty = true;
  const proxy = await startFaultProxy({
    target: url,
    plan: ({ method, path }) =>
      isFaulty && method === 'POST' && path.endsWith('/bookings') ? '502, committed later' : undefined,
    lateMs: 1_000,
    commitAfterMs: () => 7_000,
  });
  closing.push(proxy.close);
  const { services, close } = await voiceServices({ RCPT_BASE_URL: proxy.url, RCPT_API_KEY: apiKey });
  closing.push(close);
  const ends: AuditedEnd[] = [];
  const audit: Audit = { begin: async () => async (end) => void ends.push(end) };
  const timed = { ...services, clock: office.clock, audit };
  const args = { service: 'Cleaning', start: '2026-03-24T09:00', staff: 'Jin Kim', caller_name: 'Ann Archer' };
  const callers = [callAs(timed, CALLER), callAs(timed, WITHHELD)] as const;
  const requests = [args, { ...args, start: '2026-03-24T14:00', callback_number: '+13035550202' }];
  const outcomes = await Promise.all(
    callers.map(async (call, index) => {
      await call('create_booking', requests[index]);
      return call('create_booking', { ...requests[index], confirmed: true });
    }),
  );
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      text: 'The calendar did not answer, so I do not know whether it worked. Please ask me again in a moment: nothing is done twice.',
      isError: true,
    });
  isFaulty = false;
  await expect.poll(async () => (await office.booked()).length).toBe(2);
  const answers = await Promise.all(
    callers.map((call, index) => call('create_booking', { ...requests[index], confirmed: true })),
  );
  expect(answers.map(({ text }) => text)).toEqual([
    'It is booked: Cleaning with Jin Kim on Tuesday the 24th at 9:00.',
    'It is booked: Cleaning with Jin Kim on Tuesday the 24th at 14:00.',
  ]);
  const made = await office.booked();
  expect(made).toHaveLength(2);
  expect(ends.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'done', 'done']);
  expect(ends.slice(2).map(({ recordId }) => recordId)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect(ends.slice(2).map(({ repeated }) => repeated)).toEqual([true, true]);
}, 60_000);
