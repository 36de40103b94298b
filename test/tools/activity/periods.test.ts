import { describe, expect, it } from 'vitest';
import { isoWeek, PERIODS, periodOf } from '../../../src/lib/activity/periods.ts';
import { formatInstant } from '../../../src/lib/time/format.ts';
import { utc, zoneChanges } from '../../support/zones.ts';
import { periodFields, weekOf } from './reference.ts';

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  'UTC',
];
const HOUR = 3_600_000;

/** Compares every period of an instant with the reference. */
function compare(instant: number, zone: string): void {
  const text = utc(instant);
  const local = formatInstant(text, zone);
  if (!local) throw new Error(`${text} is no instant`);
  for (const period of PERIODS) {
    expect(periodOf(period, local)?.fields, `${period} of ${text} in ${zone}`).toEqual(
      periodFields(period, text, zone),
    );
  }
}

describe('periods of local times', () => {
  it.each(ZONES)('agree with Intl around every clock change of %s from 2018 to 2025', (zone) => {
    const changes = zoneChanges(zone, Date.parse('2018-01-01T00:00:00Z'), Date.parse('2025-01-01T00:00:00Z'));
    for (const { at } of changes) {
      for (const offset of [-25, -24, -2, -1, -0.5, 0, 0.5, 1, 2, 23, 24, 25]) compare(at + offset * HOUR, zone);
      compare(at - 1_000, zone);
    }
  });

  it.each(ZONES)('agree with Intl at every local midnight around the year ends of %s', (zone) => {
    for (let year = 2019; year <= 2027; year++) {
      for (let day = -5; day <= 5; day++) {
        const noon = Date.UTC(year, 0, 1 + day, 12);
        for (const hours of [-13, -12, -7, 0, 5, 12]) compare(noon + hours * HOUR, zone);
      }
    }
  });

  it('keys are in chronological order', () => {
    for (const period of PERIODS.filter((name) => name !== 'weekday' && name !== 'hour')) {
      let previous = '';
      for (let day = 0; day < 1_200; day++) {
        const local = formatInstant(utc(Date.UTC(2024, 0, 1 + day, 12)), 'UTC');
        const key = local && periodOf(period, local)?.key;
        expect(key && key >= previous, `${period} of day ${day}`).toBe(true);
        previous = key ?? '';
      }
    }
  });

  it('a time outside of the years with four digits has no period', () => {
    const weekday = 'Monday';
    expect(periodOf('day', { local: '+010000-01-03T00:00:00+00:00', weekday })).toBeUndefined();
  });
});

describe('ISO weeks', () => {
  it('a week belongs to the year of its Thursday', () => {
    expect(isoWeek('2020-12-31')).toEqual({ week: '2020-W53', start: '2020-12-28' });
    expect(isoWeek('2021-01-03')).toEqual({ week: '2020-W53', start: '2020-12-28' });
    expect(isoWeek('2021-01-04')).toEqual({ week: '2021-W01', start: '2021-01-04' });
    expect(isoWeek('2024-12-30')).toEqual({ week: '2025-W01', start: '2024-12-30' });
    expect(isoWeek('2021-01-01').week).toBe('2020-W53');
    expect(isoWeek('2023-01-01').week).toBe('2022-W52');
  });

  it('every date of a whole Gregorian cycle is in the week that counting Mondays gives, at year ends', () => {
    for (let year = 1900; year < 2300; year++) {
      for (let day = -4; day <= 4; day++) {
        const date = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
        const { week, start } = isoWeek(date);
        expect({ week, week_start: start }).toEqual(weekOf(date));
      }
    }
  });
});
