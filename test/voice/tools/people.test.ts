import { afterAll, beforeAll, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
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

it.each(['Mr Ortiz', 'Mr. Ortiz', 'Herr Ortíz', 'Señor Ortiz', 'Sr. Ortiz', 'Professor Ortiz', 'signor Ortiz'])(
  'a title leads to the person in %s',
  async (name) => {
    expect((await ask(name)).text).toMatch(/^Tuesday the 24th: .* free\.$/);
  },
);

it.each(['Mr Kimble', 'Frau', 'Herr Doktor', 'Don Kim'])(
  'a name such as %s that no person of the practice has is unknown',
  async (name) => {
    expect((await ask(name)).text).toBe('I do not know that person. You can choose Jin Kim or Sam Ortiz.');
  },
);

it('M. is a title in French and an initial in other languages', async () => {
  const args = { service: 'exam', date: '2026-03-31', staff: 'M. Ibarra' };
  expect((await office.as(CALLER, { language: 'fr-FR' })('find_open_times', args)).text).toMatch(/^Le mardi 31 mars, /);
  expect((await call('find_open_times', args)).text).toMatch(/^I do not know that person\. /);
});

it('the only word that is the name of a colleague leads to the person of this name who performs the service', async () => {
  const other = await openVoiceOffice(
    {},
    {
      staff: [...(practice().staff ?? []), { id: 'sam', name: 'Ortiz' }],
    },
  );
  try {
    const args = { service: 'Cleaning', date: '2026-03-24', staff: 'Mr Ortiz' };
    expect((await other.as(CALLER)('find_open_times', args)).text).toMatch(/^Tuesday the 24th: .* free\.$/);
  } finally {
    await other.close();
  }
});

it('a title is no part of the name of a service', async () => {
  for (const tool of ['find_open_times', 'list_services'])
    expect((await call(tool, { service: 'Mrs exam' })).text).toBe(
      'We do not offer that. We offer Cleaning and New patient exam.',
    );
});
