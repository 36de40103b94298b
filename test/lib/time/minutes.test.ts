import { expect, it } from 'vitest';
import { readMinutes } from '../../../src/lib/time/minutes.ts';

it('a duration with a decimal fraction is read if it is a whole number of minutes', () => {
  // As numbers with a binary fraction, some of these products are not whole.
  for (let tenths = 0; tenths <= 1_000; tenths++) {
    const count = (tenths / 10).toFixed(1);
    expect(readMinutes(`${count}h`), count).toBe(tenths * 6);
    expect(readMinutes(`${count}d`), count).toBe(tenths * 144);
    expect(readMinutes(`${count.replace('.', ',')} weeks`), count).toBe(tenths * 1_008);
  }
  expect(readMinutes('1.25h')).toBe(75);
  expect(readMinutes('1 day 4.1 hours')).toBe(1_686);
});

it('a duration with a part of a minute is refused', () => {
  for (const text of ['0.5m', '1.1 min', '2.25 minutes', '1h 0.5m']) expect(readMinutes(text), text).toBeUndefined();
});
