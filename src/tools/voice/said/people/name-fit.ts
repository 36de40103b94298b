import { isInOrder, isOutOfOrder } from '../../../../lib/search/name-order.ts';
import {
  areSameParts,
  canName,
  initialsOf,
  isAmong,
  type NameParts,
  spellingsIn,
} from '../../../../lib/search/name-words.ts';
import { hasTitles, type Title } from '../../../search/titles.ts';
import type { PersonName, SaidPart } from './said-name.ts';

/** How the name of a record fits what was said. */
export interface Fit<T> {
  record: T;
  name: PersonName;
  /** Which of the said words are in the name. */
  matched: readonly number[];
  /** Those, and which of the others an initial stands for, or can stand for one of these: "Anna K." and Anna Klein. */
  possible: readonly number[];
  /** The said titles that are none of its words. */
  titles: readonly Title[];
  /** All its words were said. */
  isWhole: boolean;
  /** They were said in this order. */
  isInOrder: boolean;
  /** One of the said words that tell a person is in it, and they were said in an order that the name can have. */
  isNamed: boolean;
  /** No other words were said. */
  isAll: boolean;
}

export function fitOf<T>(record: T, name: PersonName, said: readonly SaidPart[]): Fit<T> {
  const own: NameParts = name.words.flatMap(({ parts }) => parts);
  const spellings = spellingsIn(own);
  const isIn = (part: SaidPart, index: number) =>
    isAmong(part.spellings, spellings) && (!part.isSmall || hasNextToo(own, said, index));
  const matched = [...said.keys()].filter((index) => isIn(said[index] as SaidPart, index));
  const order = matched.map((index) => said[index]?.spellings ?? []);
  const mentioned = spellingsIn(order);
  const abbreviates = initialsOf(name.words, mentioned);
  const initials = own.filter((part) => !canName(part) && !isAmong(part, mentioned)).map(([initial = '']) => initial);
  const fit = { possible: [...matched], titles: [] as Title[], isAll: true };
  for (const [index, part] of said.entries()) {
    const { title, isSmall, isBehind } = part;
    const [folded = ''] = part.spellings;
    if (matched.includes(index)) continue;
    if (part.isInitial && abbreviates(folded)) fit.possible.push(index);
    else if (title) {
      fit.titles.push(title);
      fit.isAll &&= !isBehind || hasTitles(name.titles, [title]);
    } else if (!isSmall) {
      fit.isAll = false;
      if (initials.some((initial) => folded.startsWith(initial))) fit.possible.push(index);
    }
  }
  return {
    record,
    name,
    matched,
    ...fit,
    isWhole: own.length > 0 && own.every((part) => isAmong(part, mentioned)),
    isInOrder: isInOrder(own, order),
    isNamed: !isOutOfOrder(name.words, ordered(said, matched)) && matched.some((index) => said[index]?.names),
  };
}

/** The matched words. A comma can be before a word between two of them. */
const ordered = (said: readonly SaidPart[], matched: readonly number[]) =>
  matched.map((index, place) => ({
    spellings: said[index]?.spellings ?? [],
    isAfterComma: said.slice((matched[place - 1] ?? -1) + 1, index + 1).some(({ isAfterComma }) => isAfterComma),
  }));

/** True if a small word is before the same word in a name as it was said: "da Ana Silva" does not say the name Ana da Silva. */
function hasNextToo(name: NameParts, said: readonly SaidPart[], index: number): boolean {
  const pair = said.slice(index, index + 2).map(({ spellings }) => spellings);
  return name.some((_, place) => areSameParts(name.slice(place, place + 2), pair));
}
