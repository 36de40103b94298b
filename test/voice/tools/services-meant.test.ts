import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** The name of one service is a part of that of another one. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Opens a practice with these services, of which those in the second list are switched off. */
async function open(offered: readonly string[], off: readonly string[] = []) {
  const [service] = practice().services ?? [];
  const services = [...offered, ...off].map((name, index) => ({
    ...service,
    id: `service_${index}`,
    name,
    active: !off.includes(name),
  }));
  office = await openVoiceOffice({}, { services });
  return async (said: string) => (await office.as(CALLER)('list_services', { service: said })).text;
}

it('a switched-off service is not exchanged for one with a shorter name', async () => {
  const ask = await open(['Cleaning'], ['Deep cleaning']);
  for (const said of ['deep cleaning', 'deep cleaning please', 'for a deep cleaning', 'deep cleanings'])
    expect(await ask(said), said).toBe('We do not offer that. We offer Cleaning.');
  expect(await ask('a cleaning appointment')).toMatch(/^Cleaning takes /);
});

it('the longest name among the words is meant, and there is no word about a shorter one', async () => {
  const ask = await open(['Cleaning', 'Deep cleaning', 'Whitening']);
  expect(await ask('a deep cleaning appointment')).toMatch(/^Deep cleaning takes /);
  expect(await ask('deep cleaning and whitening today')).toBe(
    'Deep cleaning and Whitening are booked separately. Which one first?',
  );
});

it('a word of a few letters is no part of another word of a service, and a longer one can be', async () => {
  const ask = await open(['Instant whitening', 'Zahnreinigung', 'Spray tan']);
  expect(await ask('tan')).toMatch(/^Spray tan takes /);
  expect(await ask('Reinigung')).toMatch(/^Zahnreinigung takes /);
  expect(await ask('ein')).toMatch(/^We do not offer that\./);
});

it('a name that begins with an article is found before those that have its other words', async () => {
  const ask = await open(['A la carte color', 'Carte blanche color']);
  expect(await ask('A la carte')).toMatch(/^A la carte color takes /);
  expect(await ask('the carte blanche')).toMatch(/^Carte blanche color takes /);
});

it.each([
  ['deep cleaning, please', ['Cleaning', 'Deep teeth cleaning'], 'Deep teeth cleaning'],
  ['please, a deep cleaning', ['Cleaning', 'Deep teeth cleaning'], 'Deep teeth cleaning'],
  ['deep cleaning, please', ['Deep cleaning', 'Deep cleaning plus'], 'Deep cleaning'],
  ['eine Zahnreinigung bitte', ['Professionelle Zahnreinigung'], 'Professionelle Zahnreinigung'],
  ['zur Zahnreinigung', ['Professionelle Zahnreinigung'], 'Professionelle Zahnreinigung'],
  ['for a cleaning', ['Teeth cleaning'], 'Teeth cleaning'],
  ['an exam please', ['New patient exam'], 'New patient exam'],
  ["s'il vous plaît, pour un détartrage", ['Détartrage complet'], 'Détartrage complet'],
  ["per l'igiene, per favore", ['Igiene orale'], 'Igiene orale'],
  ['para uma limpeza por favor', ['Limpeza dental'], 'Limpeza dental'],
])('the caller who says %j to a practice with %j means %s', async (said, offered, expected) => {
  const ask = await open(offered);
  expect((await ask(said)).startsWith(`${expected} takes `)).toBe(true);
});

it('a switched-off service is not exchanged for a shorter one behind words of politeness', async () => {
  const ask = await open(['Cleaning'], ['Deep teeth cleaning']);
  for (const said of ['deep cleaning, please', 'for a deep cleaning'])
    expect(await ask(said), said).toBe('We do not offer that. We offer Cleaning.');
});
