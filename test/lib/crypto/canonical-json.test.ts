import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/crypto/canonical-json.ts';

it.each<[unknown, string]>([
  [{ b: 1, a: { d: [2, { f: 1, e: 2 }], c: null } }, '{"a":{"c":null,"d":[2,{"e":2,"f":1}]},"b":1}'],
  [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
  [{ 10: 'ten', 9: 'nine' }, '{"10":"ten","9":"nine"}'],
  ['"\n', '"\\"\\n"'],
  [undefined, 'null'],
  // RFC 8785, 3.2.2 and 3.2.3.
  [
    { numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] },
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  ],
  [
    { '\u20ac': 'Euro Sign', '\r': 'Carriage Return', '\ufb33': 'Dalet', '1': 'One', '\ud83d\ude00': 'Emoji' },
    '{"\\r":"Carriage Return","1":"One","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji","\ufb33":"Dalet"}',
  ],
])('writes %j in its canonical form', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it('writes JSON that means the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.parse(canonicalJson(JSON.parse(json)))).toEqual(JSON.parse(json));
    }),
  );
});

it('writes the same text for members in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([name]) => name }), (members) => {
      const reversed = Object.fromEntries(members.toReversed());
      expect(canonicalJson(reversed)).toBe(canonicalJson(Object.fromEntries(members)));
    }),
  );
});
