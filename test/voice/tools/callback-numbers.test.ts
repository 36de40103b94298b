import { afterEach, describe, expect, it } from 'vitest';
import { CALLER, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** The number to call back that a caller without one says. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice | undefined;
afterEach(async () => {
  await office?.close();
  office = undefined;
});

const BOOKING = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
const LANGUAGES: Readonly<Record<string, string>> = {
  US: 'en-GB',
  GB: 'en-GB',
  DE: 'de-DE',
  FR: 'fr-FR',
  ES: 'es-ES',
  IT: 'it-IT',
  BR: 'pt-BR',
};

async function open(country = 'US', language = LANGUAGES[country] as string) {
  office = await openVoiceOffice({ language }, { country });
  const { as, booked } = office;
  const call = as(WITHHELD);
  const book = (callback_number: string, more = {}) => call('create_booking', { ...BOOKING, callback_number, ...more });
  return { book, booked };
}

it.each([
  ['US', '212 555 oh one nine nine', 'Callback number 212 555 0199.', '+12125550199'],
  ['US', '303 triple five 0199', 'Callback number 303 555 0199.', '+13035550199'],
  ['US', '303 555 01 nine nine', 'Callback number 303 555 0199.', '+13035550199'],
  ['US', '+1 303 555 oh one nine nine', 'Callback number 303 555 0199.', '+13035550199'],
  ['US', 'three oh three, five double five, oh one double nine', 'Callback number 303 555 0199.', '+13035550199'],
  ['US', 'my number is 303 555 0199, please', 'Callback number 303 555 0199.', '+13035550199'],
  ['US', 'oh three oh 12345 double two', 'Callback number 030 123 4522.', '0301234522'],
  ['US', 'five five five one two three four', 'Callback number 555 1234.', '5551234'],
  ['US', '+44 20 7946 0958 ext 12', 'Callback number +44 20 7946 0958, extension 12.', '+442079460958, extension 12'],
  ['US', '303 555 0199 #4', 'Callback number 303 555 0199, extension 4.', '+13035550199, extension 4'],
  ['DE', '0171 drei vier fünf 6789', 'Rückrufnummer: 0171 345 6789.', '+491713456789'],
  [
    'DE',
    'null eins sieben eins, drei vier fünf, siebenundsechzig, neunundachtzig',
    'Rückrufnummer: 0171 345 6789.',
    '+491713456789',
  ],
  ['FR', '06 12 trente-quatre 56 78', 'Numéro de rappel : 06 12 34 56 78.', '+33612345678'],
  [
    'FR',
    'zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit, poste douze',
    'Numéro de rappel : 06 12 34 56 78, poste 12.',
    '+33612345678, poste 12',
  ],
  ['ES', '612 treinta y cuatro 56 setenta y ocho', 'Teléfono: 612 34 56 78.', '+34612345678'],
  ['IT', 'tre tre tre, uno due tre, quarantacinque 67', 'Numero per richiamare: 333 123 4567.', '+393331234567'],
  ['BR', 'onze nove meia um dois três, 45 meia sete', 'Número para retorno: 11 961 23 4567.', '+5511961234567'],
])('a caller in %s who says %j hears it as %j and has it noted', async (country, said, heard, noted) => {
  const { book, booked } = await open(country);
  const { text, isError } = await book(said);
  expect([text.includes(` ${heard} `), isError, text]).toEqual([true, false, text]);
  await book(said, { confirmed: true });
  const [{ notes = '' } = {}] = (await booked()) as { notes?: string }[];
  expect(notes.replace(/^[^+\d]*/, '')).toBe(noted);
});

it('the question repeats the number after the name, before the caller is asked for a yes', async () => {
  const { book } = await open();
  expect((await book('212 555 oh one nine nine')).text).toBe(
    'I would book Cleaning on Tuesday the 24th at 9:00, under the name Ann Archer. Callback number 212 555 0199. Is that right?',
  );
});

it.each([
  ['US', 'I did not understand the number, and nothing was changed. Please say it digit by digit.'],
  ['DE', 'Die Nummer habe ich nicht verstanden, und es wurde nichts geändert. Bitte nennen Sie jede Ziffer einzeln.'],
  ['FR', "Je n'ai pas compris le numéro, et rien n'a été modifié. Veuillez le redire chiffre par chiffre."],
  ['ES', 'No he entendido el número, y no se ha cambiado nada. Dígalo cifra por cifra, por favor.'],
  ['IT', 'Non ho capito il numero, e non è stato cambiato nulla. Lo ripeta cifra per cifra, per favore.'],
  ['BR', 'Não entendi o número, e nada foi alterado. Diga-o algarismo por algarismo, por favor.'],
])('a caller in %s whose number has a word that is not understood is asked again', async (country, question) => {
  const { book, booked } = await open(country);
  for (const more of [{}, { confirmed: true }]) {
    const { text, isError, forAgent } = await book('212 555 ozz 0199', more);
    expect([text, isError]).toEqual([question, true]);
    expect(forAgent).toMatch(/^Not to be said: callback_number must be a number of 5 to 15 digits\. /);
    expect(forAgent).not.toContain('ozz');
  }
  expect(await booked()).toEqual([]);
});

describe('nothing is booked', () => {
  it.each([
    ['too few digits', '303'],
    ['too many digits', '303 555 0199 303 555 0188'],
    ['an international number that is cut', '+1 303 555'],
    ['a correction', '303 555 0199, no, 0198'],
    ['a choice', '303 555 0199 or 303 555 0188'],
  ])('for a number with %s', async (_what, said) => {
    const { book, booked } = await open();
    for (const more of [{}, { confirmed: true }])
      expect((await book(said, more)).text).toMatch(/^I did not understand/);
    expect(await booked()).toEqual([]);
  });
});

it('a yes to one number does not book with another one', async () => {
  const { book, booked } = await open();
  await book('303 555 oh one nine nine');
  expect((await book('303 555 oh one nine eight', { confirmed: true })).text).toContain('303 555 0198');
  expect(await booked()).toEqual([]);
});

it('a number in other words is the same number', async () => {
  const { book } = await open();
  await book('303 555 oh one nine nine');
  expect((await book('(303) 555-0199', { confirmed: true })).text).toMatch(/^It is booked/);
});

describe('a number behind the name', () => {
  const bookAs = async (country: string, caller: typeof CALLER, caller_name: string, more = {}) => {
    office = await openVoiceOffice({ language: LANGUAGES[country] as string }, { country });
    const book = (yes = {}) => office?.as(caller)('create_booking', { ...BOOKING, caller_name, ...more, ...yes });
    const asked = (await book())?.text ?? '';
    await book({ confirmed: true });
    const [{ notes, contact } = {}] = (await office.booked()) as { notes?: string; contact?: object }[];
    return { asked, noted: notes?.replace(/^[^+\d]*/, ''), contact };
  };

  it.each([
    ['US', 'Ann Archer, 303 555 0199', '+13035550199'],
    ['US', 'Ann Archer at 303-555-0199', '+13035550199'],
    ['US', 'Ann Archer and my number is (303) 555-0199', '+13035550199'],
    ['US', 'Ann Archer on 555 1234', '5551234'],
    ['DE', 'Ann Archer, 0171 3456789', '+491713456789'],
    ['DE', 'Ann Archer unter der Nummer 0171 3456789', '+491713456789'],
    ['FR', 'Ann Archer au 06 12 34 56 78', '+33612345678'],
    ['ES', 'Ann Archer en el 612 34 56 78', '+34612345678'],
    ['IT', 'Ann Archer, numero 333 123 4567', '+393331234567'],
    ['BR', 'Ann Archer no 11 96123 4567', '+5511961234567'],
  ])('a caller in %s whose call has none and who says %j has it noted', async (country, said, noted) => {
    const booked = await bookAs(country, WITHHELD, said);
    expect(booked).toMatchObject({ noted, contact: { name: 'Ann Archer' } });
    expect(booked.contact).not.toHaveProperty('phone', expect.any(String));
    expect(booked.asked).toMatch(/Ann Archer\p{P}* .*\d\d\D*\?$/u);
  });

  it('another number than the one of the call is noted, and the appointment stays that of the call', async () => {
    for (const [name, more] of [
      ['Ann Archer, 303 555 0199', {}],
      ['Ann Archer', { callback_number: '303 555 0199' }],
    ] as const) {
      const booked = await bookAs('US', CALLER, name, more);
      expect(booked).toMatchObject({ noted: '+13035550199', contact: { phone: CALLER.phone } });
      expect(booked.asked).toContain('Callback number 303 555 0199.');
      await office?.close();
    }
  });

  it('the number of the call itself, and words that are no number, are not noted', async () => {
    for (const [name, more] of [
      ['Ann Archer, 303 555 0101', {}],
      ['Ann Archer', { callback_number: 'the same' }],
      ['Ann Archer', {}],
    ] as const) {
      expect(await bookAs('US', CALLER, name, more)).toMatchObject({ noted: '', contact: { name: 'Ann Archer' } });
      await office?.close();
    }
  });

  it('a number that is not understood is asked for again, also if the call has one', async () => {
    const { asked, contact } = await bookAs('US', CALLER, 'Ann Archer', { callback_number: '303 555 ozz 01' });
    expect([asked, contact]).toEqual([
      'I did not understand the number, and nothing was changed. Please say it digit by digit.',
      undefined,
    ]);
  });
});
