import { describe, expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Days that a caller names by a feast, or that are over. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

describe('hours of a holiday', () => {
  it.each([
    ['en-GB', ['Are you open on Good Friday?', 'Good Friday'], '2026-04-03'],
    ['en-GB', ['are you open on Easter Monday?', 'Easter Monday'], '2026-04-06'],
    ['en-GB', ['are you open on Christmas Eve?'], 'December 24'],
    ['en-GB', ['are you open at Christmas?', 'over Christmas'], 'December 24 to December 26'],
    ['de-DE', ['Haben Sie an Karfreitag offen?', 'am Karfreitag'], '2026-04-03'],
    ['de-DE', ['Pfingstmontag', 'haben Sie am Pfingstmontag auf'], '2026-05-25'],
    ['de-DE', ['an Fronleichnam'], '2026-06-04'],
    ['de-DE', ['Christi Himmelfahrt'], '2026-05-14'],
    ['de-DE', ['Tag der Deutschen Einheit'], '2026-10-03'],
    ['de-DE', ['haben Sie über Ostern offen?'], '2026-04-03/2026-04-06'],
    ['fr-FR', ['vous êtes ouverts le vendredi saint ?'], '2026-04-03'],
    ['fr-FR', ['lundi de Pâques', 'êtes-vous ouverts le lundi de Pâques'], '2026-04-06'],
    ['es-ES', ['¿están abiertos el Viernes Santo?'], '2026-04-03'],
    ['it-IT', ['siete aperti a Pasquetta?'], '2026-04-06'],
    ['pt-BR', ['vocês estão abertos na sexta-feira santa?'], '2026-04-03'],
  ])('hours of its date are said in %s: %j', async (language, texts, date) => {
    const { hours } = await open(language);
    const expected = await hours(date);
    for (const text of texts) expect([text, await hours(text)]).toEqual([text, expected]);
  });
});

it.each([
  ['en-GB', ['are you open at 5?', 'at 5', 'do you open at 8']],
  ['de-DE', ['haben Sie um 17 Uhr offen?', 'um halb fünf']],
  ['fr-FR', ['êtes-vous ouverts à 17 heures ?']],
  ['es-ES', ['¿están abiertos a las cinco?']],
  ['it-IT', ['siete aperti alle 17?']],
  ['pt-BR', ['vocês estão abertos às 17 horas?']],
])('a caller in %s who asks whether it is open at a time hears the hours of today', async (language, texts) => {
  const { hours } = await open(language);
  const today = await hours('2026-03-02');
  for (const text of texts) expect([text, await hours(text)]).toEqual([text, today]);
});

it.each([
  ['en-GB', ['Friday or later', 'Friday onwards', 'Friday at the earliest'], 'from Friday'],
  ['de-DE', ['Freitag oder später', 'Freitag oder danach'], 'ab Freitag'],
  ['fr-FR', ['vendredi ou plus tard'], 'à partir de vendredi'],
  ['es-ES', ['el viernes o más tarde'], 'desde el viernes'],
  ['it-IT', ['venerdì o più tardi'], 'da venerdì'],
  ['pt-BR', ['sexta-feira ou mais tarde'], 'a partir de sexta-feira'],
])('in %s, %j are the days from that one on', async (language, texts, from) => {
  const { find, book } = await open(language);
  const expected = await find(from);
  for (const text of texts) {
    expect([text, await find(text)]).toEqual([text, expected]);
    expect([text, await book(text)]).toEqual([text, expect.stringContaining(expected)]);
  }
});

it('a day at the latest is the last one of the days from now on', async () => {
  const { find } = await open();
  for (const text of ['Friday at the latest', 'Friday or earlier', 'Friday or before'])
    expect([text, await find(text)]).toEqual([text, await find('by Friday')]);
});

describe('a day that is over', () => {
  it.each([
    ['en-GB', ['yesterday', 'last Friday', 'the day before yesterday', '2026-02-20'], 'That day is already over. '],
    ['de-DE', ['gestern', 'letzten Freitag', 'vorgestern'], 'Dieser Tag ist schon vorbei. '],
    ['fr-FR', ['hier', 'vendredi dernier', 'avant-hier'], 'Ce jour est déjà passé. '],
    ['es-ES', ['ayer', 'el viernes pasado', 'anteayer'], 'Ese día ya ha pasado. '],
    ['it-IT', ['ieri', 'venerdì scorso', "l'altro ieri"], 'Quel giorno è già passato. '],
    ['pt-BR', ['ontem', 'sexta-feira passada', 'anteontem'], 'Esse dia já passou. '],
  ])('leads on to today in %s', async (language, texts, over) => {
    const { call, find, hours } = await open(language);
    const { text: free } = await call('find_open_times', { service: 'Cleaning' });
    const today = await hours('2026-03-02');
    for (const text of texts) {
      expect([text, await find(text)]).toEqual([text, over + free]);
      expect([text, await hours(text)]).toEqual([text, over + today]);
    }
  });

  it('farther away is rather a wrong year of the agent, which is asked for the day', async () => {
    const { find } = await open();
    for (const text of ['2025-03-06', '2026-01-20']) expect(await find(text)).toMatch(/^Which day do you mean\?/);
  });

  it('refuses an appointment on it', async () => {
    const { book } = await open();
    const over =
      'That would be on Friday the 27th of February at 10:00, which is already over. Which other time would you like?';
    expect(await book('last Friday at 10')).toBe(over);
  });
});
