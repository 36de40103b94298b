import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { SpokenLanguage } from './language.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export type {
  Lists,
  Phrases,
  SpokenAppointment,
  SpokenDay,
  SpokenLanguage,
  SpokenService,
  SpokenTime,
} from './language.ts';

/** The languages of spoken answers by their subtag (BCP 47), those of promises in calls. A new one is a file like the others. */
export const SPOKEN_LANGUAGES: Readonly<Record<string, SpokenLanguage>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  pt: portuguese,
};
