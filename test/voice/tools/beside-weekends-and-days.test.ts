import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Days that are said from a weekend, a week or another day. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();
const FREE_RANGE = /8:00.*11:15/;

/** Each text is found as the ISO days are. */
async function expectSame(language: string, rows: readonly (readonly [days: string, texts: readonly string[]])[]) {
  const { find } = await open(language);
  for (const [days, texts] of rows) {
    const found = await find(days);
    expect(found).toMatch(FREE_RANGE);
    for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, found]);
  }
}

it.each([
  ['en-GB', ['before the weekend', 'by the weekend'], ['after the weekend', 'from next week'], ['around the 20th']],
  [
    'de-DE',
    ['vor dem Wochenende'],
    ['nach dem Wochenende', 'ab nächster Woche'],
    ['um den 20. herum', 'gegen den 20.'],
  ],
  [
    'fr-FR',
    ['avant le week-end', "d'ici vendredi", "d'ici à vendredi"],
    ['après le week-end', 'à partir de la semaine prochaine'],
    ['autour du 20', 'vers le 20', 'aux alentours du 20'],
  ],
  [
    'es-ES',
    ['antes del fin de semana', 'de aquí al viernes'],
    ['después del fin de semana', 'a partir de la semana que viene'],
    ['alrededor del 20', 'sobre el 20', 'hacia el 20'],
  ],
  [
    'it-IT',
    ['prima del weekend', 'prima del fine settimana', 'da qui a venerdì'],
    ['dopo il weekend', 'dalla settimana prossima'],
    ['intorno al 20', 'verso il 20'],
  ],
  [
    'pt-BR',
    ['antes do fim de semana', 'daqui até sexta'],
    ['depois do fim de semana', 'a partir da semana que vem'],
    ['por volta do dia 20', 'em torno do dia 20'],
  ],
])('in %s, %j are the days until Friday, %j those from Monday on, and %j those beside the 20th', async (...row) => {
  const [language, before, after, around] = row;
  await expectSame(language, [
    ['2026-03-02 to 2026-03-06', before],
    ['2026-03-09 to 2026-03-29', after],
    ['2026-03-19 to 2026-03-21', around],
  ]);
});

it('a time around a day is offered and not booked', async () => {
  const { book } = await open();
  expect(await book('around the 20th at 10')).toMatch(/^Thursday the 19th: .* Friday the 20th: .*Which exact time/);
});

it.each(['by next week', 'before this week'])('the caller is asked about %j', async (text) => {
  const { find } = await open();
  expect(await find(text)).toMatch(/^Which day do you mean\?/);
});

it.each([
  ['en-GB', '2026-03-03 to 2026-03-05', ['midweek', 'in the middle of the week']],
  ['de-DE', '2026-03-10 to 2026-03-12', ['Mitte nächster Woche']],
  ['fr-FR', '2026-03-03 to 2026-03-05', ['en milieu de semaine']],
  ['es-ES', '2026-03-03 to 2026-03-05', ['a mediados de semana']],
  ['it-IT', '2026-03-03 to 2026-03-05', ['a metà settimana']],
  ['pt-BR', '2026-03-03 to 2026-03-05', ['no meio da semana']],
])('in %s, the days %s are found by %j', async (language, days, texts) => expectSame(language, [[days, texts]]));

it.each([
  ['en-GB', ['soon', 'in the next few days', 'as soon as you can']],
  ['de-DE', ['bald', 'demnächst', 'in den nächsten Tagen']],
  ['fr-FR', ['bientôt', 'dans les prochains jours']],
  ['es-ES', ['pronto', 'en los próximos días']],
  ['it-IT', ['presto', 'nei prossimi giorni']],
  ['pt-BR', ['em breve', 'nos próximos dias']],
])('in %s, %j are the earliest free times', async (language, texts) => {
  const { call, book } = await open(language);
  const soonest = (await call('find_open_times', { service: 'Cleaning' })).text;
  for (const text of texts) expect.soft(await book(text)).toContain(soonest);
});

it.each([
  ['de-DE', '2026-03-09', ['Montag in einer Woche', 'heute in acht Tagen']],
  ['de-DE', '2026-03-12', ['Donnerstag nächste Woche']],
  ['es-ES', '2026-03-09', ['de hoy en ocho', 'de hoy en ocho días', 'dentro de ocho días']],
  ['es-ES', '2026-03-16', ['de hoy en quince']],
  ['fr-FR', '2026-03-09', ["aujourd'hui en huit", 'dans huit jours']],
  ['it-IT', '2026-03-09', ['oggi a otto', 'fra otto giorni']],
  ['it-IT', '2026-03-12', ['giovedì a otto']],
  ['pt-BR', '2026-03-09', ['de hoje a oito', 'de hoje a oito dias', 'daqui a oito dias']],
])('in %s, the %s is booked by %j with a time', async (language, date, texts) => {
  const { book, find } = await open(language);
  const at = { de: 'um', es: 'a las', fr: 'à', it: 'alle', pt: 'às' }[language.slice(0, 2)];
  for (const text of texts) {
    expect.soft([text, await find(text)]).toEqual([text, await find(date)]);
    expect.soft([text, await book(`${text} ${at} 10:00`)]).toEqual([text, await book(`${date}T10:00`)]);
  }
});

it.each([
  ['en-GB', 'Monday week', /^Do you mean on Monday the 9th or on Monday the 16th\?/],
  ['fr-FR', 'lundi en huit', /^Voulez-vous dire le lundi 9 ou le lundi 16/],
  ['it-IT', 'lunedì a otto', /^Intende lunedì 9 o lunedì 16\?/],
])('in %s, on a Monday, %j can be in one week or in two', async (language, text, question) => {
  const { find } = await open(language);
  expect(await find(text)).toMatch(question);
});

it.each([
  [
    'en-GB',
    '2026-03-05T14:30',
    ['Thursday two thirty pm', 'two thirty in the afternoon on Thursday', 'Thursday 2 30 pm'],
  ],
  ['de-DE', '2026-03-05T14:45', ['Donnerstag drei viertel drei']],
  ['de-DE', '2026-03-03T09:00', ['morgen um neun in der Früh']],
])('in %s, the start %s is said as %j', async (language, start, texts) => {
  const { book } = await open(language);
  for (const text of texts) expect.soft([text, await book(text)]).toEqual([text, await book(start)]);
});

it('a weekday that follows an offered day is after it', async () => {
  const { find, book } = await open();
  const friday = await book('2026-03-27T10:00');
  await find('the 20th');
  expect(await book('the Friday after at 10')).toBe(friday);
});
