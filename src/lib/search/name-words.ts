import { isAscii } from '../text/text.ts';
import { fullSuffix } from './name-suffix.ts';
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

/** A full stop ends a word also without a space, as in Mrs.Lee and J.A., but not in the abbreviations Sig.ra, DOTT.SSA, Dr.a and Dr.ª. */
const AFTER_FULL_STOP = /(?<=\.)(?!(?:ra|na|ssa|[ªº])?\.?$|(?<=\p{L}{2}\.)[ao]$)/iu;
/** What is no letter or digit, and apostrophes that Unicode counts as letters. */
const BETWEEN_PARTS = /(?:[^\p{L}\p{M}\p{N}]|[ʹʻʼʽʾʿˈ])+/u;

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
  const suffix = fullSuffix(folded);
  if (suffix !== undefined) return [folded, suffix];
  return isAscii(word) ? [folded] : [folded, normalizeText(writeOut(word))];
}

/** Returns all spellings of parts of names. */
export const spellingsIn = (parts: NameParts): ReadonlySet<string> => new Set(parts.flat());

/** Names in these characters have no spaces: 田中 is the family name of 田中太郎. One character begins too many other names. */
const HAN = /^\p{Script=Han}{2,}$/u;

/** True if one of the spellings of a part is among others. */
export const isAmong = (part: readonly string[], spellings: ReadonlySet<string>): boolean =>
  part.some((spelling) => spellings.has(spelling) || (HAN.test(spelling) && isAtAnEnd(spelling, [...spellings])));

const isAtAnEnd = (text: string, words: readonly string[]) =>
  words.some((word) => word.startsWith(text) || word.endsWith(text));

/** True if names have the same parts in one order. */
export const areSameParts = (some: NameParts, others: NameParts): boolean =>
  some.length > 0 &&
  some.length === others.length &&
  some.every((part, index) => part.some((spelling) => others[index]?.includes(spelling)));

/** One plain letter is an initial or an article, and no name by itself. */
export const canName = ([folded = '']: readonly string[]): boolean => !/^[a-z]?$/.test(folded);

/** True for a word that is an initial, and not for a letter between apostrophes or hyphens: the last one of Anna's is none. */
export const isInitial = ({ parts: [part, ...others] }: NameWord): boolean =>
  part !== undefined && others.length === 0 && !canName(part);

/** Particles of names, such as von and da, begin with a small letter, and have no initial. */
const PARTICLE = /^\p{Ll}/u;

/** Returns a predicate that is true for an initial of a part of a name that was not said, for each part once. */
export function initialsOf(name: readonly NameWord[], said: ReadonlySet<string>): (initial: string) => boolean {
  const rest = name
    .filter(({ text }) => !PARTICLE.test(text))
    .flatMap(({ parts }) => parts)
    .filter((part) => !isAmong(part, said));
  return (initial) => {
    const index = rest.findIndex(([folded = '']) => folded.startsWith(initial));
    return index >= 0 && rest.splice(index, 1).length > 0;
  };
}
