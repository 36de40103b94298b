import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A start that is said after free times. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

describe('a weekday alone', () => {
  it.each([
    ['the 15th of next month', 'Wednesday at 10', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'at 10 on Wednesday', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', '10 am on Wednesday', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'Wednesday 10', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'Wednesday morning at 10', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'Wednesday the 15th at 10', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'the 15th at 10', 'on Wednesday the 15th of April at 10:00'],
    ['the 15th of next month', 'Thursday at 10', 'on Thursday the 16th of April at 10:00'],
    ['the 15th of next month', 'this Wednesday at 10', 'on Wednesday the 4th at 10:00'],
    ['the 15th of next month', '4 March at 10', 'on Wednesday the 4th at 10:00'],
    ['next week', 'Tuesday at 10', 'on Tuesday the 10th at 10:00'],
    ['next week', 'Monday 10', 'on Monday the 9th at 10:00'],
    ['the last week of April', 'Tuesday at 10', 'on Tuesday the 28th of April at 10:00'],
    ['Friday', 'Tuesday at 11', 'tomorrow at 11:00'],
  ])('after free times of %s, %j is %j in both tools', async (asked, said, moment) => {
    const { find, book, move, withBooking, starts } = await open();
    await find(asked);
    expect(await book(said)).toContain(`I would book Cleaning ${moment}`);
    await withBooking();
    await find(asked);
    expect(await move(said)).toContain(`to a new time, ${moment}`);
    expect(await starts()).toEqual(['2026-03-06T21:00:00Z']);
  });

  it.each([
    ['de-DE', '15. April', 'Mittwoch um 10', 'Mittwoch, den 15. April'],
    ['de-DE', '15. April', 'um 10 am Mittwoch', 'Mittwoch, den 15. April'],
    ['fr-FR', '15 avril', 'mercredi à 10 heures', 'mercredi 15 avril'],
    ['es-ES', '15 de abril', 'el miércoles a las 10', 'miércoles 15 de abril'],
    ['it-IT', '15 aprile', 'mercoledì alle 10', 'mercoledì 15 aprile'],
    ['pt-BR', '15 de abril', 'na quarta-feira às 10 horas', '15 de abril'],
    ['pt-BR', '15 de abril', 'quarta às 10', '15 de abril'],
  ])('in %s, after free times of %s, %j is that day, and the yes books it', async (language, asked, said, day) => {
    const { find, book, starts } = await open(language);
    await find(asked);
    expect(await book(said)).toContain(day);
    await book(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-04-15T16:00:00Z']);
  });

  it('a part of the day with it leads to the free times of that date', async () => {
    const { find, book } = await open();
    await find('the 15th of next month');
    expect(await book('Wednesday morning')).toMatch(/^Wednesday the 15th of April: 8:00 to 11:15 are free\./);
    expect(await book('Wednesday')).toMatch(/^Wednesday the 15th of April: /);
  });

  it('the caller is asked where several offered days have it, also again', async () => {
    const { find, book } = await open();
    await find('7 April or 14 April');
    const question = 'Do you mean on Tuesday the 7th of April or on Tuesday the 14th of April?';
    expect([await book('Tuesday at 10'), await book('Tuesday at 10')]).toEqual([question, question]);
    expect(await book('the 14th at 10')).toContain('on Tuesday the 14th of April at 10:00');
  });

  it('it is the next one once the offer has ended', async () => {
    const { find, book, wait } = await open();
    await find('the 15th of next month');
    wait(10 * 60_000);
    expect(await book('Wednesday at 10')).toContain('on Wednesday the 4th at 10:00');
  });
});

describe('a number alone', () => {
  it.each([
    ['en-GB', '10'],
    ['en-GB', 'ten'],
    ['de-DE', 'zehn'],
    ['fr-FR', 'dix'],
    ['es-ES', 'diez'],
    ['it-IT', 'dieci'],
    ['pt-BR', 'dez'],
  ])('in %s, %j after free times of one day is an hour of it', async (language, said) => {
    const { find, book, move, withBooking, starts } = await open(language);
    await withBooking();
    await move('2026-03-05');
    await move(said);
    await move(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-05T17:00:00Z']);
    await find('2026-03-04');
    await book(said);
    await book(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-04T17:00:00Z', '2026-03-05T17:00:00Z']);
  });

  it.each([
    ['8', 'I would book Cleaning on Friday the 6th at 8:00'],
    ['3', 'I would book Cleaning on Friday the 6th at 15:00'],
    ['16', 'I would book Cleaning on Friday the 6th at 16:00'],
    ['20', 'Friday the 20th: '],
    ['6', 'Friday the 6th: '],
  ])('%j after the free times of Friday the 6th leads to %j', async (said, answer) => {
    const { find, book } = await open();
    await find('Friday');
    expect((await book(said)).startsWith(answer)).toBe(true);
  });

  it('a number that is the hour and the day of an offer is asked about', async () => {
    const { find, book } = await open();
    await find('9 March');
    expect(await book('9')).toBe('Do you mean at 9:00 or on Monday the 9th?');
    expect(await book('at 9')).toContain('on Monday the 9th at 9:00');
  });

  it('it is a day without an offer, and after times of several days', async () => {
    const { find, book } = await open();
    expect(await book('10')).toMatch(/^Tuesday the 10th: /);
    await find('Wednesday or Thursday');
    expect(await book('10')).toMatch(/^Tuesday the 10th: /);
  });

  it('a number that corrects the question of a move is an hour of its day', async () => {
    const { move, withBooking } = await open();
    await withBooking();
    await move('Thursday at 10');
    expect(await move('11')).toContain('to a new time, on Thursday the 5th at 11:00');
  });
});

describe('a time alone for a new appointment', () => {
  it.each([
    ['en-GB', 'at 10'],
    ['de-DE', 'um 10 Uhr'],
    ['fr-FR', 'à 10 heures'],
    ['es-ES', 'a las diez'],
    ['it-IT', 'alle 10'],
    ['pt-BR', 'às dez horas'],
  ])('in %s, %j after free times of one day is on that day', async (language, said) => {
    const { find, book, starts } = await open(language);
    await find('2026-03-06');
    await book(said);
    await book(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-06T17:00:00Z']);
  });

  it('a part of the day leads to the free times of the day', async () => {
    const { find, book } = await open();
    await find('Friday');
    expect(await book('in the morning')).toMatch(/^Friday the 6th: 8:00 to 11:15 are free\./);
    expect(await book('at 3 or 4')).toBe('Do you mean at 15:00 or at 16:00?');
    expect(await book('at 4')).toContain('on Friday the 6th at 16:00');
  });

  it('a time that corrects a question is on the day of the question', async () => {
    const { find, book } = await open();
    await find('Thursday');
    expect(await book('Friday at 10')).toContain('on Friday the 6th at 10:00');
    expect(await book('at 11')).toContain('on Friday the 6th at 11:00');
  });

  it('the day is asked for without an offer, after times of several days, and once the offer has ended', async () => {
    const { find, book, wait } = await open();
    expect(await book('at 10')).toMatch(/^Which day do you mean\?/);
    await find('Wednesday or Thursday');
    expect(await book('at 10')).toMatch(/^Which day do you mean\?/);
    await find('Friday');
    wait(10 * 60_000);
    expect(await book('at 10')).toMatch(/^Which day do you mean\?/);
  });
});

it.each([
  ['en-GB', 'Thursday at 10', 'Friday an hour later'],
  ['de-DE', 'Donnerstag um 10', 'am Freitag eine Stunde später'],
  ['es-ES', 'el jueves a las 10', 'el viernes una hora más tarde'],
])('in %s, after the question about %j, %j counts from its time', async (language, asked, said) => {
  const { book, starts } = await open(language);
  await book(asked);
  await book(said);
  await book(said, { confirmed: true });
  expect(await starts()).toEqual(['2026-03-06T18:00:00Z']);
});

it.each([
  ['en-GB', 'Monday or Tuesday at 11', 'the 9th', 'the 10th'],
  ['de-DE', 'Montag oder Dienstag um 11', 'den 9.', 'den 10.'],
  ['fr-FR', 'lundi ou mardi à 11 heures', 'lundi 9', 'mardi 10'],
  ['es-ES', 'el lunes o el martes a las 11', 'lunes 9', 'martes 10'],
])('in %s, after free times of the next week, %j are days of that week', async (language, said, monday, tuesday) => {
  const { find, book } = await open(language);
  await find('next week');
  const asked = await book(said);
  expect(asked).toContain(monday);
  expect(asked).toContain(tuesday);
});
