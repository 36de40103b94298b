import { expect, it } from 'vitest';
import { createRetries, MAX_RETRIES } from '../../src/app/mirror/retries.ts';
import { manualClock } from '../support/clock.ts';

it('pauses of a failing record double, and end when it is read', () => {
  const clock = manualClock(0);
  const retries = createRetries(clock);
  const pauses = [1, 2, 3].map(() => {
    retries.failed('bookings', 'bk_1');
    const pause = retries.untilDue();
    expect(retries.isDue('bookings', 'bk_1')).toBe(false);
    clock.advance(pause);
    expect(retries.isDue('bookings', 'bk_1')).toBe(true);
    return pause;
  });
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
  retries.settled('bookings', 'bk_1');
  expect(retries.size).toBe(0);
});

it('a record whose pause has ended and that nothing requests does not keep the reader awake', () => {
  const clock = manualClock(0);
  const retries = createRetries(clock);
  retries.failed('bookings', 'bk_1');
  clock.advance(1_000);
  expect(retries.untilDue()).toBe(Number.POSITIVE_INFINITY);
  retries.forgetDue();
  expect(retries.size).toBe(0);
});

it('when as many failures are kept as there is room for, nothing else is due', () => {
  const retries = createRetries(manualClock(0));
  for (let number = 0; number <= MAX_RETRIES; number++) retries.failed('contacts', `ct_${number}`);
  expect(retries.size).toBe(MAX_RETRIES);
  expect(retries.isDue('contacts', 'ct_other')).toBe(false);
});
