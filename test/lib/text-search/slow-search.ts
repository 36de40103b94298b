/**
 * The same search as `createMatcher` for words, written so that it is obviously right: one character after the other,
 * without regular expressions over whole texts, and as slow as that is.
 */
const SINGLE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ə: 'e',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const DROPPED_WITH = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]$/u;
const NUKTA = ['\u093c', '\u09bc'];
const isLetter = (character: string | undefined) => character !== undefined && /^[\p{L}\p{M}]$/u.test(character);

function fold(text: string): string[] {
  const characters = [...text.normalize('NFKD').toLowerCase()];
  const folded: string[] = [];
  let base = '';
  for (const character of characters) {
    if (character === 'ـ' || NUKTA.includes(character)) continue;
    if (/^\p{M}$/u.test(character)) {
      if (!DROPPED_WITH.test(base)) folded.push(character);
      continue;
    }
    base = character;
    folded.push(...(SINGLE[character] ?? character));
  }
  return [...folded.join('').normalize('NFC')];
}

const APOSTROPHES = new Set(["'", '’', '‘', '‛', '`', '´', 'ʹ', 'ʻ', 'ʼ', 'ʽ', 'ʾ', 'ʿ', '′', '׳', '·']);
const HYPHENS = new Set(['-', '‐', '‑', '‒', '–', '—', '―', '−', '־']);

function words(text: string, hyphen: string): string {
  const characters = fold(text);
  return characters
    .map((character, index) => {
      const isInside = isLetter(characters[index - 1]) && isLetter(characters[index + 1]);
      if (isInside && APOSTROPHES.has(character)) return '';
      return isInside && HYPHENS.has(character) ? hyphen : character;
    })
    .join('');
}

function trim(text: string): string {
  const characters = [...text];
  while (characters.length > 0 && !/[\p{L}\p{N}]/u.test(characters[0] as string)) characters.shift();
  while (characters.length > 0 && !/[\p{L}\p{N}\p{M}]/u.test(characters.at(-1) as string)) characters.pop();
  return characters.join('');
}

/** True if the name has each word of the query, hyphenated words written with a space, a hyphen or together. */
export function slowlyMatches(query: string, name: string): boolean {
  const parts = query
    .split(/\s+/)
    .map((part) => trim(words(part, ' ')))
    .filter((part) => part !== '');
  const names = [words(name, ' '), words(name, '')];
  return parts.length > 0 && parts.every((part) => names.some((text) => text.includes(part)));
}
