import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** An appointment on Thursday the 5th at 14:00 is moved. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const HOUR_MS = 3_600_000;

async function expectSame(language: string, texts: readonly string[], start: string) {
  const { withBooking, move, wait } = await open(language);
  await withBooking('2026-03-05T14:00');
  const expected = await move(start);
  for (const text of texts) {
    // What was said before is forgotten.
    wait(HOUR_MS);
    expect.soft([text, await move(text)]).toEqual([text, expected]);
  }
}

it.each([
  [
    'en-GB',
    [
      'shift it to Wednesday at 10',
      'can you move my appointment to Wednesday at 10',
      'reschedule it for Wednesday at 10',
      'put it on Wednesday at 10',
    ],
  ],
  [
    'de-DE',
    [
      'auf Mittwoch um 10 verschieben',
      'verschieben Sie ihn auf Mittwoch um 10',
      'ich möchte den Termin gerne auf Mittwoch um 10 verlegen',
    ],
  ],
  ['fr-FR', ['décalez-le à mercredi à 10 h', 'le déplacer à mercredi à 10 h']],
  ['es-ES', ['pásela al miércoles a las 10', 'mover la cita al miércoles a las 10']],
  ['it-IT', ['lo sposti a mercoledì alle 10', 'spostarlo a mercoledì alle 10']],
  ['pt-BR', ['passe para quarta às 10', 'pode mudar para quarta às 10']],
])('words for moving before a day leave it as it is in %s: %j', (language, texts) =>
  expectSame(language, texts, '2026-03-04T10:00'),
);

it.each([
  [
    'en-GB',
    ['push it to Wednesday at 10', 'push it back to Wednesday at 10', 'postpone my appointment until Wednesday at 10'],
  ],
  ['fr-FR', ['repousser à mercredi à 10 h', 'reporter à mercredi à 10 h']],
  ['es-ES', ['aplazarla al miércoles a las 10']],
  ['it-IT', ['rimandarlo a mercoledì alle 10']],
  ['pt-BR', ['adiar para quarta às 10']],
])('an appointment is pushed to the weekday behind it in %s: %j', (language, texts) =>
  expectSame(language, texts, '2026-03-11T10:00'),
);

it.each([
  ['en-GB', ['move it to 3', 'shift it to 3 pm']],
  ['de-DE', ['auf 15 Uhr verschieben']],
  ['fr-FR', ['décaler à 15 h']],
  ['es-ES', ['moverla a las 3', 'moverla para las 3']],
  ['it-IT', ['spostarlo alle 15']],
  ['pt-BR', ['passar para as 15']],
])('words for moving before a time leave it on its day in %s: %j', (language, texts) =>
  expectSame(language, texts, '2026-03-05T15:00'),
);

it.each([
  ['en-GB', 'move it to the 16th', 'the 16th'],
  ['es-ES', 'cámbiela al 16', 'el 16'],
])('a day of the month stays one in %s: %j', async (language, text, same) => {
  const { withBooking, move, wait } = await open(language);
  await withBooking('2026-03-05T14:00');
  const expected = await move(same);
  wait(HOUR_MS);
  expect(await move(text)).toBe(expected);
});

it('a text that begins like words for moving is read as a day', async () => {
  await expectSame('es-ES', ['pasado mañana a las 10'], '2026-03-04T10:00');
});

it('a move that is not wanted is not taken for one', async () => {
  const { withBooking, move } = await open();
  await withBooking('2026-03-05T14:00');
  expect(await move("don't move it to Monday")).toMatch(/^I did not understand that/);
});

it.each([
  ['en-GB', ['the next day', 'next day', 'on the next day'], '2026-03-06T14:00'],
  ['en-GB', ['the next day at 10'], '2026-03-06T10:00'],
  ['fr-FR', ["le jour d'après"], '2026-03-06T14:00'],
  ['fr-FR', ["la semaine d'après"], '2026-03-12T14:00'],
  ['fr-FR', ["le jour d'avant", 'la veille'], '2026-03-04T14:00'],
  ['es-ES', ['la víspera'], '2026-03-04T14:00'],
  ['pt-BR', ['na véspera', 'a véspera'], '2026-03-04T14:00'],
  ['pt-BR', ['na véspera às 10'], '2026-03-04T10:00'],
  ['pt-BR', ['pra depois de amanhã às 10'], '2026-03-04T10:00'],
])('days around the appointment are counted from it in %s: %j', (language, texts, start) =>
  expectSame(language, texts, start),
);

it.each([
  ['en-GB', ['an hour and a half later', 'push it back an hour and a half'], '2026-03-05T15:30'],
  ['de-DE', ['anderthalb Stunden später', 'eineinhalb Stunden später'], '2026-03-05T15:30'],
  ['fr-FR', ['une heure et demie plus tard'], '2026-03-05T15:30'],
  ['es-ES', ['una hora y media más tarde'], '2026-03-05T15:30'],
  ['it-IT', ["un'ora e mezza dopo"], '2026-03-05T15:30'],
  ['pt-BR', ['uma hora e meia mais tarde'], '2026-03-05T15:30'],
])('an hour and a half is added to the appointment in %s: %j', (language, texts, start) =>
  expectSame(language, texts, start),
);

it('"pra amanhã" is tomorrow, and "pro dia 16" the 16th', async () => {
  const { find } = await open('pt-BR');
  expect(await find('pra amanhã')).toBe(await find('amanhã'));
  expect(await find('pro dia 16')).toBe(await find('dia 16'));
});

it.each([
  ['de-DE', ['lieber bei Sam', 'am liebsten bei Sam']],
  ['en-GB', ['preferably with Sam', 'rather with Sam']],
  ['fr-FR', ['plutôt avec Sam']],
  ['es-ES', ['mejor con Sam']],
  ['it-IT', ['meglio con Sam']],
  ['pt-BR', ['melhor com Sam']],
])('asking for another person keeps the time in %s: %j', async (language, texts) => {
  const { withBooking, move, book } = await open(language);
  await withBooking('2026-03-05T14:00');
  for (const text of texts) {
    expect.soft(await move(text)).toMatch(/5.*14:00.*Sam Ortiz/);
    expect.soft([text, await book(`2026-03-06T10:00 ${text}`)]).toEqual([text, expect.stringContaining('Sam Ortiz')]);
  }
});
