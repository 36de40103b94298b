import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/lib/concurrency/slices.ts';
import { formatInstant } from '../../src/lib/time/format.ts';
import { localDays } from '../../src/lib/time/local-days.ts';
import { freeDays } from '../../src/tools/availability/free-ranges.ts';
import { startsOf } from '../support/open-times.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Zones, each with the start of a day with a clock change or two days before one: by an hour, by half an hour, at midnight. */
const PLACES = [
  ['America/New_York', '2026-11-01T04:00:00Z'],
  ['America/New_York', '2026-03-08T05:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T13:00:00Z'],
  ['America/Havana', '2026-11-01T04:00:00Z'],
  ['Asia/Beirut', '2026-03-27T22:00:00Z'],
  ['Pacific/Kiritimati', '2026-05-04T10:00:00Z'],
  ['UTC', '2026-05-04T00:00:00Z'],
] as const;

const slotsFrom = (starts: readonly { start: number; staff: string[] }[]) =>
  starts.map(({ start, staff }) => ({ start, end: start + 30 * MINUTE, staffIds: () => staff }));

function daysOf(
  starts: readonly { start: number; staff: string[] }[],
  zone: string,
  window: { start: number; end: number },
  stepMs = 15 * MINUTE,
) {
  const describe = (instant: string) => formatInstant(instant, zone);
  const options = { stepMs, days: localDays(window, zone), describe, nameOf: (id: string) => id };
  return atOnce(freeDays(slotsFrom(starts), options)).map((day) => ({ ...day, free: day.free.map(String) }));
}

describe('free times as ranges', () => {
  it('ranges expand to exactly the free starts, around clock changes and off the step', () => {
    const start = fc.record({ minute: fc.nat(3 * 24 * 60 - 1), staff: fc.subarray(['Brandt', 'Lindqvist', 'Lee']) });
    const run = fc.record({
      first: fc.nat(3 * 24 * 60),
      count: fc.integer({ min: 1, max: 40 }),
      staff: fc.subarray(['Brandt', 'Lindqvist'], { minLength: 1 }),
    });
    const expanded = { starts: 0, ranges: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...PLACES),
        fc.constantFrom(5, 15, 30, 45),
        fc.array(run, { maxLength: 6 }),
        fc.array(start, { maxLength: 6 }),
        ([zone, from], step, runs, singles) => {
          const base = Date.parse(from);
          const free = new Map<number, string[]>();
          for (const { first, count, staff } of runs)
            for (let index = 0; index < count; index++) free.set(base + (first + index * step) * MINUTE, staff);
          for (const { minute, staff } of singles) free.set(base + minute * MINUTE, staff);
          const window = { start: base, end: base + 3 * DAY };
          const starts = [...free]
            .filter(([at]) => at < window.end)
            .sort(([a], [b]) => a - b)
            .map(([at, staff]) => ({ start: at, staff }));
          const days = daysOf(starts, zone, window, step * MINUTE);
          expect(startsOf(days, zone)).toEqual(starts);
          expanded.starts += starts.length;
          expanded.ranges += days.flatMap(({ free: ranges }) => ranges).length;
        },
      ),
      { numRuns: 700, seed: 15 },
    );
    expect(expanded.starts).toBeGreaterThan(5 * expanded.ranges);
  });

  it('ranges are grouped by staff, with the step only where there is a range', () => {
    const base = Date.parse('2026-05-04T08:00:00Z');
    const at = (minutes: number[], staff: string[]) =>
      minutes.map((minute) => ({ start: base + minute * MINUTE, staff }));
    const starts = [
      ...at([0, 15, 30], ['Brandt', 'Lindqvist']),
      ...at([45], ['Lindqvist']),
      ...at([90, 105], ['Brandt', 'Lindqvist']),
    ];
    const window = { start: base, end: base + DAY };
    expect(daysOf(starts, 'UTC', window)).toEqual([
      {
        date: '2026-05-04',
        weekday: 'Monday',
        free: ['08:00-08:30, 09:30-09:45 every 15 min: Brandt, Lindqvist', '08:45: Lindqvist'],
      },
      { date: '2026-05-05', weekday: 'Tuesday', free: [] },
    ]);
  });

  it('ranges state the offset on the day of a clock change, when a local time occurs twice', () => {
    const base = Date.parse('2026-11-01T05:00:00Z');
    const starts = Array.from({ length: 10 }, (_, index) => ({ start: base + index * 15 * MINUTE, staff: ['Lee'] }));
    const [day] = daysOf(starts, 'America/New_York', { start: base, end: base + 3 * 60 * MINUTE });
    expect(day?.free).toEqual([
      '01:00-01:45 (UTC-04:00) every 15 min: Lee',
      '01:00-02:15 (UTC-05:00) every 15 min: Lee',
    ]);
  });
});
