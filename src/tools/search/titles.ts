import { foldText } from '../../lib/search/text-search.ts';

/** Whom a title is for; undefined: anyone. */
export type Sex = 'man' | 'woman' | undefined;

/** A title before the name of a person, the same one in all languages and spellings: Dr., Doktor, la doctora. */
export interface Title {
  /** `courtesy` says the sex only: Mr, Frau, Don. */
  kind: 'courtesy' | 'doctor' | 'professor' | 'nurse';
  sex: Sex;
}

type Titles = ReadonlyMap<string, Title>;

const titles = (kind: Title['kind'], sex: Sex, words: string): [string, Title][] =>
  words.split(' ').map((word) => [word, { kind, sex }]);

/** In the languages of the voice profile, whichever of them is spoken. None is a given name. */
const TITLES: Titles = new Map([
  ...titles('courtesy', 'man', 'herr herrn mr mister monsieur senor sr signor signore sig senhor'),
  ...titles('courtesy', 'woman', 'frau fraulein fraeulein frl mrs ms miss missus missis madam madame mme'),
  ...titles('courtesy', 'woman', 'mademoiselle mlle senora senorita sra srta signora signorina sigra signa'),
  ...titles('courtesy', 'woman', 'senhora senhorita'),
  ...titles('doctor', undefined, 'dr doktor doctor docteur doutor dottor dottore dott'),
  ...titles('doctor', 'woman', 'dra doktorin doctora docteure doutora dottoressa dottssa drssa'),
  ...titles('professor', undefined, 'prof professor professeur profesor professore'),
  ...titles('professor', 'woman', 'profa professorin profesora professora professeure professoressa profssa'),
  ...titles('nurse', undefined, 'nurse'),
]);
const ROMANCE_TITLES: Titles = new Map([
  ...titles('courtesy', 'man', 'don'),
  ...titles('courtesy', 'woman', 'dona donna'),
]);
/** By the language that is spoken: in other ones they are initials, given names or parts of names, such as Don Lee and Fr. */
const TITLES_OF_LANGUAGE: Readonly<Record<string, Titles>> = {
  de: new Map([...titles('courtesy', 'man', 'hr hrn'), ...titles('courtesy', 'woman', 'fr')]),
  fr: new Map([
    ...titles('courtesy', 'man', 'm'),
    ...titles('doctor', 'woman', 'dre'),
    ...titles('professor', 'woman', 'pre'),
    ...titles('professor', undefined, 'pr'),
  ]),
  es: ROMANCE_TITLES,
  it: ROMANCE_TITLES,
  pt: ROMANCE_TITLES,
};

/** Returns the title that a folded word is; undefined if it is none. @param language that is spoken, such as `de`. */
export const titleOf = (word: string, language: string): Title | undefined =>
  TITLES.get(word) ?? TITLES_OF_LANGUAGE[language]?.get(word);

/**
 * Returns a name without the titles that it begins with, such as "Mr." or "Sra."; undefined without any, or if nothing else is left.
 * @param language that is spoken; without it, only titles of all languages count.
 */
export function withoutTitles(name: string, language = ''): string | undefined {
  const words = name.trim().split(/\s+/);
  const first = words.findIndex((word) => titleOf(foldText(word).replaceAll('.', ''), language) === undefined);
  return first > 0 ? words.slice(first).join(' ') : undefined;
}

/** Returns for whom titles are; undefined without any that says it, or if they differ. */
function sexOf(all: readonly Title[]): Sex {
  const [sex, ...others] = new Set(all.flatMap((title) => title.sex ?? []));
  return others.length > 0 ? undefined : sex;
}

/** True if titles are for men and others for women. */
export function areOpposed(some: readonly Title[], others: readonly Title[]): boolean {
  const [sex, other] = [sexOf(some), sexOf(others)];
  return sex !== undefined && other !== undefined && sex !== other;
}

const professionsOf = (all: readonly Title[]) =>
  new Set(all.flatMap(({ kind }) => (kind === 'courtesy' ? [] : [kind])));

/** True if a person has all professions among these titles. */
export function hasProfessions(own: readonly Title[], wanted: readonly Title[]): boolean {
  const professions = professionsOf(own);
  return [...professionsOf(wanted)].every((kind) => professions.has(kind));
}

/** True if titles say the same, however they are written. */
export const areSameTitles = (some: readonly Title[], others: readonly Title[]): boolean =>
  sexOf(some) === sexOf(others) && hasProfessions(some, others) && hasProfessions(others, some);

/** Returns how well the titles of a person agree with those that were said. A profession says more than Mr and Mrs. */
export function agreement(said: readonly Title[], own: readonly Title[]): number {
  const professions = professionsOf(own);
  const shared = [...professionsOf(said)].filter((kind) => professions.has(kind)).length;
  const sex = sexOf(said);
  return shared * 2 + (sex !== undefined && sex === sexOf(own) ? 1 : 0);
}

/** True if a person has each of these titles. */
export const hasTitles = (own: readonly Title[], wanted: readonly Title[]): boolean =>
  wanted.every(({ kind }) => own.some((title) => title.kind === kind)) && !areOpposed(own, wanted);

/**
 * Returns the titles by which a person is known who was said by these alone: a profession needs no Mr or Mrs in the record.
 */
export function titlesAlone(said: readonly Title[]): readonly Title[] {
  const professions = said.filter(({ kind }) => kind !== 'courtesy');
  return professions.length > 0 ? professions : said;
}
