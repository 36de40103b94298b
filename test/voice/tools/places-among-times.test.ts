import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** "The first one" among times that were said. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const QUESTION = 'Which exact time would you like?';

describe('after a refusal that offers Thursday, Friday and Monday at 10:00', () => {
  it.each([
    ['the first one', 'Thursday the 5th'],
    ['the first of those', 'Thursday the 5th'],
    ['the earliest', 'Thursday the 5th'],
    ['the earliest one', 'Thursday the 5th'],
    ['the second of those', 'Friday the 6th'],
    ['the second one of them', 'Friday the 6th'],
    ['the last of these', 'Monday the 9th'],
    ['the latest', 'Monday the 9th'],
  ])('%j is the one on %s for a new appointment and for a move', async (said, day) => {
    const { book, move, withBooking } = await open();
    await book('2026-03-07T10:00');
    expect(await book(said)).toContain(`I would book Cleaning on ${day} at 10:00`);
    await withBooking();
    await move('2026-03-07T10:00');
    expect(await move(said)).toContain(`to a new time, on ${day} at 10:00`);
  });

  it('words for the soonest appointment that name no place mean the soonest, after an offer, too', async () => {
    const { book } = await open();
    for (const said of ['as soon as possible', 'the next available appointment']) {
      await book('2026-03-07T10:00');
      expect(await book(said)).toMatch(/^Today: 13:00 to 16:15 are free\./);
    }
  });
});

describe.each([
  ['en-GB', 'Thursday at 10 or 11', ['the first', 'the first one', 'the earliest'], ['the second', 'the latest one']],
  [
    'de-DE',
    'Donnerstag um 10 oder 11',
    ['der erste', 'den ersten davon', 'den frühesten'],
    ['der zweite', 'die späteste'],
  ],
  [
    'fr-FR',
    'jeudi à 10 ou 11 heures',
    ['le premier', 'le plus tôt', 'le premier de ceux-là'],
    ['le second', 'le plus tard'],
  ],
  [
    'es-ES',
    'el jueves a las 10 o a las 11',
    ['la primera', 'la más temprana', 'la primera de esas'],
    ['la segunda', 'la última'],
  ],
  [
    'it-IT',
    'giovedì alle 10 o alle 11',
    ['il primo', 'il più presto', 'il primo di questi'],
    ['il secondo', "l'ultimo"],
  ],
  ['pt-BR', 'quinta às 10 ou às 11', ['o primeiro', 'o mais cedo', 'o primeiro desses'], ['o segundo', 'o último']],
] as const)('in %s, after the question which time of %j is meant', (language, choice, first, second) => {
  it.each([...first.map((said) => [said, 17] as const), ...second.map((said) => [said, 18] as const)])(
    '%j is the start at %s:00 UTC, and the yes books it or moves to it',
    async (said, hour) => {
      const start = `2026-03-05T${hour}:00:00Z`;
      const { book, move, withBooking, starts } = await open(language);
      await withBooking();
      await move(choice);
      await move(said);
      await move(said, { confirmed: true });
      expect(await starts()).toEqual([start]);
      await book(choice);
      await book(said);
      await book(said, { caller_name: 'Tim Archer', confirmed: true });
      await book(said, { caller_name: 'Tim Archer', confirmed: true });
      expect(await starts()).toEqual([start, start]);
    },
  );
});

describe('after free times that are said as ranges', () => {
  it.each([
    ['en-GB', 'the earliest'],
    ['en-GB', 'the first one'],
    ['de-DE', 'den frühesten Termin'],
    ['fr-FR', 'le plus tôt'],
    ['es-ES', 'la más temprana'],
    ['it-IT', 'il più presto'],
    ['pt-BR', 'o mais cedo'],
  ])('in %s, %j is the first time of the day', async (language, said) => {
    const { find, book, starts } = await open(language);
    await find('2026-03-06');
    await book(said);
    await book(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-06T15:00:00Z']);
  });

  it('the earliest of several days is the first time of the first day, and the first one is the first day', async () => {
    const { find, book } = await open();
    await find('Thursday or Friday');
    expect(await book('the first one')).toMatch(/^Thursday the 5th: 8:00 .* are free\. Which exact time/);
    await find('Thursday or Friday');
    expect(await book('the earliest')).toContain('I would book Cleaning on Thursday the 5th at 8:00');
    expect(await book('the latest')).toBe(QUESTION);
  });
});

it('the earliest is asked about where two days were offered in one turn', async () => {
  const { find, book, wait } = await open();
  await find('Friday');
  // As long as the answer took: nothing was said in between.
  wait(-8_000);
  await find('Thursday');
  expect(await book('the earliest')).toBe(QUESTION);
});

it('the earliest is the soonest without an offer', async () => {
  const { book } = await open();
  expect(await book('the earliest')).toMatch(/^Today: 13:00 to 16:15 are free\. Tomorrow: /);
});
