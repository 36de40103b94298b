import { afterEach, describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';
import { openWithStaff } from './support/staff.ts';

/** A title tells people with one family name apart, in whichever way it is written, and is no beginning of another one. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Opens a practice where these people have appointments under one number. */
async function family(language: string, names: readonly string[]) {
  office = await openVoiceOffice({ language });
  const call = office.as(CALLER);
  for (const [index, caller_name] of names.entries())
    await confirmed(call, 'create_booking', {
      service: 'Cleaning',
      staff: 'Jin Kim',
      caller_name,
      start: `2026-03-24T${['09', '11', '14'][index]}:00`,
    });
  return async (caller_name: string) => (await call('cancel_booking', { caller_name })).text;
}

describe('appointments of people who share a number', () => {
  it('a title in French leads to the person who has it, however it is written', async () => {
    const cancel = await family('fr-FR', ['M. Dupont', 'Mme Dupont']);
    for (const said of ['Madame Dupont', 'Mme Dupont', 'mme. dupont'])
      expect(await cancel(said), said).toMatch(/^J'annulerais Cleaning pour Mme Dupont avec /);
    for (const said of ['Monsieur Dupont', 'M. Dupont', 'M Dupont'])
      expect(await cancel(said), said).toMatch(/^J'annulerais Cleaning pour M\. Dupont avec /);
    expect(await cancel('Dupont')).toMatch(/^De quel rendez-vous parlez-vous/);
  });

  it('a title in English never leads to a person who has that of the other sex', async () => {
    const cancel = await family('en-GB', ['M. Smith', 'Mrs Smith']);
    expect(await cancel('Ms Smith')).toMatch(/^I would cancel Cleaning for Mrs Smith with /);
    expect(await cancel('Mr Smith')).toMatch(/^I would cancel Cleaning for Smith with /);
  });

  it('a title behind another word leads to no person of the other sex', async () => {
    const cancel = await family('en-GB', ['Mr Smith', 'Ben Gross']);
    for (const said of ['for Mrs Smith', 'Smith, Mrs', 'Mrs.Smith'])
      expect(await cancel(said), said).toMatch(/^Which appointment do you mean: /);
    expect(await cancel('for Mr Smith')).toMatch(/^I would cancel Cleaning for Mr Smith with /);
  });

  it('a part of a word of a name leaves the question which one is meant', async () => {
    const cancel = await family('en-GB', ['Joanna Klein', 'Ben Gross']);
    for (const said of ['Ann Klein', 'Ann', 'Ross']) expect(await cancel(said), said).toMatch(/^Which appointment /);
    expect(await cancel('for Ben')).toMatch(/^I would cancel Cleaning for Ben with /);
  });

  it('a title that no appointment under the name has leaves the question which one is meant', async () => {
    const cancel = await family('en-GB', ['Mrs Smith', 'Ben Gross']);
    expect(await cancel('Mr Smith')).toMatch(/^Which appointment do you mean: Cleaning for Mrs Smith .* or /);
  });
});

describe('people of the business', () => {
  it('a title leads to one who can have it, and asks if there are several', async () => {
    const book = await openWithStaff(['Mrs. Lee', 'John Lee', 'M. Lee']);
    expect(await book('Mr Lee')).toBe('Do you mean John Lee or M. Lee?');
    expect(await book('Ms Lee')).toMatch(/^I would book Cleaning with Mrs\. Lee on /);
    expect(await book('Lee')).toBe('Do you mean Mrs. Lee, John Lee or M. Lee?');
    expect(await book('M. Lee')).toMatch(/^I would book Cleaning with M\. Lee on /);
  });

  it('a person with another title is unknown', async () => {
    const book = await openWithStaff(['Mrs. Lee', 'Dr. Sam Ortiz']);
    expect(await book('Mr Lee')).toBe('I do not know that person. You can choose Mrs. Lee or Dr. Sam Ortiz.');
    for (const said of ['Doctor Ortiz', 'Mr Ortiz', 'Mrs Ortiz'])
      expect(await book(said), said).toMatch(/^I would book Cleaning with Dr\. Sam Ortiz on /);
  });

  it('a title alone leads to the person who has it, and asks if there are several', async () => {
    const book = await openWithStaff(['Frau Klein', 'Frau Roth', 'Herr Dr. Lee', 'Andrea Roe'], 'de-DE');
    for (const said of ['Dr', 'der Herr Dr.', 'Herr'])
      expect(await book(said), said).toMatch(/^Ich würde buchen: Cleaning bei Herrn Dr\. Lee /);
    expect(await book('Frau')).toBe('Meinen Sie Frau Klein oder Frau Roth?');
    expect(await book('Frau Dr.')).toMatch(/^Diese Person kenne ich nicht\./);
  });

  it.each([
    ['fr-FR', 'Dr Ana Roux', 'le docteur Roux', /^Je réserverais Cleaning avec Dr Ana Roux /],
    ['es-ES', 'Dra. Ana Ruiz', 'Doctora Ruiz', /^Reservaría Cleaning con la Dra\. Ana Ruiz /],
    ['it-IT', 'Dott. Rossi', 'Dottor Rossi', /^Prenoterei Cleaning con il Dott\. Rossi /],
    ['pt-BR', 'Dr.ª Ana Reis', 'Doutora Reis', /^Eu marcaria Cleaning com a Dr\.ª Ana Reis /],
  ])('a title that %s writes shorter than it is said leads to %s', async (language, name, said, expected) => {
    const book = await openWithStaff([name, 'Sam Ortiz'], language);
    expect(await book(said)).toMatch(expected);
  });
});

describe('Don and Doña', () => {
  it.each(['es-ES', 'it-IT', 'pt-BR'])('these are titles where %s is spoken', async (language) => {
    office = await openVoiceOffice({ language });
    const find = async (staff: string) =>
      (await office.as(CALLER)('find_open_times', { service: 'Cleaning', staff })).text;
    const anyone = await find('Jin Kim');
    for (const said of ['Don Jin', 'doña Kim', 'Dona Kim', 'Señora Doña Kim'])
      expect(await find(said), said).toBe(anyone);
  });

  it('a family hears them with the name', async () => {
    const cancel = await family('es-ES', ['Don Luis', 'Doña Ana']);
    const asked = await cancel('Pedro Ruiz');
    expect(asked).toContain('Cleaning para Don Luis con ');
    expect(asked).toContain('Cleaning para Doña Ana con ');
    expect(await cancel('Ana')).toMatch(/^Cancelaría Cleaning para Doña Ana con /);
  });
});
