import { areSameParts, isAmong, type NameParts, partsOfName, spellingsIn } from '../../lib/search/name-words.ts';
import { type PersonName, readName, readSaid, type SaidPart } from './said-name.ts';
import { agreement, areOpposed, areSameTitles, hasProfessions, hasTitles, type Title } from './titles.ts';

/** How the name of a record fits what was said. */
interface Fit<T> {
  record: T;
  name: PersonName;
  /** Which of the said words are in the name. */
  matched: readonly number[];
  /** The said titles that are none of its words. */
  titles: readonly Title[];
  /** All its words were said. */
  isWhole: boolean;
  /** One of the said words that tell a person is in it. */
  isNamed: boolean;
  /** No other words were said. */
  isAll: boolean;
}

/**
 * Returns the records of the people whom a spoken name means. The id or the equal name comes first, then the whole name, then
 * those whose name has all words that were said, then those whose whole name is among the words, of which the longest count. Words
 * count as a whole: Ann is no part of Joanna. Of several people, those count whose titles agree most, and a title for a man never
 * leads to a person with one for a woman, or the other way round. A title alone leads to those who have it.
 * @param language that is spoken, such as `de`.
 */
export function peopleMeantBy<T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
  language: string,
): readonly T[] {
  const parts = partsOfName(text);
  const folded = (all: NameParts) => all.map(([first]) => first).join(' ');
  const wanted = folded(parts);
  const people = records.map((record) => ({ record, name: readName(nameOf(record) ?? '', language) }));
  const equal: ((person: (typeof people)[number]) => boolean)[] = [
    ({ record }) => record.id === text,
    ({ name }) => wanted !== '' && folded(name.all) === wanted,
    ({ name }) => areSameParts(name.all, parts),
  ];
  for (const isEqual of equal) {
    const found = people.filter(isEqual);
    if (found.length > 0) return found.map(({ record }) => record);
  }
  const said = readSaid(text, language);
  const spellings = spellingsIn(said.map((part) => part.spellings));
  const fits = people.map(({ record, name }) => compare(record, name, said, spellings));
  const isTitleAlone = said.every(({ title, isSmall }) => title || isSmall);
  const tries: (readonly Fit<T>[])[] = [
    longest(fits.filter((one) => one.isNamed && one.isAll && isWholeName(one))),
    fits.filter(({ isNamed, isAll }) => isNamed && isAll),
    longest(fits.filter(({ isNamed, isWhole }) => isNamed && isWhole)),
    fits.filter(({ name, titles }) => isTitleAlone && titles.length > 0 && hasTitles(name.titles, titles)),
  ];
  for (const found of tries) {
    const possible = found.filter(({ name, titles }) => !areOpposed(name.titles, titles));
    if (possible.length > 0) return bestTitled(possible).map(({ record }) => record);
  }
  return [];
}

const partsOf = ({ words }: PersonName): NameParts => words.flatMap(({ parts }) => parts);

function compare<T>(record: T, name: PersonName, said: readonly SaidPart[], spellings: ReadonlySet<string>): Fit<T> {
  const own = spellingsIn(partsOf(name));
  const matched: number[] = [];
  const titles: Title[] = [];
  let isAll = true;
  for (const [index, part] of said.entries()) {
    const { title, isSmall, isBehind } = part;
    if (isAmong(part.spellings, own)) matched.push(index);
    else if (title) {
      titles.push(title);
      isAll &&= !isBehind || hasTitles(name.titles, [title]);
    } else isAll &&= isSmall;
  }
  return {
    record,
    name,
    matched,
    titles,
    isWhole: name.words.length > 0 && partsOf(name).every((part) => isAmong(part, spellings)),
    isNamed: matched.some((index) => said[index]?.names),
    isAll,
  };
}

/**
 * One word can be a part of a longer name: Mrs Lee is Dana Lee, also if another one is called only Lee. So can a name without a
 * title that was said: Dr. Dana Lee is Dr. Dana Kim Lee rather than Dana Lee.
 */
const isWholeName = <T>({ name, titles, isWhole }: Fit<T>) =>
  isWhole && (name.words.length > 1 ? hasProfessions(name.titles, titles) : areSameTitles(name.titles, titles));

/** Leaves out those of whose name another one has more of the words: Lee, if Dana Lee was said. */
function longest<T>(fits: readonly Fit<T>[]): readonly Fit<T>[] {
  const all = new Map(fits.map(({ matched }) => [matched.join(), new Set(matched)]));
  const isShorter = (matched: readonly number[]) =>
    [...all.values()].some((other) => other.size > matched.length && matched.every((index) => other.has(index)));
  const shorter = new Set([...all].filter(([, matched]) => isShorter([...matched])).map(([key]) => key));
  return fits.filter(({ matched }) => !shorter.has(matched.join()));
}

function bestTitled<T>(fits: readonly Fit<T>[]): readonly Fit<T>[] {
  const degrees = fits.map(({ name, titles }) => agreement(titles, name.titles));
  const best = Math.max(...degrees);
  return fits.filter((_, index) => degrees[index] === best);
}
