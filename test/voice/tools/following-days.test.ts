import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Days that follow the one of an appointment on Friday the 6th at 14:00. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

const FRIDAY_TIMES = /(?:Friday the|Freitag, den|vendredi|viernes|Venerdì|sexta-feira, dia) 13\D.* 8:00 /;
const MONDAY_TIMES = /(?:Monday the|Montag, den|lundi|lunes|Lunedì|segunda-feira, dia) 9\D.* 8:00 /;

it.each([
  ['en-GB', ['the Friday after', 'the following Friday', 'the Friday after that'], ['Monday of the following week']],
  ['en-GB', ['the Friday after that, please'], ['the Monday after', 'the week after, on Monday']],
  ['de-DE', ['am Freitag danach', 'am Freitag drauf'], ['lieber am Montag drauf', 'Montag der Woche darauf']],
  ['fr-FR', ['le vendredi suivant', "le vendredi d'après"], ['le lundi de la semaine suivante', 'le lundi suivant']],
  ['es-ES', ['el viernes siguiente', 'el viernes después'], ['el lunes de la semana siguiente']],
  ['it-IT', ['il venerdì successivo', 'il venerdì dopo'], ['il lunedì della settimana successiva']],
  ['pt-BR', ['a sexta seguinte', 'na sexta depois'], ['a segunda da semana seguinte']],
])('in %s, a move to %j or to %j leads to the times of that day', async (language, fridays, mondays) => {
  const { withBooking, move, wait } = await open(language);
  await withBooking();
  const cases = [...fridays.map((text) => [text, FRIDAY_TIMES]), ...mondays.map((text) => [text, MONDAY_TIMES])];
  for (const [text, times] of cases as [string, RegExp][]) {
    // What was said before is forgotten.
    wait(3_600_000);
    expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(times)]);
  }
});

it('a time, or the same time, can be said with the day that follows', async () => {
  const { withBooking, move, wait, starts } = await open();
  await withBooking();
  wait(3_600_000);
  expect(await move('the Friday after that at 10')).toContain('to a new time, on Friday the 13th at 10:00');
  wait(3_600_000);
  const said = 'the following Friday, same time';
  expect(await move(said)).toContain('to a new time, on Friday the 13th at 14:00');
  expect(await move(said, { confirmed: true })).toContain('on Friday the 13th at 14:00');
  expect(await starts()).toEqual(['2026-03-13T20:00:00Z']);
});

it('after the question about another day, the day that follows can be one of two, and is asked about', async () => {
  const { withBooking, move } = await open();
  await withBooking();
  await move('March 18 at 10');
  expect(await move('the Friday after')).toBe('Do you mean on Friday the 13th or on Friday the 20th?');
});

it('free times of the following week are those of the week behind the days that were named, or of the next one', async () => {
  const { find } = await open();
  expect(await find('Monday of the following week')).toMatch(/^Monday the 9th: /);
  expect(await find('Monday of the following week')).toMatch(/^Monday the 16th: /);
  expect(await find('the Friday after that')).toMatch(/^Friday the 20th: /);
});
