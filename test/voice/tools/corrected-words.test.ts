import { expect, it } from 'vitest';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Who corrects a day or a person, or counts from now, is understood. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();
const openTurns = useTurns();

it.each([
  ['en-GB', ['not Thursday, Friday at 10', 'Friday, not Thursday, at 10', 'Friday at 10, not Thursday']],
  [
    'de-DE',
    ['nicht Donnerstag, Freitag um 10', 'nicht am Donnerstag, am Freitag um 10', 'Freitag, nicht Donnerstag, um 10'],
  ],
  ['fr-FR', ['pas jeudi, vendredi à 10 heures', 'vendredi, pas jeudi, à 10 heures']],
  ['es-ES', ['no el jueves, el viernes a las 10', 'el viernes, no el jueves, a las 10']],
  ['it-IT', ['non giovedì, venerdì alle 10', 'venerdì, non giovedì, alle 10']],
  ['pt-BR', ['não quinta, sexta às 10', 'não na quinta, na sexta às 10', 'sexta, não quinta, às 10']],
])('a weekday beside another one that is not meant in %s is booked: %j', async (language, texts) => {
  const { book } = await open(language);
  for (const text of texts) expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/\b6.* 10:00/)]);
});

it.each([['Thursday, not Friday at 3'], ['not Monday at 3'], ['not Thursday, Friday or Monday at 3']])(
  'days of which a time can be that of the wrong one are asked about: %s',
  async (text) => {
    const { book } = await open();
    expect(await book(text)).not.toMatch(/^I would book/);
  },
);

it.each([
  ['en-GB', ['Tuesday, no wait, Wednesday']],
  ['de-DE', ['Dienstag, äh Quatsch, Mittwoch']],
  ['fr-FR', ['mardi, non attendez, mercredi', 'mardi, attends, mercredi']],
  ['es-ES', ['el martes, no espera, el miércoles']],
  ['it-IT', ['martedì, no aspetti, mercoledì', 'martedì, volevo dire mercoledì']],
  ['pt-BR', ['terça, aliás, quarta', 'terça, não espera, quarta']],
])('the last day of a correction in %s is the one that is meant: %j', async (language, texts) => {
  const { book } = await open(language);
  for (const text of texts)
    expect.soft([text, await book(`${text} 10:00`)]).toEqual([text, expect.stringMatching(/\b4.* 10:00/)]);
});

it.each([
  ['en-GB', 'with Sam, no, with Jin', 'Friday at 3 with Sam, no, Jin'],
  ['de-DE', 'bei Sam, nein, bei Jin', 'Freitag um drei bei Sam, nein, bei Jin'],
  ['fr-FR', 'avec Sam, non, avec Jin', 'vendredi à 15 heures avec Sam, non, avec Jin'],
  ['es-ES', 'con Sam, no, con Jin', 'el viernes a las 15 con Sam, no, con Jin'],
  ['it-IT', 'con Sam, no, con Jin', 'venerdì alle 15 con Sam, no, con Jin'],
  ['pt-BR', 'com Sam, não, com Jin', 'sexta às 15 com Sam, não, com Jin'],
])('the last person of a correction in %s takes the appointment: %s', async (language, staff, start) => {
  const { book, call } = await open(language);
  const args = { service: 'Cleaning', start: '2026-03-06T15:00', caller_name: 'Ann Archer', staff };
  expect((await call('create_booking', args)).text).toMatch(/ Jin Kim .*15:00/);
  expect(await book(start)).toMatch(/ Jin Kim .*15:00/);
});

it('a correction of the time leaves the person, and one to a person who is not wanted is asked about', async () => {
  const { book, call } = await open();
  expect(await book('Friday at 3 with Sam, no, at 4')).toMatch(/ with Sam Ortiz on Friday the 6th at 16:00,/);
  const args = { service: 'Cleaning', start: '2026-03-06T15:00', caller_name: 'Ann Archer', staff: 'Jin, no, not Jin' };
  expect((await call('create_booking', args)).text).toMatch(/^I do not know that person\./);
});

it.each([
  ['en-GB', 'with Sam', 'with Sam on Friday at 3'],
  ['de-DE', 'bei Sam', 'beim Sam am Freitag um drei'],
  ['fr-FR', 'avec Sam', 'avec Sam vendredi à 15 heures'],
  ['es-ES', 'con Sam', 'con Sam el viernes a las 15'],
  ['it-IT', 'con Sam', 'con Sam venerdì alle 15'],
  ['pt-BR', 'com Sam', 'com Sam na sexta às 15'],
])('a person before the time, or alone, is read in %s: %s', async (language, alone, start) => {
  const { find, book } = await open(language);
  expect(await find(alone)).toMatch(/13:00.* 16:15/);
  expect(await book(alone)).toMatch(/13:00.* 16:15/);
  expect(await book(start)).toMatch(/ Sam Ortiz .*15:00/);
});

it('a person alone as the new start keeps the time of the appointment', async () => {
  const { call, move } = await openTurns();
  const args = { service: 'Cleaning', start: '2026-03-06T14:00', caller_name: 'Ann Archer', staff: 'Jin' };
  for (const confirmed of [false, true]) await call('create_booking', { ...args, confirmed });
  expect(await move('with Sam')).toMatch(/: it would be with Sam Ortiz, at the same time\./);
});

it.each([
  ['en-GB', ['in three hours', 'three hours from now', 'in 180 minutes']],
  ['de-DE', ['in drei Stunden']],
  ['fr-FR', ['dans trois heures']],
  ['es-ES', ['dentro de tres horas', 'en tres horas']],
  ['it-IT', ['tra tre ore', 'fra tre ore']],
  ['pt-BR', ['daqui a três horas', 'em três horas']],
])('hours from now in %s are a start: %j', async (language, texts) => {
  const { find, book } = await open(language);
  for (const text of texts) {
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/ 13:00.*\?$/)]);
    expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(/ 13:00.* 13:30/)]);
  }
});

it.each([
  ['en-GB', ['in an hour', 'in half an hour', 'an hour from now']],
  ['de-DE', ['in einer Stunde', 'in einer halben Stunde']],
  ['fr-FR', ['dans une heure', 'dans une demi-heure']],
  ['es-ES', ['en una hora', 'en media hora']],
  ['it-IT', ["tra un'ora", "fra mezz'ora"]],
  ['pt-BR', ['daqui a uma hora', 'em meia hora']],
])('an hour from now in %s is too early here, and the next times are said: %j', async (language, texts) => {
  const { book } = await open(language);
  for (const text of texts)
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/13:00.*13:15.*13:30\b/)]);
});

it('a yes to hours from now books the start that was asked about, some minutes later', async () => {
  const { book, wait, starts } = await openTurns();
  expect(await book('in three hours')).toMatch(/today at 13:00,/);
  wait(8 * 60_000);
  expect(await book('in three hours', { confirmed: true })).toMatch(/ booked/);
  expect(await starts()).toEqual(['2026-03-02T20:00:00Z']);
});

it.each([
  ['en-GB', ['on a Tuesday'], /^Tomorrow: .*Tuesday the 10th: /],
  ['de-DE', ['an einem Dienstag'], /^Morgen ist .*Am Dienstag, den 10\. /],
  ['en-GB', ['any time but Monday', 'anytime but Monday'], /^Tomorrow: /],
  ['es-ES', ['a cualquier hora menos el lunes'], /^Mañana /],
  ['pt-BR', ['qualquer hora menos segunda'], /^Amanhã /],
  ['en-GB', ["in ten days' time", 'in ten days time'], /^Thursday the 12th: /],
  ['pt-BR', ['daqui duas semanas'], /^Na segunda-feira, dia 16,/],
  ['de-AT', ['am Freitag in der Früh'], /^Am Freitag, den 6\. ist von 8:00 bis 11:15 Uhr etwas frei\.$/],
  ['de-AT', ['morgen in der Früh'], /^Morgen ist von 8:00 bis 11:15 Uhr etwas frei\.$/],
  ['de-AT', ['Freitag zu Mittag'], /^Am Freitag, den 6\. ist um 11:00 Uhr, /],
  ['de-DE', ['erst nächste Woche'], /^Am Montag, den 9\. /],
])('free times in %s are found for %j', async (language, texts, answer) => {
  const { find } = await open(language);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringMatching(answer)]);
});

it.each([
  ['fr-FR', 'à mardi quinze heures'],
  ['it-IT', 'a martedì alle quindici'],
  ['pt-BR', 'para terça às quinze'],
  ['pt-BR', 'para a terça às quinze'],
])('an appointment in %s is moved %s', async (language, text) => {
  const { withBooking, move } = await openTurns(language);
  await withBooking();
  expect(await move(text)).toMatch(/14:00.*(?:demain|domani|amanhã) (?:à|alle|às) 15:00/);
});
