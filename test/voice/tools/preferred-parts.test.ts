import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** A part of the day that a caller prefers, behind a week or a day. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', 'next week in the morning', 'sometime next week, mornings are best'],
  ['en-GB', 'next week in the morning', 'next week, preferably mornings'],
  ['en-GB', 'next week in the morning', 'mornings next week'],
  ['en-GB', 'next week in the morning', 'any morning next week, please'],
  ['en-GB', 'next week in the afternoon', 'some day next week, ideally in the afternoon'],
  ['en-GB', 'next week in the afternoon', 'next week, afternoons work best for me'],
  ['en-GB', 'Thursday', 'Tuesday or Thursday, preferably Thursday'],
  ['en-GB', 'Thursday', 'Thursday is better'],
  ['de-DE', 'nächste Woche vormittags', 'irgendwann nächste Woche, am liebsten vormittags'],
  ['de-DE', 'nächste Woche nachmittags', 'an irgendeinem Tag nächste Woche, am besten nachmittags'],
  ['de-DE', 'Freitag um 10', 'am liebsten Freitag um 10'],
  ['es-ES', 'la semana que viene por la mañana', 'algún día de la semana que viene, mejor por la mañana'],
  ['es-ES', 'la semana que viene por la tarde', 'la semana que viene, preferiblemente por la tarde'],
])('the preferred part of a week is that of its free times, in %s: %j as %j', async (language, plain, said) => {
  const { find, book } = await open(language);
  const times = await find(plain);
  expect(times).toMatch(/9|10|5|6/);
  expect(await find(said)).toBe(times);
  if (!plain.endsWith('10')) expect(await book(said)).toContain(times);
});

it('mornings without a week are those of the next days', async () => {
  const { find } = await open();
  expect(await find('mornings are best')).toBe(await find('mornings'));
});
