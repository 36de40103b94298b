import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { randomExamples } from '../../support/engines.ts';
import { CLOCK_CHANGES, DAYS, firstDate, practice } from './support/arbitraries.ts';
import { instantOf, type LocalMinutes, localMinutes, minuteOf } from './support/local-minutes.ts';
import { type OpenPractice, openPractice } from './support/open-practice.ts';
import type { Practice } from './support/practice.ts';
import { type SlowBooking, SlowRules } from './support/slow-rules.ts';

const DAY = 24 * 60;
/** Practices of each clock change. */
const PRACTICES = randomExamples(2);

/** A random practice around each clock change, and some bookings that its rules allow. */
const examples = fc.sample(
  fc.tuple(
    ...CLOCK_CHANGES.map(([zone, change]) =>
      fc.tuple(practice(zone, firstDate(change)), fc.array(fc.nat(DAY), { minLength: 6, maxLength: 6 })),
    ),
  ),
  { numRuns: PRACTICES, seed: 28 },
);

let opened: OpenPractice;
beforeAll(async () => {
  const [zone, change] = CLOCK_CHANGES[0];
  const [[first]] = examples as unknown as [[[Practice]]];
  opened = await openPractice(first[0], localMinutes(zone, firstDate(change), DAYS).start);
});
afterAll(() => opened?.close());

/** The start times of an answer of `GET /v1/availability`. */
function startsOf(data: JsonObject, local: LocalMinutes): { start: number; staff: string[] }[] {
  const step = Number(data.slot_interval_minutes);
  const ranges = data.free as { from: string; to: string; staff_ids: string[] }[];
  return ranges.flatMap(({ from, to, staff_ids }) => {
    const [first, last] = [minuteOf(local, Date.parse(from)), minuteOf(local, Date.parse(to))];
    return Array.from({ length: (last - first) / step + 1 }, (_, at) => ({
      start: first + at * step,
      staff: staff_ids,
    }));
  });
}

const cases = examples.flatMap((row, round) =>
  row.map(([practice, distances], at) => {
    const [zone, change] = CLOCK_CHANGES[at] as (typeof CLOCK_CHANGES)[number];
    return { practice, distances, zone, change, round };
  }),
);

describe.each(cases)('$zone around $change, practice $round', ({ practice, distances, zone, change }) => {
  it('answers availability as the slow implementation does, books every offer, and refuses everything else truly', async () => {
    const local = localMinutes(zone, firstDate(change), DAYS);
    const now = 3 * DAY + 600;
    opened.setClock(instantOf(local, now));
    await opened.apply(practice);
    const bookings: SlowBooking[] = [];
    const slow = () => new SlowRules(practice, local, bookings);

    for (const [index, distance] of distances.entries()) {
      const service = practice.services[index % 2] as Practice['services'][number];
      const [free] = slow().freeStarts({ service, now }, now + 1 + distance, now + 1 + distance + DAY);
      if (!free) continue;
      const { status, body } = await opened.book({ service: service.id, start: instantOf(local, free.start) });
      expect(status, JSON.stringify(body)).toBe(200);
      bookings.push({
        id: String(body.data.id),
        staff: String(body.data.staff_id),
        contact: '',
        start: free.start,
        busyStart: free.start - service.before,
        busyEnd: free.start + service.duration + service.after,
      });
    }

    for (const service of practice.services) {
      // From yesterday to the day after tomorrow: the clock change is within.
      const [from, to] = [now - 300, now + 2 * DAY];
      const range = { from: iso(local, from), to: iso(local, to) };
      const { body } = await opened.availability({ service_id: service.id, ...range });
      const offered = startsOf(body.data, local);
      expect(offered).toEqual(slow().freeStarts({ service, now }, now + 1, to));
      for (const { id } of practice.staff) {
        const one = await opened.availability({ service_id: service.id, staff_id: id, ...range });
        if (slow().candidates({ service, staff: id, now }).length === 0) expect(one.status).toBe(400);
        else {
          expect(startsOf(one.body.data, local)).toEqual(slow().freeStarts({ service, staff: id, now }, now + 1, to));
        }
      }

      // A part of them, on the grid and off it, because each is a transaction.
      const tried = [
        ...sampled(
          offered.map(({ start }) => start),
          8,
        ),
        ...sampled(range15(now + 1, to), 16),
      ];
      for (const start of tried) {
        const answer = await opened.book({ service: service.id, start: instantOf(local, start) });
        const violated = slow().violations({ service, now }, start);
        if (violated.size === 0) {
          expect(answer.status, JSON.stringify(answer.body)).toBe(200);
          expect((await opened.cancel(String(answer.body.data.id))).status).toBe(200);
          continue;
        }
        expect(answer.status).toBe(400);
        expect([...violated]).toContain(answer.body.error);
        const { next_start_time: next } = answer.body;
        if (next === undefined) continue;
        expect(Date.parse(next)).toBeGreaterThan(instantOf(local, start));
        const booked = await opened.book({ service: service.id, start: Date.parse(next) });
        expect(booked.status, `${JSON.stringify(answer.body)} ${JSON.stringify(booked.body)}`).toBe(200);
        await opened.cancel(String(booked.body.data.id));
      }
    }
    for (const { id } of bookings) expect((await opened.cancel(id)).status).toBe(200);
  }, 60_000);
});

const iso = (local: LocalMinutes, minute: number) => new Date(instantOf(local, minute)).toISOString();

/** About `count` of the items, evenly distributed. */
const sampled = <T>(items: readonly T[], count: number) =>
  items.filter((_, at) => at % Math.max(1, Math.floor(items.length / count)) === 0);

const range15 = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 15) }, (_, at) => Math.ceil(from / 15) * 15 + at * 15);
