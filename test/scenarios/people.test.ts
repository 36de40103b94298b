import { expect } from 'vitest';
import { field } from '../support/clients.ts';
import { items, scenarios } from './support/scenario.ts';

scenarios('people', [
  [
    '34. Who has the number on the display, and what do they have booked?',
    1,
    async ({ call }) => {
      const { data } = await call('lookup_caller', { query: '+12015550145' });
      expect(data).toMatchObject({
        total_matches: 1,
        next_bookings: expect.any(Array),
        last_calls: expect.any(Array),
        now_local: expect.any(String),
      });
    },
  ],
  [
    '35. Which of the two Michael Browns has an appointment ahead?',
    1,
    async ({ call }) => {
      const found = items(await call('list_bookings', { query: 'Michael Brown', from: 'today', status: 'active' }));
      for (const { contact_id: id } of found) expect(id).toMatch(/^ct_brown_michael/);
    },
  ],
  [
    '36. Add Ana Diaz with this number; is she new?',
    1,
    async ({ call }) => {
      const { data } = await call('create_contact', { name: 'Ana Diaz', phone: '(212) 555-0177' });
      expect(data.created).toBe(true);
    },
  ],
  [
    '37. Nora Fitzgerald has a new e-mail address.',
    2,
    async ({ call }) => {
      const { data } = await call('lookup_caller', { query: 'Nora Fitzgerald' });
      const changed = await call('update_contact', {
        contact_id: field(data, 'matches', 0, 'id'),
        email: 'nora.f@example.com',
      });
      expect(changed.data).toMatchObject({ contact: { name: 'Nora Fitzgerald', email: 'nora.f@example.com' } });
    },
  ],
  [
    '38. Who was not here for two months and has nothing booked?',
    1,
    async ({ call, today }) => {
      const before = today.subtract({ days: 61 }).toString();
      const { data } = await call('list_contacts', {
        last_visit_before: before,
        no_appointment_ahead: true,
        per_page: 100,
      });
      expect(data.complete).toBe(true);
      for (const { last_visit: last } of data.items as { last_visit: string }[]) expect(last < before).toBe(true);
    },
  ],
  [
    '39. Which patients had a root canal?',
    1,
    async ({ call }) => {
      expect(items(await call('list_contacts', { service_id: 'Root canal', per_page: 100 })).length).toBeGreaterThan(0);
    },
  ],
  [
    '40. Find Gökhan Yılmaz, typed without the dots.',
    1,
    async ({ call }) => {
      const { data } = await call('lookup_caller', { query: 'gokhan yilmaz' });
      expect(data).toMatchObject({ matches: [{ id: 'ct_yilmaz' }] });
    },
  ],
  [
    '41. Whose telephone number ends in 0137?',
    1,
    async ({ call }) => {
      const [found, ...others] = items(await call('list_contacts', { query: '0137' }));
      expect([found?.id, others]).toEqual(['ct_olsen', []]);
    },
  ],
]);
