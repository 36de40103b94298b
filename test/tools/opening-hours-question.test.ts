import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { field, type TestClient, type ToolAnswer } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import {
  type PermissivePlatform,
  type PermissivePlatformOptions,
  startPermissivePlatform,
} from '../support/permissive-platform.ts';
import { startHttp } from '../support/session.ts';

/** An appointment outside the known opening hours is booked only if the user agrees. */
const HOURS = { RCPT_OPENING_HOURS: 'Mon-Fri 08:00-17:00' };
const ZONE = { RCPT_TIME_ZONE: 'America/New_York' };
/** Thanksgiving. */
const THURSDAY = '2200-11-27';

type Run = (client: TestClient, platform: PermissivePlatform) => Promise<void>;

/** Runs a test with a platform that refuses nothing, and a server in front of it. */
async function withPlatform(options: PermissivePlatformOptions, env: Record<string, string>, run: Run) {
  const platform = await startPermissivePlatform(options);
  const session = await startHttp({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x', ...env });
  try {
    await run(session.client, platform);
  } finally {
    await session.close();
    await platform.close();
  }
}

const book = (client: TestClient, start_time: string, more: JsonObject = {}) =>
  client.call('create_booking', {
    service_id: 'svc_long',
    start_time,
    contact_name: 'Ann Lee',
    contact_phone: '+12125550177',
    ...more,
  });
const startOf = (answer: ToolAnswer) => field(answer.data, 'booking', 'start_local');
function expectQuestion(answer: ToolAnswer, sentence: string) {
  expect(answer.isError, answer.text).toBe(false);
  expect(field(answer.data, 'question'), answer.text).toMatchObject({
    kind: 'outside_hours',
    changed: 'no',
    repeat_with: { outside_hours: true },
  });
  expect(answer.text).toMatch(/^Nothing was changed yet: /);
  expect(answer.text).toContain(sentence);
}

describe('a booking outside the configured opening hours', () => {
  it('a booking at 03:00 is a question, and is made with outside_hours', () =>
    withPlatform({}, { ...HOURS, ...ZONE }, async (client, platform) => {
      expectQuestion(
        await book(client, `${THURSDAY}T03:00`),
        'Book Thursday 2200-11-27 03:00 (America/New_York), although that is outside the opening hours ("Mon-Fri 08:00-17:00", America/New_York)?',
      );
      expect(platform.bookings).toHaveLength(0);
      const booked = await book(client, `${THURSDAY}T03:00`, { outside_hours: true });
      expect(startOf(booked), booked.text).toBe(`${THURSDAY}T03:00:00-05:00`);
      // Exactly this was agreed to minutes ago.
      const repeated = await book(client, `${THURSDAY}T03:00`);
      expect(field(repeated.data, 'booking', 'id')).toBe(field(booked.data, 'booking', 'id'));
      expect(platform.bookings).toHaveLength(1);
    }));

  it('a booking that ends after closing time is a question, and one that ends with it is none', () =>
    withPlatform({}, { ...HOURS, ...ZONE }, async (client) => {
      expectQuestion(await book(client, `${THURSDAY}T15:45`), 'outside the opening hours');
      expect(startOf(await book(client, `${THURSDAY}T15:30`))).toBe(`${THURSDAY}T15:30:00-05:00`);
    }));

  it('a booking whose end is unknown is judged by its start', () =>
    withPlatform({}, { ...HOURS, ...ZONE }, async (client) => {
      const unknown = { service_id: 'svc_unknown' };
      expect(startOf(await book(client, `${THURSDAY}T16:59`, unknown))).toBe(`${THURSDAY}T16:59:00-05:00`);
      expectQuestion(await book(client, `${THURSDAY}T17:00`, unknown), 'outside the opening hours');
    }));

  it('the user is asked about the hours again after a move', () =>
    withPlatform({}, { ...HOURS, ...ZONE }, async (client, platform) => {
      const booking_id = field((await book(client, `${THURSDAY}T10:00`)).data, 'booking', 'id');
      const move = { booking_id, start_time: '2200-11-29T10:00' };
      expectQuestion(await client.call('update_booking', move), 'Saturday 2200-11-29 10:00');
      expect(platform.bookings[0]).toMatchObject({ start_time: `${THURSDAY}T15:00:00Z` });
      const moved = await client.call('update_booking', { ...move, outside_hours: true });
      expect(startOf(moved), moved.text).toBe('2200-11-29T10:00:00-05:00');
      // A change of the notes is no move.
      const noted = await client.call('update_booking', { booking_id, notes: 'Use the side door' });
      expect(field(noted.data, 'booking', 'notes'), noted.text).toBe('Use the side door');
    }));

  it('a booking at the time of another one of the person leads to two questions, one after the other', () =>
    withPlatform({}, { ...HOURS, ...ZONE }, async (client, platform) => {
      const contact = { name: 'A. Lee', phone: '+12125550177' };
      platform.bookings.push({ id: 'old', service_id: 'svc_long', start_time: `${THURSDAY}T08:00:00Z`, contact });
      expectQuestion(await book(client, `${THURSDAY}T03:00`), 'outside the opening hours');
      const second = await book(client, `${THURSDAY}T03:00`, { outside_hours: true });
      expect(field(second.data, 'question', 'kind'), second.text).toBe('same_person');
      const both = await book(client, `${THURSDAY}T03:00`, { outside_hours: true, allow_duplicate: true });
      expect(startOf(both), both.text).toBe(`${THURSDAY}T03:00:00-05:00`);
    }));
});

describe('a booking at night', () => {
  it.each([
    ['no opening hours are configured', ZONE],
    ['no time zone of the opening hours is known', HOURS],
  ])('is made without a question if %s', (_name, env) =>
    withPlatform({}, env, async (client, platform) => {
      const booked = await book(client, `${THURSDAY}T03:00:00-05:00`);
      expect(field(booked.data, 'booking', 'id'), booked.text).toBe('bk_1');
      expect(platform.bookings).toHaveLength(1);
    }),
  );
});

describe('opening hours that the platform states', () => {
  const business = {
    time_zone: 'America/New_York',
    opening_hours: ['Mon-Fri 08:00-17:00', '1st Sat 09:00-12:00'],
    closures: [{ from: '2200-11-27', to: '2200-11-28', reason: 'Thanksgiving' }],
    special_hours: [{ from: '2200-12-24', to: '2200-12-24', hours: '03:00-12:00', reason: null, staff: [] }],
  };
  const options = { extensions: ['business'], business };

  it('lead to a question at night, and to none on a day with hours of its own', () =>
    withPlatform(options, ZONE, async (client) => {
      expectQuestion(
        await book(client, '2200-11-25T03:00'),
        'outside the opening hours ("Mon-Fri 08:00-17:00; 1st Sat 09:00-12:00", America/New_York)?',
      );
      expect(startOf(await book(client, '2200-12-06T09:00'))).toBe('2200-12-06T09:00:00-05:00');
      expect(startOf(await book(client, '2200-12-24T04:00'))).toBe('2200-12-24T04:00:00-05:00');
    }));

  it('an agreement to a time outside the opening hours books nothing on a day on which the business is closed', () =>
    withPlatform(options, ZONE, async (client, platform) => {
      const agreed = { outside_hours: true, allow_duplicate: true };
      const made = await book(client, '2200-11-25T10:00');
      const move = { booking_id: field(made.data, 'booking', 'id'), start_time: `${THURSDAY}T10:00` };
      for (const refused of [
        await book(client, `${THURSDAY}T10:00`),
        await book(client, `${THURSDAY}T03:00`, { outside_hours: true }),
        await book(client, `${THURSDAY}T03:00`, agreed),
        await client.call('update_booking', { ...move, ...agreed }),
      ]) {
        expect(field(refused.data, 'error'), refused.text).toMatchObject({ rule: 'closed', changed: 'no' });
        expect(refused.text).toMatch(
          /^On Thursday 2200-11-27 \d\d:00 \(America\/New_York\), the business is closed \("Thanksgiving"\)\. .* override \["closed"\]\./,
        );
      }
      expect(platform.bookings).toMatchObject([{ start_time: '2200-11-25T15:00:00Z' }]);
      const exception = { contact_name: 'Bea Ode', contact_phone: '+12125550178', override: ['closed'] };
      const booked = await book(client, `${THURSDAY}T10:00`, exception);
      expect(startOf(booked), booked.text).toBe(`${THURSDAY}T10:00:00-05:00`);
      expect(startOf(await client.call('update_booking', { ...move, override: ['closed'] }))).toContain(THURSDAY);
    }));

  it('opening hours are not compared if they cannot be read', () =>
    withPlatform({ ...options, business: { ...business, opening_hours: ['mornings'] } }, ZONE, async (client) => {
      expect(startOf(await book(client, '2200-11-25T03:00'))).toBe('2200-11-25T03:00:00-05:00');
    }));

  it('a platform that fails to state its opening hours gets the booking without a question', async () => {
    await withPlatform({ ...options, businessStatus: 500 }, ZONE, async (client, platform) => {
      const booked = await book(client, '2200-11-25T03:00');
      expect(startOf(booked), booked.text).toBe('2200-11-25T03:00:00-05:00');
      expect(platform.bookings).toHaveLength(1);
    });
  });
});

describe('a platform with rules', () => {
  const office = useOffice({ env: ZONE });
  const cleaning = { service_id: 'svc_cleaning' };

  it('refuses a booking at night itself, and accepts it with outside_hours as an exception', async () => {
    const { client } = office.session;
    const refused = await book(client, `${THURSDAY}T03:00`, cleaning);
    expect(refused.isError).toBe(true);
    expect(field(refused.data, 'error')).toMatchObject({ rule: 'outside_hours', changed: 'no' });
    const booked = await book(client, `${THURSDAY}T03:00`, { ...cleaning, outside_hours: true });
    expect(field(booked.data, 'booking'), booked.text).toMatchObject({
      start_local: `${THURSDAY}T03:00:00-05:00`,
      overrides: [{ rule: 'outside_hours' }],
    });
    const move = { booking_id: field(booked.data, 'booking', 'id'), start_time: '2200-11-30T10:00' };
    const sunday = await client.call('update_booking', { ...move, outside_hours: true });
    expect(startOf(sunday), sunday.text).toBe('2200-11-30T10:00:00-05:00');
  });

  it('a platform with rules is not sent what is outside the configured hours, without agreement', async () => {
    const { client } = await office.startServer({ RCPT_OPENING_HOURS: 'Mon-Fri 10:00-12:00' });
    expectQuestion(await book(client, `${THURSDAY}T14:00`, cleaning), '"Mon-Fri 10:00-12:00"');
    const booked = await book(client, `${THURSDAY}T14:00`, { ...cleaning, outside_hours: true });
    expect(startOf(booked), booked.text).toBe(`${THURSDAY}T14:00:00-05:00`);
  });

  it('a platform with rules refuses a closed day also with outside_hours, says why, and names the override', async () => {
    const day = '2200-11-28';
    await office.apply({ closures: [{ from: day, reason: 'Thanksgiving' }] });
    const { client } = office.session;
    const other = await office.startServer({ RCPT_OPENING_HOURS: 'Mon-Fri 10:00-12:00' });
    const args = { ...cleaning, outside_hours: true };
    for (const server of [client, other.client]) {
      const refused = await book(server, `${day}T14:00`, args);
      expect(field(refused.data, 'error'), refused.text).toMatchObject({ rule: 'closed', changed: 'no' });
      expect(refused.text).toContain('(closed: Thanksgiving)');
      expect(refused.text).toContain('override ["closed"]');
    }
    const booked = await book(client, `${day}T14:00`, { ...args, override: ['closed'] });
    expect(startOf(booked), booked.text).toBe(`${day}T14:00:00-05:00`);
  });
});
