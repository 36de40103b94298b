import { expect, it } from 'vitest';
import { epochMs, utcInstant } from '../../../src/lib/time/intervals.ts';

it.each<[string | null | undefined, number | undefined, string | undefined]>([
  ['2026-11-20T10:00:00Z', 1_795_168_800_000, '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T12:00:00.5+02:00', 1_795_168_800_500, '2026-11-20T10:00:00.500Z'],
  ['1970-01-01T00:00:00Z', 0, '1970-01-01T00:00:00.000Z'],
  ['tomorrow', undefined, undefined],
  ['', undefined, undefined],
  [null, undefined, undefined],
  [undefined, undefined, undefined],
])('reads the time %j as %j and writes it as %j', (text, ms, utc) => {
  expect(epochMs(text)).toBe(ms);
  expect(utcInstant(text)).toBe(utc);
});
