import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Moves by days and weeks. Today is Monday, 2 March 2026, 10:00. The appointment is on Thursday the 5th at 14:00. */
const open = useTurns();

async function openWithBooking(language?: string) {
  const opened = await open(language);
  await opened.withBooking('2026-03-05T14:00');
  return opened;
}

const [DAY_LATER, WEEK_LATER, TWO_EARLIER] = ['2026-03-06T21:00:00Z', '2026-03-12T20:00:00Z', '2026-03-03T21:00:00Z'];

it.each([
  ['en-GB', 'a day later', DAY_LATER],
  ['en-GB', 'one day later', DAY_LATER],
  ['en-GB', 'push it back a day', DAY_LATER],
  ['en-GB', 'a week later', WEEK_LATER],
  ['en-GB', 'same time a week later', WEEK_LATER],
  ['en-GB', 'two days earlier', TWO_EARLIER],
  ['en-GB', 'bring it forward by two days', TWO_EARLIER],
  ['de-DE', 'einen Tag später', DAY_LATER],
  ['de-DE', 'eine Woche später zur gleichen Zeit', WEEK_LATER],
  ['de-DE', 'zwei Tage früher', TWO_EARLIER],
  ['fr-FR', 'un jour plus tard', DAY_LATER],
  ['fr-FR', 'une semaine plus tard', WEEK_LATER],
  ['fr-FR', 'deux jours plus tôt', TWO_EARLIER],
  ['es-ES', 'un día después', DAY_LATER],
  ['es-ES', 'una semana más tarde', WEEK_LATER],
  ['es-ES', 'dos días antes', TWO_EARLIER],
  ['it-IT', 'un giorno dopo', DAY_LATER],
  ['it-IT', 'una settimana più tardi', WEEK_LATER],
  ['it-IT', 'due giorni prima', TWO_EARLIER],
  ['pt-BR', 'um dia depois', DAY_LATER],
  ['pt-BR', 'uma semana mais tarde', WEEK_LATER],
  ['pt-BR', 'dois dias antes', TWO_EARLIER],
])('in %s, %j counts from the appointment, and is at the same local time', async (language, said, start) => {
  const { move, starts } = await openWithBooking(language);
  const asked = await move(said);
  expect(asked).toMatch(/14:00\D+\?$/);
  await move(said, { confirmed: true });
  expect(await starts()).toEqual([start]);
});

it.each([
  ['en-GB', 'push it back a week, to 11'],
  ['en-GB', 'push it back a week to 11 am'],
  ['de-DE', 'eine Woche nach hinten, auf 11 Uhr'],
  ['de-DE', 'eine Woche später auf 11 Uhr'],
  ['fr-FR', 'une semaine plus tard, à 11 heures'],
  ['es-ES', 'una semana más tarde, a las 11'],
  ['it-IT', 'una settimana più tardi, alle 11'],
  ['pt-BR', 'uma semana mais tarde, às 11'],
])('in %s, %j is the day that counts from the appointment, at this time', async (language, said) => {
  const { move, starts } = await openWithBooking(language);
  await move(said);
  await move(said, { confirmed: true });
  expect(await starts()).toEqual(['2026-03-12T17:00:00Z']);
});

it('days that can count from the question or from the appointment are asked about', async () => {
  const { move, starts } = await openWithBooking();
  await move('a week later');
  expect(await move('a day later')).toBe('Do you mean on Friday the 6th at 14:00 or on Friday the 13th at 14:00?');
  expect(await move('the second one')).toContain('to a new time, on Friday the 13th at 14:00');
  await move('the second one', { confirmed: true });
  expect(await starts()).toEqual(['2026-03-13T20:00:00Z']);
});

it('a week later is asked about after times of other days', async () => {
  const { find, move } = await openWithBooking();
  await find('Friday');
  expect(await move('a week later')).toBe('Which exact time would you like?');
});
