import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/lib/time/format.ts';
import { MAX_PERIODS, offsetAt } from '../../src/lib/time/offset.ts';

/** The same by a calendar library. */
function byCalendar(instant: string, zone: string) {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return {
    utc: zoned.toInstant().toString({ smallestUnit: 'second' }),
    local: zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    weekday: zoned.toLocaleString('en', { weekday: 'long' }),
  };
}

const DAY = 86_400_000;
const ALL_ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...ALL_ZONES);

describe('formatInstant', () => {
  it('agrees with a calendar library in all zones, for instants of the years 1880 to 2150', () => {
    const instant = fc
      .integer({ min: Date.UTC(1880, 0), max: Date.UTC(2150, 0) })
      .map((ms) => new Date(ms).toISOString());
    fc.assert(
      fc.property(instant, zone, (text, name) => {
        expect(formatInstant(text, name)).toEqual(byCalendar(text, name));
      }),
      { numRuns: 2_000, seed: 20_261_122 },
    );
  });

  it('agrees with a calendar library for the first and last years that can be written', () => {
    for (const year of ['-000044', '0000', '0001', '0079', '0999', '9999', '+010000', '+120000', '-120000']) {
      const text = `${year}-03-01T12:34:56Z`;
      for (const name of ['UTC', 'America/New_York', 'Asia/Kathmandu'])
        expect(formatInstant(text, name), `${text} ${name}`).toEqual(byCalendar(text, name));
    }
  });

  it.each([
    '2026-03-02T09:00:00+02:00',
    '2026-03-02T09:00:00.123456789-0530',
    '2026-03-02t09:00:00z',
    '2026-03-02 09:00Z',
    '2026-03-02T23:59:59,9+14',
    '2026-03-02T00:30:00+23:59',
    '2024-02-29T12:00:00Z',
  ])('agrees with a calendar library for the form %s', (text) => {
    expect(formatInstant(text, 'Europe/Berlin')).toEqual(byCalendar(text, 'Europe/Berlin'));
  });

  it.each([
    'tomorrow',
    '2026-03-02',
    '2026-03-02T09:00:00',
    '2026-02-29T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T09:61:00Z',
    '2026-03-02T09:00:00+24:00',
    '-000000-03-02T09:00:00Z',
    '+999999-03-02T09:00:00Z',
    ' 2026-03-02T09:00:00Z',
  ])('returns undefined for %j, which is no instant', (text) => {
    expect(() => byCalendar(text, 'UTC')).toThrow(RangeError);
    expect(formatInstant(text, 'UTC')).toBeUndefined();
  });
});

it('formatInstant returns undefined for a zone that does not exist', () => {
  expect(formatInstant('2026-03-02T09:00:00Z', 'Europe/Atlantis')).toBeUndefined();
});

/** Zones with the shortest periods: Brazil in 2000, Ramadan, and countries that decided late. */
const RESTLESS = [
  'America/Recife',
  'America/Boa_Vista',
  'Africa/Casablanca',
  'Asia/Gaza',
  'Africa/Cairo',
  'Asia/Beirut',
];

it('no zone changes its offset and changes it back within the four days that offsetAt takes as one period', () => {
  for (const name of RESTLESS) {
    let at = Temporal.Instant.from('1970-01-01T00:00Z').toZonedDateTimeISO(name);
    let last = Number.NEGATIVE_INFINITY;
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (!next || next.year > 2040) break;
      expect(next.epochMilliseconds - last, `${name} ${next}`).toBeGreaterThan(4 * DAY);
      last = next.epochMilliseconds;
      at = next;
    }
  }
});

it('offsetAt is right for more periods of a zone than it stores', () => {
  for (let period = 0; period < 2 * MAX_PERIODS; period++) {
    const instant = Date.UTC(2200, 0) + period * 4 * DAY;
    expect(offsetAt(instant, 'Asia/Kolkata')).toBe(5.5 * 3_600_000);
  }
  expect(offsetAt(Date.UTC(2026, 6), 'Europe/Berlin')).toBe(7_200_000);
});
