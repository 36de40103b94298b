import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../../src/lib/concurrency/slices.ts';
import { formatInstant } from '../../../../src/lib/time/format.ts';
import { localDays } from '../../../../src/lib/time/local-days.ts';
import { findFreeStarts, readSchedule } from '../../../../src/platform/availability/availability.ts';
import {
  DEFAULT_SLOT_INTERVAL_MINUTES,
  loadBusiness,
  type OfferedService,
} from '../../../../src/platform/business/business.ts';
import { ensureTeam } from '../../../../src/platform/seed.ts';
import { openStore } from '../../../../src/platform/store/store.ts';
import { freeDays } from '../../../../src/tools/availability/free-ranges.ts';
import { startsOf } from '../../../support/open-times.ts';
import { CLOCK_CHANGES, DAYS, firstDate, practice } from '../support/arbitraries.ts';
import { instantOf, type LocalMinutes, localMinutes } from '../support/local-minutes.ts';
import { fileOf, type Practice, type ServiceModel } from '../support/practice.ts';
import { type SlowBooking, SlowRules } from '../support/slow-rules.ts';
import { CUSTOMERS, seedOf, store, TEAM } from '../support/stored-practice.ts';

const BUSINESSES = 130;
const QUESTIONS = 80;
const DAY = 24 * 60;

const minute = fc.integer({ min: 2 * DAY, max: (DAYS - 4) * DAY });
const booking = fc.record({
  minute: minute.map((at) => at - (at % 5)),
  staff: fc.nat(2),
  service: fc.nat(1),
  /** Minutes that it lasts beyond the duration of its service. */
  longer: fc.constantFrom(0, 0, 15, 90),
  contact: fc.nat(2),
  isCancelled: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
});
const question = fc.record({
  service: fc.nat(1),
  staff: fc.option(fc.nat(2), { nil: undefined, freq: 2 }),
  from: minute,
  length: fc.integer({ min: 1, max: 2 * DAY }),
  // Most questions are asked shortly before their window, so that the notice matters.
  ahead: fc.oneof(fc.integer({ min: -300, max: 600 }), fc.integer({ min: 0, max: 4 * DAY })),
  excluded: fc.option(fc.nat(19), { nil: undefined, freq: 2 }),
});
const example = fc.constantFrom(...CLOCK_CHANGES).chain(([zone, change]) =>
  fc.record({
    first: fc.constant(firstDate(change)),
    practice: practice(zone, firstDate(change)),
    bookings: fc.array(booking, { maxLength: 20 }),
    questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  }),
);

type Wanted = typeof booking extends fc.Arbitrary<infer W> ? W : never;

/** The bookings as stored: those that overlap another of the same person are left out. */
function bookingsOf(practice: Practice, wanted: readonly Wanted[]) {
  const made: (SlowBooking & { service: ServiceModel; isCancelled: boolean })[] = [];
  for (const [index, { minute: start, isCancelled, ...which }] of wanted.entries()) {
    const ofCatalogue = practice.services[which.service] as ServiceModel;
    const service = { ...ofCatalogue, duration: ofCatalogue.duration + which.longer };
    const staff = practice.staff[which.staff]?.id ?? '';
    const contact = CUSTOMERS[which.contact]?.name ?? '';
    const busy = { busyStart: start - service.before, busyEnd: start + service.duration + service.after };
    const overlaps = made.some(
      (other) => other.staff === staff && other.busyStart < busy.busyEnd && busy.busyStart < other.busyEnd,
    );
    if (!overlaps) made.push({ id: `bk_${index}`, staff, contact, start, ...busy, service, isCancelled });
  }
  return made;
}

/** Counts, so that a change of the generator that makes the test trivial is noticed. */
const seen = { questions: 0, empty: 0, starts: 0 };

it(`answers ${BUSINESSES * QUESTIONS} random questions as an obvious implementation does, minute by minute`, async () => {
  await fc.assert(
    fc.asyncProperty(example, async ({ first, practice, bookings, questions }) => {
      const local = localMinutes(practice.zone, first, DAYS);
      const made = bookingsOf(practice, bookings);
      const slow = new SlowRules(
        practice,
        local,
        made.filter(({ isCancelled }) => !isCancelled),
      );
      const platform = await openStore(':memory:', local.start);
      try {
        await ensureTeam(platform, seedOf(fileOf(practice), local.start), local.start);
        await platform.write(async (tx) => {
          for (const one of made) await store(tx, local, one, one.service, one.isCancelled ? 'cancelled' : 'confirmed');
        }, 'all');
        await platform.read(async (db) => {
          const business = await loadBusiness(db, TEAM);
          for (const asked of questions) {
            const ofCatalogue = practice.services[asked.service] as ServiceModel;
            const offered = business.services.get(ofCatalogue.id) as OfferedService;
            const staff = asked.staff === undefined ? undefined : practice.staff[asked.staff]?.id;
            const excluded = asked.excluded === undefined ? undefined : `bk_${asked.excluded}`;
            const moved = made.find(({ id, service }) => id === excluded && service.id === ofCatalogue.id);
            const service = moved?.service ?? ofCatalogue;
            const now = Math.max(0, asked.from - asked.ahead);
            const to = asked.from + asked.length;
            const query = {
              business,
              service: offered,
              lengthMs: service.duration * 60_000,
              staffIds: offered.staffIds.filter((id) => staff === undefined || id === staff),
              window: { start: instantOf(local, asked.from), end: instantOf(local, to) },
              now: instantOf(local, now),
              excludedBookingId: excluded,
            };
            const answer = await findFreeStarts(query, await readSchedule(db, query));
            const expected = slow.freeStarts({ service, staff, now, excluded }, Math.max(asked.from, now + 1), to);
            expect(answer.map(({ start, staffIds }) => `${shown(local, start)} ${staffIds}`)).toEqual(
              expected.map(({ start, staff }) => `${shown(local, instantOf(local, start))} ${staff}`),
            );
            // As find_open_times shows them, in ranges.
            const slots = answer.map(({ start, staffIds }) => ({ start, end: start, staffIds: () => staffIds }));
            const describe = (instant: string) => formatInstant(instant, practice.zone);
            const days = localDays(query.window, practice.zone);
            const stepMs = (business.rules.slot_interval ?? DEFAULT_SLOT_INTERVAL_MINUTES) * 60_000;
            const shownDays = atOnce(freeDays(slots, { stepMs, days, describe, nameOf: (id) => id }));
            const ranges = shownDays.map((day) => ({ ...day, free: day.free.map(String) }));
            expect(
              startsOf(ranges, practice.zone).map(({ start, staff }) => `${shown(local, start)} ${staff}`),
            ).toEqual(expected.map(({ start, staff }) => `${shown(local, instantOf(local, start))} ${staff}`));
            seen.questions++;
            seen.starts += expected.length;
            if (expected.length === 0) seen.empty++;
          }
        });
      } finally {
        await platform.close();
      }
    }),
    { numRuns: BUSINESSES, seed: 14 },
  );
  expect(seen.questions).toBeGreaterThanOrEqual(10_000);
  expect(seen.empty).toBeLessThan(seen.questions * 0.7);
  expect(seen.starts).toBeGreaterThan(100_000);
}, 120_000);

/** An instant with what the clock shows, which explains a difference. */
const shown = (local: LocalMinutes, instant: number) =>
  `${new Date(instant).toISOString()} ${local.texts[(instant - local.start) / 60_000]}`;
