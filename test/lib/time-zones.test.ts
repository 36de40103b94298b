import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/lib/time/format.ts';
import { MAX_ZONES, offsetAt } from '../../src/lib/time/offset.ts';
import { parseTime } from '../../src/lib/time/parse.ts';
import { parseRange, type TimeRange } from '../../src/lib/time/range.ts';
import { shifted, utc, wallDate, wallTime, type ZoneChange, zoneChanges } from '../support/zones.ts';

/** Every clock change of this year and the next, in zones with unusual rules. */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Europe/Dublin',
  // By half an hour.
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  // Offsets of three quarters of an hour.
  'Pacific/Chatham',
  'America/St_Johns',
  // At midnight: days begin at 01:00, or their first hour comes twice.
  'America/Santiago',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  // Around Ramadan.
  'Africa/Casablanca',
  'Asia/Gaza',
  // By two hours.
  'Antarctica/Troll',
  'America/Nuuk',
  // None now; Apia once skipped a day.
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Asuncion',
  'Asia/Tokyo',
  'UTC',
];

const YEAR = new Date().getUTCFullYear();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const changes = ZONES.flatMap((zone) => zoneChanges(zone, Date.UTC(YEAR, 0), Date.UTC(YEAR + 2, 0)));
const nextDate = (date: string) => utc(Date.parse(`${date}T00:00:00Z`) + DAY).slice(0, 10);
const day = (date: string, zone: string) => parseRange({ from: date, to: date }, zone, 0) as Required<TimeRange>;

/** The days around a change begin and end where Intl says that the date changes, and nothing lies between them. */
function expectDaysRight({ zone, at }: Pick<ZoneChange, 'zone' | 'at'>) {
  for (const instant of [at - DAY, at - MINUTE, at, at + DAY]) {
    const date = wallDate(instant, zone);
    const { from, to } = day(date, zone);
    expect([wallDate(Date.parse(from) - 1000, zone), wallDate(Date.parse(from), zone)]).toEqual([
      expect.not.stringMatching(date),
      date,
    ]);
    expect(wallDate(Date.parse(to) - 1000, zone)).toBe(date);
    expect(day(wallDate(Date.parse(to), zone), zone).from).toBe(to);
  }
}

it('the zones of this test have changes of half an hour, one and two, forwards and back', () => {
  expect(changes.length).toBeGreaterThan(40);
  const sizes = new Set(changes.map((change) => Math.abs(change.after - change.before) / MINUTE));
  expect([...sizes].sort((a, b) => a - b)).toEqual([30, 60, 120]);
  expect(new Set(changes.map((change) => change.zone)).size).toBeGreaterThanOrEqual(12);
});

describe.each(changes.map((change) => [change.zone, utc(change.at), change] as const))(
  'the clock change of %s at %s',
  (zone, _at, change) => {
    const { at, before, after } = change;
    const forward = after > before;
    // What the clock shows where it is changed: skipped or repeated from `first` until `end`.
    const first = at + Math.min(before, after);
    const end = at + Math.max(before, after);

    it(forward ? 'refuses skipped times without clockChange' : 'refuses repeated times without clockChange', () => {
      for (const local of [first, (first + end) / 2, end - MINUTE]) {
        const text = shifted(local, 0).slice(0, 16);
        const candidates = [utc(local - Math.max(before, after)), utc(local - Math.min(before, after))];
        expect(parseTime(text, zone, { clockChange: 'earlier' })).toBe(candidates[0]);
        expect(parseTime(text, zone, { clockChange: 'later' })).toBe(candidates[1]);
        const shown = candidates.map((candidate) => formatInstant(candidate as string, zone)?.local);
        expect(() => parseTime(text, zone, { clockChangeArgument: 'clock_change' })).toThrow(
          `the clock change ${forward ? 'skips' : 'repeats'} ${text}. Say which you mean: ${shown[0]} or ${shown[1]}, with clock_change earlier or later.`,
        );
      }
    });

    it('leaves times right before and after it valid', () => {
      for (const [local, offset] of [
        [first - MINUTE, before],
        [end, after],
      ] as const) {
        for (const clockChange of [undefined, 'earlier', 'later'] as const)
          expect(parseTime(shifted(local, 0), zone, { clockChange })).toBe(utc(local - offset));
      }
    });

    it('separates times with different offsets', () => {
      for (const instant of [at - 1000, at]) {
        const moment = formatInstant(utc(instant), zone);
        expect(moment?.local.slice(0, 19)).toBe(wallTime(instant, zone));
        expect(Date.parse(moment?.local ?? '')).toBe(instant);
      }
    });

    it('makes its day longer or shorter', () => {
      expectDaysRight(change);
      const dates = [...new Set([wallDate(at - 1000, zone), wallDate(at, zone)])];
      const lengths = dates.map((date) => Date.parse(day(date, zone).to) - Date.parse(day(date, zone).from));
      expect(lengths.reduce((sum, length) => sum + length)).toBe(dates.length * DAY - (after - before));
    });
  },
);

it('the offset of each zone is right for more zones than are cached', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, MAX_ZONES + 30);
  const instants = Array.from({ length: 12 }, (_, half) => Date.UTC(2150, half * 6, 15));
  for (let round = 0; round < 2; round++) {
    for (const zone of zones) {
      for (const instant of instants) {
        expect(new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16), zone).toBe(
          wallTime(instant, zone).slice(0, 16),
        );
      }
    }
  }
});

describe('the day that Samoa skipped, 2011-12-30', () => {
  const zone = 'Pacific/Apia';
  const [change] = zoneChanges(zone, Date.UTC(2011, 11, 1), Date.UTC(2012, 0, 15)) as [ZoneChange];

  it('a local time on the day that Samoa skipped is refused, with the times before and after it', () => {
    expect((change.after - change.before) / DAY).toBe(1);
    expect(() => parseTime('2011-12-30T10:00', zone)).toThrow(
      /skips 2011-12-30T10:00.*2011-12-29T10:00:00-10:00 or 2011-12-31T10:00:00\+14:00/,
    );
    expect(() => day('2011-12-30', zone)).toThrow(/leave no time/);
  });

  it('leaves no gap between its neighbours', () => {
    expect(day('2011-12-29', zone).to).toBe(day('2011-12-31', zone).from);
    expect(parseRange({ from: '2011-12-29', to: '2011-12-30' }, zone, 0)).toEqual(day('2011-12-29', zone));
  });
});

describe('any instant', () => {
  const second = fc.integer({ min: Date.UTC(2022, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
  const anywhere = fc.tuple(
    second.map((value) => value * 1000),
    fc.constantFrom(...ZONES),
  );
  /** Half of the instants are near a change, where errors are likely. */
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * 86_400, max: 2 * 86_400 }))
    .map(([change, seconds]): [number, string] => [change.at + seconds * 1000, change.zone]);
  const sample = fc.oneof(anywhere, near);

  it('can be parsed from its local time, or is one of the candidates of a refusal', () => {
    fc.assert(
      fc.property(sample, ([instant, zone]) => {
        const moment = formatInstant(utc(instant), zone);
        expect(moment?.local.slice(0, 19)).toBe(wallTime(instant, zone));
        expect(parseTime(moment?.local ?? '', undefined)).toBe(utc(instant));
        const local = moment?.local.slice(0, 19) ?? '';
        const read = (['earlier', 'later'] as const).map((clockChange) => parseTime(local, zone, { clockChange }));
        expect(read).toContain(utc(instant));
        if (read[0] === read[1]) expect(parseTime(local, zone)).toBe(utc(instant));
        else expect(() => parseTime(local, zone)).toThrow(`repeats ${local.slice(0, 16)}`);
      }),
      { numRuns: 600, seed: 20_260_308 },
    );
  });

  it('belongs to exactly one local day, and days join without a gap', () => {
    fc.assert(
      fc.property(sample, ([instant, zone]) => {
        const date = wallDate(instant, zone);
        const { from, to } = day(date, zone);
        expect(Date.parse(from)).toBeLessThanOrEqual(instant);
        expect(Date.parse(to)).toBeGreaterThan(instant);
        expect(day(nextDate(date), zone).from).toBe(to);
        expect(wallDate(Date.parse(from) - 1000, zone)).not.toBe(date);
        expect(wallDate(Date.parse(to) - 1000, zone)).toBe(date);
      }),
      { numRuns: 600, seed: 20_260_308 },
    );
  });
});
