import { describe, expect, it } from 'vitest';
import { readSaidNumber } from '../../src/lib/phone/said-number/read.ts';

/** Telephone numbers in figures, words and both. */
function read(text: string, language: string): string | undefined {
  const said = readSaidNumber(text, language);
  if (!('digits' in said)) return undefined;
  return `${said.isInternational ? '+' : ''}${said.digits}${said.extension ? ` x${said.extension}` : ''}`;
}

it.each([
  ['en', '212 555 oh one nine nine', '2125550199'],
  ['en', '303 triple five 0199', '3035550199'],
  ['en', '303 555 01 nine nine', '3035550199'],
  ['en', '+1 303 555 oh one nine nine', '+13035550199'],
  ['en', 'plus one three oh three 555 0199', '+13035550199'],
  ['en', 'oh three oh 12345 double two', '0301234522'],
  ['en', 'three oh three, five double five, oh one double nine', '3035550199'],
  ['en', 'three-o-three triple 5, zero one ninety-nine', '3035550199'],
  ['en', 'one eight hundred 555 nineteen hundred', '18005551900'],
  ['en', "Oh, it's 303 555 0199, thank you", '3035550199'],
  ['en', 'my number is 303.555.0199 please', '3035550199'],
  ['en', 'area code 303, then 555 dash 0199', '3035550199'],
  ['en', '+44 20 7946 0958 ext 12', '+442079460958 x12'],
  ['en', '+44 (0)20 7946 0958 x12', '+4402079460958 x12'],
  ['en', '212 555 0188 #4', '2125550188 x4'],
  ['en', 'tel. 212 555 0188, extension two hundred and five', '2125550188 x205'],
  ['en', '٣٠٣ 555 0199', '3035550199'],
  ['de', '0171 drei vier fünf 6789', '01713456789'],
  ['de', 'null eins sieben eins, dreimal die Fünf, fünf und zwanzig, zwanzig fünf', '017155525205'],
  ['de', 'meine Nummer ist null dreißig, einundzwanzig zweiundvierzig, Durchwahl zwölf', '0302142 x12'],
  ['de', 'plus neunundvierzig 171 zwo drei vier', '+49171234'],
  ['de', '0800 acht hundert', '0800800'],
  ['fr', '06 12 trente-quatre 56 78', '0612345678'],
  ['fr', 'zéro six douze trente-quatre cinquante-six soixante-dix-huit', '0612345678'],
  ['fr', 'zéro quatre vingt-deux quatre-vingt-dix-neuf vingt et un quatre-vingts', '0422992180'],
  ['fr', "c'est le zéro un, 42 68 cinquante-trois 00, poste 12, s'il vous plaît", '0142685300 x12'],
  ['es', '612 treinta y cuatro 56 setenta y ocho', '612345678'],
  ['es', 'mi número es seiscientos doce, treinta y cuatro, cinco seis siete ocho', '612345678'],
  ['es', 'más 34 seis uno dos triple cinco 678', '+34612555678'],
  ['it', 'il mio numero è 333 uno due tre quarantacinque 67', '3331234567'],
  ['it', 'tre tre tre doppio sei 4567 interno dodici', '333664567 x12'],
  ['pt', 'o meu número é nove um dois, trinta e quatro, cinco meia 78', '912345678'],
  ['pt', '11 nove um um um, vinte e dois, 33, ramal cem', '1191112233 x100'],
])('a number in %s is read wholly: %s', (language, text, number) => {
  expect(read(text, language)).toBe(number);
});

it('English words are read in every language', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'])
    expect([language, read('303 five five five oh one double nine', language)]).toEqual([language, '3035550199']);
});

describe('a text with a word that may change the number', () => {
  it.each([
    ['an unknown word', 'en', '303 555 oh one nibe nine'],
    ['a correction', 'en', '303 555 0199, no wait, 0198'],
    ['a choice', 'en', '303 555 0199 or 303 555 0188'],
    ['an addition', 'en', '5551234 and 5551235'],
    ['a choice in Italian', 'it', '333 1234567 o 06 1234567'],
    ['a choice in Spanish', 'es', '612345678 o 698765432'],
    ['a homophone', 'en', 'five five five for two 0199'],
    ['a letter', 'en', '555 l234'],
    ['a word for letters on a keypad', 'en', '1-800-FLOWERS'],
    ['a thousand', 'en', '555 two thousand'],
    ['a repetition of nothing', 'en', '303 555 oh one double'],
    ['a repetition of two digits', 'en', 'double twenty 555'],
    ['a plus in the middle', 'en', '303 + 555 0199'],
    ['a star', 'en', '*67 303 555 0199'],
    ['a fraction', 'en', '303 555 ½'],
    ['an extension without a number', 'en', '303 555 0199 extension'],
    ['a number of another language', 'de', '0171 trentacinque 6789'],
    ['an email address', 'en', '3035550199@example.com'],
  ])('is not read as a number, because of %s', (_why, language, text) => {
    expect(readSaidNumber(text, language)).toEqual({ hasDigits: true });
  });
});

it.each(['anonymous', 'not a number', 'private number', 'unbekannt', 'una persona'])(
  'no digit is found in %j',
  (text) => {
    expect(readSaidNumber(text, 'es')).toEqual({ hasDigits: false });
  },
);

it('a long text is read in linear time', () => {
  const started = performance.now();
  for (const word of ['vier ', 'zwanzig ', 'hundert ', 'und ', '1 ', 'double ', 'quatre ', 'cent ', '- ', 'x', '1'])
    for (const language of ['en', 'de', 'fr']) readSaidNumber(word.repeat(30_000 / word.length), language);
  expect(performance.now() - started).toBeLessThan(10_000);
});
