import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** What models write for the person when the caller does not mind. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
});
afterAll(() => office?.close());

const ask = async (staff: string) =>
  (await call('create_booking', { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer', staff }))
    .text;

it.each([
  ...[
    'anyone',
    'Anybody.',
    'any',
    'who ever is free',
    'either one',
    'no preference',
    "it doesn't matter",
    'first available',
  ],
  ...['egal', 'irgendwer', 'ist mir egal', 'wer frei ist', 'keine Präferenz'],
  ...['cualquiera', 'me da igual', 'sin preferencia', "n'importe qui", 'peu importe', 'aucune préférence'],
  ...['chiunque', 'non importa', 'nessuna preferenza', 'qualquer um', 'tanto faz', 'sem preferência'],
])('the person "%s" is anyone who is free', async (staff) => {
  expect(await ask(staff)).toBe(
    'I would book Cleaning on Tuesday the 24th at 9:00, under the name Ann Archer. Is that right?',
  );
});

it.each(['any woman', 'someone else', 'first', 'no'])('the person "%s" is not taken for anyone', async (staff) => {
  expect(await ask(staff)).toMatch(/^I do not know that person\. /);
});
