import { readSaidNumber } from '../../../../lib/phone/said-number/read.ts';

/** What the words for a year begin with, normalized, as alternatives of a regular expression. */
interface Centuries {
  /** From 1900 to 1999. */
  before: string;
  /** From 2000 on. */
  after: string;
  /** Words of which a number of two digits must follow: "nineteen eighty", "twenty oh five". */
  short?: { before: string; after: string };
}

const CENTURIES: Readonly<Record<string, Centuries>> = {
  en: {
    before: 'nineteen hundred|one thousand nine hundred',
    after: 'two thousand',
    short: { before: 'nineteen', after: 'twenty' },
  },
  de: { before: '(?:neunzehn|(?:ein ?)?tausend ?neun) ?hundert(?:und)?', after: 'zwei ?tausend(?:und)?' },
  es: { before: 'mil novecientos', after: 'dos ?mil' },
  fr: { before: '(?:mille|mil) neuf cents?|dix neuf cents?', after: 'deux mille' },
  it: { before: 'mille ?nove ?cent(?:(?=ott)|o)', after: 'due ?mila' },
  pt: { before: 'mil novecentos', after: 'dois mil' },
};

const PATTERNS = new Map(
  Object.entries(CENTURIES).map(([language, { before, after, short }]) => {
    const alternatives = [
      `(?<before>${before})`,
      `(?<after>${after})`,
      ...(short ? [`(?<shortBefore>${short.before})(?! hundred)`, `(?<shortAfter>${short.after})`] : []),
    ];
    return [language, new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})`, 'gu')];
  }),
);

/** A day in words can look like the beginning of a year: "May twenty, nineteen eighty". Each is tried in time that is linear. */
const MAX_TRIES = 4;

/**
 * Writes a year from 1900 to 2099 at the end of a text in figures: `may sixth, nineteen hundred and eighty` is `may sixth, 1980`.
 * @param text normalized, without hyphens
 * @param language ISO 639-1
 * @returns undefined if it ends with no year
 */
export function withYearInFigures(text: string, language: string): string | undefined {
  const pattern = PATTERNS.get(language);
  for (const { index, 0: words, groups = {} } of pattern ? [...text.matchAll(pattern)].slice(-MAX_TRIES) : []) {
    const isShort = groups.shortBefore !== undefined || groups.shortAfter !== undefined;
    const isBefore = groups.before !== undefined || groups.shortBefore !== undefined;
    const rest = yearInCentury(text.slice(index + words.length), language, isShort);
    if (rest !== undefined) return `${text.slice(0, index)}${(isBefore ? 1900 : 2000) + rest}`;
  }
  return undefined;
}

function yearInCentury(text: string, language: string, isShort: boolean): number | undefined {
  if (text.trim() === '') return isShort ? undefined : 0;
  const said = readSaidNumber(text, language);
  if (!('digits' in said) || said.isInternational || said.extension !== undefined) return undefined;
  const isYear = said.digits.length === 2 || (said.digits.length === 1 && !isShort);
  return isYear ? Number(said.digits) : undefined;
}
