import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** A start that corrects the question of a move. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

async function openWithBooking(language?: string, start?: string) {
  const opened = await open(language);
  await opened.withBooking(start);
  return opened;
}

it.each([
  ['en-GB', 'Thursday at 10', 'at 11', 'half an hour later', 'Thursday the 5th'],
  ['de-DE', 'Donnerstag um 10', 'um 11', 'eine halbe Stunde später', 'Donnerstag, den 5.'],
  ['fr-FR', 'jeudi à 10 heures', 'à 11 heures', 'une demi-heure plus tard', 'jeudi 5'],
  ['es-ES', 'el jueves a las 10', 'a las 11', 'media hora más tarde', 'jueves 5'],
  ['it-IT', 'giovedì alle 10', 'alle 11', "mezz'ora più tardi", 'giovedì 5'],
  ['pt-BR', 'quinta-feira às 10 horas', 'às 11 horas', 'meia hora mais tarde', 'quinta-feira, dia 5'],
])('in %s, after the question about %j, %j and %j are on its day', async (language, asked, time, later, day) => {
  const { move, starts } = await openWithBooking(language);
  expect(await move(asked)).toContain(`${day}`);
  const other = await move(time);
  expect(other).toContain(day);
  expect(other).toMatch(/11[:.h]/);
  expect(await move(asked)).toContain(day);
  const shifted = await move(later);
  expect(shifted).toContain(day);
  expect(shifted).toMatch(/10[:.h ]+30/);
  await move(later, { confirmed: true });
  expect(await starts()).toEqual(['2026-03-05T17:30:00Z']);
});

it('"half an hour later" that is asked about again has the same start, and after the move it counts from the new one', async () => {
  const { move, starts } = await openWithBooking();
  await move('Thursday at 10');
  const asked = await move('half an hour later');
  expect(await move('half an hour later')).toBe(asked);
  expect(await move('half an hour later', { confirmed: true })).toMatch(/10:30\.$/);
  expect(await starts()).toEqual(['2026-03-05T17:30:00Z']);
  expect(await move('half an hour later')).toContain('to a new time, on Thursday the 5th at 11:00');
  expect(await move('at 9')).toContain('to a new time, on Thursday the 5th at 9:00');
});

it('a question about one appointment does not change where a time of another one is read', async () => {
  const { call, move } = await openWithBooking();
  const other = { service: 'Cleaning', start: '2026-03-11T14:00', caller_name: 'Ann Archer' };
  await confirmed(call, 'create_booking', other);
  await move('Thursday at 10', { appointment: 'the one on Friday' });
  const appointment = 'the one on Wednesday the 11th';
  expect(await move('at 11', { appointment })).toContain('to a new time, on Wednesday the 11th at 11:00');
  await move('Thursday at 10', { appointment: 'the one on Friday' });
  expect(await move('an hour later', { appointment })).toContain('to a new time, on Wednesday the 11th at 15:00');
});

it('a question about a new appointment does not change where the time of a move is read', async () => {
  const { call, move } = await openWithBooking();
  await call('create_booking', { service: 'Cleaning', start: 'Thursday at 10', caller_name: 'Ann Archer' });
  expect(await move('at 11')).toContain('to a new time, on Friday the 6th at 11:00');
});

it('times that were offered after a question are those of which a time alone is one', async () => {
  const { call, move } = await openWithBooking();
  await move('Thursday at 10');
  await call('find_open_times', { service: 'Cleaning', date: 'Wednesday' });
  expect(await move('at 11')).toContain('to a new time, on Wednesday the 4th at 11:00');
});

it('"an hour later" after a refusal on another day is asked about', async () => {
  const { move } = await openWithBooking();
  await move('Saturday at 10');
  expect(await move('an hour later')).toBe('Which exact time would you like?');
});

it('"an hour later" after a question about the day of the appointment is asked about', async () => {
  const { move } = await openWithBooking();
  await move('at 10');
  expect(await move('an hour later')).toBe('Do you mean at 11:00 or at 15:00?');
  expect(await move('at 11')).toContain('to a new time, on Friday the 6th at 11:00');
});

it('the weekday of a question is that of its date', async () => {
  const { move } = await openWithBooking();
  expect(await move('Thursday next week at 10')).toContain('to a new time, on Thursday the 12th at 10:00');
  expect(await move('Thursday at 11')).toContain('to a new time, on Thursday the 12th at 11:00');
});

it('a time after the question which of two times of a day is meant is on this day', async () => {
  const { move } = await openWithBooking();
  expect(await move('Thursday at 9 or 10')).toBe('Do you mean at 9:00 or at 10:00?');
  expect(await move('at 9')).toContain('to a new time, on Thursday the 5th at 9:00');
});

it.each([
  ['en-GB', 'the 16th at 10', 'on Thursday the 16th of April at 10:00'],
  ['en-GB', 'the 16th', 'Thursday the 16th of April: '],
  ['de-DE', 'am 16. um 10 Uhr', 'am Donnerstag, den 16. April um 10'],
  ['fr-FR', 'le 16 à 10 heures', 'jeudi 16 avril'],
  ['es-ES', 'el 16 a las 10', 'jueves 16 de abril'],
  ['it-IT', 'il 16 alle 10', 'giovedì 16 aprile'],
  ['pt-BR', 'dia 16 às 10 horas', '16 de abril'],
])('in %s, %j for an appointment on 14 April is in April', async (language, said, moment) => {
  const { move, starts } = await openWithBooking(language, '2026-04-14T14:00');
  expect(await move(said)).toContain(moment);
  if (moment.endsWith(': ')) return;
  await move(said, { confirmed: true });
  expect(await starts()).toEqual(['2026-04-16T16:00:00Z']);
});

it.each([
  ['the 31st at 10', '2026-04-14T14:00', 'on Tuesday the 31st of March at 10:00'],
  ['16 March at 10', '2026-04-14T14:00', 'on Monday the 16th of March at 10:00'],
  ['the 1st at 10', '2026-03-31T14:00', 'on Wednesday the 1st of April at 10:00'],
  ['the 16th at 10', '2026-03-06T14:00', 'on Monday the 16th at 10:00'],
  ['tomorrow at 11', '2026-04-14T14:00', 'tomorrow at 11:00'],
])('%j for an appointment on %s is asked about as %j', async (said, start, moment) => {
  const { move } = await openWithBooking('en-GB', start);
  expect(await move(said)).toContain(`to a new time, ${moment}`);
});

it('a day of the month after times of another month than that of the appointment is one of these', async () => {
  const { call, move } = await openWithBooking('en-GB', '2026-04-14T14:00');
  await call('find_open_times', { service: 'Cleaning', date: 'next week' });
  expect(await move('the 10th at 10')).toContain('to a new time, on Tuesday the 10th of March at 10:00');
  expect(await move('the 12th at 10')).toContain('to a new time, on Thursday the 12th of March at 10:00');
});

it('the same time on a day of the month, or on a weekday that was offered, is on that date', async () => {
  const { call, move } = await openWithBooking('en-GB', '2026-04-14T14:00');
  expect(await move('same time on the 16th')).toContain('on Thursday the 16th of April at 14:00');
  await call('find_open_times', { service: 'Cleaning', date: 'the 15th of next month' });
  expect(await move('same time on Wednesday')).toContain('on Wednesday the 15th of April at 14:00');
});

it.each([
  [
    'en-GB',
    'tomorrow at 10 or Wednesday at 2',
    ['Wednesday', 'the one on Wednesday', 'Wednesday afternoon', 'at 2', '2'],
  ],
  ['de-DE', 'morgen um 10 oder Mittwoch um 14 Uhr', ['Mittwoch', 'am Mittwoch', 'um 14 Uhr']],
  ['fr-FR', 'demain à 10 heures ou mercredi à 14 heures', ['mercredi', 'à 14 heures']],
  ['es-ES', 'mañana a las 10 o el miércoles a las 14', ['el miércoles', 'a las dos']],
  ['it-IT', 'domani alle 10 o mercoledì alle 14', ['mercoledì', 'alle 14']],
  ['pt-BR', 'amanhã às 10 ou quarta às 14', ['quarta', 'às 14']],
])('in %s, the question which of %j is meant is answered by %j', async (language, asked, answers) => {
  for (const said of answers) {
    const { book, move, starts, withBooking } = await open(language);
    await book(asked);
    await book(said);
    await book(said, { confirmed: true });
    expect.soft([said, await starts()]).toEqual([said, ['2026-03-04T21:00:00Z']]);
    await withBooking('2026-03-06T10:00');
    await move('tomorrow at 10 or Thursday at 2', { appointment: '2026-03-06' });
    const more = { appointment: '2026-03-06' };
    expect.soft(await move('Thursday', more)).toMatch(/\b5\D.*14:00/);
    await move('Thursday', { ...more, confirmed: true });
    expect.soft(await starts()).toEqual(['2026-03-04T21:00:00Z', '2026-03-05T21:00:00Z']);
  }
});

it.each([
  ['Wednesday at 3', 'on Wednesday the 4th at 15:00'],
  ['Wednesday morning', 'Wednesday the 4th: 8:00 to 11:15 are free.'],
  ['Friday', 'Friday the 6th: 8:00'],
  ['at 11', 'Which day do you mean?'],
])('%j is none of the starts that the question has, and is read for itself', async (said, answer) => {
  const { book } = await open();
  await book('tomorrow at 10 or Wednesday at 2');
  expect(await book(said)).toContain(answer);
});

it('a day or a number that can be two of the starts of the question is asked about', async () => {
  const { book, move } = await openWithBooking('en-GB', '2026-04-14T14:00');
  await move('Thursday at 10');
  expect(await move('Thursday')).toBe('Do you mean on Thursday the 5th or on Thursday the 16th of April?');
  await book('tomorrow at 4 or Wednesday at 2');
  expect(await book('4')).not.toMatch(/^I would book/);
});

it.each([
  ['en-GB', 'tomorrow at 10 or Wednesday at 2', 'the first one', 'the other one'],
  ['de-DE', 'morgen um 10 oder Mittwoch um 14 Uhr', 'der erste', 'der andere Termin'],
  ['fr-FR', 'demain à 10 heures ou mercredi à 14 heures', 'le premier', "l'autre"],
  ['es-ES', 'mañana a las 10 o el miércoles a las 14', 'la primera', 'la otra'],
  ['it-IT', 'domani alle 10 o mercoledì alle 14', 'il primo', "l'altro"],
  ['pt-BR', 'amanhã às 10 ou quarta às 14', 'o primeiro', 'o outro'],
])('in %s, the other one of %j is asked about, and is clear behind %j', async (language, asked, first, other) => {
  const { book, starts } = await open(language);
  const question = await book(asked);
  expect(await book(other)).toBe(question);
  await book(first);
  await book(other);
  await book(other, { confirmed: true });
  expect(await starts()).toEqual(['2026-03-04T21:00:00Z']);
});

it('a time that several starts of the question have is asked about again', async () => {
  const { book } = await open();
  const question = await book('Wednesday at 10 or Thursday at 10');
  for (const said of ['10', 'at 10']) expect(await book(said)).toBe(question);
  expect(await book('Thursday')).toContain('I would book Cleaning on Thursday the 5th at 10:00');
});
