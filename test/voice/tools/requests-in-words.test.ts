import { describe, expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** Sentences in which callers ask for a start. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

describe('behind the question about Wednesday', () => {
  it.each([
    [
      'en-GB',
      'Wednesday at 10',
      [
        ['and Thursday?', 'Thursday the 5th: 8:00'],
        ["that's right, Thursday at 10", '5th at 10:00'],
      ],
    ],
    [
      'en-GB',
      'Wednesday at 2',
      [['hmm, could you do it a little later', 'Wednesday the 4th: 14:15 to 16:15 are free.']],
    ],
    ['de-DE', 'Mittwoch Viertel nach neun', [['nee, doch lieber halb zehn', 'am Mittwoch, den 4. um 9:30 Uhr']]],
    ['fr-FR', 'mercredi à 9 heures', [["oui c'est ça, mercredi à neuf heures et quart", 'le mercredi 4 à 9:15']]],
    ['fr-FR', 'mercredi à 9 heures', [['et jeudi ?', 'Le jeudi 5, il y a de la place']]],
    [
      'es-ES',
      'el miércoles a las diez',
      [
        ['y media', '10:30'],
        ['¿y el jueves?', 'El jueves 5 hay hueco'],
      ],
    ],
    ['it-IT', 'mercoledì alle tre e mezza', [['facciamo venerdì', "Venerdì 6 c'è posto"]]],
    ['pt-BR', 'quarta às dez e meia', [['na verdade, quinta no mesmo horário', 'na quinta-feira, dia 5, às 10:30']]],
  ] as const)('in %s, %j, %j are read', async (language, first, turns) => {
    const { book } = await open(language);
    await book(first);
    for (const [text, said] of turns)
      expect.soft([text, await book(text)]).toEqual([text, expect.stringContaining(said)]);
  });
});

it('the same time after a refusal leads to the free times of the other day', async () => {
  const { book } = await open('es-ES');
  await book('el miércoles a las cinco menos cuarto');
  expect(await book('no, el viernes a la misma hora')).toMatch(
    /^El viernes 6 hay hueco .* ¿Qué hora exacta prefiere\?$/,
  );
});

it('a correction with a shift has the same start when it is confirmed', async () => {
  const { book, starts } = await open();
  await book('Thursday at 10');
  const text = 'no, half an hour later';
  expect(await book(text)).toContain('on Thursday the 5th at 10:30');
  expect(await book(text, { confirmed: true })).toMatch(/^It is booked: .* at 10:30\.$/);
  expect(await starts()).toEqual(['2026-03-05T17:30:00Z']);
});

it('a place is one among the times that were asked about also after words that were not understood', async () => {
  const { book } = await open();
  await book('Thursday or Friday at 10');
  expect(await book('well, you know')).toMatch(/Please say it once more\.$/);
  expect(await book('the second one')).toContain('on Friday the 6th at 10:00');
});

it.each([
  ['en-GB', 'can I come in a bit earlier', /^Tuesday the 10th: 8:00 to 9:45 are free\./],
  ['en-GB', 'same time but on the Thursday', /on Thursday the 5th at 10:00 or on Thursday the 12th at 10:00\?$/],
  ['de-DE', 'geht auch der Elfte, gleiche Zeit', /am Mittwoch, den 11\. um 10:00 Uhr/],
  ['de-DE', 'irgendwann nach 15 Uhr', /^Am Dienstag, den 10\. ist von 15:00 bis 16:15 Uhr/],
  ['de-DE', 'am nächsten Tag', /am Mittwoch, den 11\. um 10:00 Uhr/],
  ['de-DE', 'am Vortag um 11', /am Montag, den 9\. um 11:00 Uhr/],
  ['fr-FR', "est-ce que je peux venir l'après-midi", /^Le mardi 10, il y a de la place de 13:00/],
  ['fr-FR', 'le lendemain à la même heure', /le mercredi 11 à 10:00/],
  ['fr-FR', 'la veille à 15 heures', /le lundi 9 à 15:00/],
])('in %s, an appointment on Tuesday the 10th at 10:00 is moved with %j', async (language, text, said) => {
  const { withBooking, move, wait } = await open(language);
  await withBooking('2026-03-10T10:00');
  wait(3_600_000);
  expect(await move(text)).toMatch(said);
});

it.each([
  ['en-GB', ['not this week']],
  ['de-DE', ['nicht diese Woche']],
  ['fr-FR', ['pas cette semaine']],
  ['es-ES', ['esta semana no', 'no esta semana']],
  ['it-IT', ['questa settimana no', 'non questa settimana']],
  ['pt-BR', ['não nesta semana']],
])('in %s, %j leads to times of the next week', async (language, texts) => {
  const { find } = await open(language);
  const nextWeek = await find('next week');
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, nextWeek]);
});

it.each([
  ['en-GB', 'back to Thursday at 2', /on Thursday the 5th at 14:00/],
  ['es-ES', '¿podría ser por la mañana?', /^El viernes 6 hay hueco de 8:00 a 11:15/],
  ['it-IT', 'si può fare di mattina?', /^Venerdì 6 c'è posto dalle 8:00 alle 11:15/],
  ['pt-BR', 'dá para ser de manhã?', /^Na sexta-feira, dia 6, há vaga das 8:00 às 11:15/],
])('in %s, an appointment on Friday the 6th is moved with %j', async (language, text, said) => {
  const { withBooking, move, wait } = await open(language);
  await withBooking();
  wait(3_600_000);
  expect(await move(text)).toMatch(said);
});

it('German words for the rest of this week, and for a correction, are read', async () => {
  const { find, book } = await open('de-DE');
  expect(await find('heute noch')).toMatch(/^Heute ist von 13:00/);
  expect(await find('diese Woche noch')).toMatch(/^Heute ist .* Morgen ist /);
  await book('Mittwoch um 10');
  expect(await book('ach nein, um elf')).toContain('am Mittwoch, den 4. um 11:00 Uhr');
});
