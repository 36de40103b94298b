import { describe, expect, it } from 'vitest';
import { axisMinute, hourMarks, stripsOf } from '../../../src/lib/time/day-axis.ts';
import { instantOf, zonedDay } from '../../../src/lib/time/zoned-day.ts';
import { axisOf } from '../../../src/web/components/agenda/grid/axis.ts';

const HOUR = 60 * 60_000;
const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('instants of local times', () => {
  it.each([
    ['America/New_York', '2026-07-01', 9 * 60, '2026-07-01T13:00:00.000Z'],
    ['America/New_York', '2026-01-05', 9 * 60, '2026-01-05T14:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', 24 * 60, '2026-07-01T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-01', 0, '2026-06-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-07-01', 9 * 60, '2026-06-30T19:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-07-01', 9 * 60, '2026-07-01T20:00:00.000Z'],
  ])('%s %s, minute %i, is %s', (zone, date, minutes, expected) => {
    expect(iso(instantOf(date, minutes, zone))).toBe(expected);
  });

  it('a time that clocks show twice is the first one', () => {
    expect(iso(instantOf('2026-11-01', 90, 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z');
    expect(iso(instantOf('2026-10-25', 150, 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z');
  });

  it('a time that clocks skip is counted on from the last one before', () => {
    expect(iso(instantOf('2026-03-08', 150, 'America/New_York'))).toBe('2026-03-08T07:30:00.000Z');
    expect(iso(instantOf('2026-03-29', 150, 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z');
  });
});

describe('days with a clock change', () => {
  it.each([
    ['America/New_York', '2026-03-08', 23, 120, 60, '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', 25, 120, -60, '2026-11-01T06:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 23, 120, 60, '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', 25, 180, -60, '2026-10-25T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', 24.5, 120, -30, '2026-04-04T15:00:00.000Z'],
    // Clocks that change at midnight: the day begins at 1:00, or has its last hour twice.
    ['America/Santiago', '2026-09-06', 23, 0, 60, '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-04-04', 25, 24 * 60, -60, '2026-04-05T03:00:00.000Z'],
  ])('%s %s has %d hours and changes at minute %i by %i', (zone, date, hours, minutes, by, change) => {
    const day = zonedDay(date, zone);
    expect((day.end - day.start) / HOUR).toBe(hours);
    expect(day.change).toEqual({ at: at(change), minutes, by });
  });

  it('other days have 24 hours and no change', () => {
    const day = zonedDay('2026-11-02', 'America/New_York');
    expect(day.end - day.start).toBe(24 * HOUR);
    expect(day.change).toBeUndefined();
  });
});

describe('the axis of a grid', () => {
  const day = zonedDay('2026-11-01', 'America/New_York');
  const next = zonedDay('2026-11-02', 'America/New_York');

  it('the axis has a place of its own for each of two hours that clocks show as 1:00', () => {
    const strips = stripsOf([day, next]);
    expect(strips).toEqual([{ after: 120, length: 60 }]);
    const [first, second, three] = ['05:30', '06:30', '08:00'].map((time) =>
      axisMinute(at(`2026-11-01T${time}:00Z`), day, strips),
    );
    expect([first, second, three]).toEqual([90, 150, 240]);
    expect(axisMinute(day.end, day, strips)).toBe(25 * 60);
  });

  it('the axis leaves the repeated hour empty on the other days, so that equal clock times are at equal heights', () => {
    const strips = stripsOf([day, next]);
    const heights = [day, next].map((one) => axisMinute(instantOf(one.date, 9 * 60, one.zone), one, strips));
    expect(heights).toEqual([600, 600]);
    expect(axisMinute(instantOf('2026-11-02', 119, next.zone), next, strips)).toBe(119);
    expect(axisMinute(instantOf('2026-11-02', 120, next.zone), next, strips)).toBe(180);
  });

  it('the axis labels the repeated hour, and each hour once', () => {
    const marks = hourMarks({ start: 0, end: 25 * 60, strips: stripsOf([day]) });
    expect(marks).toHaveLength(25);
    expect(marks.slice(0, 4)).toEqual([
      { minute: 0, clock: 0, isRepeated: false },
      { minute: 60, clock: 60, isRepeated: false },
      { minute: 120, clock: 60, isRepeated: true },
      { minute: 180, clock: 120, isRepeated: false },
    ]);
  });

  const spring = zonedDay('2026-03-08', 'America/New_York');

  it('an appointment across the hour that clocks skip has its real length, and the axis no place for that hour', () => {
    const strips = stripsOf([spring, spring]);
    expect(axisMinute(at('2026-03-08T06:30:00Z'), spring, strips)).toBe(90);
    expect(axisMinute(at('2026-03-08T07:30:00Z'), spring, strips)).toBe(150);
    expect(axisMinute(spring.end, spring, strips)).toBe(23 * 60);
    const marks = hourMarks({ start: 0, end: 23 * 60, strips });
    expect(marks).toHaveLength(23);
    expect(marks.slice(1, 3)).toEqual([
      { minute: 60, clock: 60, isRepeated: false },
      { minute: 120, clock: 180, isRepeated: false },
    ]);
    expect(axisOf([spring], [{ start: at('2026-03-09T03:30:00Z'), end: spring.end }])).toMatchObject({ end: 23 * 60 });
  });

  it('next to days with all hours, the hour that clocks skip stays empty', () => {
    const monday = zonedDay('2026-03-09', 'America/New_York');
    expect(stripsOf([spring, monday])).toEqual([]);
    expect(axisMinute(at('2026-03-08T07:30:00Z'), spring, [])).toBe(210);
  });

  it('a day that begins at one o’clock has 23 hours from there', () => {
    const late = zonedDay('2026-09-06', 'America/Santiago');
    const marks = hourMarks({ start: 0, end: 23 * 60, strips: stripsOf([late]) });
    expect(marks).toHaveLength(23);
    expect(marks[0]).toEqual({ minute: 0, clock: 60, isRepeated: false });
  });

  it('the axis reaches from the full hour before the first thing to the full hour after the last one', () => {
    const times = { start: at('2026-11-02T13:15:00Z'), end: at('2026-11-02T22:10:00Z') };
    expect(axisOf([next], [times])).toMatchObject({ start: 8 * 60, end: 18 * 60 });
  });

  it('the axis is four hours long at least, also at the end of the day and without anything in it', () => {
    const late = { start: at('2026-11-03T04:30:00Z'), end: at('2026-11-03T04:45:00Z') };
    expect(axisOf([next], [late])).toMatchObject({ start: 20 * 60, end: 24 * 60 });
    expect(axisOf([next], [])).toMatchObject({ start: 9 * 60, end: 17 * 60 });
  });
});
