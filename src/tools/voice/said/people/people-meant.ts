import { areSameParts, type NameParts, partsOfName } from '../../../../lib/search/name-words.ts';
import {
  agreement,
  areOpposed,
  areSameTitles,
  hasProfessions,
  hasTitles,
  titlesAlone,
} from '../../../search/titles.ts';
import { type Fit, fitOf } from './name-fit.ts';
import { readName, readSaid } from './said-name.ts';
import { isUnwanted } from './unwanted.ts';

/**
 * Returns the records of the people whom a spoken name means. The id or the equal name comes first, then the whole name, then
 * those whose name has all words that were said, then those whose whole name is among the words, of which the longest count. Words
 * count as a whole: Ann is no part of Joanna. Of several people, those count whose titles agree most, and a title for a man never
 * leads to a person with one for a woman, or the other way round. A title alone leads to those who have it, and other words than
 * the name to no person whom the caller does not want.
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
  const fits = people.map(({ record, name }) => fitOf(record, name, said));
  const isTitleAlone = said.every(({ title, isSmall }) => title || isSmall);
  const named = fits.filter(({ isNamed }) => isNamed);
  const unwanted = new Set(named.flatMap(({ matched }) => (isUnwanted(said, matched, language) ? matched : [])));
  const isWanted = ({ matched }: Fit<T>) => matched.some((index) => !unwanted.has(index));
  const tries = [
    () => agreeing(longest(named.filter((one) => one.isAll && isWholeName(one)))),
    () =>
      withNamesakes(
        agreeing(named.filter(({ isAll }) => isAll)),
        named.filter(({ isAll }) => !isAll),
      ),
    () =>
      withNamesakes(agreeing(longest(named.filter(({ isWhole }) => isWhole).filter(isWanted))), fits.filter(isWanted)),
    () => (isTitleAlone ? agreeing(titledAlone(fits)) : []),
  ];
  for (const find of tries) {
    const found = find();
    if (found.length > 0) return found.map(({ record }) => record);
  }
  return [];
}

/**
 * One word can be a part of a longer name: Mrs Lee is Dana Lee, also if another one is called only Lee. So can a name without a
 * title that was said: Dr. Dana Lee is Dr. Dana Kim Lee rather than Dana Lee.
 */
const isWholeName = <T>({ name, titles, isWhole, isInOrder }: Fit<T>) =>
  isWhole &&
  isInOrder &&
  (name.words.length > 1 ? hasProfessions(name.titles, titles) : areSameTitles(name.titles, titles));

/** Leaves out those of whose name another one has more of the words: Lee, if Dana Lee was said. */
function longest<T>(fits: readonly Fit<T>[]): readonly Fit<T>[] {
  const all = new Map(fits.map(({ matched }) => [matched.join(), new Set(matched)]));
  const isShorter = (matched: readonly number[]) =>
    [...all.values()].some((other) => other.size > matched.length && matched.every((index) => other.has(index)));
  const shorter = new Set([...all].filter(([, matched]) => isShorter([...matched])).map(([key]) => key));
  return fits.filter(({ matched }) => !shorter.has(matched.join()));
}

/**
 * Adds those whose name can have the same words, so that there is a question: Anna Koch to Anna, if "Anna today" was said, and
 * L. Rossi to Gian-Luca Rossi, if it was "Luca Rossi".
 */
function withNamesakes<T>(found: readonly Fit<T>[], fits: readonly Fit<T>[]): readonly Fit<T>[] {
  const isNamesake = ({ name, titles, possible, isWhole }: Fit<T>) =>
    !isWhole &&
    !areOpposed(name.titles, titles) &&
    found.some((one) => one.possible.every((index) => possible.includes(index)));
  return [...found, ...fits.filter(isNamesake)];
}

/** Returns those who have the said titles. "Frau Doktor" can be each doctor who is no man. */
function titledAlone<T>(fits: readonly Fit<T>[]): readonly Fit<T>[] {
  return fits
    .filter(({ name, titles }) => titles.length > 0 && !areOpposed(name.titles, titles))
    .map((fit) => ({ ...fit, titles: titlesAlone(fit.titles) }))
    .filter(({ name, titles }) => hasTitles(name.titles, titles));
}

/** Returns those whose titles agree best with what was said. */
function agreeing<T>(fits: readonly Fit<T>[]): readonly Fit<T>[] {
  const possible = fits.filter(({ name, titles }) => !areOpposed(name.titles, titles));
  const degrees = possible.map(({ name, titles }) => agreement(titles, name.titles));
  const best = Math.max(...degrees);
  return possible.filter((_, index) => degrees[index] === best);
}
