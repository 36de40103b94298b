import { describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { practice } from '../../business/support/practice.ts';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Several days of which the caller wants one. Today is Monday, 2 March 2026, 10:00. */
const openOffice = useAskedOffices();
const open = (language = 'en-GB', business: Partial<BusinessFile> = {}) =>
  openOffice(language, { special_hours: [{ from: '2026-03-07', hours: '10:00-20:00' }], ...business });

const WHOLE_DAY = '8:00 to 11:15 and 13:00 to 16:15 are free.';
const FRIDAY = `Friday the 6th: ${WHOLE_DAY}`;
const SATURDAY = 'Saturday the 7th: 10:00 to 19:15 are free.';

it.each([
  ['Friday or Saturday', `${FRIDAY} ${SATURDAY}`],
  ['Saturday or Friday', `${FRIDAY} ${SATURDAY}`],
  ['either Friday or Saturday, please', `${FRIDAY} ${SATURDAY}`],
  ['2026-03-06 or 2026-03-07', `${FRIDAY} ${SATURDAY}`],
  ['tomorrow or the 5th', `Tomorrow: ${WHOLE_DAY} Thursday the 5th: ${WHOLE_DAY}`],
  ['Thursday or the 5th', `Thursday the 5th: ${WHOLE_DAY}`],
  ['Wednesday, Thursday or Friday', `Wednesday the 4th: ${WHOLE_DAY} Thursday the 5th: ${WHOLE_DAY} ${FRIDAY}`],
  ['Friday, March 6th or Saturday', `${FRIDAY} ${SATURDAY}`],
  [
    'Friday afternoon or Saturday evening',
    'Friday the 6th: 13:00 to 16:15 are free. Saturday the 7th: 17:00 to 19:15 are free.',
  ],
  ['Friday or this weekend', `${FRIDAY} ${SATURDAY} On Sunday the 8th we are closed.`],
  ['Monday or Tuesday next week', `Monday the 9th: ${WHOLE_DAY} Tuesday the 10th: ${WHOLE_DAY}`],
  ['Monday or Tuesday of next week', `Monday the 9th: ${WHOLE_DAY} Tuesday the 10th: ${WHOLE_DAY}`],
  ['next Thursday or Friday', `Thursday the 12th: ${WHOLE_DAY} Friday the 13th: ${WHOLE_DAY}`],
  ['the 2nd or 3rd of April', `Thursday the 2nd of April: ${WHOLE_DAY} Friday the 3rd of April: ${WHOLE_DAY}`],
  ['April 2 or 3', `Thursday the 2nd of April: ${WHOLE_DAY} Friday the 3rd of April: ${WHOLE_DAY}`],
  ['the second or the third of April', `Thursday the 2nd of April: ${WHOLE_DAY} Friday the 3rd of April: ${WHOLE_DAY}`],
])('%j leads to the times of each of these days', async (date, said) => {
  const { find } = await open();
  expect(await find(date)).toBe(said);
});

it.each([
  [
    'Freitag oder Samstag',
    'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Samstag, den 7. ist von 10:00 bis 19:15 Uhr etwas frei.',
  ],
  [
    'entweder am Freitag oder am Samstag',
    'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Samstag, den 7. ist von 10:00 bis 19:15 Uhr etwas frei.',
  ],
  [
    'Freitagnachmittag oder Samstagabend',
    'Am Freitag, den 6. ist von 13:00 bis 16:15 Uhr etwas frei. Am Samstag, den 7. ist von 17:00 bis 19:15 Uhr etwas frei.',
  ],
  [
    'Montag oder Dienstag nächster Woche',
    'Am Montag, den 9. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Dienstag, den 10. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei.',
  ],
  [
    'am 2. oder 3. April',
    'Am Donnerstag, den 2. April ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Freitag, den 3. April ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei.',
  ],
  [
    'Friday or Samstag',
    'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:15 Uhr etwas frei. Am Samstag, den 7. ist von 10:00 bis 19:15 Uhr etwas frei.',
  ],
])('in German, %j leads to the times of each of these days', async (date, said) => {
  const { find } = await open('de-DE');
  expect(await find(date)).toBe(said);
});

it.each([
  ['es-ES', 'el viernes o el sábado', /^El viernes 6 hay hueco .+\. El sábado 7 hay hueco .+\.$/],
  ['fr-FR', 'le cinq ou six mars', /^Le jeudi 5, il y a de la place .+\. Le vendredi 6, il y a de la place .+\.$/],
  [
    'fr-FR',
    'sept ou neuf avril',
    /^Le mardi 7 avril, il y a de la place .+\. Le jeudi 9 avril, il y a de la place .+\.$/,
  ],
  ['es-ES', 'el cinco o el seis de marzo', /^El jueves 5 hay hueco .+\. El viernes 6 hay hueco .+\.$/],
  ['en-GB', 'March five or six', /^Thursday the 5th: .+ Friday the 6th: .+$/],
  ['fr-FR', 'vendredi ou samedi', /^Le vendredi 6, il y a de la place .+\. Le samedi 7, il y a de la place .+\.$/],
  ['it-IT', 'venerdì o sabato', /^Venerdì 6 c'è posto .+\. Sabato 7 c'è posto .+\.$/],
  ['pt-BR', 'sexta ou sábado', /^Na sexta-feira, dia 6, há vaga .+\. No sábado, dia 7, há vaga .+\.$/],
])('in %s, %j leads to the times of each of these days', async (language, date, said) => {
  const { find } = await open(language);
  expect(await find(date)).toMatch(said);
});

it('a time behind the days is one of each of them, and a time of each its own', async () => {
  const { find } = await open();
  expect(await find('Friday or Saturday at 3 pm')).toBe(
    'Friday the 6th: 14:45, 15:00 and 15:15 are free. Saturday the 7th: 14:45, 15:00 and 15:15 are free. There are more times.',
  );
  expect(await find('Friday at 9 or Saturday at 3 pm')).toBe(
    'Friday the 6th: 8:45, 9:00 and 9:15 are free. Saturday the 7th: 14:45, 15:00 and 15:15 are free. There are more times.',
  );
  expect(await find('Friday or Saturday', { part_of_day: 'afternoon' })).toBe(
    'Friday the 6th: 13:00 to 16:15 are free. Saturday the 7th: 12:00 to 16:45 are free.',
  );
  expect(await find('Friday morning or Saturday', { part_of_day: 'evening' })).toBe(
    'Do you mean in the morning or in the evening?',
  );
});

describe('a day of the choice on which nothing is free', () => {
  it('the day is said to be closed, with the reason of a closure', async () => {
    const { find } = await open('en-GB', { closures: [{ from: '2026-03-05', reason: 'Works' }] });
    expect(await find('Friday or Sunday')).toBe(`${FRIDAY} On Sunday the 8th we are closed.`);
    expect(await find('Thursday or Friday')).toBe(`On Thursday the 5th we are closed: Works. ${FRIDAY}`);
  });

  it.each([
    ['en-GB', 'Thursday or Friday', `Nothing is free on Thursday the 5th. ${FRIDAY}`],
    ['de-DE', 'Donnerstag oder Freitag', 'Am Donnerstag, den 5. ist nichts frei. Am Freitag, den 6. ist '],
    ['fr-FR', 'jeudi ou vendredi', "Le jeudi 5, rien n'est libre. Le vendredi 6, il y a "],
    ['es-ES', 'jueves o viernes', 'El jueves 5 no hay nada libre. El viernes 6 hay '],
    ['it-IT', 'giovedì o venerdì', "Giovedì 5 non c'è posto. Venerdì 6 c'è "],
    ['pt-BR', 'quinta ou sexta', 'Na quinta-feira, dia 5, não há vaga. Na sexta-feira, '],
  ])('in %s, the day is said to be full', async (language, date, said) => {
    const { find, call } = await open(language, {
      special_hours: [{ from: '2026-03-05', hours: '10:00-10:45' }],
      services: practice().services?.map((one) => ({ ...one, staff: ['kim'] })) ?? [],
    });
    await confirmed(call, 'create_booking', {
      service: 'Cleaning',
      start: '2026-03-05T10:00',
      caller_name: 'Ann Archer',
    });
    expect((await find(date)).slice(0, said.length)).toBe(said);
  });

  it('the day leads to another time of it if another part of it was meant', async () => {
    const { find } = await open();
    expect(await find('Friday evening or Saturday evening')).toBe(
      'It would be possible on Friday the 6th at 16:15. Saturday the 7th: 17:00 to 19:15 are free.',
    );
  });

  it('the day leads to the next free time if nothing is free on the others', async () => {
    const { find } = await open('en-GB', { special_hours: [] });
    expect(await find('Saturday the 14th or Sunday the 15th')).toBe(
      'On Saturday the 14th we are closed. On Sunday the 15th we are closed. The next free time is on Monday the 16th at 8:00.',
    );
    expect(await find('2199-12-03 or 2199-12-04')).toBe(
      'That is too far ahead. The latest possible day is Friday the 28th of August.',
    );
  });
});

it('days that are months apart are each searched', async () => {
  const { find } = await open();
  expect(await find('Friday or the third of August')).toBe(`${FRIDAY} Monday the 3rd of August: ${WHOLE_DAY}`);
  expect(await find('March 1 or March 6')).toBe(
    `${FRIDAY} That is too far ahead. The latest possible day is Friday the 28th of August.`,
  );
});

it('two weeks are a period', async () => {
  const { find } = await open();
  expect(await find('this week or next week')).toBe(
    `Today: 13:00 to 16:15 are free. Tomorrow: ${WHOLE_DAY} Monday the 9th: ${WHOLE_DAY} Tuesday the 10th: ${WHOLE_DAY} There are more times.`,
  );
});

it('opening hours are said of each day of a choice', async () => {
  const { hours } = await open();
  expect(await hours('Friday or Saturday')).toBe(
    'On Friday the 6th we are open from 8:00 to 12:00 and from 13:00 to 17:00. On Saturday the 7th we are open from 10:00 to 20:00.',
  );
});

it.each([
  'Friday or thus',
  'Friday or thusmetime',
  'Friday or 4',
  'Monday, Tuesday, Wednesday or Thursday',
  'or Friday',
  'Friday or',
])('%j leads to the question for the day', async (date) => {
  const { find, hours } = await open();
  expect(await find(date)).toMatch(/^Which day do you mean\?/);
  expect(await hours(date)).toMatch(/^Which day do you mean\?/);
});

it('a choice of days with a time leads to the question which one is meant', async () => {
  const { call } = await open();
  const start = 'Friday or Saturday at 3 pm';
  expect((await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' })).text).toBe(
    'Do you mean on Friday the 6th at 15:00 or on Saturday the 7th at 15:00?',
  );
});
