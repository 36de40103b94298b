import { afterEach, describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** What agents send for the name or the number of a caller who has not said it. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice | undefined;
afterEach(async () => {
  await office?.close();
  office = undefined;
});

async function open(caller = CALLER, language = 'en-GB') {
  office = await openVoiceOffice({ language });
  const opened = office;
  const call = opened.as(caller);
  const book = (more: object) =>
    call('create_booking', { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer', ...more });
  return { call, book, booked: opened.booked };
}

const ASK_NAME = 'May I have your full name, please?';
const ASK_NUMBER = 'I cannot see your number. Under which number can we call you back?';

it('words that stand for an unknown name lead to the question for it', async () => {
  const { book, booked } = await open();
  for (const caller_name of [
    ...['Unknown', 'UNKNOWN', 'Anonymous', 'unknown caller', 'Caller', 'the caller', 'Unknown Customer', 'n/a', 'N.A.'],
    ...[
      'None',
      'null',
      'undefined',
      'Not provided',
      'not given',
      'no name',
      'Name unknown',
      'Private number',
      '-',
      '?',
    ],
    ...[
      '{{caller_name}}',
      '[name]',
      '<name>',
      '<system>',
      '😀',
      '+13035550101',
      'Restricted',
      'Unavailable',
      'Wireless Caller',
    ],
    ...['Unbekannt', 'unbekannter Anrufer', 'Anruferin', 'anonym', 'Nummer unterdrückt', 'kein Name', 'k.A.'],
    ...['inconnu', 'Numéro inconnu', 'Appelant anonyme', 'non renseigné', 'sans nom'],
    ...['desconocido', 'Número desconocido', 'anónima', 'sin nombre', 'Número oculto'],
    ...['sconosciuto', 'numero sconosciuto', 'chiamante anonimo', 'senza nome', 'non disponibile'],
    ...['desconhecido', 'número desconhecido', 'anônimo', 'sem nome', 'não informado'],
  ])
    for (const more of [{}, { confirmed: true }]) {
      const { text, isError, forAgent } = await book({ caller_name, ...more });
      expect([caller_name, text, isError]).toEqual([caller_name, ASK_NAME, true]);
      expect(forAgent).toMatch(/^Not to be said: caller_name is no name\. /);
    }
  expect(await booked()).toEqual([]);
});

it('names that have such a word, or are short, are names', async () => {
  const { book } = await open();
  for (const caller_name of [
    ...['Na', 'No', 'Ng', 'Li', 'Noname Smith', 'Chris Null', 'Anna Private', 'Customer Jones', 'Guest', 'Kunde'],
    ...['Anonymous Bosch', 'Sam Unknown', 'Person', 'Nunes', 'Nonnen', 'Anon', 'Ana', 'Sans', 'Sin', 'Caller Smith'],
  ])
    expect((await book({ caller_name })).text).toContain(`under the name ${caller_name}. Is that right?`);
});

it.each([
  ['en-GB', ['me', 'Myself', 'for me'], ['Io', 'Mi', 'Yo', 'Moi', 'Eu']],
  ['de-DE', ['ich', 'mich', 'für mich', 'me'], ['Io', 'Mi', 'Yo']],
  ['es-ES', ['yo', 'Yo mismo', 'para mí'], ['Io', 'Mi', 'Moi']],
  ['fr-FR', ['moi', 'moi-même', 'pour moi'], ['Io', 'Mi', 'Yo']],
  ['it-IT', ['io', 'per me', 'sono io'], ['Mi', 'Yo', 'Moi']],
  ['pt-BR', ['eu', 'eu mesmo', 'para mim'], ['Io', 'Mi', 'Yo']],
])(
  'in %s, words of callers for themselves are no names, and those of other languages are',
  async (language, ...all) => {
    const [words, names] = all;
    const { book } = await open(CALLER, language);
    for (const caller_name of words)
      expect([caller_name, (await book({ caller_name })).isError]).toEqual([caller_name, true]);
    for (const caller_name of names) {
      const { text, isError } = await book({ caller_name });
      expect([caller_name, text.includes(` ${caller_name}.`) || text.includes(`'${caller_name}.`), isError]).toEqual([
        caller_name,
        true,
        false,
      ]);
    }
  },
);

it.each([
  ['my daughter Lisa', 'Lisa'],
  ['for my little son, Tim Archer', 'Tim Archer'],
  ['my wife, her name is Eve', 'Eve'],
  ['meine Tochter Lisa', 'Lisa'],
  ['für meinen Mann Max Klein', 'Max Klein'],
  ['mi hija Lisa', 'Lisa'],
  ['ma fille Lisa', 'Lisa'],
  ["mon fils qui s'appelle Tim", 'Tim'],
  ['mia figlia Lisa', 'Lisa'],
  ['la mia sorella Anna', 'Anna'],
  ['minha filha Lisa', 'Lisa'],
  ['Anna Smith, phone 555 1234', 'Anna Smith'],
  ['Anna Smith, my number is 303-555-0190', 'Anna Smith'],
  ['Anna Klein, Telefonnummer 0170 5550190', 'Anna Klein'],
  ['Anna Smith +1 303 555 0190', 'Anna Smith'],
  ['Mia Figueroa', 'Mia Figueroa'],
  ['My Nguyen', 'My Nguyen'],
  ['Mi Primavera', 'Mi Primavera'],
  ['La Rosa', 'La Rosa'],
  ['Mia Mann', 'Mia Mann'],
  ['Mia Cousin', 'Mia Cousin'],
])('the name in %j is %s', async (caller_name, name) => {
  const { book, booked } = await open();
  expect((await book({ caller_name })).text).toContain(`, under the name ${name}.`);
  await book({ caller_name, confirmed: true });
  expect(await booked()).toMatchObject([{ contact: { name } }]);
});

it('a relative without a name is asked for it', async () => {
  const { book } = await open();
  for (const caller_name of ['my daughter', 'meine Tochter'])
    expect((await book({ caller_name })).text).toBe('What is the full name of the person who is coming?');
  expect((await book({ caller_name: '555 1234' })).text).toBe(ASK_NAME);
});

it('a name that is unknown is none that was said, where the operator asks for it', async () => {
  office = await openVoiceOffice();
  const call = office.as(CALLER, { callerChecks: ['name'] });
  for (let count = 0; count < 4; count++)
    expect((await call('list_bookings', { caller_name: 'Unknown' })).text).toBe(ASK_NAME);
});

it('a name that is unknown does not make an appointment that of another person', async () => {
  const { call, book } = await open();
  await book({});
  await book({ confirmed: true });
  const whole = (await call('list_bookings')).text;
  expect((await call('list_bookings', { caller_name: 'Unknown' })).text).toBe(whole);
});

describe('a caller whose number is withheld', () => {
  it('hears first why the request is not possible, whether a number was said or not', async () => {
    const { book } = await open(WITHHELD);
    for (const callback_number of [undefined, '+13035550190', 'unknown'])
      for (const caller_name of ['Ann Archer', 'Unknown']) {
        const said = { caller_name, ...(callback_number === undefined ? {} : { callback_number }) };
        expect((await book({ ...said, start: '2026-03-01T09:00' })).text).toMatch(/already over/);
        expect((await book({ ...said, service: 'something that is not offered' })).text).toMatch(/^We do not offer/);
        expect((await book({ ...said, staff: 'Zoe Zane' })).text).toMatch(/^I do not know that person/);
        expect((await book({ ...said, start: '2026-03-22T09:00' })).text).toMatch(/we are closed/);
      }
  });

  it('a caller without a number is asked for the name, then for the number, and books with both', async () => {
    const { call, book, booked } = await open(WITHHELD);
    expect((await book({ caller_name: 'Unknown' })).text).toBe(ASK_NAME);
    expect((await book({})).text).toBe(ASK_NUMBER);
    const args = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
    await confirmed(call, 'create_booking', { ...args, callback_number: '303 555 0190' });
    expect(await booked()).toHaveLength(1);
  });

  it.each([
    'anonymous',
    'Restricted',
    'Unavailable',
    'unknown',
    '+266696687',
    '266696687',
    '+7378742833',
    '000 000 0000',
  ])('is asked for the number if the agent sends %j for it', async (callback_number) => {
    const { book } = await open(WITHHELD);
    const { text, isError } = await book({ callback_number });
    expect([text, isError]).toEqual([ASK_NUMBER, true]);
  });
});
