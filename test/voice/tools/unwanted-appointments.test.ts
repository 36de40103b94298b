import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Which of two appointments callers mean who say which one they do not mean. Today is Monday, 2 March 2026. */
const FRIDAY = '2026-03-06T14:00';
const TUESDAY = '2026-03-10T10:00';
const open = useTurns();

const MEANT: [language: string, tuesday: string, texts: string[]][] = [
  [
    'en-GB',
    'Tuesday the 10th',
    [
      'the Tuesday one',
      'not the Friday one, the Tuesday one',
      'the Tuesday one, not the Friday one',
      'not Friday, Tuesday',
      'not Friday at 2, Tuesday at 10',
      'the 10 am one, not the 2 pm one',
      'not the Friday one',
    ],
  ],
  [
    'de-DE',
    'Dienstag, den 10.',
    [
      'nicht den am Freitag, den am Dienstag',
      'nicht der am Freitag, sondern der am Dienstag',
      'den vom Dienstag, nicht den vom Freitag',
      'nein, nicht den am Freitag',
    ],
  ],
  ['fr-FR', 'mardi 10', ['pas celui de vendredi, celui de mardi', 'celui de mardi, pas celui de vendredi']],
  ['es-ES', 'martes 10', ['no la del viernes, la del martes', 'la del martes, no la del viernes']],
  ['it-IT', 'martedì 10', ['non quello di venerdì, quello di martedì', 'non quello di venerdì ma quello di martedì']],
  ['pt-BR', 'terça-feira, dia 10', ['não a de sexta, a de terça']],
];

it.each(MEANT.flatMap(([language, tuesday, texts]) => texts.map((text) => [language, text, tuesday] as const)))(
  'a cancellation in %s of %j asks about the appointment on Tuesday',
  async (language, appointment, tuesday) => {
    const { call, withBooking, starts } = await open(language);
    await withBooking(FRIDAY);
    await withBooking(TUESDAY);
    const { text } = await call('cancel_booking', { appointment });
    expect(text).toContain(tuesday);
    expect(text).not.toContain('14:00');
    expect(await starts()).toHaveLength(2);
  },
);

it.each([
  ['en-GB', 'not the cleaning'],
  ['en-GB', 'not the Friday one, the Friday one'],
  ['en-GB', 'not the Thursday one, the cleaning'],
  // It can be "no, la del viernes", too.
  ['es-ES', 'no la del viernes'],
] as const)(
  'a cancellation in %s of %j, which can mean either, says both appointments',
  async (language, appointment) => {
    const { call, withBooking } = await open(language);
    await withBooking(FRIDAY);
    await withBooking(TUESDAY);
    const { text } = await call('cancel_booking', { appointment });
    expect(text).toContain('14:00');
    expect(text).toContain('10:00');
  },
);
