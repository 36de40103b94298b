import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** "This time" on another day. Now it is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };
const MINUTES_MS = 60_000;

it.each([
  ['en-GB', 'this time next week'],
  ['de-DE', 'nächste Woche um diese Zeit'],
  ['fr-FR', 'à cette heure-ci la semaine prochaine'],
  ['es-ES', 'la semana que viene a esta hora'],
  ['it-IT', "a quest'ora la settimana prossima"],
  ['pt-BR', 'na semana que vem a esta hora'],
])('in %s, %j is the time of now, also when the caller says yes some minutes later', async (language, text) => {
  const { book, starts, wait } = await open(language);
  const asked = await book(text);
  wait(9 * MINUTES_MS);
  expect(await book(text, CONFIRMED)).not.toBe(asked);
  expect(await starts()).toEqual(['2026-03-09T16:00:00Z']);
});

it('this time can be that of the appointment in a move', async () => {
  const { move, withBooking } = await open();
  await withBooking();
  expect(await move('this time next week')).toBe(
    'Do you mean on Monday the 9th at 10:00 or on Friday the 13th at 14:00?',
  );
  expect(await move('the second one')).toContain('to a new time, on Friday the 13th at 14:00.');
});

it('behind an offer or a question, this time can be another one, and is asked about', async () => {
  const { find, book } = await open();
  await book('Thursday at 3');
  expect(await book('this time next week')).toMatch(
    /^Do you mean on Monday the 9th at 10:00 or on Thursday the 12th at 15:00\?/,
  );
  await find('Friday');
  expect(await book('this time next week')).toMatch(/^I did not understand that/);
});
