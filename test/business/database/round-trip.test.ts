import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseBusinessFile } from '../../../src/cli/business/read-file.ts';
import { renderBusinessFile } from '../../../src/cli/business/render-file.ts';
import { type BusinessFile, PRUNABLE_LISTS } from '../../../src/contract/index.ts';
import { type AdminBusiness, openBusiness } from '../../../src/platform/index.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { NOW } from '../support/practice.ts';

const RUNS = 60;

let test: TestDatabase;
let business: AdminBusiness & { close(): Promise<void> };
beforeAll(async () => {
  test = await newDatabase();
  business = await openBusiness({ database: test.database, clock: manualClock(NOW) });
});
afterAll(async () => {
  await business.close();
  await test.remove();
});

/** Names that YAML readers could take for something else. */
const name = fc
  .oneof(
    fc.constantFrom(
      'no',
      'null',
      '1e3',
      '0x10',
      '~',
      '- a',
      'a: b',
      '# a',
      '"',
      "'",
      '{}',
      '2026-03-02',
      '08:30',
      '|',
      'Zoë 田中',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '');
const day = fc.integer({ min: 10, max: 28 });
const date = (number: number) => `2026-03-${number}`;
const period = fc.tuple(day, day).map(([a, b]) => ({ from: date(Math.min(a, b)), to: date(Math.max(a, b)) }));
const hours = fc.constantFrom(
  'Mon-Fri 08:00-12:00, 13:00-17:00',
  '1st,3rd Sat 09:00-12:00',
  'daily 00:00-24:00',
  'last Fri closed; Fri 09:00-10:00',
);
const duration = fc.constantFrom('5m', '45m', '1h30m', '1d');
/** Longer than each notice. */
const window = fc.constantFrom('25h', '7d', '26w');
const STAFF = ['lee', 'ibarra', 'kim'];
const SERVICES = ['cleaning', 'exam', 'emergency'];

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value, { nil: null }), { nil: undefined });

const service = fc.record({
  id: fc.constantFrom(...SERVICES),
  name: optional(name),
  description: nullable(fc.oneof(name, fc.lorem({ maxCount: 40 }), fc.lorem({ maxCount: 5, mode: 'sentences' }))),
  duration,
  price: optional(fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100)),
  price_changes: optional(
    fc.uniqueArray(fc.record({ from: day.map(date), price: fc.integer({ min: 0, max: 999 }) }), {
      selector: ({ from }) => from,
      maxLength: 3,
    }),
  ),
  buffer_before: optional(fc.constantFrom('0m', '5m')),
  buffer_after: optional(fc.constantFrom('0m', '10m')),
  staff: optional(fc.oneof(fc.constant('all' as const), fc.subarray(STAFF))),
  minimum_notice: nullable(duration),
  booking_window: nullable(window),
  active: optional(fc.boolean()),
});
const member = (id: string) =>
  fc.record({
    id: fc.constant(id),
    name: optional(name),
    title: optional(name),
    opening_hours: nullable(hours),
    time_off: optional(
      fc.uniqueArray(
        fc.oneof(
          period,
          day.map((number) => ({ from: `${date(number)}T08:00`, to: `${date(number)}T09:30` })),
        ),
        { selector: ({ from, to }) => `${from}/${to}`, maxLength: 3 },
      ),
    ),
    calendar: nullable(fc.constantFrom('https://calendar.example/secret.ics')),
    active: optional(fc.boolean()),
  });
const entries = <T extends { from: string; to: string }>(entry: fc.Arbitrary<T>) =>
  optional(fc.uniqueArray(entry, { selector: ({ from, to }) => `${from}/${to}`, maxLength: 3 }));

const file = fc.record({
  name,
  time_zone: fc.constantFrom('America/Denver', 'Europe/Vienna', 'UTC'),
  country: fc.constantFrom('US', 'NO', 'AT'),
  currency: fc.constantFrom('USD', 'EUR'),
  opening_hours: nullable(fc.oneof(hours, fc.tuple(hours))),
  closures: entries(
    period.chain((dates) =>
      fc.record({ from: fc.constant(dates.from), to: fc.constant(dates.to), reason: nullable(name) }),
    ),
  ),
  special_hours: entries(
    period.chain((dates) =>
      fc.record({
        from: fc.constant(dates.from),
        to: fc.constant(dates.to),
        hours: fc.constantFrom('09:00-12:00', '00:00-24:00'),
        staff: optional(fc.subarray(STAFF)),
      }),
    ),
  ),
  services: fc.uniqueArray(service, { selector: ({ id }) => id, maxLength: 3 }),
  staff: fc.tuple(...STAFF.map(member)),
  rules: optional(
    fc.record({
      minimum_notice: nullable(duration),
      notice_counts: optional(fc.constantFrom('all_hours' as const, 'opening_hours' as const)),
      booking_window: nullable(window),
      slot_interval: optional(fc.constantFrom('15m', '30m')),
      max_per_customer_and_day: nullable(fc.integer({ min: 1, max: 9 })),
      max_per_day: nullable(fc.integer({ min: 1, max: 9 })),
    }),
  ),
  users: fc.constantFrom(
    [{ email: 'pat@example.com', role: 'owner' as const }],
    [
      { email: 'pat@example.com', name: 'no', role: 'owner' as const },
      { email: 'DESK@example.com', role: 'member' as const },
    ],
  ),
}) as unknown as fc.Arbitrary<BusinessFile>;

/** Through the text, as on the command line: also removes fields that are undefined. */
const parsed = (text: string) => parseBusinessFile(text, 'business.yaml').file;

it(`each of ${RUNS} business files can be applied to the last one, and its export changes nothing`, async () => {
  await fc.assert(
    fc.asyncProperty(file, async (generated) => {
      const declared = parsed(JSON.stringify(generated));
      const applied = await business.apply(declared);
      expect((await business.plan(declared)).changes).toEqual([]);
      const exported = (await business.export()) as BusinessFile;
      const text = renderBusinessFile(exported, { top: ['A comment: with # signs'] });
      const plan = await business.plan(parsed(text), { prune: PRUNABLE_LISTS });
      expect(plan.changes).toEqual([]);
      expect(plan.kept).toEqual([]);
      expect(plan.revision).toBe(applied.revision);
    }),
    { numRuns: RUNS },
  );
}, 120_000);
