import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** New times that are said in few words, of an appointment on Friday, 6 March 2026, 14:00. Today is Monday, 2 March, 10:00. */
const open = useTurns();

it.each([
  ['en-GB', 'from 2 to 3', 'Friday the 6th at 15:00. Is that right?'],
  ['de-DE', 'von 14 auf 15 Uhr', 'am Freitag, den 6. um 15:00 Uhr. Stimmt das so?'],
  ['en-GB', 'from 3 to 4', 'Friday the 6th: 15:00, 15:15, 15:30 and 15:45 are free.'],
  ['en-GB', 'back an hour', 'Do you mean at 13:00 or at 15:00?'],
  ['en-GB', 'to the morning', 'Friday the 6th: 8:00 to 11:15 are free.'],
  ['de-DE', 'auf den Vormittag', 'Am Freitag, den 6. ist von 8:00 bis 11:15 Uhr etwas frei.'],
  ['en-GB', 'no earlier than 3', 'Friday the 6th: 15:00 to 16:15 are free.'],
  ['en-GB', 'later in the week', 'Thursday the 5th: 8:00 to 11:15'],
  ['en-GB', 'not Friday, Wednesday', 'Wednesday the 4th: 8:00 to 11:15'],
  ['en-GB', "I can't make Friday, how about Wednesday", 'Wednesday the 4th: 8:00 to 11:15'],
  ['en-GB', "Friday doesn't work for me, but Wednesday at 2", 'Wednesday the 4th at 14:00. Is that right?'],
  ['de-DE', 'Freitag geht nicht, wie wäre Mittwoch', 'Am Mittwoch, den 4. ist von 8:00 bis 11:15 Uhr'],
  ['de-DE', 'vorverlegen auf Donnerstag', 'Am Donnerstag, den 5. ist von 8:00 bis 11:15 Uhr'],
  ['fr-FR', 'vendredi ne me va pas, plutôt mercredi', 'Le mercredi 4, il y a de la place'],
  ['es-ES', 'no puedo el viernes, mejor el miércoles', 'El miércoles 4 hay hueco'],
  ['it-IT', 'venerdì non posso, mercoledì', 'Mercoledì 4 c’è posto'],
  ['pt-BR', 'sexta não dá, quarta', 'Na quarta-feira, dia 4, há vaga'],
])('a move in %s to %j leads to %j', async (language, start, said) => {
  const { move, withBooking, starts } = await open(language);
  await withBooking();
  expect((await move(start)).replaceAll("'", '’')).toContain(said.replaceAll("'", '’'));
  expect(await starts()).toEqual(['2026-03-06T21:00:00Z']);
});

it.each([
  "I can't make Friday, the 6th",
  "I can't make next Friday",
  "I can't make Friday or Wednesday",
  "I can't make Friday at 3",
  'no puedo el viernes',
])('a move to %j, which has no day that is wanted, is not understood', async (start) => {
  const { move, withBooking } = await open(start.startsWith('no') ? 'es-ES' : 'en-GB');
  await withBooking();
  expect(await move(start)).toMatch(/^(?:I did not understand that|No lo he entendido)/);
});

it('free times of "not Friday, Wednesday" may be of neither, and the day is asked for', async () => {
  const { find } = await open();
  expect(await find('not Friday, Wednesday')).toMatch(/^Which day do you mean\?/);
});

it.each([
  ['en-GB', ['every day', 'any day', 'do you close for lunch', 'your opening hours', 'normally']],
  ['de-DE', ['jeden Tag', 'normalerweise', 'haben Sie über Mittag zu']],
  ['fr-FR', ['tous les jours', 'vos horaires']],
  ['es-ES', ['todos los días', 'el horario']],
  ['it-IT', ['tutti i giorni', 'gli orari']],
  ['pt-BR', ['todos os dias', 'o horário']],
])('opening hours in %s of %j are those of the next seven days', async (language, texts) => {
  const { call } = await open(language);
  const { text: week } = await call('get_opening_hours', {});
  for (const date of texts) expect([date, (await call('get_opening_hours', { date })).text]).toEqual([date, week]);
});
