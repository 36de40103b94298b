import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Weekdays that are said after times of a later week. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

describe('after times of some days of the next week, a weekday', () => {
  it.each([
    ['en-GB', 'Monday or Tuesday next week', 'Wednesday at 11', 'on Wednesday the 11th at 11:00'],
    ['en-GB', 'next Tuesday', 'Wednesday at 11', 'on Wednesday the 11th at 11:00'],
    ['de-DE', 'Montag oder Dienstag nächster Woche', 'lieber Mittwoch um 11', 'am Mittwoch, den 11. um 11:00 Uhr'],
    ['fr-FR', 'lundi ou mardi de la semaine prochaine', 'mercredi à onze heures', 'le mercredi 11 à 11:00'],
    ['es-ES', 'el lunes de la próxima semana', 'el miércoles a las once', 'el miércoles 11 a las 11:00'],
    ['it-IT', 'lunedì della prossima settimana', 'mercoledì alle undici', 'mercoledì 11 alle 11:00'],
    ['pt-BR', 'segunda da próxima semana', 'na quarta às onze', 'na quarta-feira, dia 11, às 11:00'],
  ])('means that week for a new appointment, in %s: %j, %j', async (language, days, said, moment) => {
    const { find, book, starts } = await open(language);
    await find(days);
    expect(await book(said)).toContain(moment);
    await book(said, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-11T17:00:00Z']);
  });

  it('means that week also where other times are asked for, and after a question', async () => {
    const { find, book } = await open();
    await find('next Monday');
    expect(await find('Wednesday afternoon')).toBe('Wednesday the 11th: 13:00 to 16:15 are free.');
    expect(await book('Thursday at 9')).toContain('on Thursday the 12th at 9:00');
    expect(await book('no, Friday at 9')).toContain('on Friday the 13th at 9:00');
    expect(await find('Monday or Tuesday')).toMatch(/^Monday the 9th: .* Tuesday the 10th: /);
  });

  it('means that week in a move', async () => {
    const { withBooking, move } = await open();
    await withBooking();
    await move('next Monday');
    expect(await move('Wednesday at 11')).toContain('to a new time, on Wednesday the 11th at 11:00');
  });

  it('means that week in a move of a later appointment as well', async () => {
    const { withBooking, move, wait } = await open();
    await withBooking('2026-03-20T14:00');
    wait(3_600_000);
    expect(await move('Wednesday at 11')).toMatch(
      /^Do you mean on Wednesday the 4th at 11:00 or on Wednesday the 18th/,
    );
    wait(3_600_000);
    await move('2026-03-10');
    expect(await move('Wednesday at 11')).toContain('to a new time, on Wednesday the 11th at 11:00');
  });

  it('has its own week where the caller says it', async () => {
    const { find, book } = await open();
    await find('next Monday');
    expect(await book('this Wednesday at 11')).toContain('on Wednesday the 4th at 11:00');
  });
});

it('after times of two later weeks, a weekday leads to the question which one is meant', async () => {
  const { find, book } = await open();
  await find('March 13 or March 16');
  expect(await book('Wednesday at 11')).toBe('Do you mean on Wednesday the 11th or on Wednesday the 18th?');
});

it('times of this week leave a weekday in it, and so does an appointment that is booked', async () => {
  const { find, book, withBooking } = await open();
  await find('Friday or next Monday');
  expect(await book('Wednesday at 11')).toContain('on Wednesday the 4th at 11:00');
  await withBooking('2026-03-10T10:00');
  expect(await book('Thursday at 10')).toContain('on Thursday the 5th at 10:00');
});

it('a weekday that is asked for in the same turn is the next one, because the caller has not heard the other', async () => {
  const { find, wait } = await open();
  await find('next Tuesday');
  wait(-8_000);
  expect(await find('Wednesday')).toMatch(/^Wednesday the 4th: /);
});
