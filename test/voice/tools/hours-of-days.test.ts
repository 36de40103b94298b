import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Opening hours of several days are those of these days, not of the whole week. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

const BUSINESS = {
  opening_hours: ['Tue-Fri 09:00-18:00', 'Sat 09:00-14:00'],
  closures: [{ from: '2026-03-20', to: '2026-03-25', reason: 'Renovation' }],
  services: [],
  staff: [],
};
const hoursIn = async (language: string) => (await open(language, BUSINESS)).hours;

it('two or three days are said one by one, with the reason of a closure', async () => {
  const hours = await hoursIn('en-GB');
  const said = {
    tue: 'On Tuesday the 10th we are open from 9:00 to 18:00.',
    tomorrow: 'Tomorrow we are open from 9:00 to 18:00.',
    wed: 'On Wednesday the 4th we are open from 9:00 to 18:00.',
    sat: 'On Saturday the 7th we are open from 9:00 to 14:00. On Sunday the 8th we are closed.',
    closed: 'On Friday the 20th we are closed: Renovation. On Saturday the 21st we are closed: Renovation.',
  };
  const heard: [string, string][] = [
    ['Monday to Wednesday', `Today we are closed. ${said.tomorrow} ${said.wed}`],
    ['Monday and Tuesday', `Today we are closed. ${said.tomorrow}`],
    ['today and tomorrow', `Today we are closed. ${said.tomorrow}`],
    ['Wednesday and tomorrow', `${said.tomorrow} ${said.wed}`],
    ['Tuesday, Wednesday', `${said.tomorrow} ${said.wed}`],
    ['this weekend', said.sat],
    ['Saturday and Sunday', said.sat],
    ['Monday and Tuesday next week', `On Monday the 9th we are closed. ${said.tue}`],
    ['March 20 and 21', said.closed],
    ['the 20th and the 21st', said.closed],
    ['2026-03-20 to 2026-03-21', said.closed],
  ];
  for (const [date, text] of heard) expect([date, await hours(date)]).toEqual([date, text]);
});

it('four to six days are said together, without the other days of the week', async () => {
  const hours = await hoursIn('en-GB');
  const week = 'In the week from the 9th of March we are open';
  const heard: [string, string][] = [
    ['2026-03-09 to 2026-03-12', `${week} Tuesday to Thursday from 9:00 to 18:00. We are closed Monday.`],
    [
      '2026-03-10 to 2026-03-14',
      `${week.replace('9th', '10th')} Tuesday to Friday from 9:00 to 18:00; Saturday from 9:00 to 14:00.`,
    ],
    ['Tuesday to Friday', 'In the week from the 3rd of March we are open Tuesday to Friday from 9:00 to 18:00.'],
    [
      'next week',
      `${week} Tuesday to Friday from 9:00 to 18:00; Saturday from 9:00 to 14:00. We are closed Sunday and Monday.`,
    ],
  ];
  for (const [date, text] of heard) expect([date, await hours(date)]).toEqual([date, text]);
  // None of them is open: the reason is said.
  expect((await hours('2026-03-20 to 2026-03-23')).match(/closed: Renovation/g)).toHaveLength(4);
});

it.each([
  [
    'de-DE',
    ['Montag und Dienstag', 'heute und morgen', 'Montag bis Dienstag', 'am 2. und 3. März'],
    /^Heute haben wir geschlossen\. Morgen haben wir [^.]*\.$/,
  ],
  [
    'fr-FR',
    ['lundi et mardi', "aujourd'hui et demain", 'de lundi à mardi', 'les 2 et 3 mars'],
    /^Aujourd'hui, nous sommes fermés\. Demain, nous sommes [^.]*\.$/,
  ],
  [
    'es-ES',
    ['lunes y martes', 'hoy y mañana', 'de lunes a martes', 'el 2 y 3 de marzo'],
    /^Hoy está cerrado\. Mañana abrimos [^.]*\.$/,
  ],
  [
    'it-IT',
    ['lunedì e martedì', 'oggi e domani', 'da lunedì a martedì', 'il 2 e 3 marzo'],
    /^Oggi siamo chiusi\. Domani siamo [^.]*\.$/,
  ],
  [
    'pt-BR',
    ['segunda e terça', 'hoje e amanhã', 'de segunda a terça'],
    /^Hoje estamos fechados\. Amanhã abrimos [^.]*\.$/,
  ],
] as const)('a caller of %s hears the hours of the days that are said', async (language, said, answer) => {
  const hours = await hoursIn(language);
  for (const date of said) expect([date, await hours(date)]).toEqual([date, expect.stringMatching(answer)]);
});

it('a list with something that is no day ahead leads to the question for the day', async () => {
  const hours = await hoursIn('en-GB');
  for (const date of ['Monday and Christmas', 'the holidays', '2026-02-20 and Tuesday', '3 and 4'])
    expect(await hours(date)).toMatch(/^Which day do you mean\? /);
});
