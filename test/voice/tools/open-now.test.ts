import { describe, expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { useAskedOffices } from './support/asking.ts';
import { CALLER, openVoiceOffice } from './support/office.ts';

/** Questions for opening hours, as agents pass them on. Now it is Monday, 2 March 2026, 10:00. */
describe('a question for the hours', () => {
  const open = useAskedOffices();

  it.each([
    [
      'en-GB',
      ['now', 'are you open now?', 'are you still open', 'are you open today?', 'when do you close today'],
      ['what time do you open tomorrow', 'how late are you open tomorrow?'],
    ],
    [
      'de-DE',
      ['jetzt', 'habt ihr gerade offen', 'haben Sie heute geöffnet?', 'Haben Sie jetzt noch offen?'],
      ['wann machen Sie morgen auf', 'bis wann haben Sie morgen offen?'],
    ],
    [
      'fr-FR',
      ['maintenant', "vous êtes ouverts aujourd'hui ?", 'est-ce que vous êtes ouverts en ce moment'],
      ['à quelle heure ouvrez-vous demain', "jusqu'à quelle heure êtes-vous ouverts demain ?"],
    ],
    [
      'es-ES',
      ['ahora mismo', '¿están abiertos hoy?', '¿todavía están abiertos?'],
      ['¿a qué hora abren mañana?', 'hasta qué hora están abiertos mañana'],
    ],
    [
      'it-IT',
      ['adesso', 'siete aperti oggi?', 'siete ancora aperti'],
      ['a che ora aprite domani?', 'fino a che ora siete aperti domani'],
    ],
    [
      'pt-BR',
      ['agora', 'vocês estão abertos hoje?', 'ainda estão abertos'],
      ['a que horas abrem amanhã?', 'até que horas estão abertos amanhã'],
    ],
  ])('a caller in %s hears those of the day', async (language, ofToday, ofTomorrow) => {
    const { hours } = await open(language);
    const [today, tomorrow] = [await hours('2026-03-02'), await hours('2026-03-03')];
    for (const text of ofToday) expect([text, await hours(text)]).toEqual([text, today]);
    for (const text of ofTomorrow) expect([text, await hours(text)]).toEqual([text, tomorrow]);
  });

  it('one without a day is answered with the week, and other words lead to the question for the day', async () => {
    const { hours } = await open();
    for (const text of ['when are you open?', 'when do you close'])
      expect(await hours(text)).toMatch(/^In the next seven days we are open Monday to Friday/);
    expect(await hours('are you open on Sunday?')).toBe('On Sunday the 8th we are closed.');
    for (const text of ['are you open for walk-ins', 'the staff', 'are you not open on Monday'])
      expect([text, await hours(text)]).toEqual([text, expect.stringMatching(/^Which day do you mean\?/)]);
  });
});

it('after closing, a caller who asks if the business is open hears that it has closed, and when it opens tomorrow', async () => {
  const office = await openVoiceOffice();
  onTestFinished(() => office.close());
  office.clock.advance(7.5 * HOUR_MS);
  const { text } = await office.as(CALLER)('get_opening_hours', { date: 'are you still open?' });
  expect(text).toBe('We are closed for today. Tomorrow we are open from 8:00 to 12:00 and from 13:00 to 17:00.');
});
