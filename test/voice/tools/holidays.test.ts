import { expect, it } from 'vitest';
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
