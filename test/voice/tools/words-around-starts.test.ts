import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Starts as they are in a sentence. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

it.each([
  [
    'en-GB',
    'Friday',
    [
      'the three fifteen',
      'the 3:15 one',
      'can we do a quarter past three',
      "let's do three fifteen",
      'three fifteen is fine',
    ],
  ],
  ['de-DE', 'Freitag', ['den um Viertel nach drei', 'die um 15:15 Uhr', '15:15 Uhr ist gut']],
])('in %s, a time after an offer is read in the words around it', async (language, day, texts) => {
  const { find, book } = await open(language);
  for (const text of texts) {
    await find(day);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/(?:6th at|6\. um) 15:15/)]);
  }
});

it.each([
  ['en-GB', ['to Thursday at 3', 'to 3 pm on Thursday']],
  ['de-DE', ['auf Donnerstag um 15 Uhr', 'auf den Donnerstag um 15 Uhr']],
])('in %s, a move takes the word for its aim', async (language, texts) => {
  const { move, withBooking } = await open(language);
  await withBooking();
  for (const text of texts)
    expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(/(?:5th at|5\. um) 15:00/)]);
});

it.each([
  ['en-GB', 'the day before', /Thursday the 5th at 14:00/],
  ['en-GB', 'the week after', /Friday the 13th at 14:00/],
  ['de-DE', 'am Tag davor', /Donnerstag, den 5\. um 14:00/],
  ['de-DE', 'um eine Stunde nach hinten', /Freitag, den 6\. um 15:00/],
  ['fr-FR', 'le jour avant', /jeudi 5 à 14:00/],
  ['es-ES', 'el día antes', /jueves 5/],
])('in %s, %j is a move from the appointment', async (language, text, said) => {
  const { move, withBooking } = await open(language);
  await withBooking();
  expect(await move(text)).toMatch(said);
});
