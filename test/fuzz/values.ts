import fc from 'fast-check';

/** Generators of edge-case values, alone and nested in others. */

/** Strings that are empty, invisible, malformed, long, or have a meaning in another language or format. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202egnitirw\u202c',
  '\u200b\u2060\ufeff',
  'e\u0301'.repeat(40),
  '🙂'.repeat(60),
  '__proto__',
  'constructor',
  'toString',
  '../..',
  '..%2f..%2f',
  '%00',
  '%',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  'x\r\nX-Injected: 1',
  'null',
  'NaN',
  '1e309',
  '[',
  '{"a":',
  '"',
  '\u2028\u2029',
  '2026-13-45T25:61:61Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  'America/Nowhere',
  'a@b',
  'http://[::1',
  'javascript:alert(1)',
  'x'.repeat(300),
  'ß'.repeat(6_000),
];

/** Names that objects inherit, and the empty name. */
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', 'then', 'toJSON', ''];

const NUMBERS = [0, -0, -1, 1, 1.5, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER];

const characters = fc.constantFrom(
  '\ud800',
  '\udc00',
  '\0',
  '\u202e',
  '\u200d',
  '\ufffe',
  'é',
  '漢',
  '🙂',
  '\n',
  '\\',
  '"',
);

export const text: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 5 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 3 },
  { arbitrary: fc.string({ unit: characters, maxLength: 12 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 90_000 }).map((length) => 'y'.repeat(length)), weight: 1 },
);

export const key: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 12 }), text);

export const number: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer(), fc.double());

/** Any JSON value. Names such as `__proto__` are own properties, as with `JSON.parse`. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(null),
        fc.boolean(),
        number,
        text,
        fc.array(tie('value'), { maxLength: 5 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(object),
      ),
    })).value,
    weight: 8,
  },
  { arbitrary: fc.tuple(fc.integer({ min: 2, max: 2_500 }), fc.boolean()).map(nested), weight: 1 },
  { arbitrary: fc.integer({ min: 50, max: 20_000 }).map((length) => Array(length).fill('z')), weight: 1 },
);

/** Returns an object with these entries as own properties. */
export function object(entries: (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function nested([depth, lists]: [number, boolean]): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = lists ? [value] : { a: value };
  return value;
}
