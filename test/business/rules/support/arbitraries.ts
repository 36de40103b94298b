import fc from 'fast-check';
import {
  type Hours,
  OCCURRENCES,
  type Period,
  type Practice,
  type ServiceModel,
  type SpecialDay,
  type StaffModel,
} from './practice.ts';

/** Zones with the date of a clock change, in both directions: at night, by half an hour, at midnight. And zones without. */
export const CLOCK_CHANGES = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  // Midnight is skipped, and 23:00 to 24:00 repeated.
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-04'],
  // Midnight is skipped, and 00:00 to 01:00 repeated.
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-11-01'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Kathmandu', '2026-06-10'],
  ['UTC', '2026-02-26'],
] as const;

/** Days of the stretch of time in which everything happens, and the one of the clock change. */
export const DAYS = 15;
const CHANGE_DAY = 5;

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** The first date of the stretch. */
export const firstDate = (change: string) => addDays(change, -CHANGE_DAY);

const point = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 150, 1380, 1410, 1440),
  fc.integer({ min: 0, max: 288 }).map((fives) => fives * 5),
);
const joined = fc.boolean();
const periods: fc.Arbitrary<Period[]> = fc
  .tuple(fc.uniqueArray(point, { minLength: 2, maxLength: 6 }), joined)
  .map(([points, touch]) => {
    const sorted = points.sort((a, b) => a - b);
    const step = touch ? 1 : 2;
    return sorted.flatMap((from, index) => {
      const to = sorted[index + 1];
      return index % step === 0 && to !== undefined ? [{ from, to }] : [];
    });
  });

const OFFICE: Period[] = [
  { from: 480, to: 720 },
  { from: 780, to: 1020 },
];
const WHOLE_DAY: Period[] = [{ from: 0, to: 1440 }];
const day: fc.Arbitrary<Period[]> = fc.oneof(
  fc.constant(OFFICE),
  fc.constant(WHOLE_DAY),
  periods,
  fc.constant<Period[]>([]),
);
const occurrences = fc.subarray([...OCCURRENCES], { minLength: 1 });
const hours: fc.Arbitrary<Hours> = fc.record({
  weekly: fc
    .array(day, { minLength: 7, maxLength: 7 })
    .map((weekly) => (weekly.some((one) => one.length > 0) ? weekly : [OFFICE, ...weekly.slice(1)])),
  monthly: fc.uniqueArray(fc.record({ weekday: fc.nat(6), occurrences, periods: day }), {
    maxLength: 2,
    // Two sets of times for one day are refused.
    comparator: (a, b) => a.weekday === b.weekday && a.occurrences.some((one) => b.occurrences.includes(one)),
  }),
});

const dateIn = (first: string) => fc.integer({ min: 0, max: DAYS }).map((days) => addDays(first, days));
const range = (first: string, longest: number) =>
  fc.tuple(dateIn(first), fc.nat(longest)).map(([from, days]) => ({ from, to: addDays(from, days) }));
const unique = <T extends { from: string; to: string }>(arbitrary: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(arbitrary, { maxLength, selector: ({ from, to }) => `${from}/${to}` });

const minuteText = fc
  .integer({ min: 0, max: 287 })
  .map((fives) => `T${String(Math.floor(fives / 12)).padStart(2, '0')}:${String((fives % 12) * 5).padStart(2, '0')}`);
const absence = (first: string) =>
  fc.oneof(
    range(first, 2),
    fc
      .tuple(range(first, 1), minuteText, minuteText)
      .map(([{ from, to }, a, b]) => ({ from: `${from}${a}`, to: `${to}${b}` }))
      .filter(({ from, to }) => from < to),
  );

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const STAFF = ['ana', 'ben', 'cem'];
const named: fc.Arbitrary<string[]> = fc.oneof(fc.constant<string[]>([]), fc.subarray(STAFF));
const performers = fc.oneof(
  { weight: 2, arbitrary: fc.constant('all' as const) },
  { weight: 1, arbitrary: fc.subarray(STAFF) },
);

export const service = (id: string): fc.Arbitrary<ServiceModel> =>
  fc.record({
    id: fc.constant(id),
    duration: fc.constantFrom(5, 20, 30, 45, 60, 90, 150),
    before: fc.constantFrom(0, 0, 5, 10, 35),
    after: fc.constantFrom(0, 0, 5, 15, 60),
    staff: performers,
    notice: some(fc.constantFrom(0, 30, 120, 1441)),
    window: some(fc.constantFrom(2880, 10_080, 20_000)),
    active: fc.constant(true),
  });

const person = (id: string, first: string): fc.Arbitrary<StaffModel> =>
  fc.record({
    id: fc.constant(id),
    hours: fc.option(hours),
    timeOff: unique(absence(first), 2),
    active: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  });

/** True if a file must not have both special hours. */
const areSame = (a: SpecialDay, b: SpecialDay) =>
  a.from === b.from &&
  a.to === b.to &&
  (a.staff.length + b.staff.length === 0 || a.staff.some((id) => b.staff.includes(id)));

/** A random practice around the clock change of a zone. */
export const practice = (zone: string, first: string): fc.Arbitrary<Practice> =>
  fc.record({
    zone: fc.constant(zone),
    hours: fc.option(hours, { freq: 4 }),
    closures: unique(range(first, 1), 2),
    special: fc.uniqueArray(
      fc.record({ range: range(first, 2), periods, staff: named }).map(({ range, ...rest }) => ({ ...range, ...rest })),
      { maxLength: 3, comparator: areSame },
    ),
    services: fc.tuple(service('cut'), service('wash')),
    staff: fc.tuple(...STAFF.map((id) => person(id, first))),
    rules: fc.record({
      notice: some(fc.constantFrom(0, 45, 180, 1440)),
      noticeCounts: fc.constantFrom('all_hours', 'opening_hours'),
      window: some(fc.constantFrom(2880, 10_080, 20_000)),
      interval: fc.constantFrom(5, 10, 15, 15, 30, 60, 1440),
      perDay: some(fc.integer({ min: 2, max: 5 })),
      perCustomer: some(fc.integer({ min: 1, max: 2 })),
    }),
  });
