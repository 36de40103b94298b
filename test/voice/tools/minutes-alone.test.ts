import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Answers that name less than a time. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

describe('minutes without an hour', () => {
  it.each([
    ['en-GB', 'Thursday at 2', ['actually can we do half past', 'half past', 'at half past'], '14:30'],
    ['en-GB', 'Thursday at 2', ['make that quarter past'], '14:15'],
    ['de-DE', 'Donnerstag um 14 Uhr', ['viertel nach', 'lieber viertel nach'], '14:15'],
    ['fr-FR', 'jeudi à 14 heures', ['plutôt et demie', 'et demie'], '14:30'],
    ['es-ES', 'el jueves a las 14', ['mejor y media', 'a y media'], '14:30'],
    ['it-IT', 'giovedì alle 14', ['e mezza', 'meglio e mezza'], '14:30'],
    ['pt-BR', 'quinta às 14', ['e meia', 'melhor e meia'], '14:30'],
  ])('mean the hour of the question, in %s: %j, %j', async (language, first, texts, time) => {
    const { book, starts } = await open(language);
    for (const text of texts) {
      await book(first);
      expect(await book(text)).toMatch(new RegExp(` 5\\b.* ${time}|5th at ${time}`));
    }
    await book(texts[0] as string, { confirmed: true });
    expect(await starts()).toEqual([`2026-03-05T21:${time.slice(3)}:00Z`]);
  });

  it('mean the hour of the appointment in a move, and before an hour they are asked about', async () => {
    const { withBooking, move } = await open();
    await withBooking();
    expect(await move('quarter to')).toBe('Do you mean at 13:45 or at 14:45?');
    expect(await move('half past')).toContain('to a new time, on Friday the 6th at 14:30');
  });

  it('without a question or an appointment mean nothing', async () => {
    const { book } = await open();
    expect(await book('half past')).toMatch(/nothing was changed/);
  });
});

describe('a caller who does not mind which one of the times it is', () => {
  it.each([
    [
      'en-GB',
      'Thursday or Friday at 10',
      ['either is fine', 'both work for me', 'any of them'],
      'Thursday the 5th at 10:00',
    ],
    ['de-DE', 'Donnerstag oder Freitag um 10', ['beides passt', 'mir egal'], 'Donnerstag, den 5. um 10:00'],
    ['fr-FR', 'jeudi ou vendredi à 10 heures', ['les deux me vont', 'peu importe'], 'le jeudi 5 à 10:00'],
    ['es-ES', 'el jueves o el viernes a las 10', ['me da igual', 'cualquiera de los dos'], 'el jueves 5 a las 10:00'],
    ['it-IT', 'giovedì o venerdì alle 10', ['vanno bene entrambi', 'fa lo stesso'], 'giovedì 5 alle 10:00'],
    ['pt-BR', 'quinta ou sexta às 10', ['tanto faz', 'qualquer um dos dois'], 'na quinta-feira, dia 5, às 10:00'],
  ])('hears the question about the earliest one, in %s: %j, %j', async (language, first, texts, moment) => {
    const { book } = await open(language);
    for (const text of texts) {
      await book(first);
      expect.soft([text, await book(text)]).toEqual([text, expect.stringContaining(moment)]);
    }
  });

  it('hears the question about the first free time of ranges', async () => {
    const { find, book } = await open();
    await find('Thursday or Friday');
    expect(await book('either is fine')).toContain('on Thursday the 5th at 8:00');
  });

  it('never has an appointment cancelled that was not named', async () => {
    const { call, withBooking } = await open();
    await withBooking('2026-03-06T14:00');
    await withBooking('2026-03-11T14:00');
    await call('cancel_booking', {});
    const { text } = await call('cancel_booking', { appointment: 'either is fine', confirmed: true });
    expect(text).toMatch(/^I do not find that one\. You have /);
  });
});

it.each([
  ['en-GB', ['Wednesday sounds good', 'Wednesday suits me'], 'Wednesday the 4th'],
  ['de-DE', ['Mittwoch wäre gut', 'Mittwoch passt gut', 'Mittwoch ist prima'], 'Mittwoch, den 4.'],
  ['fr-FR', ['mercredi ça me va', 'mercredi me convient'], 'mercredi 4'],
  ['es-ES', ['el miércoles está bien', 'el miércoles me viene bien'], 'miércoles 4'],
  ['it-IT', ['mercoledì va bene', 'mercoledì sarebbe perfetto'], 'Mercoledì 4'],
  ['pt-BR', ['quarta está bom', 'quarta está ótimo'], 'quarta-feira, dia 4'],
])('in %s, %j is the day', async (language, texts, day) => {
  const { find } = await open(language);
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expect.stringContaining(day)]);
});
