import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Callers ask for people of the practice: Jin Kim and Sam Ortiz clean, Dana Lee and Rafael Ibarra do not. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
});
afterAll(() => office?.close());

const ask = (staff: string) => call('find_open_times', { service: 'Cleaning', date: '2026-03-24', staff });

it.each(['Dana Lee', 'Dr. Lee', 'Mrs Lee', 'Frau Doktor Lee'])(
  'the caller who asks for %s hears that the person does not perform the service, and who does',
  async (name) => {
    expect((await ask(name)).text).toBe('Dr. Dana Lee does not do that. You can choose Jin Kim or Sam Ortiz.');
  },
);

it.each(['Mr Ortiz', 'Mr. Ortiz', 'Herr Ortíz', 'Señor Ortiz', 'Sr. Ortiz', 'M. Ortiz', 'signor Ortiz'])(
  'a title leads to the person in %s',
  async (name) => {
    expect((await ask(name)).text).toMatch(/^Tuesday the 24th: .* free\.$/);
  },
);

it.each(['Mr Kimble', 'Frau', 'Herr Doktor'])(
  'a name such as %s that no person of the practice has is unknown',
  async (name) => {
    expect((await ask(name)).text).toBe('I do not know that person. You can choose Jin Kim or Sam Ortiz.');
  },
);
