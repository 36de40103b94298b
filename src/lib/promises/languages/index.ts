import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { PromiseLanguage } from './language.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export { PROMISE_KINDS, type PromiseKind, type PromiseLanguage, type TimeWords } from './language.ts';

/** The languages in which promises are found, those of `--redact`. A new one is a table like the others. */
export const LANGUAGES: readonly PromiseLanguage[] = [english, spanish, german, french, italian, portuguese];

/** Returns the language with a tag; undefined for one that is not among them. */
export const languageWithTag = (tag: string): PromiseLanguage | undefined => LANGUAGES.find((one) => one.tag === tag);
