import { afterEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import { practice } from '../../business/support/practice.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Days on which people work while the business is closed. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
afterEach(() => office?.close());

async function open(business: Partial<BusinessFile>, language = 'en-GB') {
  office = await openVoiceOffice({ language }, business);
  const call = office.as(CALLER);
  return {
    hours: async (date?: string) => (await call('get_opening_hours', { date })).text,
    find: async (date: string) => (await call('find_open_times', { service: 'Cleaning', date })).text,
  };
}

const SUNDAY = '2026-03-08';
const onSunday = (staff: string[]) => [{ from: SUNDAY, hours: '10:00-12:00', staff }];

/** Jin Kim works longer on Tuesdays than the practice is open. */
const withEvening = () => {
  const { staff = [] } = practice();
  const own = { opening_hours: ['Tue 08:00-20:00'] };
  return staff.map((one) => ({ ...one, opening_hours: undefined, ...(one.id === 'kim' ? own : {}) }));
};

it('special hours of people on a closed day are said as appointments, as its free times are', async () => {
  const { hours, find } = await open({ special_hours: onSunday(['kim', 'ortiz']) });
  expect(await hours(SUNDAY)).toBe('On Sunday the 8th we are open by appointment from 10:00 to 12:00.');
  expect(await find(SUNDAY)).toBe('Sunday the 8th: 10:00 to 11:15 are free.');
});

it('a week has the times of people after the business closes, and closed days are those without work', async () => {
  const { hours, find } = await open({ staff: withEvening(), special_hours: onSunday(['ortiz']) });
  const usual = 'from 8:00 to 12:00 and from 13:00 to 17:00';
  const tuesday = 'from 8:00 to 12:00, from 13:00 to 17:00 and by appointment from 17:00 to 20:00';
  expect(await hours()).toBe(
    `In the next seven days we are open Monday ${usual}; Tuesday ${tuesday}; Wednesday to Friday ${usual}; Sunday by appointment from 10:00 to 12:00. We are closed Saturday.`,
  );
  expect(await hours('tomorrow')).toBe(`Tomorrow we are open ${tuesday}.`);
  expect(await find('tomorrow')).toContain(' to 19:15 are free.');
});

it('a person with time off, a person without services and a closure of the business leave a day closed', async () => {
  const special_hours = onSunday(['kim', 'ortiz']);
  const staff = (practice().staff ?? []).map((one) => ({ ...one, time_off: [{ from: SUNDAY }] }));
  const { hours } = await open({ special_hours, staff });
  expect(await hours(SUNDAY)).toBe('On Sunday the 8th we are closed.');
  await office.close();
  const other = await open({
    special_hours: onSunday(['desk']),
    staff: [...(practice().staff ?? []), { id: 'desk', name: 'Front desk' }],
  });
  expect(await other.hours(SUNDAY)).toBe('On Sunday the 8th we are closed.');
  await office.close();
  const closed = await open({ special_hours, closures: [{ from: SUNDAY, reason: 'Works' }] });
  expect(await closed.hours(SUNDAY)).toBe('On Sunday the 8th we are closed: Works.');
});

it.each([
  ['de-DE', 'Am Sonntag, den 8. haben wir nach Vereinbarung von 10:00 bis 12:00 Uhr geöffnet.'],
  ['fr-FR', 'Le dimanche 8, nous sommes ouverts sur rendez-vous de 10:00 à 12:00.'],
  ['es-ES', 'El domingo 8 abrimos con cita previa de 10:00 a 12:00.'],
  ['it-IT', 'Domenica 8 siamo aperti su appuntamento dalle 10:00 alle 12:00.'],
  ['pt-BR', 'No domingo, dia 8, abrimos com hora marcada das 10:00 às 12:00.'],
])('appointments on a closed day are said in %s', async (language, said) => {
  const { hours } = await open({ special_hours: onSunday(['kim']) }, language);
  expect(await hours(SUNDAY)).toBe(said);
});

it('a week that is asked for on a Wednesday has its days with the same hours together', async () => {
  office = await openVoiceOffice({}, { staff: [{ id: 'kim', name: 'Jin Kim' }], services: [] });
  office.clock.advance(2 * 86_400_000);
  expect((await office.as(CALLER)('get_opening_hours')).text).toBe(
    'In the next seven days we are open Monday to Friday from 8:00 to 12:00 and from 13:00 to 17:00. We are closed Saturday and Sunday.',
  );
});
