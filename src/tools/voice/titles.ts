import { normalizeText } from '../../lib/search/text-search.ts';
import { withoutArticle } from './articles.ts';
import type { Office } from './office.ts';

/** Whom a title is for. */
type Bearer = 'man' | 'woman' | 'anyone';

const words = (bearer: Bearer, list: string) => list.split(' ').map((word): [string, Bearer] => [word, bearer]);

/** Before the name of a person, in the languages of the voice profile, whichever of them is spoken. None is a given name. */
const TITLES: ReadonlyMap<string, Bearer> = new Map([
  ...words('man', 'herr herrn mr mister monsieur senor sr signor sig senhor'),
  ...words('woman', 'frau mrs ms miss madame mme mademoiselle mlle senora senorita sra srta signora sigra senhora'),
  ...words('woman', 'dra doctora docteure doutora dottoressa dottssa'),
  ...words('woman', 'profa profesora professora professeure professoressa profssa'),
  ...words('anyone', 'dr doktor doctor docteur doutor dottor dott prof professor professeur profesor'),
]);
/** By the language that is spoken: in other ones they are initials or given names, such as Don Lee and Dre Lee. */
const ROMANCE_TITLES = new Map([...words('man', 'don'), ...words('woman', 'dona donna')]);
const TITLES_OF_LANGUAGE: Readonly<Record<string, ReadonlyMap<string, Bearer>>> = {
  fr: new Map([...words('man', 'm'), ...words('woman', 'dre pre'), ...words('anyone', 'pr')]),
  es: ROMANCE_TITLES,
  it: ROMANCE_TITLES,
  pt: ROMANCE_TITLES,
};
/** Of one name, such as `Frau Professor Doktor`. */
const MAX_TITLES = 3;

/** The name of a person without its titles, which can be empty. */
export interface TitledName {
  titles: string;
  rest: string;
  /** Undefined without a title. */
  bearer: Bearer | undefined;
}

/** Returns whom a word is a title for; undefined if it is none. */
export function bearerOf(word: string, { context }: Office): Bearer | undefined {
  const [language = ''] = context.settings.voice?.language.toLowerCase().split('-') ?? [];
  const title = normalizeText(word).replaceAll('.', '');
  return TITLES.get(title) ?? TITLES_OF_LANGUAGE[language]?.get(title);
}

/** Splits the name of a person into titles, without an article before them, and the rest. */
export function splitTitles(name: string, office: Office): TitledName {
  const bare = withoutArticle(name);
  // Without a title, an article can belong to the name, such as La Rosa.
  const trimmed = bearerOf(bare.split(/\s/)[0] ?? '', office) ? bare : name.trim();
  let [rest, bearer]: [string, Bearer | undefined] = [trimmed, undefined];
  for (let count = 0; count < MAX_TITLES; count++) {
    const [first = '', word = ''] = /^(\S+)\s+/.exec(rest) ?? [];
    const found = bearerOf(word, office);
    if (!found) break;
    if (bearer === undefined || bearer === 'anyone') bearer = found;
    rest = rest.slice(first.length);
  }
  return { titles: trimmed.slice(0, trimmed.length - rest.length).trim(), rest, bearer };
}

/** True if two titles are of the same kind, however they are written: Mrs, Ms and Frau. */
export const isSameTitle = (one: TitledName, other: TitledName): boolean =>
  one.bearer !== undefined && one.bearer === other.bearer;

/** True if one name has the title of a man and the other one that of a woman. */
export const areOpposed = ({ bearer: one = 'anyone' }: TitledName, { bearer: other = 'anyone' }: TitledName): boolean =>
  one !== other && one !== 'anyone' && other !== 'anyone';
