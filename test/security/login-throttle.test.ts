import { expect, it } from 'vitest';
import { createLoginThrottle, MAX_COUNTERS } from '../../src/platform/auth/login-throttle.ts';
import { manualClock } from '../support/clock.ts';

it('an address at its limit stays there, however many further accounts it tries', () => {
  const throttle = createLoginThrottle(manualClock('2026-03-02T15:00:00Z'));
  const guess = (account: string) => throttle.recordAttempt({ account, client: '203.0.113.9' });
  const accounts = Array.from({ length: 46 }, (_, index) => `user${index}@example.com`);
  for (const account of accounts) expect(guess(account)).toBeUndefined();
  for (let attempt = 2; attempt <= 5; attempt++) expect(guess('user0@example.com')).toBeUndefined();
  for (let index = 0; index <= MAX_COUNTERS; index++) expect(guess(`new${index}@example.com`)).toBe(15 * 60);
  for (const account of ['user0@example.com', 'another@example.com']) expect(guess(account)).toBe(15 * 60);
  expect(throttle.recordAttempt({ account: 'user0@example.com', client: '198.51.100.4' })).toBeUndefined();
});

it('an attempt that is refused for its account does not count for its address', () => {
  const throttle = createLoginThrottle(manualClock('2026-03-02T15:00:00Z'));
  const guess = (account: string) => throttle.recordAttempt({ account, client: '203.0.113.9' });
  for (let attempt = 1; attempt <= 100; attempt++) guess('user@example.com');
  expect(guess('user@example.com')).toBe(15 * 60);
  expect(guess('another@example.com')).toBeUndefined();
});
