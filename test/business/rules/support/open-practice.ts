import { expect } from 'vitest';
import type { BusinessFile, ErrorBody } from '../../../../src/contract/index.ts';
import type { JsonObject } from '../../../../src/lib/json.ts';
import { openPlatform, type Platform } from '../../../../src/platform/index.ts';
import { type Answer, processClient, type Send } from '../../../platform/support/client.ts';
import { type ManualClock, manualClock } from '../../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../../support/engines.ts';
import { fileOf, type Practice } from './practice.ts';
import { CUSTOMERS, seedOf } from './stored-practice.ts';

/** What an answer about one booking has. */
export type BookingAnswer = Answer<{ data: JsonObject } & ErrorBody & { next_start_time?: string }>;

export interface BookingRequest {
  service: string;
  /** Epoch milliseconds, or ISO 8601 with an offset. */
  start: number | string;
  staff?: string | undefined;
  /** An e-mail address; default: a new customer each time. */
  email?: string | undefined;
  override?: readonly string[] | undefined;
}

/** A platform with the real database of the engine under test, a clock of its own, and one practice. */
export interface OpenPractice {
  platform: Platform;
  clock: ManualClock;
  database: string;
  /** Runs SQL statements, without the platform. */
  direct: TestDatabase['direct'];
  send: Send;
  setClock(instant: number): void;
  /** Makes the business equal to a practice, as far as bookings ahead allow. */
  apply(practice: Practice): Promise<void>;
  /** Changes a part of the business, in the form of the business file. */
  change(business: JsonObject, prune?: readonly string[]): Promise<JsonObject>;
  book(request: BookingRequest): Promise<BookingAnswer>;
  update(id: string, body: JsonObject): Promise<BookingAnswer>;
  cancel(id: string): Promise<BookingAnswer>;
  /** The offered start times as the clocks of a zone show them: `02-28 09:00`. */
  free(service: string, from: string, to: string, options?: { zone?: string; staff?: string }): Promise<string[]>;
  availability(query: Record<string, string>): Promise<Answer<{ data: JsonObject } & ErrorBody>>;
  close(): Promise<void>;
}

export const openPractice = (practice: Practice, now: number) => openBusiness(fileOf(practice), now);

/** The same for a business file. */
export async function openBusiness(file: BusinessFile, now: number | string): Promise<OpenPractice> {
  const clock = manualClock(now);
  const created = await newDatabase();
  const { database, remove } = created;
  const business = seedOf(file, clock.now());
  const platform = await openPlatform({ database, clock, deliveries: false, business });
  return clientOf(platform, clock, created, async () => {
    await platform.close();
    await remove();
  });
}

/** Another platform on the same database, with connections of its own, as another process would have. */
export async function openAgain({ database, direct, clock }: OpenPractice): Promise<OpenPractice> {
  const platform = await openPlatform({ database, clock, deliveries: false });
  return clientOf(platform, clock, { database, direct }, () => platform.close());
}

/** The clients of a platform that a test has opened. */
export function clientOf(
  platform: Platform,
  clock: ManualClock,
  { database, direct }: Pick<TestDatabase, 'database' | 'direct'>,
  close: () => Promise<void>,
): OpenPractice {
  const key = platform.issueProcessKey().reveal();
  const send = processClient(platform.fetch);
  let customers = 0;
  const availability: OpenPractice['availability'] = (query) =>
    send('GET', `/v1/availability?${new URLSearchParams(query)}`, { key });
  const change = async (business: JsonObject, prune: readonly string[] = []) => {
    const answer = await send('POST', '/v1/business/apply', { key, body: { business, prune } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  return {
    platform,
    clock,
    database,
    direct,
    send: (method, path, options) => send(method, path, { key, ...options }),
    setClock(instant) {
      const distance = instant - clock.now();
      if (distance >= 0) clock.advance(distance);
      else clock.setBack(-distance);
    },
    apply: async (practice) =>
      void (await change(fileOf(practice) as JsonObject, ['closures', 'special_hours', 'time_off'])),
    change,
    book: ({ service, start, staff, email = `customer.${customers++}@example.com`, override }) =>
      send('POST', '/v1/bookings', {
        key,
        body: {
          service_id: service,
          start_time: new Date(start).toISOString(),
          contact: { name: CUSTOMERS.find((customer) => customer.email === email)?.name ?? 'Customer', email },
          ...(staff === undefined ? {} : { staff_id: staff }),
          ...(override === undefined ? {} : { override }),
        },
      }),
    update: (id, body) => send('PUT', `/v1/bookings/${id}`, { key, body }),
    cancel: (id) => send('POST', `/v1/bookings/${id}/cancel`, { key, body: {} }),
    availability,
    async free(service_id, from, to, { zone, staff } = {}) {
      const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const { status, body } = await availability({
        service_id,
        ...window,
        ...(staff === undefined ? {} : { staff_id: staff }),
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const step = Number(body.data.slot_interval_minutes) * 60_000;
      const ranges = body.data.free as { from: string; to: string }[];
      return ranges.flatMap(({ from, to }) => {
        const starts = [];
        for (let at = Date.parse(from); at <= Date.parse(to); at += step) {
          starts.push(localText(at, zone ?? String(body.data.time_zone)));
        }
        return starts;
      });
    },
    close,
  };
}

/** `02-28 09:00` */
const localText = (instant: number, timeZone: string) =>
  new Date(instant).toLocaleString('sv-SE', { timeZone }).slice('2026-'.length, -':00'.length);

/** The code of a refusal, with the next possible start. */
export function refusal({ status, body }: BookingAnswer): { error: string; next: string | undefined } {
  expect(status, JSON.stringify(body)).toBe(400);
  return { error: String(body.error), next: body.next_start_time };
}

/** The booking of an answer that made or changed one. */
export function booked({ status, body }: BookingAnswer): JsonObject {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
