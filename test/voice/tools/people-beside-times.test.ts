import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A person who is said with the time, or who is not wanted. Cleaning is done by Jin Kim and Sam Ortiz. Today is Monday, 2 March 2026. */
const open = useTurns();

it.each([
  [
    'en-GB',
    'Thursday at 10',
    ['with Jin', 'but not with Sam', ', anyone but Sam', ', not Sam'],
    ['anyone but Sam', 'not Sam'],
  ],
  [
    'de-DE',
    'Donnerstag um 10',
    ['bei Jin', ', aber nicht bei Sam', ', bloß nicht bei Sam'],
    ['jeder außer Sam', 'nicht bei Sam'],
  ],
  [
    'fr-FR',
    'jeudi à 10 heures',
    ['avec Jin', ', mais pas avec Sam'],
    ["n'importe qui sauf Sam", 'tout le monde sauf Sam'],
  ],
  ['es-ES', 'el jueves a las 10', ['con Jin', ', pero no con Sam'], ['cualquiera menos Sam']],
  ['it-IT', 'giovedì alle 10', ['con Jin', ', ma non con Sam'], ['chiunque tranne Sam']],
  [
    'pt-BR',
    'quinta às 10',
    ['com o Jin', ', mas não com Sam'],
    ['qualquer um menos o Sam', 'qualquer pessoa exceto o Sam'],
  ],
])('in %s, %j with %j or for %j is with Jin', async (language, start, behind, people) => {
  const { book } = await open(language);
  const withJin = await book('2026-03-05T10:00', { staff: 'Jin Kim' });
  for (const words of behind) {
    const text = words.startsWith(',') ? `${start}${words}` : `${start} ${words}`;
    expect.soft([text, await book(text)]).toEqual([text, withJin]);
  }
  for (const staff of people) expect.soft([staff, await book(start, { staff })]).toEqual([staff, withJin]);
});

it.each(['Thursday at 10, never with Sam', 'Thursday at 10 with my daughter', 'Thursday at 10 with Bob'])(
  'the start %j is asked about',
  async (start) => {
    const { book } = await open();
    expect(await book(start)).toMatch(/^I did not understand that/);
  },
);

it('a person is not wanted only if the name is known, and anyone may come if that person does something else', async () => {
  const { book } = await open();
  expect(await book('Thursday at 10', { staff: 'anyone but Bob' })).toMatch(/^I do not know that person\./);
  expect(await book('Thursday at 10', { staff: 'anyone but Sam or Jin' })).toMatch(/^I do not know that person\./);
  expect(await book('Thursday at 10', { staff: 'anyone but Dana Lee' })).toMatch(/^I would book Cleaning on Thursday/);
});

it('a move takes the person who is said with the time, and asks if another one is given', async () => {
  const { move, withBooking } = await open();
  await withBooking();
  for (const text of ['same time but with Sam', 'the same time, but with Sam'])
    expect(await move(text)).toMatch(/^I would change .*: it would be with Sam Ortiz, at the same time\./);
  expect(await move('Thursday at 10, with Sam')).toMatch(
    /on Thursday the 5th at 10:00, with Sam Ortiz\. Is that right\?$/,
  );
  expect(await move('Thursday at 10 with Sam', { new_staff: 'Sam Ortiz' })).toContain('with Sam Ortiz. Is');
  expect(await move('Thursday at 10 with Sam', { new_staff: 'Jin' })).toMatch(/^I do not know that person\./);
  expect(await move('Thursday at 10 but with Sam')).toContain('with Sam Ortiz. Is');
  expect(await move('Friday instead, with Jin')).toMatch(/^Friday the 6th: .* Which exact time would you like\?$/);
});
