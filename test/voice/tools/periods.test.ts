import { afterEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { DAY_MS } from '../../../src/lib/time/units.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Weeks and months, which are never taken for one day or one time. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

interface Opened {
  language?: string;
  business?: Partial<BusinessFile>;
  passedDays?: number;
}

async function open({ language = 'en-GB', business = {}, passedDays = 0 }: Opened = {}) {
  office = await openVoiceOffice({ language }, business);
  office.clock.advance(passedDays * DAY_MS);
  const call = office.as(CALLER);
  return {
    call,
    find: async (args: object) => (await call('find_open_times', { service: 'Cleaning', ...args })).text,
    hours: async (date: string) => (await call('get_opening_hours', { date })).text,
  };
}

describe('free times of a period', () => {
  it('the first two days are said, each with its own times, and that there are more', async () => {
    const { find } = await open();
    expect(await find({ date: 'this week' })).toBe(
      'Today: 13:00 to 16:15 are free. Tomorrow: 8:00 to 11:15 and 13:00 to 16:15 are free. There are more times.',
    );
    expect(await find({ date: 'next week' })).toBe(
      'Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free. Tuesday the 10th: 8:00 to 11:15 and 13:00 to 16:15 are free. There are more times.',
    );
    expect(await find({ date: 'next month', part_of_day: 'morning' })).toBe(
      'Wednesday the 1st of April: 8:00 to 11:15 are free. Thursday the 2nd of April: 8:00 to 11:15 are free. There are more times.',
    );
    expect(await find({ date: '2026-06' })).toMatch(/^Monday the 1st of June: .+ Tuesday the 2nd of June: /);
  });

  it('a period that has begun is said from now on, also if only today is left of it', async () => {
    const { find } = await open({ passedDays: 4 });
    const friday = 'Today: 13:00 to 16:15 are free.';
    expect(await find({ date: 'this week' })).toBe(friday);
    expect(await find({ date: 'this month' })).toBe(
      `${friday} Monday the 9th: 8:00 to 11:15 and 13:00 to 16:15 are free. There are more times.`,
    );
    expect(await find({ date: 'last week' })).toMatch(/^Which day do you mean\?/);
  });

  it('a period without free times leads to the next free time after it', async () => {
    const { find } = await open({
      business: { closures: [{ from: '2026-03-09', to: '2026-03-16', reason: 'Works' }] },
    });
    expect(await find({ date: 'next week' })).toBe(
      'Nothing is free then. The next free time is on Tuesday the 17th at 8:00.',
    );
    expect(await find({ date: 'this week', part_of_day: 'evening' })).toBe(
      'Nothing is free then. It would be possible today at 16:15.',
    );
  });

  it('a period of which a part is within the booking window has the times of this part, and a later one is too far ahead', async () => {
    const { find } = await open({ business: { rules: { ...practice().rules, booking_window: '30d' } } });
    expect(await find({ date: 'next month' })).toBe('Wednesday the 1st of April: 8:00 to 11:00 are free.');
    expect(await find({ date: '2026-05' })).toBe(
      'That is too far ahead. The latest possible day is Wednesday the 1st of April.',
    );
  });

  it.each([
    [
      'de-DE',
      /^Am Montag, den 9\. ist von .+ etwas frei\. Am Dienstag, den 10\. ist von .+ etwas frei\. Es gibt noch weitere Zeiten\.$/,
    ],
    [
      'fr-FR',
      /^Le lundi 9, il y a de la place .+\. Le mardi 10, il y a de la place .+\. Il y a encore d'autres horaires\.$/,
    ],
    ['es-ES', /^El lunes 9 hay hueco .+\. El martes 10 hay hueco .+\. Hay más horas libres\.$/],
    ['it-IT', /^Lunedì 9 c'è posto .+\. Martedì 10 c'è posto .+\. Ci sono altri orari\.$/],
    ['pt-BR', /^Na segunda-feira, dia 9, há vaga .+\. Na terça-feira, dia 10, há vaga .+\. Há mais horários\.$/],
  ])('next week is said by day in %s', async (language, said) => {
    const { find } = await open({ language });
    expect(await find({ date: 'next week' })).toMatch(said);
  });
});

describe('opening hours of a period', () => {
  it('a week that has begun is said as the next seven days, and another one with its beginning', async () => {
    const { hours } = await open({ business: { special_hours: [{ from: '2026-03-13', hours: '08:00-12:00' }] } });
    const usual = 'from 8:00 to 12:00 and from 13:00 to 17:00';
    const thisWeek = `In the next seven days we are open Monday to Friday ${usual}; Saturday by appointment from 9:00 to 12:00. We are closed Sunday.`;
    expect(await hours('this week')).toBe(thisWeek);
    expect(await hours('next week')).toBe(
      `In the week from the 9th of March we are open Monday to Thursday ${usual}; Friday from 8:00 to 12:00. We are closed Saturday and Sunday.`,
    );
  });

  it('a week in which the business is closed is said with its beginning', async () => {
    const { hours } = await open({ business: { closures: [{ from: '2026-03-09', to: '2026-03-15' }] } });
    expect(await hours('next week')).toBe('In the week from the 9th of March we are closed.');
  });

  it('a month leads to the question for a day or a week, unless its end is near', async () => {
    const { hours } = await open();
    const question = 'Which day or week do you mean?';
    expect(await hours('2026-03')).toBe(question);
    expect(await hours('next month')).toBe(question);
    office.clock.advance(28 * DAY_MS);
    expect(await hours('this month')).toMatch(/^Today we are open .*\. Tomorrow we are open [^.]*\.$/);
    office.clock.advance(DAY_MS);
    expect(await hours('this month')).toMatch(/^Today we are open from 8:00 to 12:00 /);
  });
});

it.each([
  ['2026-03', /^I would (cancel|move) Cleaning with .* on Tuesday the 24th at 9:00/],
  ['this week', /^I do not find that one\. /],
  ['next month', /^I do not find that one\. /],
])('appointments are not booked, moved or cancelled at %s, which is no time', async (period, found) => {
  const { call } = await open();
  const made = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  await call('create_booking', made);
  await call('create_booking', { ...made, confirmed: true });
  const requests: [name: string, args: Record<string, string>, said: RegExp][] = [
    ['create_booking', { ...made, start: period }, /Which exact time would you like\?$/],
    ['update_booking', { new_start: period }, /Which exact time would you like\?$/],
    ['update_booking', { appointment: period, new_start: '2026-03-24T14:00' }, found],
    ['cancel_booking', { appointment: period }, found],
  ];
  for (const [name, args, said] of requests) expect((await call(name, args)).text).toMatch(said);
  expect(await office.booked()).toMatchObject([{ start_time: '2026-03-24T15:00:00Z' }]);
});

describe('free times of two people whose starts differ', () => {
  /** Both clean in steps of 15 minutes, Jin Kim at other minutes than Sam Ortiz. */
  const twoGrids = (kim: string, ortiz: string): Partial<BusinessFile> => ({
    services: practice().services?.slice(0, 1) ?? [],
    staff: [
      { id: 'kim', name: 'Jin Kim', opening_hours: [kim] },
      { id: 'ortiz', name: 'Sam Ortiz', opening_hours: [ortiz] },
    ],
  });

  it('starts are said as one range while none is farther from the next than the step', async () => {
    const { find } = await open({ business: twoGrids('Mon-Fri 13:05-19:00', 'Mon-Fri 13:00-18:00') });
    expect(await find({ date: 'tomorrow' })).toBe('Tomorrow: 13:00 to 18:05 are free.');
    expect(await find({ date: 'next week', part_of_day: 'evening' })).toBe(
      'Monday the 9th: 17:00 to 18:05 are free. Tuesday the 10th: 17:00 to 18:05 are free. There are more times.',
    );
  });

  it('times of several days that are left out are announced', async () => {
    const { find } = await open({
      business: twoGrids('Tue 08:00-08:45, 10:00-10:45, 13:00-13:45, 15:00-15:45', 'Wed 09:00-09:45'),
    });
    const both = 'Tomorrow: 8:00, 10:00 and 13:00 are free. Wednesday the 4th: 9:00 is free. There are more times.';
    expect(await find({})).toBe(both);
    expect(await find({ date: 'this week' })).toBe(both);
    expect(await find({ date: 'tomorrow' })).toBe('Tomorrow: 8:00, 10:00, 13:00 and 15:00 are free.');
  });
});
