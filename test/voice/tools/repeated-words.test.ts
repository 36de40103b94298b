import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A client that repeats a confirmed call without having got the answer. Now it is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

describe('a confirmed booking that is sent again', () => {
  it.each([
    ['en-GB', 'Thursday', 'half past ten', 'It is booked: Cleaning with Jin Kim on Thursday the 5th at 10:30.'],
    ['en-GB', 'Thursday', 'the first one', 'It is booked: Cleaning with Jin Kim on Thursday the 5th at 8:00.'],
    ['de-DE', 'Donnerstag', 'um halb elf', 'Es ist gebucht: Cleaning bei Jin Kim am Donnerstag, den 5. um 10:30 Uhr.'],
    ['fr-FR', 'jeudi', 'à dix heures et demie', /Cleaning avec Jin Kim le jeudi 5 à /],
  ])(
    'gets the same answer in %s after times of %s, and nothing is booked twice',
    async (language, day, start, done) => {
      const { find, book, starts } = await open(language);
      await find(day);
      await book(start);
      const first = await book(start, CONFIRMED);
      expect(first).toMatch(done);
      for (let again = 0; again < 2; again++) expect(await book(start, CONFIRMED)).toBe(first);
      expect(await starts()).toHaveLength(1);
    },
  );

  it('becomes a new one after times of another day', async () => {
    const { find, book, starts } = await open();
    await find('Thursday');
    await book('half past ten');
    await book('half past ten', CONFIRMED);
    await find('Friday');
    expect(await book('half past ten', CONFIRMED)).toMatch(/^I would book Cleaning on Friday the 6th at 10:30, /);
    expect(await book('half past ten', CONFIRMED)).toMatch(/^It is booked: .* on Friday the 6th at 10:30\.$/);
    expect(await starts()).toHaveLength(2);
  });

  it('becomes a new one after two minutes, and names the appointment', async () => {
    const { find, book, wait } = await open();
    await find('Thursday');
    await book('half past ten');
    await book('half past ten', CONFIRMED);
    wait(2 * 60_000);
    expect(await book('half past ten', CONFIRMED)).toMatch(
      /^You already have Cleaning with .* on Thursday the 5th at 10:30\.$/,
    );
  });
});

it.each(['the earliest', 'the first one', 'half past ten'])(
  'a confirmed move to %j that is sent again gets the same answer, and moves nothing twice',
  async (words) => {
    const { find, move, withBooking, starts } = await open();
    await withBooking();
    await find('Thursday');
    await move(words);
    const first = await move(words, CONFIRMED);
    expect(first).toMatch(/^It is moved\. You now have Cleaning with .* on Thursday the 5th at /);
    const moved = await starts();
    expect(await move(words, CONFIRMED)).toBe(first);
    expect(await starts()).toEqual(moved);
  },
);
