import { expect, it } from 'vitest';
import { equalInConstantTime } from '../../../src/lib/crypto/timing-safe.ts';

it.each<[string, string, boolean]>([
  ['secret', 'secret', true],
  ['', '', true],
  ['é', 'é', true],
  ['secret', 'Secret', false],
  ['secret', 'secrets', false],
  ['', 'secret', false],
  ['secret', '', false],
  // As many characters, but not as many bytes.
  ['e', 'é', false],
])('equalInConstantTime compares %j with %j: %s', (given, expected, equal) => {
  expect(equalInConstantTime(given, expected)).toBe(equal);
  expect(equalInConstantTime(Buffer.from(given), Buffer.from(expected))).toBe(equal);
});
