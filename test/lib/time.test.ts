import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCountryCode, isTimeZone } from '../../src/lib/places.ts';
import { describeMoment, parseTime } from '../../src/lib/time.ts';

describe('parseTime', () => {
  it.each([
    ['2026-12-01T10:00', 'America/New_York', '2026-12-01T15:00:00Z'],
    ['2026-07-01T10:00', 'America/New_York', '2026-07-01T14:00:00Z'],
    ['2026-12-01 10:00:30', 'Europe/Berlin', '2026-12-01T09:00:30Z'],
    ['2026-12-01T10:00-05:00', undefined, '2026-12-01T15:00:00Z'],
    ['2026-12-01T10:00:00+0530', undefined, '2026-12-01T04:30:00Z'],
    ['2026-12-01t10:00z', 'America/New_York', '2026-12-01T10:00:00Z'],
    [' 2026-12-01T10:00:00.250Z ', undefined, '2026-12-01T10:00:00Z'],
  ])('reads %s in %s', (text, zone, utc) => {
    expect(parseTime(text, zone)).toBe(utc);
  });

  it.each([
    'next tuesday 3pm',
    '2026-12-01',
    '10:00',
    '',
    '2026-12-01T25:00',
    '2026-02-30T10:00',
    '1764601200',
    '2026-12-01T10:00 UTC',
  ])('refuses %j and shows a right form or says that it does not exist', (text) => {
    expect(() => parseTime(text, 'UTC')).toThrow(/is not a (time|date and time that exists)/);
  });

  it('never guesses a zone', () => {
    expect(() => parseTime('2026-12-01T10:00', undefined)).toThrow(/neither an offset nor a zone/);
  });

  it('names both candidates of a skipped hour', () => {
    expect(() => parseTime('2026-03-08T02:30', 'America/New_York')).toThrow(
      /skips 2026-03-08T02:30.*2026-03-08T01:30:00-05:00 or 2026-03-08T03:30:00-04:00/,
    );
  });

  it('names both candidates of a repeated hour', () => {
    expect(() => parseTime('2026-11-01T01:30', 'America/New_York')).toThrow(
      /repeats 2026-11-01T01:30.*2026-11-01T01:30:00-04:00 or 2026-11-01T01:30:00-05:00/,
    );
  });

  it('gives back any instant that it described', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    const second = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2035, 0) / 1000 });
    fc.assert(
      fc.property(second, fc.constantFrom(...zones), (seconds, zone) => {
        const utc = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
        expect(parseTime(describeMoment(utc, zone)?.local ?? '', undefined)).toBe(utc);
      }),
    );
  });
});

describe('describeMoment', () => {
  it('shows an instant in a zone', () => {
    expect(describeMoment('2026-11-26T14:00:00.000Z', 'America/New_York')).toEqual({
      utc: '2026-11-26T14:00:00Z',
      local: '2026-11-26T09:00:00-05:00',
      weekday: 'Thursday',
    });
  });

  it('uses the weekday of the zone, not of UTC', () => {
    expect(describeMoment('2026-11-27T03:00:00Z', 'America/New_York')?.weekday).toBe('Thursday');
    expect(describeMoment('2026-11-26T20:00:00Z', 'Asia/Tokyo')?.weekday).toBe('Friday');
  });

  it('has nothing to say of what is no instant', () => {
    expect(describeMoment('tomorrow', 'UTC')).toBeUndefined();
  });
});

describe('places', () => {
  it.each(['America/New_York', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('knows the zone %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each(['Mars/Phobos', '+02:00', '', 'America/New York', 'local'])('does not know the zone %j', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });

  it('knows countries', () => {
    expect(['US', 'DE', 'JP'].every(isCountryCode)).toBe(true);
    expect(['', 'us', 'USA', 'QX', '1A'].some(isCountryCode)).toBe(false);
  });
});
