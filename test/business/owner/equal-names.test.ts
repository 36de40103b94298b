import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Owner, startOwner, THURSDAY } from '../support/owner.ts';

/** A business file may give several entries one name, as two people of a business can have. */
let owner: Owner;
beforeAll(async () => {
  owner = await startOwner({
    name: 'Twin Salon',
    time_zone: 'America/Denver',
    country: 'US',
    currency: 'USD',
    opening_hours: 'Mon-Fri 09:00-17:00',
    services: [
      { id: 'short', name: 'Color', duration: '60m', price: 90, staff: 'all' },
      { id: 'long', name: 'color', duration: '90m', price: 120.5, staff: 'all' },
      { id: 'cut', name: 'Cut', duration: '30m', price: 30, staff: 'all' },
    ],
    staff: [
      { id: 'j1', name: 'Jordan Lee', title: 'Stylist' },
      { id: 'j2', name: 'Jordan Lee' },
      { id: 'kim', name: 'Jordan Kim' },
    ],
    users: [{ email: 'owner@twin.example', name: 'Owner', role: 'owner' }],
  });
});
afterAll(() => owner?.close());

const book = (service_id: string, staff_id: string, time: string) =>
  owner.call('create_booking', {
    ...{ service_id, staff_id, start_time: `${THURSDAY}T${time}-07:00` },
    ...{ contact_name: `Robin ${staff_id}`, contact_email: `${staff_id.replace(' ', '.')}@example.com` },
  });

it('the error for a name that several services have states the length and price of each', async () => {
  const services =
    /"color" is not unique: give the id of one of "Color" \(short, "60 min", price 90(?:\.00)?\), "color" \(long, "90 min", price 120\.50?\)/i;
  expect((await book('color', 'kim', '10:00')).text).toMatch(services);
  const setup = await owner.call('update_service', { service: 'Color', duration: '45m' });
  expect(setup.text).toMatch(/"Color" \(short, "1h", price 90\)/);
});

it('the error for a name that several people have states the title of those who have one', async () => {
  const { text } = await book('cut', 'Jordan Lee', '10:00');
  expect(text).toMatch(/"Jordan Lee" \(j1, "Stylist"\), "Jordan Lee" \(j2\)/);
});

it('list_bookings has staff_id where several people of its bookings have one name', async () => {
  for (const [person, time] of [
    ['j1', '10:00'],
    ['j2', '10:00'],
    ['kim', '11:00'],
  ] as const)
    expect((await book('cut', person, time)).isError).toBe(false);
  const { data } = await owner.call('list_bookings', { from: `${THURSDAY}T00:00-07:00` });
  const people = (data.items as { staff_id?: string }[]).map(({ staff_id }) => staff_id);
  expect(people.sort()).toEqual(['j1', 'j2', undefined]);
  const { data: kim } = await owner.call('list_bookings', { from: `${THURSDAY}T00:00-07:00`, staff_id: 'j1' });
  expect(JSON.stringify(kim.items)).not.toContain('staff_id');
});

it('a service or a person cannot get the name that another one has, but may keep an equal one', async () => {
  const service = await owner.call('update_service', { service: 'cut', name: 'COLOR' });
  expect(service.text).toMatch(
    /There is a service "color" \((?:long|short)\) already: choose a name that differs in a word\. Nothing/i,
  );
  const person = await owner.call('update_staff', { staff: 'kim', name: 'jordan lee' });
  expect(person.text).toMatch(/There is a staff member "Jordan Lee" \(j1\) already: choose a name.*Nothing/);
  const kept = await owner.call('update_service', { service: 'long', name: 'color', price: 121, dry_run: true });
  expect(kept.isError, kept.text).toBe(false);
  const respelled = await owner.call('update_service', { service: 'cut', name: 'CUT', dry_run: true });
  expect(respelled.isError, respelled.text).toBe(false);
});
