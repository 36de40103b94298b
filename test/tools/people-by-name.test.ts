import { beforeAll, expect, it } from 'vitest';
import { practice } from '../business/support/practice.ts';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';

/** An agent names a staff member: a part of a word lists people, and chooses none. */
const office = useOffice({ platform: {}, env: { RCPT_TIME_ZONE: 'America/Denver' } });

beforeAll(async () => {
  const staff = [
    { id: 'joanna', name: 'Joanna Smith' },
    { id: 'mrs_lee', name: 'Mrs. Lee' },
    { id: 'anna_lena', name: 'Anna-Lena Müller' },
  ];
  const [cleaning] = practice().services ?? [];
  await office.platform.platform.business.apply({
    ...practice(),
    staff,
    services: [
      { ...cleaning, id: 'whitening', name: 'Instant whitening', staff: staff.map(({ id }) => id) },
      { ...cleaning, id: 'zahn', name: 'Zahnreinigung', staff: staff.map(({ id }) => id) },
    ],
  });
});

const DAY_MS = 24 * 60 * 60_000;
const start_time = `${new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)}T10:00`;
const CUSTOMER = { contact_name: 'Robin Tester', contact_phone: '+13035550199', outside_hours: true };
const book = (staff_id: string, service_id = 'zahn') =>
  office.call('create_booking', { service_id, staff_id, start_time, ...CUSTOMER });

it.each([
  ['Ann Smith', 'Joanna Smith', 'joanna'],
  ['Ann', 'Joanna Smith', 'joanna'],
  ['Mr Lee', 'Mrs. Lee', 'mrs_lee'],
])('create_booking for %s is refused, and names %s as one of the people', async (said, name, id) => {
  const { text, isError } = await book(said);
  expect(isError, text).toBe(true);
  expect(text).toContain(`"${said}" is not a staff member: give the id of one of `);
  expect(text).toContain(`"${name}" (${id})`);
});

it.each(['smith', 'Joanna'])('a whole word of a name such as %s leads to the staff member', async (said) => {
  const { text, data, isError } = await book(said);
  expect(isError, text).toBe(false);
  expect(field(data, 'booking', 'staff_id')).toBe('joanna');
  await office.call('cancel_booking', { booking_id: field(data, 'booking', 'id') });
});

it.each(['Annalena', 'Mueller', 'anna lena'])(
  'a name that is written as %s leads to the staff member',
  async (said) => {
    const { text } = await office.call('find_open_times', { service_id: 'zahn', staff_id: said });
    expect(text).not.toMatch(/could not be identified|is not a staff member/);
  },
);

it('a short word does not mean a service that has it in the middle of a word, and a long one does', async () => {
  const times = async (service_id: string) => (await office.call('find_open_times', { service_id })).text;
  for (const said of ['tan', 'ein']) expect(await times(said), said).toContain(`"${said}" is not a service`);
  expect(await times('Reinigung')).not.toContain('is not a service');
});
