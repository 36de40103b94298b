import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Minutes before an hour. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

it.each([
  ['es-ES', 'el viernes a las 4 menos 20', 'el viernes 6 a las 15:40'],
  ['es-ES', 'viernes las cuatro menos veinte', 'el viernes 6 a las 15:40'],
  ['es-ES', 'viernes las cuatro menos cuarto', 'el viernes 6 a las 15:45'],
  ['es-ES', 'viernes las cuatro y media', 'el viernes 6 a las 16:30'],
  ['es-ES', 'el viernes a las 3 y 20', 'el viernes 6 a las 15:20'],
  ['es-ES', 'viernes un cuarto para las tres', 'el viernes 6 a las 14:45'],
  ['es-ES', 'el viernes a un cuarto para las tres', 'el viernes 6 a las 14:45'],
  ['fr-FR', 'vendredi à 4 heures moins 20', 'le vendredi 6 à 15:40'],
  ['fr-FR', 'vendredi quatre moins le quart', 'le vendredi 6 à 15:45'],
  ['it-IT', 'venerdì alle 4 meno 20', 'venerdì 6 alle 15:40'],
  ['it-IT', 'venerdì un quarto alle tre', 'venerdì 6 alle 14:45'],
  ['it-IT', 'venerdì tre e mezza', 'venerdì 6 alle 15:30'],
  ['pt-BR', 'sexta três menos um quarto', 'na sexta-feira, dia 6, às 14:45'],
  ['pt-BR', 'sexta um quarto para as três', 'na sexta-feira, dia 6, às 14:45'],
  ['pt-BR', 'sexta três e meia', 'na sexta-feira, dia 6, às 15:30'],
  ['de-DE', 'Freitag Viertel vier', 'am Freitag, den 6. um 15:15 Uhr'],
  ['de-DE', 'Freitag um viertel 4', 'am Freitag, den 6. um 15:15 Uhr'],
  ['de-DE', 'Freitag um viertel nach drei', 'am Freitag, den 6. um 15:15 Uhr'],
  ['de-DE', 'Freitag viertel vor vier', 'am Freitag, den 6. um 15:45 Uhr'],
  ['de-DE', 'Freitag dreiviertel vier', 'am Freitag, den 6. um 15:45 Uhr'],
])('in %s, a start %j is the minutes around its hour', async (language, start, moment) => {
  const { book } = await open(language, { opening_hours: ['Mon-Fri 08:00-18:00'] });
  expect(await book(start)).toContain(` ${moment}`);
});

it.each([
  ['pt-BR', 'sexta quinze para as três', 'na sexta-feira, dia 6, às 14:45'],
  ['pt-BR', 'sexta 15 para as 3', 'na sexta-feira, dia 6, às 14:45'],
  ['pt-BR', 'sexta-feira dez para as três da tarde', 'na sexta-feira, dia 6, às 14:50'],
  ['es-ES', 'viernes diez para las tres', 'el viernes 6 a las 14:50'],
  ['es-ES', 'mañana cinco para las tres', 'mañana a las 14:55'],
])(
  'in %s, minutes before an hour in %j are no day of the month that the day is not',
  async (language, start, moment) => {
    const { book } = await open(language);
    expect(await book(start)).toContain(` ${moment}`);
  },
);

it.each([
  ['pt-BR', 'quinta cinco para as três', 'Quer dizer às 14:55 ou às 15:00?'],
  ['es-ES', 'jueves cinco para las tres', '¿Quiere decir a las 14:55 o a las 15:00?'],
  ['es-ES', 'el jueves 5 para las tres de la tarde', '¿Quiere decir a las 14:55 o a las 15:00?'],
])('in %s, %j on the fifth leads to the question for the time', async (language, start, question) => {
  const { book, find, hours } = await open(language);
  expect([await book(start), await find(start)]).toEqual([question, question]);
  // The hours of that day are the same at both times.
  expect(await hours(start)).toMatch(/8:00/);
});

it.each([
  ['pt-BR', 'dia quinze para as três', /dia 15/],
  ['es-ES', 'el quince para las tres', /^¿A qué día/],
  ['es-ES', 'viernes trece para las tres', /^¿A qué día/],
  ['es-ES', 'viernes cuatro menos', /^¿A qué día/],
  ['es-ES', 'viernes menos veinte', /^¿A qué día/],
  ['it-IT', 'venerdì 4 alle tre', /^Intende mercoledì 4 o venerdì 6\?$/],
  ['fr-FR', 'vendredi dix sept heures moins vingt', /^Quel jour/],
  ['de-DE', 'Freitag Viertel', /^Welchen Tag/],
  ['de-DE', 'im Viertel vier', /^Welchen Tag/],
])('in %s, %j has no minutes before an hour', async (language, date, answer) => {
  const { find } = await open(language);
  expect(await find(date)).toMatch(answer);
});
