import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { GROUPINGS } from '../../../src/tools/activity/choices.ts';
import { randomExamples } from '../../support/engines.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { zoneChanges } from '../../support/zones.ts';
import { serveLists } from './list-platform.ts';
import { pick, type RandomBusiness, randomBusiness, randomOf } from './random-business.ts';
import { groupRows, periodFields } from './reference.ts';

/** Random businesses through a real client and server, compared with a slow and obvious implementation. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const CASES = randomExamples(260);
const PERIODS = ['day', 'week', 'month', 'weekday', 'hour'];

type Kind = 'bookings' | 'calls';
interface Case {
  kind: Kind;
  from: string;
  to: string;
  group_by: string[];
  limit: number;
  order?: string;
  status?: string;
  language?: string;
}

const timeOf = (kind: Kind, record: JsonObject) => (kind === 'bookings' ? record.start_time : record.started_at);
const isCancelled = ({ status }: JsonObject) => /cancel/i.test((status as string | undefined) ?? '');

/** Returns the fields that show the key of a record. */
function keyOf(grouping: string, kind: Kind, record: JsonObject, zone: string): JsonObject {
  if (PERIODS.includes(grouping)) return periodFields(grouping, timeOf(kind, record) as string, zone);
  const contact = record.contact as JsonObject | undefined;
  if (grouping === 'service') return { service: `Service ${String(record.service_id).slice(-1)}` };
  if (grouping === 'staff') return { staff: record.staff_name ?? null };
  if (grouping === 'customer') {
    if (!contact?.name) return { customer: null };
    return { customer: contact.name, ...(record.contact_id ? { contact_id: record.contact_id } : {}) };
  }
  if (grouping === 'caller') {
    if (!record.phone) return { caller: null };
    return { phone: record.phone, ...(record.contact_id ? { contact_id: record.contact_id } : {}) };
  }
  return { [grouping]: record[grouping] ?? null };
}

function pricesOf(records: readonly JsonObject[], services: readonly JsonObject[]) {
  return records
    .filter((record) => !isCancelled(record))
    .map((record) => {
      const { price_cents, currency } =
        record.price_cents === undefined ? (services.find(({ id }) => id === record.service_id) ?? {}) : record;
      return price_cents === undefined ? undefined : { cents: price_cents as number, currency: currency as string };
    });
}

function sumsOf(kind: Kind, records: readonly JsonObject[], services: readonly JsonObject[]) {
  if (kind === 'calls') {
    const durations = records.flatMap(({ duration_seconds: seconds }) =>
      seconds === undefined ? [] : [Number(seconds)],
    );
    return { count: records.length, seconds: durations.reduce((a, b) => a + b, 0), timed: durations.length };
  }
  const prices = pricesOf(records, services);
  const amounts: Record<string, number> = {};
  for (const price of prices) if (price) amounts[price.currency] = (amounts[price.currency] ?? 0) + price.cents;
  return {
    count: records.length,
    cancelled: records.filter(isCancelled).length,
    unpriced: prices.filter((price) => price === undefined).length,
    amounts: JSON.stringify(Object.entries(amounts).sort()),
  };
}

/** Returns the sums of a row of an answer in the form of the reference. */
function sumsIn(kind: Kind, row: JsonObject, currency: string): JsonObject & { count: number } {
  const { count, cancelled = 0, value_cents, values, without_price: unpriced = 0 } = row;
  if (kind === 'calls') {
    const untimed = (row.without_duration as number | undefined) ?? 0;
    return { count: count as number, seconds: row.total_seconds ?? 0, timed: (count as number) - untimed };
  }
  const amounts = values
    ? (values as JsonObject[]).map((value) => [value.currency, value.value_cents])
    : // Amounts of zero and no amounts are the same number.
      [[currency, value_cents ?? 0]].filter(([, cents]) => cents !== 0);
  return { count: count as number, cancelled, unpriced, amounts: JSON.stringify(amounts.sort()) };
}

const SUMS = [
  'cancelled',
  'value_cents',
  'values',
  'without_price',
  'total_seconds',
  'average_seconds',
  'without_duration',
];
const keysIn = (row: JsonObject) =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== 'count' && !SUMS.includes(name))
      .sort(),
  );

describe('summarize_activity next to a slow and obvious implementation', () => {
  let upstream: Upstream;
  let business: RandomBusiness;

  beforeAll(async () => {
    upstream = await startUpstream(serveLists(() => business));
  });
  afterAll(() => upstream.close());

  describe.each(ZONES)('zone %s', (zone) => {
    let session: HttpSession;
    const near = [
      ...zoneChanges(zone, Date.parse('2023-01-01T00:00:00Z'), Date.parse('2025-01-01T00:00:00Z')).map(({ at }) => at),
      Date.parse('2024-12-31T20:00:00Z'),
      Date.parse('2021-01-01T02:00:00Z'),
    ];

    beforeAll(async () => {
      session = await startHttp({
        RCPT_BASE_URL: upstream.url,
        RCPT_API_KEY: 'sk_live_x',
        RCPT_TIME_ZONE: zone,
        RCPT_MAX_TOKENS: '50000',
      });
    });
    afterAll(() => session.close());

    it(`gives the same counts and sums in ${CASES} random cases`, async () => {
      for (let seed = 1; seed <= CASES; seed++) {
        const random = randomOf(seed * 7_919 + zone.length);
        business = randomBusiness(seed, near);
        await compare(randomCase(random, near), `seed ${seed}`);
      }
    });

    async function compare(input: Case, seed: string): Promise<void> {
      const { kind, from, to, group_by, limit, order, status, language } = input;
      const label = `${seed} ${JSON.stringify(input)}`;
      const all = business[kind];
      const selected = all.filter((record) => {
        const at = Date.parse(String(timeOf(kind, record)));
        if (!(at >= Date.parse(from) && at < Date.parse(to))) return false;
        if (status && String(record.status).toLowerCase() !== status) return false;
        const spoken = String(record.language).toLowerCase();
        return !language || spoken === language || spoken.startsWith(`${language}-`);
      });
      const { data, text, isError } = await session.client.call('summarize_activity', { ...input });
      const isUnknownStatus = status && !all.some((record) => String(record.status).toLowerCase() === status);
      if (isError && isUnknownStatus) return;
      expect(isError, `${label} ${text}`).toBe(false);
      const answer = data[kind] as JsonObject;
      const currency = (answer.currency as string | undefined) ?? 'USD';
      const normal = (sums: JsonObject) =>
        sums.amounts === '[["EUR",0]]' || sums.amounts === '[["USD",0]]' ? { ...sums, amounts: '[]' } : sums;
      expect(sumsIn(kind, answer, currency), label).toEqual(normal(sumsOf(kind, selected, business.services)));
      // A record without time may belong to the window: the answer says that it is left out.
      const isDecided = (record: JsonObject) =>
        timeOf(kind, record) !== undefined && (!status || record.status !== undefined);
      const undecided = all.filter((record) => !isDecided(record)).length;
      if (undecided === 0) expect(data.complete, label).toBe(true);
      if (group_by.length === 0) return expect(answer, label).not.toHaveProperty('groups');

      const reference = groupRows(
        selected,
        (record) => Object.assign({}, ...group_by.map((grouping) => keyOf(grouping, kind, record, zone))),
        (records) => sumsOf(kind, records, business.services),
      );
      const groups = answer.groups as JsonObject[];
      const other = answer.other as JsonObject | undefined;
      expect(groups.length, label).toBe(Math.min(limit, reference.length));
      const expected = new Map(
        reference.map(({ keys, ...sums }) => [JSON.stringify(Object.entries(keys).sort()), sums]),
      );
      for (const group of groups)
        expect(sumsIn(kind, group, currency), `${label} ${keysIn(group)}`).toEqual(
          normal(expected.get(keysIn(group)) ?? {}),
        );
      expect(other?.groups ?? 0, label).toBe(reference.length - groups.length);
      const shownKeys = groups.map(keysIn);
      const rest = [...expected].filter(([keys]) => !shownKeys.includes(keys)).map(([, sums]) => sums);
      const restCount = rest.reduce((sum, { count }) => sum + count, 0);
      expect(other?.count ?? 0, label).toBe(restCount);
      if (order === 'value' || order === 'seconds') return;
      const smallest = Math.min(...groups.map(({ count }) => count as number));
      for (const { count } of rest) expect(count, label).toBeLessThanOrEqual(smallest);
    }
  });
});

function randomCase(random: () => number, near: readonly number[]): Case {
  const kind = pick(random, ['bookings', 'calls'] as const);
  const start = pick(random, near) + Math.floor((random() - 0.7) * 8 * 86_400) * 1_000;
  const end = start + Math.floor(random() * 9 * 86_400 + 1) * 1_000;
  const group_by = [...new Set([pick(random, GROUPINGS[kind]), pick(random, GROUPINGS[kind])])].slice(
    0,
    Math.floor(random() * 3),
  );
  const order = pick(random, [undefined, undefined, 'count', kind === 'bookings' ? 'value' : 'seconds']);
  return {
    kind,
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
    group_by,
    limit: pick(random, [1, 3, 20, 200]),
    ...(order ? { order } : {}),
    ...(kind === 'bookings' && random() < 0.2 ? { status: pick(random, ['confirmed', 'canceled']) } : {}),
    ...(kind === 'calls' && random() < 0.2 ? { language: pick(random, ['en', 'es', 'es-mx']) } : {}),
  };
}
