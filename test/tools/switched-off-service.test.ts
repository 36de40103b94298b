import { beforeAll, describe, expect, it } from 'vitest';
import { useOffice } from '../support/office.ts';

/** A business that has switched a service off: it is in no list of what can be booked. */
const start_time = '2199-03-06T15:00:00Z';
const patient = { contact_name: 'Otto Off', contact_phone: '+12125550199' };

const office = useOffice({ env: { RCPT_CONFIRM: 'never' } });
let booking_id: string;

beforeAll(async () => {
  await office.apply({ rules: { booking_window: null } });
  const contact = { name: 'Olga On', phone: '+12125550198' };
  const olga = { name: 'Olga Before', phone: '+12125550197' };
  await office.post('/bookings', { service_id: 'svc_whitening', start_time, contact: olga });
  booking_id = String((await office.post('/bookings', { service_id: 'svc_filling', start_time, contact })).id);
  await office.apply({ services: [{ id: 'svc_whitening', active: false }] });
});

/** Names three services, the first of which is switched off, for the time of a test. */
async function withNames(names: string[], test: () => Promise<void>): Promise<void> {
  const ids = ['svc_whitening', 'svc_cleaning', 'svc_filling'];
  const rename = (to: string[]) => office.apply({ services: ids.map((id, index) => ({ id, name: to[index] })) });
  await rename(names);
  try {
    await test();
  } finally {
    await rename(['Whitening', 'Cleaning', 'Filling']);
  }
}

/** What three tools answer about a service. */
async function answers(service_id: string, { client } = office.session): Promise<string[]> {
  const calls = {
    find_open_times: { service_id },
    create_booking: { service_id, start_time, ...patient },
    update_booking: { service_id, booking_id },
  };
  const results = await Promise.all(Object.entries(calls).map(([tool, args]) => client.call(tool, args)));
  expect(results.map(({ isError }) => isError)).toEqual([true, true, true]);
  return results.map(({ text }) => text);
}

describe('a service that is switched off', () => {
  it.each(['svc_whitening', 'Whitening', 'white'])(
    'cannot be booked as %s, and the refusal names the list of those that can',
    async (service) => {
      for (const text of await answers(service)) {
        expect(text).toContain('The service "Whitening" (svc_whitening) is switched off: it cannot be booked.');
        expect(text).toContain('list_services has those that can be booked.');
        expect(text).not.toContain('not a service');
      }
    },
  );

  it.each(['svc_whitening', 'Whitening', 'white'])(
    'still has its bookings when it is looked for as %s, and the answer says that it is switched off',
    async (service_id) => {
      const { data, text, isError } = await office.call('list_bookings', {
        service_id,
        from: '2199-01-01T00:00Z',
      });
      expect(isError, text).toBe(false);
      expect(data.items).toMatchObject([{ service_name: 'Whitening', contact_name: 'Olga Before' }]);
      expect(data.note).toBe('The service "Whitening" (svc_whitening) is switched off: it cannot be booked.');
      const counted = await office.call('summarize_activity', {
        kind: 'bookings',
        service_id,
        from: '2199-03-01T00:00Z',
        to: '2199-03-31T00:00Z',
      });
      expect(counted.isError, counted.text).toBe(false);
    },
  );

  it('a name that also means services that can be booked is not refused because of one that is switched off', () =>
    withNames(['Haircut kids', 'Haircut men', 'Haircut women'], async () => {
      const booked = await office.call('create_booking', { service_id: 'haircut', start_time, ...patient });
      const asked = await office.call('find_open_times', { service_id: 'haircut' });
      for (const { text } of [booked, asked]) {
        expect(text).toContain('"haircut" is not unique: give the id of one of "Haircut men" (svc_cleaning), ');
        expect(text).not.toMatch(/switched off|svc_whitening/);
      }
    }));

  it('a part of a name that only one service has that can be booked means this one', () =>
    withNames(['Polish teeth', 'Polish gums', 'Filling'], async () => {
      const { data, text } = await office.call('find_open_times', { service_id: 'polish' });
      expect(data.service_id, text).toBe('svc_cleaning');
    }));

  it('a whole name means a service that is switched off, although the name of one that can be booked contains it', () =>
    withNames(['Haircut', 'Haircut women', 'Filling'], async () => {
      for (const text of await answers('haircut'))
        expect(text).toContain('The service "Haircut" (svc_whitening) is switched off: it cannot be booked.');
      const window = { from: '2199-03-01T00:00Z', to: '2199-03-31T00:00Z' };
      const { data } = await office.call('list_bookings', { service_id: 'haircut', ...window });
      expect(data.items).toMatchObject([{ contact_name: 'Olga Before' }]);
      expect(data.note).toContain('"Haircut" (svc_whitening) is switched off');
      const filters = { kind: 'bookings', service_id: 'haircut', ...window };
      expect((await office.call('summarize_activity', filters)).data.bookings).toMatchObject({ count: 1 });
      const other = await office.startServer({ RCPT_TOOLSETS: 'bookings,contacts' });
      const unknown = '"haircut" is not a service: give its id.';
      for (const text of await answers('haircut', other)) expect(text).toContain(unknown);
    }));

  it('a whole name means a service that can be booked, although one that is switched off has the same', () =>
    withNames(['Haircut', 'haircut ', 'Filling'], async () => {
      const window = { from: '2199-03-01T00:00Z', to: '2199-03-31T00:00Z' };
      const { data } = await office.call('list_bookings', { service_id: 'Haircut', ...window });
      expect(data).toMatchObject({ items: [] });
      expect(data).not.toHaveProperty('note');
    }));

  it('differs from a service that does not exist, and is none of those to choose from', async () => {
    for (const text of await answers('Whytenink')) {
      expect(text).toContain('"Whytenink" is not a service: give the id of');
      expect(text).not.toContain('svc_whitening');
    }
  });

  it('stays unknown to a caller who may not read services', async () => {
    const other = await office.startServer({ RCPT_TOOLSETS: 'bookings,contacts' });
    for (const text of await answers('Whitening', other)) expect(text).not.toMatch(/svc_whitening|switched off/);
  });
});
