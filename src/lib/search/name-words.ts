import { isAscii } from '../text.ts';
import { writeOut } from './spellings.ts';
import { normalizeText } from './text-search.ts';

/** Parts of names, each in all its spellings, the folded one first. */
export type NameParts = readonly (readonly string[])[];

/** A word of a name, as it is compared with those of others. */
export interface NameWord {
  /** As it is written, with a full stop and other marks. */
  text: string;
  isAfterComma: boolean;
  /** What is between hyphens and apostrophes. Each part is also spelled as the whole word: Anna-Lena is Annalena. */
  parts: NameParts;
}

/** A full stop ends a word also without a space, as in Mrs.Lee, but not in the abbreviations Sig.ra, Dott.ssa and Dr.ª. */
const AFTER_FULL_STOP = /(?<=\.)(?!(?:ra|na|ssa|[aoªº])?\.?$)/u;
/** What is no letter or digit, and apostrophes that Unicode counts as letters. */
const BETWEEN_PARTS = /(?:[^\p{L}\p{M}\p{N}]|[ʹʻʼʽʾʿˈ])+/u;

/** Suffixes of names are said in full. */
const SUFFIXES: Readonly<Record<string, string>> = { jr: 'junior', sr: 'senior' };

/** Returns the words of a name, in order. */
export const wordsOfName = (name: string): NameWord[] =>
  name.split(',').flatMap((section, index) =>
    section
      .split(/\s+/)
      .flatMap((chunk) => chunk.split(AFTER_FULL_STOP))
      .map((text) => ({ text, parts: partsOf(text) }))
      .filter(({ parts }) => parts.length > 0)
      .map((word, place) => ({ ...word, isAfterComma: index > 0 && place === 0 })),
  );

/** Returns a word without marks; an empty text for one of several parts. */
export const foldedWord = ({ parts: [part, ...others] }: NameWord): string =>
  others.length === 0 ? (part?.[0] ?? '') : '';

/** Returns the parts of the words of a name. */
export const partsOfName = (name: string): NameParts => wordsOfName(name).flatMap(({ parts }) => parts);

function partsOf(text: string): string[][] {
  const parts = text
    .replaceAll('.', '')
    .split(BETWEEN_PARTS)
    .map(spellingsOf)
    .filter(([folded]) => folded !== '');
  if (parts.length < 2) return parts;
  const whole = [parts.map(([folded]) => folded).join(''), parts.map((part) => part.at(-1)).join('')];
  return parts.map((part) => [...part, ...whole]);
}

/** Returns a folded word, and how it is also said, or written without umlauts. */
function spellingsOf(word: string): string[] {
  const folded = normalizeText(word);
  const suffix = SUFFIXES[folded];
  if (suffix !== undefined) return [folded, suffix];
  return isAscii(word) ? [folded] : [folded, normalizeText(writeOut(word))];
}

/** Returns all spellings of parts of names. */
export const spellingsIn = (parts: NameParts): ReadonlySet<string> => new Set(parts.flat());

/** True if one of the spellings of a part is among others. */
export const isAmong = (part: readonly string[], spellings: ReadonlySet<string>): boolean =>
  part.some((spelling) => spellings.has(spelling));

/** True if names have the same parts in one order. */
export const areSameParts = (some: NameParts, others: NameParts): boolean =>
  some.length > 0 &&
  some.length === others.length &&
  some.every((part, index) => part.some((spelling) => others[index]?.includes(spelling)));

/** One plain letter is an initial or an article, and no name by itself. */
export const canName = ([folded = '']: readonly string[]): boolean => !/^[a-z]?$/.test(folded);
