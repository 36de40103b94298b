import { expect, it } from 'vitest';
import { createSpeech } from '../../../src/tools/voice/speech/speech.ts';

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
  ['fr-FR', 'Docteure Klein', 'Pr Lee', 'pour la Docteure Klein avec le Pr Lee'],
  ['es-ES', 'Sr. Klein', 'Dra. Lee', 'para el Sr. Klein con la Dra. Lee'],
  ['es-ES', 'Doña Ana', 'Sergio Lee', 'para Doña Ana con Sergio Lee'],
  ['it-IT', 'Signora Klein', 'dott. Lee', 'per la Signora Klein con il dott. Lee'],
  ['pt-BR', 'Senhor Klein', 'Dona Ana', 'para o Senhor Klein com a Dona Ana'],
])('names with titles in %s: %s and %s', (tag, customer, staff, expected) => {
  expect(say(tag, customer, staff)).toBe(expected);
});

it.each([
  ['de-DE', ['Herr Lee', 'Frau Lee'], 'Meinen Sie Herrn Lee oder Frau Lee?'],
  ['fr-FR', ['Dr Lee', 'Mme Roux'], 'Voulez-vous dire Dr Lee ou Mme Roux ?'],
  ['es-ES', ['Sra. García', 'Sr. Ruiz', 'Ana'], '¿Se refiere a la Sra. García, al Sr. Ruiz o a Ana?'],
  ['it-IT', ['Sig. Rossi', 'Dott.ssa Bianchi'], 'Intende il Sig. Rossi o la Dott.ssa Bianchi?'],
  ['pt-BR', ['Sra. Reis', 'Dr. Melo', 'Ana'], 'Quer dizer a Sra. Reis, Dr. Melo ou Ana?'],
])('names with titles in the question who is meant in %s: %j', (tag, names, expected) => {
  expect(createSpeech(tag).phrases.whichOne(names)).toBe(expected);
});

it.each([
  ['de-DE', 'Herr Lee macht das nicht. Zur Auswahl stehen: Herr Lee und Ana.'],
  ['fr-FR', 'Dr Lee ne fait pas cela. Vous pouvez choisir Mme Roux ou Ana.', 'Dr Lee', 'Mme Roux'],
  ['es-ES', 'El Sr. Lee no hace eso. Puede elegir: la Dra. Ruiz o Ana.', 'Sr. Lee', 'Dra. Ruiz'],
  ['it-IT', 'Il Sig. Lee non lo fa. Può scegliere la Dott.ssa Ruiz o Ana.', 'Sig. Lee', 'Dott.ssa Ruiz'],
  ['pt-BR', 'O Sr. Lee não faz isso. Pode escolher a Dra. Ruiz ou Ana.', 'Sr. Lee', 'Dra. Ruiz'],
])(
  'names with titles of those who can be chosen instead in %s',
  (tag, expected, colleague = 'Herr Lee', other = colleague) => {
    const { phrases } = createSpeech(tag);
    expect(phrases.otherPeople(colleague, [other, 'Ana'])).toBe(expected);
    expect(expected.endsWith(phrases.unknownPerson([other, 'Ana']).replace(/^.*?\. /, ''))).toBe(true);
  },
);
