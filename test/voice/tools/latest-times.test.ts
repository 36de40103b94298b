import { describe, expect, it } from 'vitest';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Bounds that include what is said, and what a caller leaves out. Now it is Monday, 2 March 2026, 10:00; appointments start until 16:15. */
describe('a bound that includes its time', () => {
  const open = useAskedOffices();

  it.each([
    [
      'en-GB',
      'Thursday the 5th: 8:00 to 11:15 and 13:00 to 16:00 are free.',
      [
        'Thursday no later than 4',
        'Thursday not later than 4 pm',
        'Thursday, at the latest by 4',
        'Thursday not after 4',
        'Thursday at 4 at the latest',
        'no later than 4 on Thursday',
      ],
    ],
    [
      'de-DE',
      'Am Donnerstag, den 5. ist von 8:00 bis 11:15 Uhr und von 13:00 bis 16:00 Uhr etwas frei.',
      [
        'Donnerstag nicht später als 16 Uhr',
        'Donnerstag spätestens um 16 Uhr',
        'Donnerstag bis spätestens 16 Uhr',
        'Donnerstag um 16 Uhr spätestens',
      ],
    ],
    [
      'es-ES',
      'El jueves 5 hay hueco de 8:00 a 11:15 y de 13:00 a 16:00.',
      ['el jueves no más tarde de las cuatro', 'el jueves como muy tarde a las 4'],
    ],
    [
      'fr-FR',
      'Le jeudi 5, il y a de la place de 8:00 à 11:15 et de 13:00 à 16:00.',
      ['jeudi pas plus tard que 16h', 'jeudi au plus tard à 16h', 'jeudi à 16h au plus tard'],
    ],
    [
      'it-IT',
      "Giovedì 5 c'è posto dalle 8:00 alle 11:15 e dalle 13:00 alle 16:00.",
      ['giovedì non più tardi delle 16', 'giovedì al più tardi alle 16'],
    ],
    [
      'pt-PT',
      'Na quinta-feira, dia 5, há vaga das 8:00 às 11:15 e das 13:00 às 16:00.',
      ['quinta-feira não mais tarde que as 16', 'quinta-feira no máximo até às 4'],
    ],
  ])('a caller in %s hears the times up to it: %s', async (language, said, texts) => {
    const { find } = await open(language);
    for (const text of texts) expect([text, await find(text)]).toEqual([text, said]);
  });

  it.each([
    ['en-GB', ['no later than tomorrow', 'not after tomorrow', 'by tomorrow at the latest']],
    ['de-DE', ['spätestens morgen', 'bis spätestens morgen']],
    ['fr-FR', ['au plus tard demain', 'demain au plus tard']],
    ['es-ES', ['a más tardar mañana']],
    ['it-IT', ['al più tardi domani']],
    ['pt-PT', ['o mais tardar amanhã']],
  ])('in %s, a day is included, too', async (language, texts) => {
    const { find } = await open(language);
    const wanted = await find('2026-03-02/2026-03-03');
    for (const text of texts) expect([text, await find(text)]).toEqual([text, wanted]);
  });
});

describe('a part of the day that is not wanted', () => {
  const open = useAskedOffices();

  it.each([
    ['en-GB', ['Thursday not in the morning', 'Thursday anything but the morning', 'not in the morning on Thursday']],
    ['de-DE', ['Donnerstag nicht vormittags', 'Donnerstag, aber nicht am Vormittag', 'Donnerstag nicht am Morgen']],
    ['es-ES', ['el jueves no por la mañana', 'el jueves que no sea por la mañana']],
    ['fr-FR', ['jeudi pas le matin', 'jeudi mais pas le matin']],
    ['it-IT', ['giovedì non di mattina', 'giovedì, ma non al mattino']],
    ['pt-PT', ['quinta-feira não de manhã', 'quinta-feira mas não de manhã']],
  ])('in %s, the other times are said', async (language, texts) => {
    const { find } = await open(language);
    for (const text of texts) {
      const said = await find(text);
      expect([text, said]).toEqual([text, expect.stringContaining('13:00')]);
      expect([text, said]).toEqual([text, expect.not.stringMatching(/\b(8:00|11:15)/)]);
    }
  });

  it('"not too early" and "not too late" leave out the ends of the day', async () => {
    const { find } = await open();
    expect(await find('Thursday not too early')).toBe('Thursday the 5th: 10:00 to 11:15 and 13:00 to 16:15 are free.');
    expect(await find('not too late on Thursday')).toBe('Thursday the 5th: 8:00 to 11:15 and 13:00 to 15:45 are free.');
  });

  it('"not tomorrow" stays a day in German', async () => {
    const { find } = await open('de-DE');
    expect(await find('nicht morgen, übermorgen')).toMatch(/^Am Mittwoch, den 4\./);
  });
});

describe('the last times of a day', () => {
  const open = useAskedOffices();

  it.each([
    [
      'en-GB',
      'Thursday the 5th: 15:00 to 16:15 are free.',
      ['Thursday the latest', 'the latest you have on Thursday', 'the last appointment on Thursday', 'Thursday late'],
    ],
    [
      'de-DE',
      'Am Donnerstag, den 5. ist von 15:00 bis 16:15 Uhr etwas frei.',
      ['Donnerstag der letzte Termin', 'den letzten freien Termin am Donnerstag'],
    ],
    ['es-ES', 'El jueves 5 hay hueco de 15:00 a 16:15.', ['la última cita del jueves']],
    ['fr-FR', 'Le jeudi 5, il y a de la place de 15:00 à 16:15.', ['jeudi le dernier rendez-vous']],
    ['it-IT', "Giovedì 5 c'è posto dalle 15:00 alle 16:15.", ["l'ultimo appuntamento di giovedì"]],
  ])('a caller in %s hears: %s', async (language, said, texts) => {
    const { find } = await open(language);
    for (const text of texts) expect([text, await find(text)]).toEqual([text, said]);
  });
});

describe('two hours behind a weekday', () => {
  const open = useAskedOffices();
  const both =
    /^Thursday the 5th: 14:45, 15:00 and 15:15 are free\. Thursday the 5th: 15:45, 16:00 and 16:15 are free\./;

  it('two numbers behind a weekday without such a date are hours', async () => {
    const { find } = await open();
    for (const text of ['Thursday 3 or 4', 'Thursday three or four', 'Thursday 3 or 4 in the afternoon'])
      expect([text, await find(text)]).toEqual([text, expect.stringMatching(both)]);
  });

  it('two hours have the unit of the last one', async () => {
    expect(await (await open('de-DE')).find('Donnerstag 15 oder 16 Uhr')).toMatch(/um 14:45 Uhr.* um 16:15 Uhr/);
    expect(await (await open('fr-FR')).find('jeudi 15 ou 16 heures')).toMatch(/à 14:45.* à 16:15/);
  });

  it('two numbers of which the first is the date of the weekday are asked about', async () => {
    const { find } = await open();
    for (const text of ['Friday 6 or 7', 'Thursday 12 or 13'])
      expect([text, await find(text)]).toEqual([text, expect.stringMatching(/^Which day do you mean\?/)]);
  });
});

describe('another day', () => {
  const open = useTurns();

  it.each([
    ['en-GB', ['another day', 'on a different day', 'some other time'], 'Today: 13:00', 'Which day do you mean?'],
    ['de-DE', ['an einem anderen Tag', 'ein andermal'], 'Heute ist von 13:00', 'Welchen Tag meinen Sie?'],
    ['es-ES', ['otro día', 'a otra hora'], 'Hoy hay hueco de 13:00', '¿A qué día se refiere?'],
    [
      'fr-FR',
      ['un autre jour', 'à une autre heure'],
      "Aujourd'hui, il y a de la place de 13:00",
      'Quel jour voulez-vous',
    ],
    ['it-IT', ['un altro giorno', 'in un altro momento'], "Oggi c'è posto dalle 13:00", 'Quale giorno intende?'],
    ['pt-PT', ['outro dia', 'a outra hora'], 'Hoje há vaga das 13:00', 'A que dia se refere?'],
  ])(
    'another day in %s leads to the next free times, or to the question which one if times were said',
    async (language, texts, free, question) => {
      for (const text of texts) {
        const { withBooking, move, starts, find } = await open(language);
        expect([text, await find(text)]).toEqual([text, expect.stringContaining(free)]);
        await withBooking();
        const before = await starts();
        expect([text, await move(text)]).toEqual([text, expect.stringContaining(question)]);
        expect(await starts()).toEqual(before);
      }
    },
  );

  it('asks which day, after free times that the caller did not want', async () => {
    const { find } = await open();
    expect(await find('Thursday')).toMatch(/^Thursday the 5th: 8:00/);
    expect(await find('another day')).toMatch(/^Which day do you mean\?/);
  });

  it('another day of next week is any of that week', async () => {
    const { find } = await open();
    expect(await find('a different day next week')).toMatch(/^Monday the 9th: .* Tuesday the 10th: /);
  });
});

describe('a start in words', () => {
  const open = useTurns();

  it.each([
    ['en-GB', 'Friday at three, if that works'],
    ['en-GB', 'Friday 15.00'],
    ['de-DE', 'Freitag 15.00'],
  ])('in %s, %j is a time', async (language, text) => {
    const { book } = await open(language);
    expect(await book(text)).toMatch(/15:00/);
  });

  it('a number with a point that can be a date is asked about', async () => {
    const { book } = await open();
    expect(await book('Friday 10.03')).toBe('Do you mean on Tuesday the 10th or on Friday the 13th?');
  });
});
