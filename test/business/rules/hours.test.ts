import { afterEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import { booked, type OpenPractice, openBusiness, refusal } from './support/open-practice.ts';

/** Monday, 2 November 2026. The zone has no clock changes, so that local times have one offset. */
const MONDAY = '2026-11-02T06:00-07:00';
let opened: OpenPractice;
afterEach(() => opened.close());

const open = async (file: BusinessFile, now = MONDAY) => {
  opened = await openBusiness(
    {
      time_zone: 'America/Phoenix',
      staff: [{ id: 'ana' }, { id: 'ben' }],
      services: [{ id: 'cut', duration: '1h' }],
      rules: { slot_interval: '30m' },
      ...file,
    },
    now,
  );
};
const at = (time: string) => `2026-${time.replace(' ', 'T')}-07:00`;
const book = (start: string, staff?: string) => opened.book({ service: 'cut', start: at(start), staff });
const free = (from: string, to: string, staff?: string) =>
  opened.free('cut', at(from), at(to), staff === undefined ? {} : { staff });
const next = (time: string) => new Date(at(time)).toISOString().replace('.000Z', 'Z');

describe('opening hours', () => {
  it('refuse a service that would cross a break, end after closing or begin before opening', async () => {
    await open({ opening_hours: 'Mon-Fri 08:00-12:00, 13:00-17:00' });
    booked(await book('11-02 11:00'));
    for (const [start, possible] of [
      ['11-02 11:30', '11-02 13:00'],
      ['11-02 12:15', '11-02 13:00'],
      ['11-02 16:01', '11-03 08:00'],
      ['11-03 07:59', '11-03 08:00'],
      // Friday evening: the next start is on Monday.
      ['11-06 17:00', '11-09 08:00'],
    ] as const) {
      expect(refusal(await book(start)), start).toEqual({ error: 'outside_hours', next: next(possible) });
    }
    booked(await book('11-02 16:00'));
    expect(await free('11-03 10:00', '11-03 14:00')).toEqual(
      ['10:00', '10:30', '11:00', '13:00', '13:30'].map((time) => `11-03 ${time}`),
    );
  });

  it('name the business, the service, the time and the next start in a refusal', async () => {
    await open({ opening_hours: 'Mon-Fri 08:00-12:00' });
    const { body } = await book('11-02 11:30');
    expect(body.message).toBe(
      'No staff member works for all 60 minutes of cut from Monday 2026-11-02 11:30 (America/Phoenix). The next possible start is Tuesday 2026-11-03 08:00 (America/Phoenix).',
    );
    expect((await book('11-02 11:30', 'ben')).body.message).toContain('ben does not work for all 60 minutes');
  });

  it('until 24:00 end with the day, and go on over midnight where the next day begins at 00:00', async () => {
    await open({ opening_hours: ['Thu 20:00-24:00', 'Fri 20:00-24:00', 'Sat 00:00-02:00'] });
    booked(await book('11-05 23:00'));
    expect(refusal(await book('11-05 23:30'))).toEqual({ error: 'outside_hours', next: next('11-06 20:00') });
    booked(await book('11-06 23:30'));
    booked(await book('11-07 01:00'));
    expect(refusal(await book('11-07 01:30')).error).toBe('outside_hours');
    expect(await free('11-06 22:00', '11-07 12:00')).toEqual([
      '11-06 22:00',
      '11-06 22:30',
      '11-06 23:00',
      '11-06 23:30',
      '11-07 00:00',
      '11-07 00:30',
      '11-07 01:00',
    ]);
  });

  it('can apply to the first and third, or to the last Saturday alone', async () => {
    await open({
      opening_hours: ['1st,3rd Sat 09:00-12:00', 'last Sat 14:00-16:00', '2nd Mon closed', 'Mon 09:00-11:00'],
    });
    for (const [start, isOpen] of [
      ['11-07 09:00', true],
      ['11-14 09:00', false],
      ['11-21 09:00', true],
      ['11-28 09:00', false],
      ['11-28 14:00', true],
      // October 2026 has five Saturdays, December too: the fourth is not the last.
      ['12-26 14:00', true],
      ['12-19 14:00', false],
      ['11-09 09:00', false],
      ['11-16 09:00', true],
    ] as const) {
      expect((await book(start)).status, start).toBe(isOpen ? 200 : 400);
    }
  });

  it('give way to the own hours of a person', async () => {
    await open({
      opening_hours: 'Mon-Fri 08:00-12:00',
      staff: [{ id: 'ana' }, { id: 'ben', opening_hours: 'Mon 14:00-16:00' }],
    });
    expect(booked(await book('11-02 14:00')).staff_id).toBe('ben');
    expect(refusal(await book('11-02 09:00', 'ben'))).toEqual({ error: 'outside_hours', next: next('11-02 15:00') });
    expect(refusal(await book('11-02 14:00', 'ana')).error).toBe('outside_hours');
    expect(booked(await book('11-02 09:00')).staff_id).toBe('ana');
  });

  it('refuse nothing if they are unknown', async () => {
    await open({});
    booked(await book('11-08 23:30'));
    expect(await free('11-08 00:00', '11-09 00:00')).toHaveLength(48);
  });
});

describe('closures', () => {
  const closures = [{ from: '2026-11-10', to: '2026-11-12', reason: 'Renovation' }, { from: '2026-11-03' }];

  it('close every day of their range, and say why and until when', async () => {
    await open({ opening_hours: 'daily 08:00-24:00', closures });
    for (const start of ['11-10 08:00', '11-12 22:00']) {
      const answer = await book(start);
      expect(refusal(answer)).toEqual({ error: 'closed', next: next('11-13 08:00') });
      expect(answer.body.message).toContain('is closed from 2026-11-10 to 2026-11-12 (Renovation)');
    }
    expect((await book('11-03 08:00')).body.message).toContain('is closed on 2026-11-03.');
    booked(await book('11-09 23:00'));
    booked(await book('11-13 08:00'));
    const { body } = await opened.availability({
      service_id: 'cut',
      from: next('11-11 10:00'),
      to: next('11-12 10:00'),
    });
    expect(body.data).toMatchObject({
      free: [],
      closures: [{ from: '2026-11-10', to: '2026-11-12', reason: 'Renovation' }],
    });
  });

  it('also close a day that an appointment over midnight would end on, and the extra hours of a day', async () => {
    await open({
      opening_hours: null,
      closures,
      special_hours: [{ from: '2026-11-11', hours: '09:00-12:00', staff: ['ana'] }],
    });
    expect(refusal(await book('11-09 23:30')).error).toBe('closed');
    expect(refusal(await book('11-11 09:00', 'ana')).error).toBe('closed');
    booked(await book('11-09 23:00'));
  });
});

describe('special hours', () => {
  const staff = [{ id: 'ana' }, { id: 'ben', opening_hours: 'Mon-Fri 10:00-14:00' }];

  it('replace the hours of the business, and shorten those of people with their own', async () => {
    await open({
      opening_hours: 'Mon-Fri 08:00-17:00',
      staff,
      special_hours: [
        { from: '2026-11-04', hours: '08:00-12:00' },
        { from: '2026-11-07', hours: '09:00-11:00' },
      ],
    });
    expect(await free('11-04 00:00', '11-05 00:00', 'ana')).toHaveLength(7);
    expect(await free('11-04 00:00', '11-05 00:00', 'ben')).toEqual(['11-04 10:00', '11-04 10:30', '11-04 11:00']);
    expect(await free('11-07 00:00', '11-08 00:00', 'ana')).toEqual(['11-07 09:00', '11-07 09:30', '11-07 10:00']);
    expect(await free('11-07 00:00', '11-08 00:00', 'ben')).toEqual([]);
  });

  it('apply to named people alone, whatever their own hours are', async () => {
    const special_hours = [{ from: '2026-11-07', hours: '09:00-11:00', staff: ['ben'] }];
    await open({ opening_hours: 'Mon-Fri 08:00-17:00', staff, special_hours });
    expect(await free('11-07 00:00', '11-08 00:00', 'ana')).toEqual([]);
    expect(booked(await book('11-07 10:00')).staff_id).toBe('ben');
  });
});

describe('time off', () => {
  it('lasts until the end of its last date, or to the minute', async () => {
    await open({
      opening_hours: 'daily 08:00-12:00',
      staff: [
        {
          id: 'ana',
          time_off: [
            { from: '2026-11-03', to: '2026-11-04' },
            { from: '2026-11-05T09:10', to: '2026-11-05T09:40' },
            { from: '2026-11-06T10:00', to: '2026-11-06' },
            { from: '2026-11-08', to: '2026-11-08T09:30' },
          ],
        },
      ],
    });
    expect(refusal(await book('11-03 08:00'))).toEqual({ error: 'outside_hours', next: next('11-05 08:00') });
    expect(await free('11-05 00:00', '11-06 00:00')).toEqual(
      ['08:00', '10:00', '10:30', '11:00'].map((time) => `11-05 ${time}`),
    );
    booked(await book('11-05 08:10'));
    expect(refusal(await book('11-05 08:11')).error).toBe('outside_hours');
    booked(await book('11-05 09:40'));
    expect(await free('11-06 00:00', '11-07 00:00')).toEqual(
      ['08:00', '08:30', '09:00'].map((time) => `11-06 ${time}`),
    );
    expect(await free('11-08 00:00', '11-09 00:00')).toEqual(
      ['09:30', '10:00', '10:30', '11:00'].map((t) => `11-08 ${t}`),
    );
  });

  it('can last from a time to the end of a day', async () => {
    await open({ opening_hours: 'daily 08:00-12:00' });
    const time_off = [{ from: '2026-11-05T09:00', to: '2026-11-05' }];
    await opened.change({ staff: [{ id: 'ana', time_off }] });
    expect(await free('11-05 00:00', '11-06 00:00', 'ana')).toEqual(['11-05 08:00']);
  });

  it.each([
    [{ from: '2026-11-05', to: '2026-11-05T00:00' }, 'must be after from'],
    [{ from: '2026-11-05T09:00' }, 'is required if from is a local time'],
    [{ from: '2026-11-05T09:00', to: '2026-11-05T09:00' }, 'must be after from'],
    [{ from: '2026-11-05T09:00', to: '2026-11-04' }, 'must be after from'],
  ])('must last some time: %j is refused', async (entry, problem) => {
    await open({});
    const answer = await opened.send('POST', '/v1/business/plan', {
      body: { business: { staff: [{ id: 'ana', time_off: [entry] }] } },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(problem);
  });
});
