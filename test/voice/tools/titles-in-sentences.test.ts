import { expect, it } from 'vitest';
import { createSpeech } from '../../../src/tools/voice/speech.ts';

const TODAY = '2199-11-18';

/** Says an appointment today for one person with another one, without service and time. */
function say(tag: string, customer: string, staff: string) {
  const { phrases, day, time } = createSpeech(tag);
  const text = phrases.appointment({ service: 'X', customer, staff, day: day(TODAY, TODAY), time: time(540) });
  return text.slice(2, text.indexOf(phrases.on(day(TODAY, TODAY))) - 1);
}

it.each([
  ['en-GB', 'Mr Klein', 'Mrs Lee', 'for Mr Klein with Mrs Lee'],
  ['de-DE', 'Herr Klein', 'Herr Dr. Lee', 'für Herrn Klein bei Herrn Dr. Lee'],
  ['de-DE', 'Frau Klein', 'Herrmann Lee', 'für Frau Klein bei Herrmann Lee'],
  ['fr-FR', 'M. Klein', 'Mme Lee', 'pour M. Klein avec Mme Lee'],
  ['es-ES', 'Sr. Klein', 'Dra. Lee', 'para el Sr. Klein con la Dra. Lee'],
  ['es-ES', 'Doña Ana', 'Sergio Lee', 'para Doña Ana con Sergio Lee'],
  ['it-IT', 'Signora Klein', 'dott. Lee', 'per la Signora Klein con il dott. Lee'],
  ['pt-BR', 'Senhor Klein', 'Dona Ana', 'para o Senhor Klein com a Dona Ana'],
])('names with titles in %s: %s and %s', (tag, customer, staff, expected) => {
  expect(say(tag, customer, staff)).toBe(expected);
});

it('names with titles in German are in the accusative in the question who is meant', () => {
  expect(createSpeech('de-DE').phrases.whichOne(['Herr Lee', 'Frau Lee'])).toBe('Meinen Sie Herrn Lee oder Frau Lee?');
});
