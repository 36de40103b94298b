import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** "The second one" among days that were offered. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

it.each([
  [
    'en-GB',
    'Thursday or Friday',
    ['the second one', 'the second day', 'the second', 'on the second day', 'the last one'],
  ],
  ['de-DE', 'Donnerstag oder Freitag', ['der zweite', 'am zweiten Tag', 'den zweiten', 'der letzte']],
  ['fr-FR', 'jeudi ou vendredi', ['le deuxième', 'le deuxième jour', 'le second']],
  ['es-ES', 'el jueves o el viernes', ['el segundo', 'el segundo día', 'el último']],
  ['it-IT', 'giovedì o venerdì', ['il secondo', 'il secondo giorno']],
  ['pt-BR', 'quinta ou sexta', ['o segundo', 'o segundo dia']],
])('in %s, a place is a day of %j that were offered, also with a time', async (language, days, texts) => {
  const { find, book } = await open(language);
  const hour: Record<string, string> = {
    en: 'at 10',
    de: 'um 10',
    fr: 'à 10 h',
    es: 'a las 10',
    it: 'alle 10',
    pt: 'às 10',
  };
  for (const text of texts) {
    await find(days);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/(?<!5.*) 6(?:th)?[ .:,].*8:00.*\?$/)]);
    const start = `${text} ${hour[language.slice(0, 2)]}`;
    await find(days);
    expect.soft([start, await book(start)]).toEqual([start, expect.stringMatching(/ 6(?:th)?[ .:,].* 10:00/)]);
  }
});

it('a move and a question for free times take a place among the days that were offered', async () => {
  const { find, move, withBooking } = await open();
  await withBooking('2026-03-04T14:00');
  await find('Thursday or Friday');
  expect(await move('the second one at 10')).toContain('to a new time, on Friday the 6th at 10:00');
  await find('Thursday or Friday');
  expect(await find('the second one')).toMatch(/^Friday the 6th: /);
});

it('the caller is asked where the place can be the day of the month of another day', async () => {
  const { find, book } = await open();
  await find('April 1 or 2');
  expect(await book('the first at 10')).toContain('on Wednesday the 1st of April at 10:00');
  await find('April 2 or 3');
  expect(await book('the second at 10')).toBe(
    'Do you mean on Thursday the 2nd of April or on Friday the 3rd of April?',
  );
  await find('April 2 or 3');
  expect(await book('the second one at 10')).toContain('on Friday the 3rd of April at 10:00');
});

it('a place is no day where two answers gave the days in one turn', async () => {
  const { find, book, wait } = await open();
  await find('Friday');
  // As long as the answer took: nothing was said in between.
  wait(-8_000);
  await find('Thursday');
  expect(await book('the second one')).toBe('Which exact time would you like?');
});
