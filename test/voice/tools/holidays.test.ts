import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/time/units.ts';
import { useAskedOffices, useTurns } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();
const openTurns = useTurns();

it.each([
  ['en-GB', 'before Christmas', 'after Christmas'],
  ['de-DE', 'vor Weihnachten', 'nach Weihnachten'],
  ['fr-FR', 'avant Noël', 'après Noël'],
  ['es-ES', 'antes de Navidad', 'después de Navidad'],
  ['it-IT', 'prima di Natale', 'dopo Natale'],
  ['pt-BR', 'antes do Natal', 'depois do Natal'],
])(
  'in %s, the days before and after Christmas are those without the 24th to the 26th',
  async (language, before, after) => {
    const { find, wait } = await openTurns(language);
    expect(await find(before)).toBe(await find('before December 24'));
    wait(270 * DAY_MS);
    expect(await find(before)).toBe(await find('before December 24'));
    expect(await find(after)).toBe(await find('after December 26'));
  },
);

it.each([
  ['en-GB', 'before Easter', 'after Easter'],
  ['de-DE', 'vor Ostern', 'nach Ostern'],
  ['fr-FR', 'avant Pâques', 'après Pâques'],
  ['es-ES', 'antes de Pascua', 'después de Pascua'],
  ['it-IT', 'prima di Pasqua', 'dopo Pasqua'],
  ['pt-BR', 'antes da Páscoa', 'depois da Páscoa'],
])(
  'in %s, the days before and after Easter are those without Good Friday to Easter Monday',
  async (language, before, after) => {
    const { find, wait } = await openTurns(language);
    // In 2026, Easter Sunday is the 5th of April.
    expect(await find(before)).toBe(await find('before April 3'));
    expect(await find(after)).toBe(await find('after April 6'));
    wait(300 * DAY_MS);
    // In 2027, it is the 28th of March.
    expect(await find(before)).toBe(await find('before March 26'));
    expect(await find(after)).toBe(await find('after March 29'));
  },
);

it('the days after Whitsun begin on the Tuesday after it', async () => {
  const { find } = await openTurns('de-DE');
  expect(await find('nach Pfingsten')).toBe(await find('after May 25'));
});

it('the days before a date that is months away have their first free times', async () => {
  const { find } = await open();
  expect(await find('before December 24')).toMatch(/^Today: 13:00 to 16:15 are free\./);
});

it.each([
  ['en-GB', 'Which day do you mean?', ['at Easter', 'over Christmas', 'after the holidays']],
  ['de-DE', 'Welchen Tag meinen Sie?', ['an Pfingsten', 'nach den Ferien', 'zu Weihnachten']],
  ['fr-FR', 'Quel jour voulez-vous dire', ['à Pâques', 'à Noël', 'après les vacances']],
  ['es-ES', '¿A qué día se refiere?', ['en Navidad', 'después de las vacaciones']],
  ['it-IT', 'Quale giorno intende?', ['a Natale', 'dopo le vacanze']],
  ['pt-BR', 'A que dia se refere?', ['no Natal', 'depois das férias']],
])('in %s, the caller who means other holidays is asked for the day', async (language, question, texts) => {
  const { find, book } = await open(language);
  for (const text of texts) {
    expect.soft([text, await find(text)]).toEqual([text, expect.stringContaining(question)]);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringContaining(question)]);
  }
});

describe('a holiday that is a weekday of its month', () => {
  it.each([
    ['Thanksgiving', 'Thursday the 26th of November'],
    ['Thanksgiving Day', 'Thursday the 26th of November'],
    ['the day after Thanksgiving', 'Friday the 27th of November'],
    ['the day before Thanksgiving', 'Wednesday the 25th of November'],
    ['the Friday after Thanksgiving', 'Friday the 27th of November'],
    ['the Monday before Thanksgiving', 'Monday the 23rd of November'],
    ['Black Friday', 'Friday the 27th of November'],
    ['on Labor Day', 'Monday the 7th of September'],
    ['the Tuesday after Labor Day', 'Tuesday the 8th of September'],
    ['Memorial Day', 'Monday the 25th of May'],
    ["Presidents' Day", 'Monday the 15th of February 2027'],
    ['Martin Luther King Jr. Day', 'Monday the 18th of January 2027'],
    ["the day after New Year's", 'Saturday the 2nd of January 2027'],
    ['the day before Christmas Eve', 'Wednesday the 23rd of December'],
  ])('has its date: %j', async (said, day) => {
    const { hours } = await open();
    expect(await hours(said)).toContain(`On ${day} we are `);
  });

  it.each([
    ['de-DE', 'am Tag nach Ostermontag', 'am Dienstag, den 7. April'],
    ['de-DE', 'am Buß- und Bettag', 'am Mittwoch, den 18. November'],
    ['de-DE', 'am ersten Advent', 'am Sonntag, den 29. November'],
    ['es-ES', 'el día de Acción de Gracias', 'el jueves 26 de noviembre'],
    ['es-ES', 'el día después de Acción de Gracias', 'el viernes 27 de noviembre'],
  ])('has its date in %s: %j', async (language, said, day) => {
    const { hours } = await open(language);
    expect((await hours(said)).toLowerCase()).toContain(day.toLowerCase());
  });

  it('leads to an appointment on its day', async () => {
    const { book } = await open();
    expect(await book('the day after Memorial Day at 10')).toContain('on Tuesday the 26th of May at 10:00');
  });

  it('Thanksgiving in Canada has another date', async () => {
    const { hours } = await open('en-GB', { country: 'CA' });
    expect(await hours('Thanksgiving')).toContain('On Monday the 12th of October we are ');
  });
});

describe('the day beside a holiday', () => {
  it.each([
    ['en-GB', 'the day after Christmas', 'Saturday the 26th of December'],
    ['en-GB', 'the day after Christmas Day', 'Saturday the 26th of December'],
    ['en-GB', 'the day before Christmas', 'Thursday the 24th of December'],
    ['en-GB', 'the day after Easter', 'Monday the 6th of April'],
    ['es-ES', 'el día después de Navidad', 'sábado 26 de diciembre'],
    ['es-ES', 'el día antes de Navidad', 'jueves 24 de diciembre'],
    ['fr-FR', 'le jour après Noël', 'samedi 26 décembre'],
    ['it-IT', 'il giorno dopo Natale', 'Sabato 26 dicembre'],
    ['it-IT', 'il giorno prima di Pasqua', 'Sabato 4 aprile'],
    ['pt-BR', 'no dia depois do Natal', 'sábado, 26 de dezembro'],
  ])('is one day in %s: %j', async (language, said, day) => {
    const { hours } = await open(language);
    expect(await hours(said)).toContain(day);
  });

  it.each([
    ['am Tag nach Weihnachten', /^Meinen Sie am Samstag, den 26\. Dezember oder am Sonntag, den 27\. Dezember\?$/],
    ['am Tag nach Weihnachten um 10', /^Meinen Sie am Samstag, den 26\. .* oder am Sonntag, den 27\. /],
    ['am Tag nach Ostern', /^Meinen Sie am Montag, den 6\. April oder am Dienstag, den 7\. April\?$/],
    ['am Tag vor Pfingsten', /^Am Samstag, den 23\. Mai /],
  ])('is asked for in German where it can be two: %j', async (said, answer) => {
    const { find, hours } = await open('de-DE');
    for (const text of [await hours(said), await find(said)]) expect.soft(text).toMatch(answer);
  });
});
