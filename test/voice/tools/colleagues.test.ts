import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** People whose names are parts of each other: the one whom a caller names is never exchanged for a colleague. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Opens a practice whose only service is performed by the first person. @param inactive ids of those who have left */
async function open(names: Readonly<Record<string, string>>, inactive: readonly string[] = []) {
  const [performer = ''] = Object.keys(names);
  office = await openVoiceOffice(
    {},
    {
      staff: Object.entries(names).map(([id, name]) => ({ id, name, active: !inactive.includes(id) })),
      services:
        practice()
          .services?.slice(0, 1)
          .map((service) => ({ ...service, staff: [performer] })) ?? [],
    },
  );
  const call = office.as(CALLER);
  const args = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  return {
    book: async (staff: string) => (await call('create_booking', { ...args, staff })).text,
    find: async (staff: string) =>
      (await call('find_open_times', { service: 'Cleaning', date: '2026-03-24', staff })).text,
  };
}

it('a colleague whose name contains that of the person who performs the service is not exchanged for this person', async () => {
  const { book, find } = await open({ anna: 'Anna', annak: 'Anna K.' });
  const expected = 'Anna K. does not do that. You can choose Anna.';
  for (const said of ['Anna K.', 'anna k', 'Mrs Anna K.', 'annak']) {
    expect(await book(said), said).toBe(expected);
    expect(await find(said), said).toBe(expected);
  }
  expect(await book('Anna')).toMatch(/^I would book Cleaning with Anna on /);
});

it('a colleague is found by id, by name and with a title, before a person who has only the family name', async () => {
  const { book, find } = await open({ lee: 'Lee', danalee: 'Dana Lee' });
  const expected = 'Dana Lee does not do that. You can choose Lee.';
  for (const said of ['Dana Lee', 'Mrs Dana Lee', 'danalee', 'Dana']) {
    expect(await book(said), said).toBe(expected);
    expect(await find(said), said).toBe(expected);
  }
  expect(await book('Mrs Lee')).toMatch(/^I would book Cleaning with Lee on /);
});

it('a colleague whose name has the word as a whole is meant, and not a person whose name only contains it', async () => {
  const { book } = await open({ dana: 'Dana Roe', dan: 'Dan Hill', kathleen: 'Kathleen Hill' });
  expect(await book('Dan')).toBe('Dan Hill does not do that. You can choose Dana Roe.');
  expect(await book('Mr Dan Hill, please')).not.toMatch(/^I would book/);
});

it('a name without a title that only a colleague has in full is that of the colleague', async () => {
  const { book } = await open({ ortiz: 'Sam Ortiz', sam: 'Ortiz' });
  expect(await book('Ortiz')).toBe('Ortiz does not do that. You can choose Sam Ortiz.');
});

it('a colleague is not exchanged for a person with a shorter name if more words are said', async () => {
  const { book } = await open({ lee: 'Lee', danalee: 'Dana Lee' });
  for (const said of ['with Dana Lee', 'Dana Lee please', 'Dana Lee, if possible'])
    expect(await book(said), said).toBe('Dana Lee does not do that. You can choose Lee.');
  expect(await book('with Lee, please')).toMatch(/^I would book Cleaning with Lee on /);
});

it('a colleague with a doctor’s title is not exchanged for one without', async () => {
  const { book } = await open({ roth: 'Frau Roth', drroth: 'Frau Dr. Roth' });
  for (const said of ['Frau Doktor Roth', 'Frau Dr Roth'])
    expect(await book(said), said).toBe('Frau Dr. Roth does not do that. You can choose Frau Roth.');
});

it.each([
  [{ joanna: 'Joanna Smith', ann: 'Ann Smith' }, 'ann', 'Ann Smith'],
  [{ lee: 'Lee', danalee: 'Dana Lee' }, 'danalee', 'Dana Lee'],
  [{ sam: 'Sam Lee', lee: 'Mrs Lee' }, 'lee', 'Mrs Lee'],
])('of the people %j, the name of one who has left leads to no other one: %s', async (names, left, said) => {
  const { book } = await open(names, [left]);
  const [other] = Object.values(names);
  expect(await book(said)).toBe(`${said} does not do that. You can choose ${other}.`);
});

it('a caller hears no choice of people for a service whose only person has left', async () => {
  const { book, find } = await open({ ann: 'Ann Smith', lee: 'Dana Lee' }, ['ann']);
  for (const ask of [book, find]) {
    expect(await ask('Dana Lee')).toBe('Dana Lee does not do that.');
    expect(await ask('Robin')).toBe('I do not know that person.');
  }
});
