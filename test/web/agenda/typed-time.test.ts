import { describe, expect, it } from 'vitest';
import { typedStart } from '../../../src/web/components/agenda/typed-time.ts';

describe('a start that is typed', () => {
  const ZONE = 'America/New_York';
  const now = Date.parse('2199-03-04T15:00:00Z');
  const startOf = (day: string, time: string) => new Date(typedStart({ day, time }, ZONE, now)).toISOString();

  it('a time of the business becomes an instant, the first one if the clocks show it twice', () => {
    expect(startOf('2199-03-04', '10:01')).toBe('2199-03-04T15:01:00.000Z');
    expect(startOf('2199-03-10', '03:00')).toBe('2199-03-10T07:00:00.000Z');
    expect(startOf('2199-11-03', '01:30')).toBe('2199-11-03T05:30:00.000Z');
  });

  it('a time at which no appointment can start is refused with the reason', () => {
    expect(() => startOf('2199-03-04', '10:00')).toThrow(
      'Monday, March 4, 2199, 10:00 AM is over. Choose a later time.',
    );
    expect(() => startOf('2199-03-10', '02:30')).toThrow('The clocks skip 2:30 AM on Sunday, March 10.');
    expect(() => startOf('2199-03-05', '')).toThrow('Enter a day and a time.');
    expect(() => startOf('', '10:00')).toThrow('Enter a day and a time.');
  });
});
