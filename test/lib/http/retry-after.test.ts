import { expect, it } from 'vitest';
import { parseRetryAfter } from '../../../src/lib/http/retry-after.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

it.each<[string | null | undefined, number | undefined]>([
  ['120', 120_000],
  [' 1 ', 1_000],
  ['0', 0],
  ['99999999999999999999', 86_400_000],
  ['Fri, 20 Nov 2046 10:00:30 GMT', 86_400_000],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
  ['Fri Nov 20 10:00:30 2026', 30_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['Fri, tomorrow', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('parseRetryAfter reads %j as %j ms', (header, wait) => {
  expect(parseRetryAfter(header, NOW)).toBe(wait);
});
