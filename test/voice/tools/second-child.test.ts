import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A parent who books for two children in one call. Now it is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

describe('two children with the same words for service and day', () => {
  it.each([
    [
      'en-GB',
      'Cleaning for my son',
      'Friday at 10',
      'What is the full name of the person who is coming?',
      'Ben Archer',
    ],
    [
      'de-DE',
      'Cleaning für mein Kind',
      'Freitag um zehn',
      'Wie ist bitte der vollständige Name der Person, die kommt?',
      'Lisa Archer',
    ],
  ])('each get their own appointment in %s', async (language, service, start, question, second) => {
    const { book, starts } = await open(language);
    // Agents give the name of the caller.
    expect(await book(start, { service })).toBe(question);
    const tim = { service, caller_name: 'Tim Archer' };
    expect(await book(start, tim)).toContain('Tim Archer');
    await book(start, { ...tim, ...CONFIRMED });
    expect(await book(start, { service })).toBe(question);
    const other = { service, caller_name: second };
    expect(await book(start, other)).toContain(second);
    expect(await book(start, { ...other, ...CONFIRMED })).toMatch(/Sam Ortiz/);
    expect(await starts()).toEqual(['2026-03-06T17:00:00Z', '2026-03-06T17:00:00Z']);
  });

  it('a name that is new in the call is not asked for, also for another relative', async () => {
    const { book } = await open();
    const son = { service: 'Cleaning for my son' };
    await book('Friday at 10', son);
    await book('Friday at 10', { ...son, caller_name: 'Tim Archer' });
    await book('Friday at 10', { ...son, caller_name: 'Tim Archer', ...CONFIRMED });
    for (const service of [son.service, 'Cleaning for my daughter']) {
      const lisa = { service, caller_name: 'Lisa Archer' };
      expect(await book('Friday at 11', lisa)).toMatch(/under the name Lisa Archer\. Is that right\?$/);
    }
  });

  it('the name of the first child for the second one is asked for once', async () => {
    const { book } = await open();
    const tim = { service: 'Cleaning for my son', caller_name: 'Tim Archer' };
    const question = 'What is the full name of the person who is coming?';
    expect(await book('Friday at 10', tim)).toBe(question);
    await book('Friday at 10', tim);
    await book('Friday at 10', { ...tim, ...CONFIRMED });
    expect(await book('Friday at 14', tim)).toBe(question);
    expect(await book('Friday at 14', tim)).toMatch(/under the name Tim Archer\. Is that right\?$/);
  });
});

describe('the time for the second child', () => {
  it.each([
    ['en-GB', '11', 'on Friday the 13th at 11:00'],
    ['en-GB', 'Friday at 11', 'on Friday the 13th at 11:00'],
    ['en-GB', 'an hour later', 'on Friday the 13th at 11:00'],
    ['en-GB', 'at the same time', 'on Friday the 13th at 10:00'],
    ['en-GB', 'same time on Monday the 16th', 'on Monday the 16th at 10:00'],
    ['en-GB', 'the same day at 3 pm', 'on Friday the 13th at 15:00'],
    ['en-GB', 'right after that', 'Friday the 13th: 10:45 to 11:15 and 13:00 to 16:15 are free. Which exact time'],
    ['de-DE', 'um halb elf', 'am Freitag, den 13. um 10:30 Uhr'],
    ['de-DE', 'eine Stunde später', 'am Freitag, den 13. um 11:00 Uhr'],
    ['de-DE', 'zur gleichen Zeit', 'am Freitag, den 13. um 10:00 Uhr'],
    ['de-DE', 'um 15 Uhr am selben Tag', 'am Freitag, den 13. um 15:00 Uhr'],
    ['de-DE', 'direkt danach', 'Am Freitag, den 13. ist von 10:45 bis 11:15 Uhr'],
    ['fr-FR', 'le même jour à 15 heures', 'vendredi 13 à 15'],
    ['es-ES', 'el mismo día a las 11', 'viernes 13 a las 11:00'],
    ['it-IT', 'alla stessa ora', 'venerdì 13 alle 10:00'],
    ['pt-BR', 'no mesmo dia às 11', 'sexta-feira, dia 13, às 11:00'],
  ])('a time follows the appointment of the first one in %s: %j', async (language, words, meant) => {
    const { book } = await open(language);
    await book('2026-03-13T10:00');
    await book('2026-03-13T10:00', CONFIRMED);
    expect(await book(words, { caller_name: 'Tim Archer' })).toContain(meant);
  });

  it('stays the one that was asked about when the words are confirmed', async () => {
    const { book, starts } = await open();
    await book('2026-03-13T10:00');
    await book('2026-03-13T10:00', CONFIRMED);
    const tim = { caller_name: 'Tim Archer' };
    await book('an hour later', tim);
    const done = await book('an hour later', { ...tim, ...CONFIRMED });
    expect(done).toMatch(/^It is booked: .* on Friday the 13th at 11:00\.$/);
    expect(await book('an hour later', { ...tim, ...CONFIRMED })).toBe(done);
    expect(await starts()).toHaveLength(2);
  });

  it('belongs to the day of the booking in find_open_times, too', async () => {
    const { book, find } = await open();
    await book('2026-03-13T10:00');
    await book('2026-03-13T10:00', CONFIRMED);
    expect(await find('the same day')).toMatch(/^Friday the 13th: /);
  });
});
