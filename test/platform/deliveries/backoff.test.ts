import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/platform/deliveries/settings.ts';
import { backoffDelay, retryAfterDelay } from '../../../src/platform/outgoing/backoff.ts';

const HOUR = 3_600_000;
const { retryDelaysMs } = DEFAULT_SETTINGS;

it('the default backoff makes eleven attempts in about a day with non-decreasing delays', () => {
  expect(retryDelaysMs).toHaveLength(10);
  expect(retryDelaysMs).toEqual(retryDelaysMs.toSorted((a, b) => a - b));
  const total = retryDelaysMs.reduce((sum, pause) => sum + pause);
  expect(total / HOUR).toBeGreaterThan(23);
  expect(total / HOUR).toBeLessThan(25);
  expect(backoffDelay(retryDelaysMs, 11)).toBeUndefined();
});

it('backoff delays have 20 % jitter, so that simultaneous failures are not retried simultaneously', () => {
  const drawn = Array.from({ length: 500 }, () => backoffDelay(retryDelaysMs, 6) ?? 0);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.8 * HOUR);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(1.2 * HOUR);
  expect(new Set(drawn).size).toBeGreaterThan(400);
});

it.each<[string | undefined, number | undefined]>([
  ['120', 120_000],
  [' 1 ', 1_000],
  ['86400', HOUR],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', undefined],
  ['Fri, 20 Nov 2099 09:00:00 GMT', HOUR],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('parses Retry-After %j as %j ms', (header, pause) => {
  expect(retryAfterDelay(header, Date.parse('2026-11-20T10:00:00Z'), HOUR)).toBe(pause);
});

it('the default lease is at least three times the timeout of an attempt', () => {
  expect(DEFAULT_SETTINGS.leaseMs).toBeGreaterThanOrEqual(3 * DEFAULT_SETTINGS.timeoutMs);
});
