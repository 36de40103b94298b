import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { areEqualNames, spellingsOfName } from '../../../src/lib/search/equal-names.ts';
import { normalizeName } from '../../../src/lib/search/text-search.ts';

/** What a search for whole names compares. */
const found = (name: string) => spellingsOfName(name)?.map(normalizeName);

it.each([
  ['Jürgen Müller', ['juergen mueller', 'juergen muller', 'jurgen mueller', 'jurgen muller']],
  ['Mehmet Oez', ['mehmet oez', 'mehmet oz']],
  ['Schoenhaeuser', ['schoenhaeuser', 'schoenhauser', 'schonhaeuser', 'schonhauser']],
  ['Bauer', ['bauer']],
])('the name %s is looked for in each spelling that equal names have', (name, spellings) => {
  expect(found(name)?.sort()).toEqual(spellings);
});

it('a name with very many spellings is looked for in none of them', () => {
  expect(found('oe '.repeat(300))).toBeUndefined();
});

it('the spellings of a name find every name that is equal to it', () => {
  const part = fc.constantFrom(
    ...['ä', 'ö', 'ü', 'Å', 'ø', 'Ue', 'ae', 'oe', 'aa', 'a', 'o', 'u', 'e', 'é', 'æ', 'ß'],
    ...['m', 'll', 'R', 'z', 'q', ' ', ' ', '-', "'"],
  );
  const name = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
  const respelled = fc.constantFrom<(letter: string) => string>(
    (letter) => letter,
    (letter) => letter.replace(/[äöü]/, (one) => ({ ä: 'ae', ö: 'oe' })[one] ?? 'ue'),
    (letter) => letter.normalize('NFD').replace(/\p{M}/u, ''),
    (letter) => letter.replace('ae', 'ä').replace('oe', 'ö').replace('ue', 'ü').replace('aa', 'å'),
  );
  fc.assert(
    fc.property(name, fc.array(respelled, { minLength: 7, maxLength: 7 }), (one, changes) => {
      const pairs = one.match(/[aou]e|aa|./gisu) ?? [];
      const other = pairs.map((letters, index) => (changes[index % 7] as (text: string) => string)(letters)).join('');
      // Behind these letters, ü is no umlaut: Raül.
      fc.pre(![one, other].some((text) => /[aeéqäøåöæ]'?ü/iu.test(text)) && areEqualNames(one, other));
      for (const [wanted, stored] of [
        [one, other],
        [other, one],
      ] as const) {
        const spellings = found(wanted);
        if (spellings) expect(spellings, `${wanted} for ${stored}`).toContain(normalizeName(stored));
      }
    }),
    { numRuns: 8_000 },
  );
});
