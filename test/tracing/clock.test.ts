import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** `preciseNow` with both clocks under the test's control. */
let [wall, monotonic] = [0, 0];
let preciseNow: () => number;

beforeEach(async () => {
  [wall, monotonic] = [1_000_000, 5_000];
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
  vi.resetModules();
  ({ preciseNow } = await import('../../src/tracing/clock.ts'));
});
afterEach(() => vi.restoreAllMocks());

const pass = (ms: number, wallMs = ms) => {
  monotonic += ms;
  wall += wallMs;
};

it('span times follow the monotonic clock while the system clock is adjusted in small steps', () => {
  pass(1_000, 1_060);
  expect(preciseNow()).toBe(1_001_000);
  pass(1_000, 940);
  expect(preciseNow()).toBe(1_002_000);
});

it('span times follow the system clock after it was set, or after the machine slept', () => {
  pass(1_000, 3_600_000);
  expect(preciseNow()).toBe(4_600_000);
  pass(1_000, -3_600_000);
  expect(preciseNow()).toBe(1_000_000);
});
