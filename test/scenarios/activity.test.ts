import { expect } from 'vitest';
import { items, scenarios } from './support/scenario.ts';

interface Group {
  [field: string]: unknown;
  count: number;
}
const groups = (data: Record<string, unknown>) => (data.bookings as { groups: Group[] }).groups;

scenarios('a day and a month', [
  [
    '20. What is on tomorrow?',
    1,
    async ({ call, today }) => {
      const { data } = await call('list_bookings', { from: 'tomorrow', to: 'tomorrow', per_page: 100 });
      const tomorrow = today.add({ days: 1 }).toString();
      for (const { start_local: start } of data.items as { start_local: string }[]) expect(start).toContain(tomorrow);
      expect(data.complete).toBe(true);
    },
  ],
  [
    '21. What does Dr. Whitfield have on Monday?',
    1,
    async ({ call, coming }) => {
      const monday = coming(1).toString();
      const found = items(
        await call('list_bookings', { from: monday, to: monday, staff_id: 'Whitfield', per_page: 100 }),
      );
      expect(new Set(found.map((item) => item.staff_name))).toEqual(
        new Set(found.length > 0 ? ['Dr. Naomi Whitfield'] : []),
      );
    },
  ],
  [
    '22. How many appointments are there next week, and which were cancelled?',
    1,
    async ({ call, coming }) => {
      const week = { from: coming(1).toString(), to: coming(1).add({ days: 6 }).toString() };
      const { data } = await call('list_bookings', { ...week, per_page: 100 });
      expect(data).toMatchObject({ complete: true, total: expect.any(Number) });
    },
  ],
  [
    '23. Which appointments that are not cancelled does Nora Fitzgerald have ahead?',
    1,
    async ({ call, today }) => {
      const found = items(
        await call('list_bookings', { query: 'nora fitzgerald', from: 'today', status: 'active', order: 'asc' }),
      );
      for (const item of found) {
        expect(item).toMatchObject({ contact_name: 'Nora Fitzgerald' });
        expect(item.status).not.toBe('cancelled');
        expect((item.start_local ?? '') >= today.toString()).toBe(true);
      }
    },
  ],
  [
    '24. What was booked, moved or cancelled since yesterday?',
    1,
    async ({ call }) => {
      const { data } = await call('list_recent_events', { from: 'yesterday', types: ['booking'] });
      // The demo's own bookings were made without events, and the answer says since when it has all.
      expect(data).toMatchObject({ complete: false, retained_since: expect.any(String) });
    },
  ],
  [
    '25. Which day of next week is the busiest?',
    1,
    async ({ call, coming }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        from: coming(1).toString(),
        to: coming(1).add({ days: 6 }).toString(),
        group_by: ['day'],
        status: 'active',
      });
      expect(data.complete).toBe(true);
      const busiest = groups(data).toSorted((a, b) => b.count - a.count)[0];
      expect(busiest?.count).toBeGreaterThan(0);
    },
  ],
  [
    '26. How many cleanings were there last month, and what did they bring in?',
    1,
    async ({ call, lastMonth }) => {
      const { data } = await call('summarize_activity', { kind: 'bookings', service_id: 'Cleaning', ...lastMonth });
      expect(data).toMatchObject({ complete: true, bookings: { count: expect.any(Number) } });
      expect(JSON.stringify(data.bookings)).toContain('USD');
    },
  ],
  [
    '27. Who cancelled most in the last three months?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        status: 'cancelled',
        group_by: ['customer'],
        from: today.subtract({ days: 92 }).toString(),
        to: 'today',
        limit: 5,
      });
      expect(data.complete).toBe(true);
      expect(groups(data).length).toBeGreaterThan(0);
    },
  ],
  [
    '28. Which service brought in most last month?',
    1,
    async ({ call, lastMonth }) => {
      const { data } = await call('summarize_activity', { kind: 'bookings', group_by: ['service'], ...lastMonth });
      expect(data.complete).toBe(true);
      expect(groups(data).map(({ service }) => service)).toContain('Cleaning');
    },
  ],
  [
    '29. At which hour of the day do most appointments begin?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        group_by: ['hour'],
        from: today.subtract({ days: 31 }).toString(),
        to: 'today',
      });
      expect(groups(data).length).toBeGreaterThan(3);
    },
  ],
  [
    '30. How many appointments did each member of staff have last month, and how many of them were cancelled?',
    1,
    async ({ call, lastMonth }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        group_by: ['staff', 'status'],
        ...lastMonth,
      });
      expect(new Set(groups(data).map(({ staff }) => staff))).toContain('Keisha Brandt');
    },
  ],
  [
    '31. How did the number of appointments develop week by week?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        group_by: ['week'],
        from: today.subtract({ days: 56 }).toString(),
        to: 'today',
      });
      expect(groups(data).length).toBeGreaterThanOrEqual(8);
    },
  ],
  [
    '32. How many appointments does each weekday have, on the whole?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        group_by: ['weekday'],
        from: today.subtract({ days: 365 }).toString(),
        to: today.add({ days: 365 }).toString(),
      });
      expect(groups(data).map(({ weekday }) => weekday)).toContain('Monday');
    },
  ],
  [
    '33. Who are our five most frequent patients?',
    1,
    async ({ call, today }) => {
      const { data } = await call('summarize_activity', {
        kind: 'bookings',
        group_by: ['customer'],
        from: today.subtract({ days: 365 }).toString(),
        to: 'today',
        limit: 5,
      });
      expect(groups(data).length).toBeGreaterThanOrEqual(5);
    },
  ],
]);
