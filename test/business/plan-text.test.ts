import { expect, it } from 'vitest';
import { planLines } from '../../src/cli/business/plan-text.ts';
import type { PlannedBusiness } from '../../src/platform/index.ts';

const LONG = 'A name that is much longer than a column';

const plan = (count: number, applied: boolean): PlannedBusiness => ({
  revision: 3,
  applied,
  changes: [{ kind: 'add', path: 'closures', text: 'New: closed 2026-03-04\u001b[31m' }],
  affected_bookings: Array.from({ length: count }, (_, index) => ({
    booking_id: `bk_${index}`,
    start_time: `2026-03-04T${String(index + 10)}:00:00Z`,
    service_name: LONG,
    staff_name: LONG,
    contact_name: LONG,
    reason: ['closed', 'outside_hours', 'staff_unavailable', 'not_performed', 'service_unavailable'][
      index % 5
    ] as string,
  })),
  affected_total: count,
  kept: [],
  is_new: false,
  time_zone: 'America/Denver',
});

it('a plan lists the first ten bookings that no longer fit, in local time, on 100 columns', () => {
  const lines = planLines(plan(12, false), 'business.yaml');
  const start = lines.findIndex((line) => line.startsWith('12 bookings ahead would no longer fit'));
  expect(lines[start]).toContain('(times in America/Denver)');
  expect(lines.slice(start + 1).filter((line) => line.length > 100)).toEqual([]);
  expect(lines[start + 3]).toMatch(/^ {2}Wed 2026-03-04 03:00 {2}A name that is…/);
  expect(lines[start + 3]).toMatch(/closed on that day$/);
  expect(lines[start + 5]).toMatch(/person gets no bookings$/);
  expect(lines.slice(start + 13)).toEqual(['  and 2 more; --json has the first hundred']);
});

it('what was applied names one booking, and prints no control characters', () => {
  const text = planLines(plan(1, true), 'business.yaml').join('\n');
  expect(text).toContain('1 change applied: the business is at revision 3.');
  expect(text).toContain('1 booking ahead no longer fits; what is booked stays');
  expect(text).not.toContain('\u001b');
});
