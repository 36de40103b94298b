import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BothWays, expectSame, startBothWays } from './support/both-ways.ts';
import { searchedBusiness } from './support/business.ts';

/** More outcomes than an error message names; the last one in the order of values is written in two ways. */
const CALLS = 620;
const NAMED = 50;
const OUTCOMES = Array.from({ length: CALLS - 2 }, (_, index) => `result_${String(index).padStart(3, '0')}`);
let both: BothWays;

beforeAll(async () => {
  const business = searchedBusiness(5, { contacts: 5, bookings: 0, calls: CALLS });
  for (const [index, call] of business.calls.entries()) {
    call.outcome = [...OUTCOMES, 'Zeta done', 'zeta_done'][index] as string;
    call.transcript = [{ speaker: 'caller', text: 'I need a cleaning', offset_seconds: 1 }];
  }
  both = await startBothWays(business, 'list_filters', 'call_search', 'activity_summary');
}, 60_000);
afterAll(() => both?.close());

it.each([
  ['result_617', 1],
  ['Zeta done', 2],
])('calls with the outcome %s are found among hundreds of outcomes', async (outcome, count) => {
  expect(await expectSame(both, 'list_calls', { outcome })).toBe(count);
  expect(await expectSame(both, 'list_calls', { outcome, sort: 'duration' })).toBe(count);
  expect(await expectSame(both, 'search_calls', { query: 'cleaning', outcome })).toBe(count);
});

it('an outcome that none of hundreds is, is refused with some of them', async () => {
  const { isError, text } = await both.asking.call('list_calls', { outcome: 'unheard of' });
  expect(isError).toBe(true);
  expect(text).toMatch(
    /no record has "unheard of". Some of the known values: "Zeta done", "result_000", .*"result_010"\.$/,
  );
  const response = await fetch(`${both.platform.url}/api/v1/calls?outcome=unheard`, {
    headers: { 'x-api-key': both.key },
  });
  const { meta } = (await response.json()) as { meta: { known_values: { outcome: object[] } } };
  expect(meta.known_values.outcome).toHaveLength(NAMED);
});
