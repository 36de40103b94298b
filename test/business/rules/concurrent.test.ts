import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { addDays } from './support/arbitraries.ts';
import { type BookingAnswer, booked, type OpenPractice, openAgain, openBusiness } from './support/open-practice.ts';

/** A Monday. The zone has no clock changes. */
const MONDAY = '2026-06-01T06:00-07:00';
const ROUNDS = 12;

const file: BusinessFile = {
  time_zone: 'America/Phoenix',
  opening_hours: 'daily 08:00-17:00',
  staff: ['ana', 'ben', 'cem', 'dia'].map((id) => ({ id })),
  services: [
    { id: 'cut', duration: '30m', buffer_after: '10m' },
    { id: 'wash', duration: '30m', staff: ['ana'], buffer_before: '5m', buffer_after: '10m' },
  ],
};

/** Two platforms on one database, each with connections of its own, as two processes have. */
let first: OpenPractice;
let second: OpenPractice;
let round = 0;
beforeAll(async () => {
  first = await openBusiness(file, MONDAY);
  second = await openAgain(first);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});
beforeEach(() => {
  round = 0;
});
afterEach(() => first.change({ rules: { max_per_day: null, max_per_customer_and_day: null } }));

/** Each round is another day. */
let days = 1;
const nextDate = () => addDays('2026-06-01', days++);
const platforms = () => (round++ % 2 === 0 ? [first, second] : [second, first]) as [OpenPractice, OpenPractice];

describe('a change of the business at the same time as a booking', () => {
  /** The change saw the booking and names it, or the booking saw the change and is refused: nothing in between. */
  const assertSerial = (answer: BookingAnswer, change: JsonObject, refusal: string) => {
    const affected = change.affected_bookings as { booking_id: string }[];
    if (answer.status === 200) expect(affected.map(({ booking_id }) => booking_id)).toEqual([booked(answer).id]);
    else {
      expect(answer).toMatchObject({ status: 400, body: { error: refusal } });
      expect(affected).toEqual([]);
    }
  };

  it('either names the booking, or refuses it: a closure', async () => {
    for (let count = 0; count < ROUNDS; count++) {
      const date = nextDate();
      const [one, other] = platforms();
      const [answer, change] = await Promise.all([
        one.book({ service: 'cut', start: `${date}T10:00-07:00` }),
        other.change({ closures: [{ from: date }] }),
      ]);
      assertSerial(answer, change, 'closed');
    }
  });

  it('either names the booking, or refuses it: time off of the only person who could take it', async () => {
    for (let count = 0; count < ROUNDS; count++) {
      const date = nextDate();
      const [one, other] = platforms();
      const [change, answer] = await Promise.all([
        one.change({ staff: [{ id: 'ana', time_off: [{ from: date }] }] }),
        other.book({ service: 'wash', start: `${date}T10:00-07:00` }),
      ]);
      assertSerial(answer, change, 'outside_hours');
    }
  });
});

describe('simultaneous bookings on two connections', () => {
  it('keep the buffers of one person apart', async () => {
    for (let count = 0; count < ROUNDS; count++) {
      const date = nextDate();
      const starts = ['10:00', '10:30', '10:44', '11:10'];
      const answers = await Promise.all(
        starts.map((time, index) =>
          platforms()[index % 2 ? 0 : 1].book({ service: 'wash', start: `${date}T${time}-07:00` }),
        ),
      );
      const busy = answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => [Date.parse(String(body.data.start_time)), Date.parse(String(body.data.end_time))] as const)
        .sort(([a], [b]) => a - b);
      expect(busy.length).toBeGreaterThan(0);
      // 10 minutes after the one and 5 before the other.
      for (const [index, [start]] of busy.entries()) {
        if (index > 0) expect(start - Number(busy[index - 1]?.[1])).toBeGreaterThanOrEqual(15 * 60_000);
      }
      for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('slot_unavailable');
    }
  });

  it('keep to the limits of a day and of a customer', async () => {
    await first.change({ rules: { max_per_day: 3, max_per_customer_and_day: 1 } });
    for (let count = 0; count < ROUNDS; count++) {
      const date = nextDate();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          platforms()[0].book({
            service: 'cut',
            start: `${date}T1${index % 4}:00-07:00`,
            email: index < 4 ? `same.${date}@example.com` : undefined,
          }),
        ),
      );
      const made = answers.filter(({ status }) => status === 200);
      expect(made).toHaveLength(3);
      const customers = made.map(({ body }) => body.data.contact_id);
      expect(new Set(customers).size).toBe(3);
      for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('limit_reached');
    }
  });

  it('meet the constraint of the database, which covers the buffers', async () => {
    const date = nextDate();
    const start = (time: string) => `${date}T${time}-07:00`;
    const { id } = booked(await first.book({ service: 'wash', start: start('10:00') }));
    const later = booked(await first.book({ service: 'wash', start: start('10:45') }));
    const busyEnd = Date.parse(start('10:40'));
    await first.direct(`update bookings set busy_end = ${busyEnd} where id = '${id}'`);
    await expect(first.direct(`update bookings set busy_end = ${busyEnd + 1} where id = '${id}'`)).rejects.toThrow();
    await expect(
      first.direct(`update bookings set busy_start = ${busyEnd - 1} where id = '${later.id}'`),
    ).rejects.toThrow();
  });
});
