import { createRandom, hashSeed } from '../../../src/platform/demo/random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STAFF = 20;
/** Minutes that each service takes. */
export const DURATIONS = [15, 20, 30, 30, 30, 45, 45, 60] as const;
/** A member of staff performs every second service. */
const PERFORMED = 4;
/** The working day, in hours after midnight UTC. */
const [OPENS, CLOSES] = [13, 23];
const PAUSE = 20 * MINUTE;
const PAUSES_PER_100 = 27;
/** Days after `now` that have bookings, at most. */
const DAYS_AHEAD = 30;

/** The times of all bookings, in the order in which they were made. Indexes of staff and services start at 0. */
export interface Schedule {
  staff: number;
  starts: Float64Array;
  ends: Float64Array;
  created: Float64Array;
  staffIndexes: Uint8Array;
  serviceIndexes: Uint8Array;
}

/** Whether a member of staff performs a service. */
export const performs = (staff: number, service: number): boolean => service % 2 === staff % 2;

/**
 * Books `count` appointments that end some days after `now`, and reach as far back as needed: a smaller business has the
 * same last days as a larger one. No two appointments of one person overlap, and none is on a Sunday.
 */
export function createSchedule(count: number, now: number): Schedule {
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  const created = new Float64Array(count);
  const staffIndexes = new Uint8Array(count);
  const serviceIndexes = new Uint8Array(count);
  const today = now - (now % DAY);
  let booked = 0;
  // A tenth of a small business is ahead.
  const ahead = Math.min(DAYS_AHEAD, Math.max(1, Math.round(count / 3_000)));
  for (let day = today + ahead * DAY; booked < count; day -= DAY) {
    if (new Date(day).getUTCDay() === 0) continue;
    const random = createRandom(hashSeed(`day ${day}`));
    for (let staff = 0; staff < STAFF; staff++) {
      let time = day + OPENS * HOUR;
      while (booked < count) {
        if (random.chance(PAUSES_PER_100 / 100)) time += PAUSE;
        const service = 2 * random.int(0, PERFORMED - 1) + (staff % 2);
        const end = time + (DURATIONS[service] as number) * MINUTE;
        if (end > day + CLOSES * HOUR) break;
        const lead = HOUR + random.next() ** 2 * 45 * DAY;
        starts[booked] = time;
        ends[booked] = end;
        created[booked] = Math.floor(Math.min(time, now) - lead);
        staffIndexes[booked] = staff;
        serviceIndexes[booked] = service;
        booked++;
        time = end;
      }
    }
  }
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => (created[a] as number) - (created[b] as number) || a - b,
  );
  const sorted = <T extends Float64Array | Uint8Array>(values: T): T =>
    values.map((_, index) => values[order[index] as number] as number) as T;
  return {
    staff: STAFF,
    starts: sorted(starts),
    ends: sorted(ends),
    created: sorted(created),
    staffIndexes: sorted(staffIndexes),
    serviceIndexes: sorted(serviceIndexes),
  };
}
