import { afterEach, expect, it } from 'vitest';
import { timesInWords } from '../../../src/web/lib/sentence-times.ts';
import { setLocale } from '../../../src/web/lib/time.ts';

afterEach(() => setLocale('en'));

/** Intl writes narrow and thin spaces between the parts of a time. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ');

it.each([
  [
    'Business: opening hours from Mon-Fri 08:00-17:00; Sat closed to Mon,Wed 09:00-12:00; 1st Sat 09:00-12:00',
    'Business: opening hours from Mon–Fri 8:00 AM – 5:00 PM; Sat closed to Mon, Wed 9:00 AM – 12:00 PM; 1st Sat 9:00 AM – 12:00 PM',
  ],
  [
    'Cancel the booking "Filling" on Tuesday 2199-03-05 08:30 (America/New_York), of "Vivian Tran"?',
    'Cancel the booking "Filling" on Tue, Mar 5, 2199, 8:30 AM (New York time), of "Vivian Tran"?',
  ],
  ['Changed: New: closed 2199-03-05.', 'Changed: New: closed Tue, Mar 5, 2199.'],
  ['Change "A": "New: closed 2199-03-05" (Tuesday 2199-03-05)?', 'Change "A": "New: closed Tue, Mar 5, 2199"?'],
  ['away 2199-03-05T09:00 to 2199-03-06', 'away Tue, Mar 5, 2199, 9:00 AM to Wed, Mar 6, 2199'],
  ['special hours 2199-12-24 09:00-12:00', 'special hours Tue, Dec 24, 2199 9:00 AM – 12:00 PM'],
  [
    'They no longer fit: Tuesday 2199-03-05 08:30 "A"; Tuesday 2199-03-05 11:00 "B" (times in America/New_York).',
    'They no longer fit:\n• Tue, Mar 5, 2199, 8:30 AM "A";\n• Tue, Mar 5, 2199, 11:00 AM "B" (New York time).',
  ],
  [
    'It no longer fits: Tuesday 2199-03-05 08:30 "A" (times in UTC).',
    'It no longer fits: Tue, Mar 5, 2199, 8:30 AM "A" (times in UTC).',
  ],
  [
    `The next possible start is Wednesday 2199-03-06 13:45 'America/New_York'.`,
    'The next possible start is Wed, Mar 6, 2199, 1:45 PM (New York time).',
  ],
  [`The note '(Europe/Berlin' and (Europe/Berlin'`, `The note '(Europe/Berlin' and (Europe/Berlin'`],
  ['Delete run-2199-03-05 of 2199-03-05T08:30:00Z?', 'Delete run-2199-03-05 of 2199-03-05T08:30:00Z?'],
  ['On 2199-13-45?', 'On 2199-13-45?'],
])('%s', (sentence, words) => {
  setLocale('en-US');
  expect(plain(timesInWords(sentence))).toBe(words);
});

it('times in sentences follow the locale', () => {
  setLocale('de');
  expect(plain(timesInWords('opening hours from Mon-Fri 08:00-17:00; Sun closed to Sat,Sun 09:00-12:00'))).toBe(
    'opening hours from Mo–Fr 8:00–17:00 Uhr; So closed to Sa, So 9:00–12:00 Uhr',
  );
  expect(timesInWords('Room Monkey 08:00')).toBe('Room Monkey 08:00');
  expect(plain(timesInWords('Move it to Tuesday 2199-03-05 08:30 (Europe/Berlin)?'))).toBe(
    'Move it to Di., 5. März 2199, 8:30 (Berlin time)?',
  );
});
