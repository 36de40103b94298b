import { expect, it } from 'vitest';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();
const openTurns = useTurns();

it.each([
  [
    'en-GB',
    'Thursday the 5th: ',
    ['Friday, no wait, Thursday', 'Friday - sorry, I mean Thursday', 'Friday, no, Thursday', 'Friday. No, Thursday.'],
    ['Friday... no, uh, Thursday', 'Friday or rather Thursday', 'Friday, actually Thursday'],
    ['Tuesday, no, Friday, sorry, Thursday', 'the 6th, I mean the 5th', 'March 6, no, 5'],
    ['Thursday rather than Friday', 'Thursday instead of Friday', 'rather Thursday than Friday'],
  ],
  [
    'de-DE',
    'Am Donnerstag, den 5. ',
    ['Freitag, nein, Donnerstag', 'Freitag, äh, nein doch Donnerstag', 'Freitag, ich meine Donnerstag'],
    ['Freitag, Entschuldigung, Donnerstag', 'Freitag oder lieber Donnerstag', 'nicht Freitag, sondern Donnerstag'],
    ['am 6., nein, am 5.', 'Dienstag, nein, Freitag, doch lieber Donnerstag'],
    ['lieber Donnerstag als Freitag', 'Donnerstag statt Freitag'],
  ],
  [
    'fr-FR',
    'Le jeudi 5, ',
    [
      'vendredi, non, jeudi',
      'vendredi, pardon, jeudi',
      'vendredi, euh, je veux dire jeudi',
      'vendredi ou plutôt jeudi',
    ],
    ['le 6, non, le 5', 'mardi, non, vendredi, enfin jeudi'],
    ['plutôt jeudi que vendredi', 'jeudi plutôt que vendredi', 'jeudi au lieu de vendredi'],
  ],
  [
    'es-ES',
    'El jueves 5 ',
    ['el viernes, no, el jueves', 'el viernes, perdón, el jueves', 'el viernes, quiero decir, el jueves'],
    ['el viernes, mejor el jueves', 'no el viernes sino el jueves', 'el 6, digo, el 5'],
    ['mejor el jueves que el viernes', 'el jueves en vez del viernes', 'mejor el jueves que viene'],
  ],
  [
    'it-IT',
    'Giovedì 5 ',
    ['venerdì, no, giovedì', 'venerdì, scusi, giovedì', 'venerdì, anzi giovedì', 'venerdì, cioè giovedì'],
    ['il 6, no, il 5', 'meglio giovedì che venerdì', 'giovedì invece di venerdì'],
  ],
  [
    'pt-BR',
    'Na quinta-feira, dia 5, ',
    ['sexta, não, quinta', 'sexta, desculpe, quinta', 'sexta, quer dizer, quinta', 'sexta, ou melhor, quinta'],
    ['dia 6, não, dia 5', 'melhor na quinta que na sexta', 'quinta em vez de sexta'],
  ],
])('in %s, the day behind a correction counts', async (language, said, ...days) => {
  const { find } = await open(language);
  for (const day of days.flat()) expect([day, (await find(day)).slice(0, said.length)]).toEqual([day, said]);
});

it.each([
  ['en-GB', 'Friday at 2, no, at 3', 'on Friday the 6th at 15:00'],
  ['en-GB', 'Friday at 2, I mean 3', 'on Friday the 6th at 15:00'],
  ['en-GB', 'Thursday at 3, no, Friday', 'on Friday the 6th at 15:00'],
  ['en-GB', 'Thursday at 2, no, Friday at 3', 'on Friday the 6th at 15:00'],
  ['de-DE', 'Freitag um 14 Uhr, nein, um 15 Uhr', 'am Freitag, den 6. um 15:00 Uhr'],
  ['de-DE', 'Donnerstag um 15 Uhr, nein, Freitag', 'am Freitag, den 6. um 15:00 Uhr'],
  ['fr-FR', 'vendredi à 14 h, non, à 15 h', 'le vendredi 6 à 15:00'],
  ['fr-FR', 'jeudi à 15 heures, pardon, vendredi', 'le vendredi 6 à 15:00'],
  ['es-ES', 'el viernes a las 2, no, a las 3', 'el viernes 6 a las 15:00'],
  ['es-ES', 'el jueves a las 3, perdón, el viernes', 'el viernes 6 a las 15:00'],
  ['it-IT', 'venerdì alle 14, no, alle 15', 'venerdì 6 alle 15:00'],
  ['it-IT', 'giovedì alle 15, anzi venerdì', 'venerdì 6 alle 15:00'],
  ['en-GB', 'Friday at 3 rather than Thursday', 'on Friday the 6th at 15:00'],
  ['en-GB', 'Friday rather than Thursday at 3', 'on Friday the 6th at 15:00'],
  ['pt-BR', 'sexta às 14h, não, às 15h', 'na sexta-feira, dia 6, às 15:00'],
  ['pt-BR', 'quinta às 15h, quer dizer, sexta', 'na sexta-feira, dia 6, às 15:00'],
])('in %s, the start %j keeps what is not corrected', async (language, start, said) => {
  const { book } = await open(language);
  expect(await book(start)).toContain(said);
});

it.each([
  ['en-GB', 'Friday morning, no, afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['en-GB', 'Friday, better in the afternoon', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['en-GB', 'Thursday afternoon, no, Friday', 'Friday the 6th: 13:00 to 16:15 are free.'],
  ['en-GB', 'Friday next week, sorry, Thursday', 'Thursday the 12th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
  ['de-DE', 'Freitag, lieber am Nachmittag', 'Am Freitag, den 6. ist von 13:00 bis 16:15 Uhr etwas frei.'],
  ['es-ES', 'el viernes, mejor por la tarde', 'El viernes 6 hay hueco de 13:00 a 16:15.'],
])('in %s, %j keeps the day, the week or the part of the day that is not corrected', async (language, date, said) => {
  const { find } = await open(language);
  expect(await find(date)).toBe(said);
});

it.each(['Friday, no wait', 'Friday no Thursday', 'not Friday but any other day', 'Friday is better in the afternoon'])(
  'the caller who says %j is asked, because what is replaced is not clear',
  async (date) => {
    const { find } = await open();
    expect(await find(date)).toMatch(/^Which day do you mean\?/);
  },
);

it('a move and its confirmation take a correction', async () => {
  const { move, withBooking, starts } = await openTurns();
  await withBooking();
  const start = 'Thursday at 2, no, at 3';
  expect(await move(start)).toContain('to a new time, on Thursday the 5th at 15:00');
  expect(await move(start, { confirmed: true })).toContain('on Thursday the 5th at 15:00');
  expect(await starts()).toEqual(['2026-03-05T22:00:00Z']);
});

it('a move takes a correction of its time alone, and an appointment one of its day', async () => {
  const { call, move, withBooking } = await openTurns();
  await withBooking();
  expect(await move('at 2, no, at 3')).toContain('to a new time, on Friday the 6th at 15:00');
  const answer = await call('cancel_booking', { appointment: 'the one on Thursday, no, Friday' });
  expect(answer.text).toBe('I would cancel Cleaning with Jin Kim on Friday the 6th at 14:00. Is that right?');
});

it('a correction that is not understood names the argument to the agent', async () => {
  const { call } = await open();
  const args = { service: 'Cleaning', start: 'Friday at 3, no, at the office', caller_name: 'Ann Archer' };
  const { forAgent } = await call('create_booking', args);
  expect(forAgent).toContain('Not to be said: start ');
});

it('the opening hours of a corrected day are those of this day', async () => {
  const { hours } = await open();
  expect(await hours('Friday, no, Thursday')).toMatch(/^On Thursday the 5th we are open/);
});

it.each([
  [
    'en-GB',
    ['not this Thursday but the next', 'not Thursday, but the one after that', 'not Thursday but the following one'],
  ],
  ['de-DE', ['nicht diesen Donnerstag, sondern den nächsten']],
  ['fr-FR', ['pas ce jeudi mais le prochain', "pas ce jeudi mais celui d'après"]],
  ['es-ES', ['no este jueves, sino el siguiente', 'no este jueves sino el próximo']],
  ['it-IT', ['non questo giovedì ma il prossimo', 'non questo giovedì ma quello dopo']],
  ['pt-BR', ['não esta quinta mas a próxima', 'não esta quinta, mas a seguinte']],
])('in %s, %j are the Thursday a week later', async (language, texts) => {
  const { book, find } = await open(language);
  for (const text of texts) {
    expect.soft([text, await find(text)]).toEqual([text, await find('2026-03-12')]);
    expect.soft([text, await book(`${text}, 14:00`)]).toEqual([text, await book('2026-03-12T14:00')]);
  }
});

it.each([
  ['en-GB', 'not Thursday but Friday at 10'],
  ['en-GB', 'not Thursday at 10 but Friday'],
  ['de-DE', 'nicht Donnerstag, sondern Freitag um 10'],
  ['fr-FR', 'pas jeudi mais vendredi à 10 heures'],
  ['es-ES', 'no el jueves sino el viernes a las 10'],
])('in %s, %j is Friday at 10', async (language, text) => {
  const { book } = await open(language);
  expect(await book(text)).toBe(await book('2026-03-06T10:00'));
});

it.each([
  ['en-GB', 'not Thursday but the day after at 10'],
  ['de-DE', 'nicht am Donnerstag, sondern am Tag danach um 10'],
  ['fr-FR', 'pas jeudi mais le lendemain à 10 heures'],
  ['es-ES', 'no el jueves sino el día después a las 10'],
  ['it-IT', 'non giovedì ma il giorno dopo alle 10'],
  ['pt-BR', 'não quinta mas no dia seguinte às 10'],
])('in %s, %j is the day after that Thursday, also behind a question about another day', async (language, text) => {
  const { book } = await open(language);
  const friday = await book('2026-03-06T10:00');
  await book('2026-03-13T15:00');
  expect(await book(text)).toBe(friday);
});

it.each([
  ['not this week but the next', 'next week'],
  ['not next Thursday but the one after', 'what'],
  ['not Thursday but any other day', 'what'],
])('%j is found as %j is', async (text, same) => {
  const { find } = await open();
  expect(await find(text)).toBe(await find(same));
});

it.each([
  ['en-GB', ['Friday, not at 2, at 3', 'Friday not at 2 but at 3', 'Friday at 3, not at 2', 'not at 2, Friday at 3']],
  ['de-DE', ['Freitag, nicht um 14 Uhr, um 15 Uhr', 'Freitag nicht um 14, sondern um 15 Uhr']],
  ['fr-FR', ['vendredi, pas à 14 h, à 15 h', 'vendredi pas à 14 h mais à 15 h']],
  ['es-ES', ['el viernes, no a las 2, a las 3', 'el viernes no a las 2, sino a las 3']],
  ['it-IT', ['venerdì, non alle 14, alle 15', 'venerdì non alle 14 ma alle 15']],
  ['pt-BR', ['sexta, não às 14h, às 15h', 'sexta não às 14h, mas às 15h']],
])('a time that is not meant gives way to the other one in %s: %j', async (language, texts) => {
  const { book } = await open(language);
  const expected = await book('2026-03-06T15:00');
  for (const text of texts) expect.soft([text, await book(text)]).toEqual([text, expected]);
});

it.each([
  ['en-GB', ['not at 3, at 4', 'at 4, not at 3', 'not at 3 but at 4']],
  ['de-DE', ['nicht um 15 Uhr, um 16 Uhr', 'nicht um 15, sondern um 16 Uhr']],
  ['fr-FR', ['pas à 15 h, à 16 h']],
  ['es-ES', ['no a las 3, a las 4']],
  ['it-IT', ['non alle 15, alle 16']],
  ['pt-BR', ['não às 15h, às 16h']],
])('a move takes the time that is meant in %s: %j', async (language, texts) => {
  const { move, withBooking, wait } = await openTurns(language);
  await withBooking();
  const expected = await move('2026-03-06T16:00');
  for (const text of texts) {
    wait(3_600_000);
    expect.soft([text, await move(text)]).toEqual([text, expected]);
  }
});

it.each([
  ['en-GB', ['not tomorrow, Wednesday', 'Wednesday, not tomorrow', 'not the 3rd but the 4th']],
  ['de-DE', ['nicht morgen, Mittwoch', 'nicht morgen, sondern Mittwoch']],
  ['fr-FR', ['pas demain, mercredi']],
  ['es-ES', ['no mañana, el miércoles', 'mañana no, el miércoles']],
  ['it-IT', ['non domani, mercoledì']],
  ['pt-BR', ['não amanhã, quarta', 'amanhã não, quarta-feira']],
])('after "not tomorrow", the day that follows is meant in %s: %j', async (language, texts) => {
  const { find } = await open(language);
  const times = await find('2026-03-04');
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, times]);
});

it('the day that follows "not tomorrow" is booked with its time', async () => {
  const { book } = await open();
  expect(await book('not tomorrow, Wednesday at 2')).toBe(await book('2026-03-04T14:00'));
});

it.each(['not Monday, Tuesday', 'not tomorrow, not Wednesday', 'not tomorrow, next week'])(
  'the caller who says %j is asked, because both may not be wanted',
  async (text) => {
    const { find } = await open();
    expect(await find(text)).toMatch(/^Which day do you mean\?/);
  },
);
