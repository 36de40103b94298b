import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../../scripts/token-cost.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { estimateTokens } from '../../../src/tools/output/token-budget.ts';
import { field, type ToolAnswer } from '../../support/clients.ts';
import { useOffice } from '../../support/office.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { serveLists } from './list-platform.ts';
import { randomOf } from './random-business.ts';

/** What an agent reads for a month, in either form of the answer. */
const MAX_TOKENS = 1_500;
const MONTH = { from: '2025-10-01', to: '2025-10-31' };
const DAYS = 31;

function expectShort({ text, data, isError }: ToolAnswer, label: string): void {
  expect(isError, text).toBe(false);
  expect(countTokens(text), `${label}: text`).toBeLessThanOrEqual(MAX_TOKENS);
  expect(countTokens(JSON.stringify(data)), `${label}: structured content`).toBeLessThanOrEqual(MAX_TOKENS);
}

describe('tokens of a month of activity', () => {
  const env = { RCPT_TIME_ZONE: 'America/New_York' };
  const demo = useOffice({ env });
  let upstream: Upstream;
  let busy: HttpSession;

  beforeAll(async () => {
    const business = busyBusiness();
    upstream = await startUpstream(serveLists(() => business));
    busy = await startHttp({ ...env, RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  });
  afterAll(async () => {
    await busy?.close();
    await upstream?.close();
  });

  it.each(['bookings', 'calls'])(
    'the current month of the demo business by day costs at most 1,500 for %s',
    async (kind) => {
      expectShort(await demo.call('summarize_activity', { kind, group_by: ['day'] }), kind);
    },
  );

  it.each([
    ['bookings', 40],
    ['calls', 60],
  ])('a month by day of a business with forty bookings a day costs at most 1,500 for %s', async (kind, perDay) => {
    const answer = await busy.client.call('summarize_activity', { kind, ...MONTH, group_by: ['day'] });
    expectShort(answer, kind);
    expect(field(answer.data, kind, 'count')).toBe(DAYS * perDay);
    expect(field(answer.data, kind, 'groups')).toHaveLength(DAYS);
    expect(estimateTokens(answer.data)).toBeLessThanOrEqual(MAX_TOKENS * 1.3);
  });

  it.each([
    ['bookings', ['weekday', 'hour']],
    ['bookings', ['customer']],
    ['bookings', ['service', 'staff']],
    ['calls', ['hour']],
    ['calls', ['outcome', 'direction']],
  ])('twenty groups of %s by %j cost at most 1,500', async (kind, group_by) => {
    expectShort(
      await busy.client.call('summarize_activity', { kind, ...MONTH, group_by, limit: 20 }),
      `${kind} ${group_by}`,
    );
  });
});

/** Forty bookings and sixty calls on each day of a month, with every field that a platform sends. */
function busyBusiness() {
  const random = randomOf(1);
  const any = (count: number) => Math.floor(random() * count);
  const at = (index: number, perDay: number) =>
    new Date(Date.UTC(2025, 9, 1 + Math.floor(index / perDay), 12 + any(9), any(60))).toISOString();
  const services = Array.from({ length: 12 }, (_, index) => ({
    id: `svc_${index}`,
    name: `Treatment number ${index}`,
    price_cents: 4_500 + index * 1_350,
    currency: 'USD',
  }));
  const bookings = Array.from({ length: DAYS * 40 }, (_, index): JsonObject => {
    const customer = any(400);
    const contact = {
      name: `Customer ${customer}`,
      email: null,
      phone: `+1212555${String(customer).padStart(4, '0')}`,
    };
    const status = any(9) === 0 ? 'cancelled' : 'confirmed';
    const service_id = `svc_${any(12)}`;
    const staff = any(6);
    const fields = { staff_id: `stf_${staff}`, staff_name: `Dr. Person ${staff}`, contact_id: `ct_${customer}` };
    return { id: `bk_${index}`, service_id, start_time: at(index, 40), status, contact, ...fields };
  });
  const calls = Array.from({ length: DAYS * 60 }, (_, index): JsonObject => {
    const outcome = ['booked', 'information', 'callback_promised', 'cancelled'][any(4)];
    const caller = any(400);
    const fields = { phone: `+1212555${String(caller).padStart(4, '0')}`, contact_id: any(3) ? `ct_${caller}` : null };
    const circumstances = { direction: any(5) ? 'inbound' : 'outbound', outcome, duration_seconds: 20 + any(600) };
    return { id: `call_${index}`, started_at: at(index, 60), ...circumstances, ...fields };
  });
  return { services, bookings, calls };
}
