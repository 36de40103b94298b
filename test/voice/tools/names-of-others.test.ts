import { afterEach, describe, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Callers who book for another person, or spell a name. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice | undefined;
afterEach(async () => {
  await office?.close();
  office = undefined;
});

async function open(language = 'en-GB') {
  office = await openVoiceOffice({ language });
  const { as, booked } = office;
  const call = as(CALLER);
  const book = async (more: object) =>
    (
      await call('create_booking', {
        service: 'Cleaning',
        start: '2026-03-05T10:00',
        caller_name: 'Ann Archer',
        ...more,
      })
    ).text;
  const names = async () => (await booked()).map(({ contact }) => (contact as { name: string }).name);
  return { call, book, names };
}

describe('an appointment for a relative', () => {
  it.each([
    [
      'en-GB',
      'What is the full name of the person who is coming?',
      ['for my son', 'for our little daughter'],
      'my wife',
    ],
    ['de-DE', 'Wie ist bitte der vollständige Name der Person, die kommt?', ['für meinen Sohn'], 'meine Tochter'],
    ['fr-FR', 'Quel est le nom complet de la personne qui viendra ?', ['pour ma fille', 'pour mon mari'], 'mon fils'],
    ['es-ES', '¿Cuál es el nombre completo de la persona que viene?', ['para mi hijo'], 'para mi hija'],
    ['it-IT', 'Qual è il nome completo della persona che viene?', ['per mio figlio'], 'mia moglie'],
    ['pt-BR', 'Qual é o nome completo da pessoa que vem?', ['para o meu filho'], 'minha filha'],
  ])('a caller in %s is asked for the name of who comes', async (language, question, services, name) => {
    const { book, names } = await open(language);
    for (const words of services) {
      expect(await book({ service: `Cleaning ${words}` })).toBe(question);
      expect(await book({ note: words })).toBe(question);
      // The answer can be the same name, and the question is not asked again.
      expect(await book({ service: `Cleaning ${words}` })).toContain('Ann Archer');
    }
    for (const caller_name of [name, `Ann Archer ${services[0]}`])
      expect([caller_name, await book({ caller_name })]).toEqual([caller_name, question]);
    expect(await names()).toEqual([]);
  });

  it('the appointment gets the name that the caller has said for the relative', async () => {
    const { book, call, names } = await open();
    expect(await book({ service: 'Cleaning for my son' })).toMatch(/^What is the full name/);
    const args = { service: 'Cleaning for my son', start: '2026-03-05T10:00', caller_name: 'Tim Archer' };
    expect((await confirmed(call, 'create_booking', args)).asked).toContain('under the name Tim Archer.');
    expect(await names()).toEqual(['Tim Archer']);
  });

  it.each([
    ['Ann Archer for my son Tim Archer', 'Tim Archer'],
    ['Tim Archer, my son', 'Tim Archer'],
    ['Tim Archer (my son)', 'Tim Archer'],
    ["my son's name is Tim Archer", 'Tim Archer'],
    ["Ann Archer's son Tim", 'Tim'],
    ['Tim Archer, mein Sohn', 'Tim Archer'],
    ['Anna Mia Mann', 'Anna Mia Mann'],
  ])('%j is booked for %j', async (caller_name, name) => {
    const { book } = await open();
    expect(await book({ caller_name })).toContain(`under the name ${name}.`);
  });
});

describe('a name that is spelled', () => {
  it.each([
    ['Anna Kern with K', 'Anna Kern'],
    ['Anna Kern, K as in Kilo', 'Anna Kern'],
    ['Kern mit K', 'Kern'],
    ['Kern, K wie Karl, E wie Emil, R wie Richard, N wie Nordpol', 'Kern'],
    ['Meyer mit Y wie Ypsilon', 'Meyer'],
    ['Bernard avec un D', 'Bernard'],
    ['López con z', 'López'],
    ['M-E-Y-E-R', 'Meyer'],
    ['Anna M-E-Y-E-R', 'Anna Meyer'],
    ['Anna Meyer, M-E-Y-E-R', 'Anna Meyer'],
    ["Anna Meier, that's M, E, Y, E, R", 'Anna Meyer'],
    ['Anna Meyer spelled M E Y E R', 'Anna Meyer'],
    ['A-N-N M-E-Y-E-R', 'Ann Meyer'],
    ['Mary-Ann Kern', 'Mary-Ann Kern'],
    ['J R R Tolkien', 'J R R Tolkien'],
  ])('%j is booked and noted as %j', async (caller_name, name) => {
    const { call, names } = await open();
    const args = { service: 'Cleaning', start: '2026-03-05T10:00', caller_name };
    expect((await confirmed(call, 'create_booking', args)).asked).toContain(`under the name ${name}.`);
    expect(await names()).toEqual([name]);
    expect((await call('cancel_booking', { caller_name })).text).toMatch(/^I would cancel Cleaning with /);
  });
});
