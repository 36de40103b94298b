import { normalizeName } from '../../../lib/search/text-search.ts';
import { joinedNumbers } from './number-words.ts';
import { withoutPoliteness } from './small-words.ts';

/** Before the Italian numbers that begin with a vowel, an article is a word of its own: "all'una", "l'otto marzo". */
const ELISION = /(?<!\p{L})(l|all|dall|dell)['’](?=(?:una|otto|undici|1|8|11)(?![\p{L}\d]))/giu;

/** Beside a day, it leaves all its times. */
const ANY_TIME = /^(?:any|some) ?time (?:on )?(?=\S)|(?<=\S),? (?:any|some) ?time(?= |$)/;

/** Normalizes what a caller says of days and times, as their parsers expect it: politeness is left out, and "fuenf" is "fünf". */
export const normalizeSaid = (text: string): string =>
  normalizeName(joinedNumbers(withoutPoliteness(text).replace(ELISION, '$1 ')))
    .replace(/(?<=f)ue(?=nf)|(?<=zw)oe(?=lf)/g, (vowel) => (vowel === 'ue' ? 'u' : 'o'))
    .replace(ANY_TIME, '');
