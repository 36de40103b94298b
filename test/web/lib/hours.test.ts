import { afterEach, describe, expect, it } from 'vitest';
import { hoursText } from '../../../src/web/lib/hours.ts';
import { dateText, minutesText, setLocale } from '../../../src/web/lib/time.ts';

afterEach(() => setLocale('en'));

/** Intl writes narrow and thin spaces between the parts of a time. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ');

describe('opening hours in words', () => {
  it.each([
    ['Mon-Fri 08:00-17:00', 'Mon–Fri 8:00 AM – 5:00 PM', 'Mo–Fr 8:00–17:00 Uhr'],
    [
      'Mon,Wed 08:00-12:00,13:00-17:30',
      'Mon, Wed 8:00 AM – 12:00 PM, 1:00 – 5:30 PM',
      'Mo, Mi 8:00–12:00 Uhr, 13:00–17:30 Uhr',
    ],
    ['1st,3rd Sat 09:00-12:00', '1st, 3rd Sat 9:00 AM – 12:00 PM', '1st, 3rd Sa 9:00–12:00 Uhr'],
    ['last Friday 9:00 – 12:00', 'last Fri 9:00 AM – 12:00 PM', 'last Fr 9:00–12:00 Uhr'],
    ['daily 00:00-24:00', 'daily 24 hours', 'daily 24 hours'],
    ['Fri 20:00-24:00', 'Fri 8:00 PM – 12:00 AM', 'Fr 20:00 – 0:00'],
    ['Mon 25:00-26:00', 'Mon 25:00-26:00', 'Mo 25:00-26:00'],
    ['Sun closed', 'Sun closed', 'So closed'],
    ['Mon-Fri 08:00-17:00; Wed closed', 'Mon–Fri 8:00 AM – 5:00 PM; Wed closed', 'Mo–Fr 8:00–17:00 Uhr; Mi closed'],
    ['09:00-12:00, 13:00-15:00', '9:00 AM – 12:00 PM, 1:00 – 3:00 PM', '9:00–12:00 Uhr, 13:00–15:00 Uhr'],
    ['closed', 'closed', 'closed'],
    ['by appointment', 'by appointment', 'by appointment'],
  ])('%s', (hours, english, german) => {
    setLocale('en-US');
    expect(plain(hoursText(hours))).toBe(english);
    setLocale('de');
    expect(plain(hoursText(hours))).toBe(german);
  });
});

it.each(['pt-BR', 'fr', 'de', 'it', 'nl', 'pl', 'en-GB', 'es', 'da'])(
  'hours of %s begin as a time alone is written',
  (tag) => {
    setLocale(tag);
    expect(hoursText('08:00-17:00')).toMatch(new RegExp(`^${minutesText(8 * 60)}\\D`));
  },
);

it('a date has its year where the locale writes it', () => {
  setLocale('en-US');
  expect(dateText('2199-12-24')).toBe('Tue, Dec 24, 2199');
  setLocale('de');
  expect(dateText('2199-12-24')).toBe('Di., 24. Dez. 2199');
});
