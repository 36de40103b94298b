import { describe, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { useAskedOffices } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Times that callers say behind a day. Today is Monday, 2 March 2026, 10:00; the practice is open from 8:00 to 12:00 and 13:00 to 17:00. */
const open = useAskedOffices();

const AROUND_THREE = 'Friday the 6th: 14:45, 15:00 and 15:15 are free. There are more times.';
const UM_DREI =
  'Am Freitag, den 6. ist um 14:45 Uhr, um 15:00 Uhr und um 15:15 Uhr etwas frei. Es gibt noch weitere Zeiten.';

it.each([
  ...['Friday at 3pm', 'Friday at 3 p.m.', 'Friday, 3 PM', 'Friday 15:00', 'Friday at 15:00', 'Friday around three'],
  ...[
    'Friday at 3',
    "Friday at three o'clock",
    'Friday afternoon at 3',
    'Friday at 3 in the afternoon',
    'the sixth at 3 pm',
  ],
  ...['2026-03-06 3 pm', 'March 6 at 3:00 p.m.', 'Friday at three, please'],
])('in English, %j leads to the free times nearest to three', async (date) => {
  const { find } = await open();
  expect(await find(date)).toBe(AROUND_THREE);
  expect(await find(date, { part_of_day: 'afternoon' })).toBe(AROUND_THREE);
});

it.each([
  ...[
    'Freitag um 15 Uhr',
    'am Freitag um drei',
    'Freitag 15:00',
    'Freitag, 15 Uhr',
    'Freitag gegen drei Uhr nachmittags',
  ],
  ...['Freitagnachmittag um drei', 'am 6. März um 15.00 Uhr', 'Freitag at 3 pm'],
])('in German, %j leads to the free times nearest to three', async (date) => {
  const { find } = await open('de-DE');
  expect(await find(date)).toBe(UM_DREI);
});

it.each([
  ['en-GB', 'Friday at half past two', 'Friday the 6th: 14:15, 14:30 and 14:45 are free.'],
  ['en-GB', 'Friday at quarter to three', 'Friday the 6th: 14:30, 14:45 and 15:00 are free.'],
  ['en-GB', 'Friday at two thirty', 'Friday the 6th: 14:15, 14:30 and 14:45 are free.'],
  ['en-GB', 'tomorrow at noon', 'Tomorrow: 11:00, 11:15 and 13:00 are free.'],
  ['en-GB', 'tomorrow morning at 9', 'Tomorrow: 8:45, 9:00 and 9:15 are free.'],
  ['de-DE', 'Freitag um halb drei', 'Am Freitag, den 6. ist um 14:15 Uhr, um 14:30 Uhr und um 14:45 Uhr etwas frei.'],
  ['de-DE', 'Freitag um 14 Uhr 30', 'Am Freitag, den 6. ist um 14:15 Uhr, um 14:30 Uhr und um 14:45 Uhr etwas frei.'],
  ['de-DE', 'morgen Mittag', 'Morgen ist um 11:00 Uhr, um 11:15 Uhr und um 13:00 Uhr etwas frei.'],
  ['es-ES', 'el viernes a las tres y media', 'El viernes 6 hay hueco a las 15:15, a las 15:30 y a las 15:45.'],
  ['es-ES', 'el viernes a las 3 de la tarde', 'El viernes 6 hay hueco a las 14:45, a las 15:00 y a las 15:15.'],
  ['fr-FR', 'vendredi à 15h30', 'Le vendredi 6, il y a de la place à 15:15, à 15:30 et à 15:45.'],
  ['fr-FR', 'vendredi à trois heures et demie', 'Le vendredi 6, il y a de la place à 15:15, à 15:30 et à 15:45.'],
  ['it-IT', 'venerdì alle 15', "Venerdì 6 c'è posto alle 14:45, alle 15:00 e alle 15:15."],
  ['it-IT', 'venerdì alle tre e mezza', "Venerdì 6 c'è posto alle 15:15, alle 15:30 e alle 15:45."],
  ['pt-BR', 'sexta às 15h', 'Na sexta-feira, dia 6, há vaga às 14:45, às 15:00 e às 15:15.'],
  ['pt-BR', 'sexta às três e meia', 'Na sexta-feira, dia 6, há vaga às 15:15, às 15:30 e às 15:45.'],
])('in %s, %j leads to the nearest free times', async (language, date, said) => {
  const { find } = await open(language);
  expect((await find(date)).slice(0, said.length)).toBe(said);
});

it.each([
  ['Friday after 3', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['Friday before ten', 'Friday the 6th: 8:00 to 9:45 are free.'],
  ['Friday afternoon after half past three', 'Friday the 6th: 15:30, 15:45, 16:00 and 16:15 are free.'],
  [
    'Friday after 6 pm',
    'Nothing is free then. It would be possible on Friday the 6th at 16:15 or on Saturday the 7th at 18:00.',
  ],
])('%j leaves only the times after or before it', async (date, said) => {
  const { find } = await open('en-GB', { special_hours: [{ from: '2026-03-07', hours: '10:00-20:00' }] });
  expect(await find(date)).toBe(said);
});

it('a time of a week is said for each of its days', async () => {
  const { find } = await open();
  expect(await find('next week at 9 am')).toBe(
    'Monday the 9th: 8:45, 9:00 and 9:15 are free. Tuesday the 10th: 8:45, 9:00 and 9:15 are free. There are more times.',
  );
});

it('a time that can be in both halves of the day leads to the times of the whole day', async () => {
  const { find } = await open('en-GB', { opening_hours: ['daily 08:00-22:00'] });
  expect(await find('Friday at 9')).toBe('Friday the 6th: 8:00 to 21:15 are free.');
});

it.each([
  ['en-GB', 'Friday at 3 pm', 'morning', 'Do you mean in the morning or at 15:00?'],
  ['en-GB', '2026-03-06T14:30', 'morning', 'Do you mean in the morning or at 14:30?'],
  ['en-GB', 'Friday morning at 3 pm', undefined, 'Do you mean in the morning or at 15:00?'],
  ['en-GB', 'Friday at 9 am', 'evening', 'Do you mean at 9:00 or in the evening?'],
  ['en-GB', 'Friday afternoon', 'morning', 'Do you mean in the morning or in the afternoon?'],
  ['de-DE', 'Freitag um 15 Uhr', 'morning', 'Meinen Sie am Vormittag oder um 15:00 Uhr?'],
  ['de-DE', 'Freitagnachmittag', 'morning', 'Meinen Sie am Vormittag oder am Nachmittag?'],
])('in %s, %j with the part of the day %j leads to a question', async (language, date, part_of_day, question) => {
  const { find } = await open(language);
  expect(await find(date, part_of_day ? { part_of_day } : {})).toBe(question);
});

it.each(['Afternoon', 'AFTERNOON', ' afternoon '])(
  'the part of the day %j is read as the afternoon',
  async (part_of_day) => {
    const { find } = await open();
    expect(await find('Friday', { part_of_day })).toBe(await find('Friday afternoon'));
  },
);

it('opening hours are those of the day, whatever time is said behind it', async () => {
  const { hours } = await open();
  expect(await hours('Friday 15:00')).toBe(await hours('Friday'));
});

describe('a start as a caller says it', () => {
  it.each([
    ['en-GB', 'Friday at 3pm', 'on Friday the 6th at 15:00'],
    ['en-GB', 'tomorrow at 9', 'tomorrow at 9:00'],
    ['en-GB', 'the sixth of March at half past two', 'on Friday the 6th at 14:30'],
    ['en-GB', 'Friday afternoon at 3', 'on Friday the 6th at 15:00'],
    ['de-DE', 'Freitag um 15 Uhr', 'am Freitag, den 6. um 15:00 Uhr'],
    ['de-DE', 'morgen um halb drei', 'morgen um 14:30 Uhr'],
    ['es-ES', 'mañana a las nueve', 'mañana a las 9:00'],
    ['fr-FR', 'demain à 9h', 'demain à 9:00'],
    ['it-IT', 'domani alle 9', 'domani alle 9:00'],
    ['pt-BR', 'amanhã às 9h', 'amanhã às 9:00'],
  ])('in %s, %j is a start, which the question repeats', async (language, start, said) => {
    const { book } = await open(language);
    expect(await book(start)).toContain(said);
  });

  it('it is booked and moved', async () => {
    const { call, booked } = await open();
    const made = { service: 'Cleaning', start: 'Friday at 3 pm', caller_name: 'Ann Archer', staff: 'Jin Kim' };
    expect((await confirmed(call, 'create_booking', made)).done).toBe(
      'It is booked: Cleaning with Jin Kim on Friday the 6th at 15:00.',
    );
    expect((await confirmed(call, 'update_booking', { new_start: 'Thursday at ten' })).done).toBe(
      'It is moved. You now have Cleaning with Jin Kim on Thursday the 5th at 10:00.',
    );
    expect(await booked()).toMatchObject([{ start_time: '2026-03-05T17:00:00Z' }]);
  });

  it('the half of the day is asked for if the business is open in both', async () => {
    const { call } = await open('en-US', { opening_hours: ['daily 08:00-22:00'] });
    const asked = await call('create_booking', {
      service: 'Cleaning',
      start: 'Friday at 9',
      caller_name: 'Ann Archer',
    });
    expect([asked.text, asked.isError]).toEqual(['Do you mean at 9:00 AM or at 9:00 PM?', true]);
    expect(asked.forAgent).toMatch(/^Not to be said: start can be in both halves of the day\. /);
  });

  it('the half in which a person works by appointment counts', async () => {
    const staff = practice().staff?.map((one) =>
      one.id === 'kim' ? { ...one, opening_hours: ['Fri 18:00-20:00'] } : one,
    );
    const { book } = await open('en-GB', { staff: staff ?? [] });
    expect(await book('Friday at 7')).toMatch(/ at 19:00/);
  });

  it('a part of the day that contradicts the time is asked about, and nothing is booked', async () => {
    const { book } = await open();
    expect(await book('Friday morning at 3 pm')).toBe('Do you mean in the morning or at 15:00?');
  });

  it('a start without a day is asked for the day', async () => {
    const { book } = await open();
    expect(await book('at 3')).toMatch(/^Which day do you mean\?/);
  });
});

it.each([
  ['sexta às três menos um quarto', '14:45'],
  ['sexta às três menos quarto', '14:45'],
  ['sexta às três e um quarto', '15:15'],
  ['sexta às três e quarto', '15:15'],
])('a quarter of an hour in Portuguese, %j, is read as %s', async (start, time) => {
  const { book } = await open('pt-BR');
  expect(await book(start)).toContain(`às ${time}`);
});
