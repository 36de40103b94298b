import { describe, expect, it } from 'vitest';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Days that are said from other days. Now it is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();
const YEAR_AHEAD = {
  rules: { minimum_notice: '2h', booking_window: '365d', slot_interval: '15m' },
  opening_hours: ['Mon-Fri 08:00-12:00'],
} as const;

describe('days around holidays', () => {
  it.each([
    [
      'en-GB',
      [
        ['between Christmas and New Year', /^Monday the 28th of December: /],
        ['the week before Christmas', /^Thursday the 17th of December: .*Friday the 18th of December: /],
        ['the Friday before Christmas', /^Friday the 18th of December: .*free\.$/],
        ['the week after Easter', /^Tuesday the 7th of April: /],
        ['the Friday before Easter', /^Friday the 3rd of April: .*free\.$/],
        ['the week before the 16th', /^Monday the 9th: /],
        ['the Monday after the 16th', /^Monday the 23rd: .*free\.$/],
      ],
    ],
    [
      'de-DE',
      [
        ['zwischen Weihnachten und Neujahr', /^Am Montag, den 28\. Dezember/],
        ['zwischen den Jahren', /^Am Montag, den 28\. Dezember/],
        ['in der Woche vor Weihnachten', /^Am Donnerstag, den 17\. Dezember/],
        ['am Freitag vor Ostern', /^Am Freitag, den 3\. April/],
        ['die Woche nach Ostern', /^Am Dienstag, den 7\. April/],
      ],
    ],
    [
      'fr-FR',
      [
        ["entre Noël et le jour de l'an", /^Le lundi 28 décembre/],
        ['la semaine avant Noël', /^Le jeudi 17 décembre/],
        ['la semaine après Pâques', /^Le mardi 7 avril/],
      ],
    ],
    [
      'es-ES',
      [
        ['entre Navidad y Año Nuevo', /^El lunes 28 de diciembre/],
        ['la semana antes de Navidad', /^El jueves 17 de diciembre/],
        ['la semana después de Pascua', /^El martes 7 de abril/],
      ],
    ],
    [
      'it-IT',
      [
        ['tra Natale e Capodanno', /^Lunedì 28 dicembre/],
        ['la settimana prima di Natale', /^Giovedì 17 dicembre/],
        ['la settimana dopo Pasqua', /^Martedì 7 aprile/],
      ],
    ],
    [
      'pt-BR',
      [
        ['entre o Natal e o Ano Novo', /^Na segunda-feira, 28 de dezembro/],
        ['na semana antes do Natal', /^Na quinta-feira, 17 de dezembro/],
        ['a semana depois da Páscoa', /^Na terça-feira, 7 de abril/],
      ],
    ],
  ] as const)('a caller in %s hears their free times', async (language, days) => {
    const { find } = await open(language, { ...YEAR_AHEAD, opening_hours: [...YEAR_AHEAD.opening_hours] });
    for (const [text, said] of days) expect([text, await find(text)]).toEqual([text, expect.stringMatching(said)]);
  });
});

describe('days in two weeks', () => {
  it.each([
    [
      'en-GB',
      'Monday the 16th',
      ['the Monday after next', 'Monday the week after next', 'Monday of the week after next'],
    ],
    ['en-GB', 'Friday the 20th', ['Friday fortnight', 'a fortnight on Friday', 'Friday after next']],
    ['en-GB', 'On Tuesday the 17th we are closed', ['a fortnight from tomorrow', 'a fortnight tomorrow']],
    ['de-DE', 'Am Montag, den 16.', ['übernächsten Montag', 'Montag übernächste Woche']],
    ['de-DE', 'Am Freitag, den 20.', ['am übernächsten Freitag', 'am Freitag in der übernächsten Woche']],
  ])('a caller in %s hears %j', async (language, said, texts) => {
    const { find } = await open(language);
    for (const text of texts) expect([text, (await find(text)).startsWith(said)]).toEqual([text, true]);
  });
});

describe('a year in words', () => {
  it.each([
    [
      'en-GB',
      ['March 5th, twenty twenty-six at 10', 'the fifth of March two thousand and twenty six at ten'],
      /the 5th at 10:00/,
    ],
    ['de-DE', ['am fünften März zweitausendsechsundzwanzig um zehn'], /den 5\. um 10:00/],
    ['fr-FR', ['le cinq mars deux mille vingt-six à dix heures'], /jeudi 5 à 10:00/],
    ['es-ES', ['cinco de marzo de dos mil veintiséis a las diez'], /jueves 5 a las 10:00/],
    ['it-IT', ['il cinque marzo duemilaventisei alle dieci'], /giovedì 5 alle 10:00/],
    ['pt-BR', ['cinco de março de dois mil e vinte e seis às dez'], /dia 5, às 10:00/],
  ])('a caller in %s is asked about that date', async (language, texts, said) => {
    const { book } = await open(language);
    for (const text of texts) expect([text, await book(text)]).toEqual([text, expect.stringMatching(said)]);
  });

  it('words for a time stay a time, and the day of the month is not a part of the year', async () => {
    const { find } = await open();
    expect(await find('Friday at twenty twenty')).toMatch(/^Friday the 6th: 15:45, 16:00 and 16:15/);
    expect(await find('March twenty, twenty twenty six')).toMatch(/^Friday the 20th/);
  });
});

describe('a start yesterday', () => {
  it.each([
    [
      'en-GB',
      'Sunday the 1st of March',
      'already over',
      ['yesterday', 'yesterday morning', 'yesterday at 3', '2026-03-01'],
    ],
    ['de-DE', 'Sonntag, den 1. März', 'schon vorbei', ['gestern', 'gestern Nachmittag', 'gestern um 15 Uhr']],
    ['fr-FR', 'dimanche 1er mars', 'déjà passé', ['hier', 'hier matin', 'hier à 15 heures']],
    ['es-ES', 'domingo 1 de marzo', 'ya ha pasado', ['ayer', 'ayer por la tarde', 'ayer a las tres']],
    ['it-IT', 'domenica 1º marzo', 'già passato', ['ieri', 'ieri pomeriggio', 'ieri alle 15']],
    ['pt-BR', 'domingo, 1º de março', 'já passou', ['ontem', 'ontem à tarde', 'ontem às 15']],
  ])('a caller in %s hears that it is over', async (language, day, over, texts) => {
    const { book, booked } = await open(language);
    for (const text of texts) {
      const said = await book(text);
      expect([text, said.includes(day), said.includes(over), said.includes(',,')]).toEqual([text, true, true, false]);
    }
    expect(await booked()).toEqual([]);
  });
});

describe('a move to a day in two weeks', () => {
  const openTurns = useTurns();

  it.each([
    ['en-GB', 'a fortnight later', 'on Thursday the 19th at 10:00'],
    ['en-GB', 'the Friday after next at the same time', 'on Friday the 20th at 10:00'],
    ['de-DE', 'auf übernächsten Freitag, gleiche Zeit', 'am Freitag, den 20. um 10:00 Uhr'],
  ])('a caller in %s who says %j is asked about it', async (language, text, said) => {
    const { move, withBooking } = await openTurns(language);
    await withBooking('2026-03-05T10:00');
    expect(await move(text)).toContain(said);
  });
});
