import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Days of which one end is said. Today is Monday, 2 March 2026, 10:00. On 17 March the practice is closed. */
const open = useAskedOffices();

/** The days of the month of the free times that are said first. */
const FROM_TODAY = '13:00 8:00';
const said = (text: string) =>
  [...text.matchAll(/\b(?:4|5|16|18)(?![\d:])|\b(?:13:00|8:00)\b/g)].map(([found]) => found).join(' ');

const WEDNESDAY = '4 8:00 13:00 5 8:00 13:00';
const THE_16TH = '16 8:00 13:00 18 8:00 13:00';
const TODAY = `${FROM_TODAY} 13:00`;

it.each([
  ['en-GB', 'before Friday', TODAY],
  ['en-GB', 'by Friday', TODAY],
  ['en-GB', 'after the 15th', THE_16TH],
  ['en-GB', 'from Wednesday on', WEDNESDAY],
  ['en-GB', 'from Wednesday onwards', WEDNESDAY],
  ['en-GB', 'the rest of the week', TODAY],
  ['en-GB', 'later this week', TODAY],
  ['en-GB', 'the week of the 16th', THE_16TH],
  ['de-DE', 'vor Freitag', TODAY],
  ['de-DE', 'nach dem 15.', THE_16TH],
  ['de-DE', 'ab Mittwoch', WEDNESDAY],
  ['de-DE', 'der Rest der Woche', TODAY],
  ['de-DE', 'in der Woche vom 16.', THE_16TH],
  ['fr-FR', 'avant vendredi', TODAY],
  ['fr-FR', 'après le 15', THE_16TH],
  ['fr-FR', 'à partir de mercredi', WEDNESDAY],
  ['fr-FR', 'le reste de la semaine', TODAY],
  ['fr-FR', 'la semaine du 16', THE_16TH],
  ['es-ES', 'antes del viernes', TODAY],
  ['es-ES', 'después del 15', THE_16TH],
  ['es-ES', 'a partir del miércoles', WEDNESDAY],
  ['es-ES', 'el resto de la semana', TODAY],
  ['es-ES', 'la semana del 16', THE_16TH],
  ['it-IT', 'prima di venerdì', TODAY],
  ['it-IT', 'dopo il 15', THE_16TH],
  ['it-IT', 'da mercoledì in poi', WEDNESDAY],
  ['it-IT', 'il resto della settimana', TODAY],
  ['it-IT', 'la settimana del 16', THE_16TH],
  ['pt-BR', 'antes de sexta', TODAY],
  ['pt-BR', 'depois do dia 15', THE_16TH],
  ['pt-BR', 'a partir de quarta', WEDNESDAY],
  ['pt-BR', 'o resto da semana', TODAY],
  ['pt-BR', 'a semana do dia 16', THE_16TH],
])('in %s, %j narrows the free times', async (language, date, times) => {
  const { find } = await open(language);
  expect(said(await find(date))).toBe(times);
});

it('the end of the days counts', async () => {
  const { find } = await open('en-GB', { closures: [{ from: '2026-03-02', to: '2026-03-04' }] });
  expect(await find('before Friday')).toMatch(/^Thursday the 5th: [^F]*$/);
  expect(await find('before Thursday')).toMatch(/^Nothing is free then\. The next free time is on Thursday the 5th/);
  expect(await find('until Thursday')).toMatch(/^Thursday the 5th: [^F]*$/);
});

it.each([
  ['after 3', /15:00 to 16:15/],
  ['before 10', /8:00 to 9:45/],
  ['Friday after 3', /^Friday the 6th: 15:00 to 16:15/],
  ['before today', /^Which day do you mean\?/],
  ['before Friday morning', /^Which day do you mean\?/],
])('%j keeps its meaning', async (date, times) => {
  const { find } = await open();
  expect(await find(date)).toMatch(times);
});

it.each([
  ['en-GB', 'next week after Tuesday', 'Wednesday to Friday next week'],
  ['en-GB', 'next week from Wednesday on', 'Wednesday to Friday next week'],
  ['en-GB', 'next week before Wednesday', 'Monday to Tuesday next week'],
  ['de-DE', 'nächste Woche nach Dienstag', 'Mittwoch bis Freitag nächste Woche'],
  ['de-DE', 'nächste Woche ab Mittwoch', 'Mittwoch bis Freitag nächste Woche'],
  ['fr-FR', 'la semaine prochaine après mardi', '2026-03-11 to 2026-03-13'],
  ['es-ES', 'la semana que viene después del martes', '2026-03-11 to 2026-03-13'],
  ['it-IT', 'la prossima settimana dopo martedì', '2026-03-11 to 2026-03-13'],
  ['pt-BR', 'na próxima semana depois de terça', '2026-03-11 to 2026-03-13'],
])('in %s, %j are days of the next week only', async (language, bound, days) => {
  const { find } = await open(language);
  expect(await find(bound)).toBe(await find(days));
});
