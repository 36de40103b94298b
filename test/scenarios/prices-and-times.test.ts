import { expect } from 'vitest';
import { field } from '../support/clients.ts';
import { items, scenarios, ZONE } from './support/scenario.ts';

scenarios('prices and times', [
  [
    '1. What does a cleaning cost, and how long does it take?',
    1,
    async ({ call }) => {
      const found = items(await call('list_services', { query: 'cleaning' }));
      expect(found.find((item) => item.name === 'Cleaning')).toMatchObject({
        price_cents: 12_900,
        currency: 'USD',
        duration_minutes: 45,
      });
    },
  ],
  [
    '2. What time is it there, and when are you open?',
    1,
    async ({ call, today }) => {
      const { data } = await call('get_account_context');
      expect(data).toMatchObject({ time_zone: ZONE, opening_hours: 'Mon-Fri 08:00-17:00; 1st,3rd Sat 09:00-12:00' });
      expect(String(data.now_local)).toContain(today.toString());
    },
  ],
  [
    '3. When can I have a root canal next week?',
    1,
    async ({ call, coming }) => {
      const { text, data } = await call('find_open_times', {
        service_id: 'root canal',
        from: coming(1).toString(),
        to: coming(1).add({ days: 4 }).toString(),
      });
      expect(data.complete).toBe(true);
      expect(text).toContain('Ibarra');
    },
  ],
  [
    '4. Which services does Keisha Brandt perform?',
    1,
    async ({ call }) => {
      const [brandt] = items(await call('list_staff', { query: 'Brandt', detail: 'full' }));
      expect(brandt?.service_ids).toEqual(['svc_cleaning', 'svc_deep_cleaning']);
    },
  ],
  [
    '5. When is Tomasz Lindqvist free for a cleaning on Thursday?',
    1,
    async ({ call, coming }) => {
      const thursday = coming(4).toString();
      const { text, data } = await call('find_open_times', {
        service_id: 'Cleaning',
        staff_id: 'Lindqvist',
        from: thursday,
        to: thursday,
      });
      expect(data.complete).toBe(true);
      expect(text).not.toContain('Brandt');
    },
  ],
  [
    '6. What is the first free time for a whitening?',
    1,
    async ({ call, today }) => {
      const { data } = await call('find_open_times', {
        service_id: 'whitening',
        to: today.add({ days: 30 }).toString(),
        limit: 1,
      });
      expect(data.times).toHaveLength(1);
      expect(String(field(data, 'times', 0, 'start_local')) >= today.toString()).toBe(true);
    },
  ],
  [
    '7. Is anything free for a filling on Sunday?',
    1,
    async ({ call, coming }) => {
      const sunday = coming(7).toString();
      const { data, text } = await call('find_open_times', { service_id: 'Filling', from: sunday, to: sunday });
      expect(data.complete).toBe(true);
      expect(text).toMatch(/nothing is free/i);
    },
  ],
  [
    '8. Which treatments take longer than an hour?',
    1,
    async ({ call }) => {
      const long = items(await call('list_services', { per_page: 100 })).filter(
        (item) => Number(item.duration_minutes) > 60,
      );
      expect(long.map(({ name }) => name)).toEqual([
        'Crown preparation',
        'Deep cleaning, one quadrant',
        'Root canal',
        'Whitening',
      ]);
    },
  ],
  [
    '9. Is someone of the staff away in the next weeks?',
    1,
    async ({ call }) => {
      const people = items(await call('list_staff')) as unknown as { time_off?: unknown[] }[];
      expect(people).toHaveLength(4);
      expect(people.flatMap(({ time_off: absences = [] }) => absences)).toEqual([]);
    },
  ],
  [
    '10. Can Keisha Brandt do a root canal?',
    1,
    async ({ call }) => {
      const [brandt] = items(await call('list_staff', { query: 'Keisha Brandt', detail: 'full' }));
      expect(brandt?.service_ids).not.toContain('svc_root_canal');
    },
  ],
  [
    '11. Which dentists could see an emergency on the next Monday?',
    1,
    async ({ call, coming }) => {
      const monday = coming(1).toString();
      const { text, data } = await call('find_open_times', { service_id: 'Emergency', from: monday, to: monday });
      expect(data.complete).toBe(true);
      expect(text).toMatch(/Ibarra|Whitfield/);
    },
  ],
]);
