import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Starts without an exact time. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();
const WHICH = 'Which exact time would you like?';

it.each([
  ['Friday after 3', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['Friday between 2 and 4', 'Friday the 6th: 14:00 to 15:45 are free.'],
  ['Friday before ten', 'Friday the 6th: 8:00 to 9:45 are free.'],
  ['Friday afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['Friday', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['2026-03-06', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['Friday after 6 pm', 'Nothing is free then. It would be possible on Friday the 6th at 16:15.'],
  ['Sunday after 3', 'On Sunday the 8th we are closed. The next free time is on Monday the 9th at 15:00.'],
  [
    'Friday after 3 or Thursday',
    'Thursday the 5th: 8:00 to 11:15 and 13:00 to 16:15 are free. Friday the 6th: 15:00 to 16:15 are free.',
  ],
])('create_booking answers %j with the free times within it, and asks for an exact one', async (start, said) => {
  const { call, booked } = await open();
  const args = { service: 'Cleaning', start, caller_name: 'Ann Archer' };
  for (const more of [{}, { confirmed: true }])
    expect(await call('create_booking', { ...args, ...more })).toMatchObject({
      text: `${said} ${WHICH}`,
      isError: false,
    });
  expect(await booked()).toEqual([]);
});

it.each([
  ['de-DE', 'Freitag nach 15 Uhr', 'Am Freitag, den 6. ist von 15:00 bis 16:15 Uhr etwas frei. Welche genaue Uhrzeit'],
  ['es-ES', 'el viernes después de las 15', 'El viernes 6 hay hueco de 15:00 a 16:15. ¿Qué hora exacta'],
  ['fr-FR', 'vendredi entre 14h et 16h', 'Le vendredi 6, il y a de la place de 14:00 à 15:45. Quelle heure exacte'],
  ['it-IT', 'venerdì dopo le 15', "Venerdì 6 c'è posto dalle 15:00 alle 16:15. Quale orario preciso"],
  ['pt-BR', 'sexta depois das 15', 'Na sexta-feira, dia 6, há vaga das 15:00 às 16:15. Que horário exato'],
])('in %s, %j leads to free times and the question', async (language, start, said) => {
  const { book } = await open(language);
  expect((await book(start)).slice(0, said.length)).toBe(said);
});

it('the service is refused before times are named', async () => {
  const { call } = await open();
  const asked = { service: 'something that is not offered', start: 'Friday after 3', caller_name: 'Ann Archer' };
  expect((await call('create_booking', asked)).text).toMatch(/^We do not offer that\./);
});

it.each(['the thirteenth floor', '2026-02-30T09:00'])('%j names no day ahead, and is not understood', async (start) => {
  const { book } = await open();
  expect(await book(start)).toBe('I did not understand that, and nothing was changed. Please say it once more.');
});

const FIRST_TIMES = 'Today: 13:00 to 16:15 are free. Tomorrow: 8:00 to 11:15 and 13:00 to 16:15 are free.';

it.each([
  ['as soon as possible', FIRST_TIMES],
  ['ASAP', FIRST_TIMES],
  ['the next available appointment', FIRST_TIMES],
  ['the earliest possible', FIRST_TIMES],
  ['sometime', FIRST_TIMES],
  ['next week', 'Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free. Tuesday the 10th: '],
  ['next week at 9 am', 'Monday the 9th: 8:45, 9:00 and 9:15 are free. Tuesday the 10th: '],
  ['next week as soon as possible', 'Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free. '],
  ['the first available on Friday', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
])('create_booking answers %j with the first free times, and asks for an exact one', async (start, said) => {
  const { book, booked } = await open();
  const text = await book(start);
  expect([text.slice(0, said.length), text.slice(-WHICH.length)]).toEqual([said, WHICH]);
  expect(await booked()).toEqual([]);
});

it.each([
  ['de-DE', ['so bald wie möglich', 'schnellstmöglich', 'der nächste freie Termin', 'sofort']],
  ['es-ES', ['lo antes posible', 'cuanto antes', 'la próxima cita disponible']],
  ['fr-FR', ['le plus tôt possible', 'dès que possible', 'le prochain rendez-vous disponible']],
  ['it-IT', ['il prima possibile', 'appena possibile', 'il prossimo appuntamento disponibile']],
  ['pt-BR', ['o mais cedo possível', 'o quanto antes', 'o próximo horário disponível', 'assim que possível']],
])('in %s, the words for any day lead to the first free times', async (language, words) => {
  const { book, find } = await open(language);
  const [first, days] = [await book('as soon as possible'), await find('as soon as possible')];
  expect(first).toContain(days);
  for (const said of words) expect([said, await book(said), await find(said)]).toEqual([said, first, days]);
});

it.each([
  ['en-GB', ['3 pm', 'at 3', '15:00', 'in the afternoon', 'at 3 or 4'], 'Which day do you mean?'],
  ['de-DE', ['15 Uhr', 'um drei', 'nachmittags'], 'Welchen Tag meinen Sie?'],
  ['es-ES', ['a las 3', 'por la tarde'], '¿A qué día'],
  ['fr-FR', ['à 15h', '15 heures'], 'Quel jour'],
  ['it-IT', ['alle 15', 'di pomeriggio'], 'Quale giorno'],
  ['pt-BR', ['às 15h', 'às três'], 'A que dia'],
])('in %s, a time without a day leads to the question for the day', async (language, times, question) => {
  const { call } = await open(language);
  for (const start of times) {
    const args = { service: 'Cleaning', start, caller_name: 'Ann Archer' };
    const { text, isError, forAgent } = await call('create_booking', args);
    expect([start, text.slice(0, question.length), isError]).toEqual([start, question, true]);
    expect(forAgent).toMatch(/^Not to be said: start has no day\. /);
  }
});

it.each([
  ['en-GB', 'Wednesday 10', /^I would book Cleaning on Wednesday the 4th at 10:00, under the name/],
  ['en-GB', 'Wednesday ten', /^I would book Cleaning on Wednesday the 4th at 10:00, under the name/],
  ['en-GB', 'Thursday 3', /^I would book Cleaning on Thursday the 5th at 15:00, under the name/],
  ['de-DE', 'Mittwoch 10', /^Ich würde buchen: Cleaning am Mittwoch, den 4\. um 10:00 Uhr/],
  ['en-GB', 'Wednesday 6', 'Do you mean on Wednesday the 4th or on Friday the 6th?'],
  ['es-ES', 'el miércoles 10', '¿Quiere decir el martes 10 o el miércoles 11?'],
])('in %s, the number in %j is an hour if the business is open then, or the day is asked for', async (...one) => {
  const [language, start, said] = one;
  const { book } = await open(language);
  expect(await book(start)).toMatch(typeof said === 'string' ? new RegExp(`^${said.replace(/[?]/g, '\\?')}$`) : said);
});

it.each([
  ['en-GB', 'Tuesday 4 March', 'Do you mean tomorrow or on Wednesday the 4th?'],
  ['en-GB', 'Friday the fifth', 'Do you mean on Thursday the 5th or on Friday the 6th?'],
  ['en-GB', 'Tuesday the 4th of March at 3 pm', 'Do you mean tomorrow or on Wednesday the 4th?'],
  ['en-GB', 'Monday 4 July', 'Do you mean on Saturday the 4th of July or on Monday the 6th of July?'],
  ['de-DE', 'Dienstag, den 4. März', 'Meinen Sie morgen oder am Mittwoch, den 4.?'],
  ['fr-FR', 'jeudi 6 mars', 'Voulez-vous dire le jeudi 5 ou le vendredi 6 ?'],
  ['es-ES', 'el jueves 6 de marzo', '¿Quiere decir el jueves 5 o el viernes 6?'],
  ['it-IT', 'giovedì 6 marzo', 'Intende giovedì 5 o venerdì 6?'],
  ['pt-BR', 'quinta-feira, 6 de março', 'Quer dizer na quinta-feira, dia 5, ou na sexta-feira, dia 6?'],
])('in %s, %j has another weekday than its date, and is asked about', async (language, start, question) => {
  const { call, find, hours } = await open(language);
  const args = { service: 'Cleaning', start, caller_name: 'Ann Archer' };
  const { text, forAgent } = await call('create_booking', args);
  expect([text, await find(start), await hours(start)]).toEqual([question, question, question]);
  expect(forAgent).toMatch(/^Not to be said: start can be one of two days\. /);
});
