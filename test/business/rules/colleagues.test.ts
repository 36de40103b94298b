import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { startFriday } from './support/friday.ts';
import { booked } from './support/open-practice.ts';

/** Who could take over the bookings of a person, as a plan says through the REST API. */
const { book, next, open, practice } = startFriday();

interface Affected extends JsonObject {
  booking_id: string;
  free_with?: { staff_id: string; staff_name: string }[];
}

const AWAY = { staff: [{ id: 'david', time_off: [{ from: '2026-11-09' }] }] };
const PEOPLE = {
  staff: [
    { id: 'ana' },
    { id: 'ben', time_off: [{ from: '2026-11-09' }] },
    { id: 'cleo', opening_hours: 'Mon-Fri 08:00-09:30' },
    { id: 'david', name: 'David Lee' },
    { id: 'eve', name: 'Eve Moss' },
    { id: 'fay', active: false },
    { id: 'gus' },
  ],
  services: [
    { id: 'cut', duration: '30m', buffer_after: '15m', staff: ['ana', 'ben', 'cleo', 'david', 'eve', 'fay'] },
    { id: 'dye', duration: '1h', staff: ['gus'] },
  ],
};

async function affectedBy(business: JsonObject, action = 'plan', key?: string): Promise<Affected[]> {
  const answer = await practice().send('POST', `/v1/business/${action}`, {
    ...(key ? { key } : {}),
    body: { business },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.affected_bookings as Affected[];
}
const idsOf = ({ free_with: free }: Affected) => free?.map(({ staff_id: id }) => id).sort();

describe('a plan for an absence', () => {
  it('names exactly the people who may take over each booking', async () => {
    await open(PEOPLE);
    // Ana is busy from 08:15 to 08:45 and, with the buffer, to 09:00; Cleo goes home at 09:30.
    booked(await book('11-09 08:15', { staff: 'ana' }));
    for (const time of ['08:00', '08:45', '09:30']) booked(await book(`11-09 ${time}`, { staff: 'david' }));
    const affected = await affectedBy(AWAY);
    expect(affected.map(idsOf)).toEqual([
      ['cleo', 'eve'],
      ['cleo', 'eve'],
      ['ana', 'eve'],
    ]);
    expect(affected[0]?.free_with).toContainEqual({ staff_id: 'eve', staff_name: 'Eve Moss' });
    expect((await affectedBy(AWAY, 'apply')).map(idsOf)).toEqual(affected.map(idsOf));
    for (const booking of affected) {
      for (const { id } of PEOPLE.staff.filter((person) => person.id !== 'david')) {
        const { status } = await practice().update(booking.booking_id, { staff_id: id });
        expect(status === 200, `${booking.booking_id} to ${id}`).toBe(Boolean(idsOf(booking)?.includes(id)));
        if (status === 200)
          await practice().direct(`UPDATE bookings SET staff_id = 'david' WHERE id = '${booking.booking_id}'`);
      }
    }
  });

  it('names three at most, first those with the fewest bookings on that day', async () => {
    const staff = ['a', 'b', 'c', 'd', 'david'].map((id) => ({ id }));
    await open({ staff });
    for (const [id, time] of [
      ['a', '10:00'],
      ['a', '11:00'],
      ['b', '10:00'],
    ] as const)
      booked(await book(`11-09 ${time}`, { staff: id }));
    booked(await book('11-09 09:00', { staff: 'david' }));
    const [booking] = await affectedBy(AWAY);
    expect(booking?.free_with?.map(({ staff_id: id }) => id)).toEqual(['c', 'd', 'b']);
  });

  it('names no colleagues for a closed day, and an empty list where all are busy', async () => {
    await open({ staff: [{ id: 'ana' }, { id: 'david' }] });
    booked(await book('11-09 09:00', { staff: 'ana' }));
    booked(await book('11-09 09:00', { staff: 'david' }));
    expect(await affectedBy(AWAY)).toMatchObject([{ reason: 'away', free_with: [] }]);
    for (const booking of await affectedBy({ closures: [{ from: '2026-11-09' }] })) {
      expect(booking).toMatchObject({ reason: 'closed' });
      expect(booking).not.toHaveProperty('free_with');
    }
  });

  it('has the e-mail address of a customer without a number, for keys that may read contacts', async () => {
    await open({ staff: [{ id: 'david' }] });
    booked(await book('11-09 09:00', { email: 'nora@example.com' }));
    expect(await affectedBy(AWAY)).toMatchObject([{ contact_email: 'nora@example.com' }]);
    const { key } = await practice().platform.keys.create({ name: 'k', scopes: ['business:manage', 'read:bookings'] });
    const [booking] = await affectedBy(AWAY, 'plan', key.reveal());
    expect(booking).not.toHaveProperty('contact_email');
  });

  it('has telephone numbers for keys that may read bookings and contacts', async () => {
    await open({ staff: [{ id: 'david' }] });
    const contact = { name: 'Nora', phone: '+16025550150' };
    const body = { service_id: 'cut', start_time: next('11-09 09:00'), contact };
    expect((await practice().send('POST', '/v1/bookings', { body })).status).toBe(200);
    expect(await affectedBy(AWAY)).toMatchObject([{ contact_name: 'Nora', contact_phone: contact.phone }]);
    for (const [scopes, shown] of [
      [
        ['read:bookings', 'read:contacts'],
        ['contact_name', 'contact_phone'],
      ],
      [['read:bookings'], ['contact_name']],
      [['read:contacts'], []],
    ] as const) {
      const { key } = await practice().platform.keys.create({ name: 'k', scopes: ['business:manage', ...scopes] });
      const [booking] = await affectedBy(AWAY, 'plan', key.reveal());
      expect(Object.keys(booking ?? {}).filter((name) => name.startsWith('contact_'))).toEqual(shown);
    }
  });
});
