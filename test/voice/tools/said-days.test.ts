import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/time/units.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Days as callers say them. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(language = 'en-GB', passedDays = 0) {
  office = await openVoiceOffice({ language }, { special_hours: [{ from: '2026-03-07', hours: '10:00-20:00' }] });
  office.clock.advance(passedDays * DAY_MS);
  const call = office.as(CALLER);
  return {
    find: async (date: string, args = {}) =>
      (await call('find_open_times', { service: 'Cleaning', date, ...args })).text,
    hours: async (date: string) => (await call('get_opening_hours', { date })).text,
  };
}

it.each([
  ['Saturday', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Saturday, please', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['2026-03-07 evening', 'Saturday the 7th: 17:00 to 19:15 are free.'],
  ['on saturday', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['this Sat', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Saturday evening', 'Saturday the 7th: 17:00 to 19:15 are free.'],
  ['this weekend', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['the weekend', 'Saturday the 7th: 10:00 to 19:15 are free.'],
  ['Monday', 'Today: 13:00 to 16:15 are free.'],
  ['this coming Friday', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['coming Monday', 'Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['next Friday', 'Friday the 13th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['Friday next week', 'Friday the 13th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['next week on Friday', 'Friday the 13th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['tomorrow morning', 'Tomorrow: 8:00 to 11:15 are free.'],
  ['this afternoon', 'Today: 13:00 to 16:15 are free.'],
])('the caller who says %j hears the free times of these days', async (date, said) => {
  const { find } = await open();
  expect(await find(date)).toBe(said);
});

it.each([
  ['en-GB', 'the 3rd', 'Tomorrow: '],
  ['en-GB', 'March 6', 'Friday the 6th: '],
  ['en-GB', 'Mar. 6, 2026', 'Friday the 6th: '],
  ['en-GB', 'on the 6th of March', 'Friday the 6th: '],
  ['en-GB', 'Friday the 6th', 'Friday the 6th: '],
  ['en-GB', 'Friday, March 6th in the afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['en-GB', '03/06/2026', 'Friday the 6th: '],
  ['en-GB', '3/6', 'Friday the 6th: '],
  ['en-GB', 'the 2nd', 'Today: '],
  ['en-GB', 'February 29', 'That is too far ahead. '],
  ['en-GB', '6.3.26', 'Friday the 6th: '],
  ['en-GB', '2026-03-06T14:30', 'Friday the 6th: '],
  ['en-GB', 'the third', 'Tomorrow: '],
  ['en-GB', 'the twelfth', 'Thursday the 12th: '],
  ['en-GB', 'Friday, the sixth of March', 'Friday the 6th: '],
  ['en-GB', 'the 6th, Friday', 'Friday the 6th: '],
  ['en-GB', 'the first of April', 'Wednesday the 1st of April: '],
  ['en-GB', 'April the twenty-first', 'Tuesday the 21st of April: '],
  ['en-GB', 'on March thirty first', 'Tuesday the 31st of March: '],
  ['en-US', 'the twentieth of March', 'Friday the 20th: '],
  ['de-DE', 'the sixth of March', 'Am Freitag, den 6. ist '],
  ['de-DE', '29. Februar', 'So weit im Voraus '],
  ['de-DE', 'der sechste', 'Am Freitag, den 6. ist '],
  ['de-DE', 'am 6. März', 'Am Freitag, den 6. ist '],
  ['de-DE', '6.3.', 'Am Freitag, den 6. ist '],
  ['de-DE', 'Freitag, den 6.', 'Am Freitag, den 6. ist '],
  ['de-DE', 'March 6', 'Am Freitag, den 6. ist '],
  ['es-ES', 'el 6 de marzo', 'El viernes 6 hay '],
  ['es-ES', 'el viernes 6 por la tarde', 'El viernes 6 hay hueco de 13:00 a 16:15.'],
  ['fr-FR', 'le 6 mars', 'Le vendredi 6, il y a '],
  ['it-IT', 'venerdì 6 marzo', "Venerdì 6 c'è "],
  ['pt-BR', 'sexta-feira, dia 6', 'Na sexta-feira, '],
  ['pt-BR', '6 de março', 'Na sexta-feira, '],
])('in %s, the caller who says the date %j hears the free times of that day', async (language, date, said) => {
  const { find } = await open(language);
  expect((await find(date)).slice(0, said.length)).toBe(said);
});

it.each([
  'February 30',
  'the 32nd',
  'Saturday the 6th of March',
  'Saturday the 6th',
  'March',
  'at 3',
  'the thirty-second',
  'Friday the fifth',
  'second Saturday of May',
  '2nd Saturday of May',
])('the caller who says the date %j is asked which day is meant, or hears of the period', async (date) => {
  const { find } = await open();
  expect(await find(date)).toMatch(/^Which day do you mean\?|^Do you mean on |^On Sunday the 1st|closed/);
});

it('the caller who says two days with "and" hears the free times of both', async () => {
  const { find } = await open();
  expect(await find('March 5 and 6')).toMatch(/^Thursday the 5th: .*Friday the 6th: /);
});

it.each([
  ['en-GB', 'the day after tomorrow', 'Wednesday the 4th: '],
  ['en-GB', 'in two weeks', 'Monday the 16th: '],
  ['en-GB', 'in 3 days', 'Thursday the 5th: '],
  ['en-GB', 'the week after next', 'Monday the 16th: '],
  ['en-GB', 'tomorrow at 3', 'Tomorrow: '],
  ['en-GB', 'Friday at 3 pm', 'Friday the 6th: '],
  ['de-DE', 'in drei Wochen', 'Am Montag, den 23. ist '],
  ['de-DE', 'in acht Tagen', 'Am Montag, den 9. ist '],
  ['de-DE', 'heute in acht Tagen', 'Am Montag, den 9. ist '],
  ['de-DE', 'übernächste Woche', 'Am Montag, den 16. ist '],
  ['de-DE', 'Freitag nach vier', 'Am Freitag, den 6. ist '],
  ['de-DE', 'morgen um 15 Uhr', 'Morgen ist '],
  ['es-ES', 'en dos semanas', 'El lunes 16 hay '],
  ['fr-FR', 'dans deux semaines', 'Le lundi 16, il y a '],
  ['fr-FR', 'demain à 15 heures', 'Demain, il y a '],
  ['it-IT', 'tra due settimane', "Lunedì 16 c'è "],
  ['en-GB', 'first thing tomorrow', 'Tomorrow: 8:00 to 11:15 are free.'],
  ['en-GB', 'first thing on Saturday', 'Saturday the 7th: 10:00 to 11:45 are free.'],
  ['de-DE', 'heute', 'Heute ist '],
  ['de-DE', 'morgen', 'Morgen ist von 8:00 '],
  ['de-DE', 'morgen Vormittag', 'Morgen ist von 8:00 bis 11:15 Uhr etwas frei.'],
  ['de-DE', 'übermorgen', 'Am Mittwoch, den 4. ist '],
  ['de-DE', 'am Samstag', 'Am Samstag, den 7. ist '],
  ['de-DE', 'dieses Wochenende', 'Am Samstag, den 7. ist '],
  ['de-DE', 'nächste Woche', 'Am Montag, den 9. ist '],
  ['de-DE', 'nächsten Freitag', 'Am Freitag, den 13. ist '],
  ['de-DE', 'am kommenden Freitag', 'Am Freitag, den 6. ist '],
  ['de-DE', 'kommenden Montag', 'Am Montag, den 9. ist '],
  ['de-DE', 'kommendes Wochenende', 'Am Samstag, den 7. ist '],
  ['de-DE', 'kommende Woche', 'Am Montag, den 9. ist '],
  ['de-DE', 'nächste Woche Freitag', 'Am Freitag, den 13. ist '],
  ['de-DE', 'Freitag nächster Woche', 'Am Freitag, den 13. ist '],
  ['de-DE', 'Freitagnachmittag', 'Am Freitag, den 6. ist von 13:00 bis 16:15 Uhr'],
  ['de-DE', 'Sonnabend', 'Am Samstag, den 7. ist '],
  ['de-DE', 'tomorrow', 'Morgen ist '],
  ['es-ES', 'mañana por la mañana', 'Mañana hay hueco de 8:00 a 11:15.'],
  ['es-ES', 'pasado mañana', 'El miércoles 4 hay '],
  ['es-ES', 'este fin de semana', 'El sábado 7 hay '],
  ['es-ES', 'la semana que viene', 'El lunes 9 hay '],
  ['es-ES', 'el viernes que viene', 'El viernes 6 hay '],
  ['es-ES', 'el próximo viernes por la tarde', 'El viernes 6 hay hueco de 13:00 a 16:15.'],
  ['es-ES', 'el próximo fin de semana', 'El sábado 14 está cerrado. '],
  ['es-ES', 'el viernes de la próxima semana', 'El viernes 13 hay '],
  ['fr-FR', 'vendredi de la semaine prochaine', 'Le vendredi 13, il y a '],
  ['fr-FR', 'vendredi prochain', 'Le vendredi 6, il y a '],
  ['fr-FR', 'demain', 'Demain, il y a '],
  ['fr-FR', 'après-demain', 'Le mercredi 4, il y a '],
  ['fr-FR', 'ce week-end', 'Le samedi 7, il y a '],
  ['fr-FR', 'la semaine prochaine', 'Le lundi 9, il y a '],
  ['fr-FR', "aujourd'hui", "Aujourd'hui, il y a "],
  ['it-IT', 'domani pomeriggio', "Domani c'è posto dalle 13:00 alle 16:15."],
  ['it-IT', 'dopodomani', "Mercoledì 4 c'è "],
  ['it-IT', 'questo fine settimana', "Sabato 7 c'è "],
  ['it-IT', 'la prossima settimana', "Lunedì 9 c'è "],
  ['it-IT', 'venerdì prossimo', "Venerdì 6 c'è "],
  ['pt-BR', 'na sexta', 'Na sexta-feira, dia 6, há '],
  ['pt-BR', 'sexta que vem', 'Na sexta-feira, dia 6, há '],
  ['pt-BR', 'amanhã', 'Amanhã há '],
  ['pt-BR', 'depois de amanhã', 'Na quarta-feira, dia 4, há '],
  ['pt-BR', 'sexta-feira', 'Na sexta-feira, dia 6, há '],
  ['pt-BR', 'este fim de semana', 'No sábado, dia 7, há '],
  ['pt-BR', 'semana que vem', 'Na segunda-feira, dia 9, há '],
])('in %s, %j are the days that a caller means', async (language, date, said) => {
  const { find } = await open(language);
  const answer = await find(date);
  expect(answer.slice(0, said.length)).toBe(said);
});

it('tonight is the evening of today, also while the business is closed then', async () => {
  const { find } = await open();
  expect(await find('tonight')).toBe(
    'Nothing is free then. It would be possible today at 16:15 or on Saturday the 7th at 17:00.',
  );
  expect(await find('tonight', { part_of_day: 'afternoon' })).toBe('Do you mean in the afternoon or in the evening?');
});

it('a weekday that is today means today, and a weekend that has begun is said from now on', async () => {
  const { hours, find } = await open('en-GB', 6);
  expect(await hours('Sunday')).toBe('Today we are closed.');
  expect(await hours('weekend')).toBe('Today we are closed.');
  expect(await find('next weekend')).toBe(
    'On Saturday the 14th we are closed. On Sunday the 15th we are closed. The next free time is on Monday the 16th at 8:00.',
  );
});

it('opening hours of a weekend are said by day', async () => {
  const { hours } = await open();
  expect(await hours('this weekend')).toBe(
    'On Saturday the 7th we are open from 10:00 to 20:00. On Sunday the 8th we are closed.',
  );
});

it.each([
  ['de-DE', 'Samstag', /^Am Samstag, den 7\. /],
  ['fr-FR', 'samedi', /^Le samedi 7, /],
  ['es-ES', 'sábado', /^El sábado 7 /],
  ['it-IT', 'Sabato', /^Sabato 7 /],
  ['pt-BR', 'sábado', /^No sábado, dia 7, /],
])('a weekday is understood in %s', async (language, date, said) => {
  const { hours } = await open(language);
  expect(await hours(date)).toMatch(said);
});

it.each(['some day soon', 'the thirteenth floor', 'first Friday', '2026-02-30'])(
  'a day that is not understood, such as %j, leads to a question that names what can be said',
  async (date) => {
    const { hours, find } = await open();
    const question = 'Which day do you mean? You can say a date, a weekday, tomorrow, this weekend or next week.';
    expect([await hours(date), await find(date)]).toEqual([question, question]);
  },
);
