import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A move with the old and the new day, or with a weekday of another week. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

async function openWithBooking(language?: string, start?: string) {
  const opened = await open(language);
  await opened.withBooking(start);
  return opened;
}

describe('an appointment on Friday the 6th', () => {
  it.each([
    ['en-GB', 'from Friday to Thursday at 3'],
    ['en-GB', 'move it from Friday to Thursday at 3'],
    ['en-GB', 'from Friday at 2 to Thursday at 3'],
    ['en-GB', 'from the 6th to the 5th at 3'],
    ['de-DE', 'von Freitag auf Donnerstag um 15 Uhr'],
    ['de-DE', 'bitte verschieben vom Freitag auf den Donnerstag um 15 Uhr'],
    ['fr-FR', 'de vendredi à jeudi à 15 heures'],
    ['es-ES', 'cambiarla del viernes al jueves a las tres'],
    ['it-IT', 'da venerdì a giovedì alle 15'],
    ['pt-BR', 'mudar de sexta para quinta às 15 horas'],
  ])('in %s, %j moves it to Thursday the 5th at 15:00, also if the yes has the date', async (language, said) => {
    for (const yes of [said, '2026-03-05T15:00']) {
      const { move, starts } = await openWithBooking(language);
      await move(said);
      await move(yes, { confirmed: true });
      expect(await starts()).toEqual(['2026-03-05T22:00:00Z']);
    }
  });

  it('the new day without a time leads to its free times, and days without the old one are a range', async () => {
    const { move } = await openWithBooking();
    expect(await move('from Friday to Thursday')).toMatch(/^Thursday the 5th: 8:00 to 11:15/);
    expect(await move('from Wednesday to Friday')).toMatch(/^Wednesday the 4th: .* Thursday the 5th: /);
  });

  it.each([
    ['en-GB', 'next Friday at 3', '2026-03-13T21:00:00Z'],
    ['en-GB', 'this Friday at 3', '2026-03-06T22:00:00Z'],
    ['de-DE', 'nächsten Freitag um 15 Uhr', '2026-03-13T21:00:00Z'],
    ['de-DE', 'kommenden Freitag um 15 Uhr', '2026-03-06T22:00:00Z'],
    ['fr-FR', 'jeudi prochain à 15 heures', '2026-03-05T22:00:00Z'],
    ['es-ES', 'el próximo jueves a las tres', '2026-03-05T22:00:00Z'],
    ['it-IT', 'giovedì prossimo alle 15', '2026-03-05T22:00:00Z'],
    ['pt-BR', 'na próxima quinta às 15 horas', '2026-03-05T22:00:00Z'],
  ])('in %s, %j is the same day in a move as in a booking', async (language, said, start) => {
    const { move, book, starts } = await openWithBooking(language);
    await move(said);
    await move(said, { confirmed: true });
    expect(await starts()).toEqual([start]);
    await book(said, { caller_name: 'Tim Archer' });
    await book(said, { caller_name: 'Tim Archer', confirmed: true });
    await book(said, { caller_name: 'Tim Archer', confirmed: true });
    expect(await starts()).toEqual([start, start]);
  });

  it.each([
    ['fr-FR', 'vendredi prochain à 15 heures', 'le second'],
    ['fr-FR', 'vendredi qui vient à 15 heures', 'le second'],
    ['es-ES', 'el próximo viernes a las tres', 'la segunda'],
    ['es-ES', 'el viernes que viene a las tres', 'la segunda'],
    ['it-IT', 'venerdì prossimo alle 15', 'il secondo'],
    ['pt-BR', 'na próxima sexta às 15 horas', 'o segundo'],
    ['pt-BR', 'sexta que vem às 15 horas', 'o segundo'],
  ])('in %s, %j is asked about, because it may be the 6th or the 13th', async (language, said, second) => {
    const { move, starts } = await openWithBooking(language);
    for (const more of [{}, { confirmed: true }]) {
      const asked = await move(said, more);
      expect(asked).toMatch(/\b6\b.*15:00.*\b13\b.*15:00 ?\?$/);
    }
    await move(second);
    await move(second, { confirmed: true });
    expect(await starts()).toEqual(['2026-03-13T21:00:00Z']);
  });

  it.each([
    ['fr-FR', 'vendredi prochain à la même heure'],
    ['es-ES', 'el próximo viernes a la misma hora'],
    ['it-IT', 'venerdì prossimo alla stessa ora'],
    ['pt-BR', 'na próxima sexta no mesmo horário'],
  ])('in %s, %j is asked about in the same way', async (language, said) => {
    const { move } = await openWithBooking(language);
    expect(await move(said)).toMatch(/\b6\b.*14:00.*\b13\b.*14:00 ?\?$/);
  });
});

describe('an appointment on Tuesday, 14 April', () => {
  it.each([
    ['en-GB', 'Thursday at 10', 'Do you mean on Thursday the 5th at 10:00 or on Thursday the 16th of April at 10:00?'],
    ['en-GB', 'Thursday', 'Do you mean on Thursday the 5th or on Thursday the 16th of April?'],
    ['en-GB', 'same time on Thursday', 'on Thursday the 5th at 14:00 or on Thursday the 16th of April at 14:00?'],
    ['en-GB', 'same time next week', 'on Tuesday the 10th at 14:00 or on Tuesday the 21st of April at 14:00?'],
    ['en-GB', 'next Thursday at 3', 'on Thursday the 12th at 15:00 or on Thursday the 23rd of April at 15:00?'],
    ['en-GB', 'Thursday next week at 3', 'on Thursday the 12th at 15:00 or on Thursday the 23rd of April at 15:00?'],
    ['de-DE', 'Donnerstag um 10', 'am Donnerstag, den 5. um 10:00 Uhr oder am Donnerstag, den 16. April um 10:00 Uhr?'],
    [
      'de-DE',
      'nächste Woche zur gleichen Zeit',
      'am Dienstag, den 10. um 14:00 Uhr oder am Dienstag, den 21. April um 14:00 Uhr?',
    ],
    ['fr-FR', 'jeudi à 10 heures', 'le jeudi 5 à 10:00 ou le jeudi 16 avril à 10:00 ?'],
    ['fr-FR', 'la semaine prochaine à la même heure', 'le mardi 10 à 14:00 ou le mardi 21 avril à 14:00 ?'],
    ['es-ES', 'el jueves a las 10', 'el jueves 5 a las 10:00 o el jueves 16 de abril a las 10:00?'],
    ['es-ES', 'la próxima semana a la misma hora', 'el martes 10 a las 14:00 o el martes 21 de abril a las 14:00?'],
    ['it-IT', 'giovedì alle 10', 'giovedì 5 alle 10:00 o giovedì 16 aprile alle 10:00?'],
    ['it-IT', 'la prossima settimana alla stessa ora', 'martedì 10 alle 14:00 o martedì 21 aprile alle 14:00?'],
    ['pt-BR', 'quinta às 10 horas', 'dia 5, às 10:00 ou na quinta-feira, 16 de abril, às 10:00?'],
    ['pt-BR', 'na próxima semana no mesmo horário', 'dia 10, às 14:00 ou na terça-feira, 21 de abril, às 14:00?'],
  ])(
    'in %s, %j can be in this week or in that of the appointment, and is asked about',
    async (language, said, question) => {
      const { move, starts } = await openWithBooking(language, '2026-04-14T14:00');
      expect(await move(said)).toContain(question);
      // The same words again do not choose.
      const which = /^(?:Do you mean|Meinen Sie|Voulez-vous dire|¿Quiere decir|Intende|Quer dizer) /;
      expect(await move(said, { confirmed: true })).toMatch(which);
      expect(await starts()).toEqual(['2026-04-14T20:00:00Z']);
    },
  );

  it.each([
    ['the second one', 'Thursday the 16th of April at 10:00'],
    ['the earlier one', 'Thursday the 5th of March at 10:00'],
    ['the 16th at 10', 'Thursday the 16th of April at 10:00'],
    ['5 March at 10', 'Thursday the 5th of March at 10:00'],
  ])('%j answers the question for the Thursday', async (said, moment) => {
    const { move } = await openWithBooking('en-GB', '2026-04-14T14:00');
    await move('Thursday at 10');
    expect(await move(said)).toContain(`to a new time, on ${moment}`);
  });

  it.each([
    ['this Thursday at 10', 'on Thursday the 5th of March at 10:00'],
    ['tomorrow at 10', 'tomorrow at 10:00'],
    ['Thursday 5 March at 10', 'on Thursday the 5th of March at 10:00'],
  ])('%j is clear', async (said, moment) => {
    const { move } = await openWithBooking('en-GB', '2026-04-14T14:00');
    expect(await move(said)).toContain(`to a new time, ${moment}`);
  });

  it('a weekday of which free times were said is clear', async () => {
    const { find, move } = await openWithBooking('en-GB', '2026-04-14T14:00');
    await find('Thursday');
    expect(await move('Thursday at 10')).toContain('to a new time, on Thursday the 5th of March at 10:00');
  });

  it.each([
    ['en-GB', 'the 16th at 10'],
    ['de-DE', 'am 16. um 10 Uhr'],
    ['fr-FR', 'le 16 à 10 heures'],
    ['es-ES', 'el 16 a las 10'],
    ['it-IT', 'il 16 alle 10'],
    ['pt-BR', 'dia 16 às 10 horas'],
  ])('in %s, a yes to %j can come with the date and time of the question', async (language, said) => {
    for (const yes of ['2026-04-16T10:00', '2026-04-16T16:00:00Z']) {
      const { move, starts } = await openWithBooking(language, '2026-04-14T14:00');
      await move(said);
      await move('2026-04-17T10:00', { confirmed: true });
      expect(await starts()).toEqual(['2026-04-14T20:00:00Z']);
      await move(said);
      await move(yes, { confirmed: true });
      expect(await starts()).toEqual(['2026-04-16T16:00:00Z']);
    }
  });
});
