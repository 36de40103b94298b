import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** "A bit earlier" without a time. Today is Monday, 2 March 2026, 10:00. The appointment is on Friday the 6th at 14:00. */
const open = useTurns();
const EARLIER = /^[^0-9]*6(?:th)?[ .:,].*8:00.*(?:11:15|13:15|13:30).*13:45[^0-9]*\?$/;
const LATER = /^[^0-9]*6(?:th)?[ .:,].*14:15.*16:15[^0-9]*\?$/;

it.each([
  ['en-GB', ['a bit earlier', 'earlier', 'anything earlier', 'an earlier time'], ['a little later', 'later that day']],
  ['de-DE', ['etwas früher', 'ein bisschen früher', 'einen früheren Termin'], ['später', 'etwas später']],
  ['fr-FR', ['un peu plus tôt'], ['un peu plus tard']],
  ['es-ES', ['un poco antes', 'más temprano'], ['un poco más tarde']],
  ['it-IT', ["un po' prima", 'più presto'], ["un po' più tardi"]],
  ['pt-BR', ['um pouco mais cedo'], ['um pouco mais tarde']],
])(
  'in %s, a move hears the free times of its day before or after the appointment',
  async (language, earlier, later) => {
    const { move, withBooking } = await open(language);
    await withBooking();
    for (const text of earlier) expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(EARLIER)]);
    for (const text of later) expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(LATER)]);
  },
);

it('a move after the question for another day hears the times before that of the question', async () => {
  const { move, withBooking } = await open();
  await withBooking();
  await move('Thursday at 3');
  expect(await move('a bit earlier')).toMatch(/^Thursday the 5th: 8:00 .* 14:45 are free\. Which exact time/);
});

it('a new appointment after its question hears the times before and after it', async () => {
  const { book } = await open();
  await book('Friday at 2');
  expect(await book('a bit earlier')).toMatch(/^Friday the 6th: 8:00 .* 13:45 are free\. Which exact time/);
  await book('Friday at 2');
  expect(await book('something later')).toMatch(/^Friday the 6th: 14:15 to 16:15 are free\. Which exact time/);
});

it.each([
  ['an hour later', '15:00'],
  ['half an hour before', '13:30'],
])('a new appointment is booked %s than the one of the question', async (text, time) => {
  const { book, starts } = await open();
  await book('Friday at 2');
  expect(await book(text)).toContain(`I would book Cleaning on Friday the 6th at ${time}`);
  expect(await book(text, { confirmed: true })).toContain(
    `It is booked: Cleaning with Jin Kim on Friday the 6th at ${time}`,
  );
  expect(await starts()).toHaveLength(1);
});

it.each([
  ['en-GB', 'an hour before'],
  ['de-DE', 'eine Stunde vorher'],
  ['fr-FR', 'une heure avant'],
  ['es-ES', 'una hora antes'],
])('in %s, %j is an hour earlier', async (language, text) => {
  const { move, withBooking } = await open(language);
  await withBooking();
  expect(await move(text)).toContain('13:00');
});
