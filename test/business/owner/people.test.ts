import { afterAll, beforeAll, expect, it } from 'vitest';
import { applied, bookCuts, type Owner, salon, startOwner, THURSDAY } from '../support/owner.ts';

/** What a receptionist hears about people: customers with a limit, and staff with one last name. */
const FRIDAY = '2198-12-28';
let owner: Owner;

beforeAll(async () => {
  const business = salon();
  owner = await startOwner({
    ...business,
    services: [...(business.services ?? []), { id: 'perm', name: 'Perm', duration: '30m', staff: ['dee', 'ortiz'] }],
    staff: [...(business.staff ?? []), { id: 'dee', name: 'Dee Lee' }],
    rules: { ...business.rules, max_per_customer_and_day: 1 },
  });
  await bookCuts(owner, [THURSDAY]);
}, 60_000);
afterAll(() => owner?.close());

it('a refusal for the limit of a customer offers the next possible start, and no time of the day that has its booking', async () => {
  const ann = { service_id: 'cut', contact_name: 'Ann Archer', contact_email: 'ann@example.com' };
  for (const more of [{}, { staff_id: 'ortiz' }]) {
    const args = { ...ann, start_time: `${THURSDAY}T14:00:00Z`, override: [], ...more };
    const { text, data } = await owner.call('create_booking', args);
    expect(text).toContain('The next possible start is Friday 2198-12-28 09:00');
    const alternatives = (data.error as { alternatives: { start_time: string }[] }).alternatives;
    expect(alternatives.map(({ start_time }) => start_time)).toEqual([`${FRIDAY}T09:00:00Z`]);
    expect(text).not.toContain('Free instead: Thursday');
  }
});

it('free times name a person by the whole name if another one, who does not perform the service, has the last name', async () => {
  const window = { service_id: 'perm', from: FRIDAY, to: FRIDAY };
  const { data } = await owner.call('find_open_times', { ...window, limit: 1 });
  expect(data.times).toMatchObject([{ staff: ['Dee Lee', 'Ortiz'] }]);
});

it('a change of the hours of a person says that they were those of the business', async () => {
  const planned = await applied(owner, { staff: [{ id: 'lee', opening_hours: ['Mon 09:00-12:00'] }] });
  expect(planned).toEqual(['Dana Lee: opening hours from those of the business to Mon 09:00-12:00']);
  expect(await applied(owner, { staff: [{ id: 'lee', opening_hours: null }] })).toEqual([
    'Dana Lee: opening hours from Mon 09:00-12:00 to those of the business',
  ]);
});

it('hours out of an absence of whole days are refused with advice that keeps the rest of the absence', async () => {
  await owner.agree('set_time_off', { staff: 'ortiz', from: '2199-01-07', to: '2199-01-11' });
  const hours = { staff: 'ortiz', from: '2199-01-07T10:00', to: '2199-01-07T12:00', remove: true };
  const { text, isError } = await owner.call('set_time_off', hours);
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^Only whole days can be taken out of an absence \(.*2199-01-07.*\): give from and to as dates\./,
  );
  await owner.agree('set_time_off', { staff: 'ortiz', from: '2199-01-07', remove: true });
  expect((await owner.business()).staff).toContainEqual(
    expect.objectContaining({ id: 'ortiz', time_off: [{ from: '2199-01-08', to: '2199-01-11' }] }),
  );
});

it('a change that gives only a weekday is refused with what it belongs to', async () => {
  const { text, isError } = await owner.call('update_booking', { booking_id: 'bk_1', weekday: 'Friday' });
  expect(isError).toBe(true);
  expect(text).toContain('weekday belongs to start_time: give both.');
});
