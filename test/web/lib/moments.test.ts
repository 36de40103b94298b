import { afterEach, expect, it } from 'vitest';
import { formatCallOffset } from '../../../src/lib/time/call-offset.ts';
import { countText, durationText, languageName, momentWords, spanText, zonesOf } from '../../../src/web/lib/moments.ts';
import { moneyText } from '../../../src/web/lib/money.ts';
import { setLocale } from '../../../src/web/lib/time.ts';

const at = (text: string) => Date.parse(text);
/** Browsers write narrow spaces in times and amounts. */
const plain = (text: string | undefined) => text?.replace(/[\u202f\u00a0]/g, ' ');

setLocale('en-US');
afterEach(() => setLocale('en-US'));

it('a moment is written in the zone of the user, with the time of the business beside it', () => {
  const zones = { user: 'Europe/Berlin', business: 'America/New_York' };
  const now = at('2199-07-01T00:00:00Z');
  const same = momentWords(at('2199-06-11T15:35:00Z'), zones, now);
  expect([plain(same.user), plain(same.business)]).toEqual(['Tue, Jun 11, 5:35 PM', '11:35 AM in New York']);
  const other = momentWords(at('2199-06-11T23:35:00Z'), zones, now);
  expect([plain(other.user), plain(other.business)]).toEqual([
    'Wed, Jun 12, 1:35 AM',
    'Tue, Jun 11, 7:35 PM in New York',
  ]);
});

it('a moment has one time where the clocks of both zones agree, and the year of another year', () => {
  const zones = { user: 'America/Toronto', business: 'America/New_York' };
  expect(momentWords(at('2199-06-11T15:35:00Z'), zones).business).toBeUndefined();
  expect(momentWords(at('2198-06-11T15:35:00Z'), zones, at('2199-06-11T15:35:00Z')).user).toContain('2198');
  expect(momentWords(at('2199-06-10T15:35:00Z'), zones, at('2199-06-11T15:35:00Z')).user).not.toContain('2199');
});

it('an unknown zone of a host or an answer is replaced by a known one', () => {
  expect(zonesOf('Europe/Berlin', 'Nowhere/Town')).toEqual({ user: 'Europe/Berlin', business: 'Europe/Berlin' });
  expect(zonesOf('Nowhere/Town', 'America/New_York').business).toBe('America/New_York');
});

it('lengths are written in their two largest units', () => {
  expect([0, 48.4, 60, 107, 3_600, 7_441, 3_601].map(durationText)).toEqual([
    '0 s',
    '48 s',
    '1 min',
    '1 min 47 s',
    '1 h',
    '2 h 4 min',
    '1 h',
  ]);
  expect([4.6, 107, 3_725].map(formatCallOffset)).toEqual(['0:04', '1:47', '1:02:05']);
});

it('an age is written in minutes up to an hour, in hours up to two days, then in days', () => {
  const hour = 3_600_000;
  expect([hour / 60, hour - 1, hour, 47 * hour, 48 * hour, -5].map(spanText)).toEqual([
    '1 minute',
    '59 minutes',
    '1 hour',
    '47 hours',
    '2 days',
    '0 minutes',
  ]);
});

it('counts and amounts are written by locale, with the minor unit of the currency', () => {
  expect(countText(1, 'call')).toBe('1 call');
  expect(countText(12_500, 'call')).toBe('12,500 calls');
  expect(moneyText(3_499_000, 'USD')).toBe('$34,990.00');
  expect(moneyText(3_499_000, 'USD', { isWhole: true })).toBe('$34,990');
  expect(moneyText(3_499_000, 'USD', { isCompact: true })).toBe('$35K');
  expect(moneyText(3_499, 'JPY')).toBe('¥3,499');
  expect(moneyText(12_345, 'KWD')).toContain('12.345');
  expect(moneyText(150, undefined)).toBe('1.50');
  expect(moneyText(150, 'coins')).toBe('1.50 coins');
  setLocale('de-DE');
  expect(plain(moneyText(3_499_000, 'EUR'))).toBe('34.990,00 €');
  expect(countText(12_500, 'call')).toBe('12.500 calls');
});

it('a language is named, and a tag that no browser knows stays', () => {
  expect(languageName('es')).toBe('Spanish');
  expect(languageName('en_US')).toBe('American English');
  expect(languageName('not a tag')).toBe('not a tag');
  expect(languageName('und')).toBeUndefined();
});
