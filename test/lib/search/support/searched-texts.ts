import fc from 'fast-check';
import { writeOut } from '../../../../src/lib/search/spellings.ts';
import { MAX_WORD_LENGTH } from '../../../../src/lib/search/words.ts';

/** Parts of texts whose joints are where words, numbers and scripts meet. */
const part = fc.constantFrom(
  ...['Mueller', 'ö', 'oe', 'Ue', 'ae', 'Jørg', 'å', 'aa', 'u\u0308', 'q', 'e', 'llb'],
  ...['a', 'b', 'Müller', 'ß', "O'Connell", 'o’c', 'Smith-Jones', 'co-op', 'x-1', 'é', 'İ', 'ﬁ', 'Σς', 'مرحبا', 'ة'],
  ...['予約', 'は', 'カット', '한국', 'ราคา', '½', '²', '٣', '१२', '𝟗', 'v2', '\ud835', '𐐀', '\u200b', 'क्षि', 'ー'],
  ...['0', '1', '22', '303', '555', '0150', '+13035550150', '12:30', '24/7', '3.5', '1234567', '99999999999'],
  ...['two', 'oh one', 'five five five', 'vierundzwanzig', 'eight hundred', 'double seven', 'quatre-vingt', 'trenta'],
  ...[
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    '\t',
    '-',
    '.',
    ', ',
    '"',
    "'",
    '(',
    ')',
    '/',
    '@',
    '     ',
    'x'.repeat(MAX_WORD_LENGTH),
  ],
);
export const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
/** Other spellings of a part of a text. */
const SPELLINGS = [
  writeOut,
  (part: string) => part.normalize('NFKD').replace(/\u0308/g, ''),
  (part: string) => part.replace(/ue/gi, 'ü').replace(/oe/gi, 'ö').replace(/ae/gi, 'ä'),
];
/** A text, and a part of it as a query, which is found more often than any other text. */
export const searched = fc
  .tuple(text, fc.nat(), fc.nat({ max: 25 }), fc.boolean(), fc.nat({ max: 3 }))
  .map(([whole, start, length, isPhrase, spelling]) => {
    const from = start % whole.length;
    const part = whole.slice(from, from + length + 1);
    const query = SPELLINGS[spelling]?.(part) ?? part;
    return { whole, query: isPhrase ? `"${query}"` : query };
  });
