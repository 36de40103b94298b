import { describe, expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';
import { CALLER, openVoiceOffice } from './support/office.ts';

/** Days, times and dates of birth in sentences of many words. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

it.each([
  ['de-DE', 'am Donnerstag, den einundzwanzigsten Mai um halb elf Uhr vormittags', 'den 21. Mai um 10:30 Uhr,'],
  ['en-GB', 'Thursday the twenty-first of May at half past three in the afternoon', 'the 21st of May at 15:30,'],
  ['fr-FR', "le jeudi vingt et un mai à trois heures et demie de l'après-midi, s'il vous plaît", '21 mai à 15:30,'],
  ['es-ES', 'el jueves veintiuno de mayo a las tres y media de la tarde, por favor', '21 de mayo a las 15:30,'],
  ['it-IT', 'giovedì ventuno maggio alle tre e mezza del pomeriggio, per favore', '21 maggio alle 15:30,'],
  ['pt-BR', 'na quinta-feira, vinte e um de maio, às três e meia da tarde, por favor', '21 de maio, às 15:30,'],
])('in %s, a start in a long sentence is understood: %s', async (language, said, moment) => {
  const { book, find } = await open(language);
  expect(await book(said)).toContain(`${moment} `);
  expect(await find(said)).toMatch(/15:30|10:30/);
});

describe('a date of birth in words', () => {
  it.each([
    ['en-GB', 'on May the sixth, nineteen hundred and eighty'],
    ['de-DE', 'am sechsten Mai neunzehnhundertachtzig'],
    ['fr-FR', "le six mai mille neuf cent quatre-vingts, s'il vous plaît"],
    ['es-ES', 'el seis de mayo de mil novecientos ochenta'],
  ])('passes the check of a caller in %s: %s', async (language, date_of_birth) => {
    const office = await openVoiceOffice({ language });
    try {
      const contact = { name: 'Ann Archer', phone: CALLER.phone as string };
      await office.send('POST', '/contacts', { ...contact, date_of_birth: '1980-05-06' });
      const booking = { service_id: 'cleaning', start_time: '2026-03-24T15:00:00Z', staff_id: 'kim' };
      await office.send('POST', '/bookings', { ...booking, contact });
      const call = office.as(CALLER, { language, callerChecks: ['date_of_birth'] });
      const { text, isError } = await call('list_bookings', { date_of_birth });
      expect([isError, text]).toEqual([false, expect.stringContaining('Cleaning')]);
      const other = await call('list_bookings', { date_of_birth: `${date_of_birth} x` });
      expect(other.text).not.toContain('Cleaning');
    } finally {
      await office.close();
    }
  });
});

it('a sentence that repeats words of days and times is answered without delay', async () => {
  const { call } = await open('en-GB');
  const started = performance.now();
  for (const word of ['friday ', 'half past ', 'twenty ', '3 or ', 'at 3 ', 'one ', 'nineteen ', '1', ' ', 'and '])
    for (const [tool, argument] of [
      ['find_open_times', 'date'],
      ['create_booking', 'start'],
    ] as const) {
      const said = word.repeat(120).slice(0, 119).concat('x');
      const { text } = await call(tool, { service: 'Cleaning', caller_name: 'Ann', [argument]: said });
      expect(text).not.toBe('');
    }
  expect(performance.now() - started).toBeLessThan(20_000);
});
