import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Days that are said from those of which was spoken before. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

describe('the same day in a move', () => {
  it.each([
    [
      'en-GB',
      'Wednesday or Thursday',
      'the same day at 3 pm',
      'Do you mean on Wednesday the 4th, on Thursday the 5th or on Friday the 6th?',
    ],
    [
      'de-DE',
      'Mittwoch oder Donnerstag',
      'am selben Tag um 15 Uhr',
      'Meinen Sie am Mittwoch, den 4., am Donnerstag, den 5. oder am Freitag, den 6.?',
    ],
    [
      'es-ES',
      'el miércoles o el jueves',
      'el mismo día a las 3 de la tarde',
      '¿Quiere decir el miércoles 4, el jueves 5 o el viernes 6?',
    ],
  ])('after times of several days leads to the question which one, in %s', async (language, days, said, question) => {
    const { withBooking, find, move, starts } = await open(language);
    await withBooking();
    await find(days);
    expect(await move(said)).toBe(question);
    expect(await move(said, CONFIRMED)).toBe(question);
    expect(await starts()).toEqual(['2026-03-06T21:00:00Z']);
  });

  it('after times of another day can be both days, and "that day" is the other one', async () => {
    const { withBooking, find, move } = await open();
    await withBooking();
    await find('Wednesday');
    expect(await move('same day, 3 pm')).toBe('Do you mean on Wednesday the 4th or on Friday the 6th?');
    expect(await move('that day at 3 pm')).toContain('to a new time, on Wednesday the 4th at 15:00');
  });

  it('after the question about another day can be both days', async () => {
    const { withBooking, move } = await open();
    await withBooking();
    await move('Thursday at 10');
    expect(await move('the same day at 3 pm')).toBe('Do you mean on Thursday the 5th or on Friday the 6th?');
    expect(await move('Thursday at 3 pm')).toContain('to a new time, on Thursday the 5th at 15:00');
  });

  it.each([
    ['en-GB', 'the same day at 3 pm', 'on Friday the 6th at 15:00'],
    ['de-DE', 'am selben Tag um 15 Uhr', 'am Freitag, den 6. um 15:00 Uhr'],
    ['es-ES', 'el mismo día a las 3 de la tarde', 'el viernes 6 a las 15:00'],
  ])('stays that of the appointment, unless another day was said, in %s', async (language, said, moment) => {
    const { withBooking, move, wait, starts } = await open(language);
    await withBooking();
    // What was said in the call of the booking is forgotten.
    wait(3_600_000);
    expect(await move(said)).toContain(moment);
    expect(await move(said, CONFIRMED)).toContain(moment);
    expect(await starts()).toEqual(['2026-03-06T22:00:00Z']);
  });

  it.each([
    ['en-GB', 'same day next week at 11', 'on Friday the 13th at 11:00'],
    ['en-GB', 'the same day next week', 'Friday the 13th: 8:00 to 11:15'],
    ['en-GB', 'the same day and time next week', 'on Friday the 13th at 14:00'],
    ['de-DE', 'am selben Tag nächste Woche um 11 Uhr', 'am Freitag, den 13. um 11:00 Uhr'],
    ['es-ES', 'el mismo día de la semana que viene a las 11', 'el viernes 13 a las 11:00'],
  ])('has the weekday of another week, in %s: %j', async (language, said, moment) => {
    const { withBooking, move } = await open(language);
    await withBooking();
    expect(await move(said)).toContain(moment);
  });
});

it.each([
  ['en-GB', 'from Friday to Thursday, same time', 'on Thursday the 12th at 14:00'],
  ['de-DE', 'von Freitag auf Donnerstag zur selben Zeit', 'am Donnerstag, den 12. um 14:00 Uhr'],
  ['es-ES', 'de viernes a jueves, misma hora', 'el jueves 12 a las 14:00'],
])('the same time behind the old day and the new one, in %s, never has the old weekday: %j', async (...one) => {
  const [language, said, moment] = one;
  const { withBooking, find, move } = await open(language);
  await withBooking('2026-03-13T14:00');
  await find('2026-03-12');
  expect(await move(said)).toContain(moment);
});

it('the same day with "but" has another time of it', async () => {
  const { withBooking, move, wait } = await open();
  await withBooking();
  wait(3_600_000);
  expect(await move('the same day but in the morning')).toMatch(/^Friday the 6th: 8:00 to 11:15 are free\./);
  wait(3_600_000);
  expect(await move('the same day but an hour later')).toContain('to a new time, on Friday the 6th at 15:00');
});

describe('a correction of the question about a new appointment', () => {
  it.each([
    ['en-GB', 'Thursday at 10', 'a quarter to eleven', '10:45'],
    ['de-DE', 'Donnerstag um 10', 'viertel vor elf', '10:45'],
    ['es-ES', 'el jueves a las 10', 'a las once menos cuarto', '10:45'],
  ])('has its day with a time alone, in %s', async (language, first, said, time) => {
    const { book } = await open(language);
    await book(first);
    expect(await book(said)).toMatch(new RegExp(` 5.* ${time}`));
  });

  it('takes another day at the same time, also within one sentence', async () => {
    const { book, starts } = await open();
    await book('Thursday at 10');
    const asked = await book('Friday, same time');
    expect(asked).toContain('on Friday the 6th at 10:00');
    await book('Friday, same time', CONFIRMED);
    expect(await starts()).toEqual(['2026-03-06T17:00:00Z']);
    expect(await book('Tuesday at 9, no, Wednesday at the same time')).toContain('on Wednesday the 4th at 9:00');
  });
});

describe('the same day of a new appointment', () => {
  it('after times of several days leads to the question which one, and after a question has its day', async () => {
    const { find, book, starts } = await open();
    await find('Wednesday or Thursday');
    expect(await book('the same day at 3 pm')).toBe('Do you mean on Wednesday the 4th or on Thursday the 5th?');
    await book('Thursday at 10');
    const asked = 'I would book Cleaning on Thursday the 5th at 15:00, under the name Ann Archer. Is that right?';
    expect(await book('the same day at 3 pm')).toBe(asked);
    await book('the same day at 3 pm', CONFIRMED);
    expect(await starts()).toEqual(['2026-03-05T22:00:00Z']);
  });
});

describe('a week later at another time', () => {
  it.each([
    ['en-GB', 'a week later at 11', 'on Friday the 13th at 11:00'],
    ['en-GB', 'at 11 a week later', 'on Friday the 13th at 11:00'],
    ['en-GB', 'the week after at 11', 'on Friday the 13th at 11:00'],
    ['en-GB', 'the same day a week later at 11', 'on Friday the 13th at 11:00'],
    ['de-DE', 'eine Woche später um 11', 'am Freitag, den 13. um 11:00 Uhr'],
    ['de-DE', 'die Woche drauf um 11 Uhr', 'am Freitag, den 13. um 11:00 Uhr'],
    ['es-ES', 'una semana después a las 11', 'el viernes 13 a las 11:00'],
    ['es-ES', 'la semana siguiente a las 11', 'el viernes 13 a las 11:00'],
  ])('counts from the appointment, in %s: %j', async (language, said, moment) => {
    const { withBooking, move, starts } = await open(language);
    await withBooking();
    expect(await move(said)).toContain(moment);
    expect(await move(said, CONFIRMED)).toContain(moment);
    expect(await starts()).toEqual(['2026-03-13T17:00:00Z']);
  });

  it.each([
    ['en-GB', 'one day earlier at 9', 'on Monday the 9th at 9:00'],
    ['en-GB', 'the following day at 9', 'on Wednesday the 11th at 9:00'],
    ['de-DE', 'am Tag danach um 9', 'am Mittwoch, den 11. um 9:00 Uhr'],
    ['es-ES', 'al día siguiente a las 9', 'el miércoles 11 a las 9:00'],
    ['en-GB', 'two weeks later in the morning', 'Tuesday the 24th: 8:00 to 11:15 are free.'],
  ])('can be other days, or a part of the day, in %s: %j', async (language, said, moment) => {
    const { withBooking, move } = await open(language);
    await withBooking('2026-03-10T14:00');
    expect(await move(said)).toContain(moment);
  });

  it('after the question about another day, or its times, leads to the question from which one it counts', async () => {
    const { withBooking, find, move } = await open();
    await withBooking('2026-03-10T14:00');
    await move('Thursday the 12th at 10');
    const twoDays = 'Do you mean on Tuesday the 17th at 11:00 or on Thursday the 19th at 11:00?';
    expect(await move('a week later at 11')).toBe(twoDays);
    await find('Thursday the 12th');
    expect(await move('a week later at 11')).toBe('Do you mean on Tuesday the 17th or on Thursday the 19th?');
  });

  it('counts from the appointment that was booked just now, for another one', async () => {
    const { book, starts } = await open();
    await book('2026-03-06T14:00');
    await book('2026-03-06T14:00', CONFIRMED);
    expect(await book('a week later at 11')).toContain('on Friday the 13th at 11:00');
    expect(await book('a week later at 11', CONFIRMED)).toContain('on Friday the 13th at 11:00');
    expect(await book('the week after at 11')).toContain('on Friday the 20th at 11:00');
    expect(await starts()).toHaveLength(2);
  });
});
