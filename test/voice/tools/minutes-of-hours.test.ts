import { expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { useAskedOffices } from './support/asking.ts';

/** Times that are said with minutes before or after an hour. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', 'Friday at ten to three', 'on Friday the 6th at 14:50'],
  ['en-GB', 'Friday at ten past three', 'on Friday the 6th at 15:10'],
  ['en-GB', 'ten past three on Friday', 'on Friday the 6th at 15:10'],
  ['en-GB', 'ten past three p.m. on Friday', 'on Friday the 6th at 15:10'],
  ['en-GB', 'Friday, ten minutes to three', 'on Friday the 6th at 14:50'],
  ['en-GB', 'Friday at 5 to 3', 'on Friday the 6th at 14:55'],
  ['en-GB', 'Friday at 20 past 2', 'on Friday the 6th at 14:20'],
  ['en-GB', 'Friday at twenty five past two', 'on Friday the 6th at 14:25'],
  ['en-GB', 'Friday at twenty-five to four', 'on Friday the 6th at 15:35'],
  ['en-GB', 'Friday at a quarter to four', 'on Friday the 6th at 15:45'],
  ['en-GB', 'Friday at quarter to four', 'on Friday the 6th at 15:45'],
  ['en-GB', 'Friday quarter past nine', 'on Friday the 6th at 9:15'],
  ['en-GB', 'Friday at half two', 'on Friday the 6th at 14:30'],
  ['en-GB', 'half past two on Friday', 'on Friday the 6th at 14:30'],
  ['en-US', 'Friday at ten of three', 'on Friday the 6th at 2:50 PM'],
  ['en-US', 'Friday at quarter of three', 'on Friday the 6th at 2:45 PM'],
  ['en-US', 'Friday at ten till three', 'on Friday the 6th at 2:50 PM'],
  ['de-DE', 'Freitag um zehn vor drei', 'am Freitag, den 6. um 14:50 Uhr'],
  ['de-DE', 'Freitag um zehn nach drei', 'am Freitag, den 6. um 15:10 Uhr'],
  ['de-DE', 'Freitag um fünf vor halb drei', 'am Freitag, den 6. um 14:25 Uhr'],
  ['de-DE', 'Freitag um fünf nach halb drei', 'am Freitag, den 6. um 14:35 Uhr'],
  ['de-DE', 'Freitag um zwanzig nach zwei', 'am Freitag, den 6. um 14:20 Uhr'],
  ['de-DE', 'Freitag um 10 Minuten vor 3', 'am Freitag, den 6. um 14:50 Uhr'],
  ['fr-FR', 'vendredi à trois heures dix', 'le vendredi 6 à 15:10'],
  ['fr-FR', 'vendredi à trois heures moins dix', 'le vendredi 6 à 14:50'],
  ['es-ES', 'el viernes a las tres y diez', 'el viernes 6 a las 15:10'],
  ['es-ES', 'el viernes a las tres menos diez', 'el viernes 6 a las 14:50'],
  ['it-IT', 'venerdì alle tre e dieci', 'venerdì 6 alle 15:10'],
  ['it-IT', 'venerdì alle tre meno dieci', 'venerdì 6 alle 14:50'],
  ['pt-BR', 'sexta às três e dez', 'na sexta-feira, dia 6, às 15:10'],
  ['pt-BR', 'sexta às dez para as três', 'na sexta-feira, dia 6, às 14:50'],
])('in %s, %j is a start, which the question repeats', async (language, start, said) => {
  const { book } = await open(language);
  expect(await book(start)).toContain(said);
});

it.each([
  ['fr-FR', 'vendredi à midi et demi', 'le vendredi 6 à 12:30'],
  ['fr-FR', 'vendredi à midi et demie', 'le vendredi 6 à 12:30'],
  ['fr-FR', 'vendredi à midi', 'le vendredi 6 à 12:00'],
  ['fr-FR', 'vendredi à midi et quart', 'le vendredi 6 à 12:15'],
  ['fr-FR', 'vendredi à midi moins le quart', 'le vendredi 6 à 11:45'],
  ['es-ES', 'el viernes a mediodía y media', 'el viernes 6 a las 12:30'],
  ['it-IT', 'venerdì a mezzogiorno e mezzo', 'venerdì 6 alle 12:30'],
  ['pt-BR', 'sexta ao meio-dia e meia', 'na sexta-feira, dia 6, às 12:30'],
  ['en-GB', 'Friday at quarter past noon', 'on Friday the 6th at 12:15'],
  ['fr-FR', 'vendredi à minuit et demi', 'le vendredi 6 à 0:30'],
])('in %s, %j is a time around noon or midnight', async (language, start, said) => {
  const { book } = await open(language, { opening_hours: ['daily 00:00-24:00'] });
  expect(await book(start)).toContain(said);
});

it.each([
  ['en-GB', 'Friday at midnight', 'Do you mean at 0:00 or at 24:00?'],
  ['en-US', 'Friday at midnight', 'Do you mean at 12:00 AM or at midnight?'],
  ['fr-FR', 'vendredi à minuit', 'Voulez-vous dire à 0:00 ou à 24:00 ?'],
  ['de-DE', 'Freitag um Mitternacht', 'Meinen Sie um 0:00 Uhr oder um 24:00 Uhr?'],
  ['es-ES', 'el viernes a medianoche', '¿Quiere decir a las 0:00 o a las 24:00?'],
  ['it-IT', 'venerdì a mezzanotte', 'Intende alle 0:00 o alle 24:00?'],
  ['pt-BR', 'sexta à meia-noite', 'Quer dizer às 0:00 ou às 24:00?'],
])(
  'in %s, %j can be the beginning of the day or its end where the business is open at both',
  async (language, start, said) => {
    const { book } = await open(language, { opening_hours: ['daily 00:00-24:00'] });
    expect(await book(start)).toBe(said);
  },
);

it.each([
  ['18:00-24:00', 'on Saturday the 7th at 0:00'],
  ['00:00-06:00', 'on Friday the 6th at 0:00'],
])('midnight is the one that is nearer to the opening hours %s', async (hours, said) => {
  const opening_hours = [`daily ${hours}`];
  const staff = practice().staff?.map((one) => ({ ...one, opening_hours })) ?? [];
  const { book, find } = await open('en-GB', { opening_hours, staff });
  expect(await book('Friday at midnight')).toMatch(hours.startsWith('0') ? said : /It would be possible/);
  expect(await find('Friday at midnight')).toMatch(
    hours.startsWith('0') ? /^Friday the 6th: 0:00, / : /^Friday the 6th: .+ 23:15 /,
  );
});

it.each(['Friday 10 to 3', '10 to 3', 'Friday, ten'])('%j is not read as a time before an hour', async (start) => {
  const { book } = await open();
  expect(await book(start)).not.toMatch(/14:50/);
});
