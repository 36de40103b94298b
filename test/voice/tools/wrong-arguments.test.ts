import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** What the agent alone reads after arguments that cannot be right. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
});
afterAll(() => office?.close());

const NOW = 'Now it is Monday 2026-03-02T10:00-07:00 in America/Denver.';
const BOOKING = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
const NOT_UNDERSTOOD = 'I did not understand that, and nothing was changed. Please say it once more.';

it.each([
  [
    'a start that does not exist',
    'create_booking',
    { start: '2026-02-30T09:00' },
    'start is no date and time that exists.',
  ],
  [
    'a note that is too long',
    'create_booking',
    { note: 'secret '.repeat(80) },
    'note must have at most 500 characters.',
  ],
  ['a start that is missing', 'create_booking', { start: undefined }, 'start is missing.'],
  ['an unknown argument', 'create_booking', { email: 'secret@example.com' }, 'There is no argument email.'],
  ['a sentence as the name of an argument', 'create_booking', { 'my secret word': 1 }, 'An argument is unknown.'],
  [
    'another part of the day',
    'find_open_times',
    { start: undefined, caller_name: undefined, part_of_day: 'secret' },
    'part_of_day has another form.',
  ],
  [
    'a new start at no time',
    'update_booking',
    { start: undefined, caller_name: undefined, new_start: 'secret' },
    'new_start is no date and time that exists.',
  ],
])('the agent reads what is wrong with %s, and what day it is', async (_, tool, args, reason) => {
  const given = Object.fromEntries(Object.entries({ ...BOOKING, ...args }).filter(([, value]) => value !== undefined));
  const { text, forAgent = '', isError } = await office.as(CALLER)(tool, given);
  expect([text, isError]).toEqual([NOT_UNDERSTOOD, true]);
  expect(forAgent.split(' takes ')[0]).toBe(`Not to be said: ${reason} ${tool}`);
  expect(forAgent).toContain(`${NOW} Correct the arguments and call again.`);
  expect(forAgent).not.toContain('secret');
});

it('a caller without a number is asked for the number again, and the agent reads how many digits it has', async () => {
  const { text, forAgent } = await office.as(WITHHELD)('create_booking', {
    ...BOOKING,
    callback_number: 'the secret one',
  });
  expect(text).toMatch(/number/);
  expect(forAgent).toMatch(/^Not to be said: callback_number must be a number of 5 to 15 digits\. /);
  expect(forAgent).not.toContain('secret');
});

describe.each([
  ['today', '2026-03-02T09:00', 'today at 9:00'],
  ['of another day', '2026-03-01T09:00', 'on Sunday the 1st of March at 9:00'],
  ['of another year', '2025-12-09T09:00', 'on Tuesday the 9th of December 2025 at 9:00'],
])('a time %s that is over', (_, start, moment) => {
  it.each([
    ['create_booking', 'start', { ...BOOKING, start }],
    ['create_booking', 'start', { ...BOOKING, start, service: 'something that is not offered' }],
    ['update_booking', 'new_start', { new_start: start }],
  ])('%s refuses it before anything is looked up, and the agent reads what day it is', async (tool, argument, args) => {
    const { text, forAgent = '', isError } = await office.as(CALLER)(tool, args);
    const said = `That would be ${moment}, which is already over. Which other time would you like?`;
    expect([text, isError]).toEqual([said, true]);
    expect(forAgent.split(' takes ')[0]).toBe(`Not to be said: ${argument} is in the past. ${tool}`);
    expect(forAgent).toContain(NOW);
  });
});

it.each([
  ['find_open_times', { service: 'Cleaning', date: 'some day soon' }],
  ['get_opening_hours', { date: 'some day soon' }],
  ['find_open_times', { service: 'Cleaning', date: '2025-03-24' }],
  ['find_open_times', { service: 'Cleaning', date: '2025-03-24 or 2025-03-25' }],
  ['get_opening_hours', { date: '2025-03-24' }],
])('%s asks for the day, and the agent reads what day it is', async (tool, args) => {
  const { text, forAgent, isError } = await office.as(CALLER)(tool, args);
  expect([text.slice(0, 22), isError]).toEqual(['Which day do you mean?', false]);
  expect(forAgent).toBe(
    `Not to be said: ${NOW} If you know which day is meant, call again with its date, such as 2026-03-02.`,
  );
});
