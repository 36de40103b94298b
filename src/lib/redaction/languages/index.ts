import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { Language } from './language.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export type { Language } from './language.ts';

/** The languages in which `--redact` reads numbers and addresses. A new one is a table like the others. */
export const LANGUAGES: readonly Language[] = [english, spanish, german, french, italian, portuguese];

/** ISO 639-1 codes of `LANGUAGES`, in their order. */
export const LANGUAGE_CODES: readonly string[] = ['en', 'es', 'de', 'fr', 'it', 'pt'];

type ListField =
  | 'fillers'
  | 'letters'
  | 'at'
  | 'weakAt'
  | 'dot'
  | 'signs'
  | 'emailIntroductions'
  | 'notNames'
  | 'conjunctions';
type PatternField = Extract<keyof Language, `${string}Pattern`>;

/** The words of a field in all languages. */
export const wordsOf = (field: ListField): string[] =>
  LANGUAGES.flatMap((language) => (language[field] ?? '').split(' ')).filter((word) => word !== '');

/** The alternatives of a pattern field in all languages. */
export const alternativesOf = (...fields: PatternField[]): string =>
  fields.flatMap((field) => LANGUAGES.map((language) => language[field])).join('|');
