import { afterEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import { booked, type OpenPractice, openBusiness, refusal } from './support/open-practice.ts';

let opened: OpenPractice | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const DAY_MS = 24 * 3_600_000;
const open = async (zone: string, opening_hours: string, change: string, rest: BusinessFile = {}) => {
  const file: BusinessFile = {
    time_zone: zone,
    opening_hours,
    staff: [{ id: 'ana' }],
    services: [{ id: 'cut', duration: '30m' }],
    rules: { slot_interval: '30m' },
    ...rest,
  };
  opened = await openBusiness(file, Date.parse(change) - 5 * DAY_MS);
  return opened;
};
/** The starts of the two days around the change, as the clock shows them. */
const starts = (practice: OpenPractice, from: string, to: string) => practice.free('cut', from, to);

describe('a clock that is set forward', () => {
  it('leaves out the hour that does not exist, and keeps the times of the others', async () => {
    const practice = await open('America/New_York', 'daily 01:00-04:00', '2026-03-08T00:00-05:00');
    expect(await starts(practice, '2026-03-08T00:00-05:00', '2026-03-09T00:00-04:00')).toEqual([
      '03-08 01:00',
      '03-08 01:30',
      '03-08 03:00',
      '03-08 03:30',
    ]);
    // 02:00 in winter time is 03:00 in summer time: an hour from 01:30 on ends at 03:30.
    const first = booked(await practice.book({ service: 'cut', start: '2026-03-08T01:30-05:00' }));
    expect(first.end_time).toBe('2026-03-08T07:00:00Z');
  });

  it.each([
    ['Europe/Berlin', '02:15-04:00', '2026-03-29T00:00+01:00', ['03-29 03:00', '03-29 03:30']],
    ['Australia/Lord_Howe', '02:15-04:00', '2026-10-04T00:00+10:30', ['10-04 02:30', '10-04 03:00', '10-04 03:30']],
  ])('starts a period of %s with the change if its start is skipped', async (zone, hours, change, expected) => {
    const practice = await open(zone, `daily ${hours}`, change);
    const to = new Date(Date.parse(change) + 6 * 3_600_000).toISOString();
    expect(await starts(practice, change, to)).toEqual(expected);
  });

  it.each([
    ['America/Santiago', '2026-09-06T00:00-04:00', '09-06'],
    ['America/Havana', '2026-03-08T00:00-05:00', '03-08'],
    ['Africa/Cairo', '2026-04-24T00:00+02:00', '04-24'],
  ])('begins the day of %s at 01:00 if midnight is skipped', async (zone, change, date) => {
    const practice = await open(zone, 'daily 00:00-02:00', change);
    const to = new Date(Date.parse(change) + 6 * 3_600_000).toISOString();
    expect(await starts(practice, change, to)).toEqual([`${date} 01:00`, `${date} 01:30`]);
  });
});

describe('a clock that is set back', () => {
  it('offers both occurrences of a repeated hour inside a period', async () => {
    const practice = await open('America/New_York', 'daily 00:00-03:00', '2026-11-01T00:00-04:00');
    const times = ['00:00', '00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30'];
    expect(await starts(practice, '2026-11-01T00:00-04:00', '2026-11-02T00:00-05:00')).toEqual(
      times.map((time) => `11-01 ${time}`),
    );
    for (const start of ['2026-11-01T01:30-04:00', '2026-11-01T01:30-05:00']) {
      expect((await practice.book({ service: 'cut', start })).status).toBe(200);
    }
  });

  it.each([
    ['America/New_York', '01:30-03:00', '2026-11-01T00:00-04:00', ['11-01 01:30', '11-01 02:00', '11-01 02:30']],
    ['Europe/Berlin', '00:00-02:30', '2026-10-25T00:00+02:00', ['00:00', '00:30', '01:00', '01:30', '02:00']],
    ['Australia/Lord_Howe', '01:30-03:00', '2026-04-05T00:00+11:00', ['01:30', '02:00', '02:30']],
    // An hour that both ends of a period are in is worked neither the first nor the second time.
    ['America/New_York', '01:15-01:45', '2026-11-01T00:00-04:00', []],
  ])('takes the shorter period of %s %s if an end is repeated', async (zone, hours, change, expected) => {
    const practice = await open(zone, `daily ${hours}`, change);
    const to = new Date(Date.parse(change) + 8 * 3_600_000).toISOString();
    const date = change.slice(5, 10);
    expect(await starts(practice, change, to)).toEqual(
      expected.map((time) => (time.length > 5 ? time : `${date} ${time}`)),
    );
  });

  it('has no gap where midnight is repeated, with hours until midnight and without any', async () => {
    const practice = await open('America/Havana', 'Sat 23:00-24:00; Sun 00:00-01:00', '2026-11-01T00:00-04:00');
    const night = ['2026-10-31T23:00-04:00', '2026-11-01T04:00-05:00'] as const;
    const expected = ['10-31 23:00', '10-31 23:30', '11-01 00:00', '11-01 00:30', '11-01 00:00', '11-01 00:30'];
    expect(await practice.free('cut', ...night)).toEqual(expected);
    booked(await practice.book({ service: 'cut', start: '2026-10-31T23:45-04:00' }));
    await practice.change({ opening_hours: null });
    booked(await practice.book({ service: 'cut', start: '2026-11-01T00:15-04:00' }));
    booked(await practice.book({ service: 'cut', start: '2026-11-01T00:45-04:00' }));
  });

  it.each<[string, BusinessFile]>([
    ['weekly hours', { opening_hours: 'daily 00:00-02:30,02:30-24:00' }],
    ['special hours', { special_hours: [{ from: '2026-10-25', to: '2026-10-25', hours: '00:00-02:30,02:30-24:00' }] }],
  ])('has no gap between two periods of %s that touch at a repeated time', async (_kind, hours) => {
    const practice = await open('Europe/Berlin', 'daily 00:00-24:00', '2026-10-25T00:00+02:00', hours);
    const night = ['2026-10-25T01:30+02:00', '2026-10-25T03:30+01:00'] as const;
    const expected = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map((time) => `10-25 ${time}`);
    expect(await practice.free('cut', ...night)).toEqual(expected);
    for (const start of ['2026-10-25T02:15+02:00', '2026-10-25T02:45+02:00', '2026-10-25T02:15+01:00']) {
      booked(await practice.book({ service: 'cut', start }));
    }
  });

  it('counts notice in real hours, and the booking window to the minute', async () => {
    const practice = await open('America/New_York', 'daily 00:00-24:00', '2026-11-01T00:00-04:00', {
      rules: { minimum_notice: '3h', booking_window: '1d', slot_interval: '30m' },
    });
    practice.setClock(Date.parse('2026-11-01T00:30-04:00'));
    const early = refusal(await practice.book({ service: 'cut', start: '2026-11-01T02:00-05:00' }));
    expect(early).toEqual({ error: 'too_soon', next: '2026-11-01T07:30:00Z' });
    booked(await practice.book({ service: 'cut', start: '2026-11-01T02:30-05:00' }));
    booked(await practice.book({ service: 'cut', start: '2026-11-01T23:30-05:00' }));
    expect(refusal(await practice.book({ service: 'cut', start: '2026-11-01T23:31-05:00' })).error).toBe('too_far');
  });
});

describe('an hour that begins thirty minutes before a change', () => {
  it.each([
    // 01:30 in winter time to 03:30 in summer time, and 02:30 to 02:30: both are an hour.
    ['forward', 'Europe/Zurich', '2199-03-31T01:00:00Z'],
    ['back', 'Europe/Zurich', '2199-10-27T01:00:00Z'],
    ['back', 'America/New_York', '2199-11-03T06:00:00Z'],
  ])('takes 60 real minutes with its buffers (%s in %s)', async (_way, zone, change) => {
    const services = [
      { id: 'hour', duration: '1h', buffer_before: '15m', buffer_after: '15m' },
      { id: 'cut', duration: '30m' },
    ];
    const practice = await open(zone, 'daily 00:00-05:00', change, { services });
    const at = Date.parse(change);
    const { start_time, end_time } = booked(
      await practice.book({ service: 'hour', start: new Date(at - 30 * 60_000).toISOString() }),
    );
    expect([start_time, end_time].map((time) => (Date.parse(String(time)) - at) / 60_000)).toEqual([-30, 30]);
    for (const [minutes, isTaken] of [
      [-75, false],
      [-74, true],
      [44, true],
      [45, false],
    ] as const) {
      const start = new Date(at + minutes * 60_000).toISOString();
      const answer = await practice.book({ service: 'cut', start });
      if (isTaken) expect(refusal(answer).error, `${minutes}`).toBe('slot_unavailable');
      else booked(answer);
    }
  });
});
