import { describe, expect, it } from 'vitest';
import { type BusinessFile, businessFile, type PrunableList } from '../../src/contract/business.ts';
import { atOnce } from '../../src/lib/concurrency/slices.ts';
import { changesBetween } from '../../src/platform/business/changes.ts';
import { checkReferences, checkWindows } from '../../src/platform/business/check.ts';
import { type BusinessDefinition, emptyDefinition, toBusinessFile } from '../../src/platform/business/definition.ts';
import { keptEntries } from '../../src/platform/business/kept.ts';
import { mergeFile } from '../../src/platform/business/merge.ts';
import type { FileProblem } from '../../src/platform/business/merge-list.ts';
import { NOW, practice } from './support/practice.ts';

function merge(before: BusinessDefinition, file: BusinessFile, prune: readonly PrunableList[] = []) {
  const problems: FileProblem[] = [];
  const after = mergeFile(before, file, { prune: new Set(prune), now: Date.parse(NOW) }, problems);
  checkReferences(after, file, problems);
  checkWindows(before, after, file, problems);
  return { after, changes: atOnce(changesBetween(before, after)).map(({ text }) => text), problems };
}

const base = () => merge(emptyDefinition(), practice()).after;

describe('a business file that is merged', () => {
  it('a merged business file changes only the values that it has', () => {
    expect(merge(base(), {}).after).toEqual(base());
    expect(merge(base(), { services: [{ id: 'cleaning', price: 120 }] }).changes).toEqual([
      'Service Cleaning: New: price 120.00 USD from 2026-03-02, 115.00 USD until then',
    ]);
  });

  it.each([
    [
      ['Sat 10:00-14:00', 'Mon,Wed 09:00-17:00', '1st Sun 10:00-12:00', 'Tue closed'],
      ['Mon,Wed 09:00-17:00', 'Tue closed', 'Sat 10:00-14:00', '1st Sun 10:00-12:00'],
    ],
    ['Sun closed; Fri 10:00-14:00; Mon-Thu 09:00-17:00', ['Mon-Thu 09:00-17:00', 'Fri 10:00-14:00', 'Sun closed']],
    // The days that are closed must stay behind the times which they replace.
    [
      ['Mon-Fri 09:00-17:00', 'Wed closed'],
      ['Mon-Fri 09:00-17:00', 'Wed closed'],
    ],
    [
      ['Sat 09:00-12:00', 'Fri-Sun closed', 'Mon 09:00-12:00'],
      ['Sat 09:00-12:00', 'Fri-Sun closed', 'Mon 09:00-12:00'],
    ],
    [
      ['1st Sat 09:00-12:00', '1st Fri-Sun closed', 'Mon 09:00-12:00'],
      ['1st Sat 09:00-12:00', '1st Fri-Sun closed', 'Mon 09:00-12:00'],
    ],
    ['Mon 09:00-12:00; Tue 09:00-12:00', ['Mon 09:00-12:00; Tue 09:00-12:00']],
  ])('lists the weekly hours %j from Monday on', (opening_hours, listed) => {
    const { after } = merge(base(), { opening_hours, staff: [{ id: 'lee', opening_hours }] });
    expect(after.opening_hours).toEqual(listed);
    expect(after.staff.find(({ id }) => id === 'lee')?.opening_hours).toEqual(listed);
  });

  it('null in a merged business file removes the value', () => {
    const { after, changes } = merge(base(), {
      opening_hours: null,
      rules: { minimum_notice: null },
      staff: [{ id: 'lee', opening_hours: null }],
    });
    expect(after.opening_hours).toBeNull();
    expect(after.rules).toEqual({ booking_window: 180 * 24 * 60, slot_interval: 15 });
    expect(changes).toEqual([
      'Business: opening hours from Mon-Fri 08:00-12:00, 13:00-17:00 to none',
      'Rules: minimum notice from 2h to none',
      'Dr. Dana Lee: opening hours from Mon-Thu 08:00-16:00; 1st,3rd Sat 09:00-12:00 to those of the business',
    ]);
  });

  it('a notice in days comes with its opening hours, also when only the hours that count change', () => {
    const days = { services: [{ id: 'cleaning', minimum_notice: '1d30m' }] };
    const { after } = merge(base(), days);
    const { changes } = merge(after, { rules: { notice_counts: 'opening_hours' } });
    expect(changes).toEqual([
      'Rules: minimum notice from 2h to 2h of opening hours',
      'Rules: notice counts from none to opening_hours',
      'Service Cleaning: minimum notice from 1d30m to 1d30m (24h30m of opening hours)',
    ]);
  });

  it('keeps what left its lists, and names it', () => {
    const file: BusinessFile = {
      services: [{ id: 'exam' }],
      closures: [],
      staff: [{ id: 'ibarra', time_off: [] }, { id: 'lee' }, { id: 'kim' }],
    };
    const { after } = merge(base(), file);
    expect(after).toEqual(base());
    expect(keptEntries({ after }, file, Date.parse(NOW)).map(({ text }) => text)).toEqual([
      'Remove: closed 2026-03-17, Spring cleaning',
      'Archive service Cleaning',
      'Dr. Rafael Ibarra: Remove: away 2026-03-23 to 2026-03-27',
      'Archive staff member Sam Ortiz',
    ]);
  });

  it('prunes only the lists that it has and that are named', () => {
    const file: BusinessFile = { services: [{ id: 'exam' }], closures: [] };
    expect(merge(base(), file, ['services']).changes).toEqual(['Archive service Cleaning']);
    expect(merge(base(), {}, ['services', 'staff', 'users']).changes).toEqual([]);
  });

  it('keeps amounts when the currency has other minor units', () => {
    const { after, changes } = merge(base(), { currency: 'JPY' });
    expect(after.services.map(({ price_cents }) => price_cents)).toEqual([115, 189]);
    expect(changes).toContain('Service Cleaning: price from 115.00 USD to 115 JPY');
    const back = merge(after, { currency: 'KWD' });
    expect(back.after.services.map(({ price_cents }) => price_cents)).toEqual([115_000, 189_000]);
    expect(toBusinessFile(back.after).services?.map(({ price }) => price)).toEqual([115, 189]);
  });

  it('refuses a currency in which a price is no amount, unless it has the price', () => {
    const before = merge(base(), { services: [{ id: 'cleaning', price: 115.5 }] }).after;
    expect(merge(before, { currency: 'JPY' }).problems).toEqual([
      {
        path: ['currency'],
        message: 'the prices of Cleaning (cleaning) are no amounts of JPY: declare its price and price_changes',
      },
    ]);
    const declared = merge(before, { currency: 'JPY', services: [{ id: 'cleaning', price: 16_000 }] });
    expect(declared.problems).toEqual([]);
    expect(declared.after.services[0]?.price_cents).toBe(16_000);
  });

  it('shows a description on one line, without the rest of a long one', () => {
    const [change = ''] = merge(base(), {
      services: [{ id: 'exam', description: `First\nvisit ${'x'.repeat(300)}` }],
    }).changes;
    expect(change).toMatch(/^Service New patient exam: description from none to First visit x+…$/);
    expect(change.length).toBeLessThan(200);
  });

  it.each<[BusinessFile, FileProblem['path'], RegExp]>([
    [{ services: [{ id: 'new' }] }, ['services', 0, 'duration'], /required for a new service, such as 45m/],
    [{ services: [{ id: 'exam' }, { id: 'exam' }] }, ['services', 1], /exam is in the list twice/],
    [{ services: [{ id: 'exam', price: 1.005 }] }, ['services', 0, 'price'], /at most 2 decimal places/],
    [{ services: [{ id: 'exam', price: 1_234_567_890.125 }] }, ['services', 0, 'price'], /at most 2 decimal places/],
    [{ rules: { booking_window: '2h' } }, ['rules', 'booking_window'], /longer than minimum_notice: nothing could be/],
    [
      { rules: { minimum_notice: null, booking_window: '0m' } },
      ['rules', 'booking_window'],
      /longer than minimum_notice/,
    ],
    [
      { services: [{ id: 'exam', booking_window: '1h' }] },
      ['services', 0, 'booking_window'],
      /longer than minimum_notice/,
    ],
    [{ services: [{ id: 'exam', duration: '3d' }] }, ['services', 0, 'duration'], /more than 0m to 2d/],
    [{ services: [{ id: 'exam', duration: '0m' }] }, ['services', 0, 'duration'], /more than 0m to 2d/],
    [{ services: [{ id: 'exam', buffer_after: '2d' }] }, ['services', 0, 'buffer_after'], /0m to 1d/],
    [
      {
        services: [
          {
            id: 'exam',
            price_changes: [
              { from: '2100-01-01', price: 1 },
              { from: '2100-01-01', price: 2 },
            ],
          },
        ],
      },
      ['services', 0, 'price_changes', 1],
      /2100-01-01 is in the list twice/,
    ],
    [{ rules: { slot_interval: '1m' } }, ['rules', 'slot_interval'], /5m to 24h/],
    [
      { services: [{ id: 'exam', staff: ['ibara'] }] },
      ['services', 0, 'staff'],
      /no staff member ibara; known: lee, ibarra/,
    ],
    [
      { special_hours: [{ from: '2100-01-01', hours: '09:00-10:00', staff: ['x'] }] },
      ['special_hours', 0, 'staff'],
      /no staff member x/,
    ],
    [
      { users: [{ email: 'PAT@example.com', role: 'member' }] },
      ['users'],
      /at least one user must have the role owner/,
    ],
  ])('reports %j', (file, path, message) => {
    const { problems } = merge(base(), file);
    expect(problems).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it('accepts large amounts with two decimal places', () => {
    const { after, problems } = merge(base(), { services: [{ id: 'exam', price: 1_234_567_890.12 }] });
    expect(problems).toEqual([]);
    expect(after.services[1]?.price_changes).toEqual([{ from: '2026-03-02', price_cents: 123_456_789_012 }]);
  });

  it('names the service that could not be booked any more because of another part of the business', () => {
    const before = merge(base(), { services: [{ id: 'exam', booking_window: '10d' }] }).after;
    expect(merge(before, { rules: { minimum_notice: '11d' } }).problems).toEqual([
      { path: ['services'], message: expect.stringMatching(/^service exam: booking_window must be longer than/) },
    ]);
  });

  it('changes a business whose booking window is over before the notice already', () => {
    const before = { ...base(), rules: { minimum_notice: 120, booking_window: 60 } };
    expect(merge(before, { closures: [{ from: '2100-01-01' }] }).problems).toEqual([]);
    expect(merge(before, toBusinessFile(before))).toMatchObject({ problems: [], changes: [] });
  });

  it('accepts a window and a notice under which each service that is offered can be booked', () => {
    const rules = { minimum_notice: '2d', booking_window: '2d' };
    const own = { minimum_notice: '1h', booking_window: '30d' };
    const services = [
      { id: 'exam', ...own },
      { id: 'cleaning', ...own },
    ];
    expect(merge(base(), { rules, services }).problems).toEqual([]);
    const contradiction = { minimum_notice: '2d', booking_window: '1d' };
    const { after, problems } = merge(base(), { services: [{ id: 'exam', active: false, ...contradiction }] });
    expect(problems).toEqual([]);
    expect(merge(after, { services: [{ id: 'exam', active: true }] }).problems).toEqual([
      { path: ['services', 0, 'booking_window'], message: expect.stringMatching(/longer than minimum_notice/) },
    ]);
  });

  it('refuses rules under which a service without its own window could not be booked', () => {
    const rules = { minimum_notice: '2d', booking_window: '2d' };
    const problems = [{ path: ['rules', 'booking_window'], message: expect.stringMatching(/nothing could be booked/) }];
    expect(merge(base(), { rules, services: [{ id: 'exam', booking_window: '30d' }] }).problems).toEqual(problems);
    expect(merge(emptyDefinition(), { rules, users: practice().users ?? [] }).problems).toEqual(problems);
  });

  it('names the special hours of a person who would be archived', () => {
    const file = { special_hours: [{ from: '2100-01-01', hours: '09:00-10:00', staff: ['ortiz'] }] };
    const before = merge(base(), { ...file, services: [{ id: 'cleaning', staff: ['kim'] }] }).after;
    const staff = [{ id: 'lee' }, { id: 'ibarra' }, { id: 'kim' }];
    const message = 'there is no staff member ortiz; known: lee, ibarra, kim';
    expect(merge(before, { staff }, ['staff']).problems).toEqual([
      { path: ['special_hours'], message: `open 09:00-10:00 on 2100-01-01: ${message}` },
    ]);
    expect(merge(before, { staff, ...file }, ['staff']).problems).toEqual([
      { path: ['special_hours', 0, 'staff'], message },
    ]);
  });

  it('names the service of another part of the business that would lose a person', () => {
    const { problems } = merge(base(), { staff: [{ id: 'lee' }, { id: 'ibarra' }, { id: 'kim' }] }, ['staff']);
    expect(problems).toEqual([
      { path: ['services'], message: 'service cleaning: there is no staff member ortiz; known: lee, ibarra, kim' },
    ]);
  });
});

describe('absences', () => {
  const accepts = (absence: object) =>
    businessFile().safeParse({ staff: [{ id: 'lee', time_off: [absence] }] }).success;

  it.each([
    [{ from: '2026-03-02' }, true],
    [{ from: '2026-03-02', to: '2026-03-02' }, true],
    [{ from: '2026-03-02T13:00', to: '2026-03-02' }, true],
    [{ from: '2026-03-02', to: '2026-03-02T13:00' }, true],
    [{ from: '2026-03-02T13:00', to: '2026-03-02T13:01' }, true],
    [{ from: '2026-03-02T13:00', to: '2026-03-02T13:00' }, false],
    [{ from: '2026-03-02T13:00' }, false],
    [{ from: '2026-03-02', to: '2026-03-01' }, false],
    [{ from: '2026-03-02', to: '2026-03-02T00:00' }, false],
    [{ from: '2026-03-02T24:00', to: '2026-03-03' }, false],
  ])('%j is accepted: %s', (absence, isAccepted) => {
    expect(accepts(absence)).toBe(isAccepted);
  });
});
