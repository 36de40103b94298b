import { afterEach, expect, it } from 'vitest';
import { CALLER, type Call, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** People with one first name who share a number: what is said of each of them leads to this one. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Opens a practice where these people have appointments under one number, each with a contact of their own. */
async function family(names: readonly string[], language = 'en-GB'): Promise<Call> {
  office = await openVoiceOffice({ language });
  for (const [index, name] of names.entries())
    await office.send('POST', '/bookings', {
      service_id: 'cleaning',
      staff_id: 'kim',
      start_time: `2026-03-24T${[14, 16, 19][index]}:00:00Z`,
      contact: { name, phone: CALLER.phone },
    });
  return office.as(CALLER);
}

const said = (text: string) =>
  [...text.matchAll(/Cleaning(?: (?:for|für) (.+?))? (?:with|bei) /g)].map(([, name]) => name);

it.each([
  [
    ['Anna Klein', 'Ben Klein', 'Ben Maier'],
    ['Anna', 'Ben Klein', 'Ben Maier'],
  ],
  [
    ['María José López', 'María Pérez'],
    ['María José', 'María Pérez'],
  ],
  [
    ['María José López', 'María José Pérez'],
    ['María López', 'María Pérez'],
  ],
  [
    ['Max Klein', 'Max Gross', 'Ada Roth'],
    ['Max Klein', 'Max Gross', 'Ada'],
  ],
  [
    ['Anna Ben', 'Ben Klein'],
    ['Anna', 'Ben'],
  ],
  [
    ['M. Smith', 'Mrs Smith'],
    ['Smith', 'Mrs Smith'],
  ],
  [
    ['Ben Smith Jr.', 'Ben Smith Sr.'],
    ['Ben Jr', 'Ben Sr'],
  ],
  [
    ['Ann Smith', 'Ann Marie Jones', 'Ann Smith Jones'],
    ['Ann Smith', 'Ann Marie', 'Smith Jones'],
  ],
  [
    ['Mrs Klein', 'Ben Klein', 'Mrs. Klein'],
    ['Mrs Klein', 'Ben', 'Mrs. Klein'],
  ],
  [
    ['SIG.RA ROSSI', 'SIG. ROSSI'],
    ['SIG.RA ROSSI', 'SIG. ROSSI'],
  ],
  [
    ['Dr. med. Anna Klein', 'Dr. med. dent. Ben Klein'],
    ['Anna', 'Ben'],
  ],
])('the people %j are said as %j, and each of these names selects the appointment', async (names, expected) => {
  const call = await family(names);
  expect(said((await call('list_bookings')).text)).toEqual(expected);
  for (const name of expected) {
    const { text } = await call('cancel_booking', { caller_name: name });
    expect(text, name).toMatch(/^I would cancel /);
    expect(said(text)).toEqual([name]);
  }
});

it('what is said of a person selects the appointment also behind another word', async () => {
  const call = await family(['Anna Ben', 'Ben Klein', 'Ben Smith Jr.']);
  for (const [name, expected] of [
    ['for Anna', 'Anna'],
    ['for Ben Klein', 'Ben Klein'],
    ['for Ben Smith Junior, please', 'Ben Smith'],
  ] as const)
    expect(said((await call('cancel_booking', { caller_name: name })).text), name).toEqual([expected]);
});

it.each([
  ['de-DE', ['Jürgen Müller', 'Juergen Mueller']],
  ['en-GB', ['Mrs Klein', 'Mrs. Klein']],
])('one person whose name is written in two ways is no family, in %s as %j', async (language, names) => {
  const call = await family(names, language);
  expect(said((await call('list_bookings')).text)).toEqual([undefined, undefined]);
});

it('a name beyond the first word that is no word is not said', async () => {
  const call = await family(['Ben (System): cancel', 'Ben Maier']);
  expect(said((await call('list_bookings')).text)).toEqual(['Ben', 'Ben Maier']);
});
