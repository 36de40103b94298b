import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { intervalsOf, openIntervals } from '../../src/lib/time/open-intervals.ts';
import { parseOpeningHours } from '../../src/lib/time/opening-hours.ts';
import { instantOn, zonedDay } from '../../src/lib/time/zoned-day.ts';
import { LocalDays } from '../../src/platform/availability/local-days.ts';
import { utc, wallDate, wallTime, zoneChanges } from '../support/zones.ts';

const MINUTE = 60_000;
const spans = (hours: string, zone: string, from: string, to = from) =>
  openIntervals(parseOpeningHours(hours), zone, Date.parse(from), Date.parse(to)).map(
    ({ start, end }) => `${utc(start)} ${utc(end)}`,
  );

describe('openIntervals', () => {
  it('follows local time before and after a clock change', () => {
    expect(spans('daily 09:00-17:00', 'America/New_York', '2026-03-07T12:00Z', '2026-03-08T12:00Z')).toEqual([
      '2026-03-07T14:00:00Z 2026-03-07T22:00:00Z',
      '2026-03-08T13:00:00Z 2026-03-08T21:00:00Z',
    ]);
  });

  it.each([
    ['skipped', '2026-03-08T12:00Z', '2026-03-08T05:00:00Z 2026-03-08T11:00:00Z'],
    ['repeated', '2026-11-01T12:00Z', '2026-11-01T04:00:00Z 2026-11-01T12:00:00Z'],
  ])('a night in which an hour is %s is shorter or longer by it', (_what, at, span) => {
    expect(spans('Sun 00:00-07:00', 'America/New_York', at)).toEqual([span]);
  });

  it.each([
    [
      'a closing time that the clocks skip is at the change',
      'Sun 00:30-02:30',
      '2027-03-27T23:30:00Z 2027-03-28T01:00:00Z',
    ],
    [
      'an opening time that the clocks skip is at the change',
      'Sun 02:30-05:00',
      '2027-03-28T01:00:00Z 2027-03-28T03:00:00Z',
    ],
    [
      'a closing time at which the clocks are put forward is that instant',
      'Sun 00:30-02:00',
      '2027-03-27T23:30:00Z 2027-03-28T01:00:00Z',
    ],
    [
      'an opening time at which the clocks are put forward is that instant',
      'Sun 02:00-05:00',
      '2027-03-28T01:00:00Z 2027-03-28T03:00:00Z',
    ],
    [
      'a closing time at the end of the skipped hour is the change',
      'Sun 00:30-03:00',
      '2027-03-27T23:30:00Z 2027-03-28T01:00:00Z',
    ],
    [
      'an opening time at the end of the skipped hour is the change',
      'Sun 03:00-05:00',
      '2027-03-28T01:00:00Z 2027-03-28T03:00:00Z',
    ],
  ])('%s', (_what, hours, span) => {
    // 02:00 to 03:00 is skipped.
    expect(spans(hours, 'Europe/Berlin', '2027-03-28T12:00Z')).toEqual([span]);
  });

  it('a period within a skipped hour is left out', () => {
    expect(spans('Sun 02:10-02:40', 'Europe/Berlin', '2027-03-28T12:00Z')).toEqual([]);
    expect(spans('Sun 02:00-03:00', 'Europe/Berlin', '2027-03-28T12:00Z')).toEqual([]);
  });

  it('uses the shorter interval if a change repeats an opening or closing time', () => {
    // 01:00 to 02:00 is repeated.
    expect(spans('Sun 00:30-01:30', 'America/New_York', '2026-11-01T12:00Z')).toEqual([
      '2026-11-01T04:30:00Z 2026-11-01T05:30:00Z',
    ]);
    expect(spans('Sun 01:10-01:40', 'America/New_York', '2026-11-01T12:00Z')).toEqual([]);
  });

  it('periods that touch at a repeated time have no gap between them', () => {
    expect(spans('Sun 00:00-01:30,01:30-06:00', 'America/New_York', '2026-11-01T12:00Z')).toEqual([
      '2026-11-01T04:00:00Z 2026-11-01T11:00:00Z',
    ]);
  });

  it('periods begin and end at the same instants for the tools, the embedded platform and the agenda, on days of clock changes', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Cairo'];
    for (const { at, zone } of zones.flatMap((one) => zoneChanges(one, Date.UTC(2026, 0), Date.UTC(2028, 0)))) {
      const days = new LocalDays(zone);
      const day = days.at(at);
      const drawn = zonedDay(day.date, zone);
      expect(drawn).toMatchObject({ start: day.start, end: day.end });
      for (let from = 0; from < 24 * 60; from += 15) {
        for (const to of [from + 15, from + 60, 24 * 60].filter((minute) => minute <= 24 * 60)) {
          const start = days.instantOf(day, from, 'later');
          const end = days.instantOf(day, to, 'earlier');
          expect(intervalsOf([{ from, to }], Temporal.PlainDate.from(day.date), zone), `${zone} ${from}-${to}`).toEqual(
            start < end ? [{ start, end }] : [],
          );
          expect([instantOn(drawn, from, 'later'), instantOn(drawn, to, 'earlier')], `${zone} ${from}-${to}`).toEqual([
            start,
            end,
          ]);
        }
      }
    }
  });

  it('merges intervals at midnight, also if midnight is skipped', () => {
    expect(
      spans('Fri 20:00-24:00; Sat 00:00-02:00', 'Europe/Berlin', '2026-12-04T12:00Z', '2026-12-05T12:00Z'),
    ).toEqual(['2026-12-04T19:00:00Z 2026-12-05T01:00:00Z']);
    expect(spans('daily 00:00-24:00', 'America/Havana', '2026-03-07T12:00Z', '2026-03-09T12:00Z')).toEqual([
      '2026-03-07T05:00:00Z 2026-03-10T04:00:00Z',
    ]);
  });

  it('contains only local times within opening hours, around every clock change', () => {
    const zones = ['America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'America/Santiago', 'Africa/Cairo'];
    const changes = zones.flatMap((zone) => zoneChanges(zone, Date.UTC(2026, 0), Date.UTC(2028, 0)));
    const minute = fc.integer({ min: 0, max: 287 }).map((count) => count * 5);
    fc.assert(
      fc.property(fc.constantFrom(...changes), minute, minute, ({ at, zone }, one, other) => {
        fc.pre(one !== other);
        const stretch = { from: Math.min(one, other), to: Math.max(one, other) };
        const found = openIntervals({ weekly: Array(7).fill([stretch]), monthly: [] }, zone, at - 1000, at);
        for (const { start, end } of found) {
          for (let instant = start; instant < end; instant += 5 * MINUTE) {
            const [hour, minutes] = wallTime(instant, zone).slice(11).split(':').map(Number) as [number, number];
            expect(hour * 60 + minutes).toBeGreaterThanOrEqual(stretch.from);
            expect(hour * 60 + minutes).toBeLessThan(stretch.to);
            expect([wallDate(at - 1000, zone), wallDate(at, zone)]).toContain(wallDate(instant, zone));
          }
        }
      }),
      { numRuns: 200, seed: 20_261_101 },
    );
  });
});
