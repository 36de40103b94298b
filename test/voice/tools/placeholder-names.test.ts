import { afterEach, describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** What agents send for the name or the number of a caller who has not said it. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice | undefined;
afterEach(async () => {
  await office?.close();
  office = undefined;
});

async function open(caller = CALLER) {
  office = await openVoiceOffice();
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
