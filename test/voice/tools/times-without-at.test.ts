import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Times beside a day without a preposition and a colon. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const HALF_PAST_THREE = '2026-03-06T22:30:00Z';

it.each([
  ['en-GB', 'Friday three thirty', HALF_PAST_THREE],
  ['en-GB', 'three thirty on Friday', HALF_PAST_THREE],
  ['en-GB', 'Friday at 330', HALF_PAST_THREE],
  ['en-GB', 'Friday 330', HALF_PAST_THREE],
  ['en-GB', 'Friday at 1530', HALF_PAST_THREE],
  ['en-GB', 'March 6 330', HALF_PAST_THREE],
  ['en-GB', 'Friday three forty five', '2026-03-06T22:45:00Z'],
  ['en-GB', 'Friday ten fifteen', '2026-03-06T17:15:00Z'],
  ['en-GB', '4 on Friday', '2026-03-06T23:00:00Z'],
  ['en-GB', 'four on Friday', '2026-03-06T23:00:00Z'],
  ['de-DE', 'four on Friday', '2026-03-06T23:00:00Z'],
  ['de-DE', 'Freitag um 1530', HALF_PAST_THREE],
  ['de-DE', 'Friday three thirty', HALF_PAST_THREE],
  ['fr-FR', 'vendredi à 1530', HALF_PAST_THREE],
  ['es-ES', 'el viernes a las 330', HALF_PAST_THREE],
  ['it-IT', 'venerdì alle 1530', HALF_PAST_THREE],
  ['pt-BR', 'sexta às 1530', HALF_PAST_THREE],
])('in %s, %j is a day and a time', async (language, said, start) => {
  const { book, starts } = await open(language);
  await book(said);
  await book(said, { confirmed: true });
  expect(await starts()).toEqual([start]);
});

it.each(['7 on Friday', 'March three thirty', 'March 330', 'Friday five ten', 'Friday twenty three thirty'])(
  '%j is not clear, and nothing is asked to book',
  async (said) => {
    const { book } = await open();
    expect(await book(said)).not.toMatch(/^I would book/);
  },
);

it('a date with its year is no time', async () => {
  const { find } = await open();
  expect(await find('6 March 2026')).toMatch(/^Friday the 6th: /);
  expect(await find('Friday 6 March 2026')).toMatch(/^Friday the 6th: /);
});

it('a time of three figures after free times of one day is on that day', async () => {
  const { find, book } = await open();
  await find('Friday');
  expect(await book('330')).toContain('on Friday the 6th at 15:30');
  expect(await book('three thirty')).toContain('on Friday the 6th at 15:30');
});
