import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { field } from '../support/clients.ts';
import { type Agent, items, scenarios } from './support/scenario.ts';

/** The first free start for a service, from a day on. */
async function firstFree({ call }: Agent, service: string, from: Temporal.PlainDate): Promise<string> {
  const { data } = await call('find_open_times', {
    service_id: service,
    from: from.toString(),
    to: from.add({ days: 30 }).toString(),
    limit: 1,
  });
  return String(field(data, 'times', 0, 'start_local'));
}

scenarios('booking', [
  [
    '12. Book a cleaning for Robin Tester, 212 555 0123, at the first free time next week.',
    2,
    async (agent) => {
      const start = await firstFree(agent, 'Cleaning', agent.coming(1));
      const { data } = await agent.call('create_booking', {
        service_id: 'Cleaning',
        start_time: start,
        contact_name: 'Robin Tester',
        contact_phone: '212 555 0123',
      });
      expect(data).toMatchObject({
        booking: { start_local: start, contact_phone: '+12125550123', status: 'confirmed', service_name: 'Cleaning' },
      });
    },
  ],
  [
    '13. Book our customer Nora Fitzgerald a filling at the first free time.',
    3,
    async (agent) => {
      const { data: caller } = await agent.call('lookup_caller', { query: 'Nora Fitzgerald' });
      const { data } = await agent.call('create_booking', {
        service_id: 'Filling',
        start_time: await firstFree(agent, 'Filling', agent.today.add({ days: 1 })),
        contact_id: field(caller, 'matches', 0, 'id'),
      });
      expect(data).toMatchObject({ booking: { contact_name: 'Nora Fitzgerald', service_name: 'Filling' } });
    },
  ],
  [
    '14. Move Robin Tester’s cleaning to the same time a week later.',
    2,
    async ({ call }) => {
      const [booking] = items(await call('list_bookings', { query: 'Robin Tester', from: 'today' }));
      const local = Temporal.PlainDateTime.from(booking?.start_local?.slice(0, 16) ?? '').add({ days: 7 });
      const { data, text } = await call('update_booking', {
        booking_id: booking?.id,
        start_time: local.toString({ smallestUnit: 'minute' }),
      });
      expect(data).toMatchObject({ booking: { contact_name: 'Robin Tester' }, before: expect.any(Object) });
      expect(String(field(data, 'booking', 'start_local'))).toContain(local.toString({ smallestUnit: 'minute' }));
      expect(text).toContain(booking?.start_local?.slice(11, 16));
    },
  ],
  [
    '15. Cancel Harriet Smith-Jones’s next appointment.',
    2,
    async ({ call }) => {
      const { data } = await call('lookup_caller', { query: 'harriet smith jones' });
      const next = field(data, 'next_bookings', 0, 'id') ?? field(data, 'last_bookings', 0, 'id');
      const { data: cancelled } = await call('cancel_booking', { booking_id: next });
      expect(cancelled).toMatchObject({
        booking: { id: next, status: 'cancelled', contact_name: 'Harriet Smith-Jones' },
      });
    },
  ],
  [
    '16. Note on Robin Tester’s appointment that he comes with a dog.',
    2,
    async ({ call }) => {
      const [booking] = items(await call('list_bookings', { query: 'Robin Tester', from: 'today', detail: 'full' }));
      expect(booking?.notes).toBeUndefined();
      const { data } = await call('update_booking', { booking_id: booking?.id, notes: 'Comes with a dog.' });
      expect(data).toMatchObject({ booking: { notes: 'Comes with a dog.' } });
    },
  ],
  [
    '17. Book Dmitri Olsen a cleaning, and the same once more by mistake.',
    3,
    async (agent) => {
      const booking = {
        service_id: 'Cleaning',
        start_time: await firstFree(agent, 'Cleaning', agent.coming(1).add({ days: 7 })),
        contact_name: 'Dmitri Olsen',
        contact_phone: '607 555 0137',
      };
      const first = await agent.call('create_booking', booking);
      const second = await agent.call('create_booking', booking);
      expect(field(second.data, 'booking', 'id')).toBe(field(first.data, 'booking', 'id'));
    },
  ],
  [
    '18. Another assistant books Dmitri Olsen another appointment at the same time.',
    2,
    async ({ call }) => {
      const [existing] = items(await call('list_bookings', { query: 'Dmitri Olsen', from: 'today', status: 'active' }));
      const { data } = await call('create_booking', {
        service_id: 'Child check-up',
        start_time: existing?.start_local,
        contact_name: 'D. Olsen',
        contact_phone: '+1 607-555-0137',
      });
      expect(data).toMatchObject({
        question: { kind: 'same_person', changed: 'no', repeat_with: { allow_duplicate: true } },
        existing_bookings: [{ id: existing?.id }],
      });
    },
  ],
  [
    '19. Book Robin Tester a filling on Sunday at three in the morning.',
    1,
    async ({ refused, coming }) => {
      const { data, text } = await refused('create_booking', {
        service_id: 'Filling',
        start_time: `${coming(7)}T03:00`,
        contact_name: 'Robin Tester',
        contact_phone: '212 555 0123',
      });
      expect(field(data, 'error', 'changed')).toBe('no');
      expect(field(data, 'error', 'alternatives', 0, 'start_local'), text).toEqual(expect.any(String));
    },
  ],
]);
