import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

it.each([
  ['en-GB', 'Friday', ['the first available', 'first available', 'the first available one', 'the first free slot']],
  ['de-DE', 'Freitag', ['der erste freie', 'den ersten freien Termin', 'die erste mögliche Zeit']],
  ['fr-FR', 'vendredi', ['le premier disponible', 'le premier créneau libre', 'le premier rendez-vous disponible']],
  ['es-ES', 'el viernes', ['la primera disponible', 'el primer hueco libre', 'la primera hora disponible']],
  ['it-IT', 'venerdì', ['il primo disponibile', 'il primo orario libero', 'il primo posto disponibile']],
  ['pt-BR', 'sexta', ['o primeiro disponível', 'o primeiro horário livre', 'a primeira vaga disponível']],
])('in %s, the first available time is the earliest of those that were offered', async (language, day, texts) => {
  const { find, book } = await open(language);
  for (const text of texts) {
    await find(day);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/ 6[ .,].* 8:00|6th at 8:00/)]);
  }
});

it('the first available time after times of a week is the earliest of the week', async () => {
  const { find, book } = await open();
  await find('next week');
  expect(await book('the first available')).toContain('on Monday the 9th at 8:00');
});

it.each([
  ['en-GB', 'Friday', ['the next available', 'the next available appointment']],
  ['de-DE', 'Freitag', ['der nächste freie Termin', 'der nächste freie']],
  ['fr-FR', 'vendredi', ['le prochain créneau', 'le prochain disponible']],
  ['es-ES', 'el viernes', ['la próxima cita', 'la próxima hora disponible']],
  ['it-IT', 'venerdì', ['il prossimo disponibile', 'il prossimo orario libero']],
  ['pt-BR', 'sexta', ['o próximo horário', 'o próximo disponível']],
])('in %s, the next available time leads to the question for one of the soonest', async (language, day, texts) => {
  const { find, book } = await open(language);
  for (const text of texts) {
    await find(day);
    expect.soft([text, await book(text)]).toEqual([text, expect.stringMatching(/13:00.*8:00.*\?$/)]);
  }
});

it.each(['the first available', 'first available appointment'])(
  'without an offer, %j is one of the soonest',
  async (text) => {
    const { find, book } = await open();
    expect(await book(text)).toMatch(/^Today: 13:00 .*Which exact time would you like\?$/);
    expect(await find(text)).toMatch(/^Today: 13:00 /);
  },
);
