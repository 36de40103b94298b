import {
  areSameParts,
  canName,
  foldedWord,
  isInitial,
  type NameParts,
  type NameWord,
  partsOfName,
  wordsOfName,
} from '../../../../lib/search/name-words.ts';
import { type Title, titleOf } from '../../../search/titles.ts';
import { isSmallBeforeName, isSmallBeforeTitle, withoutPoliteness } from '../small-words.ts';

/** Behind Dr., its field: Dr. med. dent. With a full stop if it can be a name, as Phil and Nat can. */
const FIELD = /^(?:(?:med|dent|vet)\.?|(?:habil|jur|nat|phil|rer|univ)\.)$/iu;
/** A letter of these is an initial also without a full stop. Others are prepositions and articles: "a Silva", "o Reis". */
const SURE_INITIAL = /^(?:\p{L}\.|[b-df-hj-np-tv-z])$/iu;

/** The name of a person in a record. */
export interface PersonName {
  /** The parts of all its words, those of titles and articles too. */
  all: NameParts;
  titles: readonly Title[];
  /** The titles as they are written. */
  writtenTitles: string;
  /** All other words. */
  words: readonly NameWord[];
}

/**
 * Reads the name of a record. Its titles are at the beginning or behind a comma; elsewhere, and as the last word, they are
 * names: Paul Nurse, Ben Smith Sr.
 */
export function readName(name: string, language: string): PersonName {
  const written = wordsOfName(name);
  const all = withoutFields(written, language);
  const titles: [NameWord, Title][] = [];
  const words: NameWord[] = [];
  for (const [index, word] of all.entries()) {
    const isLast = index === all.length - 1;
    const title =
      (words.length === 0 && !isLast) || word.isAfterComma ? titleOf(foldedWord(word), language) : undefined;
    if (title) titles.push([word, title]);
    else if (words.length > 0 || !isArticleOfTitle(all, index, language)) words.push(word);
  }
  return {
    all: written.flatMap(({ parts }) => parts),
    titles: titles.map(([, title]) => title),
    writtenTitles: titles.map(([{ text }]) => text).join(' '),
    words,
  };
}

/** Leaves out the field of a doctor before a name, as in "Dr. med. Anna Klein". */
function withoutFields(words: readonly NameWord[], language: string): readonly NameWord[] {
  const isField = ({ text }: NameWord) => FIELD.test(text);
  const isBehindTitle = (index: number) => {
    const before = words.slice(0, index).findLast((word) => !isField(word));
    return before !== undefined && titleOf(foldedWord(before), language) !== undefined;
  };
  return words.filter((word, index) => !isField(word) || index === words.length - 1 || !isBehindTitle(index));
}

/** True for an article of a title, as in "Monsieur le docteur Petit", and not for that of La Rosa. */
function isArticleOfTitle(words: readonly NameWord[], index: number, language: string): boolean {
  const next = words.slice(index).findIndex((word) => !isSmall(word, isSmallBeforeTitle));
  const follower = words[index + next];
  return (
    next > 0 &&
    follower !== words.at(-1) &&
    follower !== undefined &&
    titleOf(foldedWord(follower), language) !== undefined
  );
}

const isSmall = ({ parts }: NameWord, test: (word: string) => boolean) => parts.every(([word = '']) => test(word));

/** A word that a caller says of a person, or the part of one between hyphens and apostrophes. */
export interface SaidPart {
  spellings: readonly string[];
  title: Title | undefined;
  /** An article or a preposition, which need not belong to the name. */
  isSmall: boolean;
  /** A title behind a name, which can be a name itself. */
  isBehind: boolean;
  /** It tells a person whose name has it: it is no small word and no initial. */
  names: boolean;
  /** It can stand for a longer word, as in "Anna K." */
  isInitial: boolean;
  isAfterComma: boolean;
}

/** Reads what a caller says of a person: "con la señora López, por favor". Each word can belong to the name of a person, too. */
export function readSaid(text: string, language: string): readonly SaidPart[] {
  const words = withoutFields(wordsOfName(withoutPoliteness(text)), language);
  const titles = words.map((word) => titleOf(foldedWord(word), language));
  const said = words.flatMap((word, index): SaidPart[] => {
    const title = titles[index];
    const isLast = index === words.length - 1;
    const isBehind = isLast && index > 0 && titles[index - 1] === undefined && !word.isAfterComma;
    return word.parts.map((spellings, part) => {
      const [folded = ''] = spellings;
      const isEnd = isLast && part === word.parts.length - 1;
      const isSmall =
        !title &&
        !isEnd &&
        !SURE_INITIAL.test(word.text) &&
        (isSmallBeforeName(folded, language) || (isSmallBeforeTitle(folded) && isTitleNext(words, titles, index)));
      return {
        spellings,
        title,
        isSmall,
        isBehind,
        names: !isSmall && canName(spellings),
        isInitial: !isSmall && (!title || isBehind) && isInitial(word),
        isAfterComma: word.isAfterComma && part === 0,
      };
    });
  });
  return said.map((part, index) => {
    const [before, behind] = [joined(said[index - 1], part), joined(part, said[index + 1])];
    return { ...part, spellings: [...part.spellings, ...before, ...behind] };
  });
}

/** Returns two names as one: a transcription writes Annalena as "Anna Lena". */
const joined = (first: SaidPart | undefined, second: SaidPart | undefined): string[] =>
  [first, second].every((part) => part?.names && !part.title) ? [`${first?.spellings[0]}${second?.spellings[0]}`] : [];

/** True if a title is the next word but articles and prepositions. */
function isTitleNext(words: readonly NameWord[], titles: readonly (Title | undefined)[], index: number): boolean {
  for (let next = index + 1; next < words.length; next++) {
    if (titles[next]) return true;
    if (!isSmall(words[next] as NameWord, isSmallBeforeTitle)) return false;
  }
  return false;
}

/** True if a caller says exactly this name, perhaps with articles and prepositions. */
export function isNameSaid(text: string, name: string, language: string): boolean {
  const said = readSaid(text, language).filter(({ isSmall }) => !isSmall);
  return areSameParts(
    said.map(({ spellings }) => spellings),
    partsOfName(name),
  );
}
