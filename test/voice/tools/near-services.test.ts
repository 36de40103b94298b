import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Names of services that speech recognition has misheard, or that the business writes in another way. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(offered: readonly string[], off: readonly string[] = []) {
  const [service] = practice().services ?? [];
  const services = [...offered, ...off].map((name, index) => ({
    ...service,
    id: `service_${index}`,
    name,
    active: !off.includes(name),
  }));
  office = await openVoiceOffice({}, { services });
  return office.as(CALLER);
}

it.each([
  ['Damenhaarschnitt', ['Damenschnitt', 'Färben'], 'Do you mean Damenschnitt?'],
  ['Harschnitt', ['Haarschnitt Damen', 'Färben'], 'Do you mean Haarschnitt Damen?'],
  ['Damenhaarschmitt', ['Haarschnitt Damen', 'Damenhaarschnitt'], 'Do you mean Damenhaarschnitt?'],
  ['consulation', ['Consultation', 'Cleaning'], 'Do you mean Consultation?'],
  ['a consulation, please', ['First consultation', 'Cleaning'], 'Do you mean First consultation?'],
  ['new pacient exam', ['New patient exam', 'Cleaning'], 'Do you mean New patient exam?'],
  ['cleening appointment', ['Cleaning', 'Filling'], 'Do you mean Cleaning?'],
  ['clening', ['Cleaning', 'Deep cleaning', 'Botox'], 'Do you mean Cleaning or Deep cleaning?'],
  ['haircut and culour', ['Haircut', 'Colour'], 'Haircut and Colour are booked separately. Which one first?'],
])('the caller who says %j to a business with %j is asked about the nearest names', async (said, offered, expected) => {
  const call = await open(offered);
  for (const [tool, args] of [
    ['list_services', {}],
    ['find_open_times', {}],
    ['create_booking', { start: '2026-03-24T09:00', caller_name: 'Ann Archer', confirmed: true }],
  ] as const)
    expect((await call(tool, { service: said, ...args })).text, tool).toBe(expected);
  expect(await office.booked()).toEqual([]);
});

it.each([
  ['Botox', ['Cleaning', 'Filling']],
  ['tan', ['Cut', 'Tint']],
  ['Massage', ['Cleaning', 'Manicure']],
])('the caller who says %j to a business with %j hears that it is not offered', async (said, offered) => {
  const call = await open(offered);
  expect((await call('list_services', { service: said })).text).toMatch(/^We do not offer that\. We offer /);
});

it('a misheard name of a switched-off service leads to no other service', async () => {
  const call = await open(['Cleaning'], ['Consultation']);
  expect((await call('list_services', { service: 'consulation' })).text).toBe(
    'We do not offer that. We offer Cleaning.',
  );
});

it('a long text without a service is answered at once, whatever the number of services', async () => {
  const call = await open(Array.from({ length: 100 }, (_, index) => `Treatment ${'abcdefghij'.repeat(5)} ${index}`));
  const began = performance.now();
  expect((await call('list_services', { service: 'zyxwvutsrq '.repeat(18) })).text).toMatch(/^We do not offer that\./);
  expect(performance.now() - began).toBeLessThan(5_000);
});
