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
    reason: ['closed', 'outside_hours', 'staff_unavailable', 'not_performed', 'service_unavailable', 'away'][
      index % 6
    ] as string,
  })),
  affected_total: count,
  kept: [],
  equal_names: [],
  limited_keys: [],
  is_new: false,
  time_zone: 'America/Denver',
});

it('a plan lists the first ten bookings that no longer fit, in local time, on 100 columns', () => {
  const lines = planLines(plan(12, false), 'business.yaml');
  const start = lines.findIndex((line) => line.startsWith('12 bookings ahead would no longer fit'));
  expect(lines[start + 1]).toContain('(times in America/Denver)');
  expect(lines.slice(start).filter((line) => line.length > 100)).toEqual([]);
  expect(lines[start + 4]).toMatch(/^ {2}Wed 2026-03-04 03:00 {2}A name that is…/);
  expect(lines[start + 4]).toMatch(/closed on that day$/);
  expect(lines[start + 6]).toMatch(/person gets no bookings$/);
  expect(lines[start + 9]).toMatch(/person is away$/);
  expect(lines.slice(start + 14)).toEqual(['  and 2 more; --json has the first hundred']);
});

it('what was applied names one booking, and prints no control characters', () => {
  const text = planLines(plan(1, true), 'business.yaml').join('\n');
  expect(text).toContain('1 change applied: the business is at revision 3.');
  expect(text).toContain('1 booking ahead no longer fits.\nWhat is booked stays');
  expect(text).not.toContain('\u001b');
});

it('a plan marks bookings that did not fit before, and exceptions that were made on purpose', () => {
  const { affected_bookings: [first, second, third] = [], ...rest } = plan(3, false);
  const already = { already: 'outside_hours' };
  const affected = [first, { ...second, ...already, deliberate: true }, { ...third, ...already }];
  const lines = planLines({ ...rest, affected_bookings: affected, already_total: 2 } as PlannedBusiness, 'b.yaml');
  const start = lines.findIndex((line) =>
    line.startsWith('3 bookings ahead would not fit; 2 of them did not before, either.'),
  );
  expect(lines.slice(start + 4).map((line) => line.slice(-30).trimStart())).toEqual([
    expect.stringMatching(/closed on that day$/),
    expect.stringMatching(/outside working hours \*\*$/),
    expect.stringMatching(/person gets no bookings \*$/),
    '* did not fit before, either',
    'pose: an override permitted it',
  ]);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  const unchanged = { ...rest, changes: [], affected_bookings: [], affected_total: 0, already_total: 0 };
  expect(planLines(unchanged, 'b.yaml')).toEqual(['No changes: the database is as b.yaml says (revision 3).']);
});

it('a plan says below a booking whom to call and who can take it over', () => {
  const { affected_bookings: [first, second] = [], ...rest } = plan(2, false);
  const free = (...names: string[]) => names.map((name) => ({ staff_id: name, staff_name: name }));
  const affected = [
    { ...first, contact_phone: '+13035550150', free_with: free('Sam Ortiz', LONG, LONG) },
    { ...second, free_with: [] },
  ];
  const lines = planLines({ ...rest, affected_bookings: affected } as PlannedBusiness, 'b.yaml');
  expect(lines.slice(-3).map((line) => line.slice(0, 60))).toEqual([
    expect.stringMatching(/^ {2}Wed 2026-03-04 03:00/),
    '    +13035550150; free: Sam Ortiz, A name that is…, A name that is…'.slice(0, 60),
    expect.stringMatching(/^ {2}Wed 2026-03-04 04:00/),
  ]);
});

it('a plan names services and people whose names are equal after it', () => {
  const equal_names = [{ list: 'services' as const, name: 'Massage\u001b', ids: ['m1', 'm2'] }];
  expect(planLines({ ...plan(0, false), equal_names }, 'b.yaml').slice(-3)).toEqual([
    '',
    'Equal names, which tools understand only by id:',
    expect.stringMatching(/^ {2}services: Massage ?\(m1, m2\)$/),
  ]);
});
