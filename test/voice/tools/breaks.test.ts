import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Times at which the business or a person has a break. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Jin Kim has lunch at another time than the practice, and no work on Fridays. */
const withBreak = (more: object = {}): BusinessFile['staff'] =>
  practice().staff?.map((one) =>
    one.id === 'kim' ? { ...one, opening_hours: ['Mon-Thu 08:00-11:00, 11:45-17:00'], ...more } : one,
  );

async function open(business: Partial<BusinessFile> = {}, language = 'en-GB') {
  office = await openVoiceOffice({ language }, business);
  const call = office.as(CALLER);
  const wanted = { service: 'Cleaning', caller_name: 'Ann Archer' };
  return {
    call,
    book: async (start: string, staff?: string, service = 'Cleaning') =>
      (await call('create_booking', { ...wanted, service, start, ...(staff ? { staff } : {}) })).text,
  };
}

const OPEN = 'On Tuesday the 10th we are open from 8:00 to 12:00 and from 13:00 to 17:00.';
const KIM = 'On Tuesday the 10th Jin Kim works from 8:00 to 11:00 and from 11:45 to 17:00.';

it('a time in the lunch break of the business is refused with the opening hours of that day', async () => {
  const { book } = await open();
  expect(await book('2026-03-10T12:30')).toBe(
    `${OPEN} It would be possible on Tuesday the 10th at 11:15, at 13:00 or at 13:15.`,
  );
  expect(await book('2026-03-10T18:00')).toMatch(/^On Tuesday the 10th we are open from 8:00 to 12:00 and /);
});

it('a time at which the appointment would reach into the break is refused with the hours and its length', async () => {
  const { book } = await open();
  expect(await book('2026-03-10T11:30')).toBe(
    `${OPEN} Cleaning takes 45 minutes. It would be possible on Tuesday the 10th at 11:00, at 11:15 or at 13:00.`,
  );
});

it('a time in the break of the person who is asked for is refused with the working hours of that person', async () => {
  const { book } = await open({ staff: withBreak() ?? [] });
  expect(await book('2026-03-10T11:15', 'Jin Kim')).toMatch(
    new RegExp(`^${KIM} It would be possible on Tuesday the 10th at `),
  );
  expect(await book('2026-03-10T10:30', 'Jin Kim')).toMatch(
    new RegExp(`^${KIM} Cleaning takes 45 minutes. It would be possible on Tuesday the 10th at `),
  );
  expect(await book('2026-03-13T09:00', 'Jin Kim')).toMatch(
    /^On Friday the 13th Jin Kim does not work\. It would be possible on /,
  );
  // A colleague works then.
  expect(await book('2026-03-10T11:15')).toMatch(/^I would book /);
});

it('a time in the break of the only person who does it is refused with the working hours of that person', async () => {
  const services = [{ id: 'cleaning', name: 'Cleaning', duration: '45m', staff: ['kim'] }];
  const { book } = await open({ staff: withBreak() ?? [], services });
  expect(await book('2026-03-10T11:15')).toMatch(new RegExp(`^${KIM} It would be possible on `));
  // The business is not open then, either.
  expect(await book('2026-03-10T18:00')).toMatch(/^On Tuesday the 10th we are open /);
});

it('a time in the break of the only person who does it that day is refused with the working hours of that person', async () => {
  const staff = withBreak()?.map((one) => (one.id === 'ortiz' ? { ...one, opening_hours: ['Fri 08:00-17:00'] } : one));
  const { book } = await open({ staff: staff ?? [] });
  expect(await book('2026-03-10T11:15')).toMatch(new RegExp(`^${KIM} It would be possible on `));
});

it('a day on which the person who is asked for does not work is said so, and an absence is not', async () => {
  const { call } = await open({ staff: withBreak({ time_off: [{ from: '2026-03-11' }] }) ?? [] });
  const find = async (date: string) =>
    (await call('find_open_times', { service: 'Cleaning', date, staff: 'Jin Kim' })).text;
  expect(await find('2026-03-13')).toBe(
    'On Friday the 13th Jin Kim does not work. The next free time is on Monday the 16th at 8:00.',
  );
  expect(await find('2026-03-11')).toMatch(/^Nothing is free then\. /);
});

it('an appointment is not moved into a break, and the caller hears why', async () => {
  const { call } = await open();
  await confirmed(call, 'create_booking', {
    service: 'Cleaning',
    caller_name: 'Ann Archer',
    start: '2026-03-10T09:00',
  });
  expect((await call('update_booking', { new_start: '2026-03-10T12:15' })).text).toMatch(
    /^On Tuesday the 10th we are open from 8:00 to 12:00 and from 13:00 to 17:00\. It would be possible /,
  );
});

it('neither a taken time nor an absence is called a break', async () => {
  const { call, book } = await open({ staff: withBreak({ time_off: [{ from: '2026-03-11' }] }) ?? [] });
  const nine = { service: 'Cleaning', caller_name: 'Ann Archer', start: '2026-03-10T09:00', staff: 'Jin Kim' };
  await confirmed(call, 'create_booking', nine);
  expect(await book('2026-03-10T09:15', 'Jin Kim')).toMatch(/^That time is not possible\. /);
  expect(await book('2026-03-11T09:00', 'Jin Kim')).toMatch(/^That time is not possible\. /);
});

it('an evening that goes on after midnight has no break at midnight', async () => {
  const opening_hours = ['Mon-Sun 00:00-02:00, 20:00-24:00'];
  const staff = practice().staff?.map(({ opening_hours: _, ...one }) => one) ?? [];
  const { call, book } = await open({ opening_hours, staff, rules: {} });
  for (const name of ['Cy Cole', 'Bo Berg'])
    await confirmed(call, 'create_booking', { service: 'Cleaning', caller_name: name, start: '2026-03-10T23:30' });
  expect(await book('2026-03-10T23:30')).toMatch(/^That time is not possible\. /);
  expect(await book('2026-03-10T19:00')).toMatch(/^On Tuesday the 10th we are open from 20:00 to 2:00\. /);
});

it.each([
  ['de-DE', 'Am Dienstag, den 10. arbeitet Jin Kim von 8:00 bis 11:00 Uhr und von 11:45 bis 17:00 Uhr.'],
  ['fr-FR', 'Le mardi 10, Jin Kim travaille de 8:00 à 11:00 et de 11:45 à 17:00.'],
  ['es-ES', 'El martes 10 Jin Kim trabaja de 8:00 a 11:00 y de 11:45 a 17:00.'],
  ['it-IT', 'Martedì 10 Jin Kim lavora dalle 8:00 alle 11:00 e dalle 11:45 alle 17:00.'],
  ['pt-BR', 'Na terça-feira, dia 10, Jin Kim trabalha das 8:00 às 11:00 e das 11:45 às 17:00.'],
])('working hours of a person are said in %s', async (language, said) => {
  const { book } = await open({ staff: withBreak() ?? [] }, language);
  expect(await book('2026-03-10T11:15', 'Jin Kim')).toContain(`${said} `);
});
