import { expect, it } from 'vitest';
import { useAskedOffices } from './support/asking.ts';

/** Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

it.each([
  [
    'en-GB',
    'Friday the 6th: ',
    [
      'um, Friday',
      'um Friday',
      "uh let's say Friday",
      'er, maybe Friday',
      'hmm, Friday, actually',
      'Well, Friday then.',
    ]
      .concat(['how about Friday?', 'Friday would be great', 'yes, Friday works for me', 'actually Friday'])
      .concat(['Friday, if possible', "I'd like Friday", 'no, Friday', 'Friday instead', 'right, um, Friday']),
  ],
  [
    'de-DE',
    'Am Freitag, den 6. ',
    ['äh, Freitag', 'ähm Freitag', 'Öhm, vielleicht Freitag', 'sagen wir Freitag', 'sagen wir am Freitag'].concat([
      'lieber Freitag',
      'ich hätte gern Freitag',
      'Freitag, wenn es geht',
      'Freitag passt mir besser',
      'also dann Freitag',
      'nein, Freitag',
    ]),
  ],
  [
    'fr-FR',
    'Le vendredi 6, ',
    ['euh, vendredi', 'disons vendredi', 'peut-être vendredi', 'plutôt vendredi', "j'aimerais vendredi"].concat([
      'vendredi, si possible',
      'alors vendredi',
      'vendredi me va bien',
      'non, vendredi',
    ]),
  ],
  [
    'es-ES',
    'El viernes 6 ',
    ['eh, el viernes', 'digamos el viernes', 'tal vez el viernes', 'mejor el viernes', '¿el viernes?'].concat([
      'el viernes, si es posible',
      'me gustaría el viernes',
      'el viernes me viene bien',
      'no, el viernes',
    ]),
  ],
  [
    'it-IT',
    'Venerdì 6 ',
    ['ehm, venerdì', 'diciamo venerdì', 'magari venerdì', 'meglio venerdì', 'vorrei venerdì'].concat([
      'venerdì, se possibile',
      'allora venerdì',
      'venerdì mi va bene',
      'no, venerdì',
    ]),
  ],
  [
    'pt-BR',
    'Na sexta-feira, dia 6, ',
    ['é, sexta', 'digamos sexta', 'talvez sexta', 'melhor na sexta', 'pode ser sexta'].concat([
      'sexta, se possível',
      'então sexta',
      'gostaria de sexta',
      'não, sexta',
    ]),
  ],
])('in %s, words that say nothing of a day are ignored', async (language, said, days) => {
  const { find } = await open(language);
  for (const day of days) expect([day, (await find(day)).slice(0, said.length)]).toEqual([day, said]);
});

it('a sound before an hour is ignored, and the German word for "at" is none', async () => {
  const english = await open();
  expect(await english.book('uh Friday um at 3')).toContain('on Friday the 6th at 15:00');
  const german = await open('de-DE');
  expect(await german.book('ähm, Freitag um 3')).toContain('am Freitag, den 6. um 15:00 Uhr');
});

it.each([
  ['en-GB', 'as soon as possible', 'Today: 13:00 '],
  ['en-GB', 'right now', 'Today: 13:00 '],
  ['de-DE', 'so bald wie es geht', 'Heute ist von 13:00 '],
  ['es-ES', 'el lunes no me viene bien', 'Mañana hay hueco '],
  ['pt-BR', 'segunda não fica bem', 'A que dia se refere? '],
  ['en-GB', "Friday doesn't work", 'Which day do you mean? '],
  ['de-DE', 'Freitag geht nicht', 'Welchen Tag meinen Sie? '],
  ['fr-FR', 'vendredi ne me va pas', 'Quel jour '],
  ['it-IT', 'venerdì non va bene', 'Quale giorno '],
])('in %s, no word of %j is left out that decides what it means', async (language, text, said) => {
  const { find } = await open(language);
  expect((await find(text)).slice(0, said.length)).toBe(said);
});
