import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A caller who wants several appointments at once. Now it is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };
const FIRST = 'I can only book one appointment at a time, so let us begin with the first one. ';

describe('a series of appointments', () => {
  it.each([
    ['every Tuesday at 10 for four weeks', 'tomorrow'],
    ['every Thursday at 10', 'on Thursday the 5th'],
    ['Thursday at 10 for four weeks', 'on Thursday the 5th'],
    ['the next four Wednesdays at 10', 'on Wednesday the 4th'],
    ['once a week, Thursday at 10', 'on Thursday the 5th'],
    ['2026-03-10T10:00 weekly', 'on Tuesday the 10th'],
    ['2026-03-10T10:00, 2026-03-17T10:00, 2026-03-24T10:00', 'on Tuesday the 10th'],
  ])('begins with the first one: %j', async (start, day) => {
    const { book, starts } = await open();
    expect(await book(start)).toBe(
      `${FIRST}I would book Cleaning ${day} at 10:00, under the name Ann Archer. Is that right?`,
    );
    const done = `It is booked: Cleaning with Jin Kim ${day} at 10:00. That is the first one. On which day shall the next one be?`;
    for (let again = 0; again < 2; again++) expect(await book(start, CONFIRMED)).toBe(done);
    expect(await starts()).toHaveLength(1);
  });

  it.each([
    [
      'de-DE',
      'jeden Dienstag um 10 Uhr vier Wochen lang',
      /^Ich kann immer nur einen Termin buchen, .* morgen um 10:00 Uhr/,
    ],
    [
      'de-DE',
      'die nächsten vier Dienstage um 10 Uhr',
      /^Ich kann immer nur einen Termin buchen, .* morgen um 10:00 Uhr/,
    ],
    ['fr-FR', 'tous les mardis à 10 heures pendant quatre semaines', /qu'un rendez-vous à la fois, .* demain à 10:00/],
    ['es-ES', 'cada martes a las 10 de la mañana durante cuatro semanas', /una cita cada vez, .* mañana a las 10:00/],
    ['it-IT', 'ogni martedì alle 10 per quattro settimane', /un solo appuntamento alla volta, .* domani alle 10:00/],
    ['pt-BR', 'toda terça-feira às 10 por quatro semanas', /um horário de cada vez, .* amanhã às 10:00/],
  ])('begins with the first one in %s: %j', async (language, start, asked) => {
    const { book } = await open(language);
    expect(await book(start)).toMatch(asked);
  });

  it('leads to the times of its first day where no time is said', async () => {
    const { book } = await open();
    expect(await book('every Thursday')).toBe(
      `${FIRST}Thursday the 5th: 8:00 to 11:15 and 13:00 to 16:15 are free. Which exact time would you like?`,
    );
  });

  it.each([
    ['en-GB', 'every day at 10', 'any day at 10'],
    ['en-GB', 'daily at 10', 'any day at 10'],
    ['en-GB', 'every weekday at 10 for two weeks', 'any weekday at 10'],
    ['en-GB', 'every day next week at 10', 'any day next week at 10'],
    ['de-DE', 'jeden Tag um 10', 'an jedem Tag um 10'],
    ['de-DE', 'täglich um 10 Uhr', 'an jedem Tag um 10'],
    ['es-ES', 'todos los días a las 10', 'cualquier día a las 10'],
    ['es-ES', 'a diario a las 10', 'cualquier día a las 10'],
    ['de-DE', 'jeden Werktag um 10', 'an Werktagen um 10'],
  ])('leads to the free times for the first one of each day, in %s: %j', async (language, said, anyDay) => {
    const { book, find, starts } = await open(language);
    const times = await find(anyDay);
    expect(times).toMatch(/10:00/);
    const answer = await book(said);
    expect(answer).toMatch(/^(?:I can only book one|Ich kann immer nur einen|Solo puedo reservar una)/);
    expect(answer).toContain(times);
    expect(await book(said, CONFIRMED)).toBe(answer);
    expect(await starts()).toEqual([]);
  });

  it('has the free times of its weekday', async () => {
    const { find } = await open();
    expect(await find('every Tuesday for four weeks')).toBe(await find('every Tuesday'));
  });

  it.each([
    ['en-GB', 'the Friday after at 10', 'on Friday the 20th at 10:00'],
    ['en-GB', 'the following Friday at the same time', 'on Friday the 20th at 10:00'],
    ['en-GB', 'same time the Friday after that', 'on Friday the 20th at 10:00'],
    ['en-GB', 'the same time a week later', 'on Friday the 20th at 10:00'],
    ['en-GB', 'same time the week after', 'on Friday the 20th at 10:00'],
    ['en-GB', 'the Wednesday after that at 9', 'on Wednesday the 18th at 9:00'],
    ['de-DE', 'am Freitag danach zur gleichen Zeit', 'am Freitag, den 20. um 10:00 Uhr'],
    ['de-DE', 'am folgenden Freitag um 10 Uhr', 'am Freitag, den 20. um 10:00 Uhr'],
    ['de-DE', 'zur gleichen Zeit eine Woche später', 'am Freitag, den 20. um 10:00 Uhr'],
    ['fr-FR', 'le vendredi suivant à la même heure', 'vendredi 20 à 10:00'],
    ['es-ES', 'el viernes siguiente a la misma hora', 'viernes 20 a las 10:00'],
    ['it-IT', 'il venerdì successivo alla stessa ora', 'venerdì 20 alle 10:00'],
    ['pt-BR', 'na sexta-feira seguinte no mesmo horário', 'sexta-feira, dia 20, às 10:00'],
  ])('has a next one that is said from the one before in %s: %j', async (language, words, meant) => {
    const { book, starts } = await open(language);
    await book('2026-03-13T10:00');
    await book('2026-03-13T10:00', CONFIRMED);
    expect(await book(words)).toContain(meant);
    const done = await book(words, CONFIRMED);
    expect(done).toContain(meant);
    expect(await book(words, CONFIRMED)).toBe(done);
    expect(await starts()).toHaveLength(2);
  });

  it('leads to the times of the day of the next one where no time is said', async () => {
    const { book } = await open();
    await book('2026-03-13T10:00');
    await book('2026-03-13T10:00', CONFIRMED);
    expect(await book('the Friday after')).toMatch(/^Friday the 20th: .* Which exact time would you like\?$/);
  });

  it('"four weeks from now" is no series', async () => {
    const { book } = await open('de-DE');
    expect(await book('in vier Wochen um 10 Uhr')).toMatch(/^Ich würde buchen: Cleaning am Montag, den 30\. März/);
  });
});
