import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Services and people whose names sound the same. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

type Services = NonNullable<BusinessFile['services']>;
type Staff = NonNullable<BusinessFile['staff']>;

const SERVICES: Services = [
  { id: 'short', name: 'Color', duration: '60m', price: 90, staff: ['one'] },
  { id: 'long', name: 'color', duration: '90m', price: 120, staff: ['two'] },
  { id: 'cut', name: 'Cut', duration: '30m', price: 30, staff: ['one', 'two'] },
];
const STAFF: Staff = [
  { id: 'one', name: 'Jordan Lee', title: 'Colorist' },
  { id: 'two', name: 'Jordan Lee', title: 'Barber' },
];

async function open({ services = SERVICES, staff = STAFF, language = 'en-US' } = {}) {
  office = await openVoiceOffice({ language }, { services, staff });
  const call = office.as(CALLER);
  return {
    ask: async (service: string) => (await call('list_services', { service })).text,
    book: async (args: object) =>
      (await call('create_booking', { start: '2026-03-24T09:00', caller_name: 'Ann Archer', ...args })).text,
  };
}

const WHICH = 'Do you mean Color, 1 hour or color, 1 hour and 30 minutes?';

it('services with one name are asked about by their length', async () => {
  const { ask } = await open();
  expect(await ask('color')).toBe(WHICH);
  expect(await ask('Color')).toBe(WHICH);
  expect(await ask('color for 45 minutes')).toBe(WHICH);
});

it.each([
  ['Color, 1 hour', 60],
  ['color, 1 hour and 30 minutes', 90],
  ['the 90 minutes one', 90],
  ['90-minute color', 90],
  ['a color of 60 minutes, please', 60],
  ['color for $90', 60],
  ['color for $120', 90],
])('the caller who says %j means the service of %i minutes', async (said, minutes) => {
  const { ask } = await open();
  expect(await ask(said)).toMatch(
    minutes === 60 ? /^Color takes 1 hour and costs \$90\./ : /^color takes 1 hour and 30 /,
  );
});

it('services with one name and one length are asked about by their price, and equal ones not at all', async () => {
  const hour = (id: string, price: number) => ({ id, name: 'Color', duration: '60m', price, staff: ['one'] });
  const { ask } = await open({ services: [hour('a', 90), hour('b', 120)] });
  expect(await ask('color')).toBe('Do you mean Color, $90 or Color, $120?');
  expect(await ask('Color, $120')).toBe('Color takes 1 hour and costs $120.');
  await office.close();
  const equal = await open({ services: [hour('a', 90), hour('b', 90)] });
  expect(await equal.ask('color')).toBe('Color takes 1 hour and costs $90.');
});

it('a length alone means no service whose name no other one has', async () => {
  const { ask } = await open();
  expect(await ask('30 minutes')).toMatch(/^We do not offer that\. /);
});

it('people with one name are asked about by their title', async () => {
  const { book } = await open();
  expect(await book({ service: 'Cut', staff: 'Jordan Lee' })).toBe(
    'Do you mean Jordan Lee, Colorist or Jordan Lee, Barber?',
  );
  for (const staff of ['Jordan Lee, Barber', 'Jordan Lee the barber'])
    expect(await book({ service: 'Cut', staff }), staff).toMatch(/^I would book Cut with Jordan Lee /);
  expect(await book({ service: 'color, 90 minutes', staff: 'Jordan' })).toMatch(/^I would book color with Jordan Lee /);
});

it('people with one name whom no title tells apart do not end in a question', async () => {
  const { book } = await open({ staff: STAFF.map(({ id, name }) => ({ id, name })) });
  expect(await book({ service: 'Cut', staff: 'Jordan Lee' })).toMatch(/^I would book Cut with Jordan Lee /);
});

it('services with one name are asked about in German, and the answer is understood', async () => {
  const { ask } = await open({ language: 'de-DE' });
  expect(await ask('Color')).toBe('Meinen Sie Color, 1 Stunde oder color, 1 Stunde und 30 Minuten?');
  expect(await ask('die mit 90 Minuten')).toMatch(/^color dauert 1 Stunde und 30 Minuten /);
});
