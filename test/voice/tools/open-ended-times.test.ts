import { describe, expect, it } from 'vitest';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Times behind which "or later" is said. Now it is Monday, 2 March 2026, 10:00. */
describe('a time with words such as "or later"', () => {
  const open = useAskedOffices();

  it.each([
    [
      'en-GB',
      /^Tomorrow: 10:00 to 11:15 and 13:00 to 16:15 are free\.$/,
      ['Tuesday at 10 or later', 'Tuesday, 10 or later', 'Tuesday at 10 onwards', 'Tuesday at 10 at the earliest'],
    ],
    ['en-GB', /^Tomorrow: 15:00 to 16:15 are free\.$/, ['3 pm or later on Tuesday', 'tomorrow at 3 or after']],
    ['en-GB', /^Friday the 6th: 8:00 to 11:15 and 13:00 to 15:00 are free\.$/, ['Friday at 3 or earlier']],
    [
      'de-DE',
      /^Morgen ist von 10:00 bis 11:15 Uhr und von 13:00/,
      ['Dienstag um 10 oder später', 'um 10 oder später morgen'],
    ],
    [
      'de-DE',
      /^Am Freitag, den 6\. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 15:00/,
      ['Freitag um 15 Uhr oder früher'],
    ],
    [
      'fr-FR',
      /^Demain, il y a de la place de 10:00 à 11:15 et/,
      ['mardi à 10 heures ou plus tard', 'mardi à 10 h ou après'],
    ],
    [
      'es-ES',
      /^Mañana hay hueco de 10:00 a 11:15 y de 13:00/,
      ['el martes a las diez o más tarde', 'mañana a las 10 o después'],
    ],
    ['it-IT', /^Domani c'è posto dalle 10:00 alle 11:15 e/, ['martedì alle 10 o più tardi', 'domani alle 10 o dopo']],
    [
      'pt-BR',
      /^Amanhã há vaga das 10:00 às 11:15 e das 13:00/,
      ['terça às 10 ou mais tarde', 'amanhã às dez ou depois'],
    ],
  ])('a caller in %s hears the times from then on, or until then (%s)', async (language, said, texts) => {
    const { find } = await open(language);
    for (const text of texts) expect([text, await find(text)]).toEqual([text, expect.stringMatching(said)]);
  });

  it('a time without a day leads to the next days, and both with a choice of days', async () => {
    const { find } = await open();
    expect(await find('at 2 or later')).toMatch(/^Today: 14:00 to 16:15 are free\. Tomorrow: 14:00 to 16:15/);
    expect(await find('Tuesday at 3 or later or Thursday morning')).toMatch(
      /^Tomorrow: 15:00 to 16:15 are free\. Thursday the 5th: 8:00 to 11:15 are free\.$/,
    );
    expect(await find('tomorrow or later this week')).toMatch(/^Today: .* Tomorrow: /);
  });

  it('a start is asked for, and nothing is booked', async () => {
    const { book, booked } = await open();
    expect(await book('Tuesday at 3 or later')).toMatch(
      /^Tomorrow: 15:00 to 16:15 are free\. Which exact time would you like\?$/,
    );
    expect(await booked()).toEqual([]);
  });
});

describe('a choice of two starts', () => {
  const open = useTurns();

  it.each([
    [
      'en-GB',
      'Tuesday at 10 or Thursday at 10',
      ['the later one', 'the later of the two'],
      /Thursday the 5th at 10:00,/,
    ],
    [
      'de-DE',
      'Dienstag um 10 oder Donnerstag um 10',
      ['den späteren', 'den späteren von beiden'],
      /Donnerstag, den 5\. um/,
    ],
    ['fr-FR', 'mardi à 10 h ou jeudi à 10 h', ['le plus tard', 'le plus tard des deux'], /jeudi 5 à 10:00/],
    [
      'es-ES',
      'el martes a las diez o el jueves a las diez',
      ['el más tarde', 'el segundo de los dos'],
      /jueves 5 a las/,
    ],
    ['it-IT', 'martedì alle 10 o giovedì alle 10', ['il più tardi', 'il secondo dei due'], /giovedì 5 alle 10:00/],
    ['pt-BR', 'terça às 10 ou quinta às 10', ['o mais tarde', 'o segundo dos dois'], /quinta-feira, dia 5, às 10:00/],
  ])('a caller in %s who said %j chooses the later one', async (language, choice, texts, said) => {
    for (const text of texts) {
      const { book } = await open(language);
      expect(await book(choice)).toMatch(/\?$/);
      expect([text, await book(text)]).toEqual([text, expect.stringMatching(said)]);
    }
  });
});
