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

  it('has the free times of its weekday', async () => {
    const { find } = await open();
    expect(await find('every Tuesday for four weeks')).toBe(await find('every Tuesday'));
  });

  it('"four weeks from now" is no series', async () => {
    const { book } = await open('de-DE');
    expect(await book('in vier Wochen um 10 Uhr')).toMatch(/^Ich würde buchen: Cleaning am Montag, den 30\. März/);
  });
});
